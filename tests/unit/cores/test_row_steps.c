/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Steps of rows: the instructions of blocks, traps and their EPC, gaps, Zcmp.
 * Shows: ETR-ING-002, ETR-ING-003, ETR-ING-010, ETR-ING-017, ETR-ING-018, ETR-ING-020 */
#include "base/config_check.h"
#include "cores/row_steps.h"
#include "tests/unit/cores/programs.h"

enum { STEPS_MAX = 16 };

static struct rvt_config config;
static struct rvt_image *image;
static struct rvt_row_steps steps;
static struct rvt_hart_step got[STEPS_MAX];
static unsigned count;

static enum rvt_status take(void *context, const struct rvt_hart_step *step)
{
    (void)context;
    cr_assert(count < STEPS_MAX);
    got[count++] = *step;
    return RVT_OK;
}

static void start(void)
{
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = 32;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 5;
    config.params.itype_width_p = 4;
    image = program_open(32);
    rvt_row_steps_init(&steps, &config, image, take, NULL);
    count = 0;
}

static void stop(void)
{
    rvt_image_close(image);
}

TestSuite(row_steps, .init = start, .fini = stop);

static void put(const struct rvt_row *row)
{
    cr_assert(rvt_row_steps_put(&steps, row, 7) == RVT_OK);
}

static void expect_instruction(unsigned index, uint64_t pc, unsigned size)
{
    cr_assert(index < count);
    cr_expect(eq(int, (int)got[index].kind, RVT_STEP_RETIRED), "step %u", index);
    cr_expect(eq(u64, got[index].pc, pc), "step %u", index);
    cr_expect(eq(u32, got[index].size, size), "step %u", index);
}

static void expect_gap(unsigned index, enum rvt_hart_gap gap)
{
    cr_assert(index < count);
    cr_expect(eq(int, (int)got[index].kind, RVT_STEP_LOSS));
    cr_expect(eq(int, (int)got[index].gap, (int)gap));
    cr_expect(eq(u64, got[index].place, 7));
}

Test(row_steps, gives_the_instructions_of_all_blocks)
{
    put(&(struct rvt_row){.cycle = 30,
                          .priv = 1,
                          .blocks = 2,
                          .block = {{.iaddr = 0x1000, .iretire = 5, .itype = 5, .ilastsize = 1},
                                    {.iaddr = 0x100e, .iretire = 2, .itype = 15, .ilastsize = 1}}});
    cr_assert(eq(u32, count, 4));
    expect_instruction(0, 0x1000, 4);
    expect_instruction(1, 0x1004, 2);
    expect_instruction(2, 0x1006, 4);
    expect_instruction(3, 0x100e, 4);
    cr_expect(eq(u32, got[3].privilege, 1));
    cr_expect(eq(u64, got[3].cycle, 30));
    cr_expect(eq(u64, got[3].place, 7));
}

Test(row_steps, counts_instructions_if_the_interface_does)
{
    config.params.retires_p = 1;
    put(&(struct rvt_row){.blocks = 1,
                          .block = {{.iaddr = 0x1006, .iretire = 1, .itype = 5, .ilastsize = 1}}});
    cr_assert(eq(u32, count, 1));
    expect_instruction(0, 0x1006, 4);
}

Test(row_steps, a_trap_after_instructions_has_the_address_after_them)
{
    put(&(struct rvt_row){
        .cause = 7,
        .tval = 5,
        .blocks = 1,
        .block = {{.iaddr = 0x1000, .iretire = 3, .itype = RVT_ITYPE_EXCEPTION}}});
    cr_assert(eq(u32, count, 3));
    cr_expect(eq(int, (int)got[2].kind, RVT_STEP_EXCEPTION));
    cr_expect(eq(u32, got[2].cause, 7));
    cr_expect(got[2].tval_known);
    cr_expect(eq(u64, got[2].tval, 5));
    cr_expect(got[2].pc_known);
    cr_expect(eq(u64, got[2].pc, 0x1006));
    /* With a 3-bit itype the trap may be after a jump. */
    count = 0;
    put(&(struct rvt_row){
        .blocks = 1,
        .block = {{.iaddr = 0x100e, .iretire = 2, .itype = RVT_ITYPE_INTERRUPT, .ilastsize = 1}}});
    cr_assert(eq(u32, count, 2));
    cr_expect(eq(int, (int)got[1].kind, RVT_STEP_INTERRUPT));
    cr_expect(got[1].pc_known);
    cr_expect(eq(u64, got[1].pc, 0x1016));
    cr_expect(not(got[1].tval_known));
}

Test(row_steps, a_trap_of_its_own_row_has_an_epc_if_it_is_an_exception)
{
    put(&(struct rvt_row){.blocks = 1, .block = {{.iaddr = 0x102c, .itype = RVT_ITYPE_EXCEPTION}}});
    put(&(struct rvt_row){.blocks = 1, .block = {{.iaddr = 0x1234, .itype = RVT_ITYPE_INTERRUPT}}});
    cr_assert(eq(u32, count, 2));
    cr_expect(got[0].pc_known);
    cr_expect(eq(u64, got[0].pc, 0x102c));
    cr_expect(not(got[1].pc_known));
}

Test(row_steps, gaps_are_steps)
{
    const struct rvt_row halted = {
        .halted = true, .blocks = 1, .block = {{.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}}};
    const struct rvt_row reset = {.reset = true};
    const struct rvt_row lost = {
        .lost = true, .blocks = 1, .block = {{.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}}};

    put(&halted);
    put(&reset);
    cr_assert(eq(u32, count, 1), "one gap, and nothing of what the rows show");
    expect_gap(0, RVT_HART_GAP_HALTED);
    put(&lost);
    cr_assert(eq(u32, count, 3));
    expect_instruction(1, 0x1000, 4);
    expect_gap(2, RVT_HART_GAP_LOST);
    put(&halted);
    cr_assert(eq(u32, count, 4), "another gap");
}

Test(row_steps, code_that_the_program_lacks_is_a_gap)
{
    put(&(struct rvt_row){.blocks = 1, .block = {{.iaddr = 0x1030, .iretire = 6, .ilastsize = 1}}});
    cr_assert(eq(u32, count, 3));
    expect_instruction(0, 0x1030, 4);
    expect_gap(1, RVT_HART_GAP_CODE);
    expect_instruction(2, 0x1038, 4);
}

Test(row_steps, a_block_that_ends_inside_an_instruction_gives_its_last)
{
    put(&(struct rvt_row){.blocks = 1, .block = {{.iaddr = 0x1000, .iretire = 2}}});
    cr_assert(eq(u32, count, 1));
    expect_instruction(0, 0x1002, 2);
}

Test(row_steps, zcmp_shown_again_is_one_step)
{
    static const uint8_t push[] = {0x42, 0xb8}; /* cm.push {ra}, -16 */
    const struct rvt_row row = {.blocks = 1, .block = {{.iaddr = 0x2000, .iretire = 1}}};
    const struct rvt_row nop = {.blocks = 1, .block = {{.iaddr = 0x1004, .iretire = 1}}};

    cr_assert(rvt_image_add(image, 0x2000, push, sizeof push) == RVT_OK);
    put(&row);
    put(&row);
    cr_assert(eq(u32, count, 2), "without Zcmp it is another instruction");
    rvt_image_set_zcm(image, true);
    count = 0;
    put(&row);
    put(&row);
    put(&row);
    put(&nop);
    put(&nop);
    put(&row);
    cr_assert(eq(u32, count, 4));
    expect_instruction(0, 0x2000, 2);
    expect_instruction(1, 0x1004, 2);
    expect_instruction(2, 0x1004, 2);
    expect_instruction(3, 0x2000, 2);
}
