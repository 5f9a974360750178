/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The byte stream of the hardware, cut into encapsulated packets. Findings: null packets out of
 * order, and ends of packets that the hardware marks wrongly. Spec: ENC-004, ENC-009, ENC-014.
 */
#ifndef RVT_LOCKSTEP_CORE_BYTE_STREAM_H
#define RVT_LOCKSTEP_CORE_BYTE_STREAM_H

#include "wire/encap.h"

#include "lockstep/core/null_packet_order.h"
#include "lockstep/report/mismatch_log.h"

/* In the caller's storage; members may be read, the functions below write them. */
struct rvt_byte_stream {
    const struct rvt_encap_config *config; /* borrowed */
    struct rvt_mismatch_log *findings;     /* borrowed */
    struct rvt_null_order nulls;
    uint8_t packet[RVT_ENCAP_BYTES_MAX]; /* the latest packet, or its beginning */
    size_t have, need;                   /* bytes of it so far, and in all */
    uint64_t bytes;                      /* bytes over the whole run, without null packets */
};

/* A stream begins. config and findings are borrowed. */
void rvt_byte_stream_init(struct rvt_byte_stream *stream, const struct rvt_encap_config *config,
                          struct rvt_mismatch_log *findings);

enum rvt_byte_place {
    RVT_BYTE_INSIDE, /* of a packet, not its last byte */
    RVT_BYTE_NULL,   /* a null packet */
    RVT_BYTE_LAST,   /* the last byte of a packet: need bytes in packet, until the next call */
};

/* Takes a byte of cycle and returns what it is. */
enum rvt_byte_place rvt_byte_stream_take(struct rvt_byte_stream *stream, uint8_t byte,
                                         uint64_t cycle);

/* After count bytes at data: last is the hardware's mark of the end of a packet, ends says whether
 * the latest byte ended one. */
void rvt_byte_stream_mark(const struct rvt_byte_stream *stream, uint64_t cycle, const uint8_t *data,
                          size_t count, bool ends, bool last);

/* The run is over: a packet that has only begun is a finding. */
void rvt_byte_stream_end(const struct rvt_byte_stream *stream, uint64_t cycle);

#endif
