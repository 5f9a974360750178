/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/stream_writer.h"

#include "io/packet_list.h"
#include "transport/syst/syst.h"
#include "transport/syst/syst_sender.h"

enum { MESSAGE_MAX = RVT_SYST_HEADER_BYTES + RVT_ENCAP_BYTES_MAX + 4 /* checksum */ };

static void to_output(void *context, const uint8_t *data, size_t bytes)
{
    struct rvt_stream_writer *writer = context;

    rvt_output_write(writer->output, data, bytes);
}

static void to_frames(void *context, const uint8_t *data, size_t bytes)
{
    struct rvt_stream_writer *writer = context;
    unsigned id = writer->config->transport.frame_id;
    enum rvt_status status = rvt_formatter_write(&writer->frames, id, data, bytes, &writer->diag);

    if (writer->status == RVT_OK)
        writer->status = status;
}

void rvt_stream_writer_init(struct rvt_stream_writer *writer, struct rvt_output *output,
                            const struct rvt_config *config, enum rvt_stream_form form)
{
    const struct rvt_transport_config *transport = &config->transport;
    const struct rvt_stp_encoder_config stp = {.time_type = RVT_STP_TIME_NAT,
                                               .sync_bytes = transport->stp_sync};
    const struct rvt_formatter_config frames = {
        .fsync_frames = transport->frame_stream ? transport->fsync_frames : 0,
        .id_after_fsync = transport->frame_stream};

    *writer = (struct rvt_stream_writer){.output = output, .config = config, .form = form};
    rvt_diag_clear(&writer->diag);
    rvt_encap_writer_init(&writer->encap, config, form == RVT_STREAM_FRAME ? to_frames : to_output,
                          writer);
    rvt_formatter_init(&writer->frames, &frames, to_output, writer);
    writer->status = rvt_stp_encoder_init(&writer->stp, &stp);
}

/* A line of a packet list. */
static enum rvt_status put_line(struct rvt_output *output, const struct rvt_payload *payload,
                                bool data)
{
    rvt_packet_list_put(output, payload->byte, payload->bytes, data);
    return rvt_output_write(output, "\n", 1);
}

/* Writes the packet as a message of its own. */
static enum rvt_status put_message(struct rvt_stream_writer *writer, const struct rvt_encap *packet,
                                   uint64_t time, struct rvt_diag *diag)
{
    const struct rvt_transport_config *transport = &writer->config->transport;
    uint8_t body[RVT_ENCAP_BYTES_MAX], bytes[MESSAGE_MAX];
    struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                       .subtype = (uint8_t)transport->protocol,
                                       .chk = transport->checksum,
                                       .body = body};
    struct rvt_syst_sender sender = {.master = (uint16_t)transport->master,
                                     .channel = (uint16_t)transport->channel,
                                     .time = time,
                                     .marked = transport->marked,
                                     .byte = bytes};
    struct rvt_stp_record record;
    enum rvt_status status =
        rvt_encap_write(writer->config, packet, body, sizeof body, &message.body_bytes, diag);

    if (status == RVT_OK)
        status = rvt_syst_write(&message, bytes, sizeof bytes, &sender.bytes, diag);
    while (status == RVT_OK && rvt_syst_sender_next(&sender, &record)) {
        uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
        size_t count = 0;

        status = rvt_stp_encoder_put(&writer->stp, &record, out, sizeof out, &count);
        to_output(writer, out, count);
    }
    return status;
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
    enum rvt_status status = writer->form == RVT_STREAM_STP
                                 ? put_message(writer, &encap, timestamp, diag)
                                 : rvt_encap_writer_packet(&writer->encap, &encap, diag);

    if (writer->status != RVT_OK) {
        *diag = writer->diag;
        return writer->status;
    }
    return status == RVT_OK ? rvt_output_write(writer->output, NULL, 0) : status;
}

enum rvt_status rvt_stream_writer_put(struct rvt_stream_writer *writer,
                                      const struct rvt_payload *payload, bool data,
                                      uint64_t timestamp, struct rvt_diag *diag)
{
    return writer->form == RVT_STREAM_HEX ? put_line(writer->output, payload, data)
                                          : put_encap(writer, payload, data, timestamp, diag);
}

enum rvt_status rvt_stream_writer_finish(struct rvt_stream_writer *writer)
{
    enum rvt_status status = RVT_OK;
    uint8_t last;
    size_t bytes = 0;

    if (writer->form == RVT_STREAM_STP) {
        status = rvt_stp_encoder_finish(&writer->stp, &last, 1, &bytes);
        to_output(writer, &last, bytes);
    } else if (writer->form != RVT_STREAM_HEX) {
        rvt_encap_writer_finish(&writer->encap);
    }
    if (writer->form == RVT_STREAM_FRAME)
        rvt_formatter_flush(&writer->frames);
    return status == RVT_OK ? rvt_output_write(writer->output, NULL, 0) : status;
}
