/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The return addresses of the calls that have not returned yet, kept by encoder and decoder alike:
 * a stack that drops its oldest entry when it is full. A call counter is such a stack whose
 * addresses an encoder ignores. With a stack and a counter each entry counts how often its address
 * was pushed again, so that recursion takes one entry (extension 0.8 only, AMB-012). Spec: E-Trace,
 * "Implicit return" (ETR-MODE-001..005, ETR-MODE-012, AMB-012, AMB-013).
 */
#ifndef RVT_MODES_RETURN_STACK_H
#define RVT_MODES_RETURN_STACK_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"

struct rvt_return_stack_entry {
    uint64_t address;
    uint32_t again; /* pushed again so many times */
};

struct rvt_return_stack {
    struct rvt_return_stack_entry *entry; /* a ring; owned */
    uint32_t again_max;                   /* of an entry; 0: entries do not count */
    uint32_t capacity;                    /* entries; 0: there is no implicit return */
    uint32_t depth;                       /* entries in use, 0..capacity */
    uint32_t next;                        /* where the next entry goes */
    bool counter; /* a call counter: a return is implicit whatever its address (ETR-MODE-004) */
};

/*
 * Opens an empty stack: 2^return_stack_size_p entries, or as many as call_counter_size_p counts
 * (switch ccs_max); none if both are 0. RVT_ERR_MEMORY. rvt_return_stack_close frees it; a zeroed
 * or closed one may be closed too.
 */
RVT_MUST_USE
enum rvt_status rvt_return_stack_open(struct rvt_return_stack *stack,
                                      const struct rvt_config *config);
void rvt_return_stack_close(struct rvt_return_stack *stack);

/* Copies the entries of from, which was opened with the same configuration. */
void rvt_return_stack_copy(struct rvt_return_stack *to, const struct rvt_return_stack *from);

/* Removes all entries. ETR-MODE-003. */
static inline void rvt_return_stack_clear(struct rvt_return_stack *stack)
{
    stack->depth = 0;
}

/* The entry on top; depth must not be 0. */
static inline struct rvt_return_stack_entry *
rvt_return_stack_latest(const struct rvt_return_stack *stack)
{
    assert(stack->depth > 0);
    return &stack->entry[(stack->next == 0 ? stack->capacity : stack->next) - 1];
}

/* A call that returns to address. A full stack drops its oldest entry. ETR-MODE-002. */
static inline void rvt_return_stack_push(struct rvt_return_stack *stack, uint64_t address)
{
    if (stack->capacity == 0)
        return;
    if (stack->depth > 0) {
        struct rvt_return_stack_entry *top = rvt_return_stack_latest(stack);
        if (top->address == address && top->again < stack->again_max) {
            top->again++;
            return;
        }
    }
    stack->entry[stack->next] = (struct rvt_return_stack_entry){.address = address};
    stack->next = stack->next + 1 == stack->capacity ? 0 : stack->next + 1;
    stack->depth += stack->depth < stack->capacity;
}

/* The address on top; depth must not be 0. */
static inline uint64_t rvt_return_stack_top(const struct rvt_return_stack *stack)
{
    return rvt_return_stack_latest(stack)->address;
}

/* Removes the top entry, if there is one. */
static inline void rvt_return_stack_pop(struct rvt_return_stack *stack)
{
    if (stack->depth == 0)
        return;
    if (rvt_return_stack_latest(stack)->again > 0) {
        rvt_return_stack_latest(stack)->again--;
        return;
    }
    stack->next = (stack->next == 0 ? stack->capacity : stack->next) - 1;
    stack->depth--;
}

#endif
