/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/stp_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"

#include "lockstep/transport/expected_bytes.h"
#include "lockstep/transport/transport_scoreboard.h"

enum { SENT = 1 << 12 };

/* What a write became; a flush has no write. */
struct sent {
    uint64_t cycle, from; /* from: nibble of the stream where it begins */
    bool flush;
    struct rvt_stp_record record;
};

struct rvt_stp_scoreboard {
    struct rvt_transport_scoreboard base;
    struct rvt_stp_encoder encoder;
    uint64_t writes, flushes;
    struct sent sent[SENT]; /* the latest ones, by number */
    uint64_t sents;
    struct rvt_expected_bytes lanes;
};

/* ---- words ---- */

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

/* What is about nibble: the write it belongs to; null if that is forgotten. */
static const struct sent *sent_at(const struct rvt_stp_scoreboard *judge, uint64_t nibble)
{
    uint64_t number = judge->sents;

    while (number > 0 && judge->sents - number < SENT) {
        const struct sent *sent = &judge->sent[--number % SENT];
        if (sent->from <= nibble)
            return sent;
    }
    return NULL;
}

/* The packet of a write that holds a nibble, read from the bytes that were predicted. */
struct place {
    uint64_t from;
    unsigned nibbles;
    struct rvt_stp_packet packet;
};

static bool find_place(const struct rvt_stp_scoreboard *judge, const struct sent *sent,
                       uint64_t nibble, struct place *place)
{
    uint8_t byte[RVT_STP_ENCODER_BYTES_MAX + 16] = {0};
    uint64_t first = sent->from / 2;
    size_t bytes = 0, at = sent->from & 1;

    while (bytes < RVT_STP_ENCODER_BYTES_MAX && first + bytes < judge->lanes.due) {
        byte[bytes] = rvt_expected_bytes_byte(&judge->lanes, first + bytes);
        bytes++;
    }
    size_t end = 2 * bytes;
    if (first + bytes == judge->lanes.due && (judge->encoder.at & 1) != 0) {
        byte[bytes] = judge->encoder.half;
        end++;
    }
    while (rvt_stp_read(&judge->encoder.format, byte, at, end, &place->packet, &place->nibbles) ==
           RVT_OK) {
        place->from = 2 * first + at;
        at += place->nibbles;
        if (nibble < place->from + place->nibbles)
            return true;
    }
    return false;
}

/* The rule that a wrong nibble of this packet breaks. */
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

/* Byte at of the stream is not as predicted. */
static void explain_different(struct rvt_stp_scoreboard *judge, struct rvt_text *text,
                              uint64_t cycle, const uint8_t *data, size_t bytes)
{
    uint64_t at = judge->lanes.at;
    uint8_t expected = rvt_expected_bytes_byte(&judge->lanes, at);
    uint64_t nibble = 2 * at + (((expected ^ data[0]) & 15U) == 0);
    const struct sent *sent = sent_at(judge, nibble);
    struct place place;
    bool found = sent != NULL && find_place(judge, sent, nibble, &place);

    rvt_text_add(text, "cycle %" PRIu64 ": byte %" PRIu64 ", %s nibble, differs [%s]", cycle, at,
                 nibble & 1 ? "high" : "low", found ? clause_of(&place, nibble) : "StpBytes");
    rvt_text_add(text, "\n  field     nibble %" PRIu64, found ? nibble - place.from : nibble);
    if (found) {
        rvt_text_add(text, " of ");
        packet_words(text, &place.packet);
    }
    rvt_text_add(text, ": expected 0x%x, observed 0x%x",
                 (unsigned)expected >> 4 * (nibble & 1) & 15U,
                 (unsigned)data[0] >> 4 * (nibble & 1) & 15U);
    rvt_text_add(text, "\n  expected  ");
    for (size_t i = 0; i < bytes && at + i < judge->lanes.due; i++)
        rvt_text_add(text, "%02x ", rvt_expected_bytes_byte(&judge->lanes, at + i));
    add_because(text, sent);
    rvt_text_add(text, "\n  observed  ");
    rvt_bytes_print(text, data, bytes);
}

/* A byte came that no write explains. */
static void explain_spurious(struct rvt_stp_scoreboard *judge, struct rvt_text *text,
                             uint64_t cycle, const uint8_t *data, size_t bytes)
{
    rvt_text_add(text, "cycle %" PRIu64 ": byte %" PRIu64 " has no write [StpNoWrite]", cycle,
                 judge->lanes.at);
    rvt_text_add(text, "\n  expected  no byte%s",
                 judge->encoder.at & 1 ? ": half a byte waits for the next packet or a flush" : "");
    if (judge->sents > 0)
        add_because(text, &judge->sent[(judge->sents - 1) % SENT]);
    rvt_text_add(text, "\n  observed  ");
    rvt_bytes_print(text, data, bytes);
}

/* ---- calls ---- */

static void remember(struct rvt_stp_scoreboard *judge, uint64_t cycle, uint64_t from,
                     const struct rvt_stp_record *record)
{
    struct sent *sent = &judge->sent[judge->sents++ % SENT];

    *sent = (struct sent){.cycle = cycle, .from = from, .flush = record == NULL};
    if (record != NULL)
        sent->record = *record;
}

void rvt_stp_scoreboard_sync(struct rvt_stp_scoreboard *judge)
{
    rvt_stp_encoder_sync(&judge->encoder);
}

void rvt_stp_scoreboard_write(struct rvt_stp_scoreboard *judge, uint64_t cycle,
                              const struct rvt_stp_port_write *write, uint64_t sync_bytes,
                              uint64_t frequency)
{
    uint8_t byte[RVT_STP_ENCODER_BYTES_MAX];
    uint64_t from = judge->encoder.at;
    struct rvt_stp_record record;
    size_t bytes = 0;

    if (!rvt_transport_comparing(judge))
        return;
    if (judge->writes++ == 0)
        judge->encoder.config.frequency = frequency;
    judge->encoder.config.sync_bytes = sync_bytes;
    if (rvt_stp_port_write_record(write, &record) != RVT_OK ||
        rvt_stp_encoder_put(&judge->encoder, &record, byte, sizeof byte, &bytes) != RVT_OK) {
        rvt_transport_fault(judge, cycle, "a write was taken that has no packet [StpWrite]");
        return;
    }
    remember(judge, cycle, from, &record);
    if (!rvt_expected_bytes_put(&judge->lanes, byte, bytes))
        rvt_transport_fault(judge, cycle, "the bytes of so many writes are due [StpOverdue]");
}

void rvt_stp_scoreboard_flush(struct rvt_stp_scoreboard *judge, uint64_t cycle)
{
    uint64_t from = judge->encoder.at;
    size_t bytes = 0;
    uint8_t byte;

    if (!rvt_transport_comparing(judge))
        return;
    if (rvt_stp_encoder_finish(&judge->encoder, &byte, 1, &bytes) != RVT_OK || bytes == 0)
        return;
    judge->flushes++;
    remember(judge, cycle, from, NULL);
    if (!rvt_expected_bytes_put(&judge->lanes, &byte, bytes))
        rvt_transport_fault(judge, cycle, "the bytes of so many writes are due [StpOverdue]");
}

void rvt_stp_scoreboard_bytes(struct rvt_stp_scoreboard *judge, uint64_t cycle, const uint8_t *data,
                              size_t bytes)
{
    struct rvt_text text;

    if (!rvt_transport_comparing(judge))
        return;
    if (bytes == 0) {
        rvt_transport_fault(judge, cycle, "a beat without bytes [StpBeat]");
        return;
    }
    size_t same = rvt_expected_bytes_compare(&judge->lanes, data, bytes);
    if (same == bytes || !rvt_transport_find(judge, cycle, &text))
        return;
    if (judge->lanes.at == judge->lanes.due)
        explain_spurious(judge, &text, cycle, data + same, bytes - same);
    else
        explain_different(judge, &text, cycle, data + same, bytes - same);
}

void rvt_stp_scoreboard_idle(struct rvt_stp_scoreboard *judge, uint64_t cycle)
{
    if (judge->lanes.at != judge->lanes.due || (judge->encoder.at & 1) != 0)
        rvt_transport_fault(judge, cycle,
                            "the transmitter says that nothing is left, and bytes are [StpIdle]");
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_stp_scoreboard *judge = context;
    const struct rvt_expected_bytes *lanes = &judge->lanes;
    struct rvt_text text;

    if (lanes->at == lanes->due || !rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": %" PRIu64 " bytes never came [StpMissing]", cycle,
                 lanes->due - lanes->at);
    rvt_text_add(&text, "\n  expected  byte %" PRIu64 ": 0x%02x", lanes->at,
                 rvt_expected_bytes_byte(lanes, lanes->at));
    add_because(&text, sent_at(judge, 2 * lanes->at));
}

static uint64_t compared(const void *judge)
{
    return ((const struct rvt_stp_scoreboard *)judge)->lanes.at;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_stp_scoreboard *judge = context;

    rvt_text_add(
        text, "%" PRIu64 " writes, %" PRIu64 " of %" PRIu64 " bytes compared, %" PRIu64 " flushes",
        judge->writes, judge->lanes.at, judge->lanes.due, judge->flushes);
}

enum rvt_status rvt_stp_scoreboard_open(const struct rvt_stp_encoder_config *config,
                                        struct rvt_stp_scoreboard **judge)
{
    static const struct rvt_transport_kind KIND = {sizeof **judge, end, compared, counts, NULL};
    struct rvt_stp_encoder encoder;
    enum rvt_status status = rvt_stp_encoder_init(&encoder, config);

    *judge = NULL;
    if (status != RVT_OK)
        return status;
    *judge = rvt_transport_open(&KIND);
    if (*judge == NULL)
        return RVT_ERR_MEMORY;
    (*judge)->encoder = encoder;
    return RVT_OK;
}
