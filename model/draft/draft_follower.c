/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "draft/draft_follower.h"

#include <stddef.h>

#include "decoder/path_report.h"
#include "decoder/sync.h"
#include "wire/te_inst.h"

/* True if the path leads to another occurrence of the position by a discontinuity, while the
 * position was only inferred, and no branch without outcome comes first. Reports and changes
 * nothing. */
static bool can_arrive_again(const struct rvt_follower *follower)
{
    struct rvt_path trial = follower->path;
    enum rvt_output_mode mode = trial.buffer->mode;
    struct rvt_tables_point point = rvt_tables_begin(trial.tables);

    trial.buffer->mode = RVT_OUTPUT_DISCARDED;
    bool good = rvt_execution_path_follow(&trial, &follower->again, NULL) == RVT_OK;
    trial.buffer->mode = mode;
    rvt_tables_undo(trial.tables, &point);
    return good;
}

/* Goes on to the later occurrence if there can be one. Else the report was that of a notification.
 * DRD-003. */
static enum rvt_status settle(struct rvt_follower *follower, struct rvt_diag *diag)
{
    if (follower->inferred && !can_arrive_again(follower))
        follower->inferred = false;
    return rvt_follower_settle(follower, diag);
}

/* A trap, an end or a loss shows that the report before it was final, unless the switch
 * draft_looplabel says otherwise. DRD-003. */
static enum rvt_status settle_before_sync(struct rvt_follower *follower, struct rvt_diag *diag)
{
    if (follower->config->switches.draft_looplabel == RVT_DRAFT_LOOPLABEL_SECOND)
        return settle(follower, diag);
    follower->inferred = false;
    return RVT_OK;
}

/* Fixes the outcome of the branch at the position, if a count reported it: later predictions do not
 * change it. */
static void pin_outcome(struct rvt_path *path)
{
    struct rvt_outcomes *outcomes = &path->outcomes;

    if (path->insn.kind != RVT_INSN_BRANCH || outcomes->predicted + outcomes->failed == 0)
        return;
    bool prediction = rvt_branch_predictor_ask(&path->tables->predictor, path->pc);
    bool taken = rvt_outcomes_take(outcomes, prediction);
    rvt_branch_map_add(&outcomes->map, taken);
}

/* Resets the tables after a sync packet, as the draft does. DRA-004, DRA-005. */
static void restart_tables(struct rvt_follower *follower)
{
    bool keeps = follower->config->switches.draft_bpred_init == RVT_DRAFT_BPRED_INIT_ENABLE &&
                 follower->draft.started;

    follower->draft.started = true;
    follower->reported = false;
    if (!keeps)
        return;
    follower->resets = false;
    follower->path.trained = false;
    rvt_return_stack_clear(&follower->path.tables->stack);
}

/* F3/0: while tracing the path leads to it. DRD-001. */
static enum rvt_status take_start(struct rvt_follower *follower, const struct rvt_packet *packet,
                                  struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    if (follower->config->switches.draft_looplabel == RVT_DRAFT_LOOPLABEL_SECOND)
        status = settle(follower, diag);
    if (status == RVT_OK)
        status = rvt_sync_start(follower, packet, diag);
    if (status == RVT_OK)
        restart_tables(follower);
    return status;
}

/* F3/1: the last report was of the instruction before the trap; its EPC is what follows. DRD-001,
 * DRD-006. */
static enum rvt_status take_exception(struct rvt_follower *follower,
                                      const struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct rvt_packet later = *packet;
    enum rvt_status status = settle_before_sync(follower, diag);

    later.thaddr = true; /* the address is always that of the handler */
    if (status == RVT_OK)
        status = rvt_sync_trap(follower, &later, diag);
    if (status == RVT_OK)
        restart_tables(follower);
    return status;
}

/* F3/2. It comes for a later instruction than the report before it (step 9 of the chart is the last
 * one), so it does not settle that report. DRD-003, DRD-005. */
static enum rvt_status take_context(struct rvt_follower *follower, const struct rvt_packet *packet)
{
    rvt_return_stack_clear(&follower->path.tables->stack);
    if (follower->place == RVT_PLACE_NOWHERE)
        return RVT_OK;
    follower->context = packet->context;
    rvt_output_buffer_event(follower->path.buffer, RVT_EVENT_CONTEXT);
    return RVT_OK;
}

/*
 * A count: follows the path to the branch that uses the last outcome. If that lies after an
 * uninferable discontinuity, waits there for the address of format 2 that must follow. DRD-004.
 */
static enum rvt_status take_count(struct rvt_follower *follower, const struct rvt_packet *packet,
                                  struct rvt_diag *diag)
{
    struct rvt_path *path = &follower->path;
    struct rvt_goal goal = {.stop = RVT_STOP_LAST_BRANCH};

    if (!path->mode.branch_prediction)
        return rvt_diag_set(
            diag, RVT_ERR_RESERVED, "branch_fmt", packet->branch_fmt, "DRF-001",
            "the packet has a branch count, but branch prediction is off in this stream");
    path->outcomes.predicted = (uint64_t)packet->branch_count + RVT_BRANCHES_MAX;
    path->outcomes.failed = !packet->no_mispred;
    follower->sync_next = false;
    enum rvt_status status = rvt_execution_path_follow(path, &goal, NULL);
    if (status == RVT_OK) {
        follower->draft.count_led = true;
        return RVT_OK;
    }
    follower->draft.waits = status == RVT_ERR_FLOW && rvt_outcomes_left(&path->outcomes) == 1;
    if (follower->draft.waits)
        return RVT_OK;
    return rvt_diag_set(diag, status, "branch_count", packet->branch_count, "DRD-004",
                        "at 0x%llx: the path ends, but %llu branches of the count are left",
                        (unsigned long long)path->pc,
                        (unsigned long long)rvt_outcomes_left(&path->outcomes));
}

/* F1 and F2; the position is known. DRD-002. */
static enum rvt_status take_report(struct rvt_follower *follower, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    struct rvt_path *path = &follower->path;
    bool address_only = packet->format == RVT_FORMAT_ADDR_ONLY;
    bool count =
        !address_only && packet->branches == 0 && packet->branch_fmt == RVT_DRAFT_BRANCH_FMT_COUNT;
    bool stays = follower->draft.count_led && address_only &&
                 rvt_follower_address(follower, packet) == path->pc;
    bool waits = follower->draft.waits;
    enum rvt_status status = RVT_OK;

    follower->draft.count_led = false;
    follower->draft.waits = false;
    follower->meaning.end = RVT_PATH_END_NONE;
    if (waits && !address_only)
        return rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "DRA-002",
                            "a format 2 packet must follow the preceding branch count");
    if (stays) { /* another occurrence of this branch would have another outcome */
        follower->base = path->pc;
        follower->sync_next = true;
        follower->meaning.address = path->pc;
        follower->meaning.end = RVT_PATH_END_INFERABLE;
        return RVT_OK;
    }
    status = settle(follower, diag);
    if (status == RVT_OK)
        status = count ? take_count(follower, packet, diag)
                       : rvt_path_report_take(follower, packet, diag);
    follower->reported = false; /* the draft repeats no address at the end */
    if (status == RVT_OK)
        pin_outcome(path);
    return status;
}

enum rvt_status rvt_draft_follower_packet(struct rvt_follower *follower,
                                          const struct rvt_packet *packet, bool strict,
                                          struct rvt_diag *diag)
{
    if (follower->place == RVT_PLACE_NOWHERE) /* what was missed is unknown */
        follower->draft = (struct rvt_draft_memory){.started = false};
    if (packet->format == RVT_FORMAT_OPT_EXT)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "DRF-014",
                            "the draft has no format 0");
    if (packet->format == RVT_FORMAT_SYNC) {
        follower->draft.count_led = false;
        follower->draft.waits = false;
        if (packet->subformat == RVT_SUBFORMAT_START)
            return take_start(follower, packet, diag);
        return packet->subformat == RVT_SUBFORMAT_TRAP ? take_exception(follower, packet, diag)
                                                       : take_context(follower, packet);
    }
    if (follower->place == RVT_PLACE_PATH)
        return take_report(follower, packet, diag);
    follower->meaning.te_inst = NULL; /* ignored */
    return strict ? rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "DRD-001",
                                 "a sync packet must come first")
                  : RVT_OK;
}

enum rvt_status rvt_draft_follower_support(struct rvt_follower *follower,
                                           const struct rvt_packet *packet, struct rvt_diag *diag)
{
    bool ended_ntr = packet->support.value[RVT_SUPPORT_QUAL_STATUS] == RVT_QUAL_ENDED_NTR;
    enum rvt_status status = RVT_OK;

    if (follower->place == RVT_PLACE_PATH)
        status = ended_ntr ? settle(follower, diag) : settle_before_sync(follower, diag);
    follower->draft = (struct rvt_draft_memory){.started = false};
    rvt_return_stack_clear(&follower->path.tables->stack);
    return status;
}
