/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "rvt_retired.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flow/decoder.h"
#include "flow/filter.h"
#include "flow/registers.h"
#include "wire/packet.h"

#include "rvt_covered.h"
#include "rvt_untold.h"

struct rvt_retired {
    struct rvt_config config;
    struct rvt_findings *findings;
    struct rvt_image *image; /* borrowed */
    struct rvt_decoder *decoder;
    struct rvt_untold_queue queue;
    /* qualification, decision 0001 */
    struct rvt_control control;
    struct rvt_filters filters;
    bool passed; /* the latest verdict of the filters */
    bool halted, reset;
    bool off_next; /* a trace-off acts from the next cycle on */
    bool traced;   /* the latest cycle was qualified */
    bool open;     /* something qualified since the latest ENABLE, END or LOST */
    bool gap;      /* rows are being dropped */
    bool doubt;    /* te_data may have left since the latest gap */
    bool again;    /* the gap may be told with the one before */
    bool losing;   /* the latest thing told was a loss */
    bool has_trap; /* the latest item was a trap that was not traced */
    struct rvt_untold trap;
    uint64_t shown, shown_size; /* an instruction that may be presented again; size 0: none */
    uint64_t cycle;             /* the latest cycle seen */
    uint64_t now;               /* of the packet being decoded */
    uint64_t last, last_size;   /* latest instruction told; size 0: none since a loss */
    uint64_t packets;
    struct rvt_coverage *coverage; /* null, or told of every block */
};

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
    if (row->lost || row->blocks == 0 || !running(retired))
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

/* --- what the trace tells --------------------------------------------------------------------- */

/* Records what was told and what had retired. */
static enum rvt_status wrong(struct rvt_retired *retired, const struct rvt_untold *item,
                             const char *clause, const struct rvt_untold *told)
{
    struct rvt_text text;
    if (!rvt_findings_add(retired->findings, retired->now, &text))
        return RVT_OK;
    rvt_text_add(&text, "cycle %" PRIu64 ": packet %" PRIu64 " does not tell what retired [%s]",
                 retired->now, retired->packets - 1, clause);
    rvt_text_add(&text, "\n  retired   ");
    rvt_untold_print(item, &text);
    rvt_text_add(&text, "\n  decoded   ");
    rvt_untold_print(told, &text);
    return RVT_OK;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct rvt_retired *retired = context;
    uint64_t address = range->first;
    uint64_t bytes = range->last + range->last_size - range->first;
    while (bytes > 0 && !rvt_findings_full(retired->findings)) {
        struct rvt_untold *item = rvt_untold_front_of(&retired->queue, RVT_UNTOLD_CODE);
        if (item == NULL || item->kind != RVT_UNTOLD_CODE || item->address != address) {
            const struct rvt_untold told = {
                .kind = RVT_UNTOLD_CODE, .address = address, .bytes = bytes, .cycle = retired->now};
            return wrong(retired, item, "ETR-DEC-001", &told);
        }
        uint64_t step = item->bytes < bytes ? item->bytes : bytes;
        address += step;
        bytes -= step;
        item->address += step;
        item->bytes -= step;
        if (item->bytes == 0)
            rvt_untold_pass(&retired->queue);
    }
    retired->losing = false;
    retired->last = range->last;
    retired->last_size = range->last_size;
    return RVT_OK;
}

/* Repeated passes of a cycle without branches that the trace cannot tell. */
static bool skip_passes(struct rvt_retired *retired, const struct rvt_untold *told)
{
    return retired->last_size > 0 &&
           rvt_untold_skip_passes(&retired->queue, retired->last + retired->last_size, told);
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_retired *retired = context;
    const struct rvt_untold told = {.kind = RVT_UNTOLD_TRAP,
                                    .interrupt = trap->interrupt,
                                    .cause = trap->ecause,
                                    .tval = trap->tval,
                                    .epc_known = trap->epc_known,
                                    .address = trap->epc,
                                    .cycle = retired->now};
    struct rvt_untold *item = rvt_untold_front(&retired->queue);
    while (item != NULL && item->optional && !rvt_untold_same(item, &told)) {
        rvt_untold_pass(&retired->queue);
        item = rvt_untold_front(&retired->queue);
    }
    if ((item == NULL || !rvt_untold_same(item, &told)) && !skip_passes(retired, &told))
        return wrong(retired, item, "ETR-ALG-022", &told);
    retired->losing = false;
    rvt_untold_pass(&retired->queue);
    return RVT_OK;
}

static enum rvt_status on_end(struct rvt_retired *retired)
{
    const struct rvt_untold told = {.kind = RVT_UNTOLD_END, .cycle = retired->now};
    const struct rvt_untold *item = rvt_untold_front_of(&retired->queue, RVT_UNTOLD_END);

    if ((item == NULL || item->kind != RVT_UNTOLD_END) && !skip_passes(retired, &told))
        return wrong(retired, item, "ETR-SUP-002", &told);
    rvt_untold_pass(&retired->queue);
    return RVT_OK;
}

/* What stands before the loss need not be told any more. A gap may be told more than once. */
static enum rvt_status on_loss(struct rvt_retired *retired)
{
    const struct rvt_untold told = {.kind = RVT_UNTOLD_LOST, .cycle = retired->now};

    while (rvt_untold_front(&retired->queue) != NULL &&
           rvt_untold_front(&retired->queue)->kind != RVT_UNTOLD_LOST)
        rvt_untold_pass(&retired->queue);
    if (rvt_untold_front(&retired->queue) != NULL)
        rvt_untold_pass(&retired->queue);
    else if (!retired->losing)
        return wrong(retired, NULL, "ETR-SUP-003", &told);
    retired->losing = true;
    retired->last_size = 0;
    return RVT_OK;
}

static enum rvt_status on_event(void *context, enum rvt_trace_event event,
                                const struct rvt_packet *packet)
{
    (void)packet;
    if (event == RVT_EVENT_ENDED)
        return on_end(context);
    return event == RVT_EVENT_LOST ? on_loss(context) : RVT_OK;
}

void rvt_retired_packet(struct rvt_retired *retired, uint64_t cycle, const uint8_t *payload,
                        size_t bytes)
{
    if (rvt_findings_full(retired->findings))
        return;
    struct rvt_packet packet;
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    retired->now = cycle;
    retired->packets++;
    enum rvt_status status = rvt_packet_read(&retired->config, payload, bytes, &packet, &diag);
    if (status == RVT_OK)
        status = rvt_decoder_packet(retired->decoder, &packet, &diag);
    struct rvt_text text;
    if (status == RVT_OK || !rvt_findings_add(retired->findings, cycle, &text))
        return;
    char reason[256];
    rvt_diag_format(&diag, reason, sizeof reason);
    rvt_text_add(
        &text, "cycle %" PRIu64 ": packet %" PRIu64 " does not decode [%s]\n  because   %s", cycle,
        retired->packets - 1, diag.clause != NULL ? diag.clause : "ETR-DEC", reason);
}

void rvt_retired_end(struct rvt_retired *retired, uint64_t cycle)
{
    struct rvt_text text;
    if (retired->packets == 0) {
        if (rvt_findings_add(retired->findings, cycle, &text))
            rvt_text_add(&text, "cycle %" PRIu64 ": no packet was decoded", cycle);
        return;
    }
    while (rvt_untold_front(&retired->queue) != NULL && rvt_untold_front(&retired->queue)->optional)
        rvt_untold_pass(&retired->queue);
    const struct rvt_untold *item = retired->control.enable ? rvt_untold_overdue(&retired->queue)
                                                            : rvt_untold_front(&retired->queue);
    if (item == NULL || !rvt_findings_add(retired->findings, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": the trace ends without telling ", cycle);
    rvt_untold_print(item, &text);
}

uint64_t rvt_retired_packets(const struct rvt_retired *retired)
{
    return retired->packets;
}

void rvt_retired_cover(struct rvt_retired *retired, struct rvt_coverage *coverage)
{
    retired->coverage = coverage;
}

/* --- life cycle ---------------------------------------------------------------------------------
 */

enum rvt_status rvt_retired_open(const struct rvt_config *config, struct rvt_image *image,
                                 struct rvt_findings *findings, struct rvt_retired **retired)
{
    struct rvt_retired *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    const struct rvt_decoder_output output = {
        .range = on_range, .trap = on_trap, .event = on_event, .context = made};
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
        status = rvt_decoder_open(config, image, &output, 0, &made->decoder);
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
    free(retired);
}
