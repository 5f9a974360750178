/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "program/image.h"

static struct rvt_image *image;

static void open_image(void)
{
    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
}

static void close_image(void)
{
    rvt_image_close(image);
}

TestSuite(image, .init = open_image, .fini = close_image);

/* addi, c.addi, c.addi, beq, c.nop, jr a0 */
static const uint8_t CODE[] = {0x13, 0x05, 0x15, 0x00, 0x05, 0x05, 0x05, 0x05,
                               0x63, 0x04, 0xb5, 0x00, 0x01, 0x00, 0x02, 0x85};

static void expect_run(uint64_t pc, uint64_t last, uint32_t count, enum rvt_insn_kind kind)
{
    struct rvt_run run;
    cr_assert(rvt_image_run(image, pc, &run, NULL) == RVT_OK, "%llx", (unsigned long long)pc);
    cr_expect(run.last == last && run.count == count && run.insn.kind == kind,
              "%llx: last %llx count %u", (unsigned long long)pc, (unsigned long long)run.last,
              run.count);
}

static void expect_no_code(uint64_t pc)
{
    struct rvt_insn insn;
    struct rvt_run run;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_expect(rvt_image_insn(image, pc, &insn, &diag) == RVT_ERR_NO_CODE);
    cr_expect(diag.status == RVT_ERR_NO_CODE && diag.value == pc);
    cr_expect_str_eq(diag.field, "pc");
    cr_expect(rvt_image_run(image, pc, &run, NULL) == RVT_ERR_NO_CODE);
}

Test(image, a_run_ends_with_the_first_instruction_that_is_not_sequential)
{
    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof(CODE)) == RVT_OK);
    expect_run(0x1000, 0x1008, 4, RVT_INSN_BRANCH);
    expect_run(0x1006, 0x1008, 2, RVT_INSN_BRANCH);
    expect_run(0x1008, 0x1008, 1, RVT_INSN_BRANCH);
    expect_run(0x100c, 0x100e, 2, RVT_INSN_UNINFERABLE);
}

Test(image, what_is_not_there_is_not_found)
{
    expect_no_code(0x1000);
    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof(CODE)) == RVT_OK);
    expect_no_code(0xffe);
    expect_no_code(0x1010);
    expect_no_code(0x1001);
}

Test(image, a_run_ends_before_an_instruction_that_is_cut)
{
    cr_assert(rvt_image_add(image, 0x1004, CODE + 4, 6) == RVT_OK);
    expect_run(0x1004, 0x1006, 2, RVT_INSN_SEQUENTIAL);
    expect_no_code(0x1008);
}

Test(image, segments_that_touch_are_one)
{
    cr_assert(rvt_image_add(image, 0x100a, CODE + 10, 6) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1000, CODE, 3) == RVT_OK);
    expect_no_code(0x1000);
    cr_assert(rvt_image_add(image, 0x1003, CODE + 3, 7) == RVT_OK);
    expect_run(0x1000, 0x1008, 4, RVT_INSN_BRANCH);
}

Test(image, the_later_of_two_that_overlap_wins)
{
    static const uint8_t ret[] = {0x82, 0x80};

    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof(CODE)) == RVT_OK);
    cr_assert(rvt_image_add(image, 0x1006, ret, sizeof(ret)) == RVT_OK);
    expect_run(0x1000, 0x1006, 3, RVT_INSN_UNINFERABLE);
    expect_run(0x1008, 0x1008, 1, RVT_INSN_BRANCH);
}

Test(image, many_segments_in_any_order)
{
    for (uint64_t i = 0; i < 64; i++) {
        uint64_t at = (i * 37 % 64) * 0x1000;
        cr_assert(rvt_image_add(image, at, CODE, sizeof(CODE)) == RVT_OK);
    }
    for (uint64_t i = 0; i < 64; i++) {
        expect_run(i * 0x1000, i * 0x1000 + 8, 4, RVT_INSN_BRANCH);
        expect_no_code(i * 0x1000 + sizeof(CODE));
    }
}

Test(image, the_highest_address_is_the_limit)
{
    cr_expect(rvt_image_add(image, UINT64_MAX - 15, CODE, 16) == RVT_OK);
    expect_run(UINT64_MAX - 15, UINT64_MAX - 7, 4, RVT_INSN_BRANCH);
    cr_expect(rvt_image_add(image, UINT64_MAX - 14, CODE, 16) == RVT_ERR_PARAMETER);
    rvt_image_close(image);
    cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
    cr_expect(rvt_image_xlen(image) == 32);
    cr_expect(rvt_image_add(image, 0xfffffff0, CODE, 16) == RVT_OK);
    cr_expect(rvt_image_add(image, 0xfffffff2, CODE, 16) == RVT_ERR_PARAMETER);
    cr_expect(rvt_image_add(image, 0x100000000, CODE, 2) == RVT_ERR_PARAMETER);
}

Test(image, other_widths_are_refused)
{
    struct rvt_image *none = NULL;
    cr_expect(rvt_image_open(48, false, &none) == RVT_ERR_PARAMETER);
    cr_expect(none == NULL);
}

Test(image, a_place_is_led_to_only_by_instructions_in_line)
{
    uint32_t count = 0;

    cr_assert(rvt_image_add(image, 0x1000, CODE, sizeof(CODE)) == RVT_OK);
    cr_expect(rvt_image_leads(image, 0x1000, 0x1000, &count) && count == 1);
    cr_expect(rvt_image_leads(image, 0x1000, 0x1008, &count) && count == 4);
    cr_expect(!rvt_image_leads(image, 0x1000, 0x1002, &count), "inside an instruction");
    cr_expect(!rvt_image_leads(image, 0x1000, 0x100c, &count), "after a branch");
    cr_expect(!rvt_image_leads(image, 0x1004, 0x1000, &count), "backwards");
    cr_expect(!rvt_image_leads(image, 0x2000, 0x2000, &count), "no code");
}

Test(image, zcm_can_be_told_afterwards)
{
    static const uint8_t code[] = {0x01, 0x00, 0x02, 0xa0}; /* c.nop, c.fsdsp or cm.jt */

    cr_assert(rvt_image_add(image, 0x1000, code, sizeof(code)) == RVT_OK);
    expect_run(0x1000, 0x1002, 2, RVT_INSN_SEQUENTIAL);
    cr_assert(rvt_image_set_zcm(image, true) == RVT_OK);
    expect_run(0x1000, 0x1002, 2, RVT_INSN_UNINFERABLE);
}
