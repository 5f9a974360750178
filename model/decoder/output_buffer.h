/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The output of one packet, buffered until the whole packet fits the program: a packet that does
 * not fit reports nothing. Memory is fixed. A packet with more output than that is decoded a second
 * time, and its output goes out directly.
 */
#ifndef RVT_DECODER_OUTPUT_BUFFER_H
#define RVT_DECODER_OUTPUT_BUFFER_H

#include "decoder/decoder_output.h"

#define RVT_OUTPUT_BUFFER_MAX 4096

enum rvt_output_mode {
    RVT_OUTPUT_BUFFERED,  /* entries wait for rvt_output_buffer_flush */
    RVT_OUTPUT_DIRECT,    /* the packet is proved: entries are reported at once */
    RVT_OUTPUT_DISCARDED, /* a trial: nothing is reported */
};

struct rvt_output_entry {
    uint64_t first, last;
    uint32_t count;
    uint8_t last_size;
    uint8_t kind; /* 0 range, 1 trap, 2 + enum rvt_trace_event */
};

struct rvt_output_buffer {
    const struct rvt_decoder_output *output; /* borrowed */
    const struct rvt_packet *packet;         /* borrowed; passed with events */
    uint64_t ordinal;                        /* of packet */
    enum rvt_output_mode mode;
    bool overflow;   /* there were more entries than fit */
    uint32_t count;  /* entries */
    uint32_t proved; /* so many of them are certain even if the rest of the packet has a fault */
    struct rvt_trap trap;
    uint64_t instructions; /* reported since rvt_output_buffer_begin */
    uint64_t first, last;  /* of them; valid if instructions > 0 */
    bool reported;         /* an instruction was reported for any packet */
    uint64_t latest;       /* the last one; valid if reported */
    struct rvt_output_entry entry[RVT_OUTPUT_BUFFER_MAX];
};

/* Empties the buffer for packet. */
void rvt_output_buffer_begin(struct rvt_output_buffer *buffer, const struct rvt_packet *packet,
                             uint64_t ordinal);

/* Everything buffered so far is certain even if the rest of the packet has a fault. */
static inline void rvt_output_buffer_prove(struct rvt_output_buffer *buffer)
{
    buffer->proved = buffer->count;
}

/* Reports the buffered entries: all of them, or only what is proved. RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_output_buffer_flush(struct rvt_output_buffer *buffer, bool proved_only);

/* Add an entry of any kind, an event, and a trap (at most one per packet). RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_output_buffer_add(struct rvt_output_buffer *buffer,
                                      const struct rvt_output_entry *entry);
RVT_MUST_USE
enum rvt_status rvt_output_buffer_event(struct rvt_output_buffer *buffer,
                                        enum rvt_trace_event event);
RVT_MUST_USE
enum rvt_status rvt_output_buffer_trap(struct rvt_output_buffer *buffer,
                                       const struct rvt_trap *trap);

/* Adds count instructions from first to last, the last one of last_size bytes. RVT_ERR_SINK. */
RVT_MUST_USE
static inline enum rvt_status rvt_output_buffer_range(struct rvt_output_buffer *buffer,
                                                      uint64_t first, uint64_t last, uint32_t count,
                                                      uint8_t last_size)
{
    if (buffer->mode == RVT_OUTPUT_BUFFERED && buffer->count < RVT_OUTPUT_BUFFER_MAX) {
        struct rvt_output_entry *entry = &buffer->entry[buffer->count++];
        entry->first = first;
        entry->last = last;
        entry->count = count;
        entry->last_size = last_size;
        entry->kind = 0;
        return RVT_OK;
    }
    struct rvt_output_entry entry = {
        .first = first, .last = last, .count = count, .last_size = last_size};
    return rvt_output_buffer_add(buffer, &entry);
}

#endif
