/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The sender of an STP stream: begins with ASYNC and VERSION and repeats them, names master and
 * channel where they change, and cuts timestamps to the nibbles that changed. A decoder with
 * default settings (transport/stp/stp_decoder.h) finds the same packets again and no fault. Spec:
 * STP-001, STP-002, STP-006, STP-011..STP-014.
 */
#ifndef RVT_TRANSPORT_STP_STP_ENCODER_H
#define RVT_TRANSPORT_STP_STP_ENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "transport/stp/stp.h"

#define RVT_STP_ENCODER_BYTES_MAX 48 /* of one record and everything sent before it */

struct rvt_stp_encoder_config {
    enum rvt_stp_time_type time_type; /* not unknown */
    unsigned minor;      /* 0: 2.0 and 2.1, or STP 1 if legacy; 2, 3, 4: 2.2, 2.3, 2.4 */
    bool le;             /* least significant nibble first, by VERSION; from 2.2 on */
    bool le_always;      /* the same, but VERSION does not announce it */
    uint64_t sync_bytes; /* repeat ASYNC and VERSION after this many bytes; 0: only at the start */
    uint64_t frequency;  /* sent after each VERSION (above 32 bits as FREQ_40); 0: none */
};

/*
 * A packet to be sent. Data, FLAG, TRIG and CERR packets belong to master and channel, MERR to
 * master; NULL, FREQ and GERR to none.
 */
struct rvt_stp_record {
    enum rvt_stp_opcode opcode;
    uint16_t master, channel;
    uint64_t payload;
    uint64_t time; /* of packets with a timestamp; 8 bits if legacy */
};

/* In the caller's storage; every member is private. */
struct rvt_stp_encoder {
    struct rvt_stp_encoder_config config;
    struct rvt_stp_format format;
    bool started, master_set, whole_due; /* whole_due: the next timestamp has 16 nibbles */
    uint16_t master, channel;
    uint64_t time;         /* the latest one */
    uint64_t at, async_at; /* nibbles sent; where the latest ASYNC began */
    uint8_t half;          /* the first nibble of an incomplete byte */
};

/* Prepares for the first packet of a stream. RVT_ERR_PARAMETER for a config that no VERSION can
 * announce. */
RVT_MUST_USE
enum rvt_status rvt_stp_encoder_init(struct rvt_stp_encoder *encoder,
                                     const struct rvt_stp_encoder_config *config);

/*
 * Sends record, and what must precede it, into out (capacity bytes; RVT_STP_ENCODER_BYTES_MAX
 * always suffices). *bytes is the number of complete bytes; half a byte stays in the encoder.
 * RVT_ERR_PARAMETER for packets that the encoder sends by itself (M, C, VERSION, ASYNC);
 * RVT_ERR_RESERVED for an opcode that is reserved or not documented; RVT_ERR_CAPACITY if out is too
 * small or a member too wide. On failure nothing was sent.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_encoder_put(struct rvt_stp_encoder *encoder,
                                    const struct rvt_stp_record *record, uint8_t *out,
                                    size_t capacity, size_t *bytes);

/* Makes the next record begin with ASYNC and VERSION. */
void rvt_stp_encoder_sync(struct rvt_stp_encoder *encoder);

/* Completes the last byte with a NULL packet: *bytes is 0 or 1. RVT_ERR_CAPACITY without room. */
RVT_MUST_USE
enum rvt_status rvt_stp_encoder_finish(struct rvt_stp_encoder *encoder, uint8_t *out,
                                       size_t capacity, size_t *bytes);

#endif
