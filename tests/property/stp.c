/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP: every packet is read as it was written, and never from fewer nibbles; the records of a
 * sender come out with master, channel and time, however the stream is divided into pieces, and
 * from the next ASYNC on after any damage. Every nibble of any stream belongs to one event, and can
 * be written again. Shows: STP-001, STP-002, STP-003, STP-004, STP-005, STP-006, STP-010, STP-011
 */
#include <criterion/criterion.h>

#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "tests/unit/random.h"
#include "transport/stp/stp_decoder.h"
#include "transport/stp/stp_encoder.h"

enum {
    RECORDS_MAX = 200,
    EVENTS_MAX = 16384,
    STREAM_MAX = 16384,
    PACKETS = 200000,
    ROUND_TRIPS = 2000,
    DAMAGES = 10000,
    NOISES = 5000
};

struct trial {
    uint64_t seed; /* for messages */
    struct rvt_stp_record record[RECORDS_MAX];
    size_t records;
    struct rvt_stp_encoder_config sender;
    uint8_t stream[STREAM_MAX];
    size_t nibbles;
    struct rvt_stp_event event[EVENTS_MAX];
    size_t events;
    uint64_t findings[RVT_RULES];
    uint64_t digest, end; /* of events and findings; of the latest event */
};

static struct trial trial;

static unsigned below(struct trial *t, unsigned limit)
{
    return random_below(&t->seed, limit);
}

/* A number of 0 to bits random bits: small ones are as likely as large ones, all ones are
 * frequent. */
static uint64_t number(struct trial *t, unsigned bits)
{
    uint64_t mask = rvt_mask(below(t, bits + 1));

    return below(t, 4) == 0 ? mask : next_random(&t->seed) & mask;
}

static enum rvt_stp_opcode random_opcode(struct trial *t)
{
    for (;;) {
        enum rvt_stp_opcode opcode = (enum rvt_stp_opcode)below(t, RVT_STP_OPCODES);

        if (rvt_stp_form(opcode)->kind > RVT_STP_KIND_UNDOCUMENTED)
            return opcode;
    }
}

static struct rvt_stp_packet random_packet(struct trial *t, const struct rvt_stp_format *format)
{
    static const uint8_t LENGTHS[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16};
    struct rvt_stp_packet packet = {.opcode = random_opcode(t)};
    const struct rvt_stp_form *form = rvt_stp_form(packet.opcode);

    packet.payload = number(t, 4U * form->payload_nibbles);
    if (packet.opcode == RVT_STP_VERSION && (packet.payload & 8) != 0)
        packet.version = (uint8_t)next_random(&t->seed);
    if (form->timestamp) {
        packet.timestamp_nibbles =
            format->time_type == RVT_STP_TIME_LEGACY ? 2 : LENGTHS[below(t, sizeof LENGTHS)];
        packet.timestamp = number(t, 4U * packet.timestamp_nibbles);
    }
    return packet;
}

static bool same_packet(const struct rvt_stp_packet *a, const struct rvt_stp_packet *b)
{
    return a->opcode == b->opcode && a->payload == b->payload && a->version == b->version &&
           a->timestamp_nibbles == b->timestamp_nibbles && a->timestamp == b->timestamp;
}

Test(stp, packets_are_read_as_written)
{
    struct trial *t = &trial;
    uint8_t buffer[64];

    for (unsigned round = 0; round < PACKETS; round++) {
        struct rvt_stp_format format;
        struct rvt_stp_packet read;
        unsigned nibbles = 0, got = 0, measured = 0;

        t->seed = round;
        format.time_type = (enum rvt_stp_time_type)(1 + below(t, RVT_STP_TIME_GRAY));
        format.le = below(t, 2) != 0;
        struct rvt_stp_packet packet = random_packet(t, &format);
        size_t at = below(t, 8), all = 2 * sizeof buffer;
        memset(buffer, (int)below(t, 256), sizeof buffer);
        cr_assert(rvt_stp_write(&format, &packet, buffer, at, all, &nibbles) == RVT_OK);
        cr_assert(nibbles <= RVT_STP_PACKET_NIBBLES);
        cr_assert(rvt_stp_write(&format, &packet, NULL, 0, all, &measured) == RVT_OK);
        cr_assert(measured == nibbles);
        size_t end = at + nibbles + below(t, (unsigned)(all - at - nibbles + 1));
        cr_assert(rvt_stp_read(&format, buffer, at, end, &read, &got) == RVT_OK, "round %u", round);
        cr_assert(got == nibbles && same_packet(&packet, &read), "round %u", round);
        for (size_t less = at; less < at + nibbles; less++) {
            cr_assert(rvt_stp_read(&format, buffer, at, less, &read, &got) == RVT_ERR_TRUNCATED,
                      "round %u: %zu of %u nibbles", round, less - at, nibbles);
            cr_assert(rvt_stp_write(&format, &packet, NULL, at, less, &got) == RVT_ERR_CAPACITY);
        }
    }
}

static void digest(struct trial *t, uint64_t value)
{
    t->digest = (t->digest ^ value) * UINT64_C(0x100000001b3);
}

static void on_event(void *context, const struct rvt_stp_event *event)
{
    struct trial *t = context;

    cr_assert(event->at == t->end && event->nibbles > 0 && t->events < EVENTS_MAX);
    t->end += event->nibbles;
    t->event[t->events++] = *event;
    digest(t, event->nibbles);
    digest(t, event->packet.payload ^ (uint64_t)event->packet.opcode << 56);
    digest(t, event->time);
    digest(t, (uint64_t)event->master << 16 | event->channel);
    digest(t, (event->trusted ? 8U : 0U) | (event->lost ? 4U : 0U) | (event->master_set ? 2U : 0U) |
                  (event->timed ? 1U : 0U));
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct trial *t = context;

    t->findings[finding->rule]++;
    digest(t, finding->rule);
    digest(t, 2 * finding->byte + finding->nibble);
    digest(t, finding->value);
}

/* Feeds bytes that begin inside a byte of the stream. */
static void feed_shifted(struct rvt_stp_decoder *decoder, const struct trial *t, size_t at,
                         size_t bytes)
{
    static uint8_t shifted[STREAM_MAX];

    for (size_t i = 0; i < bytes; i++)
        shifted[i] = (uint8_t)(rvt_stp_nibble(t->stream, at + 2 * i) |
                               rvt_stp_nibble(t->stream, at + 2 * i + 1) << 4);
    rvt_stp_decoder_bytes(decoder, shifted, bytes);
}

/* Feeds pieces of up to most bytes and single nibbles; 0: nibble by nibble. */
static void decode(struct trial *t, const struct rvt_stp_config *config, unsigned most)
{
    struct rvt_stp_decoder decoder;
    struct rvt_stp_sinks sinks = {
        .event = on_event, .event_context = t, .finding = on_finding, .finding_context = t};
    size_t at = 0;

    t->events = 0;
    t->end = 0;
    t->digest = 0;
    memset(t->findings, 0, sizeof t->findings);
    cr_assert(rvt_stp_decoder_init(&decoder, config, &sinks) == RVT_OK);
    while (at < t->nibbles) {
        size_t left = (t->nibbles - at) / 2, bytes = most == 0 ? 0 : 1 + below(t, most);

        if (most == 0 || left == 0 || below(t, 8) == 0) {
            rvt_stp_decoder_nibble(&decoder, rvt_stp_nibble(t->stream, at++));
            continue;
        }
        bytes = bytes < left ? bytes : left;
        if (at & 1)
            feed_shifted(&decoder, t, at, bytes);
        else
            rvt_stp_decoder_bytes(&decoder, t->stream + at / 2, bytes);
        at += 2 * bytes;
    }
    rvt_stp_decoder_finish(&decoder);
    cr_assert(t->end == t->nibbles, "%" PRIu64 " nibbles of %zu", t->end, t->nibbles);
}

/* A record for a sender: not one of the packets that it makes itself. */
static enum rvt_stp_opcode random_record_opcode(struct trial *t)
{
    for (;;) {
        enum rvt_stp_opcode opcode = random_opcode(t);
        enum rvt_stp_kind kind = rvt_stp_form(opcode)->kind;

        if (kind != RVT_STP_KIND_MASTER && kind != RVT_STP_KIND_CHANNEL &&
            kind != RVT_STP_KIND_VERSION && kind != RVT_STP_KIND_ASYNC)
            return opcode;
    }
}

static void random_sender(struct trial *t)
{
    static const unsigned MINORS[] = {0, 2, 3, 4};

    t->sender = (struct rvt_stp_encoder_config){
        .time_type = (enum rvt_stp_time_type)(1 + below(t, RVT_STP_TIME_GRAY)),
        .minor = MINORS[below(t, 4)],
        .le_always = below(t, 4) == 0,
        .sync_bytes = below(t, 2) * (uint64_t)below(t, 200),
        .frequency = below(t, 2) * number(t, 40)};
    t->sender.le = t->sender.minor != 0 && below(t, 2) != 0;
}

/* Random records through a sender; time never decreases. */
static void make_stream(struct trial *t)
{
    struct rvt_stp_encoder encoder;
    uint64_t time = number(t, 62);
    bool legacy = t->sender.time_type == RVT_STP_TIME_LEGACY;
    size_t at = 0, bytes = 0;
    uint16_t masters[2] = {(uint16_t)number(t, 16), (uint16_t)number(t, 16)};
    uint16_t channels[3] = {0, (uint16_t)number(t, 16), (uint16_t)number(t, 16)};

    memset(t->stream, 0, sizeof t->stream);
    cr_assert(rvt_stp_encoder_init(&encoder, &t->sender) == RVT_OK);
    t->records = 1 + below(t, RECORDS_MAX);
    for (size_t i = 0; i < t->records; i++) {
        struct rvt_stp_record *record = &t->record[i];

        time += number(t, below(t, 20) == 0 ? 55 : 12);
        record->opcode = random_record_opcode(t);
        record->master = masters[below(t, 2)];
        record->channel = channels[below(t, 3)];
        record->payload = number(t, 4U * rvt_stp_form(record->opcode)->payload_nibbles);
        record->time = legacy ? time & 0xff : time;
        if (below(t, 50) == 0)
            rvt_stp_encoder_sync(&encoder);
        cr_assert(rvt_stp_encoder_put(&encoder, record, t->stream + at, sizeof t->stream - at,
                                      &bytes) == RVT_OK);
        cr_assert(bytes <= RVT_STP_ENCODER_BYTES_MAX);
        at += bytes;
    }
    cr_assert(rvt_stp_encoder_finish(&encoder, t->stream + at, sizeof t->stream - at, &bytes) ==
              RVT_OK);
    t->nibbles = 2 * (at + bytes);
}

/* True if the event is that of the record. */
static bool same_record(const struct rvt_stp_event *event, const struct rvt_stp_record *record)
{
    enum rvt_stp_kind kind = rvt_stp_form(record->opcode)->kind;
    bool error = kind == RVT_STP_KIND_ERROR && record->opcode != RVT_STP_GERR;
    bool channel = kind == RVT_STP_KIND_DATA || kind == RVT_STP_KIND_FLAG ||
                   kind == RVT_STP_KIND_TRIGGER || record->opcode == RVT_STP_CERR;

    return event->packet.opcode == record->opcode && event->packet.payload == record->payload &&
           (!(channel || error) || event->master == record->master) &&
           (!channel || event->channel == record->channel) &&
           (!event->timed || event->time == record->time);
}

/* True for packets that the sender adds. */
static bool own(const struct rvt_stp_event *event, bool after_version)
{
    enum rvt_stp_kind kind = rvt_stp_form(event->packet.opcode)->kind;

    return kind == RVT_STP_KIND_MASTER || kind == RVT_STP_KIND_CHANNEL ||
           kind == RVT_STP_KIND_VERSION || kind == RVT_STP_KIND_ASYNC ||
           (after_version && kind == RVT_STP_KIND_FREQUENCY && !event->timed);
}

/* A FREQ after VERSION is the sender's if one is due: it is configured, or an earlier record had
 * one. */
static void compare_records(const struct trial *t, unsigned round)
{
    uint64_t frequency = t->sender.frequency;
    bool version = false;
    size_t next = 0;

    for (size_t i = 0; i < t->events; i++) {
        const struct rvt_stp_event *event = &t->event[i];
        enum rvt_stp_kind kind = rvt_stp_form(event->packet.opcode)->kind;

        cr_assert(!event->lost, "round %u: lost at %" PRIu64, round, event->at);
        if (own(event, version && frequency != 0) ||
            (next == t->records && event->packet.opcode == RVT_STP_NULL)) {
            version = kind == RVT_STP_KIND_VERSION;
            continue;
        }
        version = false;
        cr_assert(next < t->records, "round %u: too much at nibble %" PRIu64, round, event->at);
        if (kind == RVT_STP_KIND_FREQUENCY)
            frequency = event->packet.payload;
        cr_assert(same_record(event, &t->record[next]), "round %u: record %zu at nibble %" PRIu64,
                  round, next, event->at);
        next++;
    }
    cr_assert(next == t->records, "round %u: %zu of %zu records", round, next, t->records);
}

Test(stp, records_come_out)
{
    struct trial *t = &trial;

    for (unsigned round = 0; round < ROUND_TRIPS; round++) {
        static const unsigned PIECES[] = {0, 1, 2, 7, 64, 300};

        t->seed = 1000000 + round;
        random_sender(t);
        make_stream(t);
        struct rvt_stp_config config = {.le_always = t->sender.le_always};
        decode(t, &config, STREAM_MAX);
        compare_records(t, round);
        for (unsigned rule = RVT_RULE_STP_001; rule <= RVT_RULE_STP_015; rule++)
            cr_assert(t->findings[rule] == 0 || rule == RVT_RULE_STP_009 ||
                          rule == RVT_RULE_STP_014 ||
                          (rule == RVT_RULE_STP_011 && t->sender.frequency == 0),
                      "round %u: %s", round, rvt_rule_text((enum rvt_rule)rule)->number);
        uint64_t whole = t->digest;
        decode(t, &config, PIECES[below(t, 6)]);
        cr_assert(t->digest == whole, "round %u: pieces give another result", round);
    }
}

static void set_nibble(struct trial *t, size_t at, unsigned nibble)
{
    uint8_t *byte = &t->stream[at / 2];

    *byte = (uint8_t)(at & 1 ? (*byte & 15U) | nibble << 4 : (*byte & 0xf0U) | nibble);
}

static void move_nibbles(struct trial *t, size_t from, size_t to)
{
    static uint8_t copy[STREAM_MAX];

    memcpy(copy, t->stream, sizeof copy);
    for (size_t i = from; i < t->nibbles; i++)
        set_nibble(t, to + i - from, rvt_stp_nibble(copy, i));
    t->nibbles = to + t->nibbles - from;
}

/* Changes, removes or adds some nibbles from at on. Returns the end of the damage. */
static size_t damage(struct trial *t, size_t at, int64_t *shift)
{
    size_t count = 1 + below(t, 60), end = at + count < t->nibbles ? at + count : t->nibbles;
    unsigned kind = below(t, 3), fill = below(t, 3);

    *shift = 0;
    if (kind == 0 && t->nibbles + count <= 2 * sizeof t->stream) {
        move_nibbles(t, at, at + count);
        *shift = (int64_t)count;
        end = at + count;
    } else if (kind == 1) {
        *shift = -(int64_t)(end - at);
        move_nibbles(t, end, at);
        return at;
    }
    for (size_t i = at; i < end; i++)
        set_nibble(t, i, fill == 0 ? 15 : below(t, 16));
    return end;
}

/* An event after ASYNC is the same, except for times that are not known yet. Before VERSION the
 * master is that of ASYNC itself. */
static bool same_event(const struct rvt_stp_event *a, const struct rvt_stp_event *b)
{
    bool scope =
        a->master == b->master && a->channel == b->channel && a->master_set == b->master_set;

    return a->lost == b->lost && a->nibbles == b->nibbles && a->timed == b->timed &&
           (scope || a->packet.opcode == RVT_STP_ASYNC) && same_packet(&a->packet, &b->packet) &&
           (!a->timed || !a->trusted || (b->trusted && a->time == b->time));
}

Test(stp, packets_are_right_from_the_next_async_on)
{
    static struct rvt_stp_event whole[EVENTS_MAX];
    struct trial *t = &trial;
    unsigned resumed = 0, compared = 0;

    for (unsigned round = 0; round < DAMAGES; round++) {
        size_t from = 0, got = 0;
        int64_t shift = 0;

        t->seed = 2000000 + round;
        random_sender(t);
        t->sender.sync_bytes = 40 + below(t, 100);
        if (t->sender.time_type < RVT_STP_TIME_NAT)
            t->sender.time_type = RVT_STP_TIME_NAT;
        make_stream(t);
        struct rvt_stp_config config = {.le_always = t->sender.le_always};
        decode(t, &config, STREAM_MAX);
        memcpy(whole, t->event, t->events * sizeof whole[0]);
        size_t count = t->events, good = damage(t, below(t, (unsigned)t->nibbles), &shift);
        decode(t, &config, 64);
        while (from < count && (whole[from].packet.opcode != RVT_STP_ASYNC ||
                                (int64_t)whole[from].at + shift < (int64_t)good))
            from++;
        if (from == count)
            continue;
        while (got < t->events && (int64_t)t->event[got].at < (int64_t)whole[from].at + shift)
            got++;
        cr_assert(t->events - got == count - from, "round %u: %zu events after ASYNC, not %zu",
                  round, t->events - got, count - from);
        for (resumed++; from < count; from++, got++, compared++)
            cr_assert((int64_t)t->event[got].at == (int64_t)whole[from].at + shift &&
                          same_event(&whole[from], &t->event[got]),
                      "round %u: the %s at nibble %" PRIu64 " differs", round,
                      rvt_stp_form(t->event[got].packet.opcode)->name, t->event[got].at);
    }
    cr_assert(resumed > DAMAGES / 2 && compared > 10 * DAMAGES);
}

/* Writes the reported packets again. */
static void rebuild(struct trial *t, const struct rvt_stp_config *config, unsigned round)
{
    static uint8_t copy[STREAM_MAX];
    struct rvt_stp_format format = {.time_type = config->time_type, .le = config->le_always};
    unsigned nibbles = 0;

    memcpy(copy, t->stream, sizeof copy);
    for (size_t i = 0; i < t->nibbles; i++)
        set_nibble(t, i, ~rvt_stp_nibble(copy, i) & 15U);
    for (size_t i = 0; i < t->events; i++) {
        const struct rvt_stp_event *event = &t->event[i];

        for (unsigned j = 0; event->lost && j < event->nibbles; j++)
            set_nibble(t, event->at + j,
                       (unsigned)(event->packet.payload >> 4 * (event->nibbles - 1 - j)) & 15U);
        if (event->lost)
            continue;
        cr_assert(rvt_stp_write(&format, &event->packet, t->stream, event->at,
                                event->at + event->nibbles, &nibbles) == RVT_OK &&
                      nibbles == event->nibbles,
                  "round %u", round);
        if (event->packet.opcode == RVT_STP_VERSION) {
            format = rvt_stp_announced(&event->packet);
            format.le |= config->le_always;
        }
    }
    cr_assert(memcmp(copy, t->stream, (t->nibbles + 1) / 2) == 0, "round %u", round);
}

/* Random nibbles, with frequent runs of F, 0, and sometimes ASYNC and VERSION. */
static void make_noise(struct trial *t)
{
    static const unsigned VERSION[] = {15, 0, 0};

    memset(t->stream, 0, sizeof t->stream);
    t->nibbles = below(t, 1000);
    for (size_t at = 0; at < t->nibbles;) {
        unsigned kind = below(t, 12), run = kind == 0 ? 21 : kind == 1 ? below(t, 60) : 0;

        for (; run > 0 && at < t->nibbles; run--)
            set_nibble(t, at++, 15);
        for (unsigned i = 0; kind == 2 && i < 3 && at < t->nibbles; i++)
            set_nibble(t, at++, VERSION[i]);
        if (at < t->nibbles)
            set_nibble(t, at++, kind == 0 || kind == 3 ? 0 : below(t, 16));
    }
    if (t->nibbles & 1)
        t->stream[t->nibbles / 2] &= 15;
}

Test(stp, any_nibbles_are_events)
{
    struct trial *t = &trial;
    uint64_t packets = 0;

    for (unsigned round = 0; round < NOISES; round++) {
        struct rvt_stp_config config = {0};

        t->seed = 3000000 + round;
        make_noise(t);
        config.start = (enum rvt_stp_start)below(t, 2);
        config.time_type = (enum rvt_stp_time_type)below(t, RVT_STP_TIME_GRAY + 1);
        config.le_always = below(t, 2) != 0;
        config.version_scope = (enum rvt_stp_version_scope)below(t, 3);
        config.m8_scope = (enum rvt_stp_m8_scope)below(t, 2);
        config.error_scope = (enum rvt_stp_error_scope)below(t, 2);
        config.async_bytes_max = below(t, 100);
        decode(t, &config, STREAM_MAX);
        uint64_t whole = t->digest;
        packets += t->events;
        decode(t, &config, below(t, 3) == 0 ? 0 : 1 + below(t, 40));
        cr_assert(t->digest == whole, "round %u: pieces give another result", round);
        rebuild(t, &config, round);
    }
    cr_assert(packets > 20 * NOISES);
}
