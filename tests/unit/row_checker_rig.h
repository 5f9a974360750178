/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A small program, and rows of it as tables, of which the last one may break a rule. */
#ifndef RVT_TESTS_UNIT_ROW_CHECKER_RIG_H
#define RVT_TESTS_UNIT_ROW_CHECKER_RIG_H

#include <string.h>

#include "tests/unit/checks.h"

#include "base/config_check.h"
#include "ingress/row_checker.h"

enum { BASE = 0x1000, ROWS_MAX = 4 };

/* 00 nop; 04 beq +8; 08 nop; 0c jal x0, +8; 10 nop; 14 jal ra, +8; 18 nop; 1c ret; 20 ecall;
 * 24 lui x6, 2; 28 jalr x0, 4(x6); 2c mret; 30 jalr x0, x6 */
static const uint32_t CODE[] = {0x00000013, 0x00000463, 0x00000013, 0x0080006f, 0x00000013,
                                0x008000ef, 0x00000013, 0x00008067, 0x00000073, 0x00002337,
                                0x00430067, 0x30200073, 0x00030067};

static struct rvt_config config;
static struct rvt_image *image;

static inline void open_image(void)
{
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = 64;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.itype_width_p = 4;
    config.params.ctype_width_p = 2;
    config.params.sijump_p = true;
    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
    for (size_t i = 0; i < sizeof CODE / sizeof CODE[0]; i++) {
        const uint8_t bytes[] = {(uint8_t)CODE[i], (uint8_t)(CODE[i] >> 8),
                                 (uint8_t)(CODE[i] >> 16), (uint8_t)(CODE[i] >> 24)};
        cr_assert(rvt_image_add(image, BASE + 4 * i, bytes, sizeof bytes) == RVT_OK);
    }
}

static inline void close_image(void)
{
    rvt_image_close(image);
}

/* A row of one block of so many instructions of four bytes, in machine mode or at a level. */
#define BLOCK_AT(offset, count, type, level)                                                       \
    {                                                                                              \
        .priv = (level), .blocks = 1, .block = {                                                   \
            {.iaddr = BASE + (offset), .iretire = 2 * (count), .itype = (type), .ilastsize = 1}    \
        }                                                                                          \
    }
#define BLOCK(offset, count, type) BLOCK_AT(offset, count, type, 3)
#define TRAP(offset, type, number, level)                                                          \
    {                                                                                              \
        .priv = (level), .cause = (number), .blocks = 1, .block = {                                \
            {.iaddr = BASE + (offset), .itype = (type)}                                            \
        }                                                                                          \
    }

struct rows {
    const char *clause; /* of the last row; null: all rows pass */
    unsigned count;
    struct rvt_row row[ROWS_MAX];
};

static inline void check(const struct rows *rows, size_t number)
{
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    rvt_row_checker_init(&checker, &config, image);
    for (unsigned i = 0; i < rows->count; i++) {
        enum rvt_status status =
            rvt_row_checker_row(&checker, &rows->row[i], &instructions, &found);
        if (i + 1 < rows->count || rows->clause == NULL) {
            cr_expect(eq(int, (int)status, RVT_OK), "case %zu, row %u: %s", number, i,
                      found.diag.text);
            continue;
        }
        cr_expect(eq(int, (int)status, RVT_ERR_INGRESS), "case %zu", number);
        cr_expect_str_eq(found.diag.clause, rows->clause, "case %zu: %s", number, found.diag.text);
        cr_expect(eq(int, (int)checker.before.kind, RVT_ROW_END_NONE), "case %zu", number);
    }
}

#define CHECK_ALL(cases)                                                                           \
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases)[0]; i++)                                  \
    check(&(cases)[i], i)

#endif
