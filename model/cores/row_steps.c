/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/row_steps.h"

#include <stddef.h>

#include "base/bits.h"

void rvt_row_steps_init(struct rvt_row_steps *steps, const struct rvt_config *config,
                        struct rvt_image *image, rvt_hart_sink sink, void *context)
{
    *steps =
        (struct rvt_row_steps){.config = config, .image = image, .sink = sink, .context = context};
}

static enum rvt_status give_gap(const struct rvt_row_steps *steps, const struct rvt_hart_step *base,
                                enum rvt_hart_gap gap)
{
    struct rvt_hart_step step = rvt_hart_step_gap(gap, base->place, base->cycle);

    return steps->sink(steps->context, &step);
}

/* An instruction, unless it is the one that was given last, shown once more. */
static enum rvt_status give_instruction(struct rvt_row_steps *steps,
                                        const struct rvt_hart_step *base, uint64_t pc,
                                        unsigned size)
{
    struct rvt_hart_step step = *base;
    bool again = steps->repeatable && pc == steps->again;

    steps->repeatable = rvt_image_is_zcmp(steps->image, pc);
    steps->again = pc;
    step.kind = RVT_STEP_RETIRED;
    step.pc = pc;
    step.size = (uint8_t)size;
    return again ? RVT_OK : steps->sink(steps->context, &step);
}

/* The instructions of a block with iretire > 0. */
static enum rvt_status give_block(struct rvt_row_steps *steps, const struct rvt_hart_step *base,
                                  const struct rvt_block *block)
{
    const struct rvt_params *params = &steps->config->params;
    uint64_t addresses = rvt_mask(params->iaddress_width_p);
    uint64_t last = rvt_block_last(params, block);
    uint64_t left = (last - block->iaddr) & addresses;
    uint64_t pc = block->iaddr;
    enum rvt_status status = RVT_OK;

    while (status == RVT_OK && left > 0) {
        struct rvt_insn insn;
        bool known = rvt_image_insn(steps->image, pc, &insn, NULL) == RVT_OK;
        if (known && insn.size <= left) {
            status = give_instruction(steps, base, pc, insn.size);
            pc = (pc + insn.size) & addresses;
            left -= insn.size;
            continue;
        }
        if (!known)
            status = give_gap(steps, base, RVT_HART_GAP_CODE);
        left = 0;
    }
    return status == RVT_OK ? give_instruction(steps, base, last, 2u << block->ilastsize) : status;
}

/* The address after the instructions of block, if it is known. */
static bool after_block(const struct rvt_row_steps *steps, const struct rvt_block *block,
                        uint64_t *after)
{
    const struct rvt_params *params = &steps->config->params;
    uint64_t last = rvt_block_last(params, block);
    struct rvt_insn insn;

    if (rvt_image_insn(steps->image, last, &insn, NULL) != RVT_OK)
        return false;
    *after = insn.kind == RVT_INSN_JUMP ? insn.target : last + (UINT64_C(2) << block->ilastsize);
    *after &= rvt_mask(params->iaddress_width_p);
    return insn.kind == RVT_INSN_SEQUENTIAL || insn.kind == RVT_INSN_JUMP;
}

static enum rvt_status give_trap(struct rvt_row_steps *steps, const struct rvt_hart_step *base,
                                 const struct rvt_row *row, const struct rvt_block *block)
{
    struct rvt_hart_step step = *base;
    bool exception = block->itype == RVT_ITYPE_EXCEPTION;

    step.kind = exception ? RVT_STEP_EXCEPTION : RVT_STEP_INTERRUPT;
    step.cause = row->cause;
    step.tval = exception ? row->tval : 0;
    step.tval_known = exception;
    step.pc = block->iaddr;
    step.pc_known = exception;
    if (block->iretire > 0)
        step.pc_known = after_block(steps, block, &step.pc);
    steps->repeatable = false;
    return steps->sink(steps->context, &step);
}

enum rvt_status rvt_row_steps_put(struct rvt_row_steps *steps, const struct rvt_row *row,
                                  uint64_t number)
{
    const struct rvt_hart_step base = {
        .place = number, .cycle = row->cycle, .privilege = row->priv, .pc_known = true};
    bool halted = row->halted || row->reset;
    bool first = halted && !steps->halted;
    enum rvt_status status = RVT_OK;

    steps->halted = halted;
    if (halted)
        return first ? give_gap(steps, &base, RVT_HART_GAP_HALTED) : RVT_OK;
    for (unsigned i = 0; i < row->blocks && status == RVT_OK; i++) {
        const struct rvt_block *block = &row->block[i];
        if (block->iretire > 0)
            status = give_block(steps, &base, block);
        if (status == RVT_OK && rvt_block_is_trap(block))
            status = give_trap(steps, &base, row, block);
    }
    if (status == RVT_OK && row->lost)
        status = give_gap(steps, &base, RVT_HART_GAP_LOST);
    return status;
}
