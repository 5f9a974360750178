/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Qualification: enable, triggers, halt, reset and filters, row by row. Expectations: E-Trace,
 * "Filtering" and "Encoder Control"; decision 0001, "Events between items"; decision 0002,
 * "Filters". Shows: ETR-FLT-001, ETR-FLT-009, ETR-FLT-010, ETR-FLT-011, ETR-CTL-011
 */
#include "tests/unit/checks.h"

#include "ingress/access.h"
#include "ingress/qualifier.h"

struct qualifier_rig {
    struct rvt_config config;
    struct rvt_registers registers;
    struct rvt_qualifier qualifier;
};

static void start(struct qualifier_rig *rig)
{
    rvt_config_defaults(&rig->config, RVT_PROFILE_V2_0_4);
    rig->config.params.retires_p = 8;
    rig->config.params.iretire_width_p = 8;
    rig->config.params.blocks_p = 2;
    rig->config.params.filters_p = 1;
    rig->config.params.comparators_p = 1;
    rig->config.options.data_trace = true;
    rvt_registers_init(&rig->registers, &rig->config);
    rvt_qualifier_init(&rig->qualifier, &rig->config);
}

static const struct rvt_control TRACING = {.enable = true, .inst_tracing = true};

/* An instruction of four bytes at iaddr, in each of the blocks. */
static struct rvt_row row_at(uint64_t iaddr, unsigned blocks)
{
    struct rvt_row row = {.priv = 3, .blocks = (uint8_t)blocks};

    for (unsigned i = 0; i < blocks; i++)
        row.block[i] = (struct rvt_block){.iaddr = iaddr + 4 * i, .iretire = 2, .ilastsize = 1};
    return row;
}

/* Shows row to the qualifier and returns which of its blocks are traced, a bit each; or, if it has
 * none, whether the cycle is qualified. */
static unsigned traced(struct qualifier_rig *rig, const struct rvt_row *row)
{
    struct rvt_qualifier *qualifier = &rig->qualifier;
    struct rvt_filter_result result;
    unsigned mask = 0;

    rvt_qualifier_begin(qualifier, row);
    if (row->blocks == 0)
        mask = rvt_qualifier_is_qualified(qualifier);
    bool filtered =
        rvt_qualifier_sees(qualifier, row) && rvt_qualifier_blocks(qualifier, row, &result);
    for (unsigned i = 0; i < row->blocks; i++) {
        if (filtered)
            (void)rvt_qualifier_take(qualifier, &result, i);
        mask |= rvt_qualifier_is_qualified(qualifier) ? 1u << i : 0;
    }
    rvt_qualifier_end(qualifier, row);
    return mask;
}

/* Software writes a register. */
static void write_register(struct qualifier_rig *rig, const char *name, uint32_t value)
{
    uint32_t offset = 0;

    cr_assert(rvt_register_find(name, &offset));
    rvt_registers_write(&rig->registers, offset, value);
    rvt_qualifier_program(&rig->qualifier, &rig->registers);
}

/* Filter 0 passes one address: 0x1000. */
static void select_address(struct qualifier_rig *rig)
{
    write_register(rig, "trTeComp0PMatchLow", 0x1000);
    write_register(rig, "trTeFilter0Control", 1 | 1 << 4);
    write_register(rig, "trTeInstFilters", 1);
}

Test(qualifier, needs_enable_and_tracing)
{
    struct rvt_row row = row_at(0x1000, 2);
    struct qualifier_rig rig;
    struct rvt_control control = {.enable = false, .inst_tracing = true};

    start(&rig);
    cr_expect(eq(uint, traced(&rig, &row), 0));
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, traced(&rig, &row), 0), "not enabled");
    control = (struct rvt_control){.enable = true};
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, traced(&rig, &row), 0), "trTeInstTracing is 0");
    rvt_qualifier_control(&rig.qualifier, &TRACING);
    cr_expect(eq(uint, traced(&rig, &row), 3));
}

Test(qualifier, halt_and_reset_suspend_tracing)
{
    struct rvt_row row = row_at(0x1000, 1), idle = row_at(0, 0);
    struct qualifier_rig rig;

    start(&rig);
    rvt_qualifier_control(&rig.qualifier, &TRACING);
    idle.halted = true;
    cr_expect(eq(uint, traced(&rig, &idle), 0));
    cr_expect(not(rvt_qualifier_is_running(&rig.qualifier)), "until the next row");
    cr_expect(eq(uint, traced(&rig, &row), 1));
    idle.halted = false;
    idle.reset = true;
    cr_expect(eq(uint, traced(&rig, &idle), 0));
    cr_expect(eq(uint, traced(&rig, &row), 1));
}

/* Trace-on acts on its own row, trace-off on the next one, and wins where both are set. */
Test(qualifier, triggers)
{
    struct rvt_row row = row_at(0x1000, 1), on = row, off = row, both = row;
    struct qualifier_rig rig;
    struct rvt_control control = {.enable = true, .inst_trig_enable = true};

    start(&rig);
    on.trigger = RVT_TRIGGER_ON;
    off.trigger = RVT_TRIGGER_OFF;
    both.trigger = RVT_TRIGGER_ON | RVT_TRIGGER_OFF;
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, traced(&rig, &row), 0));
    cr_expect(eq(uint, traced(&rig, &on), 1));
    cr_expect(eq(uint, traced(&rig, &row), 1));
    cr_expect(eq(uint, traced(&rig, &off), 1));
    cr_expect(not(rvt_qualifier_is_qualified(&rig.qualifier)), "the idle cycle after it");
    cr_expect(eq(uint, traced(&rig, &row), 0));
    cr_expect(eq(uint, traced(&rig, &both), 1));
    cr_expect(eq(uint, traced(&rig, &row), 0));
}

Test(qualifier, triggers_need_their_enable_bit_and_a_running_hart)
{
    struct rvt_row on = row_at(0x1000, 1);
    struct qualifier_rig rig;
    struct rvt_control control = {.enable = true, .data_trig_enable = true};

    start(&rig);
    on.trigger = RVT_TRIGGER_ON;
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, traced(&rig, &on), 0), "trTeInstTrigEnable is 0");
    cr_expect(rig.qualifier.data_tracing, "trTeDataTrigEnable is 1");
    control.inst_trig_enable = true;
    rvt_qualifier_control(&rig.qualifier, &control);
    on.halted = true;
    (void)traced(&rig, &on);
    cr_expect(not(rig.qualifier.tracing || rig.qualifier.data_tracing), "halted");
    on.halted = false;
    control.data_trig_enable = false;
    rvt_qualifier_control(&rig.qualifier, &control);
    (void)traced(&rig, &on);
    cr_expect(rig.qualifier.tracing, "trTeInstTrigEnable is 1");
    cr_expect(not(rig.qualifier.data_tracing), "trTeDataTrigEnable is 0");
}

/* Writing trTeInstTracing replaces what triggers did. */
Test(qualifier, control_replaces_the_effect_of_triggers)
{
    struct rvt_row off = row_at(0x1000, 1), row = off;
    struct qualifier_rig rig;
    struct rvt_control control = TRACING;

    start(&rig);
    control.inst_trig_enable = true;
    off.trigger = RVT_TRIGGER_OFF;
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, traced(&rig, &off), 1));
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, traced(&rig, &row), 1));
}

Test(qualifier, notify_triggers)
{
    struct rvt_row row = row_at(0x1000, 2);
    struct qualifier_rig rig;

    start(&rig);
    row.trigger = RVT_TRIGGER_NOTIFY << 1;
    rvt_qualifier_control(&rig.qualifier, &TRACING);
    rig.config.switches.notify_trig_enable = false;
    cr_expect(eq(uint, rvt_qualifier_notifies(&rig.qualifier, &row), 2));
    rig.config.switches.notify_trig_enable = true;
    cr_expect(eq(uint, rvt_qualifier_notifies(&rig.qualifier, &row), 0));
}

/* A filter selects blocks of a row; cycles without blocks keep the latest result. */
Test(qualifier, filters_select_blocks)
{
    struct rvt_row row = row_at(0x1000, 2), other = row_at(0x2000, 1);
    struct qualifier_rig rig;

    start(&rig);
    rig.config.switches.filter_gran = RVT_FILTER_GRAN_BLOCK;
    rvt_qualifier_init(&rig.qualifier, &rig.config);
    rvt_qualifier_control(&rig.qualifier, &TRACING);
    cr_expect(eq(uint, traced(&rig, &row), 3), "no filter works");
    select_address(&rig);
    cr_expect(eq(uint, traced(&rig, &row), 1));
    cr_expect(not(rvt_qualifier_is_qualified(&rig.qualifier)), "the idle cycle after it");
    cr_expect(eq(uint, traced(&rig, &other), 0));
    rvt_registers_write(&rig.registers, RVT_TE_INST_FILTERS, 0);
    rvt_registers_write(&rig.registers, RVT_TE_FILTER, 0);
    rvt_qualifier_program(&rig.qualifier, &rig.registers);
    cr_expect(eq(uint, traced(&rig, &other), 1));
}

/* With the granularity of a cycle, one block that passes lets the whole row pass. */
Test(qualifier, filters_select_rows)
{
    struct rvt_row row = row_at(0xffc, 2);
    struct qualifier_rig rig;

    start(&rig);
    rig.config.switches.filter_gran = RVT_FILTER_GRAN_CYCLE;
    rvt_qualifier_init(&rig.qualifier, &rig.config);
    rvt_qualifier_control(&rig.qualifier, &TRACING);
    select_address(&rig);
    cr_expect(eq(uint, traced(&rig, &row), 3));
}

/* Enabling resets the result of the latest block. */
Test(qualifier, enabling_starts_the_filters_afresh)
{
    struct rvt_row other = row_at(0x2000, 1), idle = row_at(0, 0);
    const struct rvt_control off = {.enable = false};
    struct qualifier_rig rig;

    start(&rig);
    rvt_qualifier_control(&rig.qualifier, &TRACING);
    select_address(&rig);
    cr_expect(eq(uint, traced(&rig, &other), 0));
    cr_expect(eq(uint, traced(&rig, &idle), 0));
    rvt_qualifier_control(&rig.qualifier, &off);
    rvt_qualifier_control(&rig.qualifier, &TRACING);
    cr_expect(eq(uint, traced(&rig, &idle), 1));
}

/* Data trace has a tracing bit of its own; responses are no accesses. */
Test(qualifier, data_accesses)
{
    const struct rvt_access access[2] = {{.dretire = true}, {.dretire = false}};
    struct rvt_row row = row_at(0x1000, 1);
    struct qualifier_rig rig;
    struct rvt_control control = TRACING;

    start(&rig);
    row.accesses = 2;
    row.access = access;
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, rvt_qualifier_accesses(&rig.qualifier, &row), 0));
    control.data_tracing = true;
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, rvt_qualifier_accesses(&rig.qualifier, &row), 1));
    rvt_registers_write(&rig.registers, 0x400, 1); /* a filter that lets everything pass */
    rvt_registers_write(&rig.registers, RVT_TE_DATA_FILTERS, 1);
    rvt_qualifier_program(&rig.qualifier, &rig.registers);
    cr_expect(rvt_filters_on(&rig.qualifier.filters));
    cr_expect(eq(uint, rvt_qualifier_accesses(&rig.qualifier, &row), 1));
    control.data_tracing = false;
    rvt_qualifier_control(&rig.qualifier, &control);
    cr_expect(eq(uint, rvt_qualifier_accesses(&rig.qualifier, &row), 0), "it passes, untraced");
}

/* An access that did not retire is not there for the filters either: it opens no latch. The filter
 * passes what the latch passes: from the access to 0x10 on. Shows: ETR-FLT-001, ETR-FLT-003 */
Test(qualifier, an_access_that_did_not_retire_opens_no_latch)
{
    struct rvt_access access[2] = {{.daddr = 0x10}, {.dretire = true, .daddr = 0x20}};
    struct rvt_control control = TRACING;
    struct rvt_row row = row_at(0x1000, 1);
    struct qualifier_rig rig;

    start(&rig);
    row.accesses = 2;
    row.access = access;
    control.data_tracing = true;
    rvt_qualifier_control(&rig.qualifier, &control);
    write_register(&rig, "trTeComp0Control",
                   RVT_COMP_DADDR | RVT_COMP_DADDR << 2 | RVT_COMP_GREATER_EQUAL << 8 |
                       RVT_COMP_LATCH << 12);
    write_register(&rig, "trTeComp0PMatchLow", 0x10);
    write_register(&rig, "trTeComp0SMatchLow", 0x30);
    write_register(&rig, "trTeFilter0Control", 1 | 1 << 4);
    write_register(&rig, "trTeDataFilters", 1);
    cr_expect(eq(uint, rvt_qualifier_accesses(&rig.qualifier, &row), 0));
    access[0].dretire = true;
    cr_expect(eq(uint, rvt_qualifier_accesses(&rig.qualifier, &row), 3), "both");
}

/* A write to a filter register changes nothing before the next block; without filters everything
 * passes at once. Shows: ETR-FLT-001, ETR-FLT-009 */
Test(qualifier, a_register_write_waits_for_the_next_block)
{
    struct rvt_row other = row_at(0x2000, 1), row = row_at(0x1000, 1), idle = row_at(0, 0);
    struct qualifier_rig rig;

    start(&rig);
    rvt_qualifier_control(&rig.qualifier, &TRACING);
    select_address(&rig);
    cr_expect(eq(uint, traced(&rig, &other), 0));
    write_register(&rig, "trTeComp0PMatchLow", 0x2000);
    cr_expect(eq(uint, traced(&rig, &idle), 0), "0x2000 did not pass");
    cr_expect(eq(uint, traced(&rig, &other), 1));
    write_register(&rig, "trTeComp0PMatchLow", 0x1000);
    cr_expect(eq(uint, traced(&rig, &idle), 1), "0x2000 passed");
    cr_expect(eq(uint, traced(&rig, &other), 0));
    cr_expect(eq(uint, traced(&rig, &row), 1));
    cr_expect(eq(uint, traced(&rig, &other), 0));
    write_register(&rig, "trTeFilter0Control", 0);
    cr_expect(eq(uint, traced(&rig, &idle), 0), "trTeInstFilters selects a filter that is off");
    write_register(&rig, "trTeInstFilters", 0);
    cr_expect(eq(uint, traced(&rig, &idle), 1), "no filter is left");
    cr_expect(eq(uint, traced(&rig, &other), 1));
}
