/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Random rows, and traces of them in files. */
#ifndef RVT_TESTS_UNIT_TIP_ROWS_H
#define RVT_TESTS_UNIT_TIP_ROWS_H

#include "random.h"
#include "scratch.h"

#include "base/bits.h"
#include "io/tip/tip_file.h"

/* A configuration with every optional signal. */
static inline struct rvt_config wide(unsigned blocks)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = 64;
    config.params.ecause_width_p = 6;
    config.params.ctype_width_p = 2;
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    config.params.blocks_p = blocks;
    config.params.nocontext_p = false;
    config.params.context_width_p = 64;
    config.params.notime_p = false;
    config.params.time_width_p = 64;
    config.params.sijump_p = true;
    config.params.impdef_width_p = 32;
    return config;
}

/* A row that breaks no rule, with values of every size. */
static inline struct rvt_row random_row(uint64_t *random, unsigned blocks, uint64_t cycle)
{
    struct rvt_row row = {.cycle = cycle, .priv = (uint8_t)(random_below(random, 2) * 3)};

    row.context = next_random(random) & rvt_mask(random_below(random, 65));
    row.time = next_random(random) & rvt_mask(random_below(random, 65));
    row.ctype = (uint8_t)random_below(random, 4);
    row.trigger = random_below(random, 3) ? 0 : random_below(random, 64);
    row.impdef = (uint32_t)(next_random(random) & rvt_mask(random_below(random, 33)));
    row.halted = random_below(random, 20) == 0;
    row.lost = random_below(random, 20) == 0;
    row.blocks = (uint8_t)random_below(random, blocks + 1);
    for (unsigned i = 0; i < row.blocks; ++i) {
        struct rvt_block *block = &row.block[i];
        bool trap = i + 1u == row.blocks && random_below(random, 4) == 0;
        block->iaddr = next_random(random) & rvt_mask(random_below(random, 65)) & ~UINT64_C(1);
        block->ilastsize = (uint8_t)random_below(random, 2);
        block->iretire = 2 + random_below(random, 254);
        block->itype = (uint8_t)(trap ? 1 + random_below(random, 2) : 8 + random_below(random, 8));
        block->sijump = random_below(random, 2) == 1;
        if (trap) {
            row.cause = random_below(random, 64);
            row.tval = next_random(random);
        }
    }
    return row;
}

static inline void write_random(const char *path, const struct rvt_config *config,
                                enum rvt_tip_form form, unsigned rows)
{
    struct rvt_tip_writer *writer = NULL;
    struct rvt_diag diag;
    uint64_t random = 42;
    uint64_t cycle = 0;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_tip_create_columns(path, config, form, 0x3ff, &writer, &diag), RVT_OK));
    for (unsigned i = 0; i < rows; ++i) {
        struct rvt_row row = random_row(&random, config->params.blocks_p, cycle);
        cr_assert(eq(int, rvt_tip_write(writer, &row, &diag), RVT_OK), "%s", diag.text);
        cycle += 1 + (random_below(&random, 4) ? 0 : next_random(&random) >> 30);
    }
    cr_assert(eq(int, rvt_tip_finish(writer, &diag), RVT_OK));
}

#endif
