/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/follow.h"

#include <stddef.h>

#include "base/bits.h"

void rvt_follow_leave(struct rvt_follow *follow, bool fresh)
{
    follow->place = RVT_PLACE_NOWHERE;
    follow->fresh = fresh;
    follow->gap = true;
    follow->inferred = false;
    follow->pop_open = false;
}

/* An address of iaddress_width_p bits as the program has it. */
static uint64_t extend(const struct rvt_follow *follow, uint64_t address)
{
    unsigned width = follow->config->params.iaddress_width_p;
    uint64_t narrow = address & rvt_mask(width);

    if (follow->config->switches.addr_extend == RVT_ADDR_EXTEND_SIGN)
        narrow = rvt_sign_extend(narrow, width);
    return narrow & rvt_mask(rvt_image_xlen(follow->walk.image));
}

uint64_t rvt_follow_address(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    unsigned shift =
        follow->config->switches.addr_shift ? follow->config->params.iaddress_lsb_p : 0;
    uint64_t field = packet->address << shift;
    bool absolute = packet->format == RVT_FORMAT_SYNC || follow->walk.mode.full_address;

    return extend(follow, absolute ? field : follow->base + field);
}

void rvt_follow_cache(struct rvt_follow *follow)
{
    if (follow->walk.mode.jump_target_cache && follow->again.write_cache &&
        follow->config->switches.jtc_write == RVT_JTC_WRITE_ANY_ADDRESS)
        rvt_tables_cache(follow->walk.tables, follow->walk.pc);
}

enum rvt_status rvt_follow_settle(struct rvt_follow *follow, struct rvt_diag *diag)
{
    if (!follow->inferred)
        return RVT_OK;
    follow->inferred = false;
    follow->settled = true;
    return rvt_walk_to(&follow->walk, &follow->again, diag);
}

bool rvt_follow_try(const struct rvt_follow *follow, const struct rvt_goal *first,
                    const struct rvt_goal *goal, const bool *taken)
{
    struct rvt_walk trial = follow->walk;
    struct rvt_account *account = trial.account;
    enum rvt_account_mode mode = account->mode;
    struct rvt_tables_point point = rvt_tables_begin(trial.tables);
    struct rvt_insn insn;

    account->mode = RVT_ACCOUNT_SILENT;
    bool good = rvt_image_insn(trial.image, goal->address, &insn, NULL) == RVT_OK &&
                (first == NULL || rvt_walk_to(&trial, first, NULL) == RVT_OK);
    if (good && taken != NULL && insn.kind == RVT_INSN_BRANCH)
        rvt_branch_map_add(&trial.outcomes.map, *taken);
    good = good && rvt_walk_to(&trial, goal, NULL) == RVT_OK;
    account->mode = mode;
    rvt_tables_undo(trial.tables, &point);
    return good;
}

static bool is_count(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_OPT_EXT && packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT;
}

/* A packet that ends on a branch and has no address: a full map, a failed prediction. */
static bool is_without_address(const struct rvt_packet *packet)
{
    if (is_count(packet))
        return packet->branch_fmt == RVT_BRANCH_FMT_NO_ADDR;
    return packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches == 0;
}

/* Takes over the outcomes that a packet tells. ETR-DEC-007, ETR-DEC-016, ETR-DEC-017. */
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

bool rvt_follow_tells_either(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    bool index = packet->format == RVT_FORMAT_OPT_EXT && !is_count(packet);

    return follow->walk.mode.implicit_return && !packet->updiscon && !packet->notify && !index &&
           !is_without_address(packet) &&
           follow->config->switches.ir_profile == RVT_IR_PROFILE_V2_0_IRDEPTH;
}

/* True if the path leads to goal without a discontinuity. */
static bool leads_in_line(const struct rvt_follow *follow, const struct rvt_goal *goal)
{
    struct rvt_goal in_line = *goal;

    in_line.no_updiscon = true;
    return rvt_follow_try(follow, NULL, &in_line, NULL);
}

/* True if the path leads to goal, and an F3/0 can be that of the instruction behind it: where the
 * path goes on, where a mispredicted return leads, or where a break of the context does. */
static bool precedes(const struct rvt_follow *follow, const struct rvt_goal *goal,
                     const struct rvt_packet *start)
{
    const struct rvt_params *params = &follow->config->params;
    struct rvt_goal behind = {.stop = RVT_STOP_FIRST,
                              .address = rvt_follow_address(follow, start),
                              .next = true,
                              .fails = true,
                              .lenient = true};
    struct rvt_goal in_line = *goal;
    bool taken = !start->branch;
    bool breaks =
        !params->nocontext_p && params->ctype_width_p > 1 && start->context != follow->context;

    in_line.no_updiscon = true;
    return rvt_follow_try(follow, &in_line, &behind, &taken) ||
           (breaks && leads_in_line(follow, goal));
}

static bool has_status(const struct rvt_packet *packet, enum rvt_qual_status status)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT &&
           packet->support.value[RVT_SUPPORT_QUAL_STATUS] == status;
}

/*
 * What depth, told or not, means by the packet behind it. It is that of a misprediction unless a
 * trap or the end is next, or an F3/0 of the very next instruction: the updiscon flag would be set.
 * If packets were lost there, only the first place that fits is certain.
 */
static void decide_depth(const struct rvt_follow *follow, struct rvt_goal *goal)
{
    const struct rvt_packet *next = follow->successor;

    bool lost = next == NULL || has_status(next, RVT_QUAL_TRACE_LOST);

    if (!goal->irreport) {
        goal->lenient = lost;
        goal->holds = lost;
        return;
    }
    if (next == NULL || follow->walk.tables->stack.counter)
        return;
    goal->holds = true;
    if (next->format != RVT_FORMAT_SYNC || has_status(next, RVT_QUAL_ENDED_NTR))
        goal->holds = false;
    else if (lost)
        goal->holds = leads_in_line(follow, goal);
    else if (next->subformat == RVT_SUBFORMAT_START)
        goal->holds = precedes(follow, goal, next);
    if (!goal->holds)
        goal->stop = RVT_STOP_UPDISCON;
}

/* Sets what packet leads to. */
static void set_goal(const struct rvt_follow *follow, const struct rvt_packet *packet,
                     struct rvt_goal *goal)
{
    const struct rvt_switches *switches = &follow->config->switches;

    *goal = (struct rvt_goal){
        .stop = packet->notify     ? RVT_STOP_FIRST
                : packet->updiscon ? RVT_STOP_UPDISCON
                                   : RVT_STOP_TENTATIVE,
        .write_cache = !is_count(packet) || switches->jtc_update_on_f0s0,
        .irreport = packet->irreport && follow->walk.mode.implicit_return,
        .irdepth = packet->irdepth,
    };
    if (is_without_address(packet)) {
        goal->stop = RVT_STOP_LAST_BRANCH;
    } else if (packet->format == RVT_FORMAT_OPT_EXT && !is_count(packet)) {
        goal->stop = RVT_STOP_UPDISCON;
        goal->by_index = true;
        goal->index = packet->index;
    } else {
        goal->address = rvt_follow_address(follow, packet);
        goal->holds = packet->notify; /* no jump leads there */
        if (rvt_follow_tells_either(follow, packet))
            decide_depth(follow, goal);
    }
}

bool rvt_follow_reaches(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    struct rvt_goal goal;

    set_goal(follow, packet, &goal);
    goal.no_updiscon = true;
    return rvt_follow_try(follow, NULL, &goal, NULL);
}

/* The outcome of the branch at the position, if it is one, is from now on a known one. ETR-DEC-016,
 * ETR-DEC-017. */
static enum rvt_status pin_outcome(struct rvt_walk *walk, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    struct rvt_outcomes *outcomes = &walk->outcomes;

    if (!is_count(packet))
        return RVT_OK;
    if (rvt_outcomes_left(outcomes) > 0) {
        bool prediction = rvt_branch_predictor_ask(&walk->tables->predictor, walk->pc);
        bool taken = rvt_outcomes_take(outcomes, prediction);
        rvt_branch_map_add(&outcomes->map, taken);
    }
    if (packet->branch_fmt == RVT_BRANCH_FMT_ADDR_FAIL && walk->insn.kind != RVT_INSN_BRANCH)
        return rvt_diag_set(diag, RVT_ERR_FLOW, "branch_fmt", packet->branch_fmt, "ETR-DEC-017",
                            "at 0x%llx: no branch, so none that failed its prediction",
                            (unsigned long long)walk->pc);
    return RVT_OK;
}

/* What the report means for the packets to come. ETR-DEC-011, ETR-DEC-012. */
static void note_report(struct rvt_follow *follow, const struct rvt_packet *packet)
{
    const struct rvt_walk *walk = &follow->walk;
    enum rvt_stop stop = follow->again.stop;
    bool in_line = stop == RVT_STOP_TENTATIVE && walk->arrival != RVT_ARRIVAL_UPDISCON;
    bool expected = stop == RVT_STOP_TENTATIVE && walk->expected;
    /* a notification tells the depth only there: no failed return leads to it */
    bool last = stop == RVT_STOP_FIRST && follow->again.irreport &&
                follow->config->switches.ir_profile == RVT_IR_PROFILE_V2_0_IRDEPTH;
    bool count_full =
        is_count(packet) && packet->branch_count == follow->config->switches.bcount_max;

    follow->reported = stop != RVT_STOP_LAST_BRANCH;
    if (!follow->reported) {
        follow->inferred = false;
        follow->sync_next = false;
        return;
    }
    follow->base = walk->pc;
    follow->sync_next = last ||
                        (packet->updiscon && follow->config->switches.updiscon_bit ==
                                                 RVT_UPDISCON_BIT_ONLY_BEFORE_SYNC) ||
                        ((in_line || expected) && !count_full);
    /* Behind a branch its outcome would be used up, and none be left for a later occurrence. */
    follow->inferred = in_line && walk->insn.kind != RVT_INSN_BRANCH;
    follow->again.stop = RVT_STOP_UPDISCON;
}

enum rvt_status rvt_follow_report(struct rvt_follow *follow, const struct rvt_packet *packet,
                                  struct rvt_diag *diag)
{
    struct rvt_walk *walk = &follow->walk;
    enum rvt_status status = rvt_follow_settle(follow, diag);

    if (status != RVT_OK)
        return status;
    walk->irets = 0;
    take_outcomes(&walk->outcomes, packet);
    set_goal(follow, packet, &follow->again);
    status = rvt_walk_to(walk, &follow->again, diag);
    if (status == RVT_OK)
        status = pin_outcome(walk, packet, diag);
    if (status != RVT_OK)
        return status;
    if (walk->crossed && follow->again.holds && follow->successor != NULL &&
        has_status(follow->successor, RVT_QUAL_TRACE_LOST)) {
        walk->account->count = 0; /* nobody knows any more which return was meant */
        return RVT_OK;
    }
    note_report(follow, packet);
    if (follow->reported && !follow->inferred &&
        (walk->arrival != RVT_ARRIVAL_UPDISCON || walk->expected))
        rvt_follow_cache(follow);
    follow->step.arrival = walk->arrival == RVT_ARRIVAL_UPDISCON && walk->expected
                               ? RVT_ARRIVAL_RETURN
                               : walk->arrival;
    follow->step.address = walk->pc;
    follow->step.tentative = follow->inferred;
    return RVT_OK;
}
