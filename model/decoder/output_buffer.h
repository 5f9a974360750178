/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The output of one packet, buffered until the whole packet fits the program: a packet that does
 * not fit reports nothing. Memory is fixed. Of a packet with more output, the buffer holds the
 * first part, and where the path went on: it is followed again from there to fill the buffer for
 * the next part (execution_path.h).
 */
#ifndef RVT_DECODER_OUTPUT_BUFFER_H
#define RVT_DECODER_OUTPUT_BUFFER_H

#include "decoder/decoder_output.h"
#include "program/spaces.h"

#define RVT_OUTPUT_BUFFER_MAX 4096
/* Besides the steps of a path, a packet reports few things. */
#define RVT_OUTPUT_OTHERS_MAX 16

enum rvt_output_mode {
    RVT_OUTPUT_BUFFERED,  /* entries wait for rvt_output_buffer_flush */
    RVT_OUTPUT_REPLAYED,  /* the same, of a path that is followed again */
    RVT_OUTPUT_DISCARDED, /* a trial, or a path that is followed again later: nothing is kept */
};

struct rvt_output_entry {
    uint64_t first, last;
    uint32_t count;
    uint8_t last_size;
    uint8_t last_code;
    bool taken;
    uint8_t kind; /* enum rvt_output_kind */
};

enum rvt_output_kind {
    RVT_OUTPUT_RANGE,
    RVT_OUTPUT_TRAP,
    RVT_OUTPUT_PATH, /* what a path reports that is followed again */
    RVT_OUTPUT_EVENT /* + enum rvt_trace_event */
};

struct rvt_output_buffer {
    const struct rvt_decoder_output *output; /* borrowed */
    const struct rvt_packet *packet;         /* borrowed; passed with events */
    uint64_t ordinal;                        /* of packet */
    enum rvt_output_mode mode;
    uint32_t count;  /* entries; limit or more: those after them are in later */
    uint32_t next;   /* the one to be reported next */
    uint32_t laters; /* entries in later */
    uint32_t limit;  /* steps of paths are kept in so many entries, 1..RVT_OUTPUT_BUFFER_MAX */
    uint32_t proved, proved_laters; /* so many of them are certain even if the rest of the packet
                                       has a fault */
    struct rvt_trap trap;
    uint64_t instructions;        /* reported since rvt_output_buffer_begin */
    uint64_t first, last;         /* of them; valid if instructions > 0 */
    struct rvt_executor executor; /* of the ranges that are reported now */
    struct rvt_executor changed;  /* of those after RVT_EVENT_CONTEXT; the packet has it */
    bool reported;                /* an instruction was reported for any packet */
    uint64_t latest;              /* the last one; valid if reported */
    struct rvt_output_entry entry[RVT_OUTPUT_BUFFER_MAX + RVT_OUTPUT_OTHERS_MAX];
    struct rvt_output_entry later[RVT_OUTPUT_OTHERS_MAX];
};

/* Empties the buffer for packet. */
void rvt_output_buffer_begin(struct rvt_output_buffer *buffer, const struct rvt_packet *packet,
                             uint64_t ordinal);

/* Everything buffered so far is certain even if the rest of the packet has a fault. */
static inline void rvt_output_buffer_prove(struct rvt_output_buffer *buffer)
{
    buffer->proved = buffer->count;
    buffer->proved_laters = buffer->laters;
}

/* The packet has a fault: forgets what is not proved. */
static inline void rvt_output_buffer_keep_proved(struct rvt_output_buffer *buffer)
{
    buffer->count = buffer->proved;
    buffer->laters = buffer->proved_laters;
}

/* Forgets what was buffered for the packet. */
static inline void rvt_output_buffer_drop(struct rvt_output_buffer *buffer)
{
    buffer->count = 0;
    buffer->laters = 0;
}

/* True if no further step of a path fits. */
static inline bool rvt_output_buffer_is_full(const struct rvt_output_buffer *buffer)
{
    return buffer->mode == RVT_OUTPUT_BUFFERED && buffer->count >= buffer->limit;
}

/* Reports the entries that were not reported yet. RVT_WAIT: a callback asked for a pause; the next
 * call goes on. RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_output_buffer_flush(struct rvt_output_buffer *buffer);

/* Add an entry of any kind, an event, a trap (at most one per packet), and a path that is followed
 * again; at most RVT_OUTPUT_OTHERS_MAX besides the steps of paths. */
void rvt_output_buffer_add(struct rvt_output_buffer *buffer, const struct rvt_output_entry *entry);
void rvt_output_buffer_event(struct rvt_output_buffer *buffer, enum rvt_trace_event event);
void rvt_output_buffer_trap(struct rvt_output_buffer *buffer, const struct rvt_trap *trap);
void rvt_output_buffer_path(struct rvt_output_buffer *buffer);

/* Adds count instructions from first to last, which is insn; taken: it is a branch that was taken.
 */
void rvt_output_buffer_range(struct rvt_output_buffer *buffer, uint64_t first, uint64_t last,
                             uint32_t count, const struct rvt_insn *insn, bool taken);

/* The same for a step of a path. False: it is kept, but no further one fits. */
static inline bool rvt_output_buffer_step(struct rvt_output_buffer *buffer, uint64_t first,
                                          uint64_t last, uint32_t count,
                                          const struct rvt_insn *insn, bool taken)
{
    if (buffer->mode == RVT_OUTPUT_DISCARDED)
        return true;
    struct rvt_output_entry *entry = &buffer->entry[buffer->count++];
    entry->first = first;
    entry->last = last;
    entry->count = count;
    entry->last_size = insn->size;
    entry->last_code = rvt_range_code(insn);
    entry->taken = taken;
    entry->kind = RVT_OUTPUT_RANGE;
    return buffer->count < buffer->limit;
}

#endif
