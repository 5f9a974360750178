/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The opcode table of STP: the name, kind and fields of each packet. Spec: STP-003, STP-015. */
#ifndef RVT_TRANSPORT_STP_STP_OPCODE_H
#define RVT_TRANSPORT_STP_STP_OPCODE_H

#include <stdbool.h>
#include <stdint.h>

/* The packets, numbered by the page of their opcode: 0x0n is the nibble n, 0x1n is F n, 0x2n is
 * F 0 n, 0x3n is F 0 F n, 0x4n is F F n (nibbles in order of time). ASYNC begins F F F. */
enum rvt_stp_opcode {
    RVT_STP_NULL = 0x00,
    RVT_STP_M8 = 0x01,
    RVT_STP_MERR = 0x02,
    RVT_STP_C8 = 0x03,
    RVT_STP_D8 = 0x04,
    RVT_STP_D16 = 0x05,
    RVT_STP_D32 = 0x06,
    RVT_STP_D64 = 0x07,
    RVT_STP_D8MTS = 0x08,
    RVT_STP_D16MTS = 0x09,
    RVT_STP_D32MTS = 0x0a,
    RVT_STP_D64MTS = 0x0b,
    RVT_STP_D4 = 0x0c,
    RVT_STP_D4MTS = 0x0d,
    RVT_STP_FLAG_TS = 0x0e,
    RVT_STP_M16 = 0x11,
    RVT_STP_GERR = 0x12,
    RVT_STP_C16 = 0x13,
    RVT_STP_D8TS = 0x14,
    RVT_STP_D16TS = 0x15,
    RVT_STP_D32TS = 0x16,
    RVT_STP_D64TS = 0x17,
    RVT_STP_D8M = 0x18,
    RVT_STP_D16M = 0x19,
    RVT_STP_D32M = 0x1a,
    RVT_STP_D64M = 0x1b,
    RVT_STP_D4TS = 0x1c,
    RVT_STP_D4M = 0x1d,
    RVT_STP_FLAG = 0x1e,
    RVT_STP_VERSION = 0x20,
    RVT_STP_NULL_TS = 0x21,
    RVT_STP_USER = 0x22,
    RVT_STP_USER_TS = 0x23,
    RVT_STP_TIME = 0x24,
    RVT_STP_TIME_TS = 0x25,
    RVT_STP_TRIG = 0x26,
    RVT_STP_TRIG_TS = 0x27,
    RVT_STP_FREQ = 0x28,
    RVT_STP_FREQ_TS = 0x29,
    RVT_STP_XSYNC = 0x2a,
    RVT_STP_XSYNC_TS = 0x2b,
    RVT_STP_FREQ_40 = 0x30,
    RVT_STP_FREQ_40_TS = 0x31,
    RVT_STP_DIP = 0x32,
    RVT_STP_CERR = 0x33,
    RVT_STP_PDID_DATA = 0x41,
    RVT_STP_PDID_TYPE_TS = 0x42,
    RVT_STP_ASYNC = 0x4f,
    RVT_STP_OPCODES = 0x50 /* below it, unnamed values are reserved */
};

enum rvt_stp_kind {
    RVT_STP_KIND_RESERVED,
    RVT_STP_KIND_UNDOCUMENTED, /* named, but no open implementation knows its payload */
    RVT_STP_KIND_NULL,
    RVT_STP_KIND_MASTER,
    RVT_STP_KIND_CHANNEL,
    RVT_STP_KIND_DATA,
    RVT_STP_KIND_FLAG,
    RVT_STP_KIND_ERROR, /* MERR, GERR, CERR */
    RVT_STP_KIND_TRIGGER,
    RVT_STP_KIND_FREQUENCY,
    RVT_STP_KIND_VERSION,
    RVT_STP_KIND_ASYNC,
};

/* A row of the opcode table. */
struct rvt_stp_form {
    const char *name; /* "D32MTS"; null: reserved */
    enum rvt_stp_kind kind;
    uint8_t payload_nibbles; /* of VERSION without its second part */
    bool marker;             /* ends a record: DnM, DnMTS */
    bool timestamp;
};

/* The opcode table. */
extern const struct rvt_stp_form rvt_stp_forms[RVT_STP_OPCODES];

/* The row of opcode (below RVT_STP_OPCODES). */
static inline const struct rvt_stp_form *rvt_stp_form(enum rvt_stp_opcode opcode)
{
    return &rvt_stp_forms[opcode];
}

/* Finds the opcode of this name ("D32MTS"); false if there is none. */
bool rvt_stp_opcode_named(const char *name, enum rvt_stp_opcode *opcode);

/* The opcode's nibbles in order of time as one number: D8TS is 0xf4, ASYNC 0xfff. */
unsigned rvt_stp_opcode_code(enum rvt_stp_opcode opcode);

#endif
