/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Qualification: which rows, blocks and data accesses an encoder traces. It depends on what
 * software enabled, on trace-on and trace-off triggers, on halt and reset of the hart, and on the
 * filters. Spec: E-Trace, "Filtering" (ETR-FLT-001, ETR-FLT-009..012), "Encoder Control"
 * (ETR-CTL-001, ETR-CTL-004, ETR-CTL-011, ETR-CTL-012); decision 0001, "Events between items";
 * decision 0007.
 */
#ifndef RVT_INGRESS_QUALIFIER_H
#define RVT_INGRESS_QUALIFIER_H

#include "ingress/control.h"
#include "ingress/filter.h"
#include "ingress/registers.h"
#include "ingress/tip.h"

/* In the caller's storage; members may be read, the functions below write them. */
struct rvt_qualifier {
    const struct rvt_config *config; /* borrowed */
    struct rvt_control control;      /* as software left it */
    struct rvt_filters filters;
    bool tracing;      /* trTeInstTracing, as software and triggers left it */
    bool data_tracing; /* trTeDataTracing, the same */
    bool halted;       /* levels of the latest row */
    bool reset;
    bool passes; /* the filters passed the latest block; true while no filter works */
};

/* Disabled; filters and comparators as config->registers leaves them. config is borrowed: the
 * caller may change its options while the qualifier is in use. */
void rvt_qualifier_init(struct rvt_qualifier *qualifier, const struct rvt_config *config);

/* Software programs the encoder, from the next row on. Enabling restarts the filters. */
void rvt_qualifier_control(struct rvt_qualifier *qualifier, const struct rvt_control *control);

/* Sets filters and comparators from registers, from the next row on; control is unchanged. */
void rvt_qualifier_program(struct rvt_qualifier *qualifier, const struct rvt_registers *registers);

/* A trigger sets tracing to value, if the encoder runs and software enabled the trigger. Called by
 * the steps below. Spec: ETR-ING-019, ETR-CTL-004. */
void rvt_qualifier_trigger(struct rvt_qualifier *qualifier, bool value);

/*
 * Each row passes through four steps: begin (halt, reset, trace-on), then, if the encoder sees the
 * row and has room for it, accesses and blocks, then end (trace-off). A row that the encoder has to
 * drop is not shown to the filters.
 */
static inline void rvt_qualifier_begin(struct rvt_qualifier *qualifier, const struct rvt_row *row)
{
    qualifier->halted = row->halted;
    qualifier->reset = row->reset;
    if (row->reset)
        rvt_filters_restart(&qualifier->filters);
    if ((row->trigger & RVT_TRIGGER_ON) != 0)
        rvt_qualifier_trigger(qualifier, true);
}

static inline void rvt_qualifier_end(struct rvt_qualifier *qualifier, const struct rvt_row *row)
{
    if ((row->trigger & RVT_TRIGGER_OFF) != 0)
        rvt_qualifier_trigger(qualifier, false);
}

/*
 * The data accesses of row that are to be traced, a bit each. Filters see them before the blocks of
 * the row; each access that retires updates the latches that compare data addresses. The row must
 * have passed rvt_accesses_check. Spec: ETR-CTL-011, ETR-CTL-012.
 */
unsigned rvt_qualifier_accesses(struct rvt_qualifier *qualifier, const struct rvt_row *row);

/*
 * Shows the blocks of row to the filters, if any filter works: true, and *result is set. False:
 * every block passes, none is to be reported, *result is unset. passes does not change; see
 * rvt_qualifier_take. The row must have passed rvt_row_check.
 */
static inline bool rvt_qualifier_blocks(struct rvt_qualifier *qualifier, const struct rvt_row *row,
                                        struct rvt_filter_result *result)
{
    if (row->blocks == 0 || !rvt_filters_on(&qualifier->filters))
        return false;
    *result = rvt_filters_row(&qualifier->filters, row);
    return true;
}

/* Puts the result of block in force until the next one. True: that is a change. */
static inline bool rvt_qualifier_take(struct rvt_qualifier *qualifier,
                                      const struct rvt_filter_result *result, unsigned block)
{
    bool passes = (result->pass >> block & 1) != 0;
    bool changes = passes != qualifier->passes;

    qualifier->passes = passes;
    return changes;
}

/* The blocks of row whose last instruction a trigger asks to report, a bit each. Spec: ETR-FLT-012;
 * AMB-127. */
static inline unsigned rvt_qualifier_notifies(const struct rvt_qualifier *qualifier,
                                              const struct rvt_row *row)
{
    bool acts =
        qualifier->control.inst_trig_enable || !qualifier->config->switches.notify_trig_enable;

    return acts ? row->trigger / RVT_TRIGGER_NOTIFY : 0;
}

/* True if the encoder sees row: it is enabled, and the hart is neither halted nor in reset. */
static inline bool rvt_qualifier_sees(const struct rvt_qualifier *qualifier,
                                      const struct rvt_row *row)
{
    return qualifier->control.enable && !row->halted && !row->reset;
}

/* The same of the latest row, or of a cycle without one. */
static inline bool rvt_qualifier_is_running(const struct rvt_qualifier *qualifier)
{
    return qualifier->control.enable && !qualifier->halted && !qualifier->reset;
}

/* True if what comes now is traced: the current block, or a cycle without one. */
static inline bool rvt_qualifier_is_qualified(const struct rvt_qualifier *qualifier)
{
    return rvt_qualifier_is_running(qualifier) && qualifier->tracing && qualifier->passes;
}

#endif
