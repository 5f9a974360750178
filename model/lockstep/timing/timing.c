/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/timing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/ring_buffer.h"

enum { FIRST_CAPACITY = 64 };

static struct rvt_timing_beat *beat_at(const struct rvt_timing *timing, uint64_t number)
{
    return &timing->beat[number & (timing->beats_capacity - 1)];
}

enum rvt_status rvt_timing_init(struct rvt_timing *timing, const struct rvt_config *config,
                                const struct rvt_pipeline_contract *contract,
                                struct rvt_mismatch_log *findings)
{
    memset(timing, 0, sizeof *timing);
    timing->findings = findings;
    enum rvt_status status = rvt_pipeline_init(&timing->pipeline, config, contract, findings);
    if (status != RVT_OK)
        return status;
    timing->beats_capacity = FIRST_CAPACITY;
    timing->beat = malloc(FIRST_CAPACITY * sizeof *timing->beat);
    if (timing->beat != NULL)
        return RVT_OK;
    rvt_timing_fini(timing);
    return RVT_ERR_MEMORY;
}

void rvt_timing_fini(struct rvt_timing *timing)
{
    rvt_pipeline_fini(&timing->pipeline);
    free(timing->beat);
    timing->beat = NULL;
}

static bool is_over(const struct rvt_timing *timing)
{
    return timing->status != RVT_OK || timing->broken || rvt_mismatch_log_full(timing->findings);
}

void rvt_timing_arrive(void *context, const struct rvt_ingress_arrival *arrival)
{
    struct rvt_timing *timing = context;

    if (!is_over(timing))
        timing->status = rvt_pipeline_arrive(&timing->pipeline, arrival);
}

void rvt_timing_expect(struct rvt_timing *timing, const struct rvt_timing_packet *packet)
{
    if (!is_over(timing))
        timing->status = rvt_pipeline_expect(&timing->pipeline, packet);
}

/* --- beats ----------------------------------------------------------------------------------- */

static uint64_t beats_of(const struct rvt_timing *timing, const struct rvt_timing_packet *packet)
{
    uint64_t lanes = timing->pipeline.contract.lanes;

    return (packet->bytes + lanes - 1) / lanes;
}

/* A finding about the cycle of the oldest packet. */
static struct rvt_mismatch finding_of(const struct rvt_timing *timing, enum rvt_mismatch_kind kind,
                                      uint64_t cycle)
{
    const struct rvt_timing_packet *packet = rvt_pipeline_front(&timing->pipeline);
    struct rvt_mismatch found = {.kind = kind,
                                 .verdict = RVT_MISMATCH_TIMING,
                                 .cycle = cycle,
                                 .has_packet = true,
                                 .is_data = packet->data,
                                 .packet = timing->pipeline.packets_head,
                                 .count = 1,
                                 .packet_name = packet->name,
                                 .cause = {.known = true, .cycle = packet->origin.cycle}};

    if (!packet->data) {
        found.cause.decision = rvt_decision_text(packet->origin.decision);
        found.cause.clause = rvt_decision_clause(packet->origin.decision);
        found.cause.iaddr = packet->origin.iaddr;
    }
    rvt_mismatch_set_clause(&found, "PacketOnTime");
    return found;
}

static void explain(const struct rvt_timing *timing, const struct rvt_timing_packet *packet,
                    struct rvt_text *text)
{
    const struct rvt_pipeline *pipeline = &timing->pipeline;
    const struct rvt_pipeline_reasons *why = &pipeline->why;

    if (why->seen > 0)
        rvt_text_add(text,
                     "\n  buffer    cycle %" PRIu64 ": the access has left the elastic buffer"
                     "\n  decision  cycle %" PRIu64 ", the latest of: access ready = %" PRIu64,
                     why->seen, why->decided, why->arrived);
    else
        rvt_text_add(text,
                     "\n  arrival   cycle %" PRIu64 ": %s of cycle %" PRIu64
                     "\n  decision  cycle %" PRIu64 ", the latest of: arrival + %u = %" PRIu64,
                     why->arrived - pipeline->contract.decision,
                     rvt_ingress_arrival_name(why->kind), why->cycle, why->decided,
                     pipeline->contract.decision, why->arrived);
    if (why->next > 0)
        rvt_text_add(text, "; next arrival (%" PRIu64 ") + %u = %" PRIu64,
                     why->next - pipeline->contract.decision + 1, pipeline->contract.decision - 1,
                     why->next);
    rvt_text_add(text, "; after the previous step = %" PRIu64, why->before);
    if (why->room > 0)
        rvt_text_add(text, "; room after packet %" PRIu64 " = %" PRIu64,
                     pipeline->packets_head + 1 - pipeline->contract.packet, why->room);
    rvt_text_add(text,
                 "\n  leaves    cycle %" PRIu64 ", the later of: decision + %u = %" PRIu64
                 "; after the previous packet = %" PRIu64 "; %" PRIu64 " beat%s",
                 timing->leave, pipeline->contract.packet, why->decided + pipeline->contract.packet,
                 timing->after_previous, beats_of(timing, packet),
                 beats_of(timing, packet) == 1 ? "" : "s");
}

static void add_finding(struct rvt_timing *timing, uint64_t offered, uint64_t expected, bool first)
{
    struct rvt_mismatch found = finding_of(timing, RVT_MISMATCH_CYCLE, offered);
    struct rvt_text text;

    found.later_beat = !first;
    if (!first)
        rvt_mismatch_set_clause(&found, "BeatOnTime");
    found.expected_value = (struct rvt_mismatch_value){.known = true, .number = expected};
    found.observed_value = (struct rvt_mismatch_value){.known = true, .number = offered};
    rvt_text_init(&text, found.detail, sizeof found.detail);
    explain(timing, rvt_pipeline_front(&timing->pipeline), &text);
    (void)rvt_mismatch_log_add(timing->findings, &found);
}

static void add_unknown(struct rvt_timing *timing, uint64_t offered)
{
    const struct rvt_mismatch found = finding_of(timing, RVT_MISMATCH_NO_CAUSE, offered);

    (void)rvt_mismatch_log_add(timing->findings, &found);
    timing->broken = true;
}

/* The first beat of the oldest packet. */
static void begin(struct rvt_timing *timing, uint64_t offered)
{
    struct rvt_pipeline *pipeline = &timing->pipeline;

    if (!rvt_pipeline_decide(pipeline)) {
        add_unknown(timing, offered);
        return;
    }
    uint64_t first = pipeline->decided + pipeline->contract.packet;
    timing->after_previous = timing->out_free;
    timing->leave = first > timing->out_free ? first : timing->out_free;
    if (offered != timing->leave)
        add_finding(timing, offered, timing->leave, true);
    rvt_pipeline_leave(pipeline, offered, offered > timing->leave ? offered - timing->leave : 0);
    timing->beats_left = beats_of(timing, rvt_pipeline_front(pipeline));
}

static void compare(struct rvt_timing *timing, const struct rvt_timing_beat *beat)
{
    if (timing->beats_left == 0)
        begin(timing, beat->offered);
    else if (beat->offered != timing->out_free)
        add_finding(timing, beat->offered, timing->out_free, false);
    if (timing->broken)
        return;
    timing->out_free = beat->taken + 1;
    if (--timing->beats_left > 0)
        return;
    rvt_pipeline_pop(&timing->pipeline);
    timing->compared++;
}

void rvt_timing_settle(struct rvt_timing *timing)
{
    while (!is_over(timing) && timing->beats_head < timing->beats_tail &&
           rvt_pipeline_pending(&timing->pipeline) > 0)
        compare(timing, beat_at(timing, timing->beats_head++));
}

/* True if there is room for one more beat. */
static bool make_room(struct rvt_timing *timing)
{
    if (timing->beats_tail - timing->beats_head < timing->beats_capacity)
        return true;
    void *grown = rvt_ring_buffer_grow(timing->beat, sizeof *timing->beat, &timing->beats_capacity,
                                       timing->beats_head, timing->beats_tail);
    if (grown == NULL)
        timing->status = RVT_ERR_MEMORY;
    else
        timing->beat = grown;
    return grown != NULL;
}

void rvt_timing_beat(struct rvt_timing *timing, uint64_t offered, uint64_t taken)
{
    if (is_over(timing) || !make_room(timing))
        return;
    *beat_at(timing, timing->beats_tail++) =
        (struct rvt_timing_beat){.offered = offered, .taken = taken};
    rvt_timing_settle(timing);
}

/* A finding of the end of the run. */
static struct rvt_mismatch finding_at_end(enum rvt_mismatch_kind kind, uint64_t cycle,
                                          const char *message)
{
    struct rvt_mismatch found = {.kind = kind, .verdict = RVT_MISMATCH_TIMING, .cycle = cycle};

    rvt_mismatch_set_message(&found, message);
    return found;
}

void rvt_timing_end(struct rvt_timing *timing, uint64_t cycle)
{
    struct rvt_mismatch found;
    uint64_t packets = rvt_pipeline_pending(&timing->pipeline);
    uint64_t beats = timing->beats_tail - timing->beats_head;

    if (timing->status == RVT_ERR_MEMORY) {
        found = finding_at_end(RVT_MISMATCH_MEMORY, cycle,
                               "out of memory, later cycles were not compared");
        (void)rvt_mismatch_log_add(timing->findings, &found);
    }
    if (timing->compared == 0) {
        found = finding_at_end(RVT_MISMATCH_NOTHING, cycle,
                               "no packet was compared with its cycle [PacketOnTime]");
        (void)rvt_mismatch_log_add(timing->findings, &found);
    }
    if (packets + beats == 0 || is_over(timing))
        return;
    found = finding_at_end(RVT_MISMATCH_BEATS, cycle, "");
    rvt_mismatch_set_clause(&found, "PacketOnTime");
    found.expected_value = (struct rvt_mismatch_value){.known = true, .number = packets};
    found.observed_value = (struct rvt_mismatch_value){.known = true, .number = beats};
    (void)rvt_mismatch_log_add(timing->findings, &found);
}
