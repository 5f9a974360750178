/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/leave.h"

#include <stddef.h>

#include "base/bits.h"
#include "ingress/draft_ingress.h"

static uint64_t in_line(const struct rvt_walk *walk)
{
    return (walk->pc + walk->insn.size) & rvt_mask(rvt_image_xlen(walk->image));
}

/* The class of the jump at pc; draft 0.026 has its own table. DRA-006. */
static uint8_t class_of(const struct rvt_walk *walk)
{
    return rvt_is_draft(walk->config) ? (uint8_t)rvt_draft_jump_class(&walk->insn)
                                      : walk->insn.jump_class;
}

/* Classes as the table of the ingress chapter, or as the decoder's pseudo-code of v2.0.4. AMB-016.
 */
static bool is_call(const struct rvt_walk *walk)
{
    const struct rvt_insn *insn = &walk->insn;
    uint8_t class = class_of(walk);

    if (walk->config->switches.ir_classes == RVT_IR_CLASSES_PSEUDO204)
        return insn->rd == 1 && (insn->kind == RVT_INSN_JUMP || insn->rs1 != 0);
    return class == RVT_ITYPE_INFERABLE_CALL || class == RVT_ITYPE_UNINFERABLE_CALL;
}

static bool is_return(const struct rvt_walk *walk)
{
    const struct rvt_insn *insn = &walk->insn;

    if (walk->config->switches.ir_classes == RVT_IR_CLASSES_PSEUDO204)
        return insn->kind == RVT_INSN_UNINFERABLE && insn->rd == 0 && insn->rs1 == 1;
    return class_of(walk) == RVT_ITYPE_RETURN;
}

/* What a call or a swap does to the stack. ETR-MODE-001. */
static void count_call(struct rvt_walk *walk)
{
    bool swap = walk->config->switches.ir_swap == RVT_IR_SWAP_POP_PUSH &&
                walk->insn.jump_class == RVT_ITYPE_COROUTINE_SWAP;

    if (!walk->mode.implicit_return || walk->counted)
        return;
    if (swap)
        rvt_tables_pop(walk->tables);
    if (swap || (is_call(walk) && !walk->dropped))
        rvt_tables_push(walk->tables, in_line(walk));
    if (is_call(walk) && !walk->dropped)
        walk->returned = false;
}

/* A return is left. ETR-MODE-008. */
static void note_return(struct rvt_walk *walk)
{
    if (walk->counted || walk->insn.kind != RVT_INSN_UNINFERABLE || !is_return(walk))
        return;
    walk->returned = true;
    walk->branched = false;
}

bool rvt_leave_is_sijump(const struct rvt_walk *walk)
{
    if (!walk->pair || !walk->mode.sequentially_inferred_jumps)
        return false;
    if (rvt_is_draft(walk->config)) /* its swap has no code for an inferable one */
        return class_of(walk) != RVT_ITYPE_COROUTINE_SWAP;
    return walk->insn.jump_class != RVT_ITYPE_RETURN || walk->config->params.itype_width_p == 3;
}

bool rvt_leave_is_implicit(const struct rvt_walk *walk)
{
    return walk->mode.implicit_return && walk->insn.kind == RVT_INSN_UNINFERABLE &&
           walk->tables->stack.depth > 0 && is_return(walk);
}

bool rvt_leave_is_settled(const struct rvt_walk *walk, uint64_t address)
{
    uint64_t left = rvt_outcomes_left(&walk->outcomes);

    return left == (rvt_image_is_branch(walk->image, address) ? 1u : 0u);
}

static enum rvt_status leave_branch(struct rvt_walk *walk, uint64_t *next, struct rvt_diag *diag)
{
    if (rvt_outcomes_left(&walk->outcomes) == 0)
        return rvt_diag_set(diag, RVT_ERR_FLOW, "branch_map", walk->pc, "ETR-DEC-009",
                            "the branch at this address has no outcome in the trace");
    if (!walk->mode.branch_prediction) {
        *next = rvt_outcomes_take(&walk->outcomes, false) ? walk->insn.target : in_line(walk);
    } else {
        bool prediction = rvt_branch_predictor_ask(&walk->tables->predictor, walk->pc);
        bool taken = rvt_outcomes_take(&walk->outcomes, prediction);
        if (!walk->trained)
            rvt_tables_train(walk->tables, walk->pc, taken);
        *next = taken ? walk->insn.target : in_line(walk);
    }
    walk->irets = 0;
    walk->branched = walk->branched || !walk->counted;
    return RVT_OK;
}

/* The target that the packet tells. */
static enum rvt_status told_target(const struct rvt_walk *walk, const struct rvt_goal *goal,
                                   uint64_t *target, struct rvt_diag *diag)
{
    *target = goal->address;
    if (!goal->by_index)
        return RVT_OK;
    bool valid = rvt_jump_cache_read(&walk->tables->cache, goal->index, target);
    if (*target == 0 && walk->config->switches.jtc_zero_invalid)
        valid = false;
    if (valid)
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_FLOW, "index", goal->index, "ETR-DEC-014",
                        "at 0x%llx: the jump target cache was never written there",
                        (unsigned long long)walk->pc);
}

/*
 * True if the implicit return at pc is the one that the packet reports, whose target is told:
 * because it was mispredicted, or, with irets, for any other reason. It cannot be while outcomes
 * are left, nor is a return mispredicted that leads where the stack says. AMB-010, AMB-011.
 */
static bool is_reported(struct rvt_walk *walk, const struct rvt_goal *goal, uint64_t target)
{
    const struct rvt_return_stack *stack = &walk->tables->stack;
    const struct rvt_switches *switches = &walk->config->switches;
    uint32_t before = switches->ir_depth_at_mispredict == RVT_IR_DEPTH_AFTER;

    if (goal->fails)
        return true;
    if (switches->ir_profile == RVT_IR_PROFILE_EXT_IRETS)
        return goal->irdepth == walk->irets && rvt_leave_is_settled(walk, target);
    bool fits = !stack->counter && target != rvt_return_stack_top(stack) &&
                goal->irdepth == ((stack->depth - before) & walk->depth_mask) &&
                rvt_leave_is_settled(walk, target);
    walk->crossed = walk->crossed || fits;
    return fits && !goal->holds;
}

/* An inferred jump or return to target. */
static void go_implicitly(struct rvt_walk *walk, uint64_t target, enum rvt_arrival arrival)
{
    const struct rvt_switches *switches = &walk->config->switches;

    walk->arrival = arrival;
    if (arrival == RVT_ARRIVAL_RETURN)
        walk->irets++;
    if (arrival == RVT_ARRIVAL_RETURN && walk->mode.jump_target_cache &&
        switches->jtc_implicit_return == RVT_JTC_IMPLICIT_RETURN_WRITE)
        rvt_tables_cache(walk->tables, target);
}

/* ETR-MODE-042..044, AMB-081, AMB-086. expected: an implicit return would have led there too. */
static void cache_target(struct rvt_walk *walk, const struct rvt_goal *goal, uint64_t target,
                         bool expected)
{
    const struct rvt_switches *switches = &walk->config->switches;

    if (!walk->mode.jump_target_cache || !goal->write_cache)
        return;
    if (walk->insn.kind == RVT_INSN_TRAP_RETURN && switches->jtc_xret == RVT_JTC_XRET_IGNORE)
        return;
    if (expected && switches->jtc_implicit_return == RVT_JTC_IMPLICIT_RETURN_NO_WRITE)
        return;
    rvt_tables_cache(walk->tables, target);
}

/*
 * A packet that tells a depth, or irets, and whose target no failed return leads to, stands for an
 * arrival with that depth, or behind so many returns. ETR-MODE-009, ETR-MODE-011.
 */
static enum rvt_status check_depth(const struct rvt_walk *walk, const struct rvt_goal *goal,
                                   struct rvt_diag *diag)
{
    bool irets = walk->config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS;
    uint32_t depth = irets ? walk->irets : walk->tables->stack.depth & walk->depth_mask;

    if (!goal->irreport || goal->irdepth == depth)
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_FLOW, irets ? "irets" : "irdepth", goal->irdepth,
                        irets ? "ETR-MODE-011" : "ETR-MODE-009",
                        "at 0x%llx: a jump leads on, and %s %u", (unsigned long long)walk->pc,
                        irets ? "the returns before it are" : "the depth is", depth);
}

static enum rvt_status leave_discontinuity(struct rvt_walk *walk, const struct rvt_goal *goal,
                                           uint64_t *next, struct rvt_diag *diag)
{
    struct rvt_return_stack *stack = &walk->tables->stack;
    bool expected = false, reported = false;

    note_return(walk);
    if (rvt_leave_is_sijump(walk)) {
        *next = walk->pair_target;
        go_implicitly(walk, *next, RVT_ARRIVAL_SIJUMP);
        count_call(walk);
        if (rvt_is_draft(walk->config) && walk->mode.implicit_return && is_return(walk))
            rvt_tables_pop(walk->tables); /* an inferable return, DRA-005 */
        return RVT_OK;
    }
    if (rvt_leave_is_implicit(walk)) {
        uint64_t top = rvt_return_stack_top(stack);
        uint64_t target;
        bool told =
            (goal->irreport || goal->fails) && told_target(walk, goal, &target, NULL) == RVT_OK;
        if (!told || !is_reported(walk, goal, target)) {
            rvt_tables_pop(walk->tables);
            *next = top;
            go_implicitly(walk, top, RVT_ARRIVAL_RETURN);
            return RVT_OK;
        }
        reported = true;
        expected = target == top;
        if (expected || walk->config->switches.ir_mispredict_pop)
            rvt_tables_pop(walk->tables);
    }
    if (goal->stop == RVT_STOP_LAST_BRANCH || goal->no_updiscon)
        return rvt_diag_set(diag, RVT_ERR_FLOW, "branch_map", walk->pc, "ETR-DEC-008",
                            "an uninferable discontinuity that no packet tells the target of");
    walk->arrival = RVT_ARRIVAL_UPDISCON;
    walk->expected = expected;
    enum rvt_status status = told_target(walk, goal, next, diag);
    if (status != RVT_OK)
        return status;
    count_call(walk);
    cache_target(walk, goal, *next, expected);
    return reported ? RVT_OK : check_depth(walk, goal, diag);
}

enum rvt_status rvt_leave(struct rvt_walk *walk, const struct rvt_goal *goal, uint64_t *next,
                          struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    walk->arrival = RVT_ARRIVAL_LINE;
    switch (walk->insn.kind) {
    case RVT_INSN_BRANCH:
        status = leave_branch(walk, next, diag);
        break;
    case RVT_INSN_JUMP:
        *next = walk->insn.target;
        count_call(walk);
        break;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        status = leave_discontinuity(walk, goal, next, diag);
        break;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_TRAPS:
    case RVT_INSN_UNKNOWN:
        *next = in_line(walk);
        break;
    }
    walk->counted = false;
    walk->dropped = false;
    walk->trained = false;
    walk->foreseen.meant = false;
    return status;
}

enum rvt_successor rvt_walk_successor(const struct rvt_walk *walk, uint64_t *address)
{
    *address = walk->foreseen.meant ? walk->foreseen.address : 0;
    if (walk->foreseen.meant)
        return walk->foreseen.successor;
    switch (walk->insn.kind) {
    case RVT_INSN_BRANCH:
        if (rvt_outcomes_left(&walk->outcomes) == 0)
            return RVT_SUCCESSOR_OPEN;
        *address = rvt_outcomes_peek(&walk->outcomes, false) ? walk->insn.target : in_line(walk);
        break;
    case RVT_INSN_JUMP:
        *address = walk->insn.target;
        break;
    case RVT_INSN_TRAPS: /* AMB-031: a hart that lets it retire traps on it */
        *address = walk->pc;
        break;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        if (rvt_leave_is_implicit(walk) && !rvt_leave_is_sijump(walk)) {
            *address = rvt_return_stack_top(&walk->tables->stack);
            return RVT_SUCCESSOR_EXPECTED;
        }
        if (!rvt_leave_is_sijump(walk))
            return RVT_SUCCESSOR_OPEN;
        *address = walk->pair_target;
        break;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_UNKNOWN:
        *address = in_line(walk);
        break;
    }
    return RVT_SUCCESSOR_KNOWN;
}

void rvt_walk_restart(struct rvt_walk *walk, const struct rvt_options *mode)
{
    walk->foreseen.successor = rvt_walk_successor(walk, &walk->foreseen.address);
    walk->foreseen.meant = true;
    walk->mode = *mode;
    walk->counted = true;
    walk->trained = true;
    walk->irets = 0;
    walk->returned = walk->branched = false;
    rvt_tables_reset(walk->tables, true);
}

void rvt_walk_abandon(struct rvt_walk *walk, bool pop)
{
    if (walk->insn.kind == RVT_INSN_BRANCH && walk->mode.branch_prediction && !walk->trained &&
        rvt_outcomes_left(&walk->outcomes) > 0)
        rvt_tables_train(walk->tables, walk->pc, rvt_outcomes_peek(&walk->outcomes, false));
    if (walk->insn.kind == RVT_INSN_BRANCH)
        walk->branched = walk->branched || !walk->counted;
    count_call(walk);
    note_return(walk);
    if (pop && rvt_leave_is_implicit(walk))
        rvt_tables_pop(walk->tables);
    walk->counted = true;
    walk->trained = true;
}
