/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_inst packets: bytes <-> struct, every format of E-Trace v2.0.4, and those of draft 0.026 where
 * the profile says so (wire/draft.h). One walk per format serves
 * reading, writing, measuring and dumping. Spec: E-Trace, "Instruction Trace Encoder Output
 * Packets" (ETR-FMT-001..049, ETR-CMP-001..011).
 */
#ifndef RVT_WIRE_PACKET_H
#define RVT_WIRE_PACKET_H

#include "base/bits.h"
#include "base/params.h"
#include "wire/payload.h"
#include "wire/support.h"

enum rvt_format { /* ETR-FMT-001 */
                  RVT_FORMAT_OPT_EXT = 0,
                  RVT_FORMAT_DIFF_DELTA = 1,
                  RVT_FORMAT_ADDR_ONLY = 2,
                  RVT_FORMAT_SYNC = 3,
};

enum rvt_subformat { /* format 3 */
                     RVT_SUBFORMAT_START = 0,
                     RVT_SUBFORMAT_TRAP = 1,
                     RVT_SUBFORMAT_CONTEXT = 2,
                     RVT_SUBFORMAT_SUPPORT = 3,
};

enum rvt_opt_subformat { /* format 0 */
                         RVT_SUBFORMAT_BRANCH_COUNT = 0,
                         RVT_SUBFORMAT_JUMP_TARGET_INDEX = 1,
};

enum rvt_branch_fmt { /* ETR-FMT-040..042 */
                      RVT_BRANCH_FMT_NO_ADDR = 0,
                      RVT_BRANCH_FMT_ADDR = 2,
                      RVT_BRANCH_FMT_ADDR_FAIL = 3,
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
    uint64_t
        address; /* the transmitted field: shifted right by LSB, AW bits, difference or absolute */
    /* formats 0 and 1 */
    uint8_t branches;      /* 5 bits */
    uint32_t branch_map;   /* mapbits(branches); bit 0 is the oldest, 0 taken, 1 not taken */
    uint32_t branch_count; /* 32 bits, draft: 16: correct predictions - 31 */
    uint8_t branch_fmt;    /* 2 bits, enum rvt_branch_fmt; draft: 1, enum rvt_draft_branch_fmt */
    uint32_t index;        /* cache_size_p */
    bool no_mispred;       /* 1 bit, draft alone: no outcome behind the counted ones (DRF-005) */
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

/* True if the packet carries an address field (explicit: with implicit exception F3/1 thaddr 1 does
 * not). */
bool rvt_packet_has_address(const struct rvt_packet *packet, const struct rvt_config *config);

/* Short name for messages: "F0s0", "F0s1", "F1", "F1na", "F2", "F3/0" .. "F3/3"; in the draft also
 * "F1bc", the count alone; static. */
const char *rvt_packet_name(const struct rvt_packet *packet);

/*
 * Writes packet as a payload, compressed as switches.compress says: the whole payload of every
 * format, only the address of formats 1 and 2 (what the specification asks for at least; other
 * packets are sent in full), or not at all. Padding copies the last bit; bytes behind the payload
 * are 0. Members that the packet does not carry are ignored; map bits above branches are sent as
 * given, or as switches.map_fill says. Returns RVT_OK; RVT_ERR_CAPACITY if a value does not fit its
 * field or the payload exceeds 248 bits; RVT_ERR_RESERVED for a branch_fmt, subformat or format
 * that does not exist or needs a table that config does not have. diag gets field, bit and clause.
 * On failure *payload is unset.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_write(const struct rvt_config *config, const struct rvt_packet *packet,
                                 struct rvt_payload *payload, struct rvt_diag *diag);

/*
 * Reads a payload of bytes bytes. Any length from fully compressed to fully padded is taken
 * (ETR-CMP-003). Returns RVT_OK; RVT_ERR_TRUNCATED for no bytes; RVT_ERR_TRAILING for whole bytes
 * behind the last field, or padding that is not a sign copy; RVT_ERR_RESERVED for a code that is
 * reserved or needs an option that config does not have. diag gets field, bit and clause. On
 * failure *packet is unset.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_read(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                                struct rvt_packet *packet, struct rvt_diag *diag);

/*
 * Reports each field of packet in transmission order, as rvt_packet_write would send it, with its
 * meaning (see rvt_bits_visit). Returns RVT_OK, or the status of rvt_packet_write for a code or
 * value that cannot be sent, after the fields before it were reported; no limit of size applies.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_visit(const struct rvt_config *config, const struct rvt_packet *packet,
                                 rvt_bits_visit visit, void *context);

/* Bits of the longest packet that config can produce (ETR-CMP-011). */
unsigned rvt_packet_bits_max(const struct rvt_config *config);

/* The requirement that defines a field of a packet, such as "ETR-FMT-027"; static; null if unknown.
 */
const char *rvt_packet_clause(const struct rvt_config *config, const struct rvt_packet *packet,
                              const char *field);

#endif
