/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/stp_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"

#include "lockstep/transport/stp_decode_exact.h"
#include "lockstep/items/stream_match.h"
#include "lockstep/items/transport_scoreboard.h"

enum { SENT = 1 << 12, BYTES_PRINTED = 8 };

static const char IDLE[] = "the transmitter reports idle while bytes are outstanding [StpIdle]";

/* Where the bytes of a write, or of a flush, begin. */
struct sent {
    uint64_t cycle, from; /* from: first nibble in the stream */
    bool flush;
    struct rvt_stp_record record;
};

struct rvt_stp_scoreboard {
    struct rvt_transport_scoreboard base;
    struct rvt_stp_encoder encoder;
    uint64_t writes, flushes;
    struct sent sent[SENT]; /* the latest ones, by number */
    uint64_t sents;
    uint64_t idle_sents;             /* at the latest finding that half a byte is not idle */
    struct rvt_stream_match *stream; /* of nibbles; the half byte of the encoder is predicted */
    struct rvt_stp_decode_exact *decode_exact;
};

/* ---- texts ---- */

static void packet_words(struct rvt_text *text, const struct rvt_stp_packet *packet)
{
    const struct rvt_stp_form *form = rvt_stp_form(packet->opcode);

    rvt_text_add(text, "%s", form->name);
    if (form->payload_nibbles > 0)
        rvt_text_add(text, " %0*" PRIx64, (int)form->payload_nibbles, packet->payload);
    if (form->timestamp)
        rvt_text_add(text, " @%" PRIx64 "/%u", packet->timestamp, packet->timestamp_nibbles);
}

static void sent_words(struct rvt_text *text, const struct sent *sent)
{
    if (sent->flush) {
        rvt_text_add(text, "the flush of cycle %" PRIu64, sent->cycle);
        return;
    }
    rvt_text_add(text, "the write of cycle %" PRIu64 ": ", sent->cycle);
    rvt_stp_record_print(text, &sent->record);
    if (rvt_stp_form(sent->record.opcode)->timestamp)
        rvt_text_add(text, ", time 0x%" PRIx64, sent->record.time);
}

/* The write or flush that a nibble of the stream belongs to; null if it is too old. */
static const struct sent *sent_at(const struct rvt_stp_scoreboard *scoreboard, uint64_t nibble)
{
    uint64_t number = scoreboard->sents;

    while (number > 0 && scoreboard->sents - number < SENT) {
        const struct sent *sent = &scoreboard->sent[--number % SENT];
        if (sent->from <= nibble)
            return sent;
    }
    return NULL;
}

/* The packet that contains a nibble, read from the predicted ones. */
struct place {
    uint64_t from;
    unsigned nibbles;
    struct rvt_stp_packet packet;
};

static bool find_place(const struct rvt_stp_scoreboard *scoreboard, const struct sent *sent,
                       uint64_t nibble, struct place *place)
{
    uint8_t byte[RVT_STP_ENCODER_BYTES_MAX + 16] = {0};
    uint64_t end = rvt_stream_match_predictions(scoreboard->stream);
    size_t nibbles = 0, at = 0;

    for (; nibbles < 2 * sizeof byte && sent->from + nibbles < end; nibbles++)
        byte[nibbles / 2] |=
            (uint8_t)(rvt_stream_match_predicted(scoreboard->stream, sent->from + nibbles)
                      << 4 * (nibbles & 1));
    while (rvt_stp_read(&scoreboard->encoder.format, byte, at, nibbles, &place->packet,
                        &place->nibbles) == RVT_OK) {
        place->from = sent->from + at;
        at += place->nibbles;
        if (nibble < place->from + place->nibbles)
            return true;
    }
    return false;
}

/* The clause that a wrong nibble of this packet breaks. */
static const char *clause_of(const struct place *place, uint64_t nibble)
{
    const struct rvt_stp_form *form = rvt_stp_form(place->packet.opcode);

    if (form->kind == RVT_STP_KIND_ASYNC)
        return "STP-001";
    if (form->kind == RVT_STP_KIND_VERSION)
        return "STP-002";
    if (form->kind == RVT_STP_KIND_MASTER || form->kind == RVT_STP_KIND_CHANNEL)
        return "STP-006";
    bool stamp = form->timestamp &&
                 nibble + 1 + place->packet.timestamp_nibbles >= place->from + place->nibbles;
    return stamp ? "STP-004" : "STP-003";
}

static void add_because(struct rvt_text *text, const struct sent *sent)
{
    if (sent == NULL)
        return;
    rvt_text_add(text, "\n  because   ");
    sent_words(text, sent);
}

/* A nibble is not as predicted. */
static void differs(void *context, struct rvt_text *text, const void *observed,
                    const void *expected)
{
    const struct rvt_stp_scoreboard *scoreboard = context;
    const struct rvt_stream_unit *seen = observed, *wanted = expected;
    uint64_t nibble = wanted->item.at, at = seen->item.at;
    const struct sent *sent = sent_at(scoreboard, nibble);
    struct place place;
    bool found = sent != NULL && find_place(scoreboard, sent, nibble, &place);

    rvt_text_add(text, "byte %" PRIu64 ", %s nibble, differs [%s]", at / 2, at & 1 ? "high" : "low",
                 found ? clause_of(&place, nibble) : "StpBytes");
    rvt_text_add(text, "\n  field     nibble %" PRIu64, found ? nibble - place.from : nibble);
    if (found) {
        rvt_text_add(text, " of ");
        packet_words(text, &place.packet);
    }
    rvt_text_add(text, ": expected 0x%x, observed 0x%x\n  expected  ", (unsigned)wanted->value,
                 (unsigned)seen->value);
    rvt_stream_match_print_predicted(scoreboard->stream, text, nibble, BYTES_PRINTED);
    add_because(text, sent);
    rvt_text_add(text, "\n  observed  ");
    rvt_stream_match_print_observed(scoreboard->stream, text, at, BYTES_PRINTED);
}

/* A byte was sent that belongs to no write. */
static void early(void *context, struct rvt_text *text, const void *observed)
{
    const struct rvt_stp_scoreboard *scoreboard = context;
    uint64_t at = ((const struct rvt_stream_unit *)observed)->item.at;

    rvt_text_add(text, "byte %" PRIu64 " belongs to no write [StpNoWrite]", at / 2);
    rvt_text_add(text, "\n  expected  no byte%s",
                 scoreboard->encoder.at & 1 ? ": half a byte waits for the next packet or a flush"
                                            : "");
    if (scoreboard->sents > 0)
        add_because(text, &scoreboard->sent[(scoreboard->sents - 1) % SENT]);
    rvt_text_add(text, "\n  observed  ");
    rvt_stream_match_print_observed(scoreboard->stream, text, at, BYTES_PRINTED);
}

static void unsent(void *context, struct rvt_text *text, uint64_t count, const void *first)
{
    const struct rvt_stp_scoreboard *scoreboard = context;
    uint64_t at = ((const struct rvt_stream_unit *)first)->item.at;

    rvt_text_add(text, "%" PRIu64 " bytes were never sent [StpMissing]", (count + 1) / 2);
    rvt_text_add(text, "\n  expected  byte %" PRIu64 ": 0x", at / 2);
    rvt_stream_match_print_predicted(scoreboard->stream, text, at, 1);
    add_because(text, sent_at(scoreboard, at));
}

/* ---- calls ---- */

/* Predicts the nibbles that the encoder has sent since from: those of data, and half a byte. */
static void predict(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle, uint64_t from,
                    const uint8_t *data)
{
    const struct rvt_stp_encoder *encoder = &scoreboard->encoder;
    uint64_t first = from / 2, whole = encoder->at / 2;

    for (uint64_t at = from; at < encoder->at; at++) {
        uint8_t byte = at / 2 < whole ? data[at / 2 - first] : encoder->half;
        rvt_stream_match_predict(scoreboard->stream, cycle, byte >> 4 * (at & 1) & 15);
    }
}

static void remember(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle, uint64_t from,
                     const struct rvt_stp_record *record)
{
    struct sent *sent = &scoreboard->sent[scoreboard->sents++ % SENT];

    *sent = (struct sent){.cycle = cycle, .from = from, .flush = record == NULL};
    if (record != NULL)
        sent->record = *record;
}

void rvt_stp_scoreboard_sync(struct rvt_stp_scoreboard *scoreboard)
{
    rvt_stp_encoder_sync(&scoreboard->encoder);
}

void rvt_stp_scoreboard_write(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle,
                              const struct rvt_stp_port_write *write, uint64_t sync_bytes,
                              uint64_t frequency)
{
    uint8_t byte[RVT_STP_ENCODER_BYTES_MAX];
    uint64_t from = scoreboard->encoder.at;
    struct rvt_stp_record record;
    size_t bytes = 0;

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->writes++ == 0)
        scoreboard->encoder.config.frequency = frequency;
    scoreboard->encoder.config.sync_bytes = sync_bytes;
    if (rvt_stp_port_write_record(write, &record) != RVT_OK ||
        rvt_stp_encoder_put(&scoreboard->encoder, &record, byte, sizeof byte, &bytes) != RVT_OK) {
        if (rvt_transport_fault(scoreboard, cycle,
                                "the write that was taken fits no STP packet [StpWrite]"))
            rvt_item_match_lose(rvt_stream_match_units(scoreboard->stream));
        return;
    }
    if (scoreboard->base.decode_exact) {
        rvt_stp_decode_exact_write(scoreboard->decode_exact, cycle, &record,
                                   scoreboard->writes == 1 ? frequency : 0);
        return;
    }
    remember(scoreboard, cycle, from, &record);
    predict(scoreboard, cycle, from, byte);
}

void rvt_stp_scoreboard_flush(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle)
{
    uint64_t from = scoreboard->encoder.at;
    size_t bytes = 0;
    uint8_t byte;

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (rvt_stp_encoder_finish(&scoreboard->encoder, &byte, 1, &bytes) != RVT_OK || bytes == 0)
        return;
    scoreboard->flushes++;
    if (scoreboard->base.decode_exact)
        return;
    remember(scoreboard, cycle, from, NULL);
    predict(scoreboard, cycle, from, &byte);
}

void rvt_stp_scoreboard_bytes(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle,
                              const uint8_t *data, size_t bytes)
{
    if (!rvt_transport_comparing(scoreboard))
        return;
    if (bytes == 0)
        rvt_transport_fault(scoreboard, cycle, "a beat without bytes was sent [StpBeat]");
    else if (scoreboard->base.decode_exact)
        rvt_stp_decode_exact_bytes(scoreboard->decode_exact, cycle, data, bytes);
    else
        rvt_stream_match_observe(scoreboard->stream, cycle, data, bytes);
}

void rvt_stp_scoreboard_idle(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle)
{
    struct rvt_item_match *nibbles = rvt_stream_match_units(scoreboard->stream);
    unsigned half = scoreboard->encoder.at & 1;

    if (scoreboard->base.decode_exact) {
        rvt_stp_decode_exact_idle(scoreboard->decode_exact, cycle);
        return;
    }
    rvt_item_match_idle(nibbles, cycle, half);
    if (half == 0 || rvt_item_match_outstanding(nibbles) != 1 ||
        scoreboard->idle_sents == scoreboard->sents)
        return;
    scoreboard->idle_sents = scoreboard->sents;
    rvt_transport_fault(scoreboard, cycle, IDLE);
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_stp_scoreboard *scoreboard = context;

    if (scoreboard->base.decode_exact)
        rvt_stp_decode_exact_end(scoreboard->decode_exact, cycle);
    else
        rvt_item_match_finish(rvt_stream_match_units(scoreboard->stream), cycle,
                              scoreboard->encoder.at & 1);
}

static uint64_t compared(const void *context)
{
    const struct rvt_stp_scoreboard *scoreboard = context;

    return scoreboard->base.decode_exact ? rvt_stp_decode_exact_compared(scoreboard->decode_exact)
                                         : rvt_stream_match_equal(scoreboard->stream);
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_stp_scoreboard *scoreboard = context;

    rvt_text_add(text, "%" PRIu64 " writes, ", scoreboard->writes);
    if (scoreboard->base.decode_exact)
        rvt_stp_decode_exact_counts(scoreboard->decode_exact, text);
    else
        rvt_text_add(text, "%" PRIu64 " of %" PRIu64 " bytes compared",
                     rvt_stream_match_equal(scoreboard->stream), scoreboard->encoder.at / 2);
    rvt_text_add(text, ", %" PRIu64 " flushes", scoreboard->flushes);
}

static void free_verdicts(void *context)
{
    struct rvt_stp_scoreboard *scoreboard = context;

    rvt_stp_decode_exact_close(scoreboard->decode_exact);
    rvt_stream_match_close(scoreboard->stream);
}

enum rvt_status rvt_stp_scoreboard_open(const struct rvt_stp_encoder_config *config,
                                        struct rvt_stp_scoreboard **scoreboard)
{
    static const struct rvt_exact_words WORDS = {differs, early, unsent, NULL};
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end, compared, counts,
                                                   free_verdicts,       true};
    struct rvt_stp_encoder encoder;
    enum rvt_status status = rvt_stp_encoder_init(&encoder, config);

    *scoreboard = NULL;
    if (status != RVT_OK)
        return status;
    *scoreboard = rvt_transport_open(&KIND);
    if (*scoreboard == NULL)
        return RVT_ERR_MEMORY;
    (*scoreboard)->encoder = encoder;
    status = rvt_stp_decode_exact_open(config, *scoreboard, &(*scoreboard)->decode_exact);
    if (status == RVT_OK)
        status = rvt_stream_match_open(*scoreboard, RVT_STREAM_NIBBLE, &WORDS, IDLE,
                                       "the bytes of too many writes are outstanding [StpOverdue]",
                                       &(*scoreboard)->stream);
    if (status == RVT_OK)
        return RVT_OK;
    rvt_transport_close(*scoreboard);
    *scoreboard = NULL;
    return status;
}
