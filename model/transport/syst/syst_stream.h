/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * From the nibbles of STP to SyS-T messages: packets (flow/stp_decoder), messages of each master
 * and channel (check/sequence), and what they say (check/syst_check), with all findings of the
 * three at their places in the stream. Spec: MIPI SyS-T, STPv2 Protocol Encoding.
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
    const struct rvt_sequence_message *carried; /* its bytes, channel, time and place */
    const struct rvt_syst_message *message;
    const struct rvt_clock *clock; /* that its timestamp is told in; null: not known */
    uint64_t transport_hz;         /* of the STP timestamps, by FREQ; 0: not known */
};

typedef void (*rvt_syst_arrival_sink)(void *context, const struct rvt_syst_arrival *arrival);

/* Where results go; each of the four may be null. What is found on a packet or a message comes
 * before it. */
struct rvt_syst_stream_sinks {
    rvt_syst_arrival_sink message;
    rvt_sequence_sink refused; /* told of what came whole and is no message, as SYST findings say */
    rvt_finding_sink finding;
    rvt_stp_event_sink packet;
    void *context; /* of all four */
};

struct rvt_syst_stream; /* opaque; memory grows as that of rvt_sequence */

/* A reader before the first nibble; config and sinks are copied. RVT_ERR_PARAMETER as
 * rvt_stp_decoder_init; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_syst_stream_open(const struct rvt_syst_stream_config *config,
                                     const struct rvt_syst_stream_sinks *sinks,
                                     struct rvt_syst_stream **stream);

/* Frees; null is accepted. */
void rvt_syst_stream_close(struct rvt_syst_stream *stream);

/* Takes the next bytes. RVT_OK or RVT_ERR_MEMORY: packets were lost, the stream can go on. */
RVT_MUST_USE
enum rvt_status rvt_syst_stream_bytes(struct rvt_syst_stream *stream, const uint8_t *data,
                                      size_t bytes);

/* The stream ends here: tells of what is held. Errors as above. */
RVT_MUST_USE
enum rvt_status rvt_syst_stream_finish(struct rvt_syst_stream *stream);

#endif
