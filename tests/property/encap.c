/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulated streams: a reader returns the packets of the sources, with any nulls, sequences and
 * blocks between them; nulls are in the order of a sink; a reader that starts at any byte or bit,
 * or that met damage, is right after the next synchronisation sequence. Shows: ENC-004, ENC-009,
 * ENC-010, ENC-011, ENC-012, ENC-013, ENC-014, ENC-017, ENC-019
 */
#include <criterion/criterion.h>

#include <string.h>

#include "model/lockstep/core/null_packet_order.h"
#include "stream/encap_parser.h"
#include "stream/encap_writer.h"
#include "stream/sync_sequence.h"
#include "tests/unit/random.h"

enum { PACKETS_MAX = 512, STREAM_MAX = 16384, ROUNDS = 2000, STARTS = 60, DAMAGES = 10000 };

struct item {
    uint64_t position;
    size_t bytes;
    uint8_t byte[RVT_ENCAP_BYTES_MAX];
};

/* A stream, the places of its packets and sequences, and what a parser reported. */
struct trial {
    struct rvt_config config;
    uint8_t stream[STREAM_MAX];
    size_t bytes;
    struct item sent[PACKETS_MAX], reported[STREAM_MAX];
    size_t sent_count, reported_count;
    size_t faults, routed;
    uint64_t seed;
    struct rvt_encap_writer writer;
    struct rvt_encap_parser parser;
};

static struct trial trial;

static unsigned below(struct trial *t, unsigned limit)
{
    return random_below(&t->seed, limit);
}

static void on_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct trial *t = context;

    cr_assert(t->bytes + bytes <= STREAM_MAX);
    memcpy(t->stream + t->bytes, data, bytes);
    t->bytes += bytes;
}

static void add_report(struct trial *t, const struct rvt_encap_view *view)
{
    struct item *item = &t->reported[t->reported_count++];

    cr_assert(t->reported_count <= STREAM_MAX && view->bytes <= sizeof item->byte);
    item->position = view->position;
    item->bytes = view->bytes;
    memcpy(item->byte, view->data, view->bytes);
}

static void on_packets(void *context, const struct rvt_encap_view *packet, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((packet[i].data[0] & 0x1f) != 0)
            add_report(context, &packet[i]);
}

static void on_routed(void *context, const struct rvt_encap_view *packet)
{
    struct trial *t = context;

    t->routed++;
    add_report(t, packet);
}

static void on_fault(void *context, const struct rvt_diag *fault)
{
    struct trial *t = context;

    cr_assert(fault->status != RVT_OK && fault->clause != NULL && fault->text[0] != '\0');
    t->faults++;
}

static void random_config(struct trial *t)
{
    static const unsigned widths[] = {0, 3, 8, 12, 16};
    struct rvt_encap_config *encap = &t->config.encap;

    rvt_config_defaults(&t->config, RVT_PROFILE_V2_0_4);
    encap->srcid_bits = widths[below(t, 5)];
    encap->type_bits = below(t, 3);
    encap->timestamp_bytes = below(t, 2) * (1 + below(t, 8));
    encap->nulls = (enum rvt_nulls)(RVT_NULLS_UNFRAMED + below(t, 2));
    encap->sync_unit = (enum rvt_sync_unit)below(t, 2);
    encap->sync_period =
        encap->sync_unit == RVT_SYNC_UNIT_BYTES ? 1 + below(t, 400) : 1 + below(t, 30);
    if (below(t, 2))
        t->config.switches.ts_align = RVT_TS_ALIGN_AFTER_SRCID_BYTE;
}

/* A normal packet; its bytes are often null bytes. */
static void random_packet(struct trial *t, struct rvt_encap *packet)
{
    const struct rvt_encap_config *encap = &t->config.encap;
    unsigned most = 31 - (encap->srcid_bits % 8 + encap->type_bits + 7) / 8;
    bool empty = below(t, 3) == 0;

    *packet = (struct rvt_encap){.kind = RVT_ENCAP_NORMAL, .flow = (uint8_t)below(t, 4)};
    packet->extend = encap->timestamp_bytes > 0 && below(t, 2);
    packet->srcid = (uint16_t)below(t, 1u << (encap->srcid_bits < 3 ? encap->srcid_bits : 3));
    packet->type = (uint8_t)below(t, 1u << encap->type_bits);
    if (packet->extend && !empty)
        packet->timestamp = next_random(&t->seed) & rvt_mask(8 * encap->timestamp_bytes);
    packet->payload.bytes = (uint8_t)(below(t, 3) ? 1 + below(t, most) : most);
    packet->payload.bits = (uint16_t)(8 * packet->payload.bytes);
    for (unsigned i = 0; i < packet->payload.bytes && !empty; i++)
        packet->payload.byte[i] =
            (uint8_t)(below(t, 2) ? next_random(&t->seed) : next_random(&t->seed) & 0xe0);
    if (encap->unaligned)
        packet->flow = 0;
}

/* Packets, and pauses of nulls between them. */
static void make_stream(struct trial *t)
{
    unsigned packets = 1 + below(t, 60);

    t->bytes = t->sent_count = 0;
    rvt_encap_writer_init(&t->writer, &t->config, on_bytes, t);
    while (t->sent_count < packets) {
        struct item *item = &t->sent[t->sent_count++];
        struct rvt_encap packet;

        if (below(t, 4) == 0)
            rvt_encap_writer_nulls(&t->writer, below(t, below(t, 8) ? 6 : 150));
        if (below(t, 16) == 0)
            rvt_encap_writer_sync(&t->writer);
        random_packet(t, &packet);
        cr_assert(rvt_encap_write(&t->config, &packet, item->byte, sizeof item->byte, &item->bytes,
                                  NULL) == RVT_OK);
        cr_assert(rvt_encap_writer_packet(&t->writer, &packet, NULL) == RVT_OK);
        item->position = t->bytes - item->bytes;
        cr_assert(memcmp(t->stream + item->position, item->byte, item->bytes) == 0);
    }
    rvt_encap_writer_finish(&t->writer);
}

static void read_stream(struct trial *t, const uint8_t *data, size_t bytes, bool in_place,
                        unsigned piece)
{
    const struct rvt_encap_route route = {.srcid = 1, .packet = on_routed, .context = t};
    const struct rvt_encap_parser_output output = {.route = &route,
                                                   .routes = below(t, 4) == 0,
                                                   .packets = on_packets,
                                                   .fault = on_fault,
                                                   .context = t};

    t->reported_count = t->faults = t->routed = 0;
    rvt_encap_parser_init(&t->parser, &t->config, in_place, &output);
    for (size_t at = 0, size = 0; at < bytes; at += size) {
        size = 1 + below(t, piece);
        size = bytes - at < size ? bytes - at : size;
        rvt_encap_parser_push(&t->parser, data + at, size);
    }
    rvt_encap_parser_finish(&t->parser);
}

/* The first packet after a complete sequence that begins at or after from. In a stream of bits an
 * alignment ends a sequence, or comes too early for one. */
static size_t first_after_sequence(const struct trial *t, size_t from)
{
    const struct rvt_encap_config *encap = &t->config.encap;
    unsigned needed = rvt_encap_null_run(encap) + 1, run = 0;
    bool found = false;

    needed += encap->unaligned && encap->timestamp_bytes == 0;
    for (size_t i = 0, at = 0; i < t->sent_count; i++) {
        for (; at < t->sent[i].position; at++) {
            run += at >= from;
            found |= run >= needed && (!encap->unaligned || t->stream[at] == 0x80);
            run = encap->unaligned && t->stream[at] == 0x80 ? 0 : run;
        }
        if (found)
            return i;
        at = t->sent[i].position + t->sent[i].bytes;
        run = 0;
    }
    return t->sent_count;
}

/* The report ends with the packets sent from first on, each shift bytes after its place. */
static void compare_tail(const struct trial *t, size_t first, int64_t shift, const char *what,
                         unsigned round)
{
    size_t count = t->sent_count - first;

    cr_assert(t->reported_count >= count, "%s %u: %zu packets, not %zu", what, round,
              t->reported_count, count);
    for (size_t i = 0; i < count; i++) {
        const struct item *sent = &t->sent[first + i];
        const struct item *reported = &t->reported[t->reported_count - count + i];

        cr_assert(reported->bytes == sent->bytes &&
                      memcmp(reported->byte, sent->byte, sent->bytes) == 0,
                  "%s %u: packet %zu differs", what, round, first + i);
        cr_assert((int64_t)reported->position == (int64_t)sent->position + shift,
                  "%s %u: packet %zu is at %lld", what, round, first + i,
                  (long long)reported->position);
    }
}

/* The scoreboard's checker of nulls has no finding. */
static void check_nulls(struct trial *t, unsigned round)
{
    struct rvt_null_order order;
    size_t at = 0, next = 0;

    rvt_null_order_init(&order, &t->config.encap);
    while (at < t->bytes) {
        const char *wrong = rvt_null_order_take(&order, t->stream[at]);
        cr_assert(wrong == NULL, "round %u, byte %zu: %s", round, at, wrong);
        if (next == t->sent_count || at != t->sent[next].position) {
            at++;
            continue;
        }
        rvt_null_order_packet(&order, t->sent[next].bytes);
        at += t->sent[next++].bytes;
    }
}

Test(encap, packets_come_out_whatever_stands_between)
{
    struct trial *t = &trial;
    size_t routed = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        t->seed = round;
        random_config(t);
        if (round % 3 == 0)
            t->config.encap.block_bytes = 64 + below(t, 100);
        make_stream(t);
        if (t->config.encap.block_bytes == 0)
            check_nulls(t, round);
        for (size_t i = 0; i < t->sent_count && t->config.encap.block_bytes; i++)
            cr_assert(t->sent[i].position / t->config.encap.block_bytes ==
                      (t->sent[i].position + t->sent[i].bytes - 1) / t->config.encap.block_bytes);
        read_stream(t, t->stream, t->bytes, true, below(t, 2) ? 5 : 3000);
        cr_assert(t->reported_count == t->sent_count && t->faults == 0, "round %u: %zu of %zu",
                  round, t->reported_count, t->sent_count);
        compare_tail(t, 0, 0, "round", round);
        routed += t->routed;
    }
    cr_assert(routed > 0);
}

Test(encap, a_reader_may_begin_at_any_byte)
{
    struct trial *t = &trial;

    for (unsigned round = 0; round < STARTS; round++) {
        t->seed = 1000000 + round;
        random_config(t);
        if (round % 4 == 0)
            t->config.encap.block_bytes = 64;
        make_stream(t);
        for (size_t start = 0; start < t->bytes; start++) {
            size_t first = first_after_sequence(t, start);
            if (t->config.encap.block_bytes && start % t->config.encap.block_bytes)
                continue; /* a reader starts at the beginning of a block */
            read_stream(t, t->stream + start, t->bytes - start, false, 100);
            compare_tail(t, first, -(int64_t)start, "start", round);
            /* An undamaged stream gives exactly what was sent. */
            cr_assert(t->reported_count <= t->sent_count && t->faults == 0);
            compare_tail(t, t->sent_count - t->reported_count, -(int64_t)start, "start", round);
        }
    }
}

/* The stream from bit on, as bits in bytes. */
static size_t from_bit(const struct trial *t, size_t bit, uint8_t *out)
{
    size_t bytes = t->bytes - bit / 8;

    for (size_t i = 0; i < bytes; i++) {
        const uint8_t *at = t->stream + bit / 8 + i;
        unsigned pair = at[0] | (i + 1 < bytes ? at[1] : 0u) << 8;
        out[i] = (uint8_t)(pair >> bit % 8);
    }
    return bytes;
}

static void make_unaligned(struct trial *t)
{
    random_config(t);
    t->config.encap.nulls = RVT_NULLS_UNFRAMED;
    t->config.encap.unaligned = true;
    make_stream(t);
}

Test(encap, a_reader_of_bits_may_begin_at_any_bit)
{
    static uint8_t bits[STREAM_MAX];
    struct trial *t = &trial;

    for (unsigned round = 0; round < STARTS; round++) {
        t->seed = 2000000 + round;
        make_unaligned(t);
        for (size_t start = 0; start < 8 * t->bytes; start += 1 + below(t, 30)) {
            size_t bytes = from_bit(t, start, bits);
            size_t first = first_after_sequence(t, (start + 7) / 8);
            read_stream(t, bits, bytes, false, 300);
            compare_tail(t, first, -(int64_t)((start + 7) / 8), "bit", round);
        }
    }
}

/* Changes, removes or adds bytes from at on. Returns the end of the damage. */
static size_t damage(struct trial *t, size_t at, int64_t *shift)
{
    size_t bytes = 1 + below(t, 30), end = at + bytes < t->bytes ? at + bytes : t->bytes;
    unsigned kind = below(t, 3);

    *shift = 0;
    if (kind == 1) {
        memmove(t->stream + at, t->stream + end, t->bytes - end);
        t->bytes -= end - at;
        *shift = -(int64_t)(end - at);
        return at;
    }
    if (kind == 2 && t->bytes + bytes <= STREAM_MAX) {
        memmove(t->stream + at + bytes, t->stream + at, t->bytes - at);
        t->bytes += bytes;
        *shift = (int64_t)bytes;
        end = at + bytes;
    }
    for (size_t i = at; i < end; i++)
        t->stream[i] = below(t, 4) == 0 ? 0 : (uint8_t)next_random(&t->seed);
    return end;
}

Test(encap, packets_are_right_after_the_next_sequence)
{
    struct trial *t = &trial;
    size_t compared = 0;

    for (unsigned round = 0; round < DAMAGES; round++) {
        int64_t shift = 0;

        t->seed = 3000000 + round;
        random_config(t);
        make_stream(t);
        size_t end = damage(t, below(t, (unsigned)t->bytes), &shift);
        size_t first = first_after_sequence(t, (size_t)((int64_t)end - shift));
        read_stream(t, t->stream, t->bytes, true, 64);
        compare_tail(t, first, shift, "damage", round);
        compared += t->sent_count - first;
    }
    cr_assert(compared > DAMAGES);
}

/* Loses or flips bits. */
Test(encap, packets_of_bits_are_right_after_the_next_sequence)
{
    static uint8_t bits[STREAM_MAX];
    struct trial *t = &trial;
    size_t compared = 0;

    for (unsigned round = 0; round < DAMAGES; round++) {
        t->seed = 4000000 + round;
        make_unaligned(t);
        size_t at = below(t, (unsigned)t->bytes), lost = below(t, 40);
        size_t rest = 8 * at + lost < 8 * t->bytes ? 8 * at + lost : 8 * t->bytes;
        memcpy(bits, t->stream, at);
        size_t bytes = at + from_bit(t, rest, bits + at);
        for (unsigned flips = below(t, 4); flips > 0 && at > 0; flips--)
            bits[below(t, (unsigned)at)] ^= (uint8_t)(1u << below(t, 8));
        size_t first = first_after_sequence(t, (rest + 7) / 8);
        read_stream(t, bits, bytes, false, 64);
        compare_tail(t, first, (int64_t)at - (int64_t)((rest + 7) / 8), "bits", round);
        compared += t->sent_count - first;
    }
    cr_assert(compared > DAMAGES);
}
