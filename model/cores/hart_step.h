/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a hart did, in the form that the log of a core and the rows of its ingress port have in
 * common: one step for each instruction that retired, each trap, and each gap, in order.
 */
#ifndef RVT_CORES_HART_STEP_H
#define RVT_CORES_HART_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "cores/continuity.h"
#include "cores/step.h"

/* Why steps may be missing at a RVT_STEP_LOSS. */
enum rvt_hart_gap {
    RVT_HART_GAP_LOG,    /* the log says so */
    RVT_HART_GAP_LOST,   /* the row has lost: the steps after it may be missing */
    RVT_HART_GAP_HALTED, /* halted or reset: the row shows nothing (ETR-ING-020) */
    RVT_HART_GAP_CODE,   /* a block of several instructions that the program lacks */
    RVT_HART_GAP_ROW,    /* a row that breaks a rule of its interface */
};

struct rvt_hart_step {
    uint64_t pc;    /* of an instruction; EPC of a trap, if pc_known */
    uint64_t tval;  /* of an exception, if tval_known */
    uint64_t place; /* line of the log, or number of the row, from 1 */
    uint64_t cycle; /* of the row */
    uint32_t cause; /* of a trap */
    enum rvt_step_kind kind;
    enum rvt_hart_gap gap; /* of RVT_STEP_LOSS */
    uint8_t size;          /* of an instruction, in bytes */
    uint8_t privilege;     /* at which the instruction ran, or before the trap */
    bool pc_known;         /* true for an instruction */
    bool tval_known;
};

/* The checked step of a log; addresses, cause and tval as wide as the ingress port of config. */
struct rvt_hart_step rvt_hart_step_of(const struct rvt_config *config,
                                      const struct rvt_checked_step *checked);

/* A gap at place. */
struct rvt_hart_step rvt_hart_step_gap(enum rvt_hart_gap gap, uint64_t place, uint64_t cycle);

static inline bool rvt_hart_step_is_trap(const struct rvt_hart_step *step)
{
    return step->kind == RVT_STEP_EXCEPTION || step->kind == RVT_STEP_INTERRUPT;
}

#endif
