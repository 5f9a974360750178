/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the log of a core or an emulator says, whatever its format: one step for each instruction
 * that retired, each trap, and each loss, in order.
 */
#ifndef RVT_CORES_STEP_H
#define RVT_CORES_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum rvt_step_kind {
    RVT_STEP_RETIRED,
    RVT_STEP_EXCEPTION, /* the instruction at pc did not retire */
    RVT_STEP_INTERRUPT, /* taken before the instruction at pc */
    RVT_STEP_LOSS,      /* the log says that instructions are missing here */
};

/* The members of a step that a log need not have, as bits of a set. */
enum rvt_step_member {
    RVT_STEP_PC = 1u << 0,
    RVT_STEP_INSN = 1u << 1,
    RVT_STEP_PRIVILEGE = 1u << 2,
    RVT_STEP_CAUSE = 1u << 3,
    RVT_STEP_NEXT = 1u << 4,
    RVT_STEP_TAKEN = 1u << 5,
    RVT_STEP_CYCLE = 1u << 6,
    RVT_STEP_CONTEXT = 1u << 7,
    RVT_STEP_TIME = 1u << 8,
    RVT_STEP_LOST =
        1u << 9, /* only for a log as a whole: it can say that instructions are missing */
    RVT_STEP_TVAL = 1u << 10, /* of an exception */
};

struct rvt_step {
    uint64_t line; /* of the log, from 1 */
    uint64_t pc;
    uint64_t next; /* of a retired instruction: the address after it, before any interrupt */
    uint64_t tval; /* of an exception; 0 if the log has none, and for other steps */
    uint64_t cycle, context, time;
    uint32_t insn; /* bits 15:0 of a compressed instruction */
    uint32_t cause;
    unsigned known; /* set of enum rvt_step_member */
    enum rvt_step_kind kind;
    uint8_t privilege; /* at which the instruction ran, or before the trap; codes of ETR-ING-012 */
    bool taken;        /* outcome of a branch */
};

/* Takes a step, which is borrowed for the call. Another status than RVT_OK ends the reading. */
typedef enum rvt_status (*rvt_step_sink)(void *context, const struct rvt_step *step,
                                         struct rvt_diag *diag);

#endif
