/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/walk.h"

#include <stddef.h>

#include "base/bits.h"

/* Instructions first to last, the last one being insn at last. */
static enum rvt_status report(const struct rvt_walk *walk, uint64_t first, uint64_t last,
                              uint32_t count, uint8_t last_size)
{
    struct rvt_range range = {.first = first, .last = last, .count = count, .last_size = last_size};

    if (walk->output == NULL || walk->output->range == NULL)
        return RVT_OK;
    return walk->output->range(walk->output->context, &range) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

static enum rvt_status announce(const struct rvt_walk *walk, const struct rvt_packet *packet)
{
    const struct rvt_decoder_output *output = walk->output;

    if (packet == NULL || output == NULL || output->event == NULL)
        return RVT_OK;
    return output->event(output->context, RVT_EVENT_CONTEXT, packet) == RVT_OK ? RVT_OK
                                                                               : RVT_ERR_SINK;
}

enum rvt_status rvt_walk_start(struct rvt_walk *walk, uint64_t pc, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_image_insn(walk->image, pc, &walk->insn, diag);

    walk->pc = pc;
    return status == RVT_OK ? report(walk, pc, pc, 1, walk->insn.size) : status;
}

bool rvt_walk_at_updiscon(const struct rvt_walk *walk)
{
    return walk->insn.kind == RVT_INSN_UNINFERABLE || walk->insn.kind == RVT_INSN_TRAP_RETURN;
}

static uint64_t in_line(const struct rvt_walk *walk)
{
    return (walk->pc + walk->insn.size) & rvt_mask(rvt_image_xlen(walk->image));
}

bool rvt_walk_successor(const struct rvt_walk *walk, uint64_t *address)
{
    switch (walk->insn.kind) {
    case RVT_INSN_BRANCH:
        if (walk->map.count == 0)
            return false;
        *address = (walk->map.bits & 1) == 0 ? walk->insn.target : in_line(walk);
        return true;
    case RVT_INSN_JUMP:
        *address = walk->insn.target;
        return true;
    case RVT_INSN_TRAPS: /* AMB-031: a hart that lets it retire traps on it */
        *address = walk->pc;
        return true;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        return false;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_UNKNOWN:
        break;
    }
    *address = in_line(walk);
    return true;
}

/* The address that execution goes to from pc. ETR-DEC-008, ETR-DEC-013. */
static enum rvt_status step(struct rvt_walk *walk, const struct rvt_goal *goal, uint64_t *next,
                            bool *by_updiscon, struct rvt_diag *diag)
{
    *by_updiscon = false;
    switch (walk->insn.kind) {
    case RVT_INSN_BRANCH:
        if (walk->map.count == 0)
            return rvt_diag_set(diag, RVT_ERR_FLOW, "branch_map", walk->pc, "ETR-DEC-009",
                                "the branch at this address has no outcome in the trace");
        *next = rvt_branch_map_take(&walk->map) ? walk->insn.target : in_line(walk);
        break;
    case RVT_INSN_JUMP:
        *next = walk->insn.target;
        break;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        if (goal->last_branch || goal->no_updiscon)
            return rvt_diag_set(diag, RVT_ERR_FLOW, "branch_map", walk->pc, "ETR-DEC-008",
                                "an uninferable discontinuity that no packet tells the target of");
        *next = goal->address;
        *by_updiscon = true;
        break;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_TRAPS:
    case RVT_INSN_UNKNOWN:
        *next = in_line(walk);
        break;
    }
    return RVT_OK;
}

/* True if the walk ends on address of run; all outcomes but that of a branch there are used. */
static bool is_settled(const struct rvt_walk *walk, const struct rvt_run *run, uint64_t address)
{
    bool branch = address == run->last && run->insn.kind == RVT_INSN_BRANCH;
    return walk->map.count == (branch ? 1u : 0u);
}

/* Looks for the goal in run, which begins at next. Returns the instructions up to it, 0: it is not
 * there. */
static enum rvt_status seek(const struct rvt_walk *walk, const struct rvt_goal *goal, uint64_t next,
                            bool by_updiscon, const struct rvt_run *run, uint32_t *count,
                            struct rvt_diag *diag)
{
    *count = 0;
    if (goal->last_branch) {
        if (walk->map.count == 1 && run->insn.kind == RVT_INSN_BRANCH)
            *count = run->count;
    } else if (by_updiscon) {
        *count = 1;
        if (!is_settled(walk, run, next))
            return rvt_diag_set(diag, RVT_ERR_FLOW, "branches", walk->map.count, "ETR-DEC-009",
                                "branch outcomes are left over at the reported address");
    } else if (goal->any_arrival && is_settled(walk, run, goal->address)) {
        if (!rvt_image_leads(walk->image, next, goal->address, count))
            *count = 0;
    }
    return RVT_OK;
}

/* Reports the first count instructions of the run that begins at next. */
static enum rvt_status report_head(const struct rvt_walk *walk, uint64_t next, uint32_t count,
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

/* Reports the end of a walk: count instructions from next on, the last one at pc. */
static enum rvt_status arrive(const struct rvt_walk *walk, const struct rvt_goal *goal,
                              uint64_t next, uint32_t count, struct rvt_diag *diag)
{
    enum rvt_status status;

    if (goal->announce == NULL)
        return report(walk, next, walk->pc, count, walk->insn.size);
    status = report_head(walk, next, count - 1, diag);
    if (status == RVT_OK)
        status = announce(walk, goal->announce);
    return status == RVT_OK ? report(walk, walk->pc, walk->pc, 1, walk->insn.size) : status;
}

enum rvt_status rvt_walk_to(struct rvt_walk *walk, const struct rvt_goal *goal, bool *by_updiscon,
                            struct rvt_diag *diag)
{
    for (uint64_t steps = 0; steps < walk->step_limit;) {
        struct rvt_run run;
        uint64_t next = 0;
        uint32_t count;
        enum rvt_status status = step(walk, goal, &next, by_updiscon, diag);

        if (status == RVT_OK)
            status = rvt_image_run(walk->image, next, &run, diag);
        if (status == RVT_OK)
            status = seek(walk, goal, next, *by_updiscon, &run, &count, diag);
        if (status != RVT_OK)
            return status;
        if (count > 0) {
            walk->pc = goal->last_branch ? run.last : goal->address;
            status = rvt_image_insn(walk->image, walk->pc, &walk->insn, diag);
            return status == RVT_OK ? arrive(walk, goal, next, count, diag) : status;
        }
        walk->pc = run.last;
        walk->insn = run.insn;
        steps += run.count;
        status = report(walk, next, run.last, run.count, run.insn.size);
        if (status != RVT_OK)
            return status;
    }
    return rvt_diag_set(diag, RVT_ERR_STEP_LIMIT, "address", goal->address, "ETR-DEC-020",
                        "not reached within the step limit");
}
