/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/timing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/timing/decided.h"

enum { FIRST_CAPACITY = 64 };

enum rvt_status rvt_timing_init(struct rvt_timing *timing, const struct rvt_config *config,
                                const struct rvt_timing_contract *contract,
                                struct rvt_findings *findings)
{
    memset(timing, 0, sizeof *timing);
    if (contract->decision < 1 || contract->decision > RVT_TIMING_MAX || contract->packet < 1 ||
        contract->packet > RVT_TIMING_MAX || contract->lanes < 1 || contract->depth < 4 ||
        contract->depth >= RVT_TIMING_ENTRIES || contract->waiting >= RVT_WAITING_MAX)
        return RVT_ERR_PARAMETER;
    timing->contract = *contract;
    timing->findings = findings;
    timing->waiting.depth = contract->waiting;
    rvt_steps_init(&timing->steps, config);
    timing->arrivals_capacity = timing->packets_capacity = FIRST_CAPACITY;
    timing->arrival = malloc(FIRST_CAPACITY * sizeof *timing->arrival);
    timing->packet = malloc(FIRST_CAPACITY * sizeof *timing->packet);
    if (timing->arrival != NULL && timing->packet != NULL)
        return RVT_OK;
    rvt_timing_fini(timing);
    return RVT_ERR_MEMORY;
}

void rvt_timing_fini(struct rvt_timing *timing)
{
    free(timing->arrival);
    free(timing->packet);
    timing->arrival = NULL;
    timing->packet = NULL;
}

/* --- queues ---------------------------------------------------------------------------------- */

/* Doubles a ring whose elements head..tail-1 keep their numbers; null: no memory, nothing done. */
static void *grown(void *ring, size_t size, uint64_t *capacity, uint64_t head, uint64_t tail)
{
    char *bigger = malloc(2 * *capacity * size);

    if (bigger == NULL)
        return NULL;
    for (uint64_t i = head; i < tail; i++)
        memcpy(bigger + (i & (2 * *capacity - 1)) * size,
               (char *)ring + (i & (*capacity - 1)) * size, size);
    free(ring);
    *capacity *= 2;
    return bigger;
}

static bool is_over(const struct rvt_timing *timing)
{
    return timing->status != RVT_OK || timing->broken || rvt_findings_full(timing->findings);
}

void rvt_timing_arrive(void *context, const struct rvt_arrival *arrival)
{
    struct rvt_timing *timing = context;

    if (is_over(timing))
        return;
    if (timing->arrivals_tail - timing->arrivals_head == timing->arrivals_capacity) {
        void *ring = grown(timing->arrival, sizeof *timing->arrival, &timing->arrivals_capacity,
                           timing->arrivals_head, timing->arrivals_tail);
        if (ring == NULL) {
            timing->status = RVT_ERR_MEMORY;
            return;
        }
        timing->arrival = ring;
    }
    *rvt_arrival_at(timing, timing->arrivals_tail++) = *arrival;
}

void rvt_timing_expect(struct rvt_timing *timing, const struct rvt_timing_packet *packet)
{
    if (is_over(timing))
        return;
    if (timing->packets_tail - timing->packets_head == timing->packets_capacity) {
        void *ring = grown(timing->packet, sizeof *timing->packet, &timing->packets_capacity,
                           timing->packets_head, timing->packets_tail);
        if (ring == NULL) {
            timing->status = RVT_ERR_MEMORY;
            return;
        }
        timing->packet = ring;
    }
    *rvt_packet_at(timing, timing->packets_tail++) = *packet;
}

/* --- beats ----------------------------------------------------------------------------------- */

static void add_origin(const struct rvt_timing_packet *packet, struct rvt_text *text)
{
    if (packet->data) {
        rvt_text_add(text, "\n  because   data of cycle %" PRIu64, packet->origin.cycle);
        return;
    }
    rvt_text_add(text, "\n  because   %s (%s), %s of cycle %" PRIu64,
                 rvt_decision_text(packet->origin.decision),
                 rvt_decision_clause(packet->origin.decision), packet->name, packet->origin.cycle);
}

static void explain(const struct rvt_timing *timing, const struct rvt_timing_packet *packet,
                    struct rvt_text *text)
{
    const struct rvt_timing_why *why = &timing->why;

    add_origin(packet, text);
    if (why->seen > 0)
        rvt_text_add(text,
                     "\n  waits     cycle %" PRIu64 ": it has left the buffer"
                     "\n  taken     cycle %" PRIu64 ", the latest of: at hand = %" PRIu64,
                     why->seen, why->decided, why->arrived);
    else
        rvt_text_add(text,
                     "\n  arrival   cycle %" PRIu64 ": %s of cycle %" PRIu64
                     "\n  decision  cycle %" PRIu64 ", the latest of: arrival + %u = %" PRIu64,
                     why->arrived - timing->contract.decision, rvt_arrival_name(why->arrival.kind),
                     why->arrival.cycle, why->decided, timing->contract.decision, why->arrived);
    if (why->next > 0)
        rvt_text_add(text, "; arrival of what follows (%" PRIu64 ") + %u = %" PRIu64,
                     why->next - timing->contract.decision + 1, timing->contract.decision - 1,
                     why->next);
    rvt_text_add(text, "; behind the step before = %" PRIu64, why->before);
    if (why->room > 0)
        rvt_text_add(text, "; room behind packet %" PRIu64 " = %" PRIu64,
                     timing->packets_head + 1 - timing->contract.packet, why->room);
    rvt_text_add(text,
                 "\n  leaves    cycle %" PRIu64 ", the later of: decision + %u = %" PRIu64
                 "; behind the packet before = %" PRIu64 "; in %" PRIu64 " beats",
                 why->leave, timing->contract.packet, why->decided + timing->contract.packet,
                 why->behind,
                 (packet->bytes + timing->contract.lanes - 1) / timing->contract.lanes);
}

static void add_finding(struct rvt_timing *timing, uint64_t offered, uint64_t expected, bool first)
{
    const struct rvt_timing_packet *packet = rvt_packet_at(timing, timing->packets_head);
    uint64_t cycles = offered > expected ? offered - expected : expected - offered;
    struct rvt_text text;

    if (!rvt_findings_add(timing->findings, offered, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": %s packet %" PRIu64 " (%s) %" PRIu64 " cycle%s %s [%s]"
                 "\n  expected  cycle %" PRIu64 "\n  observed  cycle %" PRIu64,
                 offered, first ? "first beat of" : "beat inside of", timing->packets_head,
                 packet->name, cycles, cycles == 1 ? "" : "s",
                 offered > expected ? "late" : "early", first ? "PacketOnTime" : "BeatOnTime",
                 expected, offered);
    explain(timing, packet, &text);
}

static void add_unknown(struct rvt_timing *timing, uint64_t offered)
{
    struct rvt_text text;

    if (rvt_findings_add(timing->findings, offered, &text)) {
        rvt_text_add(&text,
                     "cycle %" PRIu64 ": first beat of packet %" PRIu64
                     ", before anything that arrived can send it [PacketOnTime]",
                     offered, timing->packets_head);
        add_origin(rvt_packet_at(timing, timing->packets_head), &text);
    }
    timing->broken = true;
}

/* The first beat of the oldest packet. */
static void begin(struct rvt_timing *timing, uint64_t offered)
{
    uint64_t number = timing->packets_head;
    struct rvt_timing_why *why = &timing->why;

    bool data = rvt_packet_at(timing, number)->data;
    if (!rvt_timing_decide(timing)) {
        add_unknown(timing, offered);
        return;
    }
    why->behind = timing->out_free;
    why->leave = rvt_later(timing->decided + timing->contract.packet, why->behind);
    if (offered != why->leave)
        add_finding(timing, offered, why->leave, true);
    if (offered > why->leave) /* as if it had been decided late */
        timing->decided += offered - why->leave;
    if (data)
        rvt_waiting_take(&timing->waiting, timing->decided);
    else
        timing->inst_step = timing->decided;
    timing->data_left = data;
    *rvt_leave_of(timing, number) = offered;
    timing->beats_left = (rvt_packet_at(timing, number)->bytes + timing->contract.lanes - 1) /
                         timing->contract.lanes;
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
    timing->packets_head++;
    timing->compared++;
}

void rvt_timing_settle(struct rvt_timing *timing)
{
    while (!is_over(timing) && timing->beats_head < timing->beats_tail &&
           timing->packets_head < timing->packets_tail)
        compare(timing, &timing->beat[timing->beats_head++ % RVT_TIMING_BEATS]);
}

void rvt_timing_beat(struct rvt_timing *timing, uint64_t offered, uint64_t taken)
{
    /* of packets that the model does not know no more wait than are reported anyway */
    if (timing->beats_tail - timing->beats_head < RVT_TIMING_BEATS)
        timing->beat[timing->beats_tail++ % RVT_TIMING_BEATS] =
            (struct rvt_timing_beat){.offered = offered, .taken = taken};
    rvt_timing_settle(timing);
}

void rvt_timing_end(struct rvt_timing *timing, uint64_t cycle)
{
    struct rvt_text text;

    if (timing->status == RVT_ERR_MEMORY && rvt_findings_add(timing->findings, cycle, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": no memory to compute cycles", cycle);
    if (timing->compared == 0 && rvt_findings_add(timing->findings, cycle, &text))
        rvt_text_add(
            &text, "cycle %" PRIu64 ": no packet was held against its cycle [PacketOnTime]", cycle);
    uint64_t packets = timing->packets_tail - timing->packets_head;
    uint64_t beats = timing->beats_tail - timing->beats_head;
    if (packets + beats > 0 && !is_over(timing) && rvt_findings_add(timing->findings, cycle, &text))
        rvt_text_add(&text,
                     "cycle %" PRIu64 ": %" PRIu64 " packets without all their beats, %" PRIu64
                     " beats without a packet [PacketOnTime]",
                     cycle, packets, beats);
}
