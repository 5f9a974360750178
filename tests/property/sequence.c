/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Random SyS-T messages of many channels, divided into freely interleaved STP packets, come out
 * complete and in order; after any damage, from the next ASYNC on. No message with a wrong checksum
 * is delivered. Shows: SEQ-001..004, SEQ-008, SEQ-009, STP-005, SYST-008
 */
#include <criterion/criterion.h>
#include <string.h>

#include "random/random.h"
#include "transport/syst/syst_sender.h"
#include "transport/syst/syst_stream.h"

enum {
    MASTERS = 16,
    CHANNELS = 8,
    MESSAGE_MAX = 120,
    STREAM_MAX = 1 << 20,
    SENT_MAX = 4096,
};

struct sent {
    uint16_t master, channel;
    uint64_t begins; /* at least so many bytes precede its first packet */
    bool arrived;
    size_t bytes;
    uint8_t byte[MESSAGE_MAX];
};

/* One run: what was sent, the stream, and what came out. */
struct run {
    struct rvt_random random;
    struct rvt_stp_encoder encoder;
    struct rvt_syst_sender sender[MASTERS * CHANNELS];
    bool busy[MASTERS * CHANNELS];
    struct sent *sent;
    size_t count;
    uint8_t *stream;
    size_t bytes;
    uint64_t syncs[STREAM_MAX / 1024];
    size_t sync_count;
    /* comparison */
    size_t next[MASTERS *
                CHANNELS]; /* in sent: where the search for the next message of a channel starts */
    uint64_t wrong, unknown, checked; /* wrong: messages with a wrong checksum */
    bool strict;                      /* nothing may be missing or unknown */
};

static uint32_t crc32c(const uint8_t *data, size_t bytes)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < 8 * bytes; i++)
        crc = crc >> 1 ^ ((crc ^ (uint32_t)data[i / 8] >> i % 8) & 1 ? 0x82f63b78U : 0);
    return ~crc;
}

/* A valid message: RAW with any optional fields, or SHORT32, SHORT64. */
static void make_message(struct rvt_random *random, struct sent *sent)
{
    uint8_t body[64];
    struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                       .severity = rvt_random_below(random, 8) & 7,
                                       .subtype = rvt_random_below(random, 64) & 63,
                                       .origin = rvt_random_below(random, 2048) & 2047,
                                       .guid = rvt_random_chance(random, 20),
                                       .loc = rvt_random_chance(random, 20),
                                       .len = rvt_random_chance(random, 30),
                                       .chk = rvt_random_chance(random, 60),
                                       .body = body,
                                       .body_bytes = rvt_random_below(random, sizeof body)};
    unsigned kind = rvt_random_below(random, 10);

    for (size_t i = 0; i < sizeof body; i++)
        body[i] = (uint8_t)rvt_random_bits(random);
    for (size_t i = 0; i < sizeof message.guid_bytes; i++)
        message.guid_bytes[i] = (uint8_t)(rvt_random_bits(random) | 0x80);
    message.location.tag = rvt_random_below(random, 2) & 1;
    if (kind < 2) {
        message =
            (struct rvt_syst_message){.type = kind == 0 ? RVT_SYST_SHORT32 : RVT_SYST_SHORT64,
                                      .value = rvt_random_bits(random) >> (kind == 0 ? 36 : 4)};
    }
    cr_assert(rvt_syst_write(&message, sent->byte, sizeof sent->byte, &sent->bytes, NULL) ==
              RVT_OK);
}

static void put(struct run *run, const struct rvt_stp_record *record)
{
    uint64_t async_at = run->encoder.async_at;
    size_t bytes = 0;

    cr_assert(rvt_stp_encoder_put(&run->encoder, record, run->stream + run->bytes,
                                  STREAM_MAX - run->bytes, &bytes) == RVT_OK);
    run->bytes += bytes;
    if (run->encoder.async_at != async_at || run->sync_count == 0)
        run->syncs[run->sync_count++] = run->encoder.async_at / 2;
}

/* The next packet of a channel; of a new message if none is in progress and some are left. */
static void step_channel(struct run *run, unsigned which, size_t messages, uint64_t time)
{
    struct rvt_syst_sender *sender = &run->sender[which];
    struct rvt_stp_record record;

    if (!run->busy[which]) {
        struct sent *sent = &run->sent[run->count];

        if (run->count == messages)
            return;
        run->count++;
        *sent = (struct sent){.master = (uint16_t)(which / CHANNELS * 37),
                              .channel = (uint16_t)(which % CHANNELS * 67),
                              .begins = run->bytes};
        make_message(&run->random, sent);
        *sender = (struct rvt_syst_sender){.master = sent->master,
                                           .channel = sent->channel,
                                           .time = time,
                                           .marked = rvt_random_chance(&run->random, 50),
                                           .byte = sent->byte,
                                           .bytes = sent->bytes};
        run->busy[which] = true;
    }
    if (rvt_syst_sender_next(sender, &record))
        put(run, &record);
    else
        run->busy[which] = false;
}

static void send_all(struct run *run, size_t messages, unsigned channels, uint64_t sync_bytes)
{
    struct rvt_stp_encoder_config config = {
        .time_type = RVT_STP_TIME_NAT, .sync_bytes = sync_bytes, .frequency = 1000};
    unsigned busy = 1;
    uint64_t time = 0;
    size_t bytes = 0;

    cr_assert(rvt_stp_encoder_init(&run->encoder, &config) == RVT_OK);
    while (run->count < messages || busy > 0) {
        time += rvt_random_below(&run->random, 100);
        step_channel(run, rvt_random_below(&run->random, channels), messages, time);
        busy = 0;
        for (unsigned i = 0; i < channels && run->count == messages; i++)
            busy += run->busy[i];
    }
    cr_assert(rvt_stp_encoder_finish(&run->encoder, run->stream + run->bytes,
                                     STREAM_MAX - run->bytes, &bytes) == RVT_OK);
    run->bytes += bytes;
}

/* One run at a time: they share the buffers. */
static void run_begin(struct run *run, uint64_t seed)
{
    static uint8_t stream[STREAM_MAX];
    static struct sent sent[SENT_MAX];

    *run = (struct run){.sent = sent, .stream = stream};
    rvt_random_seed(&run->random, seed);
}

static void got_finding(void *context, const struct rvt_finding *finding)
{
    struct run *run = context;
    char line[160];

    if (rvt_rule_text(finding->rule)->severity == RVT_SEVERITY_INFO)
        return;
    run->wrong += finding->rule == RVT_RULE_SYST_008;
    if (run->strict) {
        rvt_finding_format(finding, line, sizeof line);
        cr_expect(false, "%s", line);
    }
}

/* Messages of a channel arrive in the order in which they were sent. */
static void got_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct run *run = context;
    const struct rvt_sequence_message *raw = arrival->raw;
    const struct rvt_syst_message *message = arrival->message;
    unsigned which = raw->master / 37U % MASTERS * CHANNELS + raw->channel / 67U % CHANNELS;

    if (message->chk) {
        size_t covered = (size_t)(message->body - raw->byte) + message->body_bytes;

        run->checked++;
        cr_expect(crc32c(raw->byte, covered) == message->checksum);
    }
    for (size_t i = run->next[which]; i < run->count; i++) {
        struct sent *sent = &run->sent[i];

        if (sent->master == raw->master && sent->channel == raw->channel &&
            sent->bytes == raw->bytes && memcmp(sent->byte, raw->byte, sent->bytes) == 0) {
            sent->arrived = true;
            run->next[which] = i + 1;
            return;
        }
    }
    run->unknown++;
}

static void receive(struct run *run, bool from_start)
{
    struct rvt_syst_stream_config config = {.sequence = {.from_start = from_start}};
    struct rvt_syst_stream_sinks sinks = {
        .message = got_message, .finding = got_finding, .context = run};
    struct rvt_syst_stream *stream;
    size_t at = 0;

    cr_assert(rvt_syst_stream_open(&config, &sinks, &stream) == RVT_OK);
    while (at < run->bytes) {
        size_t piece = 1 + rvt_random_below(&run->random, 200);

        if (piece > run->bytes - at)
            piece = run->bytes - at;
        cr_assert(rvt_syst_stream_bytes(stream, run->stream + at, piece) == RVT_OK);
        at += piece;
    }
    cr_assert(rvt_syst_stream_finish(stream) == RVT_OK);
    rvt_syst_stream_close(stream);
}

Test(sequence, messages_of_many_channels_come_out_whole_and_in_order)
{
    struct run run;
    uint64_t arrived = 0, checked = 0;

    for (uint64_t seed = 1; seed <= 40; seed++) {
        run_begin(&run, seed);
        send_all(&run, 1500, MASTERS * CHANNELS, seed % 2 == 0 ? 0 : 300);
        run.strict = true;
        receive(&run, true);
        cr_expect(run.unknown == 0, "seed %u: %u unknown", (unsigned)seed, (unsigned)run.unknown);
        for (size_t i = 0; i < run.count; i++) {
            if (!run.sent[i].arrived)
                cr_expect(false, "seed %u: message %zu", (unsigned)seed, i);
            arrived += run.sent[i].arrived;
        }
        checked += run.checked;
    }
    cr_log_info("%u messages, %u with checksum", (unsigned)arrived, (unsigned)checked);
    cr_assert(arrived == 40 * 1500 && checked > 20000);
}

/* Flips, inserts, drops or overwrites bytes. Returns the first byte after the damage. */
static size_t damage(struct run *run)
{
    size_t at = rvt_random_below(&run->random, (unsigned)(run->bytes / 2));
    size_t length = 1 + rvt_random_below(&run->random, 8);
    uint8_t *from = run->stream + at;

    switch (rvt_random_below(&run->random, 4)) {
    case 0:
        *from ^= (uint8_t)(1U << rvt_random_below(&run->random, 8));
        return at + 1;
    case 1: /* inserted */
        memmove(from + length, from, run->bytes - at);
        run->bytes += length;
        for (size_t i = 0; i < length; i++)
            from[i] = (uint8_t)rvt_random_bits(&run->random);
        for (size_t i = 0; i < run->count; i++)
            run->sent[i].begins += run->sent[i].begins >= at ? length : 0;
        for (size_t i = 0; i < run->sync_count; i++)
            run->syncs[i] += run->syncs[i] >= at ? length : 0;
        return at + length;
    case 2: /* dropped */
        memmove(from, from + length, run->bytes - at - length);
        run->bytes -= length;
        for (size_t i = 0; i < run->count; i++)
            run->sent[i].begins -= run->sent[i].begins >= at + length ? length : 0;
        for (size_t i = 0; i < run->sync_count; i++)
            run->syncs[i] -= run->syncs[i] >= at + length ? length : 0;
        return at + length;
    default:
        for (size_t i = 0; i < length; i++)
            from[i] = (uint8_t)rvt_random_bits(&run->random);
        return at + length;
    }
}

Test(sequence, after_damage_everything_follows_the_next_async)
{
    enum { TRIALS = 10000 };
    struct run run;
    uint64_t due = 0, lost = 0;

    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        size_t after, sync = 0;

        run_begin(&run, seed);
        send_all(&run, 40, 2 * CHANNELS, 150);
        after = damage(&run);
        while (sync < run.sync_count && run.syncs[sync] < after)
            sync++;
        receive(&run, true);
        for (size_t i = 0; i < run.count; i++) {
            bool must = sync < run.sync_count && run.sent[i].begins > run.syncs[sync];

            if (must && !run.sent[i].arrived)
                cr_expect(false, "seed %u: message %zu", (unsigned)seed, i);
            due += must;
            lost += !run.sent[i].arrived;
        }
    }
    cr_log_info("%u messages due, %u lost before", (unsigned)due, (unsigned)lost);
    cr_assert(due > TRIALS * 10 && lost > TRIALS / 4);
}

Test(sequence, random_bytes_deliver_no_wrong_checksum)
{
    struct run run;

    run_begin(&run, 1);
    for (unsigned i = 0; i < 10000; i++) {
        /* ASYNC and VERSION, so that the rest is read as packets */
        static const uint8_t BEGIN[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                        0xff, 0xff, 0xff, 0x0f, 0x0f, 0x30};

        memcpy(run.stream, BEGIN, sizeof BEGIN);
        run.bytes = 200;
        for (size_t at = sizeof BEGIN; at < run.bytes; at++)
            run.stream[at] = (uint8_t)rvt_random_bits(&run.random);
        receive(&run, false);
    }
    cr_log_info("%u messages delivered, %u with checksum, %u with a wrong one dropped",
                (unsigned)run.unknown, (unsigned)run.checked, (unsigned)run.wrong);
    cr_assert(run.wrong > 100 && run.unknown > 1000);
}
