/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/retirement/retirement_reader.h"

#include <stddef.h>

#include "modes/branch_map.h"

/* The next entry; null if there is none. */
static const struct rvt_retirement *front(const struct rvt_retirement_queue *queue,
                                          const struct rvt_retirement_reader *reader)
{
    return reader->number < queue->tail ? rvt_retirement_queue_at(queue, reader->number) : NULL;
}

static void pass(struct rvt_retirement_reader *reader)
{
    reader->number++;
    reader->offset = 0;
}

/* The next entry, after passing optional entries of other kinds. */
static const struct rvt_retirement *front_of(const struct rvt_retirement_queue *queue,
                                             struct rvt_retirement_reader *reader,
                                             enum rvt_retirement_kind kind)
{
    const struct rvt_retirement *entry = front(queue, reader);

    while (entry != NULL && entry->kind != kind && entry->optional) {
        pass(reader);
        entry = front(queue, reader);
    }
    return entry;
}

const struct rvt_retirement *rvt_retirement_reader_next(const struct rvt_retirement_queue *queue,
                                                        const struct rvt_retirement_reader *reader,
                                                        struct rvt_retirement *storage)
{
    const struct rvt_retirement *entry = front(queue, reader);

    if (entry == NULL)
        return NULL;
    *storage = *entry;
    if (entry->kind == RVT_RETIREMENT_CODE) {
        storage->address += reader->offset;
        storage->bytes -= reader->offset;
    }
    return storage;
}

void rvt_retirement_reader_seek_kind(const struct rvt_retirement_queue *queue,
                                     struct rvt_retirement_reader *reader,
                                     enum rvt_retirement_kind kind)
{
    const struct rvt_retirement *entry = front(queue, reader);

    while (entry != NULL && entry->kind != kind) {
        pass(reader);
        entry = front(queue, reader);
    }
}

/* True if entry number is what was reported. The addresses of code are not compared. */
static bool same(const struct rvt_retirement_queue *queue,
                 const struct rvt_retirement_reader *reader, uint64_t number,
                 const struct rvt_retirement *reported)
{
    const struct rvt_retirement *entry = rvt_retirement_queue_at(queue, number);

    if (entry->kind != reported->kind || entry->kind != RVT_RETIREMENT_TRAP)
        return entry->kind == reported->kind;
    if (entry->repeats && entry->first + 1 == reader->traps_end)
        return false;
    return entry->interrupt == reported->interrupt && entry->cause == reported->cause &&
           (entry->interrupt || entry->tval == reported->tval) &&
           (!entry->epc_known || !reported->epc_known || entry->address == reported->address);
}

/* Number of the entry that was reported, from number on, after optional entries only; the queue's
 * tail if there is none. */
static uint64_t find(const struct rvt_retirement_queue *queue,
                     const struct rvt_retirement_reader *reader, uint64_t number,
                     const struct rvt_retirement *reported)
{
    for (; number < queue->tail; number++) {
        if (same(queue, reader, number, reported))
            return number;
        if (!rvt_retirement_queue_at(queue, number)->optional)
            return queue->tail;
    }
    return queue->tail;
}

/* For each optional loss that was passed, the loss reported last may have been the next one in the
 * queue; nothing before that one needs to be reported. Passes everything up to the next loss. */
static bool take_later_loss(const struct rvt_retirement_queue *queue,
                            struct rvt_retirement_reader *reader)
{
    if (!reader->lost_last || reader->spare_losses == 0)
        return false;
    reader->spare_losses--;
    rvt_retirement_reader_seek_kind(queue, reader, RVT_RETIREMENT_LOST);
    if (front(queue, reader) == NULL)
        return false;
    pass(reader);
    return true;
}

/* Passes whole iterations of a loop without branches, up to the instruction reported last, if the
 * entry after it is what was reported. */
static bool skip_iterations(const struct rvt_retirement_queue *queue,
                            struct rvt_retirement_reader *reader,
                            const struct rvt_retirement *reported)
{
    for (uint64_t number = reader->number; reader->end_known && number < queue->tail; number++) {
        const struct rvt_retirement *entry = rvt_retirement_queue_at(queue, number);
        if (entry->kind != RVT_RETIREMENT_CODE || !entry->plain)
            return false;
        if (reader->end != entry->address + entry->bytes)
            continue;
        uint64_t next = find(queue, reader, number + 1, reported);
        if (next < queue->tail) {
            reader->number = next;
            reader->offset = 0;
            return true;
        }
    }
    return false;
}

static bool take_code(const struct rvt_retirement_queue *queue,
                      struct rvt_retirement_reader *reader, const struct rvt_retirement *reported,
                      uint64_t *taken)
{
    while (*taken < reported->bytes) {
        const struct rvt_retirement *entry = front_of(queue, reader, RVT_RETIREMENT_CODE);
        bool equal = entry != NULL && entry->kind == RVT_RETIREMENT_CODE &&
                     entry->address + reader->offset == reported->address + *taken;
        if (!equal && take_later_loss(queue, reader))
            continue;
        if (!equal)
            return false;
        uint64_t left = entry->bytes - reader->offset, wanted = reported->bytes - *taken;
        *taken += left < wanted ? left : wanted;
        if (left <= wanted)
            pass(reader);
        else
            reader->offset += wanted;
    }
    reader->lost_last = false;
    reader->end = reported->address + reported->bytes;
    reader->end_known = true;
    return true;
}

static bool take_trap(const struct rvt_retirement_queue *queue,
                      struct rvt_retirement_reader *reader, const struct rvt_retirement *reported)
{
    bool found;

    do {
        const struct rvt_retirement *entry = front(queue, reader);
        found = entry != NULL && same(queue, reader, reader->number, reported);
        while (!found && entry != NULL && entry->optional) {
            pass(reader);
            entry = front(queue, reader);
            found = entry != NULL && same(queue, reader, reader->number, reported);
        }
    } while (!found && take_later_loss(queue, reader));
    if (!found && !skip_iterations(queue, reader, reported))
        return false;
    reader->lost_last = false;
    reader->traps_end = reader->number + 1;
    pass(reader);
    return true;
}

static bool take_end(const struct rvt_retirement_queue *queue, struct rvt_retirement_reader *reader,
                     const struct rvt_retirement *reported)
{
    bool found;

    do {
        const struct rvt_retirement *entry = front_of(queue, reader, RVT_RETIREMENT_END);
        found = entry != NULL && entry->kind == RVT_RETIREMENT_END;
    } while (!found && take_later_loss(queue, reader));
    if (!found && !skip_iterations(queue, reader, reported))
        return false;
    pass(reader);
    return true;
}

static bool take_loss(const struct rvt_retirement_queue *queue,
                      struct rvt_retirement_reader *reader)
{
    rvt_retirement_reader_seek_kind(queue, reader, RVT_RETIREMENT_LOST);
    const struct rvt_retirement *entry = front(queue, reader);
    if (entry == NULL && !reader->lost_last)
        return false;
    if (!reader->lost_last)
        reader->spare_losses = 0;
    reader->spare_losses += entry != NULL && entry->optional ? 1 : 0;
    if (entry != NULL)
        pass(reader);
    reader->lost_last = true;
    reader->end_known = false;
    return true;
}

bool rvt_retirement_reader_take(const struct rvt_retirement_queue *queue,
                                struct rvt_retirement_reader *reader,
                                const struct rvt_retirement *reported, uint64_t *taken)
{
    *taken = 0;
    switch (reported->kind) {
    case RVT_RETIREMENT_CODE:
        return take_code(queue, reader, reported, taken);
    case RVT_RETIREMENT_TRAP:
        return take_trap(queue, reader, reported);
    case RVT_RETIREMENT_END:
        return take_end(queue, reader, reported);
    case RVT_RETIREMENT_LOST:
        return take_loss(queue, reader);
    }
    return false;
}

/* True if address is within the code of entry. */
static bool holds(const struct rvt_retirement *entry, uint64_t address)
{
    return entry->kind == RVT_RETIREMENT_CODE && address - entry->address < entry->bytes;
}

bool rvt_retirement_reader_seek(const struct rvt_retirement_queue *queue,
                                struct rvt_retirement_reader *reader, uint64_t cycle, uint8_t block,
                                uint64_t address, bool trap)
{
    for (uint64_t number = reader->number; number < queue->tail; number++) {
        const struct rvt_retirement *entry = rvt_retirement_queue_at(queue, number);
        bool passed =
            number == reader->number && address - entry->address < reader->offset; /* reported */
        if (!holds(entry, address) || passed || entry->cycle != cycle || entry->block != block)
            continue;
        bool before = trap && number > reader->number &&
                      rvt_retirement_queue_at(queue, number - 1)->kind == RVT_RETIREMENT_TRAP;
        reader->number = number - (before ? 1 : 0);
        reader->offset = before ? 0 : address - entry->address;
        return true;
    }
    return false;
}

unsigned rvt_retirement_reader_candidates(const struct rvt_retirement_queue *queue, uint64_t cycle,
                                          const struct rvt_retirement *reported,
                                          struct rvt_retirement_reader *reader, unsigned max)
{
    const struct rvt_retirement_reader none = {.traps_end = 0};
    unsigned count = 0;

    for (uint64_t number = queue->tail; number-- > queue->head;) {
        const struct rvt_retirement *entry = rvt_retirement_queue_at(queue, number);
        bool code = reported->kind == RVT_RETIREMENT_CODE;
        if (entry->cycle > cycle ||
            (code ? !holds(entry, reported->address) : !same(queue, &none, number, reported)))
            continue;
        if (count < max)
            reader[count] = (struct rvt_retirement_reader){
                .number = number, .offset = code ? reported->address - entry->address : 0};
        count++;
    }
    return count;
}

/* As rvt_retirement_reader_overdue, from this place on. */
static bool find_overdue(const struct rvt_retirement_queue *queue,
                         struct rvt_retirement_reader *reader, bool enabled)
{
    struct rvt_retirement_reader first = *reader, trap = *reader;
    bool has_first = false, has_trap = false;
    unsigned discontinuities = 0; /* branches and jumps since first */

    for (; front(queue, reader) != NULL; pass(reader)) {
        const struct rvt_retirement *entry = front(queue, reader);
        bool followed = queue->tail - reader->number > 1;
        if (entry->optional)
            continue;
        if (!enabled || entry->kind == RVT_RETIREMENT_END)
            return true;
        if (entry->kind == RVT_RETIREMENT_LOST)
            return followed;
        if (has_trap) {
            *reader = trap;
            return true;
        }
        if (entry->kind == RVT_RETIREMENT_TRAP) {
            has_trap = true;
            trap = *reader;
        }
        if (!has_first)
            first = *reader;
        has_first = true;
        discontinuities += entry->kind == RVT_RETIREMENT_CODE && !entry->plain && followed;
        if (discontinuities > RVT_BRANCHES_MAX) {
            *reader = first;
            return true;
        }
    }
    return false;
}

bool rvt_retirement_reader_overdue(const struct rvt_retirement_queue *queue,
                                   struct rvt_retirement_reader *reader, bool enabled)
{
    struct rvt_retirement_reader later = *reader, missing;

    if (!find_overdue(queue, reader, enabled))
        return false;
    while (take_later_loss(queue, &later)) {
        missing = later;
        if (!find_overdue(queue, &missing, enabled))
            return false;
    }
    return true;
}
