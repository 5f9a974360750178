/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packets of instruction trace, te_inst: payloads to fields and back, in every format of E-Trace
 * v2.0.4, and those of draft 0.026 with that profile. Nothing here has state: what a packet means
 * depends on the packets before it and is the decoder's matter (rvt/decoder.h).
 * Spec: E-Trace, "Instruction Trace Encoder Output Packets" (ETR-FMT-001..049, ETR-CMP-001..011).
 */
#ifndef RVT_TE_INST_H
#define RVT_TE_INST_H

#include <rvt/config.h>

enum { RVT_TE_PAYLOAD_BYTES = 31 }; /* the longest payload. Spec: ENC-006 */

/* format. Spec: ETR-FMT-001. */
enum {
    RVT_TE_INST_OPTIONAL = 0,    /* F0: count of branches, or index of a jump target */
    RVT_TE_INST_BRANCHES = 1,    /* F1: branch map, with or without an address */
    RVT_TE_INST_ADDRESS = 2,     /* F2: address */
    RVT_TE_INST_SYNCHRONISE = 3, /* F3 */
};

/* subformat of F3. */
enum {
    RVT_TE_INST_START = 0,
    RVT_TE_INST_TRAP = 1,
    RVT_TE_INST_CONTEXT = 2,
    RVT_TE_INST_SUPPORT = 3,
};

/* A packet, input and output structure. Members that its format does not carry are 0. Values are
 * those of the fields, widths in bits are in the comments. */
struct rvt_te_inst {
    size_t size;
    uint8_t format;    /* 2 */
    uint8_t subformat; /* F3: 2; F0: f0s_width_p */
    /* F3 */
    uint8_t privilege; /* privilege_width_p */
    bool branch;       /* 1; 0 only for a taken branch */
    bool interrupt;    /* 1 */
    bool thaddr;       /* 1 */
    uint32_t ecause;   /* ecause_width_p */
    uint64_t time;     /* time_width_p, or absent */
    uint64_t context;  /* context_width_p, or absent */
    uint64_t tval;     /* iaddress_width_p */
    /* all but F3/2 and F3/3 */
    uint64_t address; /* the transmitted field: shifted right by iaddress_lsb_p; in F1 and F2 a
                         difference, unless full_address is on */
    /* F0 and F1 */
    uint8_t branches;      /* 5 */
    uint8_t branch_fmt;    /* 2 */
    uint32_t branch_map;   /* 1, 3, 7, 15 or 31; bit 0 is the oldest, 0 taken, 1 not taken */
    uint32_t branch_count; /* 32; draft: 16: correct predictions less 31 */
    uint32_t index;        /* cache_size_p */
    bool no_mispred;       /* draft alone */
    /* F0, F1 and F2: what the field says, not the bit on the wire, which is relative */
    bool notify, updiscon, irreport;
    uint32_t irdepth; /* with irreport */
    /* F3/3: values by name, see rvt_te_inst_support */
    uint16_t support[26];
};

/* Called for each field in transmission order: name as the specification spells it, value, width in
 * bits (>= 1), first bit. */
typedef void (*rvt_field_callback)(void *context, const char *name, uint64_t value, unsigned width,
                                   size_t bit);

RVT_BEGIN_C

/*
 * Reads a payload of bytes bytes, from fully compressed to fully padded. RVT_ERR_TRUNCATED: no
 * bytes; RVT_ERR_TRAILING: whole bytes after the last field, or padding that does not copy the last
 * bit; RVT_ERR_RESERVED: a code that is reserved, or that needs an option which the configuration
 * does not have; RVT_ERR_PARAMETER: null, or a wrong size. diagnosis has field, bit and clause.
 * Spec: ETR-CMP-001..005.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_te_inst_read(const struct rvt_configuration *configuration,
                                                      const uint8_t *payload, size_t bytes,
                                                      struct rvt_te_inst *packet,
                                                      struct rvt_diagnosis *diagnosis);

/*
 * Writes packet as a payload into payload, which has RVT_TE_PAYLOAD_BYTES bytes, compressed as the
 * switch compress says, and its length into *bytes. RVT_ERR_CAPACITY: a value does not fit its
 * field; RVT_ERR_RESERVED: a format that does not exist in this configuration; RVT_ERR_PARAMETER as
 * above. Spec: ETR-CMP-001, ETR-CMP-006.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_te_inst_write(const struct rvt_configuration *configuration, const struct rvt_te_inst *packet,
                  uint8_t *payload, size_t *bytes, struct rvt_diagnosis *diagnosis);

/* The short name of a packet: "F0s0", "F0s1", "F1", "F1na" (no address), "F2", "F3/0" .. "F3/3";
 * static; null for a packet of wrong size. */
RVT_API const char *rvt_te_inst_name(const struct rvt_te_inst *packet);

/* Calls field for each field of packet in transmission order. Errors as rvt_te_inst_write, after
 * the fields before the one that is wrong. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_te_inst_fields(const struct rvt_configuration *configuration, const struct rvt_te_inst *packet,
                   rvt_field_callback field, void *context);

/*
 * Writes name and fields as one line without newline into text (capacity >= 1), such as
 * "F2 address=0x1f notify=0 updiscon=0 irreport=0": addresses and the like in hexadecimal, the
 * others decimal. It is cut where it does not fit and always null-terminated. Errors as
 * rvt_te_inst_fields.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_te_inst_format(const struct rvt_configuration *configuration, const struct rvt_te_inst *packet,
                   char *text, size_t capacity);

/*
 * The value of a field of a support packet (F3/3) by its name, such as "ienable" or "qual_status",
 * into *value. RVT_ERR_PARAMETER: no support packet has such a field. A field that the layout of
 * the stream lacks is 0. Spec: ETR-FMT-005, ETR-FMT-010.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_te_inst_support(const struct rvt_te_inst *packet,
                                                         const char *name, unsigned *value);

RVT_END_C

#endif
