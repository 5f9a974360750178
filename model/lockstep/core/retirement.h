/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a hart did and the trace has not reported yet: a queue of instructions, traps, ends of
 * tracing and losses. The retirement monitor appends, and decode-exact strikes off what the decoder
 * reports.
 */
#ifndef RVT_LOCKSTEP_CORE_RETIREMENT_H
#define RVT_LOCKSTEP_CORE_RETIREMENT_H

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
    uint64_t traps_end; /* one more than the number of the latest trap that was reported; 0: none */
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

/* The oldest and the newest entry; null if there is none. Borrowed until the next add. */
struct rvt_retirement *rvt_retirement_queue_front(struct rvt_retirement_queue *queue);
struct rvt_retirement *rvt_retirement_queue_back(struct rvt_retirement_queue *queue);

/* Strikes off the oldest entry, which exists. */
void rvt_retirement_queue_pass(struct rvt_retirement_queue *queue);

/* The front, after dropping optional entries of other kinds before it. */
struct rvt_retirement *rvt_retirement_queue_front_of(struct rvt_retirement_queue *queue,
                                                     enum rvt_retirement_kind kind);

/*
 * Drops everything before the instruction at address that retired in a block of the row of cycle;
 * it becomes the front. A row may retire an address once in each block. trap: keeps a trap directly
 * before it. False: there is no such instruction, and nothing is dropped.
 */
bool rvt_retirement_queue_drop_to(struct rvt_retirement_queue *queue, uint64_t cycle, uint8_t block,
                                  uint64_t address, bool trap);

/* Drops everything before the next entry of kind; everything if there is none. */
void rvt_retirement_queue_drop_to_kind(struct rvt_retirement_queue *queue,
                                       enum rvt_retirement_kind kind);

/*
 * Drops optional entries before the trap that was reported. True: it is the front. An epc that one
 * side does not know is not compared. A trap that was reported before an end of tracing is not
 * found again after it. Spec: ETR-ALG-009, ETR-ALG-025.
 */
bool rvt_retirement_queue_drop_to_trap(struct rvt_retirement_queue *queue,
                                       const struct rvt_retirement *reported);

/* Strikes off the oldest entry, a trap that was reported. */
void rvt_retirement_queue_pass_trap(struct rvt_retirement_queue *queue);

/*
 * A trace cannot report how often the hart went round a loop of direct jumps without branches: the
 * decoder stops when it first reaches the reported address. Drops whole iterations, up to the
 * instruction that ends at address end, if the entry after it is what was reported. False: nothing
 * was dropped. Spec: AMB-036, ETR-DEC-020.
 */
bool rvt_retirement_queue_skip_iterations(struct rvt_retirement_queue *queue, uint64_t end,
                                          const struct rvt_retirement *reported);

/*
 * For a run that ends with the encoder still enabled: the oldest entry that the encoder should have
 * reported by now, null if there is none. It must report an end of tracing, a trap or a loss that
 * something followed, and instructions once more than 31 branches and jumps are unreported. Empties
 * the queue; the entry is borrowed until the next add.
 */
const struct rvt_retirement *rvt_retirement_queue_overdue(struct rvt_retirement_queue *queue);

/* Appends an entry as text; null is "nothing more". */
void rvt_retirement_print(const struct rvt_retirement *entry, struct rvt_text *text);

#endif
