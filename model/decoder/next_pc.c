/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/next_pc.h"

#include <stddef.h>

#include "base/bits.h"
#include "base/compiler.h"
#include "ingress/draft_ingress.h"

static inline uint64_t in_line(const struct rvt_path *path)
{
    return (path->pc + path->insn.size) & rvt_mask(rvt_image_xlen(path->image));
}

/* The class of the jump at pc; draft 0.026 has a table of its own. DRA-006. */
static uint8_t class_of(const struct rvt_path *path)
{
    return rvt_is_draft(path->config) ? (uint8_t)rvt_draft_jump_class(&path->insn)
                                      : path->insn.jump_class;
}

/* Classes as in the table of the ingress chapter, or as in the decoder's pseudo-code of v2.0.4.
 * AMB-016. */
static bool is_call(const struct rvt_path *path)
{
    const struct rvt_insn *insn = &path->insn;
    uint8_t class = class_of(path);

    if (path->config->switches.ir_classes == RVT_IR_CLASSES_PSEUDO204)
        return insn->rd == 1 && (insn->kind == RVT_INSN_JUMP || insn->rs1 != 0);
    return class == RVT_ITYPE_INFERABLE_CALL || class == RVT_ITYPE_UNINFERABLE_CALL;
}

static bool is_return(const struct rvt_path *path)
{
    const struct rvt_insn *insn = &path->insn;

    if (path->config->switches.ir_classes == RVT_IR_CLASSES_PSEUDO204)
        return insn->kind == RVT_INSN_UNINFERABLE && insn->rd == 0 && insn->rs1 == 1;
    return class_of(path) == RVT_ITYPE_RETURN;
}

/* What a call or a swap does to the stack, in implicit return mode. ETR-MODE-001. */
RVT_NEVER_INLINE static void change_stack(struct rvt_path *path)
{
    bool swap = path->config->switches.ir_swap == RVT_IR_SWAP_POP_PUSH &&
                path->insn.jump_class == RVT_ITYPE_COROUTINE_SWAP;

    if (swap)
        rvt_tables_pop(path->tables);
    if (swap || (is_call(path) && !path->dropped))
        rvt_tables_push(path->tables, in_line(path));
    if (is_call(path) && !path->dropped)
        path->returned = false;
}

static inline void update_stack(struct rvt_path *path)
{
    if (path->mode.implicit_return && !path->counted)
        change_stack(path);
}

/* A return is left. ETR-MODE-008. */
static void note_return(struct rvt_path *path)
{
    if (path->counted || path->insn.kind != RVT_INSN_UNINFERABLE || !is_return(path))
        return;
    path->returned = true;
    path->branched = false;
}

bool rvt_path_is_sijump(const struct rvt_path *path)
{
    if (!path->pair || !path->mode.sequentially_inferred_jumps)
        return false;
    if (rvt_is_draft(path->config)) /* its swap has no code for an inferable one */
        return class_of(path) != RVT_ITYPE_COROUTINE_SWAP;
    return path->insn.jump_class != RVT_ITYPE_RETURN || path->config->params.itype_width_p == 3;
}

bool rvt_path_is_implicit_return(const struct rvt_path *path)
{
    return path->mode.implicit_return && path->insn.kind == RVT_INSN_UNINFERABLE &&
           path->tables->stack.depth > 0 && is_return(path);
}

bool rvt_path_outcomes_are_used(const struct rvt_path *path, uint64_t address)
{
    uint64_t left = rvt_outcomes_left(&path->outcomes);

    return left == (rvt_image_is_branch(path->image, address) ? 1u : 0u);
}

RVT_NEVER_INLINE static enum rvt_status fail_branch(const struct rvt_path *path,
                                                    struct rvt_diag *diag)
{
    return rvt_diag_set(diag, RVT_ERR_FLOW, "pc", path->pc, "ETR-DEC-009",
                        "the trace has no outcome for the branch at this address");
}

static inline enum rvt_status leave_branch(struct rvt_path *path, uint64_t *next,
                                           struct rvt_diag *diag)
{
    if (rvt_outcomes_left(&path->outcomes) == 0)
        return fail_branch(path, diag);
    if (!path->mode.branch_prediction) {
        *next = rvt_outcomes_take(&path->outcomes, false) ? path->insn.target : in_line(path);
    } else {
        bool prediction = rvt_branch_predictor_ask(&path->tables->predictor, path->pc);
        bool taken = rvt_outcomes_take(&path->outcomes, prediction);
        if (!path->trained)
            rvt_tables_train(path->tables, path->pc, taken);
        *next = taken ? path->insn.target : in_line(path);
    }
    path->irets = 0;
    path->branched = true;
    return RVT_OK;
}

/* The target that the packet reports. */
static enum rvt_status reported_target(const struct rvt_path *path, const struct rvt_goal *goal,
                                       uint64_t *target, struct rvt_diag *diag)
{
    *target = goal->address;
    if (!goal->by_index)
        return RVT_OK;
    bool valid = rvt_jump_cache_read(&path->tables->cache, goal->index, target);
    if (*target == 0 && path->config->switches.jtc_zero_invalid)
        valid = false;
    if (valid)
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_FLOW, "index", goal->index, "ETR-DEC-014",
                        "at 0x%llx: this entry of the jump target cache was never written",
                        (unsigned long long)path->pc);
}

/*
 * True if the return at pc, which would be implicit, is the one whose target the packet reports:
 * because it was mispredicted or, with irets, for any other reason. It is not while outcomes are
 * left, and a return to the address on the stack is not mispredicted. AMB-010, AMB-011.
 */
static bool is_reported(struct rvt_path *path, const struct rvt_goal *goal, uint64_t target)
{
    const struct rvt_return_stack *stack = &path->tables->stack;
    const struct rvt_switches *switches = &path->config->switches;
    uint32_t before = switches->ir_depth_at_mispredict == RVT_IR_DEPTH_AFTER;

    if (goal->mispredicted)
        return true;
    if (switches->ir_profile == RVT_IR_PROFILE_EXT_IRETS)
        return goal->irdepth == path->irets && rvt_path_outcomes_are_used(path, target);
    bool fits = !stack->counter && target != rvt_return_stack_top(stack) &&
                goal->irdepth == ((stack->depth - before) & path->depth_mask) &&
                rvt_path_outcomes_are_used(path, target);
    path->passed = path->passed || fits;
    return fits && !goal->predicted;
}

/* An inferred jump or return to target. */
static void go_implicitly(struct rvt_path *path, uint64_t target, enum rvt_path_end end)
{
    const struct rvt_switches *switches = &path->config->switches;

    path->end = end;
    if (end == RVT_PATH_END_RETURN)
        path->irets++;
    if (end == RVT_PATH_END_RETURN && path->mode.jump_target_cache &&
        switches->jtc_implicit_return == RVT_JTC_IMPLICIT_RETURN_WRITE)
        rvt_tables_cache(path->tables, target);
}

/* ETR-MODE-042..044, AMB-081, AMB-086. expected: an implicit return would have led there as
 * well. */
static void cache_target(struct rvt_path *path, const struct rvt_goal *goal, uint64_t target,
                         bool expected)
{
    const struct rvt_switches *switches = &path->config->switches;

    if (!path->mode.jump_target_cache || !goal->write_cache)
        return;
    if (path->insn.kind == RVT_INSN_TRAP_RETURN && switches->jtc_xret == RVT_JTC_XRET_IGNORE)
        return;
    if (expected && switches->jtc_implicit_return == RVT_JTC_IMPLICIT_RETURN_NO_WRITE)
        return;
    rvt_tables_cache(path->tables, target);
}

/*
 * A packet with a depth or irets, to whose target no mispredicted return leads, reports an arrival
 * at that depth, or after so many returns. ETR-MODE-009, ETR-MODE-011.
 */
static enum rvt_status check_depth(const struct rvt_path *path, const struct rvt_goal *goal,
                                   struct rvt_diag *diag)
{
    bool irets = path->config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS;
    uint32_t depth = irets ? path->irets : path->tables->stack.depth & path->depth_mask;

    if (!goal->irreport || goal->irdepth == depth)
        return RVT_OK;
    return rvt_diag_set(
        diag, RVT_ERR_FLOW, irets ? "irets" : "irdepth", goal->irdepth,
        irets ? "ETR-MODE-011" : "ETR-MODE-009", "at 0x%llx: %s before this jump is %u, not %u",
        (unsigned long long)path->pc, irets ? "the number of implicit returns" : "the depth", depth,
        goal->irdepth);
}

RVT_NEVER_INLINE static enum rvt_status leave_discontinuity(struct rvt_path *path,
                                                            const struct rvt_goal *goal,
                                                            uint64_t *next, struct rvt_diag *diag)
{
    struct rvt_return_stack *stack = &path->tables->stack;
    bool expected = false, reported = false;

    note_return(path);
    if (rvt_path_is_sijump(path)) {
        *next = path->pair_target;
        go_implicitly(path, *next, RVT_PATH_END_SIJUMP);
        update_stack(path);
        if (rvt_is_draft(path->config) && path->mode.implicit_return && is_return(path))
            rvt_tables_pop(path->tables); /* an inferable return, DRA-005 */
        return RVT_OK;
    }
    if (rvt_path_is_implicit_return(path)) {
        uint64_t top = rvt_return_stack_top(stack);
        uint64_t target;
        bool has_target = (goal->irreport || goal->mispredicted) &&
                          reported_target(path, goal, &target, NULL) == RVT_OK;
        if (!has_target || !is_reported(path, goal, target)) {
            rvt_tables_pop(path->tables);
            *next = top;
            go_implicitly(path, top, RVT_PATH_END_RETURN);
            return RVT_OK;
        }
        reported = true;
        expected = target == top;
        if (expected || path->config->switches.ir_mispredict_pop)
            rvt_tables_pop(path->tables);
    }
    if (goal->stop == RVT_STOP_LAST_BRANCH || goal->no_updiscon)
        return rvt_diag_set(diag, RVT_ERR_FLOW, "pc", path->pc, "ETR-DEC-008",
                            "no packet reports the target of this uninferable discontinuity");
    path->end = RVT_PATH_END_UPDISCON;
    if (goal->executor != NULL)
        rvt_image_select(path->image, goal->executor);
    path->expected = expected;
    enum rvt_status status = reported_target(path, goal, next, diag);
    if (status != RVT_OK)
        return status;
    update_stack(path);
    cache_target(path, goal, *next, expected);
    return reported ? RVT_OK : check_depth(path, goal, diag);
}

enum rvt_status rvt_next_pc(struct rvt_path *path, const struct rvt_goal *goal, uint64_t *next,
                            struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    path->end = RVT_PATH_END_INFERABLE;
    switch (path->insn.kind) {
    case RVT_INSN_BRANCH:
        status = leave_branch(path, next, diag);
        break;
    case RVT_INSN_JUMP:
        *next = path->insn.target;
        update_stack(path);
        break;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        status = leave_discontinuity(path, goal, next, diag);
        break;
    case RVT_INSN_TRAPS:
        if (goal->no_trap)
            return rvt_diag_set(diag, RVT_ERR_FLOW, "pc", path->pc, "ETR-ING-016",
                                "the instruction at this address never retires");
        *next = in_line(path);
        break;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_UNKNOWN:
        *next = in_line(path);
        break;
    }
    path->counted = false;
    path->dropped = false;
    path->trained = false;
    path->before_change.valid = false;
    return status;
}

/* The outcome of the branch at pc, of which one must be left: of a count, the prediction for it or
 * the opposite. ETR-DEC-016. */
static bool outcome_at_pc(const struct rvt_path *path)
{
    return rvt_outcomes_peek(&path->outcomes,
                             rvt_branch_predictor_ask(&path->tables->predictor, path->pc));
}

enum rvt_successor rvt_path_successor(const struct rvt_path *path, uint64_t *address)
{
    *address = path->before_change.valid ? path->before_change.address : 0;
    if (path->before_change.valid)
        return path->before_change.successor;
    switch (path->insn.kind) {
    case RVT_INSN_BRANCH:
        if (rvt_outcomes_left(&path->outcomes) == 0)
            return RVT_SUCCESSOR_OPEN;
        *address = outcome_at_pc(path) ? path->insn.target : in_line(path);
        break;
    case RVT_INSN_JUMP:
        *address = path->insn.target;
        break;
    case RVT_INSN_TRAPS: /* AMB-031: a hart that retires it traps on it */
        *address = path->pc;
        break;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        if (rvt_path_is_implicit_return(path) && !rvt_path_is_sijump(path)) {
            *address = rvt_return_stack_top(&path->tables->stack);
            return RVT_SUCCESSOR_EXPECTED;
        }
        if (!rvt_path_is_sijump(path))
            return RVT_SUCCESSOR_OPEN;
        *address = path->pair_target;
        break;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_UNKNOWN:
        *address = in_line(path);
        break;
    }
    return RVT_SUCCESSOR_KNOWN;
}

void rvt_path_restart(struct rvt_path *path, const struct rvt_options *mode)
{
    path->before_change.successor = rvt_path_successor(path, &path->before_change.address);
    path->before_change.valid = true;
    path->mode = *mode;
    path->counted = true;
    path->trained = true;
    path->irets = 0;
    path->returned = path->branched = false;
    rvt_tables_reset(path->tables, true);
}

void rvt_path_leave_by_trap(struct rvt_path *path, bool pop)
{
    if (path->insn.kind == RVT_INSN_BRANCH && path->mode.branch_prediction && !path->trained &&
        rvt_outcomes_left(&path->outcomes) > 0)
        rvt_tables_train(path->tables, path->pc, outcome_at_pc(path));
    if (path->insn.kind == RVT_INSN_BRANCH)
        path->branched = true;
    update_stack(path);
    note_return(path);
    if (pop && rvt_path_is_implicit_return(path))
        rvt_tables_pop(path->tables);
    path->counted = true;
    path->trained = true;
}
