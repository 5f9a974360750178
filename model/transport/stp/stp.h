/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * One packet of STP (System Trace Protocol, versions 1 to 2.4 as far as open implementations
 * document them): opcode, payload, timestamp. The low nibble of a byte is first in time; fields of
 * several nibbles come most significant nibble first, or least significant first with LE. What
 * packets mean over time is transport/stp/stp_decoder.h. Spec: STP-003, STP-004.
 */
#ifndef RVT_TRANSPORT_STP_STP_H
#define RVT_TRANSPORT_STP_STP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define RVT_STP_ASYNC_NIBBLES  22 /* 21 times F, then 0 */
#define RVT_STP_PACKET_NIBBLES 35 /* the longest: D64TS with 64 bits of timestamp */

/*
 * The packets, numbered by where their opcode stands: 0x0n is the nibble n, 0x1n is F n, 0x2n is
 * F 0 n, 0x3n is F 0 F n, 0x4n is F F n (nibbles in order of time). ASYNC begins F F F.
 */
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
    RVT_STP_OPCODES = 0x50 /* below it, what is not named here is reserved */
};

enum rvt_stp_kind {
    RVT_STP_KIND_RESERVED,
    RVT_STP_KIND_UNDOCUMENTED, /* it has a name, and no open implementation knows its payload */
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

/* How timestamps are written; by VERSION. */
enum rvt_stp_time_type {
    RVT_STP_TIME_UNKNOWN,  /* no VERSION yet, or a reserved one */
    RVT_STP_TIME_LEGACY,   /* STP 1: 8 bits without a size */
    RVT_STP_TIME_NATDELTA, /* added to the timestamp before */
    RVT_STP_TIME_NAT,      /* replaces the low nibbles of the timestamp before */
    RVT_STP_TIME_GRAY,     /* the same in Gray code */
};

/* What the packets behind a VERSION look like. */
struct rvt_stp_format {
    enum rvt_stp_time_type time_type;
    bool le; /* fields of several nibbles come least significant nibble first */
};

struct rvt_stp_packet {
    enum rvt_stp_opcode opcode;
    uint64_t payload; /* as many nibbles as the form says; of VERSION its first nibble */
    uint8_t version;  /* VERSION with bit 3 of payload: bit 7 LE, 1, 2, 3 for 2.2, 2.3, 2.4 */
    uint8_t timestamp_nibbles; /* 0..12, 14 or 16; 2 if legacy; 0 without timestamp */
    uint64_t timestamp;        /* these nibbles, not resolved */
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

/* The opcode's nibbles in order of time as one number: D8TS is 0xf4; of ASYNC 0xfff. */
unsigned rvt_stp_opcode_code(enum rvt_stp_opcode opcode);

/* What a VERSION announces; a reserved timestamp type (5..7) gives RVT_STP_TIME_UNKNOWN. */
struct rvt_stp_format rvt_stp_announced(const struct rvt_stp_packet *version);

/* A VERSION that the open implementations know: no reserved type, and 2.2, 2.3 or 2.4. */
bool rvt_stp_version_known(const struct rvt_stp_packet *version);

/*
 * Reads the packet that begins at nibble at of data; nothing at or behind nibble end is looked at.
 * *nibbles is its length, also after RVT_ERR_RESERVED and RVT_ERR_SEQUENCE, where it counts what
 * shows the fault. RVT_OK; RVT_ERR_TRUNCATED if end cuts the packet; RVT_ERR_RESERVED for an opcode
 * that is reserved or whose payload is not documented (packet->opcode tells), and for timestamp
 * size 15 (packet->timestamp_nibbles is 15); RVT_ERR_SEQUENCE for a timestamp while the type is
 * unknown (packet->opcode is set). Other members of *packet are unset after a failure. The longest
 * run of F tells nothing here: ASYNC that cuts a packet is the caller's to find
 * (rvt_stp_find_async).
 */
RVT_MUST_USE
enum rvt_status rvt_stp_read(const struct rvt_stp_format *format, const uint8_t *data, size_t at,
                             size_t end, struct rvt_stp_packet *packet, unsigned *nibbles);

/*
 * Writes packet from nibble at of out on (nibbles before at stay), up to nibble end, and its length
 * into *nibbles; out may be null to measure. RVT_OK; RVT_ERR_CAPACITY if it does not fit, or a
 * member does not fit its field; RVT_ERR_RESERVED for an opcode that is reserved or not documented,
 * and for a timestamp length that no size tells (13, 15, above 16; other than 2 if legacy);
 * RVT_ERR_SEQUENCE for a timestamp while the type is unknown. On failure nibbles from at on are
 * unset.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_write(const struct rvt_stp_format *format,
                              const struct rvt_stp_packet *packet, uint8_t *out, size_t at,
                              size_t end, unsigned *nibbles);

/*
 * Finds the first ASYNC that lies whole within the nibbles from..end of data: the last 21 F before
 * a 0 count, wherever they began. *start is its first nibble. Without one it returns false, and
 * *start is the first nibble of the run of F that ends at end (end if there is none): what stands
 * before cannot be cut by an ASYNC that is still to come.
 */
bool rvt_stp_find_async(const uint8_t *data, size_t from, size_t end, size_t *start);

/* Nibble at of data. */
static inline unsigned rvt_stp_nibble(const uint8_t *data, size_t at)
{
    return (unsigned)data[at / 2] >> 4 * (at & 1) & 15U;
}

/* The 16 nibbles of data from at on, the first one uppermost. */
uint64_t rvt_stp_sixteen(const uint8_t *data, size_t at);

/* 64 bits to Gray code and back. */
static inline uint64_t rvt_stp_to_gray(uint64_t value)
{
    return value ^ value >> 1;
}

static inline uint64_t rvt_stp_from_gray(uint64_t gray)
{
    gray ^= gray >> 1;
    gray ^= gray >> 2;
    gray ^= gray >> 4;
    gray ^= gray >> 8;
    gray ^= gray >> 16;
    return gray ^ gray >> 32;
}

#endif
