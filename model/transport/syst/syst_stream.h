/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP bytes to SyS-T messages: packets (transport/stp/stp_decoder.h), messages of each master and
 * channel (transport/syst/sequence.h), and their contents (transport/syst/syst_check.h), with the
 * findings of all three at their places in the stream. Spec: MIPI SyS-T, STPv2 Protocol Encoding.
 */
#ifndef RVT_TRANSPORT_SYST_SYST_STREAM_H
#define RVT_TRANSPORT_SYST_SYST_STREAM_H

#include "transport/stp/stp_decoder.h"
#include "transport/syst/sequence.h"
#include "transport/syst/syst_check.h"

struct rvt_syst_stream_config {
    struct rvt_stp_config stp;
    struct rvt_sequence_config sequence;
    struct rvt_syst_config syst;
};

/* A message as it arrived; all pointers are borrowed for the call. */
struct rvt_syst_arrival {
    const struct rvt_sequence_message *raw; /* its bytes, channel, time and place */
    const struct rvt_syst_message *message;
    const struct rvt_clock *clock; /* of its timestamp; null: unknown */
    uint64_t transport_hz;         /* of the STP timestamps, by FREQ; 0: unknown */
};

typedef void (*rvt_syst_arrival_sink)(void *context, const struct rvt_syst_arrival *arrival);

/*
 * Where results go; each of the four may be null. The findings on a packet or a message precede it.
 */
struct rvt_syst_stream_sinks {
    rvt_syst_arrival_sink message;
    rvt_sequence_sink refused; /* complete data that is no message, as SYST findings explain */
    rvt_finding_sink finding;
    rvt_stp_event_sink packet;
    void *context; /* of all four */
};

struct rvt_syst_stream; /* opaque; memory grows as that of rvt_sequence */

/* Opens a reader for the first nibble; config and sinks are copied. RVT_ERR_PARAMETER as from
 * rvt_stp_decoder_init; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_syst_stream_open(const struct rvt_syst_stream_config *config,
                                     const struct rvt_syst_stream_sinks *sinks,
                                     struct rvt_syst_stream **stream);

/* In place of the first byte of a stream, the byte that is fed first has that place in it. */
void rvt_syst_stream_enter(struct rvt_syst_stream *stream, uint64_t byte);

/* Frees; null is accepted. */
void rvt_syst_stream_close(struct rvt_syst_stream *stream);

/* Returns to the state after open; the memory of messages is freed. Allocates nothing. */
void rvt_syst_stream_reset(struct rvt_syst_stream *stream);

/* Takes the next bytes. RVT_OK; RVT_ERR_MEMORY: packets were lost, but the stream can go on. */
RVT_MUST_USE
enum rvt_status rvt_syst_stream_bytes(struct rvt_syst_stream *stream, const uint8_t *data,
                                      size_t bytes);

/* Bytes are missing here: messages in progress are lost, and packets begin again with the next
 * ASYNC. Errors as above. */
RVT_MUST_USE
enum rvt_status rvt_syst_stream_lose(struct rvt_syst_stream *stream);

/* Ends the stream: reports what was held back. Errors as above. */
RVT_MUST_USE
enum rvt_status rvt_syst_stream_finish(struct rvt_syst_stream *stream);

#endif
