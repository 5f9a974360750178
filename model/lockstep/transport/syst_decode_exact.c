/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/syst_decode_exact.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "transport/syst/sequence.h"
#include "transport/syst/syst_check.h"
#include "transport/syst/syst_names.h"

#include "lockstep/transport/expected_bytes.h"
#include "lockstep/transport/item_match.h"
#include "lockstep/transport/stp_write_port.h"
#include "lockstep/transport/syst_part.h"
#include "lockstep/transport/transport_scoreboard.h"

enum {
    PASSED_MAX = 256,
    PRINTED = 10,       /* bytes of a message */
    EVIDENCE_MAX = 512, /* characters */
    STEP = 2,           /* nibbles that a write counts in places of the receiver */
};

/* A message of either side. */
struct message {
    struct rvt_decoded_item item; /* at: its first write */
    uint16_t master, channel;
    size_t payload_at; /* of expected ones */
    uint8_t *byte;     /* owned, of at least a header */
    size_t bytes;
};

struct rvt_syst_decode_exact {
    void *scoreboard;
    struct rvt_sequence *sequence;
    struct rvt_syst_checker *checker;
    struct rvt_item_match *match;
    uint64_t cycle, writes; /* of the present call; before it */
    const struct rvt_stp_record *record;
    struct rvt_finding broken; /* the first rule that the message under check breaks */
    bool is_broken;
    bool is_known; /* a finding says already what breaks the sequence */
};

/* ---- messages ---- */

static bool same_channel(const struct message *one, const struct message *other)
{
    return one->master == other->master && one->channel == other->channel;
}

static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct message *one = observed, *other = expected;

    return same_channel(one, other) && one->bytes == other->bytes &&
                   memcmp(one->byte, other->byte, one->bytes) == 0
               ? RVT_PAIR_EQUAL
               : RVT_PAIR_DIFFERS;
}

static bool passes(const void *observed, const void *expected)
{
    return !same_channel(observed, expected);
}

static uint32_t header_of(const struct message *message)
{
    uint32_t header = 0;

    for (unsigned i = 0; i < RVT_SYST_HEADER_BYTES; i++)
        header |= (uint32_t)message->byte[i] << 8 * i;
    return header;
}

/* The first byte that differs in *at, its part of the message, null at the end of one, and the
 * clause that it breaks. */
static const char *difference(const struct message *observed, const struct message *expected,
                              size_t *at, const char **clause)
{
    const struct rvt_syst_shape shape = {.header = header_of(expected),
                                         .payload_at = expected->payload_at,
                                         .bytes = expected->bytes,
                                         .whole = true};
    size_t common = observed->bytes < expected->bytes ? observed->bytes : expected->bytes;

    *clause = "SystValue";
    for (*at = 0; *at < common; ++*at)
        if (observed->byte[*at] != expected->byte[*at])
            return rvt_syst_part(&shape, *at, clause);
    return NULL;
}

static const char *clause(const void *observed, const void *expected)
{
    const char *broken;
    size_t at;

    if (observed == NULL)
        return "SystMissing";
    if (expected == NULL)
        return "SystNoMessage";
    if (!same_channel(observed, expected))
        return "SystPacket";
    (void)difference(observed, expected, &at, &broken);
    return broken;
}

static void words(struct rvt_text *text, const void *item)
{
    const struct message *message = item;
    const char *name = rvt_syst_type_name(message->byte[0] & 15U);

    rvt_text_add(text, "%s, master 0x%x, channel 0x%x, %zu bytes: ", name != NULL ? name : "type?",
                 message->master, message->channel, message->bytes);
    rvt_bytes_print(text, message->byte, message->bytes < PRINTED ? message->bytes : PRINTED);
    rvt_text_add(text, "%s, cycle %" PRIu64, message->bytes > PRINTED ? " ..." : "",
                 message->item.cycle);
}

static void explain(struct rvt_text *text, const void *observed, const void *expected)
{
    const struct message *one = observed, *other = expected;
    const char *broken;
    size_t at;
    const char *part = difference(one, other, &at, &broken);

    if (part != NULL)
        rvt_text_add(text,
                     "\n  field     %s, byte %zu of the message: expected 0x%02x, "
                     "observed 0x%02x",
                     part, at, other->byte[at], one->byte[at]);
    else if (one->bytes != other->bytes)
        rvt_text_add(text,
                     "\n  field     end of the message: expected after byte %zu, observed "
                     "after byte %zu",
                     other->bytes - 1, one->bytes - 1);
}

static void place(struct rvt_text *text, uint64_t at)
{
    rvt_text_add(text, "write %" PRIu64, at);
}

static void release(const void *item)
{
    free(((const struct message *)item)->byte);
}

static void fault_of_memory(const struct rvt_syst_decode_exact *verdict)
{
    rvt_transport_fault(verdict->scoreboard, verdict->cycle, "out of memory [Memory]");
}

/* A copy of byte in message; false, with a finding: out of memory. */
static bool own(const struct rvt_syst_decode_exact *verdict, struct message *message,
                const uint8_t *byte)
{
    message->byte = malloc(message->bytes);
    if (message->byte == NULL) {
        fault_of_memory(verdict);
        return false;
    }
    memcpy(message->byte, byte, message->bytes);
    return true;
}

/* ---- what is observed ---- */

/* A finding on the present write, after which nothing is lost. */
static void find(const struct rvt_syst_decode_exact *verdict, enum rvt_mismatch_kind kind,
                 const char *title, const char *rule)
{
    struct rvt_text text;

    if (!rvt_transport_begin(verdict->scoreboard, kind, verdict->cycle, &text))
        return;
    place(&text, verdict->writes);
    rvt_text_add(&text, ": %s [%s]\n  observed  ", title, rule);
    rvt_stp_record_print(&text, verdict->record);
    rvt_transport_found(verdict->scoreboard);
}

/* True if the broken rule leaves every message whole. */
static bool is_harmless(const struct rvt_finding *finding)
{
    return finding->rule == RVT_RULE_SEQ_004 || finding->rule == RVT_RULE_SEQ_005;
}

/* A rule of the sequence. SEQ-012 and SEQ-013 are forms that the text allows. */
static void take_finding(void *context, const struct rvt_finding *finding)
{
    const struct rvt_syst_decode_exact *verdict = context;
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);
    struct rvt_finding found = *finding;

    if (verdict->is_known || finding->rule == RVT_RULE_SEQ_012 || finding->rule == RVT_RULE_SEQ_013)
        return;
    if (is_harmless(finding)) {
        find(verdict, RVT_MISMATCH_UNDECODABLE, rule->title, rule->number);
        return;
    }
    if (finding->rule == RVT_RULE_SEQ_001 ||
        (finding->rule >= RVT_RULE_SEQ_007 && finding->rule <= RVT_RULE_SEQ_010))
        found.field = "first write of the message"; /* the receiver counts them as bytes */
    rvt_item_match_malformed(verdict->match, verdict->cycle, finding->byte, &found, "");
}

/* A rule of the message format. */
static void take_broken(void *context, const struct rvt_finding *finding)
{
    struct rvt_syst_decode_exact *verdict = context;

    if (verdict->is_broken || rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_ERROR)
        return;
    verdict->is_broken = true;
    verdict->broken = *finding;
}

/* A message that no receiver accepts; observed borrows its bytes. */
static void take_undecodable(struct rvt_syst_decode_exact *verdict, const struct message *observed,
                             const struct rvt_sequence_message *raw)
{
    const struct message *next = rvt_item_match_next(verdict->match);
    uint64_t byte = verdict->broken.byte;
    uint64_t at = byte < raw->bytes ? rvt_sequence_place(raw, (size_t)byte) : raw->end - STEP;
    char evidence[EVIDENCE_MAX];
    struct rvt_text text;

    rvt_text_init(&text, evidence, sizeof evidence);
    if (next != NULL && same_channel(observed, next)) {
        rvt_text_add(&text, "\n  expected  ");
        words(&text, next);
        rvt_text_add(&text, "\n  observed  ");
        words(&text, observed);
        explain(&text, observed, next);
    }
    rvt_item_match_malformed(verdict->match, verdict->cycle, at / STEP, &verdict->broken, evidence);
}

/* Complete data. Whatever breaks the format cannot be a message that was taken. */
static void take_message(void *context, const struct rvt_sequence_message *raw)
{
    struct rvt_syst_decode_exact *verdict = context;
    const struct rvt_syst_place from = {
        .has_channel = true, .master = raw->master, .channel = raw->channel};
    struct message observed = {.item = {.cycle = verdict->cycle, .at = raw->at / STEP},
                               .master = raw->master,
                               .channel = raw->channel,
                               .bytes = raw->bytes};
    struct rvt_syst_message message;
    bool delivered;
    size_t used = 0;

    verdict->is_broken = false;
    rvt_syst_check(verdict->checker, &from, raw->byte, raw->bytes, &message, &used, &delivered);
    if (!own(verdict, &observed, raw->byte))
        return;
    if (delivered && used == raw->bytes) {
        rvt_item_match_observe(verdict->match, &observed);
        return;
    }
    take_undecodable(verdict, &observed, raw);
    release(&observed);
}

static void receive(struct rvt_syst_decode_exact *verdict, const struct rvt_stp_event *event)
{
    if (rvt_sequence_event(verdict->sequence, event) != RVT_OK)
        fault_of_memory(verdict);
}

/* ---- calls ---- */

void rvt_syst_decode_exact_message(struct rvt_syst_decode_exact *verdict, uint64_t cycle,
                                   const struct rvt_syst_taken *taken)
{
    struct message message = {.item = {.cycle = cycle},
                              .master = taken->master,
                              .channel = taken->channel,
                              .payload_at = taken->payload_at,
                              .bytes = taken->bytes};

    verdict->cycle = cycle;
    if (own(verdict, &message, taken->byte))
        rvt_item_match_expect(verdict->match, &message);
}

void rvt_syst_decode_exact_write(struct rvt_syst_decode_exact *verdict, uint64_t cycle,
                                 const struct rvt_stp_record *record)
{
    const struct rvt_stp_form *form = rvt_stp_form(record->opcode);
    const struct rvt_stp_event event = {
        .at = STEP * verdict->writes,
        .nibbles = STEP,
        .timed = form->timestamp,
        .trusted = true,
        .master_set = true,
        .master = record->master,
        .channel = record->channel,
        .packet = {.opcode = record->opcode, .payload = record->payload}};

    verdict->cycle = cycle;
    verdict->record = record;
    if (form->kind != RVT_STP_KIND_DATA && form->kind != RVT_STP_KIND_FLAG) {
        if (record->opcode != RVT_STP_NULL)
            find(verdict, RVT_MISMATCH_EXTRA, "the write belongs to no message", "SystNoMessage");
    } else {
        receive(verdict, &event);
    }
    verdict->writes++;
}

void rvt_syst_decode_exact_lose(struct rvt_syst_decode_exact *verdict, uint64_t cycle, bool found)
{
    const struct rvt_stp_event event = {
        .at = STEP * verdict->writes, .nibbles = STEP, .lost = true};

    verdict->cycle = cycle;
    verdict->is_known = found;
    if (found)
        rvt_item_match_lose(verdict->match);
    receive(verdict, &event);
    verdict->is_known = false;
    verdict->writes++;
}

void rvt_syst_decode_exact_end(struct rvt_syst_decode_exact *verdict, uint64_t cycle)
{
    verdict->cycle = cycle;
    rvt_sequence_finish(verdict->sequence, STEP * verdict->writes);
    rvt_item_match_finish(verdict->match, cycle);
}

uint64_t rvt_syst_decode_exact_compared(const struct rvt_syst_decode_exact *verdict)
{
    return rvt_item_match_equal(verdict->match);
}

void rvt_syst_decode_exact_counts(const struct rvt_syst_decode_exact *verdict,
                                  struct rvt_text *text)
{
    rvt_item_match_counts(verdict->match, text);
}

enum rvt_status rvt_syst_decode_exact_open(void *scoreboard, struct rvt_syst_decode_exact **verdict)
{
    static const struct rvt_decoded_kind KIND = {.bytes = sizeof(struct message),
                                                 .name = "message",
                                                 .compare = compare,
                                                 .passes = passes,
                                                 .passed_max = PASSED_MAX,
                                                 .clause = clause,
                                                 .words = words,
                                                 .place = place,
                                                 .explain = explain,
                                                 .release = release};
    const struct rvt_sequence_config sequence = {.from_start = true};
    const struct rvt_syst_config format = {.sbd = true};
    struct rvt_syst_decode_exact *opened = calloc(1, sizeof *opened);

    *verdict = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->scoreboard = scoreboard;
    const struct rvt_sequence_sinks sinks = {.message = take_message,
                                             .message_context = opened,
                                             .finding = take_finding,
                                             .finding_context = opened};
    enum rvt_status status = rvt_sequence_open(&sequence, &sinks, &opened->sequence);
    if (status == RVT_OK)
        status = rvt_syst_checker_open(&format, take_broken, opened, &opened->checker);
    if (status == RVT_OK)
        status = rvt_item_match_open(&KIND, scoreboard, &opened->match);
    if (status != RVT_OK) {
        rvt_syst_decode_exact_close(opened);
        return status;
    }
    *verdict = opened;
    return RVT_OK;
}

void rvt_syst_decode_exact_close(struct rvt_syst_decode_exact *verdict)
{
    if (verdict == NULL)
        return;
    rvt_sequence_close(verdict->sequence);
    rvt_syst_checker_close(verdict->checker);
    rvt_item_match_close(verdict->match);
    free(verdict);
}
