/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/coverage_sampling.h"

#include "program/insn.h"

static bool is_branch(unsigned itype)
{
    return itype == RVT_ITYPE_TAKEN_BRANCH || itype == RVT_ITYPE_NONTAKEN_BRANCH;
}

/* True if the latest block that ended at address when the packet was decided ends in a branch. */
static bool reports_branch(const struct rvt_block_history *history, uint64_t blocks,
                           uint64_t address)
{
    uint64_t oldest =
        history->count > RVT_BLOCK_HISTORY_MAX ? history->count - RVT_BLOCK_HISTORY_MAX : 0;

    while (blocks > oldest) {
        const struct rvt_past_block *past = &history->past[--blocks % RVT_BLOCK_HISTORY_MAX];
        if (past->iretire > 0 && !past->lost && past->last == address)
            return is_branch(past->itype);
    }
    return false;
}

void rvt_coverage_sampling_packet(struct rvt_coverage *coverage, const struct rvt_config *config,
                                  const struct rvt_block_history *history,
                                  const struct rvt_expected_packet *expected)
{
    struct rvt_coverage_reason reason = {.decision = expected->origin.decision};

    if (expected->packet.format != RVT_FORMAT_SYNC)
        reason.branch = reports_branch(history, expected->blocks, expected->origin.iaddr);
    rvt_coverage_packet(coverage, config, &expected->packet, &reason);
}

static enum rvt_coverage_step step_of(unsigned itype)
{
    if (is_branch(itype))
        return RVT_COVERAGE_BRANCH;
    if (itype == RVT_ITYPE_TRAP_RETURN)
        return RVT_COVERAGE_TRAP_RETURN;
    return rvt_itype_is_updiscon((enum rvt_itype)itype, true) ? RVT_COVERAGE_UPDISCON
                                                              : RVT_COVERAGE_SEQUENTIAL;
}

void rvt_coverage_sampling_block(struct rvt_coverage *coverage, const struct rvt_block *block)
{
    bool exception = block->itype == RVT_ITYPE_EXCEPTION;
    bool trap = exception || block->itype == RVT_ITYPE_INTERRUPT;

    if (block->iretire > 0)
        rvt_coverage_item(coverage, trap ? RVT_COVERAGE_SEQUENTIAL : step_of(block->itype));
    if (trap)
        rvt_coverage_item(coverage, exception ? RVT_COVERAGE_EXCEPTION : RVT_COVERAGE_INTERRUPT);
}
