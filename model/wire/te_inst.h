/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A te_inst packet as a struct: its codes, its fields, its name. Spec: E-Trace, "Instruction Trace
 * Encoder Output Packets" (ETR-FMT-001..049); draft 0.026 (DRF-001..013).
 */
#ifndef RVT_WIRE_TE_INST_H
#define RVT_WIRE_TE_INST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "base/status.h"
#include "wire/support_packet.h"

/* ETR-FMT-001 */
enum rvt_format {
    RVT_FORMAT_OPT_EXT = 0,
    RVT_FORMAT_DIFF_DELTA = 1,
    RVT_FORMAT_ADDR_ONLY = 2,
    RVT_FORMAT_SYNC = 3,
};

/* format 3 */
enum rvt_subformat {
    RVT_SUBFORMAT_START = 0,
    RVT_SUBFORMAT_TRAP = 1,
    RVT_SUBFORMAT_CONTEXT = 2,
    RVT_SUBFORMAT_SUPPORT = 3,
};

/* format 0 */
enum rvt_opt_subformat {
    RVT_SUBFORMAT_BRANCH_COUNT = 0,
    RVT_SUBFORMAT_JUMP_TARGET_INDEX = 1,
};

/* ETR-FMT-040..042 */
enum rvt_branch_fmt {
    RVT_BRANCH_FMT_NO_ADDR = 0,
    RVT_BRANCH_FMT_ADDR = 2,
    RVT_BRANCH_FMT_ADDR_FAIL = 3,
};

/* DRF-001: the 1-bit field of a format 1 packet with branches 0 */
enum rvt_draft_branch_fmt {
    RVT_DRAFT_BRANCH_FMT_MAP = 0,
    RVT_DRAFT_BRANCH_FMT_COUNT = 1,
};

/* A packet; members that its format does not carry are 0. Widths are those on the wire. */
struct rvt_packet {
    uint8_t format;    /* 2 bits, enum rvt_format */
    uint8_t subformat; /* 2 bits in format 3, f0s_width_p bits in format 0 */
    /* format 3 */
    bool branch;       /* 1 bit: 0 only for a taken branch */
    uint8_t privilege; /* privilege_width_p */
    bool interrupt;    /* 1 bit */
    bool thaddr;       /* 1 bit */
    uint32_t ecause;   /* ecause_width_p */
    uint64_t time;     /* time_width_p, or absent */
    uint64_t context;  /* context_width_p, or absent */
    uint64_t tval;     /* iaddress_width_p; absent with interrupt, but for switch tval_always */
    /* formats 0, 1, 2 and 3 */
    uint64_t address; /* as sent: shifted right by LSB, AW bits, difference or absolute */
    /* formats 0 and 1 */
    uint8_t branches;      /* 5 bits */
    uint32_t branch_map;   /* mapbits(branches); bit 0 is the oldest, 0 taken, 1 not taken */
    uint32_t branch_count; /* 32 bits, draft: 16: correct predictions - 31 */
    uint8_t branch_fmt;    /* 2 bits, enum rvt_branch_fmt; draft: 1, enum rvt_draft_branch_fmt */
    uint32_t index;        /* cache_size_p */
    bool no_mispred;       /* 1 bit, draft alone: no outcome after the counted ones (DRF-005) */
    /* formats 0, 1 and 2: meanings, not wire bits */
    bool notify;
    bool updiscon;
    bool irreport;
    uint32_t irdepth; /* valid when irreport */
    /* format 3 subformat 3 */
    struct rvt_support support;
};

/* True for F3/0 and F3/1, the synchronisation packets. */
bool rvt_packet_is_sync(const struct rvt_packet *packet);

/* True for a code of privilege that no level has. Spec: ETR-ING-012. */
bool rvt_privilege_is_reserved(unsigned privilege);

/* RVT_OK; RVT_ERR_RESERVED for a privilege that no level has, with field and clause in diag. The
 * packet can be read all the same. */
RVT_MUST_USE
enum rvt_status rvt_packet_check_privilege(const struct rvt_packet *packet, struct rvt_diag *diag);

/* True if the packet carries an address field (explicit: with implicit exception F3/1 thaddr 1 does
 * not). */
bool rvt_packet_has_address(const struct rvt_packet *packet, const struct rvt_config *config);

/* Short name for messages: "F0s0", "F0s1", "F1", "F1na", "F2", "F3/0" .. "F3/3"; in the draft also
 * "F1bc", the count alone; static. */
const char *rvt_packet_name(const struct rvt_packet *packet);

#endif
