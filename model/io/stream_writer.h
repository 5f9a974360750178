/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Packets to a stream in a file, in any of the forms of io/stream.h. Spec: decision 0005. */
#ifndef RVT_IO_STREAM_WRITER_H
#define RVT_IO_STREAM_WRITER_H

#include "io/stream.h"
#include "stream/encap_writer.h"
#include "transport/frame/formatter.h"
#include "transport/stp/stp_encoder.h"

/* In the caller's storage; every member is private. */
struct rvt_stream_writer {
    struct rvt_output *output;
    const struct rvt_config *config;
    enum rvt_stream_form form;
    struct rvt_encap_writer encap;
    struct rvt_formatter frames;
    struct rvt_stp_encoder stp;
    enum rvt_status status; /* why frames or stp refused data */
    struct rvt_diag diag;
};

/* Prepares for the first packet. output and config are borrowed; encapsulation may change
 * between packets, as the registers do. */
void rvt_stream_writer_init(struct rvt_stream_writer *writer, struct rvt_output *output,
                            const struct rvt_config *config, enum rvt_stream_form form);

/*
 * Writes payload, of te_data if data, after the synchronisation sequence that is due: as a line of
 * a packet list, or as a normal packet of the configured source, with timestamp if it has one (cut
 * to its width). The packet is written as plain bytes, under the ID of formatter frames, or alone
 * as a RAW message on STP, without sequences; timestamp is the time of the message. Errors of
 * rvt_encap_writer_packet; RVT_ERR_IO, which output explains.
 */
RVT_MUST_USE
enum rvt_status rvt_stream_writer_put(struct rvt_stream_writer *writer,
                                      const struct rvt_payload *payload, bool data,
                                      uint64_t timestamp, struct rvt_diag *diag);

/* Writes the end of the stream; output stays open. RVT_ERR_IO, which output explains. */
RVT_MUST_USE
enum rvt_status rvt_stream_writer_finish(struct rvt_stream_writer *writer);

#endif
