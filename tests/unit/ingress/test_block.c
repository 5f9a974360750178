/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Blocks against a program: contiguous, ended by branches and jumps alone, above 4 GiB too.
 * Shows: ETR-ING-003, ETR-ING-004 */
#include "tests/unit/checks.h"

#include "base/config_check.h"
#include "ingress/block.h"

/* 0: nop; 4: c.nop; 6: beq; a: nop; e: jal; 12: jalr; 16: mret; 1a: nop, nop */
static const uint8_t CODE[] = {0x13, 0x00, 0x00, 0x00, 0x01, 0x00, 0x63, 0x00, 0xb5,
                               0x00, 0x13, 0x00, 0x00, 0x00, 0x6f, 0x00, 0x40, 0x00,
                               0x67, 0x80, 0x00, 0x00, 0x73, 0x00, 0x20, 0x30, 0x13,
                               0x00, 0x00, 0x00, 0x13, 0x00, 0x00, 0x00};

static void follow(uint64_t base)
{
    static const struct {
        uint32_t at, halfwords;
        uint8_t ilastsize;
        const char *clause; /* null: good */
        uint64_t instructions;
    } cases[] = {
        {0, 2, 1, NULL, 1},           {0, 3, 0, NULL, 2},
        {0, 5, 1, NULL, 3},           {0, 7, 1, "ETR-ING-004", 0}, /* goes on after the branch */
        {6, 2, 1, NULL, 1},           {10, 4, 1, NULL, 2},
        {10, 6, 1, "ETR-ING-004", 0},                               /* after jal */
        {18, 2, 1, NULL, 1},          {18, 4, 1, "ETR-ING-004", 0}, /* after jalr */
        {22, 4, 1, "ETR-ING-004", 0},                               /* after mret */
        {26, 4, 1, NULL, 2},          {0, 3, 1, "ETR-ING-003", 0},  /* no instruction begins at 2 */
        {26, 2, 0, "ETR-ING-003", 0},                               /* nor at 1c */
        {64, 4, 1, NULL, 1},                                        /* nothing is known there */
    };
    struct rvt_image *image;
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = 64;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, base, CODE, sizeof CODE) == RVT_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rvt_block block = {.iaddr = base + cases[i].at,
                                        .iretire = cases[i].halfwords,
                                        .ilastsize = cases[i].ilastsize};
        uint64_t instructions = 0;
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_block_follow(&config, image, &block, &instructions, &diag);
        if (cases[i].clause == NULL) {
            cr_expect(eq(int, (int)status, RVT_OK), "case %zu: %s", i, diag.text);
            cr_expect(eq(u64, instructions, cases[i].instructions), "case %zu", i);
        } else {
            cr_expect(eq(int, (int)status, RVT_ERR_INGRESS), "case %zu", i);
            cr_expect_str_eq(diag.clause, cases[i].clause, "case %zu", i);
        }
    }
    rvt_image_close(image);
}

Test(block, follows_the_program)
{
    follow(0x1000);
    follow(UINT64_C(0x7fffffff0));
}
