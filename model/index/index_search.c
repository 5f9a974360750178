/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "index/index_search.h"

/* What a lookup wants. */
struct wanted {
    uint32_t id;
    enum rvt_index_kind kind;
    bool timed;     /* the time counts, not the byte */
    uint64_t from;  /* bytes of the event, */
    uint64_t until; /* both included; or the latest time */
    uint64_t low, high;
};

static struct rvt_index_hit hit_of(const struct rvt_index_note *note)
{
    return (struct rvt_index_hit){.found = true,
                                  .exact = true,
                                  .valued = note->kind != RVT_INDEX_LOSS &&
                                            note->kind != RVT_INDEX_FRAME_SYNC,
                                  .note = *note,
                                  .end = note->index + 1};
}

static bool fits(const struct rvt_index_note *note, const struct wanted *wanted)
{
    if (note->id != wanted->id || note->kind != wanted->kind || note->index < wanted->from)
        return false;
    if (wanted->timed ? !note->has_time || note->time > wanted->until : note->index > wanted->until)
        return false;
    return note->value >= wanted->low && note->value <= wanted->high;
}

/* The first or the last event that fits. */
static struct rvt_index_hit find_note(const struct rvt_index_store *store,
                                      const struct wanted *wanted, bool last)
{
    for (size_t i = 0; i < store->notes; i++) {
        const struct rvt_index_note *note = &store->note[last ? store->notes - 1 - i : i];
        if (fits(note, wanted))
            return hit_of(note);
    }
    return (struct rvt_index_hit){.found = false};
}

static uint64_t end_of(const struct rvt_index_store *store, const struct rvt_index_block *block)
{
    uint64_t end = (block->number + 1) * store->shape.granularity;

    return end < store->covered ? end : store->covered;
}

/* The first or last SYNC of a block that has one. */
static struct rvt_index_hit sync_of(const struct rvt_index_block *block, bool last)
{
    const struct rvt_index_note note = {
        .kind = RVT_INDEX_SYNC,
        .id = block->id,
        .index = last ? block->last_sync : block->first[RVT_INDEX_SYNC],
        .restart = last ? block->last_restart : block->first_restart,
        .has_time = block->sync_timed,
        .time = last ? block->last_time : block->first_time,
        .support = last ? block->last_support : block->first_support};
    struct rvt_index_hit hit = hit_of(&note);

    hit.valued = block->low_address == block->high_address;
    hit.note.value = hit.valued ? block->low_address : 0;
    return hit;
}

/* The latest SYNC up to wanted->until, as far as the blocks tell. */
static struct rvt_index_hit find_latest(const struct rvt_index_store *store,
                                        const struct wanted *wanted)
{
    for (size_t i = store->blocks; i > 0; i--) {
        const struct rvt_index_block *block = &store->block[i - 1];

        if (block->id != wanted->id || block->count[RVT_INDEX_SYNC] == 0 ||
            (wanted->timed && !block->sync_timed))
            continue;
        uint64_t first = wanted->timed ? block->first_time : block->first[RVT_INDEX_SYNC];
        uint64_t last = wanted->timed ? block->last_time : block->last_sync;
        if (first > wanted->until)
            continue;
        if (last <= wanted->until)
            return sync_of(block, true);
        struct rvt_index_hit hit = sync_of(block, false);
        hit.exact = block->count[RVT_INDEX_SYNC] == 1;
        hit.end = hit.exact ? hit.end : end_of(store, block);
        return hit;
    }
    return (struct rvt_index_hit){.found = false};
}

struct rvt_index_hit rvt_index_search_sync(const struct rvt_index_store *store, uint32_t id,
                                           uint64_t at)
{
    const struct wanted wanted = {
        .id = id, .kind = RVT_INDEX_SYNC, .until = at, .high = UINT64_MAX};

    return store->shape.full ? find_note(store, &wanted, true) : find_latest(store, &wanted);
}

struct rvt_index_hit rvt_index_search_time(const struct rvt_index_store *store, uint32_t id,
                                           uint64_t time)
{
    const struct wanted wanted = {
        .id = id, .kind = RVT_INDEX_SYNC, .timed = true, .until = time, .high = UINT64_MAX};

    return store->shape.full ? find_note(store, &wanted, true) : find_latest(store, &wanted);
}

/* The first event that a block may have, from wanted->from on. */
static struct rvt_index_hit first_of(const struct rvt_index_store *store,
                                     const struct rvt_index_block *block,
                                     const struct wanted *wanted)
{
    bool sync = wanted->kind == RVT_INDEX_SYNC;
    bool whole = block->first[wanted->kind] >= wanted->from;
    const struct rvt_index_note first = {
        .kind = wanted->kind, .id = block->id, .index = block->first[wanted->kind]};
    struct rvt_index_hit hit = sync ? sync_of(block, false) : hit_of(&first);
    bool any = !sync || (block->low_address >= wanted->low && block->high_address <= wanted->high);

    hit.valued = sync && hit.valued;
    hit.exact = whole && any;
    hit.end = hit.exact ? hit.end : end_of(store, block);
    return hit;
}

static bool may_have(const struct rvt_index_store *store, const struct rvt_index_block *block,
                     const struct wanted *wanted)
{
    if (block->id != wanted->id || block->count[wanted->kind] == 0 ||
        end_of(store, block) <= wanted->from)
        return false;
    if (block->count[wanted->kind] == 1 && block->first[wanted->kind] < wanted->from)
        return false;
    if (wanted->kind != RVT_INDEX_SYNC)
        return true;
    return block->last_sync >= wanted->from && block->low_address <= wanted->high &&
           block->high_address >= wanted->low;
}

static struct rvt_index_hit find_first(const struct rvt_index_store *store,
                                       const struct wanted *wanted)
{
    if (store->shape.full)
        return find_note(store, wanted, false);
    for (size_t i = 0; i < store->blocks; i++)
        if (may_have(store, &store->block[i], wanted))
            return first_of(store, &store->block[i], wanted);
    return (struct rvt_index_hit){.found = false};
}

struct rvt_index_hit rvt_index_search_address(const struct rvt_index_store *store, uint32_t id,
                                              uint64_t low, uint64_t high, uint64_t from)
{
    const struct wanted wanted = {.id = id,
                                  .kind = RVT_INDEX_SYNC,
                                  .from = from,
                                  .until = UINT64_MAX,
                                  .low = low,
                                  .high = high};

    return find_first(store, &wanted);
}

struct rvt_index_hit rvt_index_search_event(const struct rvt_index_store *store, uint32_t id,
                                            enum rvt_index_kind kind, uint64_t from)
{
    const struct wanted wanted = {
        .id = id, .kind = kind, .from = from, .until = UINT64_MAX, .high = UINT64_MAX};

    return find_first(store, &wanted);
}
