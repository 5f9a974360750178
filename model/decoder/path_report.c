/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/path_report.h"

#include <stddef.h>

static bool is_count(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_OPT_EXT && packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT;
}

/* A packet without address, which ends on a branch: a full map, a misprediction. */
static bool is_without_address(const struct rvt_packet *packet)
{
    if (is_count(packet))
        return packet->branch_fmt == RVT_BRANCH_FMT_NO_ADDR;
    return packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches == 0;
}

/* Adds the outcomes that a packet reports. ETR-DEC-007, ETR-DEC-016, ETR-DEC-017. */
static void take_outcomes(struct rvt_outcomes *outcomes, const struct rvt_packet *packet)
{
    unsigned branches = packet->branches & RVT_BRANCHES_MAX;

    if (is_count(packet)) {
        outcomes->predicted = (uint64_t)packet->branch_count + RVT_BRANCHES_MAX;
        outcomes->failed = packet->branch_fmt != RVT_BRANCH_FMT_ADDR;
    } else if (is_without_address(packet)) {
        rvt_branch_map_append(&outcomes->map, packet->branch_map, RVT_BRANCHES_MAX);
    } else if (packet->format != RVT_FORMAT_ADDR_ONLY) {
        rvt_branch_map_append(&outcomes->map, packet->branch_map, branches);
    }
}

bool rvt_path_report_is_ambiguous(const struct rvt_follower *follower,
                                  const struct rvt_packet *packet)
{
    bool index = packet->format == RVT_FORMAT_OPT_EXT && !is_count(packet);

    return follower->path.mode.implicit_return && !packet->updiscon && !packet->notify && !index &&
           !is_without_address(packet) &&
           follower->config->switches.ir_profile == RVT_IR_PROFILE_V2_0_IRDEPTH;
}

/* True if the path leads to goal without a discontinuity. */
static bool leads_in_line(const struct rvt_follower *follower, const struct rvt_goal *goal)
{
    struct rvt_goal in_line = *goal;

    in_line.no_updiscon = true;
    return rvt_follower_try(follower, NULL, &in_line, NULL);
}

/* True if the path leads to goal, and the F3/0 may be that of the next instruction: on the path, at
 * the target of a return if that was mispredicted, or after a discontinuity of the context. */
static bool precedes(const struct rvt_follower *follower, const struct rvt_goal *goal,
                     const struct rvt_packet *start, bool mispredicted)
{
    const struct rvt_params *params = &follower->config->params;
    const struct rvt_executor executor = rvt_follower_executor(follower, start);
    struct rvt_goal after = {.stop = RVT_STOP_FIRST,
                             .address = rvt_follower_address(follower, start),
                             .executor = rvt_follower_sees(follower, &executor),
                             .next = true,
                             .mispredicted = mispredicted,
                             .lenient = true};
    struct rvt_goal in_line = *goal;
    bool taken = !start->branch;
    bool breaks =
        !params->nocontext_p && params->ctype_width_p > 1 && start->context != follower->context;

    in_line.no_updiscon = true;
    return rvt_follower_try(follower, &in_line, &after, &taken) ||
           (breaks && leads_in_line(follower, goal));
}

static bool has_status(const struct rvt_packet *packet, enum rvt_qual_status status)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT &&
           packet->support.value[RVT_SUPPORT_QUAL_STATUS] == status;
}

/*
 * What the depth, or its absence, means, as the next packet shows. The depth is that of a
 * misprediction, unless a trap or the end comes next, or an F3/0 of the very next instruction: the
 * updiscon flag would be set. If packets were lost there, only the first match is certain.
 */
static void resolve_depth(const struct rvt_follower *follower, struct rvt_goal *goal)
{
    const struct rvt_packet *next = follower->successor;

    bool lost = next == NULL || has_status(next, RVT_QUAL_TRACE_LOST);
    /* the report of the end has no depth (AMB-131) */
    bool final = follower->config->switches.final_repeat && next != NULL &&
                 has_status(next, RVT_QUAL_ENDED_REP);

    if (!goal->irreport) {
        goal->lenient = lost || final;
        return;
    }
    if (next == NULL || follower->path.tables->stack.counter)
        return;
    goal->predicted = true;
    if (next->format != RVT_FORMAT_SYNC || has_status(next, RVT_QUAL_ENDED_NTR))
        goal->predicted = false;
    else if (lost)
        goal->predicted = leads_in_line(follower, goal);
    else if (next->subformat == RVT_SUBFORMAT_START)
        goal->predicted = precedes(follower, goal, next, true);
    if (!goal->predicted)
        goal->stop = RVT_STOP_UPDISCON;
}

/* Sets the goal that packet reports. */
static void set_goal(const struct rvt_follower *follower, const struct rvt_packet *packet,
                     struct rvt_goal *goal)
{
    const struct rvt_switches *switches = &follower->config->switches;

    *goal = (struct rvt_goal){
        .stop = packet->notify     ? RVT_STOP_FIRST
                : packet->updiscon ? RVT_STOP_UPDISCON
                                   : RVT_STOP_TENTATIVE,
        .write_cache = !is_count(packet) || switches->jtc_update_on_f0s0,
        .irreport = packet->irreport && follower->path.mode.implicit_return,
        .irdepth = packet->irdepth,
    };
    if (is_without_address(packet)) {
        goal->stop = RVT_STOP_LAST_BRANCH;
    } else if (packet->format == RVT_FORMAT_OPT_EXT && !is_count(packet)) {
        goal->stop = RVT_STOP_UPDISCON;
        goal->by_index = true;
        goal->index = packet->index;
    } else {
        goal->address = rvt_follower_address(follower, packet);
        goal->predicted = packet->notify; /* no jump leads there */
        if (rvt_path_report_is_ambiguous(follower, packet))
            resolve_depth(follower, goal);
    }
}

bool rvt_path_report_is_reachable(const struct rvt_follower *follower,
                                  const struct rvt_packet *packet)
{
    struct rvt_goal goal;

    set_goal(follower, packet, &goal);
    goal.no_updiscon = true;
    return rvt_follower_try(follower, NULL, &goal, NULL) ||
           (follower->inferred && rvt_follower_try(follower, &follower->again, &goal, NULL));
}

/* Fixes the outcome of the branch at the position, if it is one: later predictions do not change
 * it. ETR-DEC-016, ETR-DEC-017. */
static enum rvt_status pin_outcome(struct rvt_path *path, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    struct rvt_outcomes *outcomes = &path->outcomes;

    if (!is_count(packet))
        return RVT_OK;
    if (rvt_outcomes_left(outcomes) > 0) {
        bool prediction = rvt_branch_predictor_ask(&path->tables->predictor, path->pc);
        bool taken = rvt_outcomes_take(outcomes, prediction);
        rvt_branch_map_add(&outcomes->map, taken);
    }
    if (packet->branch_fmt == RVT_BRANCH_FMT_ADDR_FAIL && path->insn.kind != RVT_INSN_BRANCH)
        return rvt_diag_set(
            diag, RVT_ERR_FLOW, "branch_fmt", packet->branch_fmt, "ETR-DEC-017",
            "at 0x%llx: a misprediction is reported, but this instruction is not a branch",
            (unsigned long long)path->pc);
    return RVT_OK;
}

/* True if packet reports the target of an uninferable discontinuity and says that the instruction
 * after it has no sync packet: the updiscon flag, which an index does not have, is not set.
 * ETR-FMT-027. */
static bool denies_sync(const struct rvt_follower *follower, const struct rvt_packet *packet)
{
    const struct rvt_path *path = &follower->path;

    return path->end == RVT_PATH_END_UPDISCON && !path->expected && !follower->again.by_index &&
           !packet->updiscon && !packet->notify &&
           follower->config->switches.updiscon_bit == RVT_UPDISCON_BIT_ONLY_BEFORE_SYNC;
}

/*
 * True if the report may mean a later arrival than the one found: implicit returns lead to its
 * address once more, and its depth, or the lack of one, fits there as well. An F3/0 has to fit
 * there, too. A packet that does not close the path decides by itself: it goes on from the arrival
 * that a discontinuity leads to. ETR-MODE-010.
 */
static bool may_return(const struct rvt_follower *follower)
{
    const struct rvt_path *path = &follower->path;
    const struct rvt_goal *goal = &follower->again;
    const struct rvt_packet *next = follower->successor;
    bool closed = next != NULL && next->format == RVT_FORMAT_SYNC;

    return (goal->stop == RVT_STOP_FIRST || (goal->stop == RVT_STOP_TENTATIVE && closed)) &&
           path->end != RVT_PATH_END_UPDISCON &&
           follower->config->switches.ir_profile == RVT_IR_PROFILE_V2_0_IRDEPTH &&
           rvt_follower_returns(follower, goal) &&
           (!closed || next->subformat != RVT_SUBFORMAT_START ||
            precedes(follower, goal, next, false));
}

/* True if packet says that the instruction after the one that it reports has a sync packet: the
 * updiscon flag. ETR-FMT-027, AMB-129. */
static bool flags_sync(const struct rvt_follower *follower, const struct rvt_packet *packet)
{
    return packet->updiscon &&
           follower->config->switches.updiscon_bit == RVT_UPDISCON_BIT_ONLY_BEFORE_SYNC;
}

/* What the report means for the packets to come. ETR-DEC-011, ETR-DEC-012. */
static void note_report(struct rvt_follower *follower, const struct rvt_packet *packet)
{
    const struct rvt_path *path = &follower->path;
    enum rvt_stop stop = follower->again.stop;
    bool in_line = stop == RVT_STOP_TENTATIVE && path->end != RVT_PATH_END_UPDISCON;
    bool expected = stop == RVT_STOP_TENTATIVE && path->expected;
    /* a notification has the depth only here: no mispredicted return leads to it */
    bool last = stop == RVT_STOP_FIRST && follower->again.irreport &&
                follower->config->switches.ir_profile == RVT_IR_PROFILE_V2_0_IRDEPTH;
    bool count_full =
        is_count(packet) && packet->branch_count == follower->config->switches.bcount_max;

    follower->reported = stop != RVT_STOP_LAST_BRANCH;
    follower->sync_flagged = follower->reported && flags_sync(follower, packet);
    follower->sync_denied = follower->reported && denies_sync(follower, packet);
    if (!follower->reported) { /* an inferred position was settled before */
        follower->sync_next = false;
        return;
    }
    follower->base = path->pc;
    follower->sync_next = last || follower->sync_flagged || ((in_line || expected) && !count_full);
    /* At a branch the outcome is used, and none is left for a later occurrence. */
    follower->inferred = in_line && path->insn.kind != RVT_INSN_BRANCH;
    follower->again.stop = RVT_STOP_UPDISCON;
}

enum rvt_status rvt_path_report_take(struct rvt_follower *follower, const struct rvt_packet *packet,
                                     struct rvt_diag *diag)
{
    struct rvt_path *path = &follower->path;
    enum rvt_status status = rvt_follower_settle(follower, diag);

    if (status != RVT_OK)
        return status;
    path->irets = 0;
    take_outcomes(&path->outcomes, packet);
    set_goal(follower, packet, &follower->again);
    status = rvt_execution_path_follow(path, &follower->again, diag);
    if (status == RVT_OK)
        status = pin_outcome(path, packet, diag);
    if (status != RVT_OK)
        return status;
    if (path->passed && follower->again.predicted && follower->successor != NULL &&
        has_status(follower->successor, RVT_QUAL_TRACE_LOST)) {
        rvt_output_buffer_drop(path->buffer); /* which return was meant can no longer be known */
        return RVT_OK;
    }
    follower->meaning.ambiguous = may_return(follower);
    note_report(follower, packet);
    if (follower->meaning.ambiguous)
        rvt_output_buffer_event(path->buffer, RVT_EVENT_AMBIGUOUS);
    if (follower->reported && !follower->inferred &&
        (path->end != RVT_PATH_END_UPDISCON || path->expected))
        rvt_follower_cache_target(follower);
    follower->meaning.end =
        path->end == RVT_PATH_END_UPDISCON && path->expected ? RVT_PATH_END_RETURN : path->end;
    follower->meaning.address = path->pc;
    follower->meaning.tentative = follower->inferred;
    return RVT_OK;
}
