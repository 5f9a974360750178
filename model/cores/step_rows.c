/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/step_rows.h"

#include "base/bits.h"
#include "ingress/draft_ingress.h"

void rvt_step_rows_init(struct rvt_step_rows *rows, const struct rvt_config *config,
                        rvt_row_sink sink, void *context)
{
    *rows = (struct rvt_step_rows){.config = config, .sink = sink, .context = context};
}

/* The code that the hart shows. In the draft the hart itself shows that the step before makes a
 * jump inferable (DRA-007). */
static uint8_t itype_of(const struct rvt_config *config, const struct rvt_checked_step *step)
{
    if (!rvt_is_draft(config))
        return (uint8_t)rvt_insn_itype(&step->insn, step->taken, config->params.itype_width_p);
    return rvt_draft_itype(&step->insn, step->taken, config->switches.draft_sijump && step->pair);
}

/* Spec: ETR-ING-010, ETR-ING-016. */
static void trap_block(const struct rvt_step *step, struct rvt_row *row)
{
    bool interrupt = step->kind == RVT_STEP_INTERRUPT;

    row->cause = step->cause;
    row->tval = interrupt ? 0 : step->tval;
    row->block[0].itype = interrupt ? RVT_ITYPE_INTERRUPT : RVT_ITYPE_EXCEPTION;
    row->block[0].iaddr = step->pc;
}

static void retired_block(const struct rvt_config *config, const struct rvt_checked_step *step,
                          struct rvt_block *block)
{
    const struct rvt_params *params = &config->params;

    block->itype = itype_of(config, step);
    block->iaddr = step->step.pc;
    block->iretire = rvt_counts_halfwords(params) ? step->insn.size / 2u : 1u;
    block->ilastsize = step->insn.size == 4 ? 1 : 0;
    block->sijump = params->sijump_p && !rvt_is_draft(config) && step->pair;
}

static enum rvt_status set_cycle(struct rvt_step_rows *rows, const struct rvt_step *step,
                                 struct rvt_row *row, struct rvt_diag *diag)
{
    uint64_t counted = rows->any ? rows->cycle + 1 : 0;

    row->cycle = step->known & RVT_STEP_CYCLE ? step->cycle : counted;
    if (rows->any && row->cycle <= rows->cycle)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "cycle", row->cycle, "LogCycle",
                            "the cycle does not increase");
    rows->cycle = row->cycle;
    rows->any = true;
    return RVT_OK;
}

/* The code with which the hart reports a change of context. Spec: ETR-CTX-003, ETR-CTX-005. */
static uint8_t change_of_context(const struct rvt_config *config)
{
    if (rvt_is_draft(config))
        return RVT_DRAFT_CTYPE_PRECISE;
    if (config->params.ctype_width_p < 2)
        return config->params.ctype_width_p ? RVT_CTYPE_IMPRECISE : RVT_CTYPE_UNREPORTED;
    return RVT_CTYPE_PRECISE;
}

/* context and time, if the configuration has them. Spec: ETR-CTX-003, ETR-CTX-006. */
static void set_sideband(struct rvt_step_rows *rows, const struct rvt_step *step,
                         struct rvt_row *row)
{
    const struct rvt_params *params = &rows->config->params;

    if (step->known & RVT_STEP_TIME && !params->notime_p)
        row->time = step->time;
    if (!(step->known & RVT_STEP_CONTEXT) || params->nocontext_p)
        return;
    row->context = step->context;
    if (rows->context_known && step->context != rows->held_context)
        row->ctype = change_of_context(rows->config);
    rows->held_context = step->context;
    rows->context_known = true;
}

enum rvt_status rvt_step_rows_put(void *context, const struct rvt_checked_step *step,
                                  struct rvt_diag *diag)
{
    struct rvt_step_rows *rows = context;
    struct rvt_row row = {.priv = step->step.privilege, .blocks = 1, .lost = step->lost};

    if (step->step.kind == RVT_STEP_RETIRED)
        retired_block(rows->config, step, &row.block[0]);
    else
        trap_block(&step->step, &row);
    set_sideband(rows, &step->step, &row);
    enum rvt_status status = set_cycle(rows, &step->step, &row, diag);
    if (status == RVT_OK)
        status = rvt_profile_row_check(rows->config, &row, diag);
    if (status == RVT_OK)
        status = rows->sink(rows->context, &row, diag);
    if (status != RVT_OK)
        rvt_diag_at(diag, "line", step->step.line);
    return status;
}
