/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What arrives at an encoder, and in which cycle. Decision 0001; ETR-FLT-009..012, ETR-ALG-038. */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>

#include "ingress/access.h"
#include "model/lockstep/timing/ingress_arrivals.h"

enum { SEEN_MAX = 64 };

static struct rvt_ingress_arrivals *arrivals;
static char seen[SEEN_MAX * 8]; /* " " and a letter and the cycle, for each arrival */

static void take(void *context, const struct rvt_ingress_arrival *arrival)
{
    size_t length = strlen(seen);

    (void)context;
    (void)snprintf(seen + length, sizeof seen - length, " %c%u", "EDeLMBTA"[arrival->kind],
                   (unsigned)arrival -> cycle);
}

static void open_arrivals(void)
{
    static struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    seen[0] = '\0';
    cr_assert_eq(rvt_ingress_arrivals_open(&config, take, NULL, &arrivals), RVT_OK);
}

static void close_arrivals(void)
{
    rvt_ingress_arrivals_close(arrivals);
}

TestSuite(ingress_arrivals, .init = open_arrivals, .fini = close_arrivals);

static void control(uint64_t cycle, bool enable, bool tracing)
{
    const struct rvt_control values = {
        .enable = enable, .inst_tracing = tracing, .inst_trig_enable = true};

    rvt_ingress_arrivals_control(arrivals, cycle, &values);
}

/* A row of one block, with other signals. */
static struct rvt_row row_of(uint64_t cycle, uint8_t itype, uint32_t trigger)
{
    return (struct rvt_row){
        .cycle = cycle,
        .trigger = trigger,
        .blocks = 1,
        .block = {{.iaddr = 0x100, .iretire = 4, .itype = itype, .ilastsize = 1}}};
}

static void row(uint64_t cycle, uint8_t itype, uint32_t trigger)
{
    struct rvt_row row = row_of(cycle, itype, trigger);

    rvt_ingress_arrivals_row(arrivals, &row, false);
}

static void lost(uint64_t cycle)
{
    struct rvt_row row = row_of(cycle, RVT_ITYPE_NONE, 0);

    row.lost = true;
    rvt_ingress_arrivals_row(arrivals, &row, false);
}

Test(ingress_arrivals, rows_between_enabling_and_disabling)
{
    row(5, RVT_ITYPE_NONE, 0);
    control(10, true, true);
    row(10, RVT_ITYPE_NONE, 0);
    row(12, RVT_ITYPE_EXCEPTION, 0);
    control(20, false, true);
    row(20, RVT_ITYPE_NONE, 0);
    cr_expect_str_eq(seen, " E10 B10 B12 T12 D20");
}

Test(ingress_arrivals, a_trace_off_ends_with_the_cycle_after_it)
{
    control(10, true, true);
    row(11, RVT_ITYPE_NONE, RVT_TRIGGER_OFF);
    rvt_ingress_arrivals_idle(arrivals, 12);
    rvt_ingress_arrivals_idle(arrivals, 13);
    row(14, RVT_ITYPE_NONE, RVT_TRIGGER_ON);
    row(15, RVT_ITYPE_NONE, RVT_TRIGGER_OFF);
    row(16, RVT_ITYPE_NONE, RVT_TRIGGER_ON);
    row(17, RVT_ITYPE_NONE, RVT_TRIGGER_OFF);
    row(18, RVT_ITYPE_NONE, 0);
    cr_expect_str_eq(seen, " E10 B11 e12 B14 B15 B16 B17 e18");
}

Test(ingress_arrivals, nothing_ends_that_did_not_begin)
{
    control(10, true, false);
    rvt_ingress_arrivals_idle(arrivals, 11);
    control(12, true, true);
    control(13, true, false);
    cr_expect_str_eq(seen, " E10");
}

Test(ingress_arrivals, of_rows_that_are_not_traced_traps_are_kept)
{
    control(10, true, false);
    row(11, RVT_ITYPE_NONE, 0);
    row(12, RVT_ITYPE_INTERRUPT, 0);
    cr_expect_str_eq(seen, " E10 T12");
}

Test(ingress_arrivals, a_halt_ends_tracing)
{
    struct rvt_row halt = {.cycle = 12, .halted = true};

    control(10, true, true);
    row(11, RVT_ITYPE_NONE, 0);
    rvt_ingress_arrivals_row(arrivals, &halt, false);
    halt.cycle = 14;
    halt.halted = false;
    rvt_ingress_arrivals_row(arrivals, &halt, false);
    row(15, RVT_ITYPE_NONE, 0);
    cr_expect_str_eq(seen, " E10 B11 e12 B15");
}

Test(ingress_arrivals, drops_with_nothing_kept_in_between_are_one_loss)
{
    control(10, true, true);
    row(11, RVT_ITYPE_NONE, 0);
    lost(12);
    lost(14);
    row(15, RVT_ITYPE_NONE, 0);
    lost(16);
    rvt_ingress_arrivals_modes(arrivals, 17);
    control(18, false, true);
    control(30, true, true);
    lost(31);
    cr_expect_str_eq(seen, " E10 B11 L13 B15 L17 M17 D18 E30 L32");
}

/* A row that was dropped with a store. */
static void lost_store(uint64_t cycle)
{
    static const struct rvt_access store = {.dretire = true, .dtype = RVT_DTYPE_STORE, .dsize = 2};
    struct rvt_row row = row_of(cycle, RVT_ITYPE_NONE, 0);

    row.lost = true;
    row.accesses = 1;
    row.access = &store;
    rvt_ingress_arrivals_row(arrivals, &row, false);
}

/* Only the first te_data that is lost is reported again, and only where data are traced. Shows:
 * ETR-FMT-005 */
Test(ingress_arrivals, a_loss_is_reported_again_with_its_te_data)
{
    control(10, true, true);
    rvt_ingress_arrivals_data(arrivals, true, false);
    row(11, RVT_ITYPE_NONE, 0);
    lost(12);
    lost_store(14);
    lost_store(15);
    row(16, RVT_ITYPE_NONE, 0);
    lost_store(17);
    lost_store(18);
    row(19, RVT_ITYPE_NONE, 0);
    rvt_ingress_arrivals_data(arrivals, false, false);
    lost(20);
    lost_store(21);
    cr_expect_str_eq(seen, " E10 B11 L13 L15 B16 L18 B19 L21");
}

Test(ingress_arrivals, what_a_block_is)
{
    cr_expect_str_eq(rvt_ingress_arrival_name(RVT_ARRIVAL_BLOCKS), "instructions");
    cr_expect_str_eq(rvt_ingress_arrival_name(RVT_ARRIVAL_LOST), "a loss");
}

/* One row with an access, lost or not, while data trace is on or off. */
static bool is_withheld(bool data_tracing, bool is_access, bool is_lost)
{
    const struct rvt_access access = {.dretire = is_access};
    struct rvt_row with = row_of(11, RVT_ITYPE_NONE, 0);

    with.accesses = 1;
    with.access = &access;
    with.lost = is_lost;
    close_arrivals();
    open_arrivals();
    control(10, true, true);
    rvt_ingress_arrivals_data(arrivals, data_tracing, false);
    rvt_ingress_arrivals_row(arrivals, &with, false);
    return rvt_ingress_arrivals_withheld(arrivals);
}

/* A run without te_data is no failure if a trigger switched data trace off before all accesses; it
 * is one if software did. Shows: ETR-CTL-011 */
Test(ingress_arrivals, an_access_after_a_trigger_is_withheld)
{
    for (unsigned triggers = 0; triggers < 2; triggers++) {
        const struct rvt_access access = {.dretire = true};
        struct rvt_row with = row_of(12, RVT_ITYPE_NONE, 0);

        with.accesses = 1;
        with.access = &access;
        close_arrivals();
        open_arrivals();
        control(10, true, true);
        rvt_ingress_arrivals_data(arrivals, true, triggers);
        row(11, RVT_ITYPE_NONE, RVT_TRIGGER_OFF);
        rvt_ingress_arrivals_data(arrivals, triggers == 0, triggers); /* as the trigger left it */
        rvt_ingress_arrivals_row(arrivals, &with, false);
        cr_expect(eq(int, rvt_ingress_arrivals_withheld(arrivals), triggers != 0));
        close_arrivals();
        open_arrivals();
        control(10, true, true);
        rvt_ingress_arrivals_data(arrivals, false, triggers);
        rvt_ingress_arrivals_row(arrivals, &with, false);
        cr_expect_not(rvt_ingress_arrivals_withheld(arrivals));
    }
}

/* A run without te_data is no failure if the only accesses were lost. */
Test(ingress_arrivals, a_lost_access_is_withheld)
{
    cr_expect(is_withheld(true, true, true));
    cr_expect_not(is_withheld(true, true, false));
    cr_expect_not(is_withheld(true, false, true));
    cr_expect_not(is_withheld(false, true, true));
    cr_expect_not(rvt_ingress_arrivals_withheld(NULL));
}
