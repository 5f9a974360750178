/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/retirement.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "modes/branch_map.h"

#include "lockstep/ring_buffer.h"

enum { FIRST_CAPACITY = 256 };

static struct rvt_retirement *at(const struct rvt_retirement_queue *queue, uint64_t number)
{
    return &queue->entry[number & (queue->capacity - 1)];
}

enum rvt_status rvt_retirement_queue_init(struct rvt_retirement_queue *queue)
{
    memset(queue, 0, sizeof *queue);
    queue->entry = malloc(FIRST_CAPACITY * sizeof *queue->entry);
    if (queue->entry == NULL)
        return RVT_ERR_MEMORY;
    queue->capacity = FIRST_CAPACITY;
    return RVT_OK;
}

void rvt_retirement_queue_fini(struct rvt_retirement_queue *queue)
{
    free(queue->entry);
    memset(queue, 0, sizeof *queue);
}

enum rvt_status rvt_retirement_queue_add(struct rvt_retirement_queue *queue,
                                         const struct rvt_retirement *entry)
{
    if (queue->tail - queue->head == queue->capacity) {
        void *grown = rvt_ring_buffer_grow(queue->entry, sizeof *queue->entry, &queue->capacity,
                                           queue->head, queue->tail);
        if (grown == NULL)
            return RVT_ERR_MEMORY;
        queue->entry = grown;
    }
    *at(queue, queue->tail++) = *entry;
    return RVT_OK;
}

struct rvt_retirement *rvt_retirement_queue_front(struct rvt_retirement_queue *queue)
{
    return queue->head != queue->tail ? at(queue, queue->head) : NULL;
}

struct rvt_retirement *rvt_retirement_queue_back(struct rvt_retirement_queue *queue)
{
    return queue->head != queue->tail ? at(queue, queue->tail - 1) : NULL;
}

void rvt_retirement_queue_pass(struct rvt_retirement_queue *queue)
{
    assert(queue->head != queue->tail);
    queue->head++;
}

struct rvt_retirement *rvt_retirement_queue_front_of(struct rvt_retirement_queue *queue,
                                                     enum rvt_retirement_kind kind)
{
    struct rvt_retirement *entry = rvt_retirement_queue_front(queue);

    while (entry != NULL && entry->kind != kind && entry->optional) {
        rvt_retirement_queue_pass(queue);
        entry = rvt_retirement_queue_front(queue);
    }
    return entry;
}

bool rvt_retirement_queue_drop_to(struct rvt_retirement_queue *queue, uint64_t cycle, uint8_t block,
                                  uint64_t address, bool trap)
{
    for (uint64_t number = queue->head; number < queue->tail; number++) {
        struct rvt_retirement *entry = at(queue, number);
        if (entry->kind != RVT_RETIREMENT_CODE || entry->cycle != cycle || entry->block != block ||
            address - entry->address >= entry->bytes)
            continue;
        entry->bytes -= address - entry->address;
        entry->address = address;
        bool before =
            trap && number > queue->head && at(queue, number - 1)->kind == RVT_RETIREMENT_TRAP;
        queue->head = number - (before ? 1 : 0);
        return true;
    }
    return false;
}

void rvt_retirement_queue_drop_to_kind(struct rvt_retirement_queue *queue,
                                       enum rvt_retirement_kind kind)
{
    while (queue->head != queue->tail && rvt_retirement_queue_front(queue)->kind != kind)
        rvt_retirement_queue_pass(queue);
}

/* True if entry is what was reported. The addresses of code are not compared. */
static bool same(const struct rvt_retirement_queue *queue, const struct rvt_retirement *entry,
                 const struct rvt_retirement *reported)
{
    if (entry->kind != reported->kind || entry->kind != RVT_RETIREMENT_TRAP)
        return entry->kind == reported->kind;
    if (entry->repeats && entry->first + 1 == queue->traps_end)
        return false;
    return entry->interrupt == reported->interrupt && entry->cause == reported->cause &&
           (entry->interrupt || entry->tval == reported->tval) &&
           (!entry->epc_known || !reported->epc_known || entry->address == reported->address);
}

/* Number of the entry that was reported, from number on, after optional entries only; tail if there
 * is none. */
static uint64_t find(const struct rvt_retirement_queue *queue, uint64_t number,
                     const struct rvt_retirement *reported)
{
    for (; number < queue->tail; number++) {
        if (same(queue, at(queue, number), reported))
            return number;
        if (!at(queue, number)->optional)
            return queue->tail;
    }
    return queue->tail;
}

bool rvt_retirement_queue_drop_to_trap(struct rvt_retirement_queue *queue,
                                       const struct rvt_retirement *reported)
{
    struct rvt_retirement *entry = rvt_retirement_queue_front(queue);

    while (entry != NULL && entry->optional && !same(queue, entry, reported)) {
        rvt_retirement_queue_pass(queue);
        entry = rvt_retirement_queue_front(queue);
    }
    return entry != NULL && same(queue, entry, reported);
}

void rvt_retirement_queue_pass_trap(struct rvt_retirement_queue *queue)
{
    queue->traps_end = queue->head + 1;
    rvt_retirement_queue_pass(queue);
}

bool rvt_retirement_queue_skip_iterations(struct rvt_retirement_queue *queue, uint64_t end,
                                          const struct rvt_retirement *reported)
{
    for (uint64_t number = queue->head; number < queue->tail; number++) {
        const struct rvt_retirement *entry = at(queue, number);
        if (entry->kind != RVT_RETIREMENT_CODE || !entry->plain)
            return false;
        if (end != entry->address + entry->bytes)
            continue;
        uint64_t next = find(queue, number + 1, reported);
        if (next < queue->tail) {
            queue->head = next;
            return true;
        }
    }
    return false;
}

const struct rvt_retirement *rvt_retirement_queue_overdue(struct rvt_retirement_queue *queue)
{
    const struct rvt_retirement *first = NULL, *trap = NULL;
    unsigned discontinuities = 0; /* branches and jumps since first */

    for (; queue->head != queue->tail; rvt_retirement_queue_pass(queue)) {
        const struct rvt_retirement *entry = rvt_retirement_queue_front(queue);
        bool followed = queue->tail - queue->head > 1;
        if (entry->optional)
            continue;
        if (entry->kind == RVT_RETIREMENT_END || (entry->kind == RVT_RETIREMENT_LOST && followed))
            return entry;
        if (entry->kind == RVT_RETIREMENT_LOST)
            return NULL;
        if (trap != NULL)
            return trap;
        if (entry->kind == RVT_RETIREMENT_TRAP)
            trap = entry;
        if (first == NULL)
            first = entry;
        discontinuities += entry->kind == RVT_RETIREMENT_CODE && !entry->plain && followed;
        if (discontinuities > RVT_BRANCHES_MAX)
            return first;
    }
    return NULL;
}

void rvt_retirement_print(const struct rvt_retirement *entry, struct rvt_text *text)
{
    if (entry == NULL) {
        rvt_text_add(text, "nothing more");
        return;
    }
    switch (entry->kind) {
    case RVT_RETIREMENT_CODE:
        rvt_text_add(text, "instructions from 0x%" PRIx64 " on, %" PRIu64 " bytes", entry->address,
                     entry->bytes);
        break;
    case RVT_RETIREMENT_TRAP:
        rvt_text_add(text, "trap, interrupt %d, cause %" PRIu32 ", tval 0x%" PRIx64,
                     (int)entry->interrupt, entry->cause, entry->tval);
        if (entry->epc_known)
            rvt_text_add(text, ", epc 0x%" PRIx64, entry->address);
        break;
    case RVT_RETIREMENT_END:
        rvt_text_add(text, "the end of tracing");
        break;
    case RVT_RETIREMENT_LOST:
        rvt_text_add(text, "a loss of rows");
        break;
    }
    rvt_text_add(text, " (cycle %" PRIu64 ")", entry->cycle);
}
