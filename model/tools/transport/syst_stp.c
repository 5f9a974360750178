/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt syst: messages out of an STP stream, and into one. */
#include "io/bytes/input.h"
#include "tools/command.h"
#include "tools/live.h"
#include "tools/progress.h"
#include "tools/transport/syst.h"
#include "transport/syst/syst_sender.h"

struct decoding {
    struct rvt_syst_command *command;
    enum rvt_status status; /* of the output */
};

/* A message, or with message null what is none. */
static void show(struct decoding *decoding, const struct rvt_sequence_message *raw,
                 const struct rvt_syst_message *message, size_t used,
                 const struct rvt_clock_time *converted)
{
    struct rvt_syst_command *command = decoding->command;
    const struct rvt_syst_place place = {.has_channel = true,
                                         .master = raw->master,
                                         .channel = raw->channel,
                                         .has_time = raw->trusted,
                                         .time = raw->time};
    enum rvt_status status;

    command->item = (struct rvt_syst_item){
        .data = raw->byte, .bytes = raw->bytes, .unit = "byte", .position = raw->at / 2};
    status = rvt_syst_show(command, &place, message, used, converted);
    if (decoding->status == RVT_OK)
        decoding->status = status;
}

static void on_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct decoding *decoding = context;
    struct rvt_clock_time time;
    size_t used = 0;
    bool converted = arrival->message->ts && arrival->clock != NULL &&
                     rvt_clock_convert(arrival->clock, arrival->message->timestamp,
                                       arrival->transport_hz, &time) == RVT_OK;
    enum rvt_status status = rvt_syst_measure(arrival->message, &used, NULL);

    if (status == RVT_OK)
        show(decoding, arrival->raw, arrival->message, used, converted ? &time : NULL);
    else if (decoding->status == RVT_OK)
        decoding->status = status;
}

static void on_refused(void *context, const struct rvt_sequence_message *raw)
{
    show(context, raw, NULL, 0, NULL);
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    const struct decoding *decoding = context;

    rvt_syst_show_finding(decoding->command, finding);
}

static enum rvt_status read_all(struct rvt_input *input, struct rvt_syst_stream *stream,
                                const struct decoding *decoding, struct rvt_diag *diag)
{
    struct rvt_syst_command *command = decoding->command;
    const uint8_t *data = NULL;
    size_t available = 1;
    struct rvt_progress progress;
    struct rvt_live live;
    enum rvt_status status = RVT_OK;

    rvt_progress_start(&progress, "bytes");
    rvt_progress_of(&progress, command->input_path);
    rvt_live_open(&live, command->input_path, command->output, &command->json);
    while (status == RVT_OK && available > 0) {
        status = rvt_input_peek(input, 1, &data, &available, diag);
        if (status == RVT_OK)
            status = rvt_syst_stream_bytes(stream, data, available);
        if (status == RVT_OK)
            rvt_input_skip(input, available);
        if (status == RVT_OK)
            status = decoding->status;
        rvt_live_step(&live);
        rvt_progress_to(&progress, rvt_input_offset(input), rvt_input_place(input));
    }
    rvt_live_close(&live);
    rvt_progress_clear();
    if (status == RVT_OK)
        status = rvt_syst_stream_finish(stream);
    return status == RVT_OK ? decoding->status : status;
}

enum rvt_status rvt_syst_from_stp(struct rvt_syst_command *command, struct rvt_diag *diag)
{
    struct decoding decoding = {.command = command};
    const struct rvt_syst_stream_sinks sinks = {
        .message = on_message, .refused = on_refused, .finding = on_finding, .context = &decoding};
    struct rvt_syst_stream *stream = NULL;
    struct rvt_input *input = NULL;
    enum rvt_status status = rvt_syst_stream_open(&command->config, &sinks, &stream);

    if (status == RVT_OK)
        status = rvt_input_open(command->input_path, &input, diag);
    if (status == RVT_OK)
        status = read_all(input, stream, &decoding, diag);
    rvt_input_close(input);
    rvt_syst_stream_close(stream);
    return status;
}

/* The packets of one message. A message without a time is sent at that of the one before. */
static enum rvt_status send(struct rvt_syst_command *command, struct rvt_stp_encoder *encoder,
                            const struct rvt_syst_item *item, uint64_t *time, struct rvt_diag *diag)
{
    struct rvt_syst_sender sender = {.master = item->place.master,
                                     .channel = item->place.channel,
                                     .marked = command->marked,
                                     .byte = item->data,
                                     .bytes = item->bytes};
    struct rvt_stp_record record;
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes = 0;
    enum rvt_status status = RVT_OK;

    if (item->bytes < RVT_SYST_HEADER_BYTES) {
        status = rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, "SYST-001",
                              "a message has at least 4 bytes");
        rvt_diag_at(diag, item->unit, item->position);
        return status;
    }
    *time = item->place.has_time ? item->place.time : *time;
    sender.time = *time;
    while (status == RVT_OK && rvt_syst_sender_next(&sender, &record)) {
        status = rvt_stp_encoder_put(encoder, &record, out, sizeof out, &bytes);
        if (status == RVT_OK)
            status = rvt_output_write(command->output, out, bytes);
    }
    return status;
}

enum rvt_status rvt_syst_to_stp(struct rvt_syst_command *command, struct rvt_diag *diag)
{
    struct rvt_stp_encoder encoder;
    struct rvt_syst_reader *reader = NULL;
    uint8_t last[1];
    uint64_t time = 0;
    size_t bytes = 0;
    bool end = false;
    struct rvt_progress progress;
    enum rvt_status status = rvt_stp_encoder_init(&encoder, &command->encoder);

    rvt_progress_start(&progress, "messages");
    rvt_progress_of(&progress, command->input_path);
    if (status == RVT_OK)
        status = rvt_syst_reader_open(command->input_path, command->form, &reader, diag);
    while (status == RVT_OK) {
        status = rvt_syst_reader_read(reader, &command->item, &end, diag);
        if (status != RVT_OK || end)
            break;
        command->messages++;
        status = send(command, &encoder, &command->item, &time, diag);
        rvt_progress_at(&progress, rvt_syst_reader_place(reader));
    }
    rvt_progress_clear();
    rvt_syst_reader_close(reader);
    if (status == RVT_OK)
        status = rvt_stp_encoder_finish(&encoder, last, sizeof last, &bytes);
    return status == RVT_OK ? rvt_output_write(command->output, last, bytes) : status;
}
