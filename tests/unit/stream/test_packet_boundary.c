/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Bytes that begin in the middle of a packet: wherever a stream is cut, what is accepted is a true
 * boundary; and random bytes are not. Shows: ENC-012
 */
#include "tests/unit/checks.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "stream/encap_reader.h"
#include "stream/packet_boundary.h"
#include "wire/packet.h"

enum { PACKETS = 3000, SYNC_EVERY = 40, CUTS = 3000 };

struct stream {
    struct rvt_config config;
    uint8_t byte[PACKETS * RVT_ENCAP_BYTES_MAX];
    size_t bytes;
    bool begins[PACKETS * RVT_ENCAP_BYTES_MAX]; /* a packet */
    uint64_t random;
};

static uint64_t next_random(struct stream *stream, unsigned below)
{
    stream->random = stream->random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (stream->random >> 33) % below;
}

static struct rvt_packet random_packet(struct stream *stream, unsigned number)
{
    static const uint8_t sizes[] = {1, 3, 7, 15};
    uint64_t address =
        next_random(stream, 4) == 0 ? next_random(stream, 1u << 30) : next_random(stream, 64);
    struct rvt_packet packet = {.format = RVT_FORMAT_ADDR_ONLY,
                                .address =
                                    next_random(stream, 2) ? address : -address & rvt_mask(31)};

    if (number % SYNC_EVERY == SYNC_EVERY / 2) {
        packet.format = RVT_FORMAT_SYNC;
        packet.branch = true;
        packet.privilege = 3;
        packet.address = 0x40000000 + address;
    } else if (next_random(stream, 10) == 0) {
        packet.format = RVT_FORMAT_SYNC;
        packet.subformat = RVT_SUBFORMAT_TRAP;
        packet.branch = true;
        packet.privilege = 3;
        packet.ecause = (uint32_t)next_random(stream, 16);
    } else if (next_random(stream, 2) == 0) {
        packet.format = RVT_FORMAT_DIFF_DELTA;
        packet.branches = sizes[next_random(stream, 4)];
        packet.branch_map = (uint32_t)next_random(stream, 1u << packet.branches);
    }
    return packet;
}

static void put(struct stream *stream, const struct rvt_encap *encap)
{
    size_t bytes = 0;

    stream->begins[stream->bytes] = true;
    cr_assert(rvt_encap_write(&stream->config, encap, stream->byte + stream->bytes,
                              RVT_ENCAP_BYTES_MAX, &bytes, NULL) == RVT_OK);
    stream->bytes += bytes;
}

static struct stream *make_stream(const struct rvt_config *config, bool same)
{
    struct stream *stream = calloc(1, sizeof *stream);

    cr_assert(stream != NULL);
    stream->config = *config;
    stream->random = config->encap.srcid_bits + 7;
    for (unsigned i = 0; i < PACKETS; i++) {
        struct rvt_packet packet = random_packet(stream, i);
        struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                                  .srcid = (uint16_t)config->encap.srcid,
                                  .type = (uint8_t)config->encap.type_inst};
        if (same && packet.format != RVT_FORMAT_SYNC)
            packet = (struct rvt_packet){.format = RVT_FORMAT_ADDR_ONLY, .address = 0x155};
        if (config->encap.srcid_bits > 0 && next_random(stream, 3) == 0)
            encap.srcid ^= 1;
        encap.extend = config->encap.timestamp_bytes > 0 && next_random(stream, 2) > 0;
        encap.timestamp = i;
        cr_assert(rvt_packet_write(config, &packet, &encap.payload, NULL) == RVT_OK);
        put(stream, &encap);
    }
    return stream;
}

static struct rvt_config delta_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    return config;
}

/* The bytes of the stream from each cut on. */
static void expect_boundaries(const struct rvt_config *config, bool same, unsigned least)
{
    struct stream *stream = make_stream(config, same);
    unsigned found = 0;

    for (size_t cut = 0; cut < CUTS; cut++) {
        size_t left = stream->bytes - cut, offset = SIZE_MAX;
        size_t bytes = left < RVT_BOUNDARY_WINDOW ? left : RVT_BOUNDARY_WINDOW;
        if (!rvt_packet_boundary_find(config, stream->byte + cut, bytes, &offset))
            continue;
        found++;
        cr_assert(stream->begins[cut + offset], "cut %zu, offset %zu", cut, offset);
    }
    cr_expect(found >= least, "%u of %d are found", found, CUTS);
    free(stream);
}

Test(packet_boundary, whatever_byte_a_stream_begins_with)
{
    struct rvt_config config = delta_config();

    expect_boundaries(&config, false, CUTS);
    config.switches.compress = RVT_COMPRESS_NONE;
    expect_boundaries(&config, false, CUTS);
}

Test(packet_boundary, with_source_ids_and_timestamps)
{
    struct rvt_config config = delta_config();

    config.encap.srcid_bits = 6;
    config.encap.srcid = 9;
    config.encap.type_bits = 1;
    expect_boundaries(&config, false, CUTS);
    config.encap.timestamp_bytes = 4;
    expect_boundaries(&config, false, CUTS);
}

/* Most packets are the same: chains beside the true one live long. */
Test(packet_boundary, of_packets_that_repeat)
{
    const struct rvt_config config = delta_config();

    expect_boundaries(&config, true, CUTS / 2);
}

/* The byte after so many packets. */
static size_t after(const struct stream *stream, unsigned packets)
{
    size_t at = 0;

    while (packets > 0)
        packets -= stream->begins[++at];
    return at;
}

/* A run has an F3/0, and enough packets. F3/1 without the handler gives no position. */
Test(packet_boundary, a_run_is_needed)
{
    const struct rvt_config config = delta_config();
    struct stream *stream = make_stream(&config, false);
    size_t first = after(stream, SYNC_EVERY / 2), second = after(stream, 3 * SYNC_EVERY / 2);
    size_t third = after(stream, 5 * SYNC_EVERY / 2), offset;

    cr_expect(
        rvt_packet_boundary_find(&config, stream->byte + first + 1, third - first - 1, &offset));
    cr_expect(rvt_packet_boundary_find(&config, stream->byte + first + 1, second - first - 1,
                                       &offset) == false,
              "no F3/0");
    for (unsigned i = 0; i < PACKETS - RVT_BOUNDARY_PACKETS; i++) {
        size_t from = after(stream, i), to = after(stream, i + RVT_BOUNDARY_PACKETS - 1);
        cr_assert(rvt_packet_boundary_find(&config, stream->byte + from, to - from, &offset) ==
                      false,
                  "few packets from %u on", i);
    }
    free(stream);
}

/* Of random bytes, none is taken for the beginning of a run. In short pieces a run of two packets
 * would be found. */
Test(packet_boundary, random_bytes_are_refused)
{
    enum { TRIALS = 40000, BYTES = 120 };
    const struct rvt_config config = delta_config();
    struct stream stream = {.random = 1};
    unsigned found = 0;

    for (unsigned i = 0; i < TRIALS; i++) {
        uint8_t byte[BYTES];
        size_t offset, bytes = i % 2 > 0 ? BYTES / 2 : BYTES;
        for (size_t j = 0; j < bytes; j++)
            byte[j] = (uint8_t)next_random(&stream, 256);
        found += rvt_packet_boundary_find(&config, byte, bytes, &offset);
    }
    cr_expect(found == 0, "%u of %d are accepted", found, TRIALS);
}

/* The reader: the position of its first packet; the bytes that it skipped before. */
static uint64_t read_first(const struct rvt_config *config, const uint8_t *byte, size_t bytes,
                           uint64_t *skipped)
{
    struct rvt_encap_reader *reader = NULL;
    struct rvt_encap_event event;
    struct rvt_diag diag = {.status = RVT_OK};

    *skipped = 0;
    cr_assert(rvt_encap_reader_open(config, RVT_ENCAP_SOURCE_RING, &reader) == RVT_OK);
    for (size_t at = 0; at < bytes; at += 1000) {
        const struct rvt_encap_piece piece = {.data = byte + at,
                                              .bytes = bytes - at < 1000 ? bytes - at : 1000};
        cr_assert(rvt_encap_reader_feed(reader, &piece) == RVT_OK);
    }
    rvt_encap_reader_end(reader, bytes);
    enum rvt_encap_event_kind kind = rvt_encap_reader_next(reader, &event, &diag);
    if (kind == RVT_ENCAP_EVENT_SKIPPED) {
        cr_expect(event.position == 0);
        *skipped = event.bytes;
        kind = rvt_encap_reader_next(reader, &event, &diag);
    }
    cr_assert(kind == RVT_ENCAP_EVENT_PACKET || kind == RVT_ENCAP_EVENT_NONE);
    rvt_encap_reader_close(reader);
    return kind == RVT_ENCAP_EVENT_PACKET ? event.position : UINT64_MAX;
}

/* However much comes before the stream, or no stream at all. */
Test(packet_boundary, a_reader_skips_what_is_no_packet)
{
    enum { NOISE = 10000 };
    const struct rvt_config config = delta_config();
    struct stream *stream = make_stream(&config, false);
    static uint8_t byte[NOISE + sizeof stream->byte];
    uint64_t skipped;

    for (size_t noise = 0; noise <= NOISE; noise += 625) {
        for (size_t i = 0; i < noise; i++)
            byte[i] = (uint8_t)next_random(stream, 256);
        memcpy(byte + noise, stream->byte, stream->bytes);
        uint64_t first = read_first(&config, byte, noise + stream->bytes, &skipped);
        cr_expect(first == skipped && first >= noise && stream->begins[first - noise],
                  "%zu bytes before: %llu", noise, (unsigned long long)first);
        cr_expect(first <= noise + RVT_BOUNDARY_WINDOW);
        cr_expect(read_first(&config, byte, noise, &skipped) == UINT64_MAX && skipped == noise);
    }
    free(stream);
}
