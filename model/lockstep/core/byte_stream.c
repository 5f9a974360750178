/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/byte_stream.h"

enum { LENGTH_MASK = 0x1f, EXTEND = 0x80 };

void rvt_byte_stream_init(struct rvt_byte_stream *stream, const struct rvt_encap_config *config,
                          struct rvt_mismatch_log *findings)
{
    *stream = (struct rvt_byte_stream){.config = config, .findings = findings};
    rvt_null_order_init(&stream->nulls, config);
}

enum rvt_byte_place rvt_byte_stream_take(struct rvt_byte_stream *stream, uint8_t byte,
                                         uint64_t cycle)
{
    const struct rvt_encap_config *config = stream->config;

    if (stream->have == 0) {
        size_t length = byte & LENGTH_MASK;
        rvt_null_order_check(&stream->nulls, byte, cycle, stream->findings);
        if (length == 0)
            return RVT_BYTE_NULL; /* ENC-009 */
        size_t extend = (byte & EXTEND) != 0 ? config->timestamp_bytes : 0;
        stream->need = 1 + config->srcid_bits / 8 + extend + length; /* ENC-004 */
    }
    stream->packet[stream->have++] = byte;
    stream->bytes++;
    if (stream->have < stream->need)
        return RVT_BYTE_INSIDE;
    rvt_null_order_packet(&stream->nulls, stream->need);
    stream->have = 0;
    return RVT_BYTE_LAST;
}

void rvt_byte_stream_mark(const struct rvt_byte_stream *stream, uint64_t cycle, const uint8_t *data,
                          size_t count, bool ends, bool last)
{
    if (ends == last || rvt_mismatch_log_full(stream->findings))
        return;
    struct rvt_mismatch found = {
        .kind = RVT_MISMATCH_PACKET_END, .cycle = cycle, .encapsulated = true};
    rvt_mismatch_set_message(&found, last ? "end of packet marked, but no packet ends after these "
                                            "bytes [ENC-004]"
                                          : "end of packet not marked, but a packet ends after "
                                            "these bytes [ENC-004]");
    (void)rvt_mismatch_set_packet(&found.observed, data, count);
    (void)rvt_mismatch_log_add(stream->findings, &found);
}

void rvt_byte_stream_end(const struct rvt_byte_stream *stream, uint64_t cycle)
{
    struct rvt_mismatch found = {
        .kind = RVT_MISMATCH_PACKET_END, .cycle = cycle, .encapsulated = true};

    if (stream->have == 0)
        return;
    rvt_mismatch_set_message(&found, "the byte stream ends inside a packet [ENC-014]");
    (void)rvt_mismatch_log_add(stream->findings, &found);
}
