/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/decided.h"

#include <inttypes.h>

/* Free entries that are needed: of a row that is not traced, and of one that is. */
enum { ROOM_OF_LOSS = 2, ROOM_OF_MODES = 3, ROOM_OF_TRAP = 2, ROOM_OF_ROW = 3 };

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
    const struct rvt_arrival *arrival = rvt_arrival_at(timing, number);
    const struct rvt_arrival *behind = NULL;
    unsigned room = arrival->kind == RVT_ARRIVAL_LOST ? ROOM_OF_LOSS : ROOM_OF_MODES;
    uint64_t cycle = arrival->cycle;

    if (!waits_for_room(arrival))
        return cycle;
    if (timing->entries > 0 && arrival->kind == RVT_ARRIVAL_MODES && timing->latest.push >= cycle)
        return timing->latest.push;
    if (number + 1 < timing->arrivals_tail)
        behind = rvt_arrival_at(timing, number + 1);
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

/* The entry that an arrival enters in cycle push holds a record for data trace, too. */
static bool brings_record(const struct rvt_timing *timing, uint64_t number, uint64_t push)
{
    for (uint64_t i = number; i < timing->arrivals_tail; i++) {
        const struct rvt_arrival *arrival = rvt_arrival_at(timing, i);
        if (arrival->cycle > push)
            return false;
        if (arrival->kind == RVT_ARRIVAL_DATA && arrival->cycle == push)
            return true;
    }
    return false;
}

/* A record waits from the cycle behind the one in which its entry left the elastic buffer. */
static void push_record(struct rvt_timing *timing, const struct rvt_arrival *arrival)
{
    uint64_t block = timing->steps_located - arrival->data.trap;

    rvt_waiting_push(&timing->waiting, &(struct rvt_waiting_record){
                                           .data = arrival->data,
                                           .cycle = arrival->cycle,
                                           .seen = timing->latest.taken + 1,
                                           .before = block - arrival->data.row,
                                           .block = block,
                                       });
}

/* Finds the place of the arrival behind those that have one; false: it is not known yet. */
static bool locate(struct rvt_timing *timing)
{
    uint64_t number = timing->located;
    struct rvt_timing_place place = {.push = 0};

    if (number == timing->arrivals_tail)
        return false;
    const struct rvt_arrival *arrival = rvt_arrival_at(timing, number);
    bool data = arrival->kind == RVT_ARRIVAL_DATA;
    place.push = push_of(timing, number);
    place.taken = place.push + 1;
    bool shares = data && timing->entries > 0 && timing->latest.push == place.push;
    if (timing->entries > 0)
        place.taken = rvt_later(place.taken, timing->latest.taken + !shares);
    if (timing->entries > 0 && !data)
        place.taken = rvt_later(place.taken, timing->finished[timing->has_here ? 0 : 1]);
    if (!shares && brings_record(timing, number, place.push) &&
        !rvt_waiting_room(&timing->waiting, &place.taken))
        return false;
    check_room(timing, arrival);
    note_entry(timing, &place);
    timing->latest = place;
    timing->located++;
    if (data) {
        push_record(timing, arrival);
    } else {
        timing->steps_located++;
        timing->next = place;
        timing->next_number = number;
        timing->has_next = true;
    }
    if (!timing->has_here && !timing->has_next)
        timing->arrivals_head = timing->located;
    return true;
}

/* Finds the place of the arrival that is decided next; false: it is not known yet. */
static bool find_next(struct rvt_timing *timing)
{
    while (!timing->has_next)
        if (!locate(timing))
            return false;
    return true;
}

/* The same of the one that is decided now. */
static bool find_here(struct rvt_timing *timing)
{
    if (timing->has_here)
        return true;
    if (!find_next(timing))
        return false;
    timing->here = timing->next;
    timing->here_number = timing->arrivals_head = timing->next_number;
    timing->has_here = true;
    timing->has_next = false;
    return true;
}

/* --- steps ----------------------------------------------------------------------------------- */

/* What is decided behind the current arrival; null: nothing is known of that. */
static const struct rvt_arrival *follower(const struct rvt_timing *timing)
{
    for (uint64_t i = timing->here_number + 1; i < timing->arrivals_tail; i++)
        if (rvt_arrival_at(timing, i)->kind != RVT_ARRIVAL_DATA)
            return rvt_arrival_at(timing, i);
    return NULL;
}

/* te_data waits for a block of the current arrival. */
static bool data_waits(struct rvt_timing *timing)
{
    const struct rvt_arrival *here = rvt_arrival_at(timing, timing->here_number);
    const struct rvt_waiting_record *oldest = rvt_waiting_oldest(&timing->waiting);

    if (oldest != NULL && oldest->cycle == here->cycle && oldest->data.row)
        return oldest->data.access || oldest->data.late;
    for (uint64_t i = timing->located; i < timing->arrivals_tail; i++) {
        const struct rvt_arrival *arrival = rvt_arrival_at(timing, i);
        if (arrival->cycle != here->cycle)
            return false;
        if (arrival->kind == RVT_ARRIVAL_DATA)
            return arrival->data.row && (arrival->data.access || arrival->data.late);
    }
    return false;
}

/* Cycles behind its row from which an arrival can be decided; with data trace entries without one
 * come between. */
static uint64_t arrived(const struct rvt_timing *timing, const struct rvt_timing_place *place)
{
    uint64_t decision = timing->contract.decision;

    return timing->contract.waiting > 0 ? place->taken + decision - 1 : place->push + decision;
}

/* The next step is looked at; false: what it needs is not known. */
static bool find_step(struct rvt_timing *timing, struct rvt_step *step)
{
    const struct rvt_timing_contract *contract = &timing->contract;
    uint64_t number = timing->packets_head;
    struct rvt_timing_why *why = &timing->why;

    if (!find_here(timing))
        return false;
    const struct rvt_arrival *arrival = rvt_arrival_at(timing, timing->here_number);
    timing->steps.alone = contract->waiting > 0 && data_waits(timing);
    *step =
        rvt_steps_next(&timing->steps, arrival, follower(timing), rvt_packet_at(timing, number));
    *why = (struct rvt_timing_why){.arrival = *arrival,
                                   .arrived = arrived(timing, &timing->here),
                                   .before = timing->decided + 1};
    if (step->looks) {
        if (!find_next(timing))
            return false;
        why->next = arrived(timing, &timing->next) - 1;
    }
    if (step->sends && !timing->data_left && number + 1 >= contract->packet)
        why->room = *rvt_leave_of(timing, number + 1 - contract->packet) - 1;
    return true;
}

/* Makes the next step; false: it cannot be known. */
static bool make_step(struct rvt_timing *timing, struct rvt_step *step)
{
    struct rvt_timing_why *why = &timing->why;

    if (!find_step(timing, step))
        return false;
    timing->decided =
        rvt_later(rvt_later(why->arrived, why->next), rvt_later(why->before, why->room));
    why->decided = timing->decided;
    if (!step->last)
        return true;
    timing->finished[1] = timing->finished[0];
    timing->finished[0] = timing->decided;
    timing->has_here = false;
    timing->arrivals_head = timing->has_next ? timing->next_number : timing->located;
    timing->steps_done++;
    return true;
}

/* Makes steps up to the one that sends the oldest packet; false: it never comes. */
static bool decide_packet(struct rvt_timing *timing)
{
    struct rvt_step step;

    do {
        if (!make_step(timing, &step))
            return false;
    } while (!step.sends);
    return true;
}

/* --- te_data --------------------------------------------------------------------------------- */

/* The steps that the oldest record waits for are made; *from: it can leave from then on. An access
 * of any but the last instruction of a block waits for what is before the block, and until that is
 * at hand. */
static bool is_reached(struct rvt_timing *timing, const struct rvt_waiting_record *record,
                       uint64_t *from)
{
    const struct rvt_arrived_data *data = &record->data;
    bool early = data->response && !data->late;

    *from = record->seen;
    if (timing->steps_done >= (early ? record->before : record->block))
        return true;
    if (early || timing->steps_done < record->before || !find_here(timing) ||
        timing->steps.done < data->block + (data->last ? 1u : 0u))
        return false;
    *from = rvt_later(*from, arrived(timing, &timing->here));
    return true;
}

/* The oldest packet, te_data, leaves its record; false: none can send it. */
static bool decide_data(struct rvt_timing *timing)
{
    const struct rvt_timing_contract *contract = &timing->contract;
    uint64_t number = timing->packets_head, from = 0;
    struct rvt_waiting_record *record;
    struct rvt_step step;

    while ((record = rvt_waiting_oldest(&timing->waiting)) == NULL ||
           !is_reached(timing, record, &from)) {
        bool places = record == NULL && timing->located < timing->arrivals_tail &&
                      (!timing->has_here || !timing->has_next ||
                       rvt_arrival_at(timing, timing->located)->kind == RVT_ARRIVAL_DATA);
        if (places && timing->has_next && !find_here(timing))
            return false;
        if (!(places && locate(timing)) && !make_step(timing, &step))
            return false;
    }
    struct rvt_timing_why why = {.arrival = {.kind = RVT_ARRIVAL_DATA, .cycle = record->cycle},
                                 .arrived = from,
                                 .seen = record->seen,
                                 .before = timing->decided + 1};
    if (number + 1 >= contract->packet)
        why.room = *rvt_leave_of(timing, number + 1 - contract->packet) - timing->data_left;
    if (!timing->data_left && number > 0)
        why.room = rvt_later(why.room, timing->inst_step + 2);
    why.decided = rvt_later(rvt_later(why.arrived, why.before), why.room);
    timing->why = why;
    timing->decided = why.decided;
    return record->cycle == rvt_packet_at(timing, number)->origin.cycle;
}

bool rvt_timing_decide(struct rvt_timing *timing)
{
    bool data = rvt_packet_at(timing, timing->packets_head)->data;

    return data ? decide_data(timing) : decide_packet(timing);
}
