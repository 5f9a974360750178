/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/draft_walk.h"

#include <stddef.h>

#include "base/bits.h"
#include "flow/draft_ingress.h"

enum { TRIAL_CALLS = 64 }; /* calls on a path without branches */

/* How control leaves an instruction. */
enum way {
    WAY_KNOWN,    /* to an address that the program tells */
    WAY_BRANCH,   /* as an outcome tells */
    WAY_IMPLICIT, /* back to the latest call */
    WAY_UPDISCON, /* nobody knows */
};

enum rvt_status rvt_draft_walk_open(struct rvt_draft_walk *walk, const struct rvt_config *config)
{
    enum rvt_status status = rvt_branch_predictor_open(&walk->predictor, &config->params);

    return status == RVT_OK ? rvt_return_stack_open(&walk->calls, config) : status;
}

void rvt_draft_walk_close(struct rvt_draft_walk *walk)
{
    rvt_branch_predictor_close(&walk->predictor);
    rvt_return_stack_close(&walk->calls);
}

static enum rvt_status report(const struct rvt_draft_walk *walk, uint64_t first, uint64_t last,
                              uint32_t count, uint8_t last_size)
{
    const struct rvt_decoder_output *output = walk->output;
    struct rvt_range range = {.first = first, .last = last, .count = count, .last_size = last_size};

    if (output->range == NULL)
        return RVT_OK;
    return output->range(output->context, &range) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

enum rvt_status rvt_draft_walk_start(struct rvt_draft_walk *walk, uint64_t pc,
                                     struct rvt_diag *diag)
{
    enum rvt_status status = rvt_image_insn(walk->image, pc, &walk->insn, diag);

    rvt_branch_map_clear(&walk->map);
    walk->counted = 0;
    walk->failed = false;
    walk->decided = false;
    walk->pc = pc;
    return status == RVT_OK ? report(walk, pc, pc, 1, walk->insn.size) : status;
}

void rvt_draft_walk_decide(struct rvt_draft_walk *walk, bool taken, bool train)
{
    if (walk->insn.kind != RVT_INSN_BRANCH)
        return;
    walk->decided = true;
    walk->taken = taken;
    if (train && walk->predicts)
        rvt_branch_predictor_train(&walk->predictor, walk->pc, taken);
}

/* The branch at pc takes the oldest outcome; false: there is none. DRA-004, DRD-004. */
static bool take_outcome(struct rvt_draft_walk *walk)
{
    bool taken;

    if (walk->map.count > 0) {
        taken = rvt_branch_map_take(&walk->map);
    } else if (walk->counted > 0) {
        taken = rvt_branch_predictor_ask(&walk->predictor, walk->pc);
        walk->counted--;
    } else if (walk->failed) {
        taken = !rvt_branch_predictor_ask(&walk->predictor, walk->pc);
        walk->failed = false;
    } else {
        return false;
    }
    rvt_draft_walk_decide(walk, taken, true);
    return true;
}

static uint64_t in_line(const struct rvt_draft_walk *walk, uint64_t pc, const struct rvt_insn *insn)
{
    return (pc + insn->size) & rvt_mask(rvt_image_xlen(walk->image));
}

/* The way on from insn at pc while calls calls are counted; to: where it leads, if that is known.
 */
static enum way way_on(const struct rvt_draft_walk *walk, uint64_t pc, const struct rvt_insn *insn,
                       bool calls, uint64_t *to)
{
    *to = in_line(walk, pc, insn);
    switch (insn->kind) {
    case RVT_INSN_BRANCH:
        return WAY_BRANCH;
    case RVT_INSN_JUMP:
        *to = insn->target;
        return WAY_KNOWN;
    case RVT_INSN_UNINFERABLE:
        if (walk->implicit_return && calls && rvt_draft_jump_class(insn) == RVT_ITYPE_RETURN)
            return WAY_IMPLICIT;
        return WAY_UPDISCON;
    case RVT_INSN_TRAP_RETURN:
        return WAY_UPDISCON;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_TRAPS: /* DRD-006 */
    case RVT_INSN_UNKNOWN:
        break;
    }
    return WAY_KNOWN;
}

static bool is_call(const struct rvt_insn *insn)
{
    enum rvt_itype class = rvt_draft_jump_class(insn);

    return class == RVT_ITYPE_UNINFERABLE_CALL || class == RVT_ITYPE_INFERABLE_CALL;
}

/* Counts the call or return at pc, which is left. DRA-005. */
static void count_call(struct rvt_draft_walk *walk)
{
    if (!walk->implicit_return)
        return;
    if (is_call(&walk->insn))
        rvt_return_stack_push(&walk->calls, in_line(walk, walk->pc, &walk->insn));
    else if (rvt_draft_jump_class(&walk->insn) == RVT_ITYPE_RETURN)
        rvt_return_stack_pop(&walk->calls);
}

/* The address that execution goes to from pc; target: where a discontinuity leads. */
static enum rvt_status step(struct rvt_draft_walk *walk, uint64_t target, uint64_t *next,
                            bool *by_updiscon, struct rvt_diag *diag)
{
    enum way way = way_on(walk, walk->pc, &walk->insn, walk->calls.depth > 0, next);

    *by_updiscon = way == WAY_UPDISCON;
    if (way == WAY_BRANCH) {
        if (!walk->decided && !take_outcome(walk))
            return rvt_diag_set(diag, RVT_ERR_FLOW, "branch_map", walk->pc, "DRD-002",
                                "the branch at this address has no outcome in the trace");
        if (walk->taken)
            *next = walk->insn.target;
    } else if (way == WAY_IMPLICIT) {
        *next = rvt_return_stack_top(&walk->calls);
    } else if (way == WAY_UPDISCON) {
        *next = target;
    }
    count_call(walk);
    return RVT_OK;
}

/* True if the outcomes end with a branch at address, or before it if it is none. */
static bool is_settled(const struct rvt_draft_walk *walk, const struct rvt_draft_goal *goal,
                       bool branch)
{
    uint64_t left = rvt_draft_walk_left(walk);

    if (goal->sync || !branch)
        return left == 0;
    return left == 1 || (left == 0 && goal->undecided);
}

/* Looks for the goal in run, which begins at next. count: the instructions up to it, 0: it is not
 * there. */
static enum rvt_status seek(const struct rvt_draft_walk *walk, const struct rvt_draft_goal *goal,
                            uint64_t next, bool by_updiscon, const struct rvt_run *run,
                            uint32_t *count, struct rvt_diag *diag)
{
    bool branch = goal->address == run->last && run->insn.kind == RVT_INSN_BRANCH;

    *count = 0;
    if (by_updiscon) {
        *count = 1;
        if (!is_settled(walk, goal, branch))
            return rvt_diag_set(diag, RVT_ERR_FLOW, "branches", rvt_draft_walk_left(walk),
                                "DRD-002", "branch outcomes are left over at the reported address");
    } else if (goal->any_arrival && is_settled(walk, goal, branch) &&
               !rvt_image_leads(walk->image, next, goal->address, count)) {
        *count = 0;
    }
    return RVT_OK;
}

/* Reports the first count instructions of the run that begins at next. */
static enum rvt_status report_head(const struct rvt_draft_walk *walk, uint64_t next, uint32_t count,
                                   struct rvt_diag *diag)
{
    struct rvt_insn insn = {.size = 0};
    uint64_t last = next;

    for (uint32_t i = 0; i < count; i++) {
        last += insn.size;
        enum rvt_status status = rvt_image_insn(walk->image, last, &insn, diag);
        if (status != RVT_OK)
            return status;
    }
    return count == 0 ? RVT_OK : report(walk, next, last, count, insn.size);
}

/* Ends a walk on goal: count instructions from next on. */
static enum rvt_status arrive(struct rvt_draft_walk *walk, const struct rvt_draft_goal *goal,
                              uint64_t next, uint32_t count, struct rvt_diag *diag)
{
    const struct rvt_decoder_output *output = walk->output;
    enum rvt_status status = rvt_image_insn(walk->image, goal->address, &walk->insn, diag);

    if (status != RVT_OK)
        return status;
    walk->pc = goal->address;
    walk->decided = false;
    if (goal->announce == NULL) {
        status = report(walk, next, walk->pc, count, walk->insn.size);
    } else {
        status = report_head(walk, next, count - 1, diag);
        if (status == RVT_OK && output->event != NULL &&
            output->event(output->context, RVT_EVENT_CONTEXT, goal->announce) != RVT_OK)
            status = RVT_ERR_SINK;
        if (status == RVT_OK)
            status = report(walk, walk->pc, walk->pc, 1, walk->insn.size);
    }
    if (walk->insn.kind == RVT_INSN_BRANCH && !goal->sync)
        (void)take_outcome(walk);
    return status;
}

/* Passes the whole run that begins at next. */
static enum rvt_status pass(struct rvt_draft_walk *walk, uint64_t next, const struct rvt_run *run)
{
    walk->pc = run->last;
    walk->insn = run->insn;
    walk->decided = false;
    return report(walk, next, run->last, run->count, run->insn.size);
}

static enum rvt_status give_up(const struct rvt_draft_walk *walk, struct rvt_diag *diag)
{
    return rvt_diag_set(diag, RVT_ERR_STEP_LIMIT, "address", walk->pc, "DRD-002",
                        "not reached within the step limit");
}

enum rvt_status rvt_draft_walk_to(struct rvt_draft_walk *walk, const struct rvt_draft_goal *goal,
                                  bool *by_updiscon, struct rvt_diag *diag)
{
    for (uint64_t steps = 0; steps < walk->step_limit;) {
        struct rvt_run run;
        uint64_t next = 0;
        uint32_t count = 0;
        enum rvt_status status = step(walk, goal->address, &next, by_updiscon, diag);

        if (status == RVT_OK)
            status = rvt_image_run(walk->image, next, &run, diag);
        if (status == RVT_OK)
            status = seek(walk, goal, next, *by_updiscon, &run, &count, diag);
        if (status != RVT_OK)
            return status;
        if (count > 0)
            return arrive(walk, goal, next, count, diag);
        steps += run.count;
        status = pass(walk, next, &run);
        if (status != RVT_OK)
            return status;
    }
    return give_up(walk, diag);
}

enum rvt_status rvt_draft_walk_branches(struct rvt_draft_walk *walk, bool last_may_wait,
                                        struct rvt_diag *diag)
{
    for (uint64_t steps = 0; steps < walk->step_limit;) {
        struct rvt_run run;
        uint64_t next = 0;
        bool by_updiscon = false;
        bool updiscon =
            way_on(walk, walk->pc, &walk->insn, walk->calls.depth > 0, &next) == WAY_UPDISCON;

        if (rvt_draft_walk_left(walk) == 0)
            return RVT_OK;
        if (updiscon && last_may_wait && rvt_draft_walk_left(walk) == 1)
            return RVT_OK;
        if (updiscon)
            return rvt_diag_set(diag, RVT_ERR_FLOW, "branch_map", walk->pc, "DRD-004",
                                "an uninferable discontinuity that no packet tells the target of");
        enum rvt_status status = step(walk, 0, &next, &by_updiscon, diag);
        if (status == RVT_OK)
            status = rvt_image_run(walk->image, next, &run, diag);
        if (status == RVT_OK)
            status = pass(walk, next, &run);
        if (status != RVT_OK)
            return status;
        steps += run.count;
        if (rvt_draft_walk_left(walk) == 1 && walk->insn.kind == RVT_INSN_BRANCH)
            (void)take_outcome(walk);
    }
    return give_up(walk, diag);
}

bool rvt_draft_walk_successor(const struct rvt_draft_walk *walk, uint64_t *address)
{
    switch (way_on(walk, walk->pc, &walk->insn, walk->calls.depth > 0, address)) {
    case WAY_KNOWN:
        if (walk->insn.kind == RVT_INSN_TRAPS) /* a hart that lets it retire traps on it */
            *address = walk->pc;
        return true;
    case WAY_BRANCH:
        if (walk->decided && walk->taken)
            *address = walk->insn.target;
        return walk->decided;
    case WAY_IMPLICIT:
        *address = rvt_return_stack_top(&walk->calls);
        return true;
    case WAY_UPDISCON:
        break;
    }
    return false;
}

/* The calls of a trial: its own, and behind them those of the walk. */
struct trial {
    const struct rvt_return_stack *calls;
    uint64_t address[TRIAL_CALLS];
    uint32_t own, popped;
};

static uint64_t trial_return(struct trial *trial)
{
    const struct rvt_return_stack *calls = trial->calls;
    uint32_t at = calls->next + calls->capacity - 1 - trial->popped;

    if (trial->own > 0)
        return trial->address[--trial->own];
    trial->popped++;
    return calls->entry[at % calls->capacity].address;
}

bool rvt_draft_walk_meets_updiscon(const struct rvt_draft_walk *walk)
{
    struct trial trial = {.calls = &walk->calls};
    struct rvt_insn insn = walk->insn;
    uint64_t pc = walk->pc, next = 0;

    for (uint64_t steps = 0; steps < walk->step_limit;) {
        struct rvt_run run;
        bool calls = trial.own > 0 || trial.popped < walk->calls.depth;
        enum way way = way_on(walk, pc, &insn, calls, &next);

        if (way == WAY_UPDISCON)
            return true;
        if (way == WAY_BRANCH && (steps > 0 || !walk->decided))
            return false;
        if (way == WAY_BRANCH && walk->taken)
            next = insn.target;
        if (way == WAY_IMPLICIT)
            next = trial_return(&trial);
        if (walk->implicit_return && is_call(&insn)) {
            if (trial.own == TRIAL_CALLS)
                return false;
            trial.address[trial.own++] = in_line(walk, pc, &insn);
        }
        if (rvt_image_run(walk->image, next, &run, NULL) != RVT_OK)
            return false;
        steps += run.count;
        pc = run.last;
        insn = run.insn;
    }
    return false;
}
