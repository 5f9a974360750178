/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/syst_collector.h"

#include <inttypes.h>
#include <stdlib.h>

#include "transport/syst/sequence.h"
#include "transport/syst/syst_check.h"

#include "lockstep/transport/stp_write_port.h"
#include "lockstep/items/transport_scoreboard.h"

enum {
    EVIDENCE_MAX = 512, /* characters */
    STEP = 2,           /* nibbles that a write counts in places of the receiver */
};

struct rvt_syst_collector {
    void *scoreboard;
    struct rvt_item_match *match;
    struct rvt_syst_collector_sink sink;
    struct rvt_sequence *sequence;
    struct rvt_syst_checker *checker;
    uint64_t cycle, writes; /* of the present call; before it */
    const struct rvt_stp_record *record;
    struct rvt_finding broken; /* the first rule that the message under check breaks */
    bool is_broken;
    bool is_known; /* a finding says already what breaks the sequence */
};

/* A finding on the present write, after which nothing is lost. */
static void find(const struct rvt_syst_collector *collector, enum rvt_mismatch_kind kind,
                 const char *title, const char *rule)
{
    struct rvt_text text;

    if (!rvt_transport_begin(collector->scoreboard, kind, collector->cycle, &text))
        return;
    rvt_text_add(&text, "write %" PRIu64 ": %s [%s]\n  observed  ", collector->writes, title, rule);
    rvt_stp_record_print(&text, collector->record);
    rvt_transport_found(collector->scoreboard);
}

/* True if the broken rule leaves every message whole. */
static bool is_harmless(const struct rvt_finding *finding)
{
    return finding->rule == RVT_RULE_SEQ_004 || finding->rule == RVT_RULE_SEQ_005;
}

/* A rule of the sequence. SEQ-012 and SEQ-013 are forms that the text allows. */
static void take_finding(void *context, const struct rvt_finding *finding)
{
    const struct rvt_syst_collector *collector = context;
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);
    struct rvt_finding found = *finding;

    if (collector->is_known || finding->rule == RVT_RULE_SEQ_012 ||
        finding->rule == RVT_RULE_SEQ_013)
        return;
    if (is_harmless(finding)) {
        find(collector, RVT_MISMATCH_UNDECODABLE, rule->title, rule->number);
        return;
    }
    if (finding->rule == RVT_RULE_SEQ_001 ||
        (finding->rule >= RVT_RULE_SEQ_007 && finding->rule <= RVT_RULE_SEQ_010))
        found.field = "first write of the message"; /* the receiver counts them as bytes */
    rvt_item_match_malformed(collector->match, collector->cycle, finding->byte, &found, "");
}

/* A rule of the message format. */
static void take_broken(void *context, const struct rvt_finding *finding)
{
    struct rvt_syst_collector *collector = context;

    if (collector->is_broken || rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_ERROR)
        return;
    collector->is_broken = true;
    collector->broken = *finding;
}

/* A message that no receiver accepts. */
static void take_undecodable(struct rvt_syst_collector *collector,
                             const struct rvt_syst_received *received,
                             const struct rvt_sequence_message *raw)
{
    uint64_t byte = collector->broken.byte;
    uint64_t at = byte < raw->bytes ? rvt_sequence_place(raw, (size_t)byte) : raw->end - STEP;
    char evidence[EVIDENCE_MAX];
    struct rvt_text text;

    rvt_text_init(&text, evidence, sizeof evidence);
    if (collector->sink.evidence != NULL)
        collector->sink.evidence(collector->sink.context, &text, received);
    rvt_item_match_malformed(collector->match, collector->cycle, at / STEP, &collector->broken,
                             evidence);
}

/* Complete data. Whatever breaks the format cannot be a message that was taken. */
static void take_message(void *context, const struct rvt_sequence_message *raw)
{
    struct rvt_syst_collector *collector = context;
    const struct rvt_syst_place from = {
        .has_channel = true, .master = raw->master, .channel = raw->channel};
    struct rvt_syst_received received = {.cycle = collector->cycle,
                                         .at = raw->at / STEP,
                                         .master = raw->master,
                                         .channel = raw->channel,
                                         .byte = raw->byte,
                                         .bytes = raw->bytes};
    struct rvt_syst_message message;
    bool delivered;
    size_t used = 0;

    collector->is_broken = false;
    rvt_syst_check(collector->checker, &from, raw->byte, raw->bytes, &message, &used, &delivered);
    if (delivered && used == raw->bytes) {
        received.message = &message;
        collector->sink.message(collector->sink.context, &received);
        return;
    }
    take_undecodable(collector, &received, raw);
}

static void receive(struct rvt_syst_collector *collector, const struct rvt_stp_event *event)
{
    if (rvt_sequence_event(collector->sequence, event) != RVT_OK)
        rvt_transport_fault(collector->scoreboard, collector->cycle, "out of memory [Memory]");
}

/* ---- calls ---- */

void rvt_syst_collector_write(struct rvt_syst_collector *collector, uint64_t cycle,
                              const struct rvt_stp_record *record)
{
    const struct rvt_stp_form *form = rvt_stp_form(record->opcode);
    const struct rvt_stp_event event = {
        .at = STEP * collector->writes,
        .nibbles = STEP,
        .timed = form->timestamp,
        .trusted = true,
        .master_set = true,
        .master = record->master,
        .channel = record->channel,
        .packet = {.opcode = record->opcode, .payload = record->payload}};

    collector->cycle = cycle;
    collector->record = record;
    if (form->kind != RVT_STP_KIND_DATA && form->kind != RVT_STP_KIND_FLAG) {
        if (record->opcode != RVT_STP_NULL)
            find(collector, RVT_MISMATCH_EXTRA, "the write belongs to no message", "SystNoMessage");
    } else {
        receive(collector, &event);
    }
    collector->writes++;
}

void rvt_syst_collector_lose(struct rvt_syst_collector *collector, uint64_t cycle, bool found)
{
    const struct rvt_stp_event event = {
        .at = STEP * collector->writes, .nibbles = STEP, .lost = true};

    collector->cycle = cycle;
    collector->is_known = found;
    if (found)
        rvt_item_match_lose(collector->match);
    receive(collector, &event);
    collector->is_known = false;
    collector->writes++;
}

void rvt_syst_collector_end(struct rvt_syst_collector *collector, uint64_t cycle)
{
    collector->cycle = cycle;
    rvt_sequence_finish(collector->sequence, STEP * collector->writes);
}

enum rvt_status rvt_syst_collector_open(void *scoreboard, struct rvt_item_match *match,
                                        const struct rvt_syst_collector_sink *sink,
                                        struct rvt_syst_collector **collector)
{
    const struct rvt_sequence_config sequence = {.from_start = true};
    const struct rvt_syst_config format = {.sbd = true};
    struct rvt_syst_collector *opened = calloc(1, sizeof *opened);

    *collector = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->scoreboard = scoreboard;
    opened->match = match;
    opened->sink = *sink;
    const struct rvt_sequence_sinks sinks = {.message = take_message,
                                             .message_context = opened,
                                             .finding = take_finding,
                                             .finding_context = opened};
    enum rvt_status status = rvt_sequence_open(&sequence, &sinks, &opened->sequence);
    if (status == RVT_OK)
        status = rvt_syst_checker_open(&format, take_broken, opened, &opened->checker);
    if (status != RVT_OK) {
        rvt_syst_collector_close(opened);
        return status;
    }
    *collector = opened;
    return RVT_OK;
}

void rvt_syst_collector_close(struct rvt_syst_collector *collector)
{
    if (collector == NULL)
        return;
    rvt_sequence_close(collector->sequence);
    rvt_syst_checker_close(collector->checker);
    free(collector);
}
