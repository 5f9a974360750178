/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/ingress_arrivals.h"

#include <stdlib.h>

#include "ingress/access.h"
#include "ingress/qualifier.h"

struct rvt_ingress_arrivals {
    const struct rvt_config *config; /* borrowed */
    rvt_ingress_arrival_sink sink;
    void *context;
    struct rvt_qualifier qualifier;
    struct rvt_pending_loads loads;
    uint64_t cycle; /* latest cycle seen */
    uint64_t kept;  /* cycle of the latest row that was kept */
    bool triggered; /* a trigger switched data trace off, and nothing switched it on again */
    bool withheld;  /* filters or such a trigger blocked an access, or its row was lost */
    bool traced;    /* something qualified was kept since the latest ENABLE, END or LOST */
    bool losing;    /* nothing was kept since the latest dropped row */
    bool data_lost; /* te_data was lost in that loss */
    bool stalled;   /* the hart was stalled in the cycle before */
};

enum rvt_status rvt_ingress_arrivals_open(const struct rvt_config *config,
                                          rvt_ingress_arrival_sink sink, void *context,
                                          struct rvt_ingress_arrivals **arrivals)
{
    struct rvt_ingress_arrivals *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->config = config;
    made->sink = sink;
    made->context = context;
    rvt_qualifier_init(&made->qualifier, config);
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
    rvt_qualifier_program(&arrivals->qualifier, registers);
}

void rvt_ingress_arrivals_data(struct rvt_ingress_arrivals *arrivals, bool tracing, bool triggers)
{
    struct rvt_control control = arrivals->qualifier.control;

    control.inst_tracing = arrivals->qualifier.tracing;
    control.data_tracing = tracing;
    control.data_trig_enable = triggers;
    rvt_qualifier_control(&arrivals->qualifier, &control);
}

/* --- events ---------------------------------------------------------------------------------- */

static void report_event(struct rvt_ingress_arrivals *arrivals, enum rvt_ingress_arrival_kind kind,
                         uint64_t cycle)
{
    const struct rvt_ingress_arrival event = {.kind = kind, .cycle = cycle};

    arrivals->sink(arrivals->context, &event);
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
    if (arrivals->qualifier.control.enable && !rvt_qualifier_is_qualified(&arrivals->qualifier))
        end(arrivals, cycle);
}

void rvt_ingress_arrivals_control(struct rvt_ingress_arrivals *arrivals, uint64_t cycle,
                                  const struct rvt_control *control)
{
    bool enabled = arrivals->qualifier.control.enable;

    rvt_qualifier_control(&arrivals->qualifier, control);
    if (!control->enable)
        arrivals->loads = (struct rvt_pending_loads){.load = {{false}}};
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
            .last = rvt_block_last(&arrivals->config->params, block),
            .halfwords = rvt_block_halfwords(&arrivals->config->params, block),
            .itype = rvt_block_is_trap(block) ? RVT_ITYPE_NONE : block->itype,
            .notify = (notify >> i & 1) != 0};
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

/* Dropped rows with nothing kept between them are one loss: its first row reports it, and once more
 * the first row that loses te_data. */
static void drop_row(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                     bool data_lost, bool qualified)
{
    const struct rvt_ingress_arrival loss = {.kind = RVT_ARRIVAL_LOST,
                                             .cycle = row->cycle + 1,
                                             .again = arrivals->losing,
                                             .qualified = qualified};

    arrivals->traced = false;
    if (!arrivals->losing || (data_lost && !arrivals->data_lost)) {
        arrivals->sink(arrivals->context, &loss);
        arrivals->data_lost = data_lost;
    }
    arrivals->losing = true;
}

/* Of an unqualified row only a trap is kept; access: its data access is traced. */
static void keep_row(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                     unsigned notify, bool access, bool qualified)
{
    bool trap = is_trap(row);
    bool instructions = false;
    struct rvt_data_arrival data;
    bool sent = rvt_data_arrival_row(&arrivals->loads, arrivals->config, access, row, &data);

    if (row->lost) {
        drop_row(arrivals, row, sent, qualified);
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
    if (sent)
        report_data(arrivals, row, instructions, trap, &data);
}

/* True if a dropped row would be qualified: that determines how much room it needed. The filters do
 * not see the row. */
static bool would_qualify(const struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row)
{
    struct rvt_qualifier qualifier = arrivals->qualifier;
    struct rvt_filter_result result;

    if (row->blocks == 0)
        return qualifier.tracing && qualifier.passes;
    (void)rvt_qualifier_accesses(&qualifier, row);
    return qualifier.tracing &&
           (!rvt_qualifier_blocks(&qualifier, row, &result) || result.pass != 0);
}

/* True if the data access of a dropped row would be traced. The filters decide, but do not step. */
static bool would_trace(const struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row)
{
    struct rvt_qualifier qualifier = arrivals->qualifier;

    return (rvt_qualifier_accesses(&qualifier, row) & 1) != 0;
}

/* True if the row has an access, and data trace is on, or was until a trigger. */
static bool has_access(const struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row)
{
    return (arrivals->qualifier.data_tracing || arrivals->triggered) && row->accesses > 0 &&
           row->access[0].dretire;
}

/* A row that the encoder has room for. */
static void take_row(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row)
{
    struct rvt_qualifier *qualifier = &arrivals->qualifier;
    struct rvt_filter_result result = {.notify = 0};
    bool access = (rvt_qualifier_accesses(qualifier, row) & 1) != 0;

    arrivals->withheld = arrivals->withheld || (has_access(arrivals, row) && !access);
    if (rvt_qualifier_blocks(qualifier, row, &result))
        (void)rvt_qualifier_take(qualifier, &result, row->blocks - 1U);
    bool qualified = rvt_qualifier_is_qualified(qualifier);
    if (!qualified)
        end(arrivals, row->cycle);
    keep_row(arrivals, row, rvt_qualifier_notifies(qualifier, row) | result.notify, access,
             qualified);
}

void rvt_ingress_arrivals_row(struct rvt_ingress_arrivals *arrivals, const struct rvt_row *row,
                              bool stalled)
{
    struct rvt_qualifier *qualifier = &arrivals->qualifier;

    arrivals->stalled = stalled;
    arrivals->cycle = row->cycle;
    rvt_qualifier_begin(qualifier, row);
    bool traced = qualifier->data_tracing;
    if (row->reset)
        arrivals->loads = (struct rvt_pending_loads){.load = {{false}}};
    if (rvt_qualifier_is_running(qualifier) && !row->lost) {
        take_row(arrivals, row);
    } else if (qualifier->control.enable) {
        if (!rvt_qualifier_is_qualified(qualifier))
            end(arrivals, row->cycle);
        arrivals->withheld = arrivals->withheld || has_access(arrivals, row);
        if (rvt_qualifier_is_running(qualifier))
            keep_row(arrivals, row, 0, would_trace(arrivals, row), would_qualify(arrivals, row));
    }
    rvt_qualifier_end(qualifier, row);
    arrivals->triggered = !qualifier->data_tracing && (traced || arrivals->triggered);
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
