/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/qualifier.h"

#include "ingress/access.h"

void rvt_qualifier_init(struct rvt_qualifier *qualifier, const struct rvt_config *config)
{
    struct rvt_registers registers;

    *qualifier = (struct rvt_qualifier){.config = config, .passes = true};
    rvt_registers_init(&registers, config);
    rvt_filters_init(&qualifier->filters, config);
    rvt_qualifier_program(qualifier, &registers);
}

void rvt_qualifier_control(struct rvt_qualifier *qualifier, const struct rvt_control *control)
{
    bool enabled = qualifier->control.enable;

    qualifier->control = *control;
    qualifier->tracing = control->inst_tracing;
    qualifier->data_tracing = control->data_tracing;
    if (enabled || !control->enable)
        return;
    rvt_filters_restart(&qualifier->filters);
    qualifier->passes = true;
}

void rvt_qualifier_program(struct rvt_qualifier *qualifier, const struct rvt_registers *registers)
{
    struct rvt_filter_setup setup;

    rvt_registers_filters(registers, &setup);
    rvt_filters_program(&qualifier->filters, &setup);
    if (!rvt_filters_on(&qualifier->filters))
        qualifier->passes = true;
}

void rvt_qualifier_trigger(struct rvt_qualifier *qualifier, bool value)
{
    if (!rvt_qualifier_is_running(qualifier))
        return;
    if (qualifier->control.inst_trig_enable)
        qualifier->tracing = value;
    if (qualifier->control.data_trig_enable)
        qualifier->data_tracing = value;
}

/* True if access of row is to be traced. */
static bool is_traced(struct rvt_qualifier *qualifier, const struct rvt_row *row,
                      const struct rvt_access *access)
{
    bool traced = qualifier->data_tracing && access->dretire;

    if (!access->dretire || !rvt_filters_on(&qualifier->filters))
        return traced;
    struct rvt_filter_access seen = {
        .iaddr = rvt_access_iaddr(qualifier->config, row, access),
        .iaddr_known = true,
        .daddr = access->daddr,
        .dtype = access->dtype,
        .dsize = access->dsize,
    };
    return rvt_filters_access(&qualifier->filters, row, &seen) && traced;
}

unsigned rvt_qualifier_accesses(struct rvt_qualifier *qualifier, const struct rvt_row *row)
{
    unsigned traced = 0;

    for (unsigned i = 0; i < row->accesses; i++)
        traced |= is_traced(qualifier, row, &row->access[i]) ? 1u << i : 0;
    return traced;
}
