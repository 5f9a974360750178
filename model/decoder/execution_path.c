/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/execution_path.h"

#include <assert.h>
#include <stddef.h>

#include "base/bits.h"
#include "decoder/next_pc.h"

enum rvt_status rvt_execution_path_start(struct rvt_path *path, uint64_t pc, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_image_insn(path->image, pc, &path->insn, diag);

    path->pc = pc;
    path->pair = false;
    path->counted = false;
    path->dropped = false;
    path->trained = false;
    path->before_change.valid = false;
    path->irets = 0;
    if (status == RVT_OK)
        rvt_output_buffer_range(path->buffer, pc, pc, 1, &path->insn, rvt_path_takes_branch(path));
    return status;
}

/* Finds the run of instructions that follows pc. */
static enum rvt_status next_run(struct rvt_path *path, struct rvt_search *search,
                                struct rvt_diag *diag)
{
    struct rvt_run *run = &search->run;
    enum rvt_status status = rvt_next_pc(path, search->goal, &search->next, diag);

    if (status == RVT_OK)
        status = rvt_image_run(path->image, search->next, run, diag);
    if (status == RVT_OK && path->insn.constant && run->count == 1)
        run->pair = rvt_insn_is_pair(&path->insn, &run->insn, rvt_image_xlen(path->image),
                                     &run->pair_target);
    return status;
}

/* True if the run includes the goal's address; *count instructions lead there. */
static bool run_includes(const struct rvt_path *path, const struct rvt_search *search,
                         uint32_t *count)
{
    uint64_t address = search->goal->address;

    return address >= search->next && address <= search->run.last &&
           rvt_image_leads(path->image, search->next, address, count);
}

/*
 * True if an encoder that reports an arrival here, the last before a sync packet or the end, would
 * send the depth that the packet has, or none. It sends the depth after an implicit return unless
 * the depth is 0, and elsewhere if a return is the latest of calls, returns and branches.
 * ETR-MODE-008, ETR-MODE-009.
 */
static bool depth_fits(const struct rvt_path *path, const struct rvt_search *search, bool returned)
{
    const struct rvt_goal *goal = search->goal;
    uint32_t depth = path->tables->stack.depth;
    bool sends = returned ? depth != 0 : path->returned && !path->branched;

    if (goal->irreport && (depth & path->depth_mask) != goal->irdepth)
        return false;
    if (search->left_at_goal > 0 || (goal->stop == RVT_STOP_FIRST && !goal->irreport))
        return true;
    return goal->irreport == sends;
}

/*
 * The same with irets, which is sent unless it is 0. A return that is reported for another reason
 * is recognised before it is taken to be implicit, see rvt_next_pc (AMB-010). ETR-MODE-011.
 */
static bool irets_fit(const struct rvt_path *path, const struct rvt_search *search, bool returned)
{
    const struct rvt_goal *goal = search->goal;

    if (goal->irreport)
        return !returned && path->irets == goal->irdepth && path->irets > 0;
    return goal->stop == RVT_STOP_FIRST || search->left_at_goal > 0 || path->irets == 0;
}

/* True if the implicit returns on the way are those that the packet reports. returned: the last of
 * them led here. */
static bool returns_fit(const struct rvt_path *path, const struct rvt_search *search, bool returned)
{
    if (!path->mode.implicit_return || search->goal->lenient)
        return true;
    return path->config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS
               ? irets_fit(path, search, returned)
               : depth_fits(path, search, returned);
}

/* True if the packet may mean an arrival at the goal. at_first: at the first instruction of the
 * run. ETR-DEC-010..013. */
static bool may_stop(const struct rvt_path *path, const struct rvt_search *search, bool at_first)
{
    bool jumped = at_first && path->end != RVT_PATH_END_INFERABLE;

    if (!returns_fit(path, search, at_first && path->end == RVT_PATH_END_RETURN))
        return false;
    return search->goal->stop == RVT_STOP_FIRST || !jumped ||
           path->config->switches.dec_arrival == RVT_DEC_ARRIVAL_BY_STEP;
}

/* The branch map ends before or after the reported address. */
static enum rvt_status fail_outcomes(const struct rvt_path *path, struct rvt_diag *diag)
{
    uint64_t left = rvt_outcomes_left(&path->outcomes);

    return rvt_diag_set(diag, RVT_ERR_FLOW, "branches", left, "ETR-DEC-009", "at 0x%llx: %s",
                        (unsigned long long)path->pc,
                        left == 0 ? "the outcome of the branch at the reported address is missing"
                                  : "branch outcomes are left at the reported address");
}

/* Looks for the goal in the run. *count: the instructions up to it; 0: it is not there. */
static enum rvt_status find_goal(const struct rvt_path *path, const struct rvt_search *search,
                                 uint32_t *count, struct rvt_diag *diag)
{
    const struct rvt_run *run = &search->run;
    uint64_t left = rvt_outcomes_left(&path->outcomes);
    bool branch = run->insn.kind == RVT_INSN_BRANCH;

    *count = 0;
    if (search->goal->stop == RVT_STOP_LAST_BRANCH) {
        if (left == 1 && branch)
            *count = run->count;
    } else if (path->end == RVT_PATH_END_UPDISCON) {
        *count = 1;
        bool hidden = left == 0 && path->config->params.ntkn_width_p > 0; /* DRA-009 */
        if (left != (branch && run->count == 1 ? 1u : 0u) && !hidden)
            return fail_outcomes(path, diag);
    } else if (search->goal->stop != RVT_STOP_UPDISCON && left == search->left_at_goal) {
        uint32_t there;
        if (run_includes(path, search, &there) && may_stop(path, search, there == 1))
            *count = there;
    }
    return RVT_OK;
}

/* Reports the first count instructions of the run. */
static enum rvt_status report_head(const struct rvt_path *path, const struct rvt_search *search,
                                   uint32_t count, struct rvt_diag *diag)
{
    struct rvt_insn insn = {.size = 0};
    uint64_t last = search->next;

    for (uint32_t i = 0; i < count; i++) {
        last += insn.size;
        enum rvt_status status = rvt_image_insn(path->image, last, &insn, diag);
        if (status != RVT_OK)
            return status;
    }
    if (count > 0)
        rvt_output_buffer_range(path->buffer, search->next, last, count, &insn, false);
    return RVT_OK;
}

/* Selects who sees the instruction at the goal; without address spaces nothing. */
static void look_at_goal(const struct rvt_path *path, const struct rvt_goal *goal)
{
    if (goal->executor != NULL)
        rvt_image_select(path->image, goal->executor);
}

/* The same for those on the path. */
static void look_at_path(const struct rvt_path *path, const struct rvt_goal *goal)
{
    if (goal->executor != NULL)
        rvt_image_select(path->image, &path->executor);
}

static bool ends_at_branch(const struct rvt_path *path, const struct rvt_goal *goal)
{
    look_at_goal(path, goal);
    bool branch = rvt_image_is_branch(path->image, goal->address);
    look_at_path(path, goal);
    return branch;
}

enum rvt_status rvt_execution_path_look(const struct rvt_path *path, const struct rvt_goal *goal,
                                        struct rvt_insn *insn, struct rvt_diag *diag)
{
    look_at_goal(path, goal);
    enum rvt_status status = rvt_image_insn(path->image, goal->address, insn, diag);
    look_at_path(path, goal);
    return status;
}

/* The path arrived in line, where those on the path saw its instructions: sees the last one as its
 * own executor does. */
static enum rvt_status see_as_goal(struct rvt_path *path, const struct rvt_goal *goal,
                                   struct rvt_diag *diag)
{
    struct rvt_insn insn;
    enum rvt_status status = rvt_execution_path_look(path, goal, &insn, diag);

    if (status != RVT_OK)
        return status;
    path->pair = path->pair && insn.kind == path->insn.kind;
    path->insn = insn;
    return RVT_OK;
}

/* Ends the path on instruction count of the run. */
static enum rvt_status arrive(struct rvt_path *path, const struct rvt_search *search,
                              uint32_t count, struct rvt_diag *diag)
{
    const struct rvt_run *run = &search->run;
    enum rvt_status status = RVT_OK;

    if (count > 1)
        path->end = RVT_PATH_END_INFERABLE;
    if (count == run->count) {
        path->pc = run->last;
        path->insn = run->insn;
        path->pair = run->pair;
        path->pair_target = run->pair_target;
    } else {
        path->pc = path->end == RVT_PATH_END_UPDISCON ? search->next : search->goal->address;
        path->pair = false;
        status = rvt_image_insn(path->image, path->pc, &path->insn, diag);
    }
    if (status == RVT_OK && search->goal->executor != NULL && path->end != RVT_PATH_END_UPDISCON)
        status = see_as_goal(path, search->goal, diag);
    if (status == RVT_OK && search->goal->announce)
        status = report_head(path, search, count - 1, diag);
    if (status != RVT_OK)
        return status;
    if (search->goal->announce) {
        rvt_output_buffer_event(path->buffer, RVT_EVENT_CONTEXT);
        rvt_output_buffer_range(path->buffer, path->pc, path->pc, 1, &path->insn,
                                rvt_path_takes_branch(path));
    } else {
        rvt_output_buffer_range(path->buffer, search->next, path->pc, count, &path->insn,
                                rvt_path_takes_branch(path));
    }
    return RVT_OK;
}

/* True if the path was here before with the same outcomes left and the same stack: it is an endless
 * loop. ETR-DEC-020. */
static bool is_endless_loop(const struct rvt_path *path, struct rvt_search *search)
{
    const struct rvt_return_stack *stack = &path->tables->stack;
    uint32_t depth = stack->depth;
    uint32_t again = depth > 0 ? rvt_return_stack_latest(stack)->again : 0;
    uint64_t left = rvt_outcomes_left(&path->outcomes);

    if (depth < search->least_depth)
        search->least_depth = depth;
    if (path->pc == search->mark_pc && left == search->mark_left && depth == search->mark_depth &&
        search->least_depth == depth && again == search->mark_again &&
        (!search->goal->irreport || path->irets == search->mark_irets))
        return true;
    if (search->steps < 2 * search->mark_steps)
        return false;
    search->mark_pc = path->pc;
    search->mark_left = left;
    search->mark_steps = search->steps;
    search->mark_depth = search->least_depth = depth;
    search->mark_again = again;
    search->mark_irets = path->irets;
    return false;
}

static enum rvt_status fail_not_reached(const struct rvt_path *path,
                                        const struct rvt_search *search, bool loop,
                                        struct rvt_diag *diag)
{
    if (search->goal->stop == RVT_STOP_LAST_BRANCH)
        return rvt_diag_set(
            diag, RVT_ERR_STEP_LIMIT, path->outcomes.predicted > 0 ? "branch_count" : "branch_map",
            rvt_outcomes_left(&path->outcomes), "ETR-DEC-020",
            "at 0x%llx: %s, but branch outcomes are left", (unsigned long long)path->pc,
            loop ? "the path is in a loop without branches"
                 : "the step limit (--steps) is reached");
    return rvt_diag_set(diag, RVT_ERR_STEP_LIMIT, "address", search->goal->address, "ETR-DEC-020",
                        "at 0x%llx: %s", (unsigned long long)path->pc,
                        loop ? "the path is in a loop that never reaches the address"
                             : "the address is not reached within the step limit (--steps)");
}

/* The target of a discontinuity is not in the image, but the path before it is certain. */
static void prove_path(const struct rvt_path *path, const struct rvt_search *search)
{
    struct rvt_insn insn;

    if (path->end == RVT_PATH_END_UPDISCON && rvt_outcomes_left(&path->outcomes) == 0 &&
        rvt_image_insn(path->image, search->next, &insn, NULL) == RVT_ERR_NO_CODE)
        rvt_output_buffer_prove(path->buffer);
}

/* The buffer is full. Notes where the path is, so that it is followed again from here, and keeps
 * nothing of what comes until its end. */
static void suspend(struct rvt_path *path, struct rvt_search *search)
{
    struct rvt_path_replays *replays = path->replays;

    assert(replays->count < RVT_PATH_REPLAYS_MAX);
    if (replays->count == 0)
        replays->point = rvt_tables_begin(path->tables);
    struct rvt_path_replay *replay = &replays->replay[replays->count++];
    replay->path = *path;
    replay->goal = *search->goal;
    replay->search = *search;
    rvt_output_buffer_path(path->buffer);
    path->buffer->mode = RVT_OUTPUT_DISCARDED;
    search->suspended = true;
}

/* Goes on to the goal. RVT_ERR_CAPACITY: the buffer of a path that is followed again is full. */
static enum rvt_status go_on(struct rvt_path *path, struct rvt_search *search,
                             struct rvt_diag *diag)
{
    const struct rvt_goal *goal = search->goal;

    while (search->steps < path->step_limit) {
        uint32_t count;
        enum rvt_status status = next_run(path, search, diag);
        if (status == RVT_ERR_NO_CODE)
            prove_path(path, search);
        if (status == RVT_OK)
            status = find_goal(path, search, &count, diag);
        if (status != RVT_OK)
            return status;
        if (count > 0 && (!goal->next || count == 1))
            return arrive(path, search, count, diag);
        if (goal->next)
            break;
        path->pc = search->run.last;
        path->insn = search->run.insn;
        path->pair = search->run.pair;
        path->pair_target = search->run.pair_target;
        search->steps += search->run.count;
        if (is_endless_loop(path, search))
            return fail_not_reached(path, search, true, diag);
        if (rvt_output_buffer_step(path->buffer, search->next, path->pc, search->run.count,
                                   &path->insn, rvt_path_takes_branch(path)))
            continue;
        if (path->buffer->mode == RVT_OUTPUT_REPLAYED)
            return RVT_ERR_CAPACITY;
        suspend(path, search);
    }
    return fail_not_reached(path, search, false, diag);
}

enum rvt_status rvt_execution_path_follow(struct rvt_path *path, const struct rvt_goal *goal,
                                          struct rvt_diag *diag)
{
    struct rvt_search search = {.goal = goal, .mark_pc = UINT64_MAX, .mark_steps = 8};

    if (goal->stop == RVT_STOP_TENTATIVE || goal->stop == RVT_STOP_FIRST)
        search.left_at_goal = ends_at_branch(path, goal);
    path->passed = false;
    if (rvt_output_buffer_is_full(path->buffer))
        suspend(path, &search);
    enum rvt_status status = go_on(path, &search, diag);
    if (search.suspended)
        path->buffer->mode = RVT_OUTPUT_BUFFERED;
    return status;
}

bool rvt_execution_path_replay(struct rvt_path_replay *replay)
{
    replay->path.buffer->mode = RVT_OUTPUT_REPLAYED;
    rvt_image_select(replay->path.image, &replay->path.executor);
    replay->search.goal = &replay->goal;
    return go_on(&replay->path, &replay->search, NULL) == RVT_ERR_CAPACITY;
}
