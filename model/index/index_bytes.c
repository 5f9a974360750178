/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "index/index_bytes.h"

#include <stdlib.h>
#include <string.h>

#include "transport/frame/frame.h"

/* Of the file; CHECK_AT: bytes that do not depend on the version. */
enum { VERSION = 1, ORDER = 0x01020304, FOREIGN_ORDER = 0x04030201 };
enum { ORDER_AT = 8, VERSION_AT = 12, CHECK_AT = 16, CHECKSUM_BYTES = 4 };
enum { STREAM_LEAST = 44, BLOCK_LEAST = 168, NOTE_LEAST = 44, SUPPORT_LEAST = 4, REST_LEAST = 36 };

static const char MAGIC[ORDER_AT + 1] = "RVTINDEX";

/* One walk over the members reads, writes and measures. */
struct walk {
    enum { MEASURE, WRITE, READ } mode;
    uint8_t *out;
    const uint8_t *in;
    size_t at, size;
    bool failed; /* READ: the bytes end, or a number is too large */
    bool memory; /* ... or memory ran out */
};

static void pass(struct walk *walk, uint64_t *value, unsigned bytes)
{
    if (walk->mode == READ && (walk->failed || walk->size - walk->at < bytes)) {
        walk->failed = true;
        *value = 0;
        return;
    }
    if (walk->mode == READ)
        *value = 0;
    for (unsigned i = 0; i < bytes && walk->mode != MEASURE; i++) {
        if (walk->mode == WRITE)
            walk->out[walk->at + i] = (uint8_t)(*value >> 8 * i);
        else
            *value |= (uint64_t)walk->in[walk->at + i] << 8 * i;
    }
    walk->at += bytes;
}

static void pass_u32(struct walk *walk, uint32_t *value)
{
    uint64_t wide = *value;

    pass(walk, &wide, 4);
    *value = (uint32_t)wide;
}

/* Flags: one bit each, in a word. */
static void pass_flags(struct walk *walk, bool *const *flag, unsigned count)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < count; i++)
        word |= (uint32_t)*flag[i] << i;
    pass_u32(walk, &word);
    walk->failed |= word >> count != 0;
    for (unsigned i = 0; i < count; i++)
        *flag[i] = (word >> i & 1) != 0;
}

/* The number of elements of array, each of which takes at least so many bytes. Returns array; when
 * it reads, a new one with room for them, null for none. */
static void *pass_array(struct walk *walk, void *array, size_t *count, size_t *room,
                        size_t element_bytes, size_t least)
{
    uint64_t wide = *count;

    pass(walk, &wide, 8);
    if (walk->mode != READ)
        return array;
    if (walk->failed || wide > (walk->size - walk->at) / least) {
        walk->failed = true;
        return NULL;
    }
    void *made = wide > 0 ? calloc((size_t)wide, element_bytes) : NULL;
    if (made != NULL)
        *count = *room = (size_t)wide;
    else if (wide > 0)
        walk->failed = walk->memory = true;
    return made;
}

static void walk_stream(struct walk *walk, struct rvt_index_stream *stream)
{
    bool *const flags[] = {&stream->timed, &stream->implicit_exception, &stream->opened};
    uint64_t block = stream->block;

    pass_u32(walk, &stream->id);
    pass_flags(walk, flags, 3);
    pass(walk, &stream->first, 8);
    pass(walk, &stream->packets, 8);
    pass_u32(walk, &stream->support);
    pass(walk, &stream->time, 8);
    pass(walk, &block, 8);
    stream->block = (size_t)block;
}

static void walk_block(struct walk *walk, struct rvt_index_block *block)
{
    bool *const flags[] = {&block->sync_timed};

    pass(walk, &block->number, 8);
    pass_u32(walk, &block->id);
    pass_u32(walk, &block->packets);
    for (unsigned kind = 0; kind < RVT_INDEX_KINDS; kind++)
        pass_u32(walk, &block->count[kind]);
    pass_flags(walk, flags, 1);
    for (unsigned kind = 0; kind < RVT_INDEX_KINDS; kind++)
        pass(walk, &block->first[kind], 8);
    pass(walk, &block->last_sync, 8);
    pass(walk, &block->first_restart, 8);
    pass(walk, &block->last_restart, 8);
    pass_u32(walk, &block->first_support);
    pass_u32(walk, &block->last_support);
    pass(walk, &block->first_time, 8);
    pass(walk, &block->last_time, 8);
    pass(walk, &block->low_address, 8);
    pass(walk, &block->high_address, 8);
}

static void walk_note(struct walk *walk, struct rvt_index_note *note)
{
    uint64_t kind = (unsigned)note->kind, timed = note->has_time;

    pass(walk, &kind, 2);
    pass(walk, &timed, 2);
    walk->failed |= kind >= RVT_INDEX_KINDS || timed > 1;
    note->kind = walk->failed ? RVT_INDEX_SYNC : (enum rvt_index_kind)kind;
    note->has_time = timed != 0;
    pass_u32(walk, &note->id);
    pass(walk, &note->index, 8);
    pass(walk, &note->restart, 8);
    pass(walk, &note->value, 8);
    pass(walk, &note->time, 8);
    pass_u32(walk, &note->support);
}

static void walk_support(struct walk *walk, struct rvt_index_support *support)
{
    pass_u32(walk, &support->bytes);
    walk->failed |= support->bytes > sizeof support->payload;
    for (uint32_t i = 0; !walk->failed && i < support->bytes; i++) {
        uint64_t byte = support->payload[i];
        pass(walk, &byte, 1);
        support->payload[i] = (uint8_t)byte;
    }
}

static void walk_rest(struct walk *walk, struct rvt_index_rest *rest)
{
    bool *const flags[] = {&rest->searching, &rest->index_known, &rest->lost};
    uint32_t next = rest->index_next;

    pass_u32(walk, &rest->id);
    pass_flags(walk, flags, 3);
    pass(walk, &rest->position, 8);
    pass_u32(walk, &rest->nulls);
    pass_u32(walk, &next);
    pass(walk, &rest->lost_at, 8);
    pass_u32(walk, &rest->bytes);
    rest->index_next = (uint16_t)next;
    walk->failed |= rest->bytes > RVT_INDEX_REST_BYTES;
    for (uint32_t i = 0; !walk->failed && i < rest->bytes; i++) {
        uint64_t byte = rest->byte[i];
        pass(walk, &byte, 1);
        pass(walk, &rest->place[i], 8);
        rest->byte[i] = (uint8_t)byte;
    }
}

/* What comes before the arrays. */
static void walk_head(struct walk *walk, struct rvt_index_store *store)
{
    bool *const flags[] = {&store->shape.full, &store->hunting, &store->shape.stp,
                           &store->shape.mid_packet};
    uint32_t order = ORDER, version = VERSION, framing = store->shape.framing;

    for (unsigned i = 0; i < ORDER_AT; i++) {
        uint64_t letter = (uint8_t)MAGIC[i];
        pass(walk, &letter, 1);
    }
    pass_u32(walk, &order);
    pass_u32(walk, &version);
    pass_u32(walk, &framing);
    walk->failed |= framing > RVT_TREE_FRAME_STREAM;
    store->shape.framing = walk->failed ? RVT_TREE_SINGLE : (enum rvt_tree_framing)framing;
    pass_flags(walk, flags, 4);
    pass_u32(walk, &store->shape.configuration);
    pass_u32(walk, &store->frame_id);
    pass(walk, &store->shape.granularity, 8);
    pass(walk, &store->covered, 8);
    pass(walk, &store->next, 8);
    pass(walk, &store->fsyncs, 8);
    for (unsigned i = 0; i < RVT_INDEX_FSYNCS; i++)
        pass(walk, &store->fsync[i], 8);
}

static void walk_all(struct walk *walk, struct rvt_index_store *store)
{
    walk_head(walk, store);
    store->stream = pass_array(walk, store->stream, &store->streams, &store->stream_room,
                               sizeof *store->stream, STREAM_LEAST);
    for (size_t i = 0; i < store->streams; i++)
        walk_stream(walk, &store->stream[i]);
    store->block = pass_array(walk, store->block, &store->blocks, &store->block_room,
                              sizeof *store->block, BLOCK_LEAST);
    for (size_t i = 0; i < store->blocks; i++)
        walk_block(walk, &store->block[i]);
    store->note = pass_array(walk, store->note, &store->notes, &store->note_room,
                             sizeof *store->note, NOTE_LEAST);
    for (size_t i = 0; i < store->notes; i++)
        walk_note(walk, &store->note[i]);
    store->support = pass_array(walk, store->support, &store->supports, &store->support_room,
                                sizeof *store->support, SUPPORT_LEAST);
    for (size_t i = 0; i < store->supports; i++)
        walk_support(walk, &store->support[i]);
    store->checksum = pass_array(walk, store->checksum, &store->checksums, &store->checksum_room,
                                 sizeof *store->checksum, sizeof *store->checksum);
    for (size_t i = 0; i < store->checksums; i++)
        pass_u32(walk, &store->checksum[i]);
    store->rest = pass_array(walk, store->rest, &store->rests, &store->rest_room,
                             sizeof *store->rest, REST_LEAST);
    for (size_t i = 0; i < store->rests; i++)
        walk_rest(walk, &store->rest[i]);
}

enum rvt_status rvt_index_bytes_write(struct rvt_index_store *store, rvt_index_checksum checksum,
                                      uint8_t **data, size_t *bytes)
{
    struct walk measure = {.mode = MEASURE};

    walk_all(&measure, store);
    uint8_t *made = malloc(measure.at + CHECKSUM_BYTES);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    struct walk write = {.mode = WRITE, .out = made};
    walk_all(&write, store);
    uint32_t sum = checksum(0, made, write.at);
    pass_u32(&write, &sum);
    *data = made;
    *bytes = write.at;
    return RVT_OK;
}

static enum rvt_status refuse(struct rvt_diag *diag, enum rvt_status status, size_t byte,
                              const char *text)
{
    (void)rvt_diag_set(diag, status, NULL, 0, NULL, "%s", text);
    rvt_diag_at(diag, "byte", byte);
    return status;
}

static uint32_t word_at(const uint8_t *data, size_t at)
{
    struct walk walk = {.mode = READ, .in = data, .at = at, .size = at + 4};
    uint32_t word = 0;

    pass_u32(&walk, &word);
    return word;
}

/* Whether this is an index file at all, and of this version; and is it whole? */
static enum rvt_status check_file(const uint8_t *data, size_t bytes, rvt_index_checksum checksum,
                                  struct rvt_diag *diag)
{
    size_t known = bytes < ORDER_AT ? bytes : ORDER_AT;

    if (bytes == 0 || memcmp(data, MAGIC, known) != 0)
        return refuse(diag, RVT_ERR_SYNTAX, 0, "not an index file");
    if (bytes < CHECK_AT + CHECKSUM_BYTES)
        return refuse(diag, RVT_ERR_TRUNCATED, bytes, "the index file is incomplete");
    if (word_at(data, ORDER_AT) == FOREIGN_ORDER)
        return refuse(diag, RVT_ERR_SYNTAX, ORDER_AT, "an index file of the other byte order");
    if (word_at(data, ORDER_AT) != ORDER)
        return refuse(diag, RVT_ERR_SYNTAX, ORDER_AT, "damaged index file: no byte order");
    if (word_at(data, VERSION_AT) != VERSION)
        return refuse(diag, RVT_ERR_SYNTAX, VERSION_AT, "an index file of another version");
    bytes -= CHECKSUM_BYTES;
    if (checksum(0, data, bytes) != word_at(data, bytes))
        return refuse(diag, RVT_ERR_CHECKSUM, bytes,
                      "the index file is damaged or incomplete: its checksum differs");
    return RVT_OK;
}

/* Whether numbers of one array that mean elements of another are in range. */
static bool is_consistent(const struct rvt_index_store *store)
{
    const struct rvt_index_shape *shape = &store->shape;
    bool good = shape->granularity > 0 && store->next <= store->covered && store->rests > 0 &&
                store->frame_id <= RVT_FRAME_ID_NONE;

    if (rvt_index_shape_begins_anew(shape))
        good = good && store->next == 0 && shape->framing == RVT_TREE_SINGLE;
    good = good && store->checksums == store->covered / shape->granularity +
                                           (store->covered % shape->granularity != 0);
    for (size_t i = 0; good && i < store->streams; i++)
        good = !store->stream[i].opened ||
               (store->stream[i].block < store->blocks &&
                store->block[store->stream[i].block].id == store->stream[i].id);
    for (size_t i = 0; good && i < store->streams; i++)
        good = store->stream[i].support <= store->supports;
    for (size_t i = 0; good && i < store->blocks; i++)
        good = store->block[i].number < store->checksums &&
               store->block[i].first_support <= store->supports &&
               store->block[i].last_support <= store->supports;
    for (size_t i = 0; good && i < store->notes; i++)
        good = store->note[i].support <= store->supports;
    return good;
}

enum rvt_status rvt_index_bytes_read(const uint8_t *data, size_t bytes, rvt_index_checksum checksum,
                                     struct rvt_index_store *store, struct rvt_diag *diag)
{
    enum rvt_status status = check_file(data, bytes, checksum, diag);

    if (status != RVT_OK)
        return status;
    struct walk read = {.mode = READ, .in = data, .size = bytes - CHECKSUM_BYTES};
    walk_all(&read, store);
    if (read.memory)
        return refuse(diag, RVT_ERR_MEMORY, read.at, "out of memory");
    if (read.failed || read.at != read.size || !is_consistent(store))
        return refuse(diag, RVT_ERR_SYNTAX, read.at, "the index file contradicts itself");
    return RVT_OK;
}
