/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * One packet of STP (System Trace Protocol, versions 1 to 2.4 as far as open implementations
 * document them): opcode, payload, timestamp. The low nibble of a byte is first in time. Fields of
 * several nibbles come most significant nibble first, or least significant first with LE.
 * transport/stp/stp_decoder.h gives packets their meaning over time. Spec: STP-003, STP-004.
 */
#ifndef RVT_TRANSPORT_STP_STP_H
#define RVT_TRANSPORT_STP_STP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "transport/stp/stp_opcode.h"

#define RVT_STP_ASYNC_NIBBLES  22 /* 21 times F, then 0 */
#define RVT_STP_PACKET_NIBBLES 35 /* the longest: D64TS with 64 bits of timestamp */

/* How timestamps are written; by VERSION. */
enum rvt_stp_time_type {
    RVT_STP_TIME_UNKNOWN,  /* no VERSION yet, or a reserved one */
    RVT_STP_TIME_LEGACY,   /* STP 1: 8 bits without a size */
    RVT_STP_TIME_NATDELTA, /* added to the timestamp before */
    RVT_STP_TIME_NAT,      /* replaces the low nibbles of the timestamp before */
    RVT_STP_TIME_GRAY,     /* the same in Gray code */
};

/* The format of the packets after a VERSION. */
struct rvt_stp_format {
    enum rvt_stp_time_type time_type;
    bool le; /* fields of several nibbles come least significant nibble first */
};

struct rvt_stp_packet {
    enum rvt_stp_opcode opcode;
    uint64_t payload; /* as many nibbles as the opcode has; of VERSION its first nibble */
    uint8_t version;  /* VERSION with bit 3 of payload: bit 7 LE, 1, 2, 3 for 2.2, 2.3, 2.4 */
    uint8_t timestamp_nibbles; /* 0..12, 14 or 16; 2 if legacy; 0 without timestamp */
    uint64_t timestamp;        /* these nibbles, not resolved */
};

/* What a VERSION announces; a reserved timestamp type (5..7) gives RVT_STP_TIME_UNKNOWN. */
struct rvt_stp_format rvt_stp_announced(const struct rvt_stp_packet *version);

/* A VERSION that the open implementations know: no reserved type, and 2.2, 2.3 or 2.4. */
bool rvt_stp_version_known(const struct rvt_stp_packet *version);

/*
 * Reads the packet that begins at nibble at of data, without looking at nibble end or later.
 * *nibbles is its length; after RVT_ERR_RESERVED and RVT_ERR_SEQUENCE, the nibbles up to the fault.
 * RVT_OK; RVT_ERR_TRUNCATED if end cuts the packet; RVT_ERR_RESERVED for an opcode that is reserved
 * or has an undocumented payload (packet->opcode is set), and for timestamp size 15
 * (packet->timestamp_nibbles is 15); RVT_ERR_SEQUENCE for a timestamp while the type is unknown
 * (packet->opcode is set). Other members of *packet are unset after a failure. The function does
 * not look for ASYNC inside the packet; rvt_stp_find_async does.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_read(const struct rvt_stp_format *format, const uint8_t *data, size_t at,
                             size_t end, struct rvt_stp_packet *packet, unsigned *nibbles);

/*
 * Writes packet to out from nibble at on, up to nibble end, and its length into *nibbles. Nibbles
 * before at stay. out may be null to measure. RVT_OK; RVT_ERR_CAPACITY if the packet does not fit,
 * or a member does not fit its field; RVT_ERR_RESERVED for an opcode that is reserved or not
 * documented, and for a timestamp length that no size can state (13, 15, above 16; other than 2 if
 * legacy); RVT_ERR_SEQUENCE for a timestamp while the type is unknown. On failure nibbles from at
 * on are unset.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_write(const struct rvt_stp_format *format,
                              const struct rvt_stp_packet *packet, uint8_t *out, size_t at,
                              size_t end, unsigned *nibbles);

/*
 * Finds the first ASYNC that is complete within the nibbles from..end of data: the last 21 F before
 * a 0, wherever the run of F began. *start is its first nibble. Without one it returns false, and
 * *start is the first nibble of the run of F that ends at end (end if there is none): no later
 * ASYNC can cut anything before it.
 */
bool rvt_stp_find_async(const uint8_t *data, size_t from, size_t end, size_t *start);

/* Nibble at of data. */
static inline unsigned rvt_stp_nibble(const uint8_t *data, size_t at)
{
    return (unsigned)data[at / 2] >> 4 * (at & 1) & 15U;
}

/* The 16 nibbles of data from at on, the first one in the highest bits. */
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
