/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "rvt_timing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };
/* Free entries that are needed: of a row that is not traced, and of one that is. */
enum { ROOM_OF_LOSS = 2, ROOM_OF_MODES = 3, ROOM_OF_TRAP = 2, ROOM_OF_ROW = 3 };

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

enum rvt_status rvt_timing_init(struct rvt_timing *timing, const struct rvt_config *config,
                                const struct rvt_timing_contract *contract,
                                struct rvt_findings *findings)
{
    memset(timing, 0, sizeof *timing);
    if (contract->decision < 1 || contract->decision > RVT_TIMING_MAX || contract->packet < 1 ||
        contract->packet > RVT_TIMING_MAX || contract->lanes < 1 || contract->depth < 4 ||
        contract->depth >= RVT_TIMING_ENTRIES)
        return RVT_ERR_PARAMETER;
    timing->contract = *contract;
    timing->findings = findings;
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

static struct rvt_arrival *arrival_at(const struct rvt_timing *timing, uint64_t number)
{
    return &timing->arrival[number & (timing->arrivals_capacity - 1)];
}

static struct rvt_timing_packet *packet_at(const struct rvt_timing *timing, uint64_t number)
{
    return &timing->packet[number & (timing->packets_capacity - 1)];
}

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
    *arrival_at(timing, timing->arrivals_tail++) = *arrival;
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
    *packet_at(timing, timing->packets_tail++) = *packet;
}

/* --- the elastic buffer ---------------------------------------------------------------------- */

/* Entries that are free in cycle; what was pushed in it does not count yet. */
static unsigned free_in(const struct rvt_timing *timing, uint64_t cycle)
{
    unsigned used = 0;

    for (uint64_t i = 0; i < timing->entries && i < RVT_TIMING_ENTRIES; i++) {
        const struct rvt_timing_entry *entry = &timing->entry[i];
        used += entry->push < cycle && entry->pop >= cycle;
    }
    return used < timing->contract.depth ? timing->contract.depth - used : 0;
}

static bool waits_for_room(const struct rvt_arrival *arrival)
{
    return arrival->kind == RVT_ARRIVAL_LOST || arrival->kind == RVT_ARRIVAL_MODES;
}

/* The cycle in which an arrival enters the buffer. One that waits for room goes with an entry of
 * another that comes meanwhile: with the one before, if that waited, too, or the one behind. */
static uint64_t push_of(const struct rvt_timing *timing, uint64_t number)
{
    const struct rvt_arrival *arrival = arrival_at(timing, number);
    const struct rvt_arrival *behind = NULL;
    unsigned room = arrival->kind == RVT_ARRIVAL_LOST ? ROOM_OF_LOSS : ROOM_OF_MODES;
    uint64_t cycle = arrival->cycle;

    if (!waits_for_room(arrival))
        return cycle;
    if (timing->entries > 0 && arrival->kind == RVT_ARRIVAL_MODES && timing->latest.push >= cycle)
        return timing->latest.push;
    if (number + 1 < timing->arrivals_tail)
        behind = arrival_at(timing, number + 1);
    while (free_in(timing, cycle) < room &&
           !(behind != NULL && behind->cycle <= cycle &&
             (behind->kind != RVT_ARRIVAL_LOST || free_in(timing, cycle) >= ROOM_OF_LOSS)))
        cycle++;
    return cycle;
}

/* A row was dropped, or the hart stalled, in the cycle before: there must have been no room. */
static void check_room(struct rvt_timing *timing, const struct rvt_arrival *arrival)
{
    bool lost = arrival->kind == RVT_ARRIVAL_LOST;
    unsigned need = lost && !arrival->qualified ? ROOM_OF_TRAP : ROOM_OF_ROW;
    struct rvt_text text;

    if (!lost && !arrival->stalled)
        return;
    uint64_t cycle = arrival->cycle - 1;
    unsigned places = free_in(timing, cycle);
    if (places < need || !rvt_findings_add(timing->findings, cycle, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": %s although %u entries of %u were free [RoomIsUsed]"
                 "\n  expected  with less than %u free ones",
                 cycle, lost ? "a row was dropped" : "the hart was stalled", places,
                 timing->contract.depth, need);
}

static void note_entry(struct rvt_timing *timing, const struct rvt_timing_place *place)
{
    struct rvt_timing_entry *latest =
        &timing->entry[(timing->entries + RVT_TIMING_ENTRIES - 1) % RVT_TIMING_ENTRIES];

    if (timing->entries == 0 || latest->push != place->push)
        latest = &timing->entry[timing->entries++ % RVT_TIMING_ENTRIES];
    *latest = (struct rvt_timing_entry){.push = place->push, .pop = place->taken};
}

/* Finds the place of the arrival behind those that have one; false: it is not known yet. */
static bool find_next(struct rvt_timing *timing)
{
    uint64_t number = timing->arrivals_head + timing->has_here;
    struct rvt_timing_place place = {.push = 0};

    if (timing->has_next)
        return true;
    if (number == timing->arrivals_tail)
        return false;
    check_room(timing, arrival_at(timing, number));
    place.push = push_of(timing, number);
    place.taken = place.push + 1;
    if (timing->entries > 0)
        place.taken = later(place.taken, later(timing->latest.taken + 1,
                                               timing->finished[timing->has_here ? 0 : 1]));
    note_entry(timing, &place);
    timing->latest = timing->next = place;
    timing->has_next = true;
    return true;
}

/* --- steps ----------------------------------------------------------------------------------- */

static uint64_t *leave_of(struct rvt_timing *timing, uint64_t number)
{
    return &timing->leave[number % (RVT_TIMING_MAX + 1)];
}

/* The next step is looked at; false: what it needs is not known. */
static bool find_step(struct rvt_timing *timing, struct rvt_step *step)
{
    const struct rvt_timing_contract *contract = &timing->contract;
    uint64_t number = timing->packets_head, head = timing->arrivals_head;
    struct rvt_timing_why *why = &timing->why;

    if (!timing->has_here) {
        if (!find_next(timing))
            return false;
        timing->here = timing->next;
        timing->has_here = true;
        timing->has_next = false;
    }
    const struct rvt_arrival *arrival = arrival_at(timing, head);
    bool follows = head + 1 < timing->arrivals_tail;
    *step = rvt_steps_next(&timing->steps, arrival, follows ? arrival_at(timing, head + 1) : NULL,
                           packet_at(timing, number));
    *why = (struct rvt_timing_why){.arrival = *arrival,
                                   .arrived = timing->here.push + contract->decision,
                                   .before = timing->decided + 1};
    if (step->looks) {
        if (!find_next(timing))
            return false;
        why->next = timing->next.push + contract->decision - 1;
    }
    if (step->sends && number + 1 >= contract->packet)
        why->room = *leave_of(timing, number + 1 - contract->packet) - 1;
    return true;
}

/* Makes steps up to the one that sends the oldest packet; false: it never comes. */
static bool decide_packet(struct rvt_timing *timing)
{
    struct rvt_timing_why *why = &timing->why;
    struct rvt_step step;

    do {
        if (!find_step(timing, &step))
            return false;
        timing->decided = later(later(why->arrived, why->next), later(why->before, why->room));
        why->decided = timing->decided;
        if (step.last) {
            timing->finished[1] = timing->finished[0];
            timing->finished[0] = timing->decided;
            timing->has_here = false;
            timing->arrivals_head++;
        }
    } while (!step.sends);
    return true;
}

/* --- beats ----------------------------------------------------------------------------------- */

static void add_origin(const struct rvt_timing_packet *packet, struct rvt_text *text)
{
    rvt_text_add(text, "\n  because   %s (%s), %s of cycle %" PRIu64,
                 rvt_decision_text(packet->origin.decision),
                 rvt_decision_clause(packet->origin.decision), packet->name, packet->origin.cycle);
}

static void explain(const struct rvt_timing *timing, const struct rvt_timing_packet *packet,
                    struct rvt_text *text)
{
    const struct rvt_timing_why *why = &timing->why;

    add_origin(packet, text);
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
    const struct rvt_timing_packet *packet = packet_at(timing, timing->packets_head);
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
        add_origin(packet_at(timing, timing->packets_head), &text);
    }
    timing->broken = true;
}

/* The first beat of the oldest packet. */
static void begin(struct rvt_timing *timing, uint64_t offered)
{
    uint64_t number = timing->packets_head;
    struct rvt_timing_why *why = &timing->why;

    if (!decide_packet(timing)) {
        add_unknown(timing, offered);
        return;
    }
    why->behind = timing->out_free;
    why->leave = later(timing->decided + timing->contract.packet, why->behind);
    if (offered != why->leave)
        add_finding(timing, offered, why->leave, true);
    if (offered > why->leave) /* as if it had been decided late */
        timing->decided += offered - why->leave;
    *leave_of(timing, number) = offered;
    timing->beats_left =
        (packet_at(timing, number)->bytes + timing->contract.lanes - 1) / timing->contract.lanes;
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
}
