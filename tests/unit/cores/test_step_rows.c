/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows of steps: itype, iretire in both units, traps, cycles, context and time, sijump, losses.
 * Shows: ETR-ING-002, ETR-ING-005, ETR-ING-010, ETR-CTX-003, ETR-CTX-005, ETR-CTX-006 */
#include "base/config_check.h"
#include "cores/step_rows.h"
#include "tests/unit/checks.h"

struct sink {
    struct rvt_row row;
    unsigned rows;
};

static enum rvt_status put(void *context, const struct rvt_row *row, struct rvt_diag *diag)
{
    struct sink *sink = context;

    (void)diag;
    sink->row = *row;
    sink->rows++;
    return RVT_OK;
}

static struct rvt_config wide(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = 64;
    config.params.itype_width_p = 4;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 4;
    config.params.ctype_width_p = 2;
    config.params.context_width_p = 8;
    config.params.time_width_p = 8;
    config.params.nocontext_p = config.params.notime_p = false;
    config.params.sijump_p = true;
    return config;
}

static const struct rvt_checked_step NOP = {
    .step = {.pc = 0x1000, .privilege = 3, .known = RVT_STEP_PC},
    .insn = {.kind = RVT_INSN_SEQUENTIAL, .size = 4}};
static const struct rvt_checked_step JUMP = {
    .step = {.pc = 0x1004, .privilege = 1, .known = RVT_STEP_PC},
    .insn = {.kind = RVT_INSN_UNINFERABLE, .size = 2, .jump_class = RVT_ITYPE_RETURN, .rs1 = 1},
    .pair = true};

static struct rvt_row row_of(const struct rvt_config *config, const struct rvt_checked_step *step)
{
    struct rvt_step_rows rows;
    struct sink sink = {.rows = 0};
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    rvt_step_rows_init(&rows, config, put, &sink);
    cr_assert(rvt_step_rows_put(&rows, step, &diag) == RVT_OK, "%s", diag.text);
    cr_assert(eq(u32, sink.rows, 1));
    return sink.row;
}

Test(step_rows, shows_what_retired)
{
    struct rvt_config config = wide();
    struct rvt_checked_step branch = {.step = {.pc = 0x1000, .privilege = 3},
                                      .insn = {.kind = RVT_INSN_BRANCH, .size = 4},
                                      .taken = true,
                                      .lost = true};
    struct rvt_row row = row_of(&config, &NOP);

    cr_expect(eq(u32, row.blocks, 1));
    cr_expect(eq(u32, row.priv, 3));
    cr_expect(eq(u32, row.block[0].itype, RVT_ITYPE_NONE));
    cr_expect(eq(u64, row.block[0].iaddr, 0x1000));
    cr_expect(eq(u32, row.block[0].iretire, 2));
    cr_expect(eq(u32, row.block[0].ilastsize, 1));
    cr_expect(not(row.block[0].sijump));
    cr_expect(not(row.lost));
    row = row_of(&config, &JUMP);
    cr_expect(eq(u32, row.block[0].itype, RVT_ITYPE_RETURN));
    cr_expect(eq(u32, row.block[0].iretire, 1));
    cr_expect(eq(u32, row.block[0].ilastsize, 0));
    cr_expect(row.block[0].sijump);
    row = row_of(&config, &branch);
    cr_expect(eq(u32, row.block[0].itype, RVT_ITYPE_TAKEN_BRANCH));
    cr_expect(row.lost);
    config.params.retires_p = 1;
    config.params.sijump_p = false;
    row = row_of(&config, &JUMP);
    cr_expect(eq(u32, row.block[0].iretire, 1));
    cr_expect(not(row.block[0].sijump));
    row = row_of(&config, &NOP);
    cr_expect(eq(u32, row.block[0].iretire, 1));
}

Test(step_rows, shows_traps)
{
    struct rvt_config config = wide();
    struct rvt_checked_step trap = {
        .step = {.pc = 0x1000, .kind = RVT_STEP_EXCEPTION, .cause = 2, .tval = 5, .privilege = 1}};
    struct rvt_row row = row_of(&config, &trap);

    cr_expect(eq(u32, row.block[0].itype, RVT_ITYPE_EXCEPTION));
    cr_expect(eq(u32, row.block[0].iretire, 0));
    cr_expect(eq(u64, row.block[0].iaddr, 0x1000));
    cr_expect(eq(u32, row.cause, 2));
    cr_expect(eq(u64, row.tval, 5));
    trap.step.kind = RVT_STEP_INTERRUPT;
    row = row_of(&config, &trap);
    cr_expect(eq(u32, row.block[0].itype, RVT_ITYPE_INTERRUPT));
    cr_expect(eq(u64, row.tval, 0));
}

Test(step_rows, numbers_cycles)
{
    struct rvt_config config = wide();
    struct rvt_step_rows rows;
    struct sink sink = {.rows = 0};
    struct rvt_checked_step step = NOP;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    rvt_step_rows_init(&rows, &config, put, &sink);
    cr_assert(rvt_step_rows_put(&rows, &step, &diag) == RVT_OK);
    cr_expect(eq(u64, sink.row.cycle, 0));
    cr_assert(rvt_step_rows_put(&rows, &step, &diag) == RVT_OK);
    cr_expect(eq(u64, sink.row.cycle, 1));
    step.step.known |= RVT_STEP_CYCLE;
    step.step.cycle = 2;
    cr_assert(rvt_step_rows_put(&rows, &step, &diag) == RVT_OK);
    step.step.cycle = 7;
    cr_assert(rvt_step_rows_put(&rows, &step, &diag) == RVT_OK);
    cr_expect(eq(u64, sink.row.cycle, 7));
    step.step.line = 9;
    cr_expect(eq(int, (int)rvt_step_rows_put(&rows, &step, &diag), RVT_ERR_INGRESS));
    cr_expect_str_eq(diag.clause, "LogCycle");
    cr_expect(eq(u64, diag.position, 9));
}

Test(step_rows, shows_context_and_time)
{
    struct rvt_config config = wide();
    struct rvt_checked_step step = NOP;

    for (uint8_t width = 0; width <= 2; width++) {
        struct rvt_step_rows rows;
        struct sink sink = {.rows = 0};
        config.params.ctype_width_p = width;
        rvt_step_rows_init(&rows, &config, put, &sink);
        step.step.known = RVT_STEP_PC | RVT_STEP_CONTEXT | RVT_STEP_TIME;
        step.step.context = 5;
        step.step.time = 6;
        cr_assert(rvt_step_rows_put(&rows, &step, NULL) == RVT_OK);
        cr_expect(eq(u64, sink.row.context, 5));
        cr_expect(eq(u64, sink.row.time, 6));
        cr_expect(eq(u32, sink.row.ctype, 0));
        step.step.context = 7;
        cr_assert(rvt_step_rows_put(&rows, &step, NULL) == RVT_OK);
        cr_expect(eq(u64, sink.row.context, 7));
        cr_expect(eq(u32, sink.row.ctype, width));
        cr_assert(rvt_step_rows_put(&rows, &step, NULL) == RVT_OK);
        cr_expect(eq(u32, sink.row.ctype, 0));
    }
    config.params.nocontext_p = config.params.notime_p = true;
    struct rvt_row row = row_of(&config, &step);
    cr_expect(eq(u64, row.context, 0));
    cr_expect(eq(u64, row.time, 0));
}

Test(step_rows, refuses_rows_that_the_port_cannot_have)
{
    struct rvt_config config = wide();
    struct rvt_checked_step step = NOP;
    struct rvt_step_rows rows;
    struct sink sink = {.rows = 0};
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    step.step.privilege = 2;
    step.step.line = 4;
    rvt_step_rows_init(&rows, &config, put, &sink);
    cr_expect(eq(int, (int)rvt_step_rows_put(&rows, &step, &diag), RVT_ERR_INGRESS));
    cr_expect(eq(u64, diag.position, 4));
    cr_expect(eq(u32, sink.rows, 0));
}
