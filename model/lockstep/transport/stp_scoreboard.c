/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/stp_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"

#include "lockstep/transport/expected_bytes.h"
#include "lockstep/transport/stp_decode_exact.h"
#include "lockstep/transport/transport_scoreboard.h"

enum { SENT = 1 << 12 };

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
    struct rvt_expected_bytes expected;
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

/* The packet that contains a nibble, read from the predicted bytes. */
struct place {
    uint64_t from;
    unsigned nibbles;
    struct rvt_stp_packet packet;
};

static bool find_place(const struct rvt_stp_scoreboard *scoreboard, const struct sent *sent,
                       uint64_t nibble, struct place *place)
{
    uint8_t byte[RVT_STP_ENCODER_BYTES_MAX + 16] = {0};
    uint64_t first = sent->from / 2;
    size_t bytes = 0, at = sent->from & 1;

    while (bytes < RVT_STP_ENCODER_BYTES_MAX && first + bytes < scoreboard->expected.due) {
        byte[bytes] = rvt_expected_bytes_byte(&scoreboard->expected, first + bytes);
        bytes++;
    }
    size_t end = 2 * bytes;
    if (first + bytes == scoreboard->expected.due && (scoreboard->encoder.at & 1) != 0) {
        byte[bytes] = scoreboard->encoder.half;
        end++;
    }
    while (rvt_stp_read(&scoreboard->encoder.format, byte, at, end, &place->packet,
                        &place->nibbles) == RVT_OK) {
        place->from = 2 * first + at;
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

/* The next byte is not as predicted. */
static void explain_different(struct rvt_stp_scoreboard *scoreboard, struct rvt_text *text,
                              const uint8_t *data, size_t bytes)
{
    uint64_t at = scoreboard->expected.at;
    uint8_t expected = rvt_expected_bytes_byte(&scoreboard->expected, at);
    uint64_t nibble = 2 * at + (((expected ^ data[0]) & 15U) == 0);
    const struct sent *sent = sent_at(scoreboard, nibble);
    struct place place;
    bool found = sent != NULL && find_place(scoreboard, sent, nibble, &place);

    rvt_text_add(text, "byte %" PRIu64 ", %s nibble, differs [%s]", at, nibble & 1 ? "high" : "low",
                 found ? clause_of(&place, nibble) : "StpBytes");
    rvt_text_add(text, "\n  field     nibble %" PRIu64, found ? nibble - place.from : nibble);
    if (found) {
        rvt_text_add(text, " of ");
        packet_words(text, &place.packet);
    }
    rvt_text_add(text, ": expected 0x%x, observed 0x%x",
                 (unsigned)expected >> 4 * (nibble & 1) & 15U,
                 (unsigned)data[0] >> 4 * (nibble & 1) & 15U);
    rvt_text_add(text, "\n  expected  ");
    for (size_t i = 0; i < bytes && at + i < scoreboard->expected.due; i++)
        rvt_text_add(text, "%02x ", rvt_expected_bytes_byte(&scoreboard->expected, at + i));
    add_because(text, sent);
    rvt_text_add(text, "\n  observed  ");
    rvt_bytes_print(text, data, bytes);
}

/* A byte was sent that belongs to no write. */
static void explain_spurious(struct rvt_stp_scoreboard *scoreboard, struct rvt_text *text,
                             const uint8_t *data, size_t bytes)
{
    rvt_text_add(text, "byte %" PRIu64 " belongs to no write [StpNoWrite]",
                 scoreboard->expected.at);
    rvt_text_add(text, "\n  expected  no byte%s",
                 scoreboard->encoder.at & 1 ? ": half a byte waits for the next packet or a flush"
                                            : "");
    if (scoreboard->sents > 0)
        add_because(text, &scoreboard->sent[(scoreboard->sents - 1) % SENT]);
    rvt_text_add(text, "\n  observed  ");
    rvt_bytes_print(text, data, bytes);
}

/* ---- calls ---- */

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
        rvt_transport_fault(scoreboard, cycle,
                            "the write that was taken fits no STP packet [StpWrite]");
        return;
    }
    if (scoreboard->base.decode_exact) {
        rvt_stp_decode_exact_write(scoreboard->decode_exact, cycle, &record,
                                   scoreboard->writes == 1 ? frequency : 0);
        return;
    }
    remember(scoreboard, cycle, from, &record);
    if (!rvt_expected_bytes_put(&scoreboard->expected, byte, bytes))
        rvt_transport_fault(scoreboard, cycle,
                            "the bytes of too many writes are outstanding [StpOverdue]");
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
    if (!rvt_expected_bytes_put(&scoreboard->expected, &byte, bytes))
        rvt_transport_fault(scoreboard, cycle,
                            "the bytes of too many writes are outstanding [StpOverdue]");
}

void rvt_stp_scoreboard_bytes(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle,
                              const uint8_t *data, size_t bytes)
{
    struct rvt_text text;

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (bytes == 0) {
        rvt_transport_fault(scoreboard, cycle, "a beat without bytes was sent [StpBeat]");
        return;
    }
    if (scoreboard->base.decode_exact) {
        rvt_stp_decode_exact_bytes(scoreboard->decode_exact, cycle, data, bytes);
        return;
    }
    size_t same = rvt_expected_bytes_compare(&scoreboard->expected, data, bytes);
    bool spurious = scoreboard->expected.at == scoreboard->expected.due;
    if (same == bytes ||
        !rvt_transport_begin(scoreboard, spurious ? RVT_MISMATCH_EXTRA : RVT_MISMATCH_DIFFERS,
                             cycle, &text))
        return;
    if (spurious)
        explain_spurious(scoreboard, &text, data + same, bytes - same);
    else
        explain_different(scoreboard, &text, data + same, bytes - same);
    rvt_transport_found(scoreboard);
}

void rvt_stp_scoreboard_idle(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle)
{
    if (scoreboard->base.decode_exact)
        rvt_stp_decode_exact_idle(scoreboard->decode_exact, cycle);
    else if (scoreboard->expected.at != scoreboard->expected.due ||
             (scoreboard->encoder.at & 1) != 0)
        rvt_transport_fault(scoreboard, cycle,
                            "the transmitter reports idle while bytes are outstanding [StpIdle]");
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_stp_scoreboard *scoreboard = context;
    const struct rvt_expected_bytes *expected = &scoreboard->expected;
    struct rvt_text text;

    if (scoreboard->base.decode_exact) {
        rvt_stp_decode_exact_end(scoreboard->decode_exact, cycle);
        return;
    }
    if (expected->at == expected->due ||
        !rvt_transport_begin(scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    rvt_text_add(&text, "%" PRIu64 " bytes were never sent [StpMissing]",
                 expected->due - expected->at);
    rvt_text_add(&text, "\n  expected  byte %" PRIu64 ": 0x%02x", expected->at,
                 rvt_expected_bytes_byte(expected, expected->at));
    add_because(&text, sent_at(scoreboard, 2 * expected->at));
    rvt_transport_found(scoreboard);
}

static uint64_t compared(const void *context)
{
    const struct rvt_stp_scoreboard *scoreboard = context;

    return scoreboard->base.decode_exact ? rvt_stp_decode_exact_compared(scoreboard->decode_exact)
                                         : scoreboard->expected.at;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_stp_scoreboard *scoreboard = context;

    rvt_text_add(text, "%" PRIu64 " writes, ", scoreboard->writes);
    if (scoreboard->base.decode_exact)
        rvt_stp_decode_exact_counts(scoreboard->decode_exact, text);
    else
        rvt_text_add(text, "%" PRIu64 " of %" PRIu64 " bytes compared", scoreboard->expected.at,
                     scoreboard->expected.due);
    rvt_text_add(text, ", %" PRIu64 " flushes", scoreboard->flushes);
}

static void free_verdict(void *scoreboard)
{
    rvt_stp_decode_exact_close(((struct rvt_stp_scoreboard *)scoreboard)->decode_exact);
}

enum rvt_status rvt_stp_scoreboard_open(const struct rvt_stp_encoder_config *config,
                                        struct rvt_stp_scoreboard **scoreboard)
{
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end,  compared, counts,
                                                   free_verdict,        true, true};
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
        return RVT_OK;
    rvt_transport_close(*scoreboard);
    *scoreboard = NULL;
    return status;
}
