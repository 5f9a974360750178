/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulated streams of every framing, damaged in random places: what the writer sends, and the
 * packets, faults, losses and positions that the aligner, the parser and the reader find are those
 * of the reference.
 */
#include "bytes.h"

#include "base/config_check.h"
#include "stream/encap_reader.h"
#include "stream/encap_writer.h"
#include "stream/sync_sequence.h"

enum { GROUPS = 480, PACKETS = 60 };

static struct bytes sent, aligned;

/* A position beyond 32 bits, where the program chooses it. */
static uint64_t position_of(struct rvt_random *random)
{
    return rvt_random_chance(random, 50) ? 0 : (UINT64_C(1) << 32) - 300 + number_of(random, 40);
}

static void random_encap(struct rvt_random *random, struct rvt_config *config)
{
    struct rvt_encap_config *encap = &config->encap;

    *encap =
        (struct rvt_encap_config){.srcid_bits = rvt_random_below(random, 17),
                                  .type_bits = rvt_random_below(random, 9),
                                  .timestamp_bytes = maybe(random, 50, 8),
                                  .nulls = (enum rvt_nulls)rvt_random_below(random, 4),
                                  .sync_period = maybe(random, 50, 500),
                                  .sync_unit = (enum rvt_sync_unit)rvt_random_below(random, 2)};
    if (rvt_random_chance(random, 30)) {
        unsigned long_block = rvt_random_chance(random, 15) ? 1U << 16 : 0;

        encap->block_bytes = long_block + 42 + rvt_random_below(random, 120);
    }
    if (encap->block_bytes == 0 && rvt_random_chance(random, 30))
        encap->unaligned = true;
    else if (rvt_random_chance(random, 15))
        encap->framing = RVT_FRAMING_INDEXED;
    config->switches.ts_align = (enum rvt_ts_align)rvt_random_below(random, 2);
    config->switches.encap_compress = (enum rvt_encap_compress)rvt_random_below(random, 2);
    if (rvt_random_chance(random, 10))
        config->dialect.header = RVT_HEADER_LENGTH;
    if (rvt_random_chance(random, 10))
        config->dialect.padding = RVT_PADDING_ANY;
}

static void make_config(struct rvt_random *random, struct rvt_config *config)
{
    do {
        rvt_config_defaults(config, rvt_random_chance(random, 15) ? RVT_PROFILE_DRAFT_0_026
                                                                  : RVT_PROFILE_V2_0_4);
        random_encap(random, config);
    } while (rvt_config_check(config, NULL) != RVT_OK);
}

/* A packet; sometimes one that no stream can hold. */
static void random_packet(struct rvt_random *random, const struct rvt_config *config,
                          struct rvt_encap *packet)
{
    const struct rvt_encap_config *encap = &config->encap;
    unsigned spare = rvt_random_chance(random, 4),
             room = (encap->srcid_bits % 8 + encap->type_bits + 7) / 8;
    bool zero = rvt_random_chance(random, 30);

    *packet = (struct rvt_encap){
        .kind = rvt_random_chance(random, 10) ? (enum rvt_encap_kind)rvt_random_below(random, 3)
                                              : RVT_ENCAP_NORMAL,
        .flow = (uint8_t)rvt_random_below(random, 4 + spare),
        .extend = encap->timestamp_bytes + spare > 0 && rvt_random_chance(random, 50),
        .srcid = (uint16_t)number_of(random, encap->srcid_bits + spare),
        .type = (uint8_t)number_of(random, encap->type_bits + spare)};
    if (packet->extend && !zero)
        packet->timestamp = number_of(random, 8 * encap->timestamp_bytes);
    packet->payload.bytes = (uint8_t)(1 - spare + rvt_random_below(random, 31 - room + spare));
    packet->payload.bits = (uint16_t)(8 * packet->payload.bytes);
    for (unsigned i = 0; i < packet->payload.bytes && !zero; i++) {
        uint8_t mask = rvt_random_chance(random, 50) ? 0xff : 0xe0;

        packet->payload.byte[i] = (uint8_t)(rvt_random_bits(random) & mask);
    }
}

/* Packets of indexed framing, which is only read. */
static void send_indexed(struct rvt_random *random)
{
    uint16_t index = (uint16_t)number_of(random, 16);

    for (unsigned i = 0; i < 4 * PACKETS; i++) {
        uint8_t byte[31] = {(uint8_t)(4 + rvt_random_below(random, 28)), (uint8_t)index,
                            (uint8_t)(index >> 8)};

        for (unsigned at = 3; at < sizeof byte; at++)
            byte[at] = (uint8_t)rvt_random_bits(random);
        bytes_put(&sent, byte, byte[0]);
        index = (uint16_t)(index + 1 + maybe(random, 5, UINT16_MAX));
        memset(byte, 0, sizeof byte);
        if (rvt_random_chance(random, 20))
            bytes_put(&sent, byte, rvt_random_below(random, sizeof byte));
    }
}

static void send_packets(struct regression *regression, struct rvt_random *random,
                         const struct rvt_config *config)
{
    struct rvt_encap_writer writer;
    struct rvt_encap packet;
    struct rvt_diag diag;

    rvt_encap_writer_init(&writer, config, bytes_put, &sent);
    if (rvt_random_chance(random, 30))
        rvt_encap_writer_sync(&writer);
    for (unsigned i = 0; i < PACKETS; i++) {
        rvt_diag_clear(&diag);
        random_packet(random, config, &packet);
        enum rvt_status status = rvt_encap_writer_packet(&writer, &packet, &diag);
        regression_diag(regression, "writer", status, &diag);
        if (rvt_random_chance(random, 20))
            rvt_encap_writer_nulls(&writer, number_of(random, 7));
        if (rvt_random_chance(random, 4))
            rvt_encap_writer_sync(&writer);
        if (rvt_random_chance(random, 10))
            regression_note(regression, "sent %zu", sent.count);
    }
    if (config->encap.block_bytes < 1U << 16) /* else it fills a long block */
        rvt_encap_writer_finish(&writer);
}

/* Delays the stream by bits, as a port does that was not at the beginning of a byte. */
static void shift_bits(unsigned bits)
{
    unsigned before = 0xff;

    for (size_t i = 0; i < sent.count; i++) {
        unsigned now = sent.byte[i];

        sent.byte[i] = (uint8_t)(now << bits | before >> (8 - bits));
        before = now;
    }
}

static void align(struct regression *regression, struct rvt_random *random,
                  const struct rvt_config *config)
{
    struct rvt_bit_aligner aligner;

    rvt_bit_aligner_init(&aligner, &config->encap);
    regression_note(regression, "aligner %" PRIu64 " %d", aligner.needed, aligner.sure);
    for (size_t at = 0; at < sent.count;) {
        size_t count = 0, size = piece_of(random, sent.count - at, 200);
        bool begins = false;

        aligner.doubt = rvt_random_chance(random, 10);
        size_t used = rvt_bit_aligner_take(&aligner, sent.byte + at, size, aligned.byte,
                                           1 + rvt_random_below(random, 100), &count, &begins);
        regression_note(regression, "took %zu %zu %d %d %d %u %u %" PRIu64 " %" PRIu64, used, count,
                        begins, aligner.aligned, aligner.doubt, aligner.have, aligner.rest,
                        aligner.zeros, rvt_bit_aligner_position(&aligner));
        note_bytes(regression, "aligned", aligned.byte, count);
        at += used;
    }
}

static void note_view(struct regression *regression, const char *what,
                      const struct rvt_encap_view *view)
{
    regression_note(regression, "%s %" PRIu64 " %u %x", what, view->position, view->bytes,
                    view->srcid);
    note_bytes(regression, "view", view->data, view->bytes);
}

static void note_routed(void *context, const struct rvt_encap_view *view)
{
    note_view(context, "routed", view);
}

static void note_views(void *context, const struct rvt_encap_view *view, size_t count)
{
    regression_note(context, "views %zu", count <= RVT_ENCAP_VIEWS ? (size_t)0 : count);
    for (size_t i = 0; i < count; i++)
        note_view(context, "packet", &view[i]);
}

static void note_fault(void *context, const struct rvt_diag *fault)
{
    regression_diag(context, "fault", fault->status, fault);
}

static void parse(struct regression *regression, struct rvt_random *random,
                  const struct rvt_config *config)
{
    static struct rvt_encap_parser parser;
    const struct rvt_encap_route route[] = {{0, note_routed, regression},
                                            {1, note_routed, regression}};
    const struct rvt_encap_parser_output output = {
        .route = route,
        .routes = rvt_random_below(random, 3),
        .packets = rvt_random_chance(random, 95) ? note_views : NULL,
        .fault = rvt_random_chance(random, 95) ? note_fault : NULL,
        .context = regression};
    unsigned most = rvt_random_chance(random, 30) ? 4 : 700;

    rvt_encap_parser_init(&parser, config,
                          rvt_random_chance(random, 50) && !config->encap.unaligned, &output);
    if (!config->encap.unaligned && rvt_random_chance(random, 50))
        rvt_encap_parser_restart(&parser, position_of(random));
    for (size_t at = 0, size = 0; at < sent.count; at += size) {
        size = piece_of(random, sent.count - at, most);
        rvt_encap_parser_push(&parser, sent.byte + at, size);
        regression_note(regression, "parser %" PRIu64 " %" PRIu64 " %d", parser.position,
                        parser.passed, parser.searching);
        if (!config->encap.unaligned && rvt_random_chance(random, 1))
            rvt_encap_parser_restart(&parser, position_of(random));
    }
    rvt_encap_parser_finish(&parser);
    regression_note(regression, "finished %" PRIu64 " %" PRIu64 " %d", parser.position,
                    parser.passed, parser.searching);
}

static void take_events(struct regression *regression, struct rvt_encap_reader *reader)
{
    for (;;) {
        struct rvt_encap_event event = {.position = 0};
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        enum rvt_encap_event_kind kind = rvt_encap_reader_next(reader, &event, &diag);
        if (kind == RVT_ENCAP_EVENT_NONE)
            return;
        if (kind != RVT_ENCAP_EVENT_LOSS)
            regression_note(regression, "event %d at %" PRIu64, (int)kind, event.position);
        if (kind == RVT_ENCAP_EVENT_PACKET)
            note_encap(regression, &event.encap);
        else
            regression_diag(regression, "event", diag.status, &diag);
    }
}

/* Pieces that may begin messages, with places of their own, and losses between them. */
static void read(struct regression *regression, struct rvt_random *random,
                 const struct rvt_config *config, enum rvt_encap_source source)
{
    static uint64_t place[BYTES_MAX];
    struct rvt_encap_reader *reader = NULL;
    bool places = rvt_random_chance(random, 80), whole = rvt_random_chance(random, 50);
    uint64_t next = position_of(random), drains = rvt_random_below(random, 3);
    unsigned most = rvt_random_chance(random, 50) ? 60 : 1000;
    unsigned losses = rvt_random_below(random, 4);

    cr_assert(rvt_encap_reader_open(config, source, &reader) == RVT_OK);
    for (size_t at = 0, size = 0; at < sent.count; at += size) {
        size_t packet = rvt_encap_peek_bytes(config, sent.byte[at]);

        size = piece_of(random, sent.count - at, most);
        if (whole && packet > 0 && packet <= sent.count - at)
            size = packet;
        for (size_t i = at; i < at + size; i++)
            place[i] = next += 1 + rvt_random_below(random, 3);
        const struct rvt_encap_piece piece = {.data = sent.byte + at,
                                              .bytes = size,
                                              .place = places ? place + at : NULL,
                                              .begins = whole || rvt_random_chance(random, 60)};
        const struct rvt_finding loss = {
            .rule = (enum rvt_rule)rvt_random_below(random, RVT_RULES), .byte = next, .value = at};
        cr_assert(rvt_encap_reader_feed(reader, &piece) == RVT_OK);
        for (unsigned i = 0; rvt_random_chance(random, losses * 3) && i < 2; i++)
            cr_assert(rvt_encap_reader_lose(reader, &loss) == RVT_OK);
        if (drains > 0 && rvt_random_below(random, (unsigned)drains * 4) == 0)
            take_events(regression, reader);
    }
    rvt_encap_reader_end(reader, next + 1);
    take_events(regression, reader);
    take_events(regression, reader);
    rvt_encap_reader_close(reader);
}

static void group(struct regression *regression)
{
    struct rvt_random random;
    struct rvt_config config;

    regression_begin(regression);
    rvt_random_seed(&random, 880000 + regression->group);
    make_config(&random, &config);
    regression_note(regression, "null run %u", rvt_encap_null_run(&config.encap));
    sent.count = 0;
    if (config.encap.framing == RVT_FRAMING_INDEXED)
        send_indexed(&random);
    send_packets(regression, &random, &config);
    note_bytes(regression, "sent", sent.byte, sent.count);
    if (config.encap.unaligned && sent.count > 0)
        shift_bits(rvt_random_below(&random, 8));
    for (unsigned left = regression->group % 4 == 0 ? 0 : rvt_random_below(&random, 20); left > 0;)
        bytes_damage(&random, &sent, --left % 2 == 0 ? 0 : 0x80);
    if (config.encap.unaligned)
        align(regression, &random, &config);
    parse(regression, &random, &config);
    read(regression, &random, &config, RVT_ENCAP_SOURCE_PLAIN);
    read(regression, &random, &config,
         regression->group % 2 == 0 ? RVT_ENCAP_SOURCE_FRAMES : RVT_ENCAP_SOURCE_MESSAGES);
    regression_end(regression);
}

Test(regression, streams_are_answered_as_before)
{
    struct regression regression;

    regression_open(&regression, "stream");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}
