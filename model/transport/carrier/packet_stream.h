/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The packets of one trace source, out of the bytes of a capture: encapsulated bytes as they are,
 * or in a carrier. carrier_decoder.h and stream/encap_reader.h, joined. The program feeds bytes
 * from anywhere, in pieces of any size, and either takes events out or is called back with them.
 */
#ifndef RVT_TRANSPORT_CARRIER_PACKET_STREAM_H
#define RVT_TRANSPORT_CARRIER_PACKET_STREAM_H

#include "transport/carrier/carrier_decoder.h"

struct rvt_packet_stream; /* opaque */

/*
 * Opens a stream for the first byte of a capture. config is copied. sink (null: not reported) gets
 * each rule that the carrier breaks without losing anything of the source, while bytes are fed.
 * RVT_ERR_MEMORY. The caller closes *stream.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_stream_open(const struct rvt_config *config, enum rvt_carrier carrier,
                                       rvt_finding_sink sink, void *sink_context,
                                       struct rvt_packet_stream **stream);

/* As rvt_carrier_decoder_watch. Within watch, rvt_packet_stream_next may be called. */
void rvt_packet_stream_watch(struct rvt_packet_stream *stream, rvt_stp_event_sink watch,
                             void *context);

/* In place of the first byte of a capture, the byte that is fed first has that position, and the
 * first packet begins at byte from; of STP there may be packets before it. As
 * rvt_carrier_decoder_enter; not for unaligned bits without a carrier. */
void rvt_packet_stream_enter(struct rvt_packet_stream *stream, uint64_t position, uint64_t from);

/* Frees; null is accepted. */
void rvt_packet_stream_close(struct rvt_packet_stream *stream);

/* What the carrier had so far for others than this source; borrowed. */
const struct rvt_carrier_others *rvt_packet_stream_others(const struct rvt_packet_stream *stream);

/* ---- one event at a time ---- */

/* Appends bytes of the capture. RVT_ERR_MEMORY; then the stream is of no more use. */
RVT_MUST_USE
enum rvt_status rvt_packet_stream_feed(struct rvt_packet_stream *stream, const uint8_t *data,
                                       size_t bytes);

/* Ends the capture. RVT_ERR_MEMORY as above. */
RVT_MUST_USE
enum rvt_status rvt_packet_stream_end(struct rvt_packet_stream *stream);

/* Takes the next event out, as rvt_encap_reader_next does. Positions count bytes of the capture; in
 * STP, a position is that of the packet that carries the byte. */
enum rvt_encap_event_kind rvt_packet_stream_next(struct rvt_packet_stream *stream,
                                                 struct rvt_encap_event *event,
                                                 struct rvt_diag *diag);

/* ---- callbacks ---- */

struct rvt_packet_stream_output {
    /* A packet or null packet. */
    void (*packet)(void *context, const struct rvt_encap_event *event);
    /* A fault or loss, as diag explains. Null: not reported. */
    void (*fault)(void *context, enum rvt_encap_event_kind kind, const struct rvt_diag *diag);
    void *context;
};

/* Feeds bytes of the capture and calls back with every event that they complete. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_packet_stream_push(struct rvt_packet_stream *stream, const uint8_t *data,
                                       size_t bytes, const struct rvt_packet_stream_output *output);

/* Ends the capture and calls back with the remaining events. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_packet_stream_finish(struct rvt_packet_stream *stream,
                                         const struct rvt_packet_stream_output *output);

#endif
