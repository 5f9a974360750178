/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/output_buffer.h"

#include <stddef.h>

void rvt_output_buffer_begin(struct rvt_output_buffer *buffer, const struct rvt_packet *packet,
                             uint64_t ordinal)
{
    buffer->packet = packet;
    buffer->ordinal = ordinal;
    buffer->mode = RVT_OUTPUT_BUFFERED;
    buffer->count = 0;
    buffer->next = 0;
    buffer->laters = 0;
    buffer->proved = buffer->proved_laters = 0;
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
                              .last_size = entry->last_size,
                              .last_code = entry->last_code,
                              .taken = entry->taken};

    if (buffer->instructions == 0)
        buffer->first = entry->first;
    buffer->last = buffer->latest = entry->last;
    buffer->reported = true;
    buffer->instructions += entry->count;
    if (output->range == NULL)
        return RVT_OK;
    return rvt_decoder_answer(output->range(output->context, &range));
}

static enum rvt_status report(struct rvt_output_buffer *buffer,
                              const struct rvt_output_entry *entry)
{
    const struct rvt_decoder_output *output = buffer->output;
    enum rvt_status status = RVT_OK;

    if (entry->kind == RVT_OUTPUT_RANGE)
        return report_range(buffer, entry);
    if (entry->kind == RVT_OUTPUT_EVENT + RVT_EVENT_CONTEXT)
        buffer->executor = buffer->changed;
    if (entry->kind == RVT_OUTPUT_TRAP && output->trap != NULL)
        status = output->trap(output->context, &buffer->trap);
    else if (entry->kind >= RVT_OUTPUT_EVENT && output->event != NULL)
        status =
            output->event(output->context, (enum rvt_trace_event)(entry->kind - RVT_OUTPUT_EVENT),
                          buffer->packet);
    return rvt_decoder_answer(status);
}

enum rvt_status rvt_output_buffer_flush(struct rvt_output_buffer *buffer)
{
    enum rvt_status status = RVT_OK;

    while (buffer->next < buffer->count && status == RVT_OK)
        status = report(buffer, &buffer->entry[buffer->next++]);
    return status;
}

void rvt_output_buffer_add(struct rvt_output_buffer *buffer, const struct rvt_output_entry *entry)
{
    if (buffer->mode == RVT_OUTPUT_DISCARDED)
        return;
    if (rvt_output_buffer_is_full(buffer))
        buffer->later[buffer->laters++] = *entry;
    else
        buffer->entry[buffer->count++] = *entry;
}

void rvt_output_buffer_event(struct rvt_output_buffer *buffer, enum rvt_trace_event event)
{
    struct rvt_output_entry entry = {.kind = (uint8_t)(RVT_OUTPUT_EVENT + event)};

    rvt_output_buffer_add(buffer, &entry);
}

void rvt_output_buffer_trap(struct rvt_output_buffer *buffer, const struct rvt_trap *trap)
{
    struct rvt_output_entry entry = {.kind = RVT_OUTPUT_TRAP};

    buffer->trap = *trap;
    buffer->trap.packet = buffer->ordinal;
    rvt_output_buffer_add(buffer, &entry);
}

void rvt_output_buffer_path(struct rvt_output_buffer *buffer)
{
    struct rvt_output_entry entry = {.kind = RVT_OUTPUT_PATH};

    rvt_output_buffer_add(buffer, &entry);
}

void rvt_output_buffer_range(struct rvt_output_buffer *buffer, uint64_t first, uint64_t last,
                             uint32_t count, const struct rvt_insn *insn, bool taken)
{
    struct rvt_output_entry entry = {.first = first,
                                     .last = last,
                                     .count = count,
                                     .last_size = insn->size,
                                     .last_code = rvt_range_code(insn),
                                     .taken = taken};

    rvt_output_buffer_add(buffer, &entry);
}
