/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "index/index_store.h"

#include <stdlib.h>
#include <string.h>

void rvt_index_store_clear(struct rvt_index_store *store)
{
    free(store->stream);
    free(store->block);
    free(store->note);
    free(store->support);
    free(store->checksum);
    free(store->rest);
    *store = (struct rvt_index_store){.shape = store->shape};
}

/* Makes room for one more element: the array, which may have moved; null without memory. */
static void *grow(struct rvt_index_store *store, void *array, size_t count, size_t *room,
                  size_t element_bytes)
{
    size_t more = *room == 0 ? 16 : 2 * *room;

    if (count < *room)
        return array;
    void *larger = realloc(array, more * element_bytes);
    if (larger == NULL)
        store->status = RVT_ERR_MEMORY;
    else
        *room = more;
    return larger;
}

struct rvt_index_stream *rvt_index_store_stream(struct rvt_index_store *store, uint32_t id,
                                                uint64_t index)
{
    for (size_t i = 0; i < store->streams; i++)
        if (store->stream[i].id == id)
            return &store->stream[i];
    struct rvt_index_stream *array =
        grow(store, store->stream, store->streams, &store->stream_room, sizeof *store->stream);
    if (array == NULL)
        return NULL;
    store->stream = array;
    store->stream[store->streams] = (struct rvt_index_stream){.id = id, .first = index};
    return &store->stream[store->streams++];
}

struct rvt_index_block *rvt_index_store_open(struct rvt_index_store *store,
                                             struct rvt_index_stream *stream, uint64_t index)
{
    uint64_t number = index / store->shape.granularity;
    if (stream->opened && store->block[stream->block].number >= number)
        number = store->block[stream->block].number;
    stream->block_end = (number + 1) * store->shape.granularity;
    if (stream->opened && store->block[stream->block].number == number)
        return &store->block[stream->block];
    struct rvt_index_block *array =
        grow(store, store->block, store->blocks, &store->block_room, sizeof *store->block);
    if (array == NULL)
        return NULL;
    store->block = array;
    store->block[store->blocks] = (struct rvt_index_block){.number = number, .id = stream->id};
    stream->opened = true;
    stream->block = store->blocks++;
    return &store->block[stream->block];
}

static void note_sync(struct rvt_index_block *block, const struct rvt_index_note *note)
{
    if (block->count[RVT_INDEX_SYNC] == 0) {
        block->first_restart = note->restart;
        block->first_support = note->support;
        block->sync_timed = true;
        block->first_time = note->time;
        block->low_address = block->high_address = note->value;
    }
    block->sync_timed = block->sync_timed && note->has_time;
    block->last_sync = note->index;
    block->last_restart = note->restart;
    block->last_support = note->support;
    block->last_time = note->time;
    if (note->value < block->low_address)
        block->low_address = note->value;
    if (note->value > block->high_address)
        block->high_address = note->value;
}

void rvt_index_store_note(struct rvt_index_store *store, struct rvt_index_stream *stream,
                          const struct rvt_index_note *note)
{
    struct rvt_index_block *block = rvt_index_store_block(store, stream, note->index);

    if (block == NULL)
        return;
    if (note->kind == RVT_INDEX_SYNC)
        note_sync(block, note);
    if (block->count[note->kind]++ == 0)
        block->first[note->kind] = note->index;
    if (!store->shape.full)
        return;
    struct rvt_index_note *array =
        grow(store, store->note, store->notes, &store->note_room, sizeof *store->note);
    if (array == NULL)
        return;
    store->note = array;
    store->note[store->notes++] = *note;
}

void rvt_index_store_note_source(struct rvt_index_store *store, enum rvt_index_kind kind,
                                 uint64_t index, uint64_t value)
{
    const struct rvt_index_note made = {
        .kind = kind, .id = RVT_INDEX_SOURCE, .index = index, .value = value};
    struct rvt_index_stream *stream = rvt_index_store_stream(store, RVT_INDEX_SOURCE, index);

    if (stream != NULL)
        rvt_index_store_note(store, stream, &made);
}

void rvt_index_store_restart(struct rvt_index_store *store)
{
    store->streams = store->blocks = store->notes = store->supports = 0;
    store->fsyncs = 0;
    memset(store->fsync, 0, sizeof store->fsync);
}

/* Makes way for a support packet with that number. */
static void renumber(struct rvt_index_store *store, uint32_t number)
{
    for (size_t i = 0; i < store->streams; i++)
        store->stream[i].support += store->stream[i].support >= number;
    for (size_t i = 0; i < store->blocks; i++) {
        store->block[i].first_support += store->block[i].first_support >= number;
        store->block[i].last_support += store->block[i].last_support >= number;
    }
    for (size_t i = 0; i < store->notes; i++)
        store->note[i].support += store->note[i].support >= number;
}

static int compare_supports(const struct rvt_index_support *a, const struct rvt_payload *b)
{
    return a->bytes != b->bytes ? (a->bytes < b->bytes ? -1 : 1)
                                : memcmp(a->payload, b->byte, a->bytes);
}

uint32_t rvt_index_store_support(struct rvt_index_store *store, const struct rvt_payload *payload)
{
    size_t at = 0;

    while (at < store->supports && compare_supports(&store->support[at], payload) < 0)
        at++;
    if (at < store->supports && compare_supports(&store->support[at], payload) == 0)
        return (uint32_t)at + 1;
    if (store->supports == RVT_INDEX_SUPPORTS_MAX)
        return 0;
    struct rvt_index_support *array =
        grow(store, store->support, store->supports, &store->support_room, sizeof *store->support);
    if (array == NULL)
        return 0;
    store->support = array;
    memmove(array + at + 1, array + at, (store->supports - at) * sizeof *array);
    array[at] = (struct rvt_index_support){.bytes = payload->bytes};
    memcpy(array[at].payload, payload->byte, payload->bytes);
    store->supports++;
    renumber(store, (uint32_t)at + 1);
    return (uint32_t)at + 1;
}

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_streams(const void *a, const void *b)
{
    const struct rvt_index_stream *left = a, *right = b;
    int order = compare(left->first, right->first);

    return order != 0 ? order : compare(left->id, right->id);
}

static int compare_blocks(const void *a, const void *b)
{
    const struct rvt_index_block *left = a, *right = b;
    int order = compare(left->number, right->number);

    return order != 0 ? order : compare(left->id, right->id);
}

/* Events of one packet have one ID, and different kinds; those of one byte of STP may not. */
static int compare_notes(const void *a, const void *b)
{
    const struct rvt_index_note *left = a, *right = b;
    int order = compare(left->index, right->index);

    if (order == 0)
        order = compare(left->kind, right->kind);
    if (order == 0)
        order = compare(left->id, right->id);
    return order != 0 ? order : compare(left->value, right->value);
}

static void sort(void *array, size_t count, size_t element_bytes,
                 int (*by)(const void *, const void *))
{
    if (count > 0)
        qsort(array, count, element_bytes, by);
}

void rvt_index_store_sort(struct rvt_index_store *store)
{
    sort(store->stream, store->streams, sizeof *store->stream, compare_streams);
    sort(store->block, store->blocks, sizeof *store->block, compare_blocks);
    sort(store->note, store->notes, sizeof *store->note, compare_notes);
    for (size_t i = 0; i < store->blocks; i++)
        for (size_t j = 0; j < store->streams; j++)
            if (store->stream[j].id == store->block[i].id)
                store->stream[j].block = i;
}

void rvt_index_store_cover(struct rvt_index_store *store, rvt_index_checksum checksum, uint64_t at,
                           const uint8_t *data, size_t bytes)
{
    uint64_t granularity = store->shape.granularity;

    while (bytes > 0 && store->status == RVT_OK) {
        uint64_t known = store->covered - at, left = granularity - store->covered % granularity;

        if (known >= bytes)
            return;
        data += known;
        bytes -= (size_t)known;
        at += known;
        size_t piece = bytes < left ? bytes : (size_t)left;
        if (left == granularity) {
            uint32_t *array = grow(store, store->checksum, store->checksums, &store->checksum_room,
                                   sizeof *store->checksum);
            if (array == NULL)
                return;
            store->checksum = array;
            store->checksum[store->checksums++] = 0;
        }
        uint32_t *latest = &store->checksum[store->checksums - 1];
        *latest = checksum(*latest, data, piece);
        store->covered += piece;
    }
}

bool rvt_index_store_check(const struct rvt_index_store *store, rvt_index_checksum checksum,
                           uint64_t at, const uint8_t *data, size_t bytes, uint64_t *block)
{
    uint64_t granularity = store->shape.granularity, end = at + bytes;
    uint64_t from = (at + granularity - 1) / granularity * granularity;

    for (; from < store->covered; from += granularity) {
        uint64_t left = store->covered - from;
        uint64_t size = left < granularity ? left : granularity;

        *block = from;
        if (from > end || size > end - from)
            return true;
        if (checksum(0, data + (from - at), (size_t)size) != store->checksum[from / granularity])
            return false;
    }
    return true;
}
