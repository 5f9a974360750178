/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/random_hart.h"

#include <stdlib.h>

#include "ingress/draft_ingress.h"

enum {
    CALLS = 1 << 12,        /* frames that are remembered */
    CALLS_HONEST = 1 << 16, /* more than a call counter counts */
    PATH_MAX = 5000,        /* instructions without branches that are examined */
};

static bool chance(struct rvt_random_hart *hart, unsigned percent)
{
    return rvt_random_chance(hart->random, percent);
}

static unsigned below(struct rvt_random_hart *hart, unsigned count)
{
    return rvt_random_below(hart->random, count);
}

static uint32_t anywhere(struct rvt_random_hart *hart)
{
    return below(hart, hart->code->insns);
}

bool rvt_random_hart_honest(const struct rvt_config *config)
{
    return config->options.implicit_return &&
           (config->params.call_counter_size_p > 0 || config->switches.ir_partial_bits > 0);
}

/* Where a hart begins, and where most traps lead: M, or S where only U and S have codes. */
static uint8_t top_level(const struct rvt_random_hart *hart)
{
    return hart->config->params.privilege_width_p < 2 ? 1 : 3;
}

enum rvt_status rvt_random_hart_init(struct rvt_random_hart *hart, const struct rvt_config *config,
                                     const struct rvt_random_options *options,
                                     const struct rvt_random_code *code, struct rvt_random *random)
{
    bool honest = rvt_random_hart_honest(config);
    uint32_t calls = honest ? CALLS_HONEST : CALLS;

    *hart = (struct rvt_random_hart){
        .config = config,
        .options = options,
        .code = code,
        .random = random,
        .executed = calloc(code->insns, sizeof(*hart->executed)),
        .call = calloc(calls, sizeof(*hart->call)),
        .call_mask = calls - 1,
        .honest = honest,
    };
    if (hart->executed == NULL || hart->call == NULL) {
        rvt_random_hart_fini(hart);
        return RVT_ERR_MEMORY;
    }
    rvt_random_hart_reset(hart);
    hart->after_jump = chance(hart, 50); /* so that a trap may come first */
    return RVT_OK;
}

void rvt_random_hart_fini(struct rvt_random_hart *hart)
{
    free(hart->executed);
    free(hart->call);
    *hart = (struct rvt_random_hart){.executed = NULL};
}

void rvt_random_hart_reset(struct rvt_random_hart *hart)
{
    hart->at = anywhere(hart);
    hart->priv = top_level(hart);
    hart->traps = 0;
    hart->calls = 0;
    hart->peer = 0;
    hart->load = 0;
    hart->after_jump = false;
    hart->in_chain = false;
}

static void push_call(struct rvt_random_hart *hart, uint32_t index)
{
    hart->call[hart->call_top++ & hart->call_mask] = index;
    hart->calls += hart->calls <= hart->call_mask;
}

static uint32_t pop_call(struct rvt_random_hart *hart)
{
    hart->calls--;
    return hart->call[--hart->call_top & hart->call_mask];
}

/* The target of an indirect jump without history: a frequent one, or anywhere. */
static uint32_t frequent_target(struct rvt_random_hart *hart, const struct rvt_random_insn *insn)
{
    if (insn->targets > 1 && chance(hart, 90))
        return hart->code->table[insn->table + below(hart, insn->targets)];
    return chance(hart, hart->calm ? 98 : 85) ? insn->target : anywhere(hart);
}

/* The target of a return: the caller, a frame further up, or anywhere if it was overwritten. */
static uint32_t return_target(struct rvt_random_hart *hart, const struct rvt_random_insn *insn)
{
    unsigned roll = hart->honest || hart->calm ? 100 : below(hart, 100);

    if (hart->calls == 0)
        return frequent_target(hart, insn);
    if (roll < 3)
        return anywhere(hart);
    if (roll < 6) {
        (void)pop_call(hart);
        return chance(hart, 50) ? anywhere(hart) : insn->target;
    }
    for (unsigned skip = roll < 9 ? 1 + below(hart, 4) : 0; skip > 0 && hart->calls > 1; skip--)
        (void)pop_call(hart);
    return pop_call(hart);
}

/* The other co-routine continues where it left off; this one will continue after its swap. */
static uint32_t swap_target(struct rvt_random_hart *hart, uint32_t index)
{
    uint32_t peer = hart->peer;

    hart->peer = index + 2;
    if (hart->peer > hart->code->insns)
        hart->peer = 0;
    return peer > 0 && chance(hart, 85) ? peer - 1
                                        : frequent_target(hart, &hart->code->insn[index]);
}

/* longjmp: an indirect jump to the instruction after a call some frames up. */
static bool unwinds(struct rvt_random_hart *hart)
{
    return !hart->honest && !hart->calm && hart->calls > 2 && chance(hart, 4);
}

/* The target of the uninferable jump at index. */
static uint32_t jump_target(struct rvt_random_hart *hart, uint32_t index)
{
    const struct rvt_random_insn *insn = &hart->code->insn[index];

    if (hart->sijump)
        return insn->target;
    switch (insn->insn.jump_class) {
    case RVT_ITYPE_RETURN:
        return return_target(hart, insn);
    case RVT_ITYPE_COROUTINE_SWAP:
        return swap_target(hart, index);
    case RVT_ITYPE_UNINFERABLE_JUMP:
        if (unwinds(hart)) {
            for (unsigned frames = 1 + below(hart, 6); frames > 0 && hart->calls > 1; frames--)
                (void)pop_call(hart);
            return pop_call(hart);
        }
        return frequent_target(hart, insn);
    default:
        return frequent_target(hart, insn);
    }
}

static void remember_call(struct rvt_random_hart *hart, uint32_t index)
{
    uint8_t class = hart->code->insn[index].insn.jump_class;

    if ((class == RVT_ITYPE_INFERABLE_CALL || class == RVT_ITYPE_UNINFERABLE_CALL) &&
        index + 1 < hart->code->insns)
        push_call(hart, index + 1);
}

/* A level at or below that of the hart. */
static uint8_t lower_level(struct rvt_random_hart *hart)
{
    static const uint8_t below_m[] = {0, 1, 3, 5, 6}, below_s[] = {0, 1, 5, 6}, below_vs[] = {5, 6};
    bool guests = hart->config->params.privilege_width_p > 2;

    switch (hart->priv) {
    case 3:
        return below_m[below(hart, guests ? 5 : 3)];
    case 1:
        return below_s[below(hart, guests ? 4 : 2)];
    case 6:
        return below_vs[below(hart, 2)];
    default:
        return hart->priv;
    }
}

/* Rank of a level among those that returns lead down to. */
static unsigned rank(uint8_t priv)
{
    return priv == 5 ? 0 : priv == 6 ? 1 : priv;
}

/* Back from a trap, or down to a lower level. */
static uint32_t return_from_trap(struct rvt_random_hart *hart)
{
    if (hart->traps > 0 && chance(hart, 90)) {
        struct rvt_random_place back = hart->trap[--hart->traps];
        if (rank(back.priv) <= rank(hart->priv)) /* a return never leads up */
            hart->priv = back.priv;
        return back.index;
    }
    if (hart->options->privilege && chance(hart, 60))
        hart->priv = lower_level(hart);
    return anywhere(hart);
}

static bool takes_branch(struct rvt_random_hart *hart, uint32_t index)
{
    const struct rvt_random_insn *insn = &hart->code->insn[index];
    bool stays;

    switch ((enum rvt_random_habit)insn->habit) {
    case RVT_HABIT_ANY:
        break;
    case RVT_HABIT_MOSTLY_TAKEN:
        return !chance(hart, 3);
    case RVT_HABIT_MOSTLY_NOT_TAKEN:
        return chance(hart, 3);
    case RVT_HABIT_TAKEN_REPEATEDLY:
    case RVT_HABIT_NOT_TAKEN_REPEATEDLY:
        stays = hart->executed[index] < insn->repeats;
        hart->executed[index] = stays ? (uint16_t)(hart->executed[index] + 1) : 0;
        return stays == (insn->habit == RVT_HABIT_TAKEN_REPEATEDLY);
    }
    return chance(hart, 60);
}

enum rvt_itype rvt_random_hart_retire(struct rvt_random_hart *hart)
{
    uint32_t index = hart->at;
    const struct rvt_random_insn *insn = &hart->code->insn[index];
    bool taken = false;

    hart->retired++;
    hart->at_target = hart->after_jump;
    hart->sijump = insn->role == RVT_ROLE_FAR_JUMP && hart->load == index;
    hart->load = insn->role == RVT_ROLE_LOAD ? index + 1 : 0;
    hart->in_chain = false;
    hart->after_jump = false;
    hart->at = index + 1;
    switch (insn->insn.kind) {
    case RVT_INSN_BRANCH:
        taken = takes_branch(hart, index);
        if (taken)
            hart->at = insn->target;
        break;
    case RVT_INSN_JUMP:
        remember_call(hart, index);
        hart->at = insn->target;
        break;
    case RVT_INSN_UNINFERABLE:
        hart->at = jump_target(hart, index);
        remember_call(hart, index);
        hart->after_jump = true;
        break;
    case RVT_INSN_TRAP_RETURN:
        hart->at = return_from_trap(hart);
        hart->after_jump = true;
        break;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_TRAPS:
    case RVT_INSN_UNKNOWN:
        break;
    }
    if (rvt_is_draft(hart->config))
        return (enum rvt_itype)rvt_draft_itype(&insn->insn, taken,
                                               hart->sijump && hart->config->switches.draft_sijump);
    return rvt_insn_itype(&insn->insn, taken, hart->config->params.itype_width_p);
}

/* The level that handles a trap taken at level. */
static uint8_t handler_level(struct rvt_random_hart *hart)
{
    if (!hart->options->privilege || hart->priv == 3 || chance(hart, 50))
        return top_level(hart);
    if (hart->priv >= 5 && chance(hart, 60))
        return 6;
    return 1;
}

/* Index of the first handler instruction of a trap to the hart's level, by xtvec. */
static uint32_t handler(const struct rvt_random_hart *hart, bool interrupt, uint32_t cause)
{
    const struct rvt_random_vector *vector = &hart->code->vector[hart->priv & 7];
    bool offset = vector->vectored && interrupt && cause < RVT_RANDOM_VECTORED;

    return vector->index + (offset ? cause : 0);
}

void rvt_random_hart_trap(struct rvt_random_hart *hart, bool interrupt, uint32_t cause)
{
    struct rvt_random_place back = {.index = hart->at, .priv = hart->priv};
    bool known = hart->config->options.implicit_exception || hart->options->handlers;

    if (rvt_random_hart_must_trap(hart) && chance(hart, 70))
        back.index = hart->at + 1; /* the handler steps over it */
    if (hart->traps < RVT_RANDOM_NESTING)
        hart->trap[hart->traps++] = back;
    if (!hart->in_chain)
        hart->trap_priv = hart->priv;
    hart->priv = handler_level(hart);
    hart->at = known || chance(hart, 50) ? handler(hart, interrupt, cause) : anywhere(hart);
    hart->in_chain = true;
    hart->after_jump = false;
    hart->load = 0;
}

/* True if the path from index, up to the first branch or uninferable discontinuity, is known to
 * miss target. A return counts as unknown where it may be implicit. */
static bool path_misses(const struct rvt_random_hart *hart, uint32_t index, uint32_t target)
{
    for (unsigned i = 0; i < PATH_MAX && index < hart->code->insns; i++) {
        const struct rvt_random_insn *insn = &hart->code->insn[index];
        if (index == target)
            return false;
        if (insn->insn.jump_class == RVT_ITYPE_RETURN)
            return !hart->config->options.implicit_return;
        if (insn->insn.kind == RVT_INSN_BRANCH || insn->insn.kind == RVT_INSN_TRAP_RETURN ||
            (insn->insn.kind == RVT_INSN_UNINFERABLE && insn->role != RVT_ROLE_FAR_JUMP))
            return true;
        index = insn->insn.kind == RVT_INSN_JUMP || insn->role == RVT_ROLE_FAR_JUMP ? insn->target
                                                                                    : index + 1;
    }
    return false;
}

bool rvt_random_hart_branch_ahead(const struct rvt_random_hart *hart)
{
    uint32_t index = hart->at;

    for (unsigned i = 0; i < PATH_MAX && index < hart->code->insns; i++) {
        const struct rvt_random_insn *insn = &hart->code->insn[index];
        switch (insn->insn.kind) {
        case RVT_INSN_BRANCH:
            return true;
        case RVT_INSN_JUMP:
            index = insn->target;
            break;
        case RVT_INSN_UNINFERABLE:
        case RVT_INSN_TRAP_RETURN:
            return false;
        case RVT_INSN_SEQUENTIAL:
        case RVT_INSN_TRAPS:
        case RVT_INSN_UNKNOWN:
            index++;
            break;
        }
    }
    return false;
}

bool rvt_random_hart_break_off(struct rvt_random_hart *hart)
{
    if (hart->at == 0)
        return false;
    uint32_t index = below(hart, hart->at);

    if (hart->code->insn[index].insn.kind == RVT_INSN_TRAPS || !path_misses(hart, hart->at, index))
        return false;
    hart->at = index;
    hart->load = 0;
    return true;
}
