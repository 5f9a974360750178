/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/stream_writer.h"

static void on_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct rvt_stream_writer *writer = context;

    rvt_output_write(writer->output, data, bytes);
}

void rvt_stream_writer_init(struct rvt_stream_writer *writer, struct rvt_output *output,
                            const struct rvt_config *config, enum rvt_stream_form form)
{
    *writer = (struct rvt_stream_writer){.output = output, .config = config, .form = form};
    rvt_encap_writer_init(&writer->encap, config, on_bytes, writer);
}

/* A line of a packet list. */
static enum rvt_status put_hex(struct rvt_output *output, const struct rvt_payload *payload,
                               bool data)
{
    static const char digits[] = "0123456789abcdef";
    char line[2 + 2 * RVT_PAYLOAD_BYTES_MAX + 1] = "d:";
    size_t length = data ? 2 : 0;

    for (unsigned index = 0; index < payload->bytes; index++) {
        line[length++] = digits[payload->byte[index] >> 4];
        line[length++] = digits[payload->byte[index] & 15];
    }
    line[length++] = '\n';
    return rvt_output_write(output, line, length);
}

static enum rvt_status put_encap(struct rvt_stream_writer *writer,
                                 const struct rvt_payload *payload, bool data, uint64_t timestamp,
                                 struct rvt_diag *diag)
{
    const struct rvt_encap_config *source = &writer->config->encap;
    const struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                                    .flow = (uint8_t)source->flow,
                                    .extend = source->timestamp_bytes > 0,
                                    .srcid = (uint16_t)source->srcid,
                                    .type = (uint8_t)(data ? source->type_data : source->type_inst),
                                    .timestamp = timestamp & rvt_mask(8 * source->timestamp_bytes),
                                    .payload = *payload};
    enum rvt_status status = rvt_encap_writer_packet(&writer->encap, &encap, diag);

    return status == RVT_OK ? rvt_output_write(writer->output, NULL, 0) : status;
}

enum rvt_status rvt_stream_writer_put(struct rvt_stream_writer *writer,
                                      const struct rvt_payload *payload, bool data,
                                      uint64_t timestamp, struct rvt_diag *diag)
{
    return writer->form == RVT_STREAM_HEX ? put_hex(writer->output, payload, data)
                                          : put_encap(writer, payload, data, timestamp, diag);
}

enum rvt_status rvt_stream_writer_finish(struct rvt_stream_writer *writer)
{
    if (writer->form == RVT_STREAM_ENCAP)
        rvt_encap_writer_finish(&writer->encap);
    return rvt_output_write(writer->output, NULL, 0);
}
