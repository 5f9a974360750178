/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/stp_decode_exact.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/bits.h"
#include "transport/stp/stp_decoder.h"

#include "lockstep/items/item_match.h"
#include "lockstep/transport/stp_write_port.h"

enum { PASSED_MAX = 256 };

/* A packet of either side. What it does not have is 0. */
struct packet {
    struct rvt_decoded_item item; /* at: first nibble */
    struct rvt_stp_record record;
    bool gray;          /* timed holds Gray code */
    uint64_t time_mask; /* bits of the time that are known */
};

struct rvt_stp_decode_exact {
    struct rvt_stp_decoder decoder;
    struct rvt_item_match *match;
    uint64_t cycle;     /* of the present call */
    uint64_t frequency; /* that synchronisation may state; 0: none */
    bool lossy;         /* something was lost since the latest time that is known */
    bool counting;      /* packets are counted, not compared */
    uint64_t counted;
};

/* ---- packets ---- */

static bool has_scope(enum rvt_stp_opcode opcode)
{
    enum rvt_stp_kind kind = rvt_stp_form(opcode)->kind;

    return kind == RVT_STP_KIND_DATA || kind == RVT_STP_KIND_FLAG || kind == RVT_STP_KIND_TRIGGER ||
           opcode == RVT_STP_CERR;
}

static bool is_frequency(const struct rvt_stp_record *record)
{
    return record->opcode == RVT_STP_FREQ;
}

/* The packet without what has no meaning. */
static struct packet make(uint64_t cycle, uint64_t at, const struct rvt_stp_record *record)
{
    const struct rvt_stp_form *form = rvt_stp_form(record->opcode);
    struct packet packet = {.item = {.cycle = cycle, .at = at}, .record = *record};

    if (record->opcode == RVT_STP_FREQ_40)
        packet.record.opcode = RVT_STP_FREQ;
    if (record->opcode == RVT_STP_FREQ_40_TS)
        packet.record.opcode = RVT_STP_FREQ_TS;
    if (!has_scope(record->opcode))
        packet.record.channel = 0;
    if (!has_scope(record->opcode) && record->opcode != RVT_STP_MERR)
        packet.record.master = 0;
    if (!form->timestamp)
        packet.record.time = 0;
    packet.time_mask = UINT64_MAX;
    return packet;
}

static bool same_scope(const struct packet *one, const struct packet *other)
{
    return one->record.master == other->record.master &&
           one->record.channel == other->record.channel;
}

static bool same_time(const struct packet *observed, const struct packet *expected)
{
    uint64_t one = observed->record.time, other = expected->record.time;

    if (observed->gray) {
        one = rvt_stp_to_gray(one);
        other = rvt_stp_to_gray(other);
    }
    return ((one ^ other) & observed->time_mask) == 0;
}

static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct packet *one = observed, *other = expected;

    if (rvt_stp_form(one->record.opcode)->kind != rvt_stp_form(other->record.opcode)->kind)
        return RVT_PAIR_APART;
    return one->record.opcode == other->record.opcode &&
                   one->record.payload == other->record.payload && same_scope(one, other) &&
                   same_time(one, other)
               ? RVT_PAIR_EQUAL
               : RVT_PAIR_DIFFERS;
}

static bool passes(const void *observed, const void *expected)
{
    const struct packet *one = observed, *other = expected;

    return has_scope(one->record.opcode) && has_scope(other->record.opcode) &&
           !same_scope(one, other);
}

static const char *clause(const void *observed, const void *expected)
{
    const struct packet *one = observed, *other = expected;

    if (one == NULL)
        return "StpMissing";
    if (other == NULL)
        return "StpNoWrite";
    if (one->record.opcode != other->record.opcode || one->record.payload != other->record.payload)
        return "STP-003";
    return same_scope(one, other) ? "STP-004" : "STP-006";
}

static void words(struct rvt_text *text, const void *item)
{
    const struct packet *packet = item;

    rvt_stp_record_print(text, &packet->record);
    if (rvt_stp_form(packet->record.opcode)->timestamp)
        rvt_text_add(text, ", time 0x%" PRIx64, packet->record.time);
    rvt_text_add(text, ", cycle %" PRIu64, packet->item.cycle);
}

static void place(struct rvt_text *text, uint64_t nibble)
{
    rvt_text_add(text, "byte %" PRIu64 ", %s nibble", nibble / 2, nibble & 1 ? "high" : "low");
}

/* ---- what is observed ---- */

/* True if the packet only repeats the frequency that is in force. */
static bool is_repeated_frequency(const struct rvt_stp_decode_exact *verdict,
                                  const struct packet *packet)
{
    const struct packet *next = rvt_item_match_next(verdict->match);

    return is_frequency(&packet->record) && packet->record.payload == verdict->frequency &&
           !(next != NULL && is_frequency(&next->record) &&
             next->record.payload == packet->record.payload);
}

/* The bits of the time that the stream says. */
static uint64_t known_bits(struct rvt_stp_decode_exact *verdict, const struct rvt_stp_event *event)
{
    enum rvt_stp_time_type type = verdict->decoder.track.format.time_type;

    if (!event->timed)
        return UINT64_MAX;
    if (type == RVT_STP_TIME_LEGACY)
        return UINT8_MAX;
    verdict->lossy = verdict->lossy && !event->trusted;
    if (!verdict->lossy)
        return UINT64_MAX;
    return type == RVT_STP_TIME_NATDELTA ? 0 : rvt_mask(4U * event->packet.timestamp_nibbles);
}

static void take_packet(struct rvt_stp_decode_exact *verdict, const struct rvt_stp_event *event)
{
    const struct rvt_stp_record record = {.opcode = event->packet.opcode,
                                          .master = event->master,
                                          .channel = event->channel,
                                          .payload = event->packet.payload,
                                          .time = event->time};
    struct packet packet = make(verdict->cycle, event->at, &record);

    packet.time_mask = known_bits(verdict, event);
    packet.gray = verdict->decoder.track.format.time_type == RVT_STP_TIME_GRAY;
    if (is_repeated_frequency(verdict, &packet))
        return;
    if (rvt_stp_form(packet.record.opcode)->kind == RVT_STP_KIND_FREQUENCY)
        verdict->frequency = packet.record.payload;
    rvt_item_match_observe(verdict->match, &packet);
}

/* True if a packet says nothing of its own. */
static bool is_silent(const struct rvt_stp_event *event)
{
    enum rvt_stp_kind kind = rvt_stp_form(event->packet.opcode)->kind;

    return kind == RVT_STP_KIND_ASYNC || kind == RVT_STP_KIND_VERSION ||
           kind == RVT_STP_KIND_MASTER || kind == RVT_STP_KIND_CHANNEL ||
           event->packet.opcode == RVT_STP_NULL;
}

static void take_event(void *context, const struct rvt_stp_event *event)
{
    struct rvt_stp_decode_exact *verdict = context;

    if (verdict->counting) {
        verdict->counted += !event->lost && !is_silent(event);
        return;
    }
    verdict->lossy |= event->lost;
    if (!event->lost && !is_silent(event))
        take_packet(verdict, event);
}

/* Rules that the writes cannot make a transmitter break, and that a receiver needs. */
static bool is_malformed(enum rvt_rule rule)
{
    return rvt_rule_text(rule)->severity == RVT_SEVERITY_ERROR || rule == RVT_RULE_STP_015;
}

static void take_finding(void *context, const struct rvt_finding *finding)
{
    struct rvt_stp_decode_exact *verdict = context;

    if (!verdict->counting && is_malformed(finding->rule))
        rvt_item_match_malformed(verdict->match, verdict->cycle,
                                 2 * finding->byte + finding->nibble, finding, "");
}

/* ---- calls ---- */

void rvt_stp_decode_exact_write(struct rvt_stp_decode_exact *verdict, uint64_t cycle,
                                const struct rvt_stp_record *record, uint64_t frequency)
{
    const struct packet packet = make(cycle, 0, record);

    if (frequency != 0)
        verdict->frequency = frequency;
    if (record->opcode != RVT_STP_NULL)
        rvt_item_match_expect(verdict->match, &packet);
}

void rvt_stp_decode_exact_bytes(struct rvt_stp_decode_exact *verdict, uint64_t cycle,
                                const uint8_t *data, size_t bytes)
{
    verdict->cycle = cycle;
    rvt_stp_decoder_bytes(&verdict->decoder, data, bytes);
}

void rvt_stp_decode_exact_idle(struct rvt_stp_decode_exact *verdict, uint64_t cycle)
{
    struct rvt_stp_decoder copy = verdict->decoder;

    verdict->cycle = cycle;
    verdict->counting = true; /* what the decoder holds back has left the transmitter */
    verdict->counted = 0;
    rvt_stp_decoder_finish(&copy);
    verdict->counting = false;
    rvt_item_match_idle(verdict->match, cycle, verdict->counted);
}

void rvt_stp_decode_exact_end(struct rvt_stp_decode_exact *verdict, uint64_t cycle)
{
    verdict->cycle = cycle;
    rvt_stp_decoder_finish(&verdict->decoder);
    rvt_item_match_finish(verdict->match, cycle, 0);
}

uint64_t rvt_stp_decode_exact_compared(const struct rvt_stp_decode_exact *verdict)
{
    return rvt_item_match_equal(verdict->match);
}

void rvt_stp_decode_exact_counts(const struct rvt_stp_decode_exact *verdict, struct rvt_text *text)
{
    rvt_item_match_counts(verdict->match, text);
}

enum rvt_status rvt_stp_decode_exact_open(const struct rvt_stp_encoder_config *config,
                                          void *scoreboard, struct rvt_stp_decode_exact **verdict)
{
    static const struct rvt_decoded_kind KIND = {
        .bytes = sizeof(struct packet),
        .name = "packet",
        .reach = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR},
        .compare = compare,
        .passes = passes,
        .passed_max = PASSED_MAX,
        .clause = clause,
        .words = words,
        .place = place,
        .idle = "the transmitter reports idle while "
                "packets are outstanding [StpIdle]"};
    const struct rvt_stp_config reading = {.le_always = config->le_always};
    struct rvt_stp_decode_exact *opened = calloc(1, sizeof *opened);

    *verdict = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    const struct rvt_stp_sinks sinks = {.event = take_event,
                                        .event_context = opened,
                                        .finding = take_finding,
                                        .finding_context = opened};
    enum rvt_status status = rvt_stp_decoder_init(&opened->decoder, &reading, &sinks);
    if (status == RVT_OK)
        status = rvt_item_match_open(&KIND, scoreboard, &opened->match);
    if (status != RVT_OK) {
        free(opened);
        return status;
    }
    *verdict = opened;
    return RVT_OK;
}

void rvt_stp_decode_exact_close(struct rvt_stp_decode_exact *verdict)
{
    if (verdict == NULL)
        return;
    rvt_item_match_close(verdict->match);
    free(verdict);
}
