/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP of every version, as a sender writes it, of any packets, and damaged at any nibble: packets,
 * events with master, channel and time, and findings are those of the reference.
 */
#include "bytes.h"

#include "transport/stp/stp_decoder.h"
#include "transport/stp/stp_encoder.h"

enum { GROUPS = 400, RECORDS = 100, PACKETS = 120, DECODERS = 4, READS = 60 };

static struct bytes sent;

static uint64_t payload_of(struct rvt_random *random, enum rvt_stp_opcode opcode)
{
    unsigned nibbles = rvt_stp_form(opcode)->payload_nibbles + maybe(random, 3, 1);

    return number_of(random, nibbles > 16 ? 64 : 4 * nibbles);
}

static void note_packet(struct regression *regression, const struct rvt_stp_packet *packet)
{
    regression_note(regression, "packet %x %" PRIx64 " %x %u %" PRIx64, packet->opcode,
                    packet->payload, packet->version, packet->timestamp_nibbles, packet->timestamp);
}

static void note_event(void *context, const struct rvt_stp_event *event)
{
    regression_note(context, "event %" PRIu64 " %u %d%d%d%d %x %x %" PRIx64, event->at,
                    event->nibbles, event->lost, event->timed, event->trusted, event->master_set,
                    event->master, event->channel, event->time);
    note_packet(context, &event->packet);
}

/* ---- senders ---- */

static void random_sender(struct rvt_random *random, struct rvt_stp_encoder_config *config)
{
    *config = (struct rvt_stp_encoder_config){
        .time_type = (enum rvt_stp_time_type)(1 + rvt_random_below(random, RVT_STP_TIME_GRAY)),
        .minor = maybe(random, 60, 4),
        .le = rvt_random_chance(random, 30),
        .le_always = rvt_random_chance(random, 20),
        .sync_bytes = maybe(random, 50, 200)};
    if (rvt_random_chance(random, 50))
        config->frequency = number_of(random, 40);
    if (rvt_random_chance(random, 5))
        config->time_type = (enum rvt_stp_time_type)rvt_random_below(random, 7);
    if (rvt_random_chance(random, 5))
        config->minor = rvt_random_below(random, 8);
    if (rvt_random_chance(random, 5))
        config->frequency = number_of(random, 42);
}

static void random_record(struct rvt_random *random, uint64_t time, struct rvt_stp_record *record)
{
    *record = (struct rvt_stp_record){
        .opcode = (enum rvt_stp_opcode)rvt_random_below(random, RVT_STP_OPCODES), .time = time};
    record->payload = payload_of(random, record->opcode);
    record->master = (uint16_t)(rvt_random_below(random, 3) * 0x7f);
    record->channel = (uint16_t)(rvt_random_below(random, 3) * 0xf0);
    if (rvt_random_chance(random, 10))
        record->channel = (uint16_t)number_of(random, 16);
}

static void send_records(struct regression *regression, struct rvt_random *random)
{
    struct rvt_stp_encoder encoder;
    struct rvt_stp_encoder_config config;
    struct rvt_stp_record record;
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    uint64_t time = number_of(random, 62);
    size_t bytes = 0;

    random_sender(random, &config);
    enum rvt_status status = rvt_stp_encoder_init(&encoder, &config);
    regression_note(regression, "sender %s", rvt_status_text(status));
    for (unsigned i = 0; status == RVT_OK && i < RECORDS; i++) {
        time += number_of(random, rvt_random_chance(random, 5) ? 60 : 12);
        if (rvt_random_chance(random, 5))
            time -= number_of(random, 20);
        random_record(random, config.time_type == RVT_STP_TIME_LEGACY ? time & 0xff : time,
                      &record);
        if (rvt_random_chance(random, 2))
            rvt_stp_encoder_sync(&encoder);
        size_t room =
            rvt_random_chance(random, 90) ? sizeof out : rvt_random_below(random, sizeof out + 1);
        enum rvt_status put = rvt_stp_encoder_put(&encoder, &record, out, room, &bytes);
        regression_note(regression, "put %s %zu", rvt_status_text(put), put == RVT_OK ? bytes : 0);
        if (put == RVT_OK)
            bytes_put(&sent, out, bytes);
    }
    if (status != RVT_OK)
        return;
    status = rvt_stp_encoder_finish(&encoder, out, rvt_random_below(random, 2), &bytes);
    regression_note(regression, "finish %s %zu", rvt_status_text(status), bytes);
    bytes_put(&sent, out, bytes);
}

/* ---- packets one by one ---- */

static void random_packet(struct rvt_random *random, struct rvt_stp_packet *packet)
{
    static const enum rvt_stp_opcode starts[] = {RVT_STP_ASYNC, RVT_STP_VERSION, RVT_STP_M8,
                                                 RVT_STP_C8, RVT_STP_NULL};
    unsigned start = rvt_random_below(random, 20);

    *packet = (struct rvt_stp_packet){
        .opcode = start < 5 ? starts[start]
                            : (enum rvt_stp_opcode)rvt_random_below(random, RVT_STP_OPCODES)};
    packet->payload = payload_of(random, packet->opcode);
    if (packet->opcode == RVT_STP_VERSION && rvt_random_chance(random, 50))
        packet->payload = 8 | (packet->payload & 7);
    if (packet->opcode == RVT_STP_VERSION && packet->payload >= 8)
        packet->version = (uint8_t)(rvt_random_chance(random, 60) ? 1 + rvt_random_below(random, 3)
                                                                  : rvt_random_bits(random));
    if (rvt_stp_form(packet->opcode)->timestamp) {
        packet->timestamp_nibbles = (uint8_t)rvt_random_below(random, 18);
        packet->timestamp =
            number_of(random, packet->timestamp_nibbles > 15 ? 64 : 4U * packet->timestamp_nibbles);
    }
    if (rvt_random_chance(random, 3)) /* a member that the packet may not have */
        packet->version = (uint8_t)number_of(random, 2);
    if (rvt_random_chance(random, 3))
        packet->timestamp = number_of(random, 2);
    if (rvt_random_chance(random, 3))
        packet->timestamp_nibbles = (uint8_t)rvt_random_below(random, 3);
    if (rvt_random_chance(random, 3))
        packet->payload = number_of(random, 2);
}

/* Packets in any order, from any nibble on; each of them read again, whole and cut. */
static void write_packets(struct regression *regression, struct rvt_random *random)
{
    static struct bytes out;
    struct rvt_stp_format format = {
        .time_type = (enum rvt_stp_time_type)rvt_random_below(random, RVT_STP_TIME_GRAY + 1),
        .le = rvt_random_chance(random, 30)};
    size_t at = rvt_random_below(random, 2);

    memset(&out, (int)maybe(random, 50, 255), sizeof out);
    for (unsigned i = 0; i < PACKETS; i++) {
        struct rvt_stp_packet packet, read = {.opcode = RVT_STP_NULL};
        unsigned nibbles = 0, measured = 0;

        random_packet(random, &packet);
        enum rvt_status status = rvt_stp_write(&format, &packet, out.byte, at, at + 60, &nibbles);
        enum rvt_status measure =
            rvt_stp_write(&format, &packet, NULL, at, at + rvt_random_below(random, 60), &measured);
        regression_note(regression, "write %s, %s", rvt_status_text(status),
                        rvt_status_text(measure));
        if (status != RVT_OK)
            continue;
        regression_note(regression, "nibbles %u", nibbles);
        size_t end = at + (rvt_random_chance(random, 70) ? 60 : rvt_random_below(random, 40));
        status = rvt_stp_read(&format, out.byte, at, end, &read, &nibbles);
        regression_note(regression, "read %s", rvt_status_text(status));
        if (status == RVT_OK)
            note_packet(regression, &read);
        if (packet.opcode == RVT_STP_VERSION) {
            format = rvt_stp_announced(&packet);
            regression_note(regression, "format %d %d known %d", (int)format.time_type, format.le,
                            rvt_stp_version_known(&packet));
        }
        at += nibbles;
    }
    bytes_put(&sent, out.byte, (at + 1) / 2);
}

/* Any nibbles as packets, and the next ASYNC. */
static void read_anywhere(struct regression *regression, struct rvt_random *random)
{
    for (unsigned i = 0; i < READS; i++) {
        const struct rvt_stp_format format = {
            .time_type = (enum rvt_stp_time_type)rvt_random_below(random, RVT_STP_TIME_GRAY + 1),
            .le = rvt_random_chance(random, 50)};
        struct rvt_stp_packet packet = {.opcode = RVT_STP_NULL};
        size_t at = rvt_random_below(random, 2 * (unsigned)sent.count), start = 0;
        size_t end = at + piece_of(random, 2 * sent.count - at, 60);
        unsigned nibbles = 0;
        enum rvt_status status = rvt_stp_read(&format, sent.byte, at, end, &packet, &nibbles);
        bool found = rvt_stp_find_async(sent.byte, at, end, &start);

        regression_note(regression, "read %s %u async %d %zu", rvt_status_text(status),
                        status == RVT_ERR_TRUNCATED ? 0 : nibbles, found, start);
        if (status == RVT_OK)
            note_packet(regression, &packet);
        else if (status != RVT_ERR_TRUNCATED)
            regression_note(regression, "opcode %x", packet.opcode);
        regression_note(regression, "sixteen %" PRIx64, rvt_stp_sixteen(sent.byte, at / 2));
    }
}

/* ---- decoders ---- */

/* Flips, drops or repeats nibbles: from there on, all are shifted. */
static void damage_nibbles(struct rvt_random *random)
{
    size_t at = 1 + rvt_random_below(random, (unsigned)sent.count), end = sent.count;
    bool repeats = rvt_random_chance(random, 50);

    for (size_t i = at; repeats && i < end; i++)
        sent.byte[i] = (uint8_t)(sent.byte[i - 1] >> 4 | sent.byte[i] << 4);
    for (size_t i = at; !repeats && i < end; i++)
        sent.byte[i - 1] = (uint8_t)(sent.byte[i - 1] >> 4 | sent.byte[i] << 4);
}

/* 0 to most; rarely one more, which is out of range. */
static unsigned choice(struct rvt_random *random, unsigned most)
{
    return rvt_random_chance(random, 1) ? most + 1 : maybe(random, 50, most);
}

static void random_decoder(struct rvt_random *random, struct rvt_stp_config *config)
{
    *config = (struct rvt_stp_config){
        .start = (enum rvt_stp_start)choice(random, 1),
        .version_scope = (enum rvt_stp_version_scope)choice(random, 2),
        .m8_scope = (enum rvt_stp_m8_scope)choice(random, 1),
        .error_scope = (enum rvt_stp_error_scope)choice(random, 1),
        .time_type = (enum rvt_stp_time_type)choice(random, RVT_STP_TIME_GRAY),
        .le_always = rvt_random_chance(random, 20),
        .async_bytes_max = maybe(random, 40, 250)};
}

static void decode(struct regression *regression, struct rvt_random *random)
{
    struct rvt_stp_decoder decoder;
    struct rvt_stp_config config;
    const struct rvt_stp_sinks sinks = {.event = rvt_random_chance(random, 99) ? note_event : NULL,
                                        .event_context = regression,
                                        .finding =
                                            rvt_random_chance(random, 95) ? note_finding : NULL,
                                        .finding_context = regression};
    unsigned most = rvt_random_chance(random, 40) ? 8 : 600;

    random_decoder(random, &config);
    enum rvt_status status = rvt_stp_decoder_init(&decoder, &config, &sinks);
    regression_note(regression, "decoder %s", rvt_status_text(status));
    if (status != RVT_OK)
        return;
    if (rvt_random_chance(random, 30)) /* as after so many nibbles */
        decoder.at = decoder.lost_at = UINT64_C(0x1fffffff0);
    for (size_t at = 0, size = 0; at < sent.count; at += size) {
        size = piece_of(random, sent.count - at, most);
        if (rvt_random_chance(random, 5))
            rvt_stp_decoder_nibble(&decoder, rvt_random_below(random, 16));
        rvt_stp_decoder_bytes(&decoder, sent.byte + at, size);
    }
    rvt_stp_decoder_finish(&decoder);
    regression_note(regression, "format %d %d", (int)decoder.track.format.time_type,
                    decoder.track.format.le);
}

/* Streams of a few nibbles, mostly F, from any start. */
static void decode_short(struct regression *regression, struct rvt_random *random)
{
    for (unsigned nibbles = 0; nibbles < 30; nibbles++) {
        struct rvt_stp_decoder decoder;
        const struct rvt_stp_config config = {.start = (enum rvt_stp_start)maybe(random, 50, 1)};
        const struct rvt_stp_sinks sinks = {.event = note_event,
                                            .event_context = regression,
                                            .finding = note_finding,
                                            .finding_context = regression};

        cr_assert(rvt_stp_decoder_init(&decoder, &config, &sinks) == RVT_OK);
        for (unsigned i = 0; i < nibbles; i++)
            rvt_stp_decoder_nibble(&decoder, 15 - maybe(random, 3, 15));
        rvt_stp_decoder_finish(&decoder);
        regression_note(regression, "after %u nibbles", nibbles);
    }
}

static void group(struct regression *regression)
{
    struct rvt_random random;

    regression_begin(regression);
    rvt_random_seed(&random, 900000 + regression->group);
    memset(&sent, 0, sizeof sent);
    send_records(regression, &random);
    if (regression->group % 2 == 0)
        write_packets(regression, &random);
    note_bytes(regression, "sent", sent.byte, sent.count);
    for (unsigned i = 0; i < DECODERS && sent.count > 0; i++) {
        read_anywhere(regression, &random);
        decode(regression, &random);
        for (unsigned left = 1 + rvt_random_below(&random, 8); left > 0; left--)
            bytes_damage(&random, &sent, left % 2 == 0 ? 0xff : 0);
        if (rvt_random_chance(&random, 60) && sent.count > 0)
            damage_nibbles(&random);
    }
    decode_short(regression, &random);
    regression_end(regression);
}

/* Every row of the opcode table, and names that are none. */
static void opcodes(struct regression *regression)
{
    regression_begin(regression);
    for (unsigned i = 0; i < RVT_STP_OPCODES; i++) {
        const struct rvt_stp_form *form = rvt_stp_form((enum rvt_stp_opcode)i);
        enum rvt_stp_opcode named = RVT_STP_NULL;
        bool known = form->name != NULL && rvt_stp_opcode_named(form->name, &named);

        regression_note(regression, "%x %s %d %u %d %d %x %d %x", i,
                        form->name == NULL ? "-" : form->name, (int)form->kind,
                        form->payload_nibbles, form->marker, form->timestamp,
                        rvt_stp_opcode_code((enum rvt_stp_opcode)i), known, named);
        regression_note(regression, "%d", rvt_stp_opcode_named(i % 2 == 0 ? "D8X" : "", &named));
    }
    regression_end(regression);
}

Test(regression, stp_is_answered_as_before)
{
    struct regression regression;

    regression_open(&regression, "stp");
    opcodes(&regression);
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}
