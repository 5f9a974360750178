/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a hart did and the trace has not told yet: a queue of instructions, traps, ends and losses.
 * The decode-exact judge fills it from the rows and strikes off what the decoder tells.
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
    RVT_RETIREMENT_LOST, /* rows were dropped; nothing that stands before has to be told */
};

struct rvt_retirement {
    enum rvt_retirement_kind kind;
    bool optional;           /* the encoder may leave it out */
    bool plain;              /* code: ends with neither a branch nor an uninferable jump */
    bool epc_known;          /* trap: address tells its epc */
    bool interrupt;          /* trap */
    uint32_t cause;          /* trap */
    uint64_t address, bytes; /* code: first address and size */
    uint64_t tval;           /* trap */
    uint64_t cycle;
};

/* Oldest first; entries are numbered from 0 and live in a ring of capacity, a power of two. */
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

/* The oldest and the newest entry; null if there is none. Borrowed until the next add. */
struct rvt_retirement *rvt_retirement_queue_front(struct rvt_retirement_queue *queue);
struct rvt_retirement *rvt_retirement_queue_back(struct rvt_retirement_queue *queue);

/* Strikes off the oldest entry, which exists. */
void rvt_retirement_queue_pass(struct rvt_retirement_queue *queue);

/* The front, with optional entries of other kinds before it left out. */
struct rvt_retirement *rvt_retirement_queue_front_of(struct rvt_retirement_queue *queue,
                                                     enum rvt_retirement_kind kind);

/*
 * Leaves out what stands before the instruction at address that retired in cycle, so that it is the
 * front; trap: but for the trap just before it. False: there is no such instruction, and nothing
 * is left out.
 */
bool rvt_retirement_queue_leave_to(struct rvt_retirement_queue *queue, uint64_t cycle,
                                   uint64_t address, bool trap);

/* Leaves out what stands before the next entry of kind; all, if there is none. */
void rvt_retirement_queue_leave_to_kind(struct rvt_retirement_queue *queue,
                                        enum rvt_retirement_kind kind);

/* True if entry is what was told; an address that one side does not know is not compared, nor is
 * code. */
bool rvt_retirement_same(const struct rvt_retirement *entry, const struct rvt_retirement *told);

/*
 * A trace cannot tell how often a cycle of direct jumps without branches was passed: the decoder
 * stops at the first arrival. Leaves out whole passes, up to behind the instruction that ends at
 * end, if what was told comes next then. False: nothing was left out. Spec: AMB-036, ETR-DEC-020.
 */
bool rvt_retirement_queue_skip_passes(struct rvt_retirement_queue *queue, uint64_t end,
                                      const struct rvt_retirement *told);

/*
 * For a run that ends with the encoder still enabled: the oldest entry that it cannot hold back any
 * more, null if there is none. An end of tracing has to be told; a trap or a loss once something
 * followed; and no more than 31 branches and jumps can wait. Empties the queue; the entry is
 * borrowed until the next add.
 */
const struct rvt_retirement *rvt_retirement_queue_overdue(struct rvt_retirement_queue *queue);

/* Appends an entry in words; null is "nothing more". */
void rvt_retirement_print(const struct rvt_retirement *entry, struct rvt_text *text);

#endif
