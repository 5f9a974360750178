/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/ingress_arrivals.h"

#include <stdlib.h>

#include "ingress/filter.h"
#include "ingress/registers.h"
#include "lockstep/timing/access_filter.h"

struct rvt_ingress_arrivals {
    struct rvt_params params;
    rvt_ingress_arrival_sink sink;
    void *context;
    struct rvt_control control;
    struct rvt_filters filters;
    uint64_t cycle; /* latest cycle seen */
    bool passed;    /* latest decision of the filters on instructions */
    bool accessed;  /* and on the access of the row */
    bool withheld;  /* an access was blocked while data trace was on */
    bool halted, reset;
    bool off_next; /* a trace-off trigger acts from the next cycle on */
    bool traced;   /* something qualified was kept since the latest ENABLE, END or LOST */
    bool losing;   /* nothing was kept since the latest dropped row */
    bool stalled;  /* the hart was stalled in the cycle before */
    uint64_t kept; /* cycle of the latest row that was kept */
    const struct rvt_config *config; /* borrowed */
    bool data_tracing, data_triggers;
    struct rvt_pending_loads wanted;
};

enum rvt_status rvt_ingress_arrivals_open(const struct rvt_config *config,
                                          rvt_ingress_arrival_sink sink, void *context,
                                          struct rvt_ingress_arrivals **arrivals)
{
    struct rvt_registers registers;
    struct rvt_ingress_arrivals *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->params = config->params;
    made->config = config;
    made->sink = sink;
    made->context = context;
    made->passed = true;
    rvt_registers_init(&registers, config);
    rvt_filters_init(&made->filters, config);
    rvt_ingress_arrivals_program(made, &registers);
    *arrivals = made;
    return RVT_OK;
}

void rvt_ingress_arrivals_close(struct rvt_ingress_arrivals *arrivals)
{
    free(arrivals);
}

void rvt_ingress_arrivals_program(struct rvt_ingress_arrivals *arrivals,
                                  const struct rvt_registers *registers)
{
    struct rvt_filter_setup setup;

    rvt_registers_filters(registers, &setup);
    rvt_filters_program(&arrivals->filters, &setup);
}

void rvt_ingress_arrivals_data(struct rvt_ingress_arrivals *arrivals,
                               const struct rvt_encoder *encoder, bool triggers)
{
    arrivals->config = rvt_encoder_config(encoder);
    arrivals->data_tracing = rvt_encoder_data_tracing(encoder);
    arrivals->data_triggers = triggers;
}

/* --- events ---------------------------------------------------------------------------------- */

static void report_event(struct rvt_ingress_arrivals *arrivals, enum rvt_ingress_arrival_kind kind,
                         uint64_t cycle)
{
    const struct rvt_ingress_arrival event = {.kind = kind, .cycle = cycle};

    arrivals->sink(arrivals->context, &event);
}

static bool running(const struct rvt_ingress_arrivals *arrivals)
{
    return arrivals->control.enable && !arrivals->halted && !arrivals->reset;
}

/* This cycle is not qualified. */
static void end(struct rvt_ingress_arrivals *arrivals, uint64_t cycle)
{
    if (arrivals->traced)
        report_event(arrivals, RVT_ARRIVAL_END, cycle);
    arrivals->traced = false;
}

void rvt_ingress_arrivals_idle(struct rvt_ingress_arrivals *arrivals, uint64_t cycle)
{
    if (cycle <= arrivals->cycle)
        return;
    arrivals->cycle = cycle;
    if (arrivals->off_next)
        arrivals->control.inst_tracing = false;
    arrivals->off_next = false;
    if (arrivals->control.enable &&
        !(running(arrivals) && arrivals->control.inst_tracing && arrivals->passed))
        end(arrivals, cycle);
}

void rvt_ingress_arrivals_control(struct rvt_ingress_arrivals *arrivals, uint64_t cycle,
                                  const struct rvt_control *control)
{
    bool enabled = arrivals->control.enable;

    arrivals->off_next = false;
    arrivals->control = *control;
    if (!control->enable || !enabled)
        rvt_filters_restart(&arrivals->filters);
    if (!control->enable)
        arrivals->wanted = (struct rvt_pending_loads){.load = {{false}}};
    if (control->enable == enabled)
        return;
    report_event(arrivals, control->enable ? RVT_ARRIVAL_ENABLE : RVT_ARRIVAL_DISABLE, cycle);
    arrivals->traced = false;
    arrivals->losing = false;
}

void rvt_ingress_arrivals_modes(struct rvt_ingress_arrivals *arrivals, uint64_t cycle)
{
    report_event(arrivals, RVT_ARRIVAL_MODES, cycle);
}

/* --- rows ------------------------------------------------------------------------------------ */

static bool is_trap(const struct rvt_row *row)
{
    for (unsigned i = 0; i < row->blocks; i++)
        if (rvt_block_is_trap(&row->block[i]))
            return true;
    return false;
}

/* True if the row has any. */
static bool report_blocks(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                          unsigned notify)
{
    struct rvt_ingress_arrival arrival = {.kind = RVT_ARRIVAL_BLOCKS,
                                          .cycle = row->cycle,
                                          .elapsed = row->cycle - arrivals->kept,
                                          .priv = row->priv,
                                          .ctype = row->ctype,
                                          .stalled = arrivals->stalled,
                                          .qualified = true};

    for (unsigned i = 0; i < row->blocks && row->block[i].iretire > 0; i++) {
        const struct rvt_block *block = &row->block[i];
        arrival.block[arrival.blocks++] = (struct rvt_arrival_block){
            .first = block->iaddr,
            .last = rvt_block_last(&arrivals->params, block),
            .halfwords = rvt_block_halfwords(&arrivals->params, block),
            .itype = rvt_block_is_trap(block) ? RVT_ITYPE_NONE : block->itype,
            .notify = ((notify | row->trigger / RVT_TRIGGER_NOTIFY) >> i & 1) != 0};
    }
    if (arrival.blocks > 0)
        arrivals->sink(arrivals->context, &arrival);
    return arrival.blocks > 0;
}

static void report_trap(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                        bool qualified, bool own_row)
{
    const struct rvt_ingress_arrival arrival = {.kind = RVT_ARRIVAL_TRAP,
                                                .cycle = row->cycle,
                                                .elapsed =
                                                    own_row ? row->cycle - arrivals->kept : 0,
                                                .priv = row->priv,
                                                .ctype = row->ctype,
                                                .own_row = own_row,
                                                .stalled = arrivals->stalled && own_row,
                                                .qualified = qualified};

    arrivals->sink(arrivals->context, &arrival);
}

/* The te_data of a row arrives with its instructions, or alone. */
static void report_data(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                        bool instructions, bool trap, struct rvt_data_arrival *data)
{
    struct rvt_ingress_arrival arrival = {.kind = RVT_ARRIVAL_DATA,
                                          .cycle = row->cycle,
                                          .stalled = arrivals->stalled && !instructions && !trap};

    data->row = instructions;
    data->trap = trap;
    arrival.data = *data;
    arrivals->losing = false;
    arrivals->sink(arrivals->context, &arrival);
}

/* Of an unqualified row only a trap is kept. Dropped rows with nothing kept between them are one
 * loss. */
static void keep_row(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                     unsigned notify, bool qualified)
{
    bool trap = is_trap(row);
    bool instructions = false;
    struct rvt_data_arrival data;
    bool on =
        arrivals->data_tracing || (arrivals->data_triggers && (row->trigger & RVT_TRIGGER_ON) != 0);
    arrivals->withheld = arrivals->withheld || (on && !arrivals->accessed);
    bool wanted = rvt_data_arrival_row(&arrivals->wanted, arrivals->config,
                                       on && arrivals->accessed, row, &data);

    if (row->lost) {
        arrivals->traced = false;
        const struct rvt_ingress_arrival loss = {
            .kind = RVT_ARRIVAL_LOST, .cycle = row->cycle + 1, .qualified = qualified};
        if (!arrivals->losing)
            arrivals->sink(arrivals->context, &loss);
        arrivals->losing = true;
        return;
    }
    if (row->blocks > 0 && (qualified || trap)) {
        arrivals->losing = false;
        arrivals->traced = arrivals->traced || qualified;
        instructions = qualified && report_blocks(arrivals, row, notify);
        if (trap)
            report_trap(arrivals, row, qualified, !instructions);
        arrivals->kept = row->cycle;
    }
    if (wanted)
        report_data(arrivals, row, instructions, trap, &data);
}

/* What the filters would decide on a dropped row: it determines how much room the row needed. The
 * filters themselves do not see the row. */
static bool would_pass(const struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row)
{
    struct rvt_filters filters = arrivals->filters;

    if (row->blocks == 0)
        return arrivals->passed;
    (void)rvt_access_filter_row(&filters, arrivals->config, row);
    return !rvt_filters_on(&filters) || rvt_filters_row(&filters, row).pass != 0;
}

void rvt_ingress_arrivals_row(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                              bool stalled)
{
    struct rvt_filter_result verdict = {.pass = 1, .notify = 0};

    arrivals->stalled = stalled;
    arrivals->cycle = row->cycle;
    arrivals->halted = row->halted;
    arrivals->reset = row->reset;
    if (arrivals->off_next)
        arrivals->control.inst_tracing = false;
    arrivals->off_next = false;
    bool triggers = running(arrivals) && arrivals->control.inst_trig_enable;
    if (triggers && (row->trigger & RVT_TRIGGER_ON) != 0)
        arrivals->control.inst_tracing = true;
    if (row->reset) {
        rvt_filters_restart(&arrivals->filters);
        arrivals->wanted = (struct rvt_pending_loads){.load = {{false}}};
    }
    arrivals->accessed = row->lost || !running(arrivals) ||
                         rvt_access_filter_row(&arrivals->filters, arrivals->config, row);
    if (!row->lost && row->blocks > 0 && running(arrivals)) {
        if (rvt_filters_on(&arrivals->filters))
            verdict = rvt_filters_row(&arrivals->filters, row);
        arrivals->passed = verdict.pass != 0;
    }
    bool qualified = running(arrivals) && arrivals->control.inst_tracing && arrivals->passed;
    arrivals->off_next = triggers && (row->trigger & RVT_TRIGGER_OFF) != 0;
    if (arrivals->control.enable && !qualified)
        end(arrivals, row->cycle);
    if (running(arrivals) && row->lost)
        qualified = arrivals->control.inst_tracing && would_pass(arrivals, row);
    if (running(arrivals))
        keep_row(arrivals, row, verdict.notify, qualified);
}

bool rvt_ingress_arrivals_withheld(const struct rvt_ingress_arrivals *arrivals)
{
    return arrivals != NULL && arrivals->withheld;
}

const char *rvt_ingress_arrival_name(enum rvt_ingress_arrival_kind kind)
{
    static const char *const NAME[] = {
        [RVT_ARRIVAL_ENABLE] = "enabling",
        [RVT_ARRIVAL_DISABLE] = "disabling",
        [RVT_ARRIVAL_END] = "the end of tracing",
        [RVT_ARRIVAL_LOST] = "a loss",
        [RVT_ARRIVAL_MODES] = "a change of modes",
        [RVT_ARRIVAL_BLOCKS] = "instructions",
        [RVT_ARRIVAL_TRAP] = "a trap",
        [RVT_ARRIVAL_DATA] = "data",
    };

    return NAME[kind];
}
