/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/pipeline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/ring_buffer.h"

enum { FIRST_CAPACITY = 64 };

/* Free entries that each needs; TRAP: a row with an untraced trap. */
enum { ROOM_OF_LOSS = 2, ROOM_OF_MODES = 3, ROOM_OF_TRAP = 2, ROOM_OF_ROW = 3 };

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static struct rvt_ingress_arrival *arrival_at(const struct rvt_pipeline *pipeline, uint64_t number)
{
    return &pipeline->arrival[number & (pipeline->arrivals_capacity - 1)];
}

static struct rvt_timing_packet *packet_at(const struct rvt_pipeline *pipeline, uint64_t number)
{
    return &pipeline->packet[number & (pipeline->packets_capacity - 1)];
}

/* The cycle in which a packet left, of the latest RVT_PIPELINE_CYCLES_MAX + 1. */
static uint64_t *leave_of(struct rvt_pipeline *pipeline, uint64_t number)
{
    return &pipeline->leave[number % (RVT_PIPELINE_CYCLES_MAX + 1)];
}

/* --- queues ---------------------------------------------------------------------------------- */

enum rvt_status rvt_pipeline_init(struct rvt_pipeline *pipeline, const struct rvt_config *config,
                                  const struct rvt_pipeline_contract *contract,
                                  struct rvt_mismatch_log *findings)
{
    memset(pipeline, 0, sizeof *pipeline);
    if (contract->decision < 1 || contract->decision > RVT_PIPELINE_CYCLES_MAX ||
        contract->packet < 1 || contract->packet > RVT_PIPELINE_CYCLES_MAX || contract->lanes < 1 ||
        contract->depth < 4 || contract->depth >= RVT_PIPELINE_ENTRIES ||
        contract->outstanding >= RVT_OUTSTANDING_ACCESSES_MAX)
        return RVT_ERR_PARAMETER;
    pipeline->contract = *contract;
    pipeline->findings = findings;
    pipeline->outstanding.depth = contract->outstanding;
    rvt_decision_steps_init(&pipeline->steps, config);
    pipeline->arrivals_capacity = pipeline->packets_capacity = FIRST_CAPACITY;
    pipeline->arrival = malloc(FIRST_CAPACITY * sizeof *pipeline->arrival);
    pipeline->packet = malloc(FIRST_CAPACITY * sizeof *pipeline->packet);
    if (pipeline->arrival != NULL && pipeline->packet != NULL)
        return RVT_OK;
    rvt_pipeline_fini(pipeline);
    return RVT_ERR_MEMORY;
}

void rvt_pipeline_fini(struct rvt_pipeline *pipeline)
{
    free(pipeline->arrival);
    free(pipeline->packet);
    pipeline->arrival = NULL;
    pipeline->packet = NULL;
}

enum rvt_status rvt_pipeline_arrive(struct rvt_pipeline *pipeline,
                                    const struct rvt_ingress_arrival *arrival)
{
    if (pipeline->arrivals_tail - pipeline->arrivals_head == pipeline->arrivals_capacity) {
        void *grown = rvt_ring_buffer_grow(pipeline->arrival, sizeof *pipeline->arrival,
                                           &pipeline->arrivals_capacity, pipeline->arrivals_head,
                                           pipeline->arrivals_tail);
        if (grown == NULL)
            return RVT_ERR_MEMORY;
        pipeline->arrival = grown;
    }
    *arrival_at(pipeline, pipeline->arrivals_tail++) = *arrival;
    return RVT_OK;
}

enum rvt_status rvt_pipeline_expect(struct rvt_pipeline *pipeline,
                                    const struct rvt_timing_packet *packet)
{
    if (pipeline->packets_tail - pipeline->packets_head == pipeline->packets_capacity) {
        void *grown = rvt_ring_buffer_grow(pipeline->packet, sizeof *pipeline->packet,
                                           &pipeline->packets_capacity, pipeline->packets_head,
                                           pipeline->packets_tail);
        if (grown == NULL)
            return RVT_ERR_MEMORY;
        pipeline->packet = grown;
    }
    *packet_at(pipeline, pipeline->packets_tail++) = *packet;
    return RVT_OK;
}

uint64_t rvt_pipeline_pending(const struct rvt_pipeline *pipeline)
{
    return pipeline->packets_tail - pipeline->packets_head;
}

const struct rvt_timing_packet *rvt_pipeline_front(const struct rvt_pipeline *pipeline)
{
    return packet_at(pipeline, pipeline->packets_head);
}

void rvt_pipeline_pop(struct rvt_pipeline *pipeline)
{
    pipeline->packets_head++;
}

/* --- the elastic buffer ---------------------------------------------------------------------- */

/* Entries that are free in cycle; an entry pushed in it does not count yet. */
static unsigned free_in(const struct rvt_pipeline *pipeline, uint64_t cycle)
{
    unsigned used = 0;

    for (uint64_t i = 0; i < pipeline->entries && i < RVT_PIPELINE_ENTRIES; i++) {
        const struct rvt_pipeline_entry *entry = &pipeline->entry[i];
        used += entry->push < cycle && entry->pop >= cycle;
    }
    return used < pipeline->contract.depth ? pipeline->contract.depth - used : 0;
}

static bool waits_for_room(const struct rvt_ingress_arrival *arrival)
{
    return arrival->kind == RVT_ARRIVAL_LOST || arrival->kind == RVT_ARRIVAL_MODES;
}

/* True if an arrival that waits for room leaves with the previous one if that waited, too. */
static bool joins(const struct rvt_ingress_arrival *arrival)
{
    return arrival->kind == RVT_ARRIVAL_MODES || arrival->again;
}

/* True if an arrival after this one enters the buffer in cycle, so that this one shares its entry:
 * one that does not wait for room, or a loss for which there is room. */
static bool shares_entry(const struct rvt_pipeline *pipeline, uint64_t number, uint64_t cycle)
{
    for (uint64_t i = number + 1; i < pipeline->arrivals_tail; i++) {
        const struct rvt_ingress_arrival *arrival = arrival_at(pipeline, i);
        if (arrival->cycle > cycle)
            return false;
        if (!waits_for_room(arrival) ||
            (arrival->kind == RVT_ARRIVAL_LOST && free_in(pipeline, cycle) >= ROOM_OF_LOSS))
            return true;
    }
    return false;
}

/* The cycle in which an arrival enters the buffer. One that waits for room can share the entry of
 * another one that enters meanwhile: the previous one, if that waited too, or a later one. */
static uint64_t push_of(const struct rvt_pipeline *pipeline, uint64_t number)
{
    const struct rvt_ingress_arrival *arrival = arrival_at(pipeline, number);
    unsigned room = arrival->kind == RVT_ARRIVAL_LOST ? ROOM_OF_LOSS : ROOM_OF_MODES;
    uint64_t cycle = arrival->cycle;

    if (!waits_for_room(arrival))
        return cycle;
    if (pipeline->entries > 0 && joins(arrival) && pipeline->latest.push >= cycle)
        return pipeline->latest.push;
    while (free_in(pipeline, cycle) < room && !shares_entry(pipeline, number, cycle))
        cycle++;
    return cycle;
}

/* If a row was dropped, or the hart stalled, in the cycle before, there must have been no room. */
static void check_room(struct rvt_pipeline *pipeline, const struct rvt_ingress_arrival *arrival)
{
    bool lost = arrival->kind == RVT_ARRIVAL_LOST;
    unsigned need = lost && !arrival->qualified ? ROOM_OF_TRAP : ROOM_OF_ROW;

    if (!lost && !arrival->stalled)
        return;
    uint64_t cycle = arrival->cycle - 1;
    unsigned places = free_in(pipeline, cycle);
    if (places < need)
        return;
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_ROOM,
                                 .verdict = RVT_MISMATCH_TIMING,
                                 .cycle = cycle,
                                 .field = "free entries",
                                 .expected_value = {.known = true, .number = need - 1},
                                 .observed_value = {.known = true, .number = places}};
    struct rvt_text text;
    rvt_text_init(&text, found.reason, sizeof found.reason);
    rvt_text_add(&text, "%s although %u entries of %u were free",
                 lost ? "a row was dropped" : "the hart was stalled", places,
                 pipeline->contract.depth);
    rvt_mismatch_set_clause(&found, "RoomIsUsed");
    rvt_text_init(&text, found.detail, sizeof found.detail);
    rvt_text_add(&text, "\n  expected  fewer than %u free entries", need);
    (void)rvt_mismatch_log_add(pipeline->findings, &found);
}

static void note_entry(struct rvt_pipeline *pipeline, const struct rvt_pipeline_place *place)
{
    struct rvt_pipeline_entry *latest =
        &pipeline->entry[(pipeline->entries + RVT_PIPELINE_ENTRIES - 1) % RVT_PIPELINE_ENTRIES];

    if (pipeline->entries == 0 || latest->push != place->push)
        latest = &pipeline->entry[pipeline->entries++ % RVT_PIPELINE_ENTRIES];
    *latest = (struct rvt_pipeline_entry){.push = place->push, .pop = place->taken};
}

/* True if the entry that an arrival enters in cycle push also contains a data access. */
static bool brings_record(const struct rvt_pipeline *pipeline, uint64_t number, uint64_t push)
{
    for (uint64_t i = number; i < pipeline->arrivals_tail; i++) {
        const struct rvt_ingress_arrival *arrival = arrival_at(pipeline, i);
        if (arrival->cycle > push)
            return false;
        if (arrival->kind == RVT_ARRIVAL_DATA && arrival->cycle == push)
            return true;
    }
    return false;
}

/* An access is outstanding from the cycle after the one in which its entry left the buffer. */
static void push_record(struct rvt_pipeline *pipeline, const struct rvt_ingress_arrival *arrival)
{
    uint64_t block = pipeline->steps_located - arrival->data.trap;

    rvt_outstanding_accesses_push(&pipeline->outstanding, &(struct rvt_outstanding_access){
                                                              .data = arrival->data,
                                                              .cycle = arrival->cycle,
                                                              .seen = pipeline->latest.taken + 1,
                                                              .before = block - arrival->data.row,
                                                              .block = block,
                                                          });
}

/* Computes the place of the first arrival without one; false: it is not known yet. */
static bool locate(struct rvt_pipeline *pipeline)
{
    uint64_t number = pipeline->located;
    struct rvt_pipeline_place place = {.push = 0};

    if (number == pipeline->arrivals_tail)
        return false;
    const struct rvt_ingress_arrival *arrival = arrival_at(pipeline, number);
    bool data = arrival->kind == RVT_ARRIVAL_DATA;
    place.push = push_of(pipeline, number);
    place.taken = place.push + 1;
    bool shares = data && pipeline->entries > 0 && pipeline->latest.push == place.push;
    if (pipeline->entries > 0)
        place.taken = later(place.taken, pipeline->latest.taken + !shares);
    if (pipeline->entries > 0 && !data)
        place.taken = later(place.taken, pipeline->finished[pipeline->has_here ? 0 : 1]);
    if (!shares && brings_record(pipeline, number, place.push) &&
        !rvt_outstanding_accesses_room(&pipeline->outstanding, &place.taken))
        return false;
    check_room(pipeline, arrival);
    note_entry(pipeline, &place);
    pipeline->latest = place;
    pipeline->located++;
    if (data) {
        push_record(pipeline, arrival);
    } else {
        pipeline->steps_located++;
        pipeline->next = place;
        pipeline->next_number = number;
        pipeline->has_next = true;
    }
    if (!pipeline->has_here && !pipeline->has_next)
        pipeline->arrivals_head = pipeline->located;
    return true;
}

/* Computes the place of the arrival that is decided next; false: it is not known yet. */
static bool find_next(struct rvt_pipeline *pipeline)
{
    while (!pipeline->has_next)
        if (!locate(pipeline))
            return false;
    return true;
}

/* The same for the arrival that is being decided. */
static bool find_here(struct rvt_pipeline *pipeline)
{
    if (pipeline->has_here)
        return true;
    if (!find_next(pipeline))
        return false;
    pipeline->here = pipeline->next;
    pipeline->here_number = pipeline->arrivals_head = pipeline->next_number;
    pipeline->has_here = true;
    pipeline->has_next = false;
    return true;
}

/* --- steps ----------------------------------------------------------------------------------- */

/* The arrival that is decided after the current one; null: it is not known yet. */
static const struct rvt_ingress_arrival *follower(const struct rvt_pipeline *pipeline)
{
    for (uint64_t i = pipeline->here_number + 1; i < pipeline->arrivals_tail; i++)
        if (arrival_at(pipeline, i)->kind != RVT_ARRIVAL_DATA)
            return arrival_at(pipeline, i);
    return NULL;
}

/* True if te_data waits for a block of the current arrival. */
static bool data_waits(struct rvt_pipeline *pipeline)
{
    const struct rvt_ingress_arrival *here = arrival_at(pipeline, pipeline->here_number);
    const struct rvt_outstanding_access *oldest =
        rvt_outstanding_accesses_oldest(&pipeline->outstanding);

    if (oldest != NULL && oldest->cycle == here->cycle && oldest->data.row)
        return oldest->data.access || oldest->data.late;
    for (uint64_t i = pipeline->located; i < pipeline->arrivals_tail; i++) {
        const struct rvt_ingress_arrival *arrival = arrival_at(pipeline, i);
        if (arrival->cycle != here->cycle)
            return false;
        if (arrival->kind == RVT_ARRIVAL_DATA)
            return arrival->data.row && (arrival->data.access || arrival->data.late);
    }
    return false;
}

/* The earliest cycle in which an arrival can be decided. With data trace, entries without a step
 * may delay it. */
static uint64_t arrived(const struct rvt_pipeline *pipeline, const struct rvt_pipeline_place *place)
{
    uint64_t decision = pipeline->contract.decision;

    return pipeline->contract.outstanding > 0 ? place->taken + decision - 1
                                              : place->push + decision;
}

/* Computes what the next step waits for; false: it is not known yet. */
static bool find_step(struct rvt_pipeline *pipeline, struct rvt_decision_step *step)
{
    const struct rvt_pipeline_contract *contract = &pipeline->contract;
    uint64_t number = pipeline->packets_head;
    struct rvt_pipeline_reasons *why = &pipeline->why;

    if (!find_here(pipeline))
        return false;
    const struct rvt_ingress_arrival *arrival = arrival_at(pipeline, pipeline->here_number);
    pipeline->steps.alone = contract->outstanding > 0 && data_waits(pipeline);
    *step = rvt_decision_steps_next(&pipeline->steps, arrival, follower(pipeline),
                                    packet_at(pipeline, number));
    *why = (struct rvt_pipeline_reasons){.kind = arrival->kind,
                                         .cycle = arrival->cycle,
                                         .arrived = arrived(pipeline, &pipeline->here),
                                         .before = pipeline->decided + 1};
    if (step->looks) {
        if (!find_next(pipeline))
            return false;
        why->next = arrived(pipeline, &pipeline->next) - 1;
    }
    if (step->sends && !pipeline->data_left && number + 1 >= contract->packet)
        why->room = *leave_of(pipeline, number + 1 - contract->packet) - 1;
    return true;
}

/* Makes the next step; false: it is not known yet. */
static bool make_step(struct rvt_pipeline *pipeline, struct rvt_decision_step *step)
{
    struct rvt_pipeline_reasons *why = &pipeline->why;

    if (!find_step(pipeline, step))
        return false;
    pipeline->decided = later(later(why->arrived, why->next), later(why->before, why->room));
    why->decided = pipeline->decided;
    if (!step->last)
        return true;
    pipeline->finished[1] = pipeline->finished[0];
    pipeline->finished[0] = pipeline->decided;
    pipeline->has_here = false;
    pipeline->arrivals_head = pipeline->has_next ? pipeline->next_number : pipeline->located;
    pipeline->steps_done++;
    return true;
}

/* Makes steps up to the one that sends the oldest packet; false: there is none. */
static bool decide_packet(struct rvt_pipeline *pipeline)
{
    struct rvt_decision_step step;

    do {
        if (!make_step(pipeline, &step))
            return false;
    } while (!step.sends);
    return true;
}

/* --- te_data --------------------------------------------------------------------------------- */

/* True if the steps are made that the oldest access waits for; *from: the earliest cycle in which
 * te_data can be decided. If its instruction is not the last one of a block, the access waits for
 * everything before the block, and until the block can be decided. */
static bool is_reached(struct rvt_pipeline *pipeline, const struct rvt_outstanding_access *record,
                       uint64_t *from)
{
    const struct rvt_data_arrival *data = &record->data;
    bool early = data->response && !data->late;

    *from = record->seen;
    if (pipeline->steps_done >= (early ? record->before : record->block))
        return true;
    if (early || pipeline->steps_done < record->before || !find_here(pipeline) ||
        pipeline->steps.done < data->block + (data->last ? 1u : 0u))
        return false;
    *from = later(*from, arrived(pipeline, &pipeline->here));
    return true;
}

/* Decides the oldest packet, which is te_data; false: no access can send it. */
static bool decide_data(struct rvt_pipeline *pipeline)
{
    const struct rvt_pipeline_contract *contract = &pipeline->contract;
    uint64_t number = pipeline->packets_head, from = 0;
    struct rvt_outstanding_access *record;
    struct rvt_decision_step step;

    while ((record = rvt_outstanding_accesses_oldest(&pipeline->outstanding)) == NULL ||
           !is_reached(pipeline, record, &from)) {
        bool places = record == NULL && pipeline->located < pipeline->arrivals_tail &&
                      (!pipeline->has_here || !pipeline->has_next ||
                       arrival_at(pipeline, pipeline->located)->kind == RVT_ARRIVAL_DATA);
        if (places && pipeline->has_next && !find_here(pipeline))
            return false;
        if (!(places && locate(pipeline)) && !make_step(pipeline, &step))
            return false;
    }
    struct rvt_pipeline_reasons why = {.kind = RVT_ARRIVAL_DATA,
                                       .cycle = record->cycle,
                                       .arrived = from,
                                       .seen = record->seen,
                                       .before = pipeline->decided + 1};
    if (number + 1 >= contract->packet)
        why.room = *leave_of(pipeline, number + 1 - contract->packet) - pipeline->data_left;
    if (!pipeline->data_left && number > 0)
        why.room = later(why.room, pipeline->inst_step + 2);
    why.decided = later(later(why.arrived, why.before), why.room);
    pipeline->why = why;
    pipeline->decided = why.decided;
    return record->cycle == packet_at(pipeline, number)->origin.cycle;
}

bool rvt_pipeline_decide(struct rvt_pipeline *pipeline)
{
    bool data = packet_at(pipeline, pipeline->packets_head)->data;

    return data ? decide_data(pipeline) : decide_packet(pipeline);
}

void rvt_pipeline_leave(struct rvt_pipeline *pipeline, uint64_t cycle, uint64_t late)
{
    uint64_t number = pipeline->packets_head;

    pipeline->decided += late;
    pipeline->data_left = packet_at(pipeline, number)->data;
    if (pipeline->data_left)
        rvt_outstanding_accesses_take(&pipeline->outstanding, pipeline->decided);
    else
        pipeline->inst_step = pipeline->decided;
    *leave_of(pipeline, number) = cycle;
}
