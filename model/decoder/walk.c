/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/walk.h"

#include <stddef.h>

#include "base/bits.h"
#include "decoder/leave.h"

enum rvt_status rvt_walk_start(struct rvt_walk *walk, uint64_t pc, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_image_insn(walk->image, pc, &walk->insn, diag);

    walk->pc = pc;
    walk->pair = false;
    walk->counted = false;
    walk->dropped = false;
    walk->trained = false;
    walk->foreseen.meant = false;
    walk->irets = 0;
    return status == RVT_OK ? rvt_account_range(walk->account, pc, pc, 1, walk->insn.size) : status;
}

/* What a walk knows beside its place. */
struct trip {
    const struct rvt_goal *goal;
    uint64_t left_at_goal; /* outcomes that are left there: 1 if it is a branch */
    uint64_t next;         /* where the current run begins */
    struct rvt_run run;
    uint64_t steps;
    /* A place where the walk was, to see that it turns in a circle: Brent's method. */
    uint64_t mark_pc, mark_left, mark_steps;
    uint32_t mark_depth, least_depth, mark_again, mark_irets;
};

/* Finds the run that pc leads to. */
static enum rvt_status step(struct rvt_walk *walk, struct trip *trip, struct rvt_diag *diag)
{
    struct rvt_insn before = walk->insn;
    struct rvt_run *run = &trip->run;
    enum rvt_status status = rvt_leave(walk, trip->goal, &trip->next, diag);

    if (status == RVT_OK)
        status = rvt_image_run(walk->image, trip->next, run, diag);
    if (status == RVT_OK && before.constant && run->count == 1)
        run->pair =
            rvt_insn_is_pair(&before, &run->insn, rvt_image_xlen(walk->image), &run->pair_target);
    return status;
}

/* True if the run holds the goal's address; *count instructions lead there. */
static bool run_holds(const struct rvt_walk *walk, const struct trip *trip, uint32_t *count)
{
    uint64_t address = trip->goal->address;

    return address >= trip->next && address <= trip->run.last &&
           rvt_image_leads(walk->image, trip->next, address, count);
}

/*
 * True if an encoder that reports an arrival here, the last before a sync packet or the end, says
 * of the depth what the packet says: it tells the depth behind an implicit return unless it is 0,
 * and elsewhere if a return is the latest of calls, returns and branches. ETR-MODE-008,
 * ETR-MODE-009.
 */
static bool depth_fits(const struct rvt_walk *walk, const struct trip *trip, bool returned)
{
    const struct rvt_goal *goal = trip->goal;
    uint32_t depth = walk->tables->stack.depth;
    bool tells = returned ? depth != 0 : walk->returned && !walk->branched;

    if (goal->irreport && (depth & walk->depth_mask) != goal->irdepth)
        return false;
    if (trip->left_at_goal > 0 || (goal->stop == RVT_STOP_FIRST && !goal->irreport))
        return true;
    return goal->irreport == tells;
}

/*
 * The same with irets: it is told unless it is 0. The target of a return that is reported for
 * another reason is told of before that return is taken to be implicit, see rvt_leave (AMB-010).
 * ETR-MODE-011.
 */
static bool irets_fit(const struct rvt_walk *walk, const struct trip *trip, bool returned)
{
    const struct rvt_goal *goal = trip->goal;

    if (goal->irreport)
        return !returned && walk->irets == goal->irdepth && walk->irets > 0;
    return goal->stop == RVT_STOP_FIRST || trip->left_at_goal > 0 || walk->irets == 0;
}

/* True if the implicit returns on the way are those that the packet tells of. returned: the last of
 * them led here. */
static bool returns_fit(const struct rvt_walk *walk, const struct trip *trip, bool returned)
{
    if (!walk->mode.implicit_return || trip->goal->lenient)
        return true;
    return walk->config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS
               ? irets_fit(walk, trip, returned)
               : depth_fits(walk, trip, returned);
}

/* True if an arrival at the goal, the first of the run or not, may be meant. ETR-DEC-010..013. */
static bool may_stop(const struct rvt_walk *walk, const struct trip *trip, bool at_first)
{
    bool jumped = at_first && walk->arrival != RVT_ARRIVAL_LINE;

    if (!returns_fit(walk, trip, at_first && walk->arrival == RVT_ARRIVAL_RETURN))
        return false;
    return trip->goal->stop == RVT_STOP_FIRST || !jumped ||
           walk->config->switches.dec_arrival == RVT_DEC_ARRIVAL_BY_STEP;
}

static enum rvt_status left_over(const struct rvt_walk *walk, struct rvt_diag *diag)
{
    return rvt_diag_set(diag, RVT_ERR_FLOW, "branches", rvt_outcomes_left(&walk->outcomes),
                        "ETR-DEC-009",
                        "at 0x%llx: branch outcomes are left over at the reported address",
                        (unsigned long long)walk->pc);
}

/* Looks for the goal in the run. *count: the instructions up to it, 0: it is not there. */
static enum rvt_status seek(const struct rvt_walk *walk, const struct trip *trip, uint32_t *count,
                            struct rvt_diag *diag)
{
    const struct rvt_run *run = &trip->run;
    uint64_t left = rvt_outcomes_left(&walk->outcomes);
    bool branch = run->insn.kind == RVT_INSN_BRANCH;

    *count = 0;
    if (trip->goal->stop == RVT_STOP_LAST_BRANCH) {
        if (left == 1 && branch)
            *count = run->count;
    } else if (walk->arrival == RVT_ARRIVAL_UPDISCON) {
        *count = 1;
        bool hidden = left == 0 && walk->config->params.ntkn_width_p > 0; /* DRA-009 */
        if (left != (branch && run->count == 1 ? 1u : 0u) && !hidden)
            return left_over(walk, diag);
    } else if (trip->goal->stop != RVT_STOP_UPDISCON && left == trip->left_at_goal) {
        uint32_t held;
        if (run_holds(walk, trip, &held) && may_stop(walk, trip, held == 1))
            *count = held;
    }
    return RVT_OK;
}

/* Tells the first count instructions of the run. */
static enum rvt_status tell_head(const struct rvt_walk *walk, const struct trip *trip,
                                 uint32_t count, struct rvt_diag *diag)
{
    struct rvt_insn insn = {.size = 0};
    uint64_t last = trip->next;

    for (uint32_t i = 0; i < count; i++) {
        last += insn.size;
        enum rvt_status status = rvt_image_insn(walk->image, last, &insn, diag);
        if (status != RVT_OK)
            return status;
    }
    return count == 0 ? RVT_OK
                      : rvt_account_range(walk->account, trip->next, last, count, insn.size);
}

/* Ends the walk on the count-th instruction of the run. */
static enum rvt_status arrive(struct rvt_walk *walk, const struct trip *trip, uint32_t count,
                              struct rvt_diag *diag)
{
    const struct rvt_run *run = &trip->run;
    enum rvt_status status = RVT_OK;

    if (count > 1)
        walk->arrival = RVT_ARRIVAL_LINE;
    if (count == run->count) {
        walk->pc = run->last;
        walk->insn = run->insn;
        walk->pair = run->pair;
        walk->pair_target = run->pair_target;
    } else {
        walk->pc = walk->arrival == RVT_ARRIVAL_UPDISCON ? trip->next : trip->goal->address;
        walk->pair = false;
        status = rvt_image_insn(walk->image, walk->pc, &walk->insn, diag);
    }
    if (status == RVT_OK && trip->goal->announce) {
        status = tell_head(walk, trip, count - 1, diag);
        if (status == RVT_OK)
            status = rvt_account_event(walk->account, RVT_EVENT_CONTEXT);
        return status == RVT_OK
                   ? rvt_account_range(walk->account, walk->pc, walk->pc, 1, walk->insn.size)
                   : status;
    }
    return status == RVT_OK
               ? rvt_account_range(walk->account, trip->next, walk->pc, count, walk->insn.size)
               : status;
}

/* True if the walk was here before, with the same outcomes left and the same stack below it: then
 * it never gets anywhere else. ETR-DEC-020. */
static bool turns_in_a_circle(const struct rvt_walk *walk, struct trip *trip)
{
    const struct rvt_return_stack *stack = &walk->tables->stack;
    uint32_t depth = stack->depth;
    uint32_t again = depth > 0 ? rvt_return_stack_latest(stack)->again : 0;
    uint64_t left = rvt_outcomes_left(&walk->outcomes);

    if (depth < trip->least_depth)
        trip->least_depth = depth;
    if (walk->pc == trip->mark_pc && left == trip->mark_left && depth == trip->mark_depth &&
        trip->least_depth == depth && again == trip->mark_again &&
        (!trip->goal->irreport || walk->irets == trip->mark_irets))
        return true;
    if (trip->steps < 2 * trip->mark_steps)
        return false;
    trip->mark_pc = walk->pc;
    trip->mark_left = left;
    trip->mark_steps = trip->steps;
    trip->mark_depth = trip->least_depth = depth;
    trip->mark_again = again;
    trip->mark_irets = walk->irets;
    return false;
}

static enum rvt_status not_reached(const struct rvt_walk *walk, const struct trip *trip,
                                   bool circle, struct rvt_diag *diag)
{
    if (trip->goal->stop == RVT_STOP_LAST_BRANCH)
        return rvt_diag_set(
            diag, RVT_ERR_STEP_LIMIT, walk->outcomes.predicted > 0 ? "branch_count" : "branch_map",
            rvt_outcomes_left(&walk->outcomes), "ETR-DEC-020",
            "at 0x%llx: %s before all branches were met", (unsigned long long)walk->pc,
            circle ? "a circle without branches" : "the step limit");
    return rvt_diag_set(diag, RVT_ERR_STEP_LIMIT, "address", trip->goal->address, "ETR-DEC-020",
                        "at 0x%llx: %s", (unsigned long long)walk->pc,
                        circle ? "a circle without branches that does not lead to it"
                               : "not reached within the step limit");
}

/* The target of a discontinuity is not in the image, but all before it is certain. */
static void vouch_for_path(const struct rvt_walk *walk, const struct trip *trip)
{
    struct rvt_insn insn;

    if (walk->arrival == RVT_ARRIVAL_UPDISCON && rvt_outcomes_left(&walk->outcomes) == 0 &&
        rvt_image_insn(walk->image, trip->next, &insn, NULL) == RVT_ERR_NO_CODE)
        rvt_account_vouch(walk->account);
}

enum rvt_status rvt_walk_to(struct rvt_walk *walk, const struct rvt_goal *goal,
                            struct rvt_diag *diag)
{
    struct trip trip = {.goal = goal, .mark_pc = UINT64_MAX, .mark_steps = 8};

    walk->crossed = false;
    if (goal->stop != RVT_STOP_LAST_BRANCH && !goal->by_index)
        trip.left_at_goal = rvt_image_is_branch(walk->image, goal->address);
    while (trip.steps < walk->step_limit) {
        uint32_t count;
        enum rvt_status status = step(walk, &trip, diag);
        if (status == RVT_ERR_NO_CODE)
            vouch_for_path(walk, &trip);
        if (status == RVT_OK)
            status = seek(walk, &trip, &count, diag);
        if (status != RVT_OK)
            return status;
        if (count > 0 && (!goal->next || count == 1))
            return arrive(walk, &trip, count, diag);
        if (goal->next)
            break;
        walk->pc = trip.run.last;
        walk->insn = trip.run.insn;
        walk->pair = trip.run.pair;
        walk->pair_target = trip.run.pair_target;
        trip.steps += trip.run.count;
        if (turns_in_a_circle(walk, &trip))
            return not_reached(walk, &trip, true, diag);
        status =
            rvt_account_range(walk->account, trip.next, walk->pc, trip.run.count, walk->insn.size);
        if (status != RVT_OK)
            return status;
    }
    return not_reached(walk, &trip, false, diag);
}
