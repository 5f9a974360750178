/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "draft/draft_follow.h"

#include <stddef.h>

#include "wire/te_inst.h"

/* True if the path leads to another arrival at the position, by a discontinuity: the position was
 * only inferred, and no branch without outcome comes first. Tells and changes nothing. */
static bool can_arrive_again(const struct rvt_follow *follow)
{
    struct rvt_walk trial = follow->walk;
    enum rvt_account_mode mode = trial.account->mode;
    struct rvt_tables_point point = rvt_tables_begin(trial.tables);

    trial.account->mode = RVT_ACCOUNT_SILENT;
    bool good = rvt_walk_to(&trial, &follow->again, NULL) == RVT_OK;
    trial.account->mode = mode;
    rvt_tables_undo(trial.tables, &point);
    return good;
}

/* Goes on to the later arrival, if there can be one; else a notification asked for the report.
 * DRD-003. */
static enum rvt_status settle(struct rvt_follow *follow, struct rvt_diag *diag)
{
    if (follow->inferred && !can_arrive_again(follow))
        follow->inferred = false;
    return rvt_follow_settle(follow, diag);
}

/* A packet of format 3 shows that the report before it was final, unless the switch has it
 * otherwise. DRD-003. */
static enum rvt_status settle_before_sync(struct rvt_follow *follow, struct rvt_diag *diag)
{
    if (follow->config->switches.draft_looplabel == RVT_DRAFT_LOOPLABEL_SECOND)
        return settle(follow, diag);
    follow->inferred = false;
    return RVT_OK;
}

/* The outcome of the branch at the position, if it was told by a count, is from now on a known one.
 */
static void pin_outcome(struct rvt_walk *walk)
{
    struct rvt_outcomes *outcomes = &walk->outcomes;

    if (walk->insn.kind != RVT_INSN_BRANCH || outcomes->predicted + outcomes->failed == 0)
        return;
    bool prediction = rvt_branch_predictor_ask(&walk->tables->predictor, walk->pc);
    bool taken = rvt_outcomes_take(outcomes, prediction);
    rvt_branch_map_add(&outcomes->map, taken);
}

/* Behind a sync packet: what the tables of the draft begin anew with. DRA-004, DRA-005. */
static void restart_tables(struct rvt_follow *follow)
{
    bool keeps = follow->config->switches.draft_bpred_init == RVT_DRAFT_BPRED_INIT_ENABLE &&
                 follow->draft.started;

    follow->draft.started = true;
    follow->reported = false;
    if (!keeps)
        return;
    follow->resets = false;
    follow->walk.trained = false;
    rvt_return_stack_clear(&follow->walk.tables->stack);
}

/* F3/0: while tracing the path leads to it. DRD-001. */
static enum rvt_status take_start(struct rvt_follow *follow, const struct rvt_packet *packet,
                                  struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    if (follow->config->switches.draft_looplabel == RVT_DRAFT_LOOPLABEL_SECOND)
        status = settle(follow, diag);
    if (status == RVT_OK)
        status = rvt_follow_start(follow, packet, diag);
    if (status == RVT_OK)
        restart_tables(follow);
    return status;
}

/* F3/1: the last report was of the instruction before the trap; its EPC is what follows. DRD-001,
 * DRD-006. */
static enum rvt_status take_exception(struct rvt_follow *follow, const struct rvt_packet *packet,
                                      struct rvt_diag *diag)
{
    struct rvt_packet later = *packet;
    enum rvt_status status = settle_before_sync(follow, diag);

    later.thaddr = true; /* the address is always that of the handler */
    if (status == RVT_OK)
        status = rvt_follow_trap(follow, &later, diag);
    if (status == RVT_OK)
        restart_tables(follow);
    return status;
}

/* F3/2. DRD-005. */
static enum rvt_status take_context(struct rvt_follow *follow, const struct rvt_packet *packet)
{
    rvt_return_stack_clear(&follow->walk.tables->stack);
    if (follow->place == RVT_PLACE_NOWHERE)
        return RVT_OK;
    follow->context = packet->context;
    return rvt_account_event(follow->walk.account, RVT_EVENT_CONTEXT);
}

/*
 * A count: walks to the branch that uses the last outcome. If that one lies behind an uninferable
 * discontinuity, waits there; the address of format 2 that must follow tells the way. DRD-004.
 */
static enum rvt_status take_count(struct rvt_follow *follow, const struct rvt_packet *packet,
                                  struct rvt_diag *diag)
{
    struct rvt_walk *walk = &follow->walk;
    struct rvt_goal goal = {.stop = RVT_STOP_LAST_BRANCH};
    uint64_t successor;

    if (!walk->mode.branch_prediction)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "branch_fmt", packet->branch_fmt, "DRF-001",
                            "a count, but the stream has branch prediction off");
    walk->outcomes.predicted = (uint64_t)packet->branch_count + RVT_BRANCHES_MAX;
    walk->outcomes.failed = !packet->no_mispred;
    follow->inferred = false;
    follow->sync_next = false;
    enum rvt_status status = rvt_walk_to(walk, &goal, NULL);
    if (status == RVT_OK) {
        pin_outcome(walk);
        follow->draft.count_led = true;
        return RVT_OK;
    }
    follow->draft.waits = status == RVT_ERR_FLOW && rvt_outcomes_left(&walk->outcomes) == 1 &&
                          rvt_walk_successor(walk, &successor) == RVT_SUCCESSOR_OPEN;
    if (follow->draft.waits || status == RVT_ERR_SINK)
        return follow->draft.waits ? RVT_OK : status;
    return rvt_diag_set(diag, status, "branch_count", packet->branch_count, "DRD-004",
                        "at 0x%llx: %llu branches of the count were not met",
                        (unsigned long long)walk->pc,
                        (unsigned long long)rvt_outcomes_left(&walk->outcomes));
}

/* F1 and F2; position is known. DRD-002. */
static enum rvt_status take_report(struct rvt_follow *follow, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    struct rvt_walk *walk = &follow->walk;
    bool address_only = packet->format == RVT_FORMAT_ADDR_ONLY;
    bool count =
        !address_only && packet->branches == 0 && packet->branch_fmt == RVT_DRAFT_BRANCH_FMT_COUNT;
    bool stays =
        follow->draft.count_led && address_only && rvt_follow_address(follow, packet) == walk->pc;
    bool waits = follow->draft.waits;
    enum rvt_status status = RVT_OK;

    follow->draft.count_led = false;
    follow->draft.waits = false;
    follow->step.arrival = RVT_ARRIVAL_NONE;
    if (waits && !address_only)
        return rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "DRA-002",
                            "the count before needs an address of format 2");
    if (stays) { /* another arrival at this branch would have another outcome */
        follow->base = walk->pc;
        follow->sync_next = true;
        follow->step.address = walk->pc;
        follow->step.arrival = RVT_ARRIVAL_LINE;
        return RVT_OK;
    }
    status = settle(follow, diag);
    if (status == RVT_OK)
        status = count ? take_count(follow, packet, diag) : rvt_follow_report(follow, packet, diag);
    follow->reported = false; /* the draft repeats no address at the end */
    if (status == RVT_OK && !count)
        pin_outcome(walk);
    return status;
}

enum rvt_status rvt_draft_follow_packet(struct rvt_follow *follow, const struct rvt_packet *packet,
                                        bool strict, struct rvt_diag *diag)
{
    if (follow->place == RVT_PLACE_NOWHERE) /* what was missed is not known */
        follow->draft = (struct rvt_draft_memory){.started = false};
    if (packet->format == RVT_FORMAT_OPT_EXT)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "DRF-014",
                            "the draft does not use format 0");
    if (packet->format == RVT_FORMAT_SYNC) {
        follow->draft.count_led = false;
        follow->draft.waits = false;
        if (packet->subformat == RVT_SUBFORMAT_START)
            return take_start(follow, packet, diag);
        return packet->subformat == RVT_SUBFORMAT_TRAP ? take_exception(follow, packet, diag)
                                                       : take_context(follow, packet);
    }
    if (follow->place == RVT_PLACE_PATH)
        return take_report(follow, packet, diag);
    follow->step.what = NULL; /* it is passed over */
    return strict ? rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "DRD-001",
                                 "a synchronisation packet must come first")
                  : RVT_OK;
}

enum rvt_status rvt_draft_follow_support(struct rvt_follow *follow, const struct rvt_packet *packet,
                                         struct rvt_diag *diag)
{
    bool ended_ntr = packet->support.value[RVT_SUPPORT_QUAL_STATUS] == RVT_QUAL_ENDED_NTR;
    enum rvt_status status = RVT_OK;

    if (follow->place == RVT_PLACE_PATH)
        status = ended_ntr ? settle(follow, diag) : settle_before_sync(follow, diag);
    follow->draft = (struct rvt_draft_memory){.started = false};
    rvt_return_stack_clear(&follow->walk.tables->stack);
    return status;
}
