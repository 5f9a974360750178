/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T messages on many STP channels, whole and damaged: the packets that a sender makes, the
 * messages that arrive or are refused, with places and clocks, and findings are those of the
 * reference.
 */
#include "messages.h"

#include "transport/syst/syst_sender.h"
#include "transport/syst/syst_stream.h"

enum { GROUPS = 300, MESSAGES = 60, SENDERS = 8, OPCODES = 10 };

static struct bytes sent;

/* A channel that sends one message after the other. */
struct source {
    struct rvt_syst_sender sender;
    uint8_t byte[RVT_SYST_HEADER_BYTES + 2 * BODY_MAX];
};

struct bench {
    struct regression *regression;
    struct rvt_random random;
    struct rvt_stp_encoder encoder;
    struct source source[SENDERS];
    unsigned channels, left; /* messages */
    uint64_t time;
};

static void put_record(struct bench *bench, const struct rvt_stp_record *record)
{
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes = 0;

    if (rvt_stp_encoder_put(&bench->encoder, record, out, sizeof out, &bytes) == RVT_OK)
        bytes_put(&sent, out, bytes);
}

/* A packet that no sender of messages sends here. */
static void put_other(struct bench *bench, const struct rvt_syst_sender *sender)
{
    static const enum rvt_stp_opcode opcodes[OPCODES] = {
        RVT_STP_D4,   RVT_STP_D4MTS, RVT_STP_FLAG,   RVT_STP_FLAG_TS, RVT_STP_GERR,
        RVT_STP_MERR, RVT_STP_CERR,  RVT_STP_D16MTS, RVT_STP_D8M,     RVT_STP_D64TS};
    const struct rvt_stp_record record = {
        .opcode = opcodes[rvt_random_below(&bench->random, OPCODES)],
        .master = sender->master,
        .channel = (uint16_t)(sender->channel ^ maybe(&bench->random, 30, 1)),
        .payload = number_of(&bench->random, 4),
        .time = bench->time};

    put_record(bench, &record);
}

static void begin_message(struct bench *bench, unsigned which)
{
    struct source *source = &bench->source[which];
    struct rvt_syst_message message;
    uint8_t body[BODY_MAX];
    size_t bytes = 0;

    do
        random_message(&bench->random, "", body, &message);
    while (rvt_syst_write(&message, source->byte, sizeof source->byte, &bytes, NULL) != RVT_OK);
    if (rvt_random_chance(&bench->random, 5))
        bytes = RVT_SYST_HEADER_BYTES + rvt_random_below(&bench->random, 3);
    source->sender = (struct rvt_syst_sender){.master = (uint16_t)(which % 3 * 0x181),
                                              .channel = (uint16_t)(which / 3 * 0x7f),
                                              .time = bench->time,
                                              .marked = rvt_random_chance(&bench->random, 50),
                                              .byte = source->byte,
                                              .bytes = bytes};
    bench->left--;
}

static void step(struct bench *bench)
{
    unsigned which = rvt_random_below(&bench->random, bench->channels);
    struct rvt_syst_sender *sender = &bench->source[which].sender;
    struct rvt_stp_record record;

    bench->time += number_of(&bench->random, rvt_random_chance(&bench->random, 2) ? 40 : 8);
    if (rvt_random_chance(&bench->random, 2))
        bench->time -= number_of(&bench->random, 12);
    if (rvt_random_chance(&bench->random, 2))
        put_other(bench, sender);
    if (sender->byte == NULL || !rvt_syst_sender_next(sender, &record)) {
        begin_message(bench, which);
        return;
    }
    regression_note(bench->regression, "record %x %x %x %" PRIx64 " %" PRIx64, record.opcode,
                    record.master, record.channel, record.payload, record.time);
    put_record(bench, &record);
}

static void send_all(struct bench *bench)
{
    uint8_t last[1];
    size_t bytes = 0;
    struct rvt_stp_encoder_config config = {
        .time_type = (enum rvt_stp_time_type)(1 + rvt_random_below(&bench->random, 4)),
        .sync_bytes = maybe(&bench->random, 60, 400)};

    config.frequency = number_of(&bench->random, 40);
    cr_assert(rvt_stp_encoder_init(&bench->encoder, &config) == RVT_OK);
    while (bench->left > 0)
        step(bench);
    cr_assert(rvt_stp_encoder_finish(&bench->encoder, last, sizeof last, &bytes) == RVT_OK);
    bytes_put(&sent, last, bytes);
}

static void note_raw(void *context, const struct rvt_sequence_message *raw)
{
    regression_note(context, "raw %x %x %d %d %" PRIx64 " %" PRIu64 " %" PRIu64, raw->master,
                    raw->channel, (int)raw->ending, raw->trusted, raw->time, raw->at, raw->end);
    note_bytes(context, "raw", raw->byte, raw->bytes);
    for (size_t i = 0; i < raw->parts; i++)
        regression_note(context, "part %" PRIu32 " %" PRIu64, raw->part[i].from, raw->part[i].at);
    for (size_t i = 0; i < raw->bytes; i += 3)
        regression_note(context, "place %" PRIu64, rvt_sequence_place(raw, i));
}

static void note_arrival(void *context, const struct rvt_syst_arrival *arrival)
{
    note_raw(context, arrival->raw);
    note_message(context, arrival->message);
    regression_note(context, "clock %d hz %" PRIu64, arrival->clock != NULL, arrival->transport_hz);
    if (arrival->clock != NULL)
        regression_note(context, "clock %" PRIx64 " %" PRIx64 " %" PRIx64, arrival->clock->value,
                        arrival->clock->frequency, arrival->clock->transport);
}

static void note_packet(void *context, const struct rvt_stp_event *event)
{
    regression_note(context, "packet %" PRIu64 " %u %d %x", event->at, event->nibbles, event->lost,
                    event->packet.opcode);
}

static void receive(struct regression *regression, struct rvt_random *random)
{
    const struct rvt_syst_stream_config config = {
        .stp = {.start = (enum rvt_stp_start)maybe(random, 20, 2)},
        .sequence = {.from_start = rvt_random_chance(random, 50)},
        .syst = {.sbd = rvt_random_chance(random, 50), .origins = maybe(random, 30, 5)}};
    const struct rvt_syst_stream_sinks sinks = {
        .message = rvt_random_chance(random, 97) ? note_arrival : NULL,
        .refused = rvt_random_chance(random, 90) ? note_raw : NULL,
        .finding = rvt_random_chance(random, 95) ? note_finding : NULL,
        .packet = rvt_random_chance(random, 50) ? note_packet : NULL,
        .context = regression};
    struct rvt_syst_stream *stream = NULL;
    enum rvt_status status = rvt_syst_stream_open(&config, &sinks, &stream);

    regression_note(regression, "open %s", rvt_status_text(status));
    if (status != RVT_OK)
        return;
    for (size_t at = 0, size = 0; at < sent.count; at += size) {
        size = piece_of(random, sent.count - at, 300);
        cr_assert(rvt_syst_stream_bytes(stream, sent.byte + at, size) == RVT_OK);
    }
    cr_assert(rvt_syst_stream_finish(stream) == RVT_OK);
    rvt_syst_stream_close(stream);
}

/* Many channels, each of which has a message that is longer than any may be, or begins one. */
static void overflow(struct regression *regression, struct rvt_random *random)
{
    const struct rvt_sequence_config config = {.from_start = rvt_random_chance(random, 50)};
    const struct rvt_sequence_sinks sinks = {.message = note_raw,
                                             .message_context = regression,
                                             .finding = note_finding,
                                             .finding_context = regression};
    struct rvt_stp_event event = {.at = UINT64_C(1) << 33, .nibbles = 17};
    struct rvt_sequence *sequence = NULL;

    cr_assert(rvt_sequence_open(&config, &sinks, &sequence) == RVT_OK);
    for (unsigned i = 0; i < 9000; i++) {
        bool fills = i < 8300;

        event.packet.opcode = i == 0 ? RVT_STP_D64TS : RVT_STP_D64;
        if (!fills) {
            event.packet.opcode = rvt_random_chance(random, 50) ? RVT_STP_D32TS : RVT_STP_FLAG;
            event.master = (uint16_t)number_of(random, 5);
            event.channel = (uint16_t)number_of(random, 5);
            event.trusted = rvt_random_chance(random, 50);
            event.time = number_of(random, 40);
        }
        event.packet.payload = i % 16;
        cr_assert(rvt_sequence_event(sequence, &event) == RVT_OK);
        event.at += event.nibbles;
    }
    rvt_sequence_finish(sequence, event.at);
    rvt_sequence_close(sequence);
}

/* More channels than 16 bits count, some of which have a message. */
static void fill_channels(struct regression *regression, struct rvt_random *random)
{
    const struct rvt_sequence_config config = {.from_start = false};
    const struct rvt_sequence_sinks sinks = {.message = note_raw,
                                             .message_context = regression,
                                             .finding = note_finding,
                                             .finding_context = regression};
    struct rvt_stp_event event = {.nibbles = 8};
    struct rvt_sequence *sequence = NULL;

    cr_assert(rvt_sequence_open(&config, &sinks, &sequence) == RVT_OK);
    for (unsigned i = 0; i < 66000 + 400; i++, event.at += event.nibbles) {
        unsigned place = i < 66000 ? i : rvt_random_below(random, 66000);

        event.master = (uint16_t)(place / 300);
        event.channel = (uint16_t)(place % 300);
        event.packet.opcode = i < 66000 || i % 3 == 0 ? RVT_STP_FLAG : RVT_STP_D32TS;
        cr_assert(rvt_sequence_event(sequence, &event) == RVT_OK);
    }
    rvt_sequence_finish(sequence, event.at);
    rvt_sequence_close(sequence);
}

static void group(struct regression *regression)
{
    static struct bench bench;

    regression_begin(regression);
    bench = (struct bench){.regression = regression, .left = MESSAGES};
    rvt_random_seed(&bench.random, 920000 + regression->group);
    bench.channels = 1 + rvt_random_below(&bench.random, SENDERS);
    sent.count = 0;
    send_all(&bench);
    note_bytes(regression, "sent", sent.byte, sent.count);
    receive(regression, &bench.random);
    for (unsigned left = 1 + rvt_random_below(&bench.random, 8); left > 0; left--)
        bytes_damage(&bench.random, &sent, left % 2 == 0 ? 0xff : 0);
    receive(regression, &bench.random);
    if (regression->group % 30 == 0)
        overflow(regression, &bench.random);
    if (regression->group == GROUPS)
        fill_channels(regression, &bench.random);
    regression_end(regression);
}

Test(regression, sequences_are_answered_as_before)
{
    struct regression regression;

    regression_open(&regression, "sequence");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}
