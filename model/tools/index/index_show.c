/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/index/index_show.h"

#include <inttypes.h>

static const char *framing_name(const struct rvt_index_counts *counts)
{
    return counts->framing == RVT_TREE_FRAMES         ? "frames"
           : counts->framing == RVT_TREE_FRAME_STREAM ? "frame stream"
           : counts->stp                              ? "STP"
           : counts->mid_packet                       ? "ring buffer"
                                                      : "no frames";
}

static void show_source(const struct rvt_index_source *source, struct rvt_output *output)
{
    if (source->id == RVT_INDEX_SOURCE)
        rvt_output_print(output, "capture: from 0x%" PRIx64, source->first);
    else
        rvt_output_print(output, "id 0x%02x: from 0x%" PRIx64 ", %" PRIu64 " %s", source->id,
                         source->first, source->packets, source->is_etrace ? "packets" : "bytes");
    for (unsigned kind = 0; kind < RVT_INDEX_KINDS; kind++)
        if (source->count[kind] > 0)
            rvt_output_print(output, ", %s %" PRIu64,
                             rvt_index_kind_name((enum rvt_index_kind)kind), source->count[kind]);
    rvt_output_print(output, "\n");
}

static void show_source_json(const struct rvt_index_source *source, bool first,
                             struct rvt_output *output)
{
    rvt_output_print(output, "%s\n{\"id\":", first ? "" : ",");
    if (source->id == RVT_INDEX_SOURCE)
        rvt_output_print(output, "null");
    else
        rvt_output_print(output, "%u,\"%s\":%" PRIu64, source->id,
                         source->is_etrace ? "packets" : "bytes", source->packets);
    rvt_output_print(output, ",\"first\":%" PRIu64 ",\"events\":{", source->first);
    for (unsigned kind = 0; kind < RVT_INDEX_KINDS; kind++)
        rvt_output_print(output, "%s\"%s\":%" PRIu64, kind == 0 ? "" : ",",
                         rvt_index_kind_name((enum rvt_index_kind)kind), source->count[kind]);
    rvt_output_print(output, "}}");
}

enum rvt_status rvt_index_show(const struct rvt_index *index, bool json, struct rvt_output *output)
{
    struct rvt_index_counts counts;
    struct rvt_index_source source;

    RVT_CLEAR(&counts);
    RVT_CLEAR(&source);
    enum rvt_status status = rvt_index_count(index, &counts);
    if (status != RVT_OK)
        return status;
    rvt_output_print(
        output,
        json ? "{\"schema\":\"rvt-index/1\",\"framing\":\"%s\",\"form\":\"%s\","
               "\"granularity\":%" PRIu64 ",\"covered\":%" PRIu64 ",\"sources\":["
             : "%s, %s index, blocks of %" PRIu64 " bytes, %" PRIu64 " bytes indexed\n",
        framing_name(&counts), counts.full ? "full" : "sparse", counts.granularity, counts.covered);
    for (size_t i = 0; i < counts.sources && status == RVT_OK; i++) {
        status = rvt_index_describe(index, i, &source);
        if (status == RVT_OK && json)
            show_source_json(&source, i == 0, output);
        else if (status == RVT_OK)
            show_source(&source, output);
    }
    return status == RVT_OK ? rvt_output_print(output, json ? "\n]}\n" : "") : status;
}

static void show_found(const struct rvt_index_event *event, struct rvt_output *output)
{
    rvt_output_print(output, "%s", rvt_index_kind_name(event->kind));
    if (event->exact)
        rvt_output_print(output, " at 0x%" PRIx64, event->index);
    else
        rvt_output_print(output, " in 0x%" PRIx64 "..0x%" PRIx64, event->index, event->end);
    if (event->restart != event->index && event->kind == RVT_INDEX_SYNC)
        rvt_output_print(output, " restart=0x%" PRIx64, event->restart);
    if (event->has_time)
        rvt_output_print(output, " time=0x%" PRIx64, event->time);
    if (event->has_value)
        rvt_output_print(output, " %s=0x%" PRIx64,
                         event->kind == RVT_INDEX_SYNC ? "address" : "value", event->value);
    rvt_output_print(output, "\n");
}

static void show_found_json(const struct rvt_index_event *event, struct rvt_output *output)
{
    rvt_output_print(output,
                     "{\"schema\":\"rvt-index-event/1\",\"kind\":\"%s\",\"exact\":%s,"
                     "\"index\":%" PRIu64 ",\"end\":%" PRIu64,
                     rvt_index_kind_name(event->kind), event->exact ? "true" : "false",
                     event->index, event->end);
    if (event->kind == RVT_INDEX_SYNC)
        rvt_output_print(output, ",\"restart\":%" PRIu64, event->restart);
    if (event->has_time)
        rvt_output_print(output, ",\"time\":\"0x%" PRIx64 "\"", event->time);
    if (event->has_value)
        rvt_output_print(output, ",\"value\":\"0x%" PRIx64 "\"", event->value);
    rvt_output_print(output, "}\n");
}

enum rvt_status rvt_index_show_event(const struct rvt_index_event *event, bool json,
                                     struct rvt_output *output)
{
    if (!event->found)
        return rvt_output_print(output, json ? "null\n" : "none\n");
    if (json)
        show_found_json(event, output);
    else
        show_found(event, output);
    return rvt_output_print(output, "%s", "");
}
