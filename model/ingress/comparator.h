/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A comparator unit of the filters: a primary and a secondary comparator, and how their results
 * make one. Spec: RISC-V Trace Control Interface, "Trace Encoder Filter Registers",
 * trTeComp<j>Control (ETR-FLT-003, ETR-FLT-004, ETR-FLT-005).
 */
#ifndef RVT_INGRESS_COMPARATOR_H
#define RVT_INGRESS_COMPARATOR_H

#include <stdbool.h>
#include <stdint.h>

/* trTeCompPInput, trTeCompSInput */
enum rvt_comp_input {
    RVT_COMP_IADDR = 0,
    RVT_COMP_CONTEXT = 1,
    RVT_COMP_TVAL = 2,
    RVT_COMP_DADDR = 3,
    RVT_COMP_INPUTS /* count */
};

/* trTeCompPFunction, trTeCompSFunction */
enum rvt_comp_function {
    RVT_COMP_EQUAL = 0,
    RVT_COMP_NOT_EQUAL = 1,
    RVT_COMP_LESS = 2,
    RVT_COMP_LESS_EQUAL = 3,
    RVT_COMP_GREATER = 4,
    RVT_COMP_GREATER_EQUAL = 5,
    RVT_COMP_NEVER_OR_MASK = 6, /* P: never, primes the latch; S: always,
                                                        SMatch masks PMatch */
    RVT_COMP_ALWAYS = 7,
};

/* trTeCompMatchMode */
enum rvt_comp_mode {
    RVT_COMP_PRIMARY = 0,
    RVT_COMP_BOTH = 1,
    RVT_COMP_NOT_BOTH = 2,
    RVT_COMP_LATCH = 3,
};

/* As software programs it. */
struct rvt_comparator {
    enum rvt_comp_input p_input, s_input;
    enum rvt_comp_function p_function, s_function;
    enum rvt_comp_mode mode;
    bool p_notify, s_notify;
    uint64_t p_match, s_match;
};

/* The inputs of a comparator: one instruction, trap or data access. */
struct rvt_comp_inputs {
    uint64_t value[RVT_COMP_INPUTS];
    bool known[RVT_COMP_INPUTS]; /* the signal is valid; otherwise every comparison of it fails */
};

/* The bits that each input has; those of the match values above them are ignored. */
struct rvt_comp_widths {
    uint64_t mask[RVT_COMP_INPUTS];
};

/* The results for one set of inputs. */
struct rvt_comp_result {
    bool primary, secondary; /* of each half on its own: notifications depend on these */
    bool match;              /* of the unit */
};

/* Compares. *latch is the state of the unit in mode RVT_COMP_LATCH; the call updates it for the
 * next inputs. Spec: ETR-FLT-003, ETR-FLT-004. */
struct rvt_comp_result rvt_comparator_compare(const struct rvt_comparator *comparator,
                                              const struct rvt_comp_widths *widths,
                                              const struct rvt_comp_inputs *inputs, bool *latch);

/* True if one of the halves compares input. Functions 6 and 7 ignore their input, and are no
 * comparisons. docs/decisions/0002-optional-modes.md, "Filters". */
static inline bool rvt_comparator_compares(const struct rvt_comparator *comparator,
                                           enum rvt_comp_input input)
{
    return (comparator->p_input == input && comparator->p_function < RVT_COMP_NEVER_OR_MASK) ||
           (comparator->s_input == input && comparator->s_function < RVT_COMP_NEVER_OR_MASK);
}

/* The latch before the first inputs: primed by function 6 of the primary in mode latch. */
static inline bool rvt_comparator_primed(const struct rvt_comparator *comparator)
{
    return comparator->mode == RVT_COMP_LATCH && comparator->p_function == RVT_COMP_NEVER_OR_MASK;
}

#endif
