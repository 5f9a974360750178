/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/decode/decode_place.h"

#include <string.h>

#include <rvt/index.h>
#include <rvt/source.h>

#include "tools/command.h"
#include "tools/index/index_check.h"
#include "tools/index/index_push.h"

enum { AHEAD_BYTES = 65536 }; /* a packet that begins at a place ends before so many bytes more */

bool rvt_decode_bound_parse(const char *text, struct rvt_decode_bound *bound)
{
    static const char TIME[] = "time=";

    bound->given = true;
    bound->is_time = strncmp(text, TIME, sizeof TIME - 1) == 0;
    return rvt_parse_number(bound->is_time ? text + sizeof TIME - 1 : text, &bound->value);
}

/* ---- the index ---- */

static enum rvt_status get_framing(const struct rvt_decode_wanted *wanted,
                                   enum rvt_tree_framing *framing)
{
    unsigned streaming = 0;
    enum rvt_status status =
        rvt_configuration_get(wanted->configuration, "transport.frame_stream", &streaming);

    *framing = wanted->form != RVT_TRACE_FRAME ? RVT_TREE_SINGLE
               : streaming                     ? RVT_TREE_FRAME_STREAM
                                               : RVT_TREE_FRAMES;
    return status;
}

/* Opens the index: from its file, or an empty one. */
static bool open_index(const struct rvt_decode_wanted *wanted, struct rvt_index **index)
{
    struct rvt_index_options options;
    struct rvt_index_counts counts;
    struct rvt_diagnosis diagnosis;

    RVT_CLEAR(&options);
    RVT_CLEAR(&counts);
    RVT_CLEAR(&diagnosis);
    enum rvt_status status = get_framing(wanted, &options.framing);
    options.stp = wanted->form == RVT_TRACE_STP;
    options.mid_packet = wanted->ring.given;
    if (status == RVT_OK)
        status = wanted->index_path != NULL
                     ? rvt_index_load(wanted->index_path, wanted->configuration, index, &diagnosis)
                     : rvt_index_open(&options, wanted->configuration, index, &diagnosis);
    if (status != RVT_OK) {
        rvt_complain_diagnosis(wanted->index_path ? wanted->index_path : wanted->stream_path,
                               &diagnosis);
        return false;
    }
    if (rvt_index_count(*index, &counts) == RVT_OK && counts.framing == options.framing &&
        counts.stp == options.stp && counts.mid_packet == options.mid_packet)
        return true;
    return rvt_misuse("rvt decode", "the index %s is of another form of capture",
                      wanted->index_path) == RVT_EXIT_GOOD;
}

static enum rvt_status open_source(const struct rvt_decode_wanted *wanted,
                                   struct rvt_source **source, struct rvt_diagnosis *diagnosis)
{
    return rvt_source_open_ring(wanted->stream_path, wanted->ring.write, source, diagnosis);
}

/* Indexes what is missing before byte end. */
static enum rvt_status extend(const struct rvt_decode_wanted *wanted, struct rvt_index *index,
                              struct rvt_source *source, uint64_t end,
                              struct rvt_diagnosis *diagnosis)
{
    struct rvt_index_counts counts;

    RVT_CLEAR(&counts);
    enum rvt_status status = rvt_index_count(index, &counts);
    if (status != RVT_OK || counts.covered >= end ||
        (counts.covered > 0 && counts.covered == rvt_source_bytes(source)))
        return status;
    return rvt_index_push_source(index, wanted->stream_path, source, end, diagnosis);
}

/* Compares the block of the capture that has byte at with the index. */
static enum rvt_status verify(const struct rvt_decode_wanted *wanted, const struct rvt_index *index,
                              uint64_t at, struct rvt_diagnosis *diagnosis)
{
    struct rvt_source *source = NULL;
    enum rvt_status status = open_source(wanted, &source, diagnosis);

    if (status == RVT_OK)
        status = rvt_index_check_block(index, source, at, diagnosis);
    rvt_source_close(source);
    return status;
}

/* Whether a reader may hold back packets that the index does not have yet. */
static bool is_behind(const struct rvt_decode_wanted *wanted)
{
    return wanted->ring.given || wanted->form == RVT_TRACE_STP;
}

static enum rvt_status find(const struct rvt_decode_wanted *wanted, const struct rvt_index *index,
                            struct rvt_index_event *event)
{
    const char *key =
        wanted->form == RVT_TRACE_FRAME ? "transport.frame_id" : "encapsulation.srcid";
    unsigned id = 0;
    enum rvt_status status = rvt_configuration_get(wanted->configuration, key, &id);

    if (status != RVT_OK)
        return status;
    return wanted->from.is_time ? rvt_index_find_time(index, id, wanted->from.value, event)
                                : rvt_index_find_sync(index, id, wanted->from.value, event);
}

/* ---- from a block to the packet ---- */

/* The latest packets that were read in a block. */
struct survey {
    const struct rvt_decode_wanted *wanted;
    struct rvt_decode_start *start;
    struct rvt_decode_start support; /* the latest one */
    uint64_t time;                   /* the latest one */
    uint64_t at, before;             /* byte of the latest packet; packets before it in this byte */
    bool passed;                     /* the place */
    uint64_t expected;               /* byte of a packet at which a decoder can start: */
    bool confirmed;                  /* it was there */
};

static void survey_packet(struct survey *survey, const struct rvt_trace_item *item,
                          const struct rvt_te_inst *inst)
{
    const struct rvt_decode_bound *from = &survey->wanted->from;
    bool start = inst->subformat == RVT_TE_INST_START ||
                 (inst->subformat == RVT_TE_INST_TRAP && inst->thaddr);

    if (inst->subformat == RVT_TE_INST_SUPPORT) {
        survey->support.support_bytes = item->packet->payload_bytes;
        memcpy(survey->support.support, item->packet->payload, item->packet->payload_bytes);
        return;
    }
    if (item->packet->extend)
        survey->time = item->packet->timestamp;
    else if (inst->time != 0)
        survey->time = inst->time;
    survey->passed = (from->is_time ? survey->time : item->position) > from->value;
    if (!start || survey->passed)
        return;
    survey->support.position =
        survey->wanted->form == RVT_TRACE_ENCAP ? item->position : survey->start->position;
    survey->confirmed |= item->position == survey->expected;
    survey->support.from = item->position;
    survey->support.passed = survey->before;
    *survey->start = survey->support;
}

static void survey_item(struct survey *survey, const struct rvt_trace_item *item)
{
    struct rvt_te_inst inst;

    RVT_CLEAR(&inst);
    survey->before = item->position == survey->at ? survey->before + 1 : 0;
    survey->at = item->position;
    survey->passed = !survey->wanted->from.is_time && item->position > survey->wanted->from.value;
    if (survey->passed || item->packet == NULL || item->foreign != NULL || item->is_data)
        return;
    if (item->packet->extend)
        survey->time = item->packet->timestamp;
    if (rvt_te_inst_read(survey->wanted->configuration, item->packet->payload,
                         item->packet->payload_bytes, &inst, NULL) == RVT_OK &&
        inst.format == RVT_TE_INST_SYNCHRONISE)
        survey_packet(survey, item, &inst);
}

/* The latest synchronisation packet up to the place, from that of start on. */
static enum rvt_status survey_all(const struct rvt_decode_wanted *wanted,
                                  struct rvt_decode_start *start, bool *confirmed,
                                  struct rvt_diagnosis *diagnosis)
{
    struct rvt_trace_file *file = NULL;
    struct rvt_trace_item item;
    struct survey survey = {.wanted = wanted,
                            .start = start,
                            .support = *start,
                            .at = UINT64_MAX,
                            .expected = start->from};
    bool end = false;
    enum rvt_status status =
        rvt_ring_open_file(&wanted->ring, wanted->stream_path, wanted->configuration, wanted->form,
                           NULL, NULL, &file, diagnosis);

    if (status == RVT_OK && start->from > 0)
        status = rvt_trace_file_seek(file, start->position, start->from, diagnosis);
    RVT_CLEAR(&item);
    while (status == RVT_OK && !end && !survey.passed) {
        status = rvt_trace_file_read(file, &item, &end, diagnosis);
        if (status == RVT_OK && !end)
            survey_item(&survey, &item);
        else if (status != RVT_ERR_IO && status != RVT_ERR_SYNTAX)
            status = RVT_OK; /* bytes that are no packet */
    }
    (void)rvt_trace_file_close(file, NULL);
    *confirmed = survey.confirmed;
    return status;
}

/*
 * The same; where packets cross the ends of messages of STP, a reader that begins between two
 * messages does not find that of start, and the one that begins with the capture does.
 */
static enum rvt_status refine(const struct rvt_decode_wanted *wanted,
                              struct rvt_decode_start *start, struct rvt_diagnosis *diagnosis)
{
    const struct rvt_decode_start known = *start;
    bool confirmed = false;
    enum rvt_status status = survey_all(wanted, start, &confirmed, diagnosis);

    if (status != RVT_OK || confirmed || wanted->form != RVT_TRACE_STP || known.position == 0)
        return status;
    *start = known;
    start->position = 0;
    return survey_all(wanted, start, &confirmed, diagnosis);
}

/* ---- the interface ---- */

static enum rvt_status locate(const struct rvt_decode_wanted *wanted, struct rvt_index *index,
                              struct rvt_decode_start *start, struct rvt_diagnosis *diagnosis)
{
    struct rvt_index_event event;
    struct rvt_source *source = NULL;
    bool whole = wanted->from.is_time && wanted->index_path == NULL;
    uint64_t end = wanted->from.is_time ? 0 : wanted->from.value + AHEAD_BYTES;

    RVT_CLEAR(&event);
    enum rvt_status status = open_source(wanted, &source, diagnosis);
    if (status == RVT_OK)
        status = extend(wanted, index, source, whole ? UINT64_MAX : end, diagnosis);
    rvt_source_close(source);
    if (status == RVT_OK)
        status = find(wanted, index, &event);
    if (status == RVT_OK && wanted->index_path != NULL)
        status = verify(wanted, index, event.found ? event.restart : 0, diagnosis);
    if (status != RVT_OK)
        return status;
    start->position = event.restart;
    start->from = event.index;
    start->support_bytes = event.support_bytes;
    memcpy(start->support, event.support, event.support_bytes);
    bool known = event.exact || !event.found;
    return known && !is_behind(wanted) ? RVT_OK : refine(wanted, start, diagnosis);
}

bool rvt_decode_place_find(const struct rvt_decode_wanted *wanted, struct rvt_decode_start *start)
{
    struct rvt_index *index = NULL;
    struct rvt_diagnosis diagnosis;

    RVT_CLEAR(&diagnosis);
    *start = (struct rvt_decode_start){.position = 0};
    bool good = open_index(wanted, &index);
    if (good && locate(wanted, index, start, &diagnosis) != RVT_OK) {
        rvt_complain_diagnosis(wanted->stream_path, &diagnosis);
        good = false;
    }
    rvt_index_close(index);
    return good;
}
