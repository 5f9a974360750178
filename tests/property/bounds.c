/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * No reader touches a byte before or after its input, and no writer one outside its room: random
 * bytes of every small length lie at the edge of pages that cannot be accessed. Shows:
 * ETR-CMP-004, ETR-DEC-019, ENC-004, STP-003, SYST-001, FRM-001
 */
#define _DEFAULT_SOURCE
#include <criterion/criterion.h>

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/utf8.h"
#include "run.h"
#include "stream/encap_parser.h"
#include "tests/unit/random.h"
#include "transport/frame/deformatter.h"
#include "transport/stp/stp_decoder.h"
#include "transport/syst/crc32c.h"
#include "transport/syst/syst_check.h"
#include "transport/syst/syst_sender.h"
#include "wire/data.h"
#include "wire/encap.h"
#include "wire/packet.h"

enum { LONGEST = 80, ROUNDS = 60 };

/* Bytes that end, or begin, where memory cannot be accessed. */
struct edge {
    uint8_t *first, *last; /* the page, and the byte after it */
    uint64_t seed;
};

static struct edge open_edge(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *pages =
        mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    cr_assert(pages != MAP_FAILED);
    cr_assert(mprotect(pages, page, PROT_NONE) == 0);
    cr_assert(mprotect(pages + 2 * page, page, PROT_NONE) == 0);
    return (struct edge){.first = pages + page, .last = pages + 2 * page, .seed = 1};
}

/* Room for bytes, at the end of the page or at its beginning. */
static uint8_t *place(const struct edge *edge, bool at_end, size_t bytes)
{
    return at_end ? edge->last - bytes : edge->first;
}

/* Random bytes, often with runs of zeros or ones, so that fields are at their extremes. */
static uint8_t *fill(struct edge *edge, bool at_end, size_t bytes)
{
    uint8_t *data = place(edge, at_end, bytes);
    unsigned kind = random_below(&edge->seed, 4);

    for (size_t i = 0; i < bytes; i++)
        data[i] = kind == 0   ? (uint8_t)(random_below(&edge->seed, 8) == 0 ? 0x40 : 0)
                  : kind == 1 ? (uint8_t)(random_below(&edge->seed, 8) == 0 ? 0x7f : 0xff)
                              : (uint8_t)next_random(&edge->seed);
    return data;
}

typedef void (*reader)(struct edge *edge, const uint8_t *data, size_t bytes);

static void read_all(reader read, unsigned rounds)
{
    struct edge edge = open_edge();

    for (unsigned round = 0; round < rounds; round++)
        for (size_t bytes = 0; bytes <= LONGEST; bytes++)
            for (unsigned at_end = 0; at_end < 2; at_end++)
                read(&edge, fill(&edge, at_end != 0, bytes), bytes);
}

/* Every field that lies in the data, and one that goes beyond. */
static void read_bits(struct edge *edge, const uint8_t *data, size_t bytes)
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned lead = random_below(&edge->seed, 8 * LONGEST);
        unsigned width = random_below(&edge->seed, 65);
        struct rvt_bits bits;
        uint64_t value = 0;

        rvt_bits_read(&bits, data, bytes, i % 2 ? RVT_TAIL_SIGN : RVT_TAIL_FAULT);
        for (; lead >= 64; lead -= 64)
            rvt_bits_field(&bits, "lead", &value, 64);
        rvt_bits_field(&bits, "lead", &value, lead);
        rvt_bits_field(&bits, "field", &value, width);
        cr_assert(bits.status != RVT_OK || value <= rvt_mask(width));
    }
    if (bytes > 0) {
        size_t count = 1 + random_below(&edge->seed, (unsigned)(8 * bytes));
        size_t kept = rvt_bits_compressed(data, count, 1);

        cr_assert(kept >= 1 && kept <= count);
    }
    cr_assert(rvt_utf8_legal(data, bytes) <= bytes);
}

Test(bounds, fields)
{
    read_all(read_bits, ROUNDS);
}

Test(bounds, written_fields)
{
    struct edge edge = open_edge();

    for (unsigned round = 0; round < ROUNDS; round++)
        for (size_t bytes = 1; bytes <= LONGEST; bytes++)
            for (unsigned at_end = 0; at_end < 2; at_end++) {
                uint8_t *out = place(&edge, at_end != 0, bytes);
                struct rvt_bits bits;

                rvt_bits_write(&bits, out, bytes);
                while (bits.status == RVT_OK) {
                    unsigned width = 1 + random_below(&edge.seed, 64);
                    uint64_t value = next_random(&edge.seed) & rvt_mask(width);
                    rvt_bits_field(&bits, "field", &value, width);
                }
                cr_assert(bits.status == RVT_ERR_CAPACITY && bits.at <= 8 * bytes);
                rvt_bits_sign_pad(out, bits.at > 0 ? bits.at : 1, bytes);
            }
}

static void read_packets(struct edge *edge, const uint8_t *data, size_t bytes)
{
    struct rvt_random random;
    struct rvt_config config;
    struct rvt_packet packet;
    struct rvt_data_packet access;
    struct rvt_data_pending pending = {{0}};
    struct rvt_encap encap;
    size_t used = 0;

    rvt_random_seed(&random, next_random(&edge->seed));
    random_config(&random, &config);
    enum rvt_status status = rvt_packet_read(&config, data, bytes, &packet, NULL);
    cr_assert((status == RVT_ERR_TRUNCATED) == (bytes == 0));
    config.params.data_width_p = 64;
    config.params.dtype_width_p = 4;
    config.params.lrid_width_p = 4;
    pending.size_plus_1[3] = 3;
    config.switches.dat_signalling = rvt_random_chance(&random, 50);
    status = rvt_data_read(&config, data, bytes, &pending, &access, NULL);
    cr_assert((status == RVT_ERR_TRUNCATED) == (bytes == 0));
    if (rvt_encap_read(&config, data, bytes, &encap, &used, NULL) == RVT_OK)
        cr_assert(used <= bytes);
}

Test(bounds, packets)
{
    read_all(read_packets, ROUNDS / 3);
}

static void read_stream(struct edge *edge, const uint8_t *data, size_t bytes)
{
    static struct rvt_encap_parser parser;
    const struct rvt_encap_parser_output output = {.packets = NULL};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap.srcid_bits = random_below(&edge->seed, 17);
    config.encap.timestamp_bytes = random_below(&edge->seed, 9);
    config.encap.framing = random_below(&edge->seed, 4) == 0;
    config.encap.block_bytes = random_below(&edge->seed, 4) == 0 ? 64 : 0;
    rvt_encap_parser_init(&parser, &config, random_below(&edge->seed, 2) == 0, &output);
    rvt_encap_parser_push(&parser, data, bytes);
    rvt_encap_parser_finish(&parser);
    cr_assert(parser.position == bytes);
}

Test(bounds, streams)
{
    read_all(read_stream, ROUNDS);
}

static void read_transport(struct edge *edge, const uint8_t *data, size_t bytes)
{
    static struct rvt_deformatter deformatter;
    const struct rvt_stp_format format = {.time_type = RVT_STP_TIME_NAT};
    const struct rvt_deformatter_output output = {.data = NULL};
    struct rvt_deformatter_config config;
    struct rvt_syst_message message;
    struct rvt_stp_packet packet;
    unsigned nibbles = 0;
    size_t used = 0, end = 2 * bytes, at = end ? random_below(&edge->seed, (unsigned)end) : 0;

    if (bytes > 0)
        end -= random_below(&edge->seed, (unsigned)(end - at));
    if (rvt_stp_read(&format, data, at, end, &packet, &nibbles) == RVT_OK)
        cr_assert(at + nibbles <= end);
    if (rvt_syst_read(data, bytes, &message, &used, NULL) == RVT_OK)
        cr_assert(used <= bytes);
    cr_assert(rvt_crc32c(0, data, bytes) ==
              rvt_crc32c(rvt_crc32c(0, data, bytes / 2), data + bytes / 2, bytes - bytes / 2));
    rvt_deformatter_defaults(&config, random_below(&edge->seed, 2) == 0);
    rvt_deformatter_init(&deformatter, &config, &output);
    rvt_deformatter_push(&deformatter, data, bytes);
    rvt_deformatter_finish(&deformatter);
    cr_assert(deformatter.position == bytes);
}

Test(bounds, transports)
{
    read_all(read_transport, ROUNDS);
}

static void count_nibbles(void *context, const struct rvt_stp_event *event)
{
    *(uint64_t *)context += event->nibbles;
}

static void decode_stp(struct edge *edge, const uint8_t *data, size_t bytes)
{
    const struct rvt_stp_config config = {.time_type = RVT_STP_TIME_NAT,
                                          .start = RVT_STP_START_SYNCED};
    uint64_t nibbles = 0;
    const struct rvt_stp_sinks sinks = {.event = count_nibbles, .event_context = &nibbles};
    struct rvt_stp_decoder decoder;

    (void)edge;
    if (rvt_stp_decoder_init(&decoder, &config, &sinks) != RVT_OK)
        return;
    rvt_stp_decoder_bytes(&decoder, data, bytes);
    rvt_stp_decoder_finish(&decoder);
    cr_assert(nibbles == 2 * bytes);
}

Test(bounds, stp_streams)
{
    read_all(decode_stp, ROUNDS);
}

static void check_message(struct edge *edge, const uint8_t *data, size_t bytes)
{
    static struct rvt_syst_checker *checker;
    const struct rvt_syst_config config = {.origins = 16};
    const struct rvt_syst_place where = {.byte = 0};
    struct rvt_syst_message message;
    size_t used = 0;
    bool delivered = false;

    (void)edge;
    if (checker == NULL)
        cr_assert(rvt_syst_checker_open(&config, NULL, NULL, &checker) == RVT_OK);
    rvt_syst_check(checker, &where, data, bytes, &message, &used, &delivered);
    cr_assert(!delivered || used <= bytes);
}

Test(bounds, messages)
{
    read_all(check_message, ROUNDS);
}

/* A message is cut into packets that carry as many bytes as it has. */
static void send_message(struct edge *edge, const uint8_t *data, size_t bytes)
{
    struct rvt_syst_sender sender = {.byte = data, .bytes = bytes};
    struct rvt_stp_record record;
    size_t sent = 0;

    (void)edge;
    if (bytes < 4)
        return;
    while (rvt_syst_sender_next(&sender, &record))
        sent += rvt_stp_form(record.opcode)->payload_nibbles / 2U;
    cr_assert(sent == bytes);
}

Test(bounds, sent_messages)
{
    read_all(send_message, ROUNDS);
}
