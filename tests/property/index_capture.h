/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Captures of random streams: the packets alone, in formatter frames or in messages on STP, between
 * data of other sources; whole or damaged. */
#ifndef RVT_TESTS_PROPERTY_INDEX_CAPTURE_H
#define RVT_TESTS_PROPERTY_INDEX_CAPTURE_H

#include <criterion/criterion.h>

#include <string.h>

#include <rvt/tree.h>

#include "stream.h"
#include "transport/frame/formatter.h"
#include "transport/stp/stp_encoder.h"
#include "transport/syst/syst.h"
#include "transport/syst/syst_sender.h"
#include "wire/encap.h"

enum { STREAM_BYTES = 1 << 20, ID = 1, OTHER = 2 };

struct capture {
    struct rvt_config config;
    enum rvt_tree_framing framing;
    bool stp;
    uint8_t *byte;
    size_t count;
};

static inline void append(void *context, const uint8_t *data, size_t count)
{
    struct capture *capture = context;

    cr_assert(capture->count + count <= STREAM_BYTES);
    memcpy(capture->byte + capture->count, data, count);
    capture->count += count;
}

/* A packet of the run, encapsulated; now and then a null packet. */
static inline size_t encapsulate(struct rvt_random *random, const struct rvt_config *config,
                                 const struct rvt_payload *payload, uint8_t *out)
{
    struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                              .srcid = (uint16_t)config->encap.srcid,
                              .type = (uint8_t)config->encap.type_inst,
                              .extend = config->encap.timestamp_bytes > 0 &&
                                        rvt_random_chance(random, 40),
                              .payload = *payload};
    size_t bytes = 0;

    if (rvt_random_chance(random, 5))
        encap = (struct rvt_encap){.kind = RVT_ENCAP_NULL_IDLE};
    else if (encap.extend)
        encap.timestamp =
            rvt_random_below(random, 1000) & rvt_mask(8 * config->encap.timestamp_bytes);
    cr_assert(rvt_encap_write(config, &encap, out, RVT_ENCAP_BYTES_MAX, &bytes, NULL) == RVT_OK);
    return bytes;
}

/* The packets alone, or in frames between data of another ID and triggers. */
static inline void write_packets(struct rvt_random *random, struct capture *capture,
                                 const struct stream *stream)
{
    static const uint8_t noise[] = {0x12, 0x34, 0x56, 0x78, 0x9a};
    const struct rvt_formatter_config frames = {
        .fsync_frames = capture->framing == RVT_TREE_FRAME_STREAM ? 9 : 0,
        .hsync_halfwords = capture->framing == RVT_TREE_FRAME_STREAM ? 20 : 0};
    struct rvt_formatter formatter;
    uint8_t out[RVT_ENCAP_BYTES_MAX];

    rvt_formatter_init(&formatter, &frames, append, capture);
    for (size_t i = 0; i < stream->count; i++) {
        size_t bytes = encapsulate(random, &capture->config, &stream->payload[i], out);

        if (capture->framing == RVT_TREE_SINGLE) {
            append(capture, out, bytes);
            continue;
        }
        cr_assert(rvt_formatter_write(&formatter, ID, out, bytes, NULL) == RVT_OK);
        if (rvt_random_chance(random, 30))
            cr_assert(rvt_formatter_write(&formatter, OTHER, noise, 1 + rvt_random_below(random, 5),
                                          NULL) == RVT_OK);
        if (rvt_random_chance(random, 5))
            rvt_formatter_trigger(&formatter, 7);
    }
    if (capture->framing != RVT_TREE_SINGLE)
        rvt_formatter_flush(&formatter);
}

static inline void put_record(struct capture *capture, struct rvt_stp_encoder *encoder,
                              const struct rvt_stp_record *record)
{
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes = 0;

    cr_assert(rvt_stp_encoder_put(encoder, record, out, sizeof out, &bytes) == RVT_OK);
    append(capture, out, bytes);
}

/* A message with that body; now and then something of another channel comes between its packets. */
static inline void put_message(struct rvt_random *random, struct capture *capture,
                               struct rvt_stp_encoder *encoder, uint64_t time, const uint8_t *body,
                               size_t bytes)
{
    const struct rvt_transport_config *transport = &capture->config.transport;
    const struct rvt_stp_record other = {
        .opcode = RVT_STP_D32MTS, .master = 7, .channel = 9, .payload = 0x42, .time = time};
    const struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                             .subtype = (uint8_t)transport->protocol,
                                             .body = body,
                                             .body_bytes = bytes};
    uint8_t out[RVT_ENCAP_BYTES_MAX + 64];
    struct rvt_syst_sender sender = {.master = (uint16_t)transport->master,
                                     .channel = (uint16_t)transport->channel,
                                     .time = time,
                                     .marked = rvt_random_chance(random, 70),
                                     .byte = out};
    struct rvt_stp_record record;

    cr_assert(rvt_syst_write(&message, out, sizeof out, &sender.bytes, NULL) == RVT_OK);
    while (rvt_syst_sender_next(&sender, &record)) {
        put_record(capture, encoder, &record);
        if (rvt_random_chance(random, 10))
            put_record(capture, encoder, &other);
    }
}

/* The packets in messages, between triggers. */
static inline void write_messages(struct rvt_random *random, struct capture *capture,
                                  const struct stream *stream)
{
    const struct rvt_stp_encoder_config config = {
        .time_type = rvt_random_chance(random, 50) ? RVT_STP_TIME_NAT : RVT_STP_TIME_NATDELTA,
        .minor = 2,
        .sync_bytes = pick(random, 0, 3) * 60};
    const struct rvt_stp_record trigger = {.opcode = RVT_STP_TRIG, .payload = 5};
    struct rvt_stp_encoder encoder;
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    size_t bytes = 0;

    cr_assert(rvt_stp_encoder_init(&encoder, &config) == RVT_OK);
    for (size_t i = 0; i < stream->count; i++) {
        bytes = encapsulate(random, &capture->config, &stream->payload[i], out);
        put_message(random, capture, &encoder, i, out, bytes);
        if (rvt_random_chance(random, 5))
            put_record(capture, &encoder, &trigger);
    }
    cr_assert(rvt_stp_encoder_finish(&encoder, out, sizeof out, &bytes) == RVT_OK);
    append(capture, out, bytes);
}

static inline void make_capture(struct rvt_random *random, uint64_t seed, struct capture *capture)
{
    struct run run;
    struct stream stream;

    random_config(random, &capture->config);
    struct rvt_encap_config *encap = &capture->config.encap;
    encap->srcid_bits = pick(random, 0, 10);
    encap->srcid = 0;
    encap->type_bits = pick(random, 0, 3);
    encap->timestamp_bytes = pick(random, 0, 4);
    capture->config.transport.frame_id = ID;
    struct rvt_random_options options = random_options(random, seed, 1500);
    cr_assert(run_init(&run, &capture->config, &options));
    run.config.encap = *encap;
    cr_assert(stream_encode(&stream, &run));
    capture->config = run.config;
    capture->stp = rvt_random_chance(random, 25);
    capture->framing = capture->stp ? RVT_TREE_SINGLE : (enum rvt_tree_framing)pick(random, 0, 2);
    capture->config.transport.frame_stream = capture->framing == RVT_TREE_FRAME_STREAM;
    capture->config.transport.frame_id = ID;
    capture->byte = malloc(STREAM_BYTES);
    capture->count = 0;
    cr_assert(capture->byte != NULL);
    if (capture->stp)
        write_messages(random, capture, &stream);
    else
        write_packets(random, capture, &stream);
    stream_fini(&stream);
    run_fini(&run);
}

static inline void damage(struct rvt_random *random, struct capture *capture)
{
    for (unsigned n = rvt_random_below(random, 6); n > 0; n--)
        capture->byte[rvt_random_below(random, (unsigned)capture->count)] ^=
            (uint8_t)(1u << rvt_random_below(random, 8));
}

#endif
