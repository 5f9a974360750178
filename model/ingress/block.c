/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/block.h"

#include <inttypes.h>

/* True if insn must be the last of its block. */
static bool ends_block(const struct rvt_config *config, const struct rvt_insn *insn)
{
    switch (insn->kind) {
    case RVT_INSN_BRANCH:
        return !rvt_is_draft(config);
    case RVT_INSN_JUMP:
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        return true;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_TRAPS:
    case RVT_INSN_UNKNOWN:
        return false;
    }
    return false;
}

enum rvt_status rvt_block_follow(const struct rvt_config *config, struct rvt_image *image,
                                 const struct rvt_block *block, uint64_t *instructions,
                                 struct rvt_diag *diag)
{
    uint64_t pc = block->iaddr, last = rvt_block_last(&config->params, block);
    struct rvt_run run;
    struct rvt_insn insn;

    *instructions = 1;
    while (pc < last && rvt_image_run(image, pc, &run, NULL) == RVT_OK && run.last < last) {
        if (ends_block(config, &run.insn))
            return rvt_diag_set(diag, RVT_ERR_INGRESS, "iretire", block->iretire, "ETR-ING-004",
                                "the block continues after the branch or jump at 0x%" PRIx64,
                                run.last);
        *instructions += run.count;
        pc = run.last + run.insn.size;
    }
    for (; pc < last && rvt_image_insn(image, pc, &insn, NULL) == RVT_OK; pc += insn.size)
        ++*instructions;
    if (pc > last)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "ilastsize", block->ilastsize, "ETR-ING-003",
                            "the block ends with an instruction at 0x%" PRIx64
                            ", but the program has none there",
                            last);
    return RVT_OK;
}
