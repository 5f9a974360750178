/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A hart that runs random code without registers. It chooses the targets of jumps at random: calls
 * mostly return to their callers, the targets of tables are frequent, and sometimes a frame is
 * skipped, a return address is overwritten, or a co-routine continues. Traps nest.
 */
#ifndef RVT_RANDOM_RANDOM_HART_H
#define RVT_RANDOM_RANDOM_HART_H

#include "random/random_code.h"
#include "base/params.h"
#include "ingress/item.h"
#include "random/random.h"
#include "random/random_options.h"

#define RVT_RANDOM_NESTING 8 /* traps that are remembered */

struct rvt_random_place {
    uint32_t index; /* of an instruction */
    uint8_t priv;
};

struct rvt_random_hart {
    const struct rvt_config *config; /* borrowed, as is the code, random and options */
    const struct rvt_random_options *options;
    const struct rvt_random_code *code;
    struct rvt_random *random;
    uint16_t *executed; /* of each branch: how often it was repeated; owned */
    uint32_t *call;     /* where returns lead: a ring; owned */
    uint32_t call_mask;
    uint32_t calls;    /* entries in use */
    uint32_t call_top; /* where the next one goes */
    uint32_t at;       /* the next instruction */
    uint32_t load;     /* index + 1 of the latest instruction, if it loads for a far jump; else 0 */
    uint32_t peer;     /* target of a co-routine swap, index + 1, or 0 */
    uint8_t priv;      /* level of the instruction at */
    uint8_t trap_priv; /* level shown with traps: that before the first of a chain */
    bool in_chain;     /* the latest item is a trap */
    bool after_jump;   /* the latest item is an uninferable discontinuity by its opcode */
    bool at_target;    /* the latest instruction was reached so */
    bool honest;       /* a return leads to its caller, as implicit return assumes */
    bool calm;         /* nothing unusual happens */
    bool sijump;       /* the latest instruction is a far jump after its load */
    struct rvt_random_place trap[RVT_RANDOM_NESTING]; /* where trap returns lead */
    unsigned traps;
    uint64_t retired;
};

/* Starts anywhere in code. The caller calls rvt_random_hart_fini. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_random_hart_init(struct rvt_random_hart *hart, const struct rvt_config *config,
                                     const struct rvt_random_options *options,
                                     const struct rvt_random_code *code, struct rvt_random *random);
void rvt_random_hart_fini(struct rvt_random_hart *hart);

/* Retires the instruction at hart->at, which must not be one that traps. Returns its itype. */
enum rvt_itype rvt_random_hart_retire(struct rvt_random_hart *hart);

/* True if the instruction at hart->at cannot retire. */
static inline bool rvt_random_hart_must_trap(const struct rvt_random_hart *hart)
{
    return hart->code->insn[hart->at].insn.kind == RVT_INSN_TRAPS;
}

/* True if returns must lead to their callers, because a call counter, or a stack that compares
 * only a part of the address, assumes it. AMB-017. */
bool rvt_random_hart_honest(const struct rvt_config *config);

/* Takes a trap at hart->at: an exception or interrupt with the given cause. */
void rvt_random_hart_trap(struct rvt_random_hart *hart, bool interrupt, uint32_t cause);

/* Restarts: anywhere, at the highest level, with nothing remembered. */
void rvt_random_hart_reset(struct rvt_random_hart *hart);

/* True if the path from here leads to a branch before any instruction whose successor is
 * unknown. */
bool rvt_random_hart_branch_ahead(const struct rvt_random_hart *hart);

/*
 * Continues at a lower address, to which no path leads from here without a branch or an uninferable
 * discontinuity. Returns false, and stays, if the sampled address is not such a place.
 */
bool rvt_random_hart_break_off(struct rvt_random_hart *hart);

#endif
