/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/hart_step.h"

#include "base/bits.h"

struct rvt_hart_step rvt_hart_step_of(const struct rvt_config *config,
                                      const struct rvt_checked_step *checked)
{
    const struct rvt_params *params = &config->params;
    const struct rvt_step *step = &checked->step;
    uint64_t addresses = rvt_mask(params->iaddress_width_p);
    bool exception = step->kind == RVT_STEP_EXCEPTION;

    return (struct rvt_hart_step){
        .pc = step->pc & addresses,
        .tval = step->tval & addresses,
        .place = step->line,
        .cycle = step->cycle,
        .cause = step->cause & (uint32_t)rvt_mask(params->ecause_width_p),
        .kind = step->kind,
        .size = step->kind == RVT_STEP_RETIRED ? (uint8_t)checked->insn.size : 0,
        .privilege = step->privilege,
        .pc_known = (step->known & RVT_STEP_PC) != 0,
        .tval_known = exception && (step->known & RVT_STEP_TVAL) != 0,
    };
}

struct rvt_hart_step rvt_hart_step_gap(enum rvt_hart_gap gap, uint64_t place, uint64_t cycle)
{
    return (struct rvt_hart_step){
        .kind = RVT_STEP_LOSS, .gap = gap, .place = place, .cycle = cycle};
}
