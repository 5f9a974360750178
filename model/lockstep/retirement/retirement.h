/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a hart did and the trace has not reported yet: a queue of instructions, traps, ends of
 * tracing and losses. The retirement monitor appends; readers (retirement_reader.h) follow the
 * reports of a decoder through it.
 */
#ifndef RVT_LOCKSTEP_RETIREMENT_RETIREMENT_H
#define RVT_LOCKSTEP_RETIREMENT_RETIREMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum rvt_retirement_kind {
    RVT_RETIREMENT_CODE, /* instructions at contiguous addresses retired */
    RVT_RETIREMENT_TRAP,
    RVT_RETIREMENT_END,  /* tracing ended */
    RVT_RETIREMENT_LOST, /* rows were dropped; nothing before it needs to be reported */
};

struct rvt_retirement {
    enum rvt_retirement_kind kind;
    bool optional;           /* the trace need not report it */
    bool plain;              /* code: ends with neither a branch nor an uninferable jump */
    bool epc_known;          /* trap: address is its epc */
    bool interrupt;          /* trap */
    bool repeats;            /* trap: it is the same as entry first, before an end of tracing */
    uint8_t block;           /* code: its block in the row */
    uint32_t cause;          /* trap */
    uint64_t address, bytes; /* code: first address and size */
    uint64_t tval;           /* trap */
    uint64_t first;          /* repeats: number of that entry */
    uint64_t cycle;
};

/* Oldest first; entries are numbered from 0, in a ring buffer (ring_buffer.h). */
struct rvt_retirement_queue {
    struct rvt_retirement *entry;
    size_t capacity;
    uint64_t head, tail;
};

/* An empty queue. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_retirement_queue_init(struct rvt_retirement_queue *queue);

/* Frees the entries; a zeroed queue is accepted. */
void rvt_retirement_queue_fini(struct rvt_retirement_queue *queue);

/* Appends a copy of entry. RVT_ERR_MEMORY: the queue is unchanged. */
RVT_MUST_USE
enum rvt_status rvt_retirement_queue_add(struct rvt_retirement_queue *queue,
                                         const struct rvt_retirement *entry);

/* The newest entry; null if there is none. Borrowed until the next add. */
struct rvt_retirement *rvt_retirement_queue_back(struct rvt_retirement_queue *queue);

/* Entry number, which is in the queue. Borrowed until the next add. */
const struct rvt_retirement *rvt_retirement_queue_at(const struct rvt_retirement_queue *queue,
                                                     uint64_t number);

/* Drops the entries before number, head to tail. */
void rvt_retirement_queue_release(struct rvt_retirement_queue *queue, uint64_t number);

/* Appends an entry as text; null is "nothing more". */
void rvt_retirement_print(const struct rvt_retirement *entry, struct rvt_text *text);

#endif
