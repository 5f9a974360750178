/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/retired.h"

#include <stdlib.h>

#include "ingress/registers.h"

#include "lockstep/core/covered.h"
#include "lockstep/core/retired_state.h"
#include "lockstep/timing/filtered.h"

/* --- what retired ---------------------------------------------------------------------------- */

/* Tracing ended before the cycle: the last trap may stay untold (ETR-SUP-011). */
static enum rvt_status end_tracing(struct rvt_retired *retired, uint64_t cycle)
{
    retired->traced = false;
    retired->shown_size = 0;
    if (retired->coverage != NULL)
        rvt_coverage_item(retired->coverage, RVT_COVERAGE_GAP);
    if (!retired->open)
        return RVT_OK;
    retired->open = false;
    struct rvt_untold *last = rvt_untold_back(&retired->queue);
    if (last != NULL && last->kind == RVT_UNTOLD_TRAP) {
        last->optional = true;
        retired->trap = *last;
        retired->has_trap = true;
    }
    const struct rvt_untold end = {.kind = RVT_UNTOLD_END, .cycle = cycle};
    return rvt_untold_add(&retired->queue, &end);
}

static bool running(const struct rvt_retired *retired)
{
    return retired->control.enable && !retired->halted && !retired->reset;
}

/* A cycle without any row passes: a trace-off of the cycle before takes effect. */
static enum rvt_status pass_cycle(struct rvt_retired *retired, uint64_t cycle)
{
    if (retired->off_next) {
        retired->off_next = false;
        retired->control.inst_tracing = false;
    }
    if (retired->traced && !(running(retired) && retired->control.inst_tracing && retired->passed))
        return end_tracing(retired, cycle);
    return RVT_OK;
}

enum rvt_status rvt_retired_idle(struct rvt_retired *retired, uint64_t cycle)
{
    if (cycle <= retired->cycle)
        return RVT_OK;
    retired->cycle = cycle;
    return pass_cycle(retired, cycle);
}

/* The idle cycles before cycle pass, then those in which the hart was stalled. */
static enum rvt_status pass_to(struct rvt_retired *retired, uint64_t cycle, uint64_t stalled_cycles)
{
    enum rvt_status status = RVT_OK;

    if (cycle > retired->cycle + stalled_cycles + 1)
        status = rvt_retired_idle(retired, cycle - stalled_cycles - 1);
    if (cycle > retired->cycle + 1)
        retired->cycle = cycle - 1;
    return status;
}

enum rvt_status rvt_retired_control(struct rvt_retired *retired, uint64_t cycle,
                                    uint64_t stalled_cycles, const struct rvt_control *control)
{
    bool was_enabled = retired->control.enable;
    enum rvt_status status = pass_to(retired, cycle, stalled_cycles);

    retired->off_next = false;
    retired->control = *control;
    if (!control->enable || !was_enabled) {
        retired->has_trap = false;
        rvt_filters_restart(&retired->filters);
    }
    if (status == RVT_OK && retired->traced && !control->enable)
        status = end_tracing(retired, cycle);
    return status;
}

void rvt_retired_program(struct rvt_retired *retired, const struct rvt_registers *registers)
{
    struct rvt_filter_setup setup;

    rvt_registers_filters(registers, &setup);
    rvt_filters_program(&retired->filters, &setup);
}

static struct rvt_untold trap_item(const struct rvt_row *row, const struct rvt_block *block)
{
    struct rvt_untold item = {.kind = RVT_UNTOLD_TRAP, .cycle = row->cycle, .cause = row->cause};
    item.interrupt = block->itype == RVT_ITYPE_INTERRUPT;
    item.tval = item.interrupt ? 0 : row->tval;
    item.epc_known = !item.interrupt && block->iretire == 0;
    item.address = block->iaddr;
    return item;
}

/* The last instruction of a block may be presented again if it led nowhere: itype 0, but no jump
 * that a 3-bit itype does not tell. */
static void note_shown(struct rvt_retired *retired, const struct rvt_block *block)
{
    struct rvt_insn insn;
    uint64_t last = rvt_block_last(&retired->config.params, block);

    retired->shown_size = 0;
    if (block->itype != RVT_ITYPE_NONE ||
        rvt_image_insn(retired->image, last, &insn, NULL) != RVT_OK || insn.kind == RVT_INSN_JUMP)
        return;
    retired->shown = last;
    retired->shown_size = insn.size;
}

/*
 * Instructions that retired. With data trace a push or pop is presented once for each of its
 * accesses, the last time perhaps at the head of a block; a trace tells it once (ETR-ING-018).
 */
static enum rvt_status add_code(struct rvt_retired *retired, const struct rvt_row *row,
                                const struct rvt_block *block)
{
    struct rvt_untold item = {
        .kind = RVT_UNTOLD_CODE, .cycle = row->cycle, .address = block->iaddr};
    struct rvt_untold *last = rvt_untold_back(&retired->queue);

    item.bytes = 2 * (uint64_t)rvt_block_halfwords(&retired->config.params, block);
    item.plain = block->itype != RVT_ITYPE_TAKEN_BRANCH &&
                 block->itype != RVT_ITYPE_NONTAKEN_BRANCH &&
                 !rvt_itype_is_updiscon((enum rvt_itype)block->itype, true);
    if (row->ctype == RVT_CTYPE_DISCONTINUITY && block == row->block)
        retired->shown_size = 0; /* execution broke off before it: ETR-CTX-004 */
    if (retired->shown_size > 0 && item.address == retired->shown) {
        item.address += retired->shown_size;
        item.bytes -= retired->shown_size;
    }
    note_shown(retired, block);
    retired->open = true;
    if (item.bytes > 0)
        return rvt_untold_add(&retired->queue, &item);
    if (last != NULL && last->kind == RVT_UNTOLD_CODE)
        last->plain = item.plain;
    return RVT_OK;
}

static enum rvt_status add_block(struct rvt_retired *retired, const struct rvt_row *row,
                                 const struct rvt_block *block, bool qualified)
{
    enum rvt_status status = RVT_OK;
    bool trap = block->itype == RVT_ITYPE_EXCEPTION || block->itype == RVT_ITYPE_INTERRUPT;
    if ((qualified && block->iretire > 0) || trap)
        retired->gap = retired->doubt = false;
    if (qualified && (block->iretire > 0 || trap) && retired->has_trap) {
        retired->trap.optional = true;   /* an untraced trap just before: step 3 may tell it, */
        retired->trap.epc_known = false; /* with the address of the next one (AMB-041) */
        if (!retired->open)
            status = rvt_untold_add(&retired->queue, &retired->trap);
    }
    if (block->iretire > 0 || trap)
        retired->has_trap = false;
    if (status == RVT_OK && qualified && block->iretire > 0)
        status = add_code(retired, row, block);
    bool cut_off = retired->shown_size > 0 && block->iaddr == retired->shown;
    if (trap || !qualified)
        retired->shown_size = 0;
    if (status == RVT_OK && trap) {
        struct rvt_untold item = trap_item(row, block);
        if (cut_off) /* told behind it, for it was presented as retired */
            item.epc_known = false;
        if (qualified) {
            retired->open = true;
            status = rvt_untold_add(&retired->queue, &item);
        } else {
            retired->trap = item;
            retired->has_trap = true;
        }
    }
    return status;
}

/*
 * A row was dropped: nothing that is still untold has to be told. Rows that are dropped one after
 * the other make one gap; a gap behind a gap, with only untraced items or te_data between, may be
 * told with the first.
 */
static enum rvt_status add_loss(struct rvt_retired *retired, const struct rvt_row *row,
                                bool qualified)
{
    struct rvt_untold item = {.kind = RVT_UNTOLD_LOST, .cycle = row->cycle, .optional = !qualified};
    struct rvt_untold *last = rvt_untold_back(&retired->queue);

    retired->has_trap = false;
    retired->open = false;
    retired->shown_size = 0;
    if (retired->coverage != NULL)
        rvt_coverage_item(retired->coverage, RVT_COVERAGE_GAP);
    if (retired->gap) {
        if (last != NULL && last->kind == RVT_UNTOLD_LOST && !retired->again)
            last->optional = last->optional && !qualified;
        return RVT_OK;
    }
    retired->again = retired->doubt || (last != NULL && last->kind == RVT_UNTOLD_LOST);
    retired->doubt = false;
    item.optional = item.optional || retired->again;
    retired->gap = true;
    return rvt_untold_add(&retired->queue, &item);
}

/* Filters judge rows with items; what the latest verdict was stays otherwise (decision 0002). */
static void filter_row(struct rvt_retired *retired, const struct rvt_row *row)
{
    if (row->reset)
        rvt_filters_restart(&retired->filters);
    if (row->lost || !running(retired))
        return;
    (void)rvt_filtered_access(&retired->filters, &retired->config, row);
    if (row->blocks == 0)
        return;
    retired->passed =
        !rvt_filters_on(&retired->filters) || rvt_filters_row(&retired->filters, row).pass != 0;
}

enum rvt_status rvt_retired_row(struct rvt_retired *retired, const struct rvt_row *row,
                                uint64_t stalled_cycles)
{
    enum rvt_status status = RVT_OK;
    if (rvt_findings_full(retired->findings))
        return RVT_OK; /* nobody strikes items off any more */
    status = pass_to(retired, row->cycle, stalled_cycles);
    retired->cycle = row->cycle;
    retired->halted = row->halted;
    retired->reset = row->reset;
    if (retired->off_next)
        retired->control.inst_tracing = false;
    retired->off_next = false;
    bool triggers = running(retired) && retired->control.inst_trig_enable;
    if (triggers && (row->trigger & RVT_TRIGGER_ON) != 0)
        retired->control.inst_tracing = true;
    filter_row(retired, row);
    bool qualified = running(retired) && retired->control.inst_tracing && retired->passed;
    if (triggers && (row->trigger & RVT_TRIGGER_OFF) != 0)
        retired->off_next = true;
    if (status == RVT_OK && retired->traced && !qualified)
        status = end_tracing(retired, row->cycle);
    retired->traced = qualified;
    if (status != RVT_OK || !running(retired)) {
        retired->has_trap = retired->has_trap && running(retired);
        return status;
    }
    if (row->lost)
        return add_loss(retired, row, qualified);
    if (row->accesses > 0 && retired->gap) { /* a loss behind te_data is told anew */
        retired->gap = false;
        retired->doubt = true;
    }
    for (unsigned i = 0; i < row->blocks && status == RVT_OK; i++)
        status = add_block(retired, row, &row->block[i], qualified);
    for (unsigned i = 0; i < row->blocks && retired->coverage != NULL && qualified; i++)
        rvt_covered_block(retired->coverage, &row->block[i]);
    return status;
}

void rvt_retired_cover(struct rvt_retired *retired, struct rvt_coverage *coverage)
{
    retired->coverage = coverage;
}

/* --- life cycle ---------------------------------------------------------------------------------
 */

enum rvt_status rvt_retired_open(const struct rvt_config *config, struct rvt_image *image,
                                 unsigned ahead_max, struct rvt_findings *findings,
                                 struct rvt_retired **retired)
{
    struct rvt_retired *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->config = *config;
    made->findings = findings;
    made->image = image;
    struct rvt_registers registers;
    rvt_registers_init(&registers, config);
    rvt_filters_init(&made->filters, config);
    rvt_retired_program(made, &registers);
    made->passed = true;
    enum rvt_status status = rvt_untold_init(&made->queue);
    if (status == RVT_OK)
        status = rvt_pairing_init(&made->pairing, ahead_max);
    if (status == RVT_OK)
        status = rvt_retired_open_decoder(made);
    if (status != RVT_OK) {
        rvt_retired_close(made);
        return status;
    }
    *retired = made;
    return RVT_OK;
}

void rvt_retired_close(struct rvt_retired *retired)
{
    if (retired == NULL)
        return;
    rvt_decoder_close(retired->decoder);
    rvt_untold_fini(&retired->queue);
    rvt_pairing_fini(&retired->pairing);
    rvt_stretches_fini(&retired->stretches);
    free(retired);
}
