/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/retirement_monitor.h"

#include <string.h>

#include "ingress/registers.h"

#include "lockstep/core/access_filter.h"
#include "lockstep/packets/coverage_sampling.h"

/* Tracing ended before the cycle: the last trap may stay unreported (ETR-SUP-011). */
static enum rvt_status end_tracing(struct rvt_retirement_monitor *monitor, uint64_t cycle)
{
    monitor->traced = false;
    monitor->presented_size = 0;
    if (monitor->coverage != NULL)
        rvt_coverage_item(monitor->coverage, RVT_COVERAGE_GAP);
    if (!monitor->open)
        return RVT_OK;
    monitor->open = false;
    struct rvt_retirement *last = rvt_retirement_queue_back(&monitor->queue);
    if (last != NULL && last->kind == RVT_RETIREMENT_TRAP) {
        last->optional = true;
        monitor->untraced_trap = *last;
        monitor->untraced_trap.repeats = true;
        monitor->untraced_trap.first = monitor->queue.tail - 1;
        monitor->has_untraced_trap = true;
    }
    const struct rvt_retirement end = {.kind = RVT_RETIREMENT_END, .cycle = cycle};
    return rvt_retirement_queue_add(&monitor->queue, &end);
}

static bool running(const struct rvt_retirement_monitor *monitor)
{
    return monitor->control.enable && !monitor->halted && !monitor->reset;
}

/* A cycle without a row passes: a trace-off trigger of the cycle before takes effect. */
static enum rvt_status pass_cycle(struct rvt_retirement_monitor *monitor, uint64_t cycle)
{
    if (monitor->off_next) {
        monitor->off_next = false;
        monitor->control.inst_tracing = false;
    }
    if (monitor->traced && !(running(monitor) && monitor->control.inst_tracing && monitor->passed))
        return end_tracing(monitor, cycle);
    return RVT_OK;
}

enum rvt_status rvt_retirement_monitor_idle(struct rvt_retirement_monitor *monitor, uint64_t cycle)
{
    if (cycle <= monitor->cycle)
        return RVT_OK;
    monitor->cycle = cycle;
    return pass_cycle(monitor, cycle);
}

/* The idle cycles before cycle pass, then the stalled ones. */
static enum rvt_status pass_to(struct rvt_retirement_monitor *monitor, uint64_t cycle,
                               uint64_t stalled_cycles)
{
    enum rvt_status status = RVT_OK;

    if (cycle > monitor->cycle + stalled_cycles + 1)
        status = rvt_retirement_monitor_idle(monitor, cycle - stalled_cycles - 1);
    if (cycle > monitor->cycle + 1)
        monitor->cycle = cycle - 1;
    return status;
}

enum rvt_status rvt_retirement_monitor_control(struct rvt_retirement_monitor *monitor,
                                               uint64_t cycle, uint64_t stalled_cycles,
                                               const struct rvt_control *control)
{
    bool was_enabled = monitor->control.enable;
    enum rvt_status status = pass_to(monitor, cycle, stalled_cycles);

    monitor->off_next = false;
    monitor->control = *control;
    if (!control->enable || !was_enabled) {
        monitor->has_untraced_trap = false;
        rvt_filters_restart(&monitor->filters);
    }
    if (status == RVT_OK && monitor->traced && !control->enable)
        status = end_tracing(monitor, cycle);
    return status;
}

void rvt_retirement_monitor_program(struct rvt_retirement_monitor *monitor,
                                    const struct rvt_registers *registers)
{
    struct rvt_filter_setup setup;

    rvt_registers_filters(registers, &setup);
    rvt_filters_program(&monitor->filters, &setup);
}

static struct rvt_retirement trap_item(const struct rvt_row *row, const struct rvt_block *block)
{
    struct rvt_retirement item = {
        .kind = RVT_RETIREMENT_TRAP, .cycle = row->cycle, .cause = row->cause};
    item.interrupt = block->itype == RVT_ITYPE_INTERRUPT;
    item.tval = item.interrupt ? 0 : row->tval;
    item.epc_known = !item.interrupt && block->iretire == 0;
    item.address = block->iaddr;
    return item;
}

/* A trap that is traced. In the draft, only the last of several traps in a row is reported, and
 * their addresses are invalid: it takes the place of the trap before. DRA-011, decision 0004. */
static enum rvt_status add_trap(struct rvt_retirement_monitor *monitor,
                                const struct rvt_retirement *item)
{
    struct rvt_retirement *last = rvt_retirement_queue_back(&monitor->queue);
    bool joined = rvt_is_draft(&monitor->config) && last != NULL &&
                  last->kind == RVT_RETIREMENT_TRAP &&
                  monitor->config.switches.draft_double_trap == RVT_DRAFT_DOUBLE_TRAP_LAST_ONLY;

    monitor->open = true;
    if (!joined)
        return rvt_retirement_queue_add(&monitor->queue, item);
    *last = *item;
    last->epc_known = false;
    return RVT_OK;
}

/* The draft reports a change of context with discontinuity as an exception with cause 0, unless
 * tracing begins there. DRA-010, decision 0004. */
static enum rvt_status add_context_break(struct rvt_retirement_monitor *monitor, uint64_t cycle)
{
    const struct rvt_retirement item = {
        .kind = RVT_RETIREMENT_TRAP, .cycle = cycle, .optional = true};

    return rvt_retirement_queue_add(&monitor->queue, &item);
}

/* The hart may present the last instruction of a block again if it has itype 0; but not a jump to
 * which a 3-bit itype gives 0. */
static void note_presented(struct rvt_retirement_monitor *monitor, const struct rvt_block *block)
{
    struct rvt_insn insn;
    uint64_t last = rvt_block_last(&monitor->config.params, block);

    monitor->presented_size = 0;
    if (block->itype != RVT_ITYPE_NONE ||
        rvt_image_insn(monitor->image, last, &insn, NULL) != RVT_OK || insn.kind == RVT_INSN_JUMP)
        return;
    monitor->presented = last;
    monitor->presented_size = insn.size;
}

/*
 * Appends instructions that retired. With data trace the hart presents a push or pop once for each
 * of its accesses, the last time perhaps as the first instruction of a block; a trace reports it
 * once (ETR-ING-018).
 */
static enum rvt_status add_code(struct rvt_retirement_monitor *monitor, const struct rvt_row *row,
                                const struct rvt_block *block)
{
    struct rvt_retirement item = {.kind = RVT_RETIREMENT_CODE,
                                  .cycle = row->cycle,
                                  .block = (uint8_t)(block - row->block),
                                  .address = block->iaddr};
    struct rvt_retirement *last = rvt_retirement_queue_back(&monitor->queue);

    item.bytes = 2 * (uint64_t)rvt_block_halfwords(&monitor->config.params, block);
    item.plain = block->itype != RVT_ITYPE_TAKEN_BRANCH &&
                 block->itype != RVT_ITYPE_NONTAKEN_BRANCH &&
                 !rvt_itype_is_updiscon((enum rvt_itype)block->itype, true);
    if (row->ctype == RVT_CTYPE_DISCONTINUITY && block == row->block)
        monitor->presented_size = 0; /* execution stopped before it: ETR-CTX-004 */
    if (monitor->presented_size > 0 && item.address == monitor->presented) {
        item.address += monitor->presented_size;
        item.bytes -= monitor->presented_size;
    }
    note_presented(monitor, block);
    monitor->open = true;
    if (item.bytes > 0)
        return rvt_retirement_queue_add(&monitor->queue, &item);
    if (last != NULL && last->kind == RVT_RETIREMENT_CODE)
        last->plain = item.plain;
    return RVT_OK;
}

/* Something is kept after a gap. If the gap may have been reported twice, the second report is
 * optional. */
static enum rvt_status end_gap(struct rvt_retirement_monitor *monitor, uint64_t cycle)
{
    const struct rvt_retirement item = {
        .kind = RVT_RETIREMENT_LOST, .cycle = cycle, .optional = true};
    bool again = monitor->again;

    monitor->gap = monitor->again = false;
    return again ? rvt_retirement_queue_add(&monitor->queue, &item) : RVT_OK;
}

static enum rvt_status add_block(struct rvt_retirement_monitor *monitor, const struct rvt_row *row,
                                 const struct rvt_block *block, bool qualified)
{
    enum rvt_status status = RVT_OK;
    bool trap = block->itype == RVT_ITYPE_EXCEPTION || block->itype == RVT_ITYPE_INTERRUPT;
    if ((qualified && block->iretire > 0) || trap) {
        status = end_gap(monitor, row->cycle);
        monitor->maybe_repeated = false;
    }
    if (qualified && (block->iretire > 0 || trap) && monitor->has_untraced_trap) {
        monitor->untraced_trap.optional =
            true; /* an untraced trap directly before: step 3 may report it */
        monitor->untraced_trap.epc_known = false; /* with the address of the next item (AMB-041) */
        if (status == RVT_OK && !monitor->open)
            status = rvt_retirement_queue_add(&monitor->queue, &monitor->untraced_trap);
    }
    if (block->iretire > 0 || trap)
        monitor->has_untraced_trap = false;
    if (status == RVT_OK && qualified && block->iretire > 0)
        status = add_code(monitor, row, block);
    bool interrupted = monitor->presented_size > 0 && block->iaddr == monitor->presented;
    if (trap || !qualified)
        monitor->presented_size = 0;
    if (status == RVT_OK && trap) {
        struct rvt_retirement item = trap_item(row, block);
        if (interrupted) /* reported after that instruction, which was presented as retired */
            item.epc_known = false;
        if (qualified) {
            status = add_trap(monitor, &item);
        } else {
            monitor->untraced_trap = item;
            monitor->has_untraced_trap = true;
        }
    }
    return status;
}

/*
 * A row was dropped: nothing that is still unreported needs to be reported. Consecutive dropped
 * rows are one gap. A gap after a gap, with only untraced items or te_data between them, may be
 * reported together with the first. A gap may be reported twice if a later row of it has accesses.
 */
static enum rvt_status add_loss(struct rvt_retirement_monitor *monitor, const struct rvt_row *row,
                                bool qualified)
{
    struct rvt_retirement item = {
        .kind = RVT_RETIREMENT_LOST, .cycle = row->cycle, .optional = !qualified};
    struct rvt_retirement *last = rvt_retirement_queue_back(&monitor->queue);

    monitor->has_untraced_trap = false;
    monitor->open = false;
    monitor->presented_size = 0;
    if (monitor->coverage != NULL)
        rvt_coverage_item(monitor->coverage, RVT_COVERAGE_GAP);
    if (monitor->gap) {
        if (last != NULL && last->kind == RVT_RETIREMENT_LOST && !monitor->repeated)
            last->optional = last->optional && !qualified;
        monitor->again = monitor->again || row->accesses > 0;
        return RVT_OK;
    }
    monitor->repeated =
        monitor->maybe_repeated || (last != NULL && last->kind == RVT_RETIREMENT_LOST);
    monitor->maybe_repeated = false;
    item.optional = item.optional || monitor->repeated;
    monitor->gap = true;
    return rvt_retirement_queue_add(&monitor->queue, &item);
}

/* Filters decide on rows with items; for other rows the latest decision stays (decision 0002). */
static void filter_row(struct rvt_retirement_monitor *monitor, const struct rvt_row *row)
{
    if (row->reset)
        rvt_filters_restart(&monitor->filters);
    if (row->lost || !running(monitor))
        return;
    (void)rvt_access_filter_row(&monitor->filters, &monitor->config, row);
    if (row->blocks == 0)
        return;
    monitor->passed =
        !rvt_filters_on(&monitor->filters) || rvt_filters_row(&monitor->filters, row).pass != 0;
}

enum rvt_status rvt_retirement_monitor_row(struct rvt_retirement_monitor *monitor,
                                           const struct rvt_row *row, uint64_t stalled_cycles)
{
    enum rvt_status status = RVT_OK;
    status = pass_to(monitor, row->cycle, stalled_cycles);
    monitor->cycle = row->cycle;
    monitor->halted = row->halted;
    monitor->reset = row->reset;
    if (monitor->off_next)
        monitor->control.inst_tracing = false;
    monitor->off_next = false;
    bool triggers = running(monitor) && monitor->control.inst_trig_enable;
    if (triggers && (row->trigger & RVT_TRIGGER_ON) != 0)
        monitor->control.inst_tracing = true;
    filter_row(monitor, row);
    bool qualified = running(monitor) && monitor->control.inst_tracing && monitor->passed;
    if (triggers && (row->trigger & RVT_TRIGGER_OFF) != 0)
        monitor->off_next = true;
    if (status == RVT_OK && monitor->traced && !qualified)
        status = end_tracing(monitor, row->cycle);
    monitor->traced = qualified;
    if (status != RVT_OK || !running(monitor)) {
        monitor->has_untraced_trap = monitor->has_untraced_trap && running(monitor);
        return status;
    }
    if (row->lost)
        return add_loss(monitor, row, qualified);
    if (row->accesses > 0 && monitor->gap) { /* a loss after te_data is reported again */
        status = end_gap(monitor, row->cycle);
        monitor->maybe_repeated = true;
    }
    if (rvt_is_draft(&monitor->config) &&
        rvt_draft_context_breaks(&monitor->context, &monitor->config, row) && qualified &&
        status == RVT_OK)
        status = add_context_break(monitor, row->cycle);
    for (unsigned i = 0; i < row->blocks && status == RVT_OK; i++)
        status = add_block(monitor, row, &row->block[i], qualified);
    for (unsigned i = 0; i < row->blocks && monitor->coverage != NULL && qualified; i++)
        rvt_coverage_sampling_block(monitor->coverage, &row->block[i]);
    return status;
}

/* --- life cycle ------------------------------------------------------------------------------ */

enum rvt_status rvt_retirement_monitor_init(struct rvt_retirement_monitor *monitor,
                                            const struct rvt_config *config,
                                            struct rvt_image *image)
{
    struct rvt_registers registers;

    memset(monitor, 0, sizeof *monitor);
    monitor->config = *config;
    monitor->image = image;
    rvt_registers_init(&registers, config);
    rvt_filters_init(&monitor->filters, config);
    rvt_retirement_monitor_program(monitor, &registers);
    monitor->passed = true;
    return rvt_retirement_queue_init(&monitor->queue);
}

void rvt_retirement_monitor_fini(struct rvt_retirement_monitor *monitor)
{
    rvt_retirement_queue_fini(&monitor->queue);
}
