/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Captures of encapsulated packets, plain, in formatter frames and in SyS-T on STP, with other
 * sources, whole and damaged: packets, faults, losses, findings and what belongs to others are
 * those of the reference.
 */
#include "messages.h"

#include "base/config_check.h"
#include "stream/encap_writer.h"
#include "transport/carrier/packet_stream.h"
#include "transport/frame/formatter.h"
#include "transport/syst/syst_sender.h"

enum { GROUPS = 450, PACKETS = 120 };

static struct bytes plain, capture;

static void make_config(struct rvt_random *random, struct rvt_config *config)
{
    do {
        rvt_config_defaults(config, RVT_PROFILE_V2_0_4);
        config->encap.srcid_bits = maybe(random, 50, 16);
        config->encap.type_bits = maybe(random, 30, 8);
        config->encap.timestamp_bytes = maybe(random, 40, 8);
        config->encap.nulls = (enum rvt_nulls)rvt_random_below(random, 4);
        config->encap.sync_period = maybe(random, 50, 30);
        config->encap.block_bytes = maybe(random, 10, 100);
        config->encap.unaligned = rvt_random_chance(random, 15);
        config->transport =
            (struct rvt_transport_config){.frame_id = 1 + rvt_random_below(random, 0x6f),
                                          .frame_stream = rvt_random_chance(random, 60),
                                          .fsync_frames = 1 + maybe(random, 80, 20),
                                          .protocol = rvt_random_below(random, 64),
                                          .checksum = rvt_random_chance(random, 40),
                                          .marked = rvt_random_chance(random, 50),
                                          .stp_sync = maybe(random, 60, 300)};
        config->transport.master = (unsigned)number_of(random, 16);
        config->transport.channel = (unsigned)number_of(random, 16);
    } while (rvt_config_check(config, NULL) != RVT_OK);
}

static void write_packets(struct rvt_random *random, const struct rvt_config *config)
{
    struct rvt_encap_writer writer;

    rvt_encap_writer_init(&writer, config, bytes_put, &plain);
    for (unsigned left = rvt_random_chance(random, 5) ? 8 * PACKETS : PACKETS; left > 0; left--) {
        struct rvt_encap packet = {.kind = RVT_ENCAP_NORMAL};
        struct rvt_diag diag;

        packet.srcid = (uint16_t)number_of(random, config->encap.srcid_bits);
        packet.payload.bytes = (uint8_t)(1 + rvt_random_below(random, 26));
        packet.payload.bits = (uint16_t)(8 * packet.payload.bytes);
        unsigned shift = maybe(random, 30, 5);
        for (unsigned j = 0; j < packet.payload.bytes; j++)
            packet.payload.byte[j] = (uint8_t)(number_of(random, 8) << shift);
        rvt_diag_clear(&diag);
        cr_assert(rvt_encap_writer_packet(&writer, &packet, &diag) == RVT_OK);
        if (rvt_random_chance(random, 10))
            rvt_encap_writer_nulls(&writer, number_of(random, 6));
    }
    rvt_encap_writer_finish(&writer);
}

/* ---- carriers ---- */

static void carry_in_frames(struct rvt_random *random, const struct rvt_config *config)
{
    const struct rvt_transport_config *transport = &config->transport;
    const struct rvt_formatter_config options = {
        .fsync_frames = transport->frame_stream ? transport->fsync_frames : 0,
        .hsync_halfwords = transport->frame_stream ? maybe(random, 40, 30) : 0,
        .id_frames = maybe(random, 50, 4),
        .id_after_fsync = rvt_random_chance(random, 50)};
    struct rvt_formatter formatter;
    uint8_t other[8] = {0x5a};

    rvt_formatter_init(&formatter, &options, bytes_put, &capture);
    for (size_t at = 0, size = 0; at < plain.count; at += size) {
        unsigned id = 1 + rvt_random_below(random, 0x6f);

        size = piece_of(random, plain.count - at, 60);
        cr_assert(rvt_formatter_write(&formatter, transport->frame_id, plain.byte + at, size,
                                      NULL) == RVT_OK);
        if (rvt_random_chance(random, 20))
            cr_assert(rvt_formatter_write(&formatter, id, other, 1 + id % 8, NULL) == RVT_OK);
        if (rvt_random_chance(random, 3))
            rvt_formatter_reset(&formatter);
    }
    rvt_formatter_flush(&formatter);
}

static void put_record(struct rvt_stp_encoder *encoder, const struct rvt_stp_record *record)
{
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes = 0;

    cr_assert(rvt_stp_encoder_put(encoder, record, out, sizeof out, &bytes) == RVT_OK);
    bytes_put(&capture, out, bytes);
}

/* An error packet, of this master and channel or of others. */
static void put_error(struct rvt_random *random, struct rvt_stp_encoder *encoder,
                      const struct rvt_transport_config *transport)
{
    static const enum rvt_stp_opcode opcodes[] = {RVT_STP_CERR, RVT_STP_MERR, RVT_STP_GERR,
                                                  RVT_STP_D4};
    const struct rvt_stp_record record = {.opcode = opcodes[rvt_random_below(random, 4)],
                                          .master =
                                              (uint16_t)(transport->master ^ maybe(random, 40, 1)),
                                          .channel = (uint16_t)transport->channel};

    put_record(encoder, &record);
}

/* A message of the source, or of another master, channel, protocol or type. */
static void put_message(struct rvt_random *random, struct rvt_stp_encoder *encoder,
                        const struct rvt_transport_config *transport, const uint8_t *body,
                        size_t bytes, uint64_t time)
{
    static uint8_t out[RVT_SYST_MESSAGE_BYTES_MAX];
    uint8_t other[BODY_MAX];
    struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                       .subtype = (uint8_t)transport->protocol,
                                       .chk = transport->checksum,
                                       .body = body,
                                       .body_bytes = bytes};
    struct rvt_syst_sender sender = {.master = (uint16_t)transport->master,
                                     .channel = (uint16_t)transport->channel,
                                     .time = time,
                                     .marked = transport->marked,
                                     .byte = out};
    struct rvt_stp_record record;

    if (body == NULL) {
        random_message(random, "", other, &message);
        sender.master = (uint16_t)(sender.master ^ maybe(random, 40, 1));
        sender.channel = (uint16_t)(sender.channel ^ maybe(random, 40, 1));
    }
    if (rvt_syst_write(&message, out, sizeof out, &sender.bytes, NULL) != RVT_OK)
        return;
    if (rvt_random_chance(random, 2))
        out[rvt_random_below(random, (unsigned)sender.bytes)] ^= 1;
    while (rvt_syst_sender_next(&sender, &record)) {
        put_record(encoder, &record);
        if (rvt_random_chance(random, 1))
            put_error(random, encoder, transport);
    }
}

/* Messages that end with a packet; whole false: that are cut anywhere. */
static void carry_in_stp(struct rvt_random *random, const struct rvt_config *config, bool whole)
{
    struct rvt_stp_encoder encoder;
    uint64_t time = 0;
    uint8_t last[1];
    size_t bytes = 0;
    unsigned most = rvt_random_chance(random, 15) ? 30000 : 60; /* bytes of a message */

    cr_assert(
        rvt_stp_encoder_init(&encoder, &(struct rvt_stp_encoder_config){
                                           .time_type = RVT_STP_TIME_NAT,
                                           .sync_bytes = config->transport.stp_sync}) == RVT_OK);
    for (size_t at = 0, size = 0; at < plain.count; at += size) {
        size = whole ? 0 : piece_of(random, plain.count - at, most);
        for (unsigned left = whole ? 1 + rvt_random_below(random, 3) : 0;
             left > 0 && at + size < plain.count; left--)
            size += rvt_encap_peek_bytes(config, plain.byte[at + size]);
        put_message(random, &encoder, &config->transport, plain.byte + at, size, ++time);
        if (rvt_random_chance(random, 10))
            put_message(random, &encoder, &config->transport, NULL, 0, ++time);
        if (rvt_random_chance(random, 2))
            put_error(random, &encoder, &config->transport);
        if (rvt_random_chance(random, 1))
            whole = !whole && config->encap.block_bytes == 0;
        if (whole && size == 0)
            return;
    }
    cr_assert(rvt_stp_encoder_finish(&encoder, last, sizeof last, &bytes) == RVT_OK);
    bytes_put(&capture, last, bytes);
}

/* ---- readers ---- */

static void note_event(void *context, const struct rvt_encap_event *event)
{
    regression_note(context, "at %" PRIu64, event->position);
    note_encap(context, &event->encap);
}

static void note_fault(void *context, enum rvt_encap_event_kind kind, const struct rvt_diag *diag)
{
    regression_note(context, "kind %d", (int)kind);
    regression_diag(context, "fault", diag->status, diag);
}

static void note_others(struct regression *regression, const struct rvt_carrier_others *others)
{
    regression_note(regression, "others %" PRIu64 " %x %x %x", others->messages, others->master,
                    others->channel, others->protocol);
    for (unsigned id = 0; id <= RVT_FRAME_ID_MAX; id++)
        if (others->id[id])
            regression_note(regression, "id %x", id);
}

static void receive(struct regression *regression, struct rvt_random *random,
                    const struct rvt_config *config, enum rvt_carrier carrier)
{
    struct rvt_packet_stream *stream = NULL;
    const struct rvt_packet_stream_output output = {
        .packet = note_event,
        .fault = rvt_random_chance(random, 97) ? note_fault : NULL,
        .context = regression};
    unsigned most = rvt_random_chance(random, 50) ? 40 : 4000;

    cr_assert(rvt_packet_stream_open(config, carrier,
                                     rvt_random_chance(random, 95) ? note_finding : NULL,
                                     regression, &stream) == RVT_OK);
    for (size_t at = 0, size = 0; at < capture.count; at += size) {
        size = piece_of(random, capture.count - at, most);
        cr_assert(rvt_packet_stream_push(stream, capture.byte + at, size, &output) == RVT_OK);
    }
    cr_assert(rvt_packet_stream_finish(stream, &output) == RVT_OK);
    note_others(regression, rvt_packet_stream_others(stream));
    rvt_packet_stream_close(stream);
}

/* ---- carrier_decoder alone ---- */

/* The caller of a decoder, which may have enough of it. */
struct caller {
    struct regression *regression;
    unsigned left; /* callbacks until it refuses */
};

static enum rvt_status answer(struct caller *caller)
{
    return caller->left == 0 || --caller->left == 0 ? RVT_ERR_CAPACITY : RVT_OK;
}

static enum rvt_status note_piece(void *context, const struct rvt_encap_piece *piece)
{
    struct caller *caller = context;

    regression_note(caller->regression, "piece %zu begins %d", piece->bytes, piece->begins);
    note_bytes(caller->regression, "piece", piece->data, piece->bytes);
    for (size_t i = 0; piece->place != NULL && i < piece->bytes; i++)
        regression_note(caller->regression, "place %" PRIu64, piece->place[i]);
    return answer(caller);
}

static enum rvt_status note_loss(void *context, const struct rvt_finding *loss)
{
    struct caller *caller = context;

    regression_note(caller->regression, "loss");
    note_finding(caller->regression, loss);
    return answer(caller);
}

static void decode(struct regression *regression, struct rvt_random *random,
                   const struct rvt_config *config, enum rvt_carrier carrier)
{
    struct caller caller = {.regression = regression,
                            .left = rvt_random_chance(random, 80) ? UINT32_MAX
                                                                  : rvt_random_below(random, 60)};
    const struct rvt_carrier_output output = {
        .bytes = note_piece, .lost = note_loss, .context = &caller};
    struct rvt_carrier_decoder *decoder = NULL;

    cr_assert(rvt_carrier_decoder_open(carrier, &config->transport, &output, note_finding,
                                       regression, &decoder) == RVT_OK);
    for (size_t at = 0, size = 0; at < capture.count; at += size) {
        size = piece_of(random, capture.count - at, 500);
        enum rvt_status status = rvt_carrier_decoder_push(decoder, capture.byte + at, size);
        regression_note(regression, "push %s %" PRIu64, rvt_status_text(status),
                        rvt_carrier_decoder_position(decoder));
    }
    enum rvt_status status = rvt_carrier_decoder_finish(decoder);
    regression_note(regression, "finish %s %" PRIu64, rvt_status_text(status),
                    rvt_carrier_decoder_position(decoder));
    note_others(regression, rvt_carrier_decoder_others(decoder));
    rvt_carrier_decoder_close(decoder);
}

static void group(struct regression *regression)
{
    struct rvt_random random;
    struct rvt_config config;
    enum rvt_carrier carrier = (enum rvt_carrier)(regression->group % 3);

    regression_begin(regression);
    rvt_random_seed(&random, 930000 + regression->group);
    make_config(&random, &config);
    plain.count = capture.count = 0;
    write_packets(&random, &config);
    if (carrier == RVT_CARRIER_FRAME)
        carry_in_frames(&random, &config);
    else if (carrier == RVT_CARRIER_STP)
        carry_in_stp(&random, &config, rvt_random_chance(&random, 60));
    else
        bytes_put(&capture, plain.byte, plain.count);
    if (rvt_random_chance(&random, 20))
        config.transport.frame_id = 1 + rvt_random_below(&random, 4);
    for (unsigned left = regression->group % 4 == 0 ? 0 : rvt_random_below(&random, 8); left > 0;)
        bytes_damage(&random, &capture, --left % 2 == 0 ? 0xff : 0);
    receive(regression, &random, &config, carrier);
    decode(regression, &random, &config, carrier);
    regression_end(regression);
}

Test(regression, captures_are_answered_as_before)
{
    struct regression regression;

    regression_open(&regression, "carrier");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}
