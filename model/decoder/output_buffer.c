/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/output_buffer.h"

#include <stddef.h>

enum { KIND_RANGE = 0, KIND_TRAP = 1, KIND_EVENT = 2 };

void rvt_output_buffer_begin(struct rvt_output_buffer *buffer, const struct rvt_packet *packet,
                             uint64_t ordinal)
{
    buffer->packet = packet;
    buffer->ordinal = ordinal;
    buffer->mode = RVT_OUTPUT_BUFFERED;
    buffer->overflow = false;
    buffer->count = 0;
    buffer->proved = 0;
    buffer->instructions = 0;
}

static enum rvt_status report_range(struct rvt_output_buffer *buffer,
                                    const struct rvt_output_entry *entry)
{
    const struct rvt_decoder_output *output = buffer->output;
    struct rvt_range range = {.first = entry->first,
                              .last = entry->last,
                              .count = entry->count,
                              .packet = buffer->ordinal,
                              .last_size = entry->last_size};

    if (buffer->instructions == 0)
        buffer->first = entry->first;
    buffer->last = buffer->latest = entry->last;
    buffer->reported = true;
    buffer->instructions += entry->count;
    if (output->range == NULL)
        return RVT_OK;
    return output->range(output->context, &range) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

static enum rvt_status report(struct rvt_output_buffer *buffer,
                              const struct rvt_output_entry *entry)
{
    const struct rvt_decoder_output *output = buffer->output;
    enum rvt_status status = RVT_OK;

    if (entry->kind == KIND_RANGE)
        return report_range(buffer, entry);
    if (entry->kind == KIND_TRAP && output->trap != NULL)
        status = output->trap(output->context, &buffer->trap);
    else if (entry->kind >= KIND_EVENT && output->event != NULL)
        status = output->event(output->context, (enum rvt_trace_event)(entry->kind - KIND_EVENT),
                               buffer->packet);
    return status == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

enum rvt_status rvt_output_buffer_flush(struct rvt_output_buffer *buffer, bool proved_only)
{
    uint32_t count = proved_only ? buffer->proved : buffer->count;
    enum rvt_status status = RVT_OK;

    for (uint32_t i = 0; i < count && status == RVT_OK; i++)
        status = report(buffer, &buffer->entry[i]);
    return status;
}

enum rvt_status rvt_output_buffer_add(struct rvt_output_buffer *buffer,
                                      const struct rvt_output_entry *entry)
{
    if (buffer->mode == RVT_OUTPUT_DIRECT)
        return report(buffer, entry);
    if (buffer->mode == RVT_OUTPUT_DISCARDED)
        return RVT_OK;
    if (buffer->count == RVT_OUTPUT_BUFFER_MAX)
        buffer->overflow = true;
    else
        buffer->entry[buffer->count++] = *entry;
    return RVT_OK;
}

enum rvt_status rvt_output_buffer_event(struct rvt_output_buffer *buffer,
                                        enum rvt_trace_event event)
{
    struct rvt_output_entry entry = {.kind = (uint8_t)(KIND_EVENT + event)};

    return rvt_output_buffer_add(buffer, &entry);
}

enum rvt_status rvt_output_buffer_trap(struct rvt_output_buffer *buffer,
                                       const struct rvt_trap *trap)
{
    struct rvt_output_entry entry = {.kind = KIND_TRAP};

    buffer->trap = *trap;
    buffer->trap.packet = buffer->ordinal;
    return rvt_output_buffer_add(buffer, &entry);
}
