/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/index.h>

#include <stdlib.h>
#include <string.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/structure.h"
#include "index/index_builder.h"
#include "index/index_configuration.h"
#include "index/index_search.h"
#include "io/index/index_file.h"
#include "transport/frame/frame.h"

enum { GRANULARITY_LEAST = 4096, GRANULARITY_MOST_LOG2 = 40, GRANULARITY = 262144 };

struct rvt_index {
    bool configured; /* config is known */
    struct rvt_config config;
    struct rvt_index_store store;
    struct rvt_index_builder *builder; /* null until bytes are pushed */
};

/* ---- opening and files ---- */

static enum rvt_status refuse(struct rvt_diagnosis *diagnosis, const char *field, const char *text)
{
    return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, field, text);
}

static enum rvt_status refuse_null(struct rvt_diagnosis *diagnosis)
{
    return refuse(diagnosis, NULL, "a null argument, or a structure of the wrong size");
}

static enum rvt_status refuse_memory(struct rvt_diagnosis *diagnosis)
{
    return rvt_diagnosis_refuse(diagnosis, RVT_ERR_MEMORY, NULL, "out of memory");
}

static enum rvt_status check_options(const struct rvt_index_options *options,
                                     const struct rvt_configuration *configuration,
                                     struct rvt_diagnosis *diagnosis)
{
    bool framed = options->framing != RVT_TREE_SINGLE;
    enum rvt_status status = rvt_configuration_usable(configuration, diagnosis);

    if (status != RVT_OK)
        return status;
    if ((unsigned)options->framing > RVT_TREE_FRAME_STREAM)
        return refuse(diagnosis, "framing", "no such framing");
    if (options->granularity < GRANULARITY_LEAST ||
        options->granularity > UINT64_C(1) << GRANULARITY_MOST_LOG2)
        return refuse(diagnosis, "granularity", "a block has 4096 to 2^40 bytes");
    if (options->stp && framed)
        return refuse(diagnosis, "stp", "STP in frames cannot be indexed");
    if (options->mid_packet && (options->stp || framed))
        return refuse(diagnosis, "mid_packet", "frames and STP show where a packet begins");
    if (!framed && !options->stp && configuration->config.encap.unaligned)
        return refuse(diagnosis, "unaligned", "a stream of unaligned bits cannot be indexed");
    if (options->ids > 0 && (options->id == NULL || !framed))
        return refuse(diagnosis, "id", "IDs are those of frames");
    for (size_t i = 0; i < options->ids; i++)
        if (options->id[i] == 0 || options->id[i] > RVT_FRAME_ID_SOURCE_MAX)
            return refuse(diagnosis, "id", "the ID of a source in frames is 0x01 to 0x6f");
    return RVT_OK;
}

/* The beginning of an index: nothing was read yet. */
static enum rvt_status start_store(struct rvt_index *index, const struct rvt_index_options *options)
{
    struct rvt_index_store *store = &index->store;
    bool framed = options->framing != RVT_TREE_SINGLE;
    unsigned own = framed ? index->config.transport.frame_id : 0;
    size_t ids = options->ids > 0 ? options->ids : 1;

    store->shape =
        (struct rvt_index_shape){.framing = options->framing,
                                 .stp = options->stp,
                                 .mid_packet = options->mid_packet,
                                 .full = options->full,
                                 .granularity = options->granularity,
                                 .configuration = rvt_index_configuration(
                                     &index->config, options->stp, rvt_index_file_checksum)};
    store->frame_id = RVT_FRAME_ID_NONE;
    store->hunting = options->framing == RVT_TREE_FRAME_STREAM;
    store->rest = calloc(ids, sizeof *store->rest);
    if (store->rest == NULL)
        return RVT_ERR_MEMORY;
    store->rests = store->rest_room = ids;
    for (size_t i = 0; i < ids; i++)
        store->rest[i].id = options->ids > 0 ? options->id[i] : own;
    return RVT_OK;
}

/* An index without contents; configuration may be null. Null without memory. */
static struct rvt_index *make(const struct rvt_configuration *configuration)
{
    struct rvt_index *made = calloc(1, sizeof *made);

    if (made != NULL && configuration != NULL) {
        made->configured = true;
        made->config = configuration->config;
    }
    return made;
}

enum rvt_status rvt_index_open(const struct rvt_index_options *options,
                               const struct rvt_configuration *configuration,
                               struct rvt_index **index, struct rvt_diagnosis *diagnosis)
{
    struct rvt_index_options known;

    if (rvt_structure_take(&known, sizeof known, options) != RVT_OK || index == NULL)
        return refuse_null(diagnosis);
    if (known.granularity == 0)
        known.granularity = GRANULARITY;
    enum rvt_status status = check_options(&known, configuration, diagnosis);
    if (status != RVT_OK)
        return status;
    struct rvt_index *made = make(configuration);
    if (made == NULL || start_store(made, &known) != RVT_OK) {
        rvt_index_close(made);
        return refuse_memory(diagnosis);
    }
    *index = made;
    return rvt_diagnosis_set(diagnosis, NULL, RVT_OK);
}

enum rvt_status rvt_index_load(const char *path, const struct rvt_configuration *configuration,
                               struct rvt_index **index, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (path == NULL || index == NULL)
        return refuse_null(diagnosis);
    enum rvt_status status =
        configuration != NULL ? rvt_configuration_usable(configuration, diagnosis) : RVT_OK;
    if (status != RVT_OK)
        return status;
    struct rvt_index *made = make(configuration);
    if (made == NULL)
        return refuse_memory(diagnosis);
    status = rvt_index_file_load(path, &made->store, &diag);
    if (status == RVT_OK && made->configured &&
        made->store.shape.configuration != rvt_index_configuration(&made->config,
                                                                   made->store.shape.stp,
                                                                   rvt_index_file_checksum)) {
        status = rvt_diag_set(&diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                              "the index was made with another configuration");
        rvt_diag_at(&diag, "byte", RVT_INDEX_CONFIGURATION_AT);
    }
    if (status == RVT_OK)
        *index = made;
    else
        rvt_index_close(made);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_index_save(struct rvt_index *index, const char *path,
                               struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = RVT_OK;

    if (index == NULL || path == NULL)
        return refuse_null(diagnosis);
    if (index->builder != NULL)
        status = rvt_index_builder_settle(index->builder);
    if (status == RVT_OK)
        status = rvt_index_file_save(path, &index->store, &diag);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

void rvt_index_close(struct rvt_index *index)
{
    if (index == NULL)
        return;
    rvt_index_builder_close(index->builder);
    rvt_index_store_clear(&index->store);
    free(index);
}

/* ---- building ---- */

uint64_t rvt_index_next(const struct rvt_index *index)
{
    return index == NULL            ? 0
           : index->builder == NULL ? index->store.next
                                    : rvt_index_builder_next(index->builder);
}

enum rvt_status rvt_index_push(struct rvt_index *index, const uint8_t *data, size_t bytes)
{
    if (index == NULL || !index->configured || (data == NULL && bytes > 0))
        return RVT_ERR_PARAMETER;
    if (index->builder == NULL) {
        enum rvt_status status = rvt_index_builder_open(&index->store, &index->config,
                                                        rvt_index_file_checksum, &index->builder);
        if (status != RVT_OK)
            return status;
    }
    return bytes > 0 ? rvt_index_builder_push(index->builder, data, bytes) : RVT_OK;
}

enum rvt_status rvt_index_verify(const struct rvt_index *index, uint64_t at, const uint8_t *data,
                                 size_t bytes, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = RVT_OK;
    uint64_t block = 0;

    if (index == NULL || (data == NULL && bytes > 0))
        return refuse_null(diagnosis);
    if (!rvt_index_store_check(&index->store, rvt_index_file_checksum, at, data, bytes, &block)) {
        status = rvt_diag_set(&diag, RVT_ERR_CHECKSUM, NULL, 0, NULL,
                              "the index is of another capture: these bytes differ");
        rvt_diag_at(&diag, "byte", block);
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

/* ---- what it has ---- */

/* Takes what a builder holds back, so that it is part of the index. */
static bool is_whole(const struct rvt_index *index)
{
    return index != NULL &&
           (index->builder == NULL || rvt_index_builder_flush(index->builder) == RVT_OK);
}

enum rvt_status rvt_index_count(const struct rvt_index *index, struct rvt_index_counts *counts)
{
    struct rvt_index_counts made = {.size = sizeof made};

    if (!is_whole(index))
        return RVT_ERR_PARAMETER;
    const struct rvt_index_store *store = &index->store;
    made.framing = store->shape.framing;
    made.stp = store->shape.stp;
    made.mid_packet = store->shape.mid_packet;
    made.full = store->shape.full;
    made.granularity = store->shape.granularity;
    made.covered = store->covered;
    made.sources = store->streams;
    for (size_t i = 0; i < store->blocks; i++)
        for (unsigned kind = 0; kind < RVT_INDEX_KINDS; kind++)
            made.events += store->block[i].count[kind];
    return rvt_structure_give(counts, &made, sizeof made);
}

enum rvt_status rvt_index_describe(const struct rvt_index *index, size_t number,
                                   struct rvt_index_source *source)
{
    struct rvt_index_source made = {.size = sizeof made};

    if (!is_whole(index) || number >= index->store.streams)
        return RVT_ERR_PARAMETER;
    const struct rvt_index_store *store = &index->store;
    const struct rvt_index_stream *stream = &store->stream[number];
    made.id = stream->id;
    made.is_etrace = stream->id != RVT_INDEX_SOURCE && store->shape.framing == RVT_TREE_SINGLE;
    for (size_t i = 0; i < store->rests; i++)
        made.is_etrace |=
            store->shape.framing != RVT_TREE_SINGLE && store->rest[i].id == stream->id;
    made.first = stream->first;
    made.packets = stream->packets;
    for (size_t i = 0; i < store->blocks; i++)
        for (unsigned kind = 0; store->block[i].id == stream->id && kind < RVT_INDEX_KINDS; kind++)
            made.count[kind] += store->block[i].count[kind];
    return rvt_structure_give(source, &made, sizeof made);
}

/* ---- lookups ---- */

static enum rvt_status give(const struct rvt_index *index, const struct rvt_index_hit *hit,
                            struct rvt_index_event *event)
{
    const struct rvt_index_support *support = index->store.support;
    struct rvt_index_event made = {.size = sizeof made};

    if (hit->found) {
        made.found = true;
        made.exact = hit->exact;
        made.kind = hit->note.kind;
        made.id = hit->note.id;
        made.index = hit->note.index;
        made.end = hit->end;
        made.restart = hit->note.restart;
        made.has_time = hit->note.has_time;
        made.time = hit->note.time;
        made.has_value = hit->valued;
        made.value = hit->note.value;
    }
    if (hit->found && hit->note.support > 0) {
        support += hit->note.support - 1;
        made.support_bytes = support->bytes;
        memcpy(made.support, support->payload, support->bytes);
    }
    return rvt_structure_give(event, &made, sizeof made);
}

enum rvt_status rvt_index_find_sync(const struct rvt_index *index, unsigned id, uint64_t at,
                                    struct rvt_index_event *event)
{
    if (!is_whole(index))
        return RVT_ERR_PARAMETER;
    const struct rvt_index_hit hit = rvt_index_search_sync(&index->store, id, at);
    return give(index, &hit, event);
}

enum rvt_status rvt_index_find_time(const struct rvt_index *index, unsigned id, uint64_t time,
                                    struct rvt_index_event *event)
{
    if (!is_whole(index))
        return RVT_ERR_PARAMETER;
    const struct rvt_index_hit hit = rvt_index_search_time(&index->store, id, time);
    return give(index, &hit, event);
}

enum rvt_status rvt_index_find_address(const struct rvt_index *index, unsigned id, uint64_t low,
                                       uint64_t high, uint64_t from, struct rvt_index_event *event)
{
    if (!is_whole(index))
        return RVT_ERR_PARAMETER;
    const struct rvt_index_hit hit = rvt_index_search_address(&index->store, id, low, high, from);
    return give(index, &hit, event);
}

enum rvt_status rvt_index_find_event(const struct rvt_index *index, unsigned id,
                                     enum rvt_index_kind kind, uint64_t from,
                                     struct rvt_index_event *event)
{
    if (!is_whole(index) || (unsigned)kind >= RVT_INDEX_KINDS)
        return RVT_ERR_PARAMETER;
    const struct rvt_index_hit hit = rvt_index_search_event(&index->store, id, kind, from);
    return give(index, &hit, event);
}

const char *rvt_index_kind_name(enum rvt_index_kind kind)
{
    static const char *const names[] = {
        [RVT_INDEX_SYNC] = "sync",       [RVT_INDEX_TRAP] = "trap",
        [RVT_INDEX_TIME] = "time",       [RVT_INDEX_SUPPORT] = "support",
        [RVT_INDEX_LOSS] = "loss",       [RVT_INDEX_FRAME_SYNC] = "frame-sync",
        [RVT_INDEX_TRIGGER] = "trigger",
    };

    return (unsigned)kind < RVT_INDEX_KINDS ? names[kind] : NULL;
}
