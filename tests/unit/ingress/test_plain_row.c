/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include "ingress/draft_ingress.h"
#include "ingress/plain_row.h"

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* A number of a random length, so that values just inside and just outside every width occur. */
static uint64_t sample(uint64_t *state, unsigned longest)
{
    uint64_t value = next(state) << 33 ^ next(state) << 11 ^ next(state);
    unsigned length = (unsigned)(next(state) % (longest + 1));

    return length == 0 ? 0 : value >> (64 - length);
}

static struct rvt_config sample_config(uint64_t *state)
{
    return (struct rvt_config){
        .params =
            {
                .iaddress_width_p = 8 + (unsigned)(next(state) % 57),
                .iaddress_lsb_p = (unsigned)(next(state) % 3),
                .itype_width_p = 3 + (unsigned)(next(state) & 1),
                .ecause_width_p = 5,
                .privilege_width_p = 1 + (unsigned)(next(state) % 3),
                .context_width_p = 1 + (unsigned)(next(state) % 64),
                .time_width_p = 1 + (unsigned)(next(state) % 64),
                .ctype_width_p = 1 + (unsigned)(next(state) & 1),
                .iretire_width_p = 1 + (unsigned)(next(state) % 16),
                .ilastsize_width_p = 1 + (unsigned)(next(state) & 1),
                .impdef_width_p = 1 + (unsigned)(next(state) % 32),
                .blocks_p = 1 + (unsigned)(next(state) % 4),
                .retires_p = next(state) & 1 ? 1 : 8,
                .nocontext_p = next(state) & 1,
                .notime_p = next(state) & 1,
            },
    };
}

static struct rvt_row sample_row(uint64_t *state)
{
    return (struct rvt_row){
        .context = sample(state, 64),
        .time = sample(state, 64),
        .impdef = (uint32_t)sample(state, 32),
        .priv = (uint8_t)sample(state, next(state) % 8 ? 4 : 6),
        .ctype = (uint8_t)sample(state, 3),
        .blocks = (uint8_t)(next(state) % 8 == 0 ? next(state) % 3 : 1),
        .block = {{.iaddr = sample(state, 64) & ~(next(state) % 4),
                   .iretire = (uint32_t)sample(state, 17),
                   .itype = (uint8_t)sample(state, next(state) % 8 ? 5 : 6),
                   .ilastsize = (uint8_t)sample(state, 3)}},
    };
}

/* Shows: ETR-ING-005, ETR-ING-008, ETR-ING-012, ETR-DISC-001 */
Test(plain_row, accepts_only_legal_rows_and_all_of_one_plain_block)
{
    uint64_t state = 20261122;
    unsigned accepted = 0, legal = 0;

    for (unsigned i = 0; i < 200; i++) {
        struct rvt_config config = sample_config(&state);
        struct rvt_plain_row plain = rvt_plain_row_of(&config);
        for (unsigned k = 0; k < 1000; k++) {
            struct rvt_row row = sample_row(&state);
            bool trap = rvt_block_is_trap(&row.block[0]);
            bool used = row.block[0].iretire != 0;
            bool passes = rvt_row_check(&config.params, &row, NULL) == RVT_OK;
            bool is_plain = passes && row.blocks == 1 && used && !trap;
            cr_assert_eq(rvt_plain_row_accepts(&plain, &row), is_plain, "%u, %u", i, k);
            accepted += is_plain;
            legal += passes;
        }
    }
    cr_assert(accepted > 1000 && legal > accepted && legal < 100000, "%u, %u", accepted, legal);
}

Test(plain_row, no_row_of_the_draft_is_plain)
{
    uint64_t state = 1;
    struct rvt_config config = sample_config(&state);
    struct rvt_row row = {.blocks = 1, .block = {{.iaddr = 0x40, .iretire = 1}}};

    config.params.retires_p = 1;
    config.params.privilege_width_p = 2;
    struct rvt_plain_row plain = rvt_plain_row_of(&config);
    cr_assert(rvt_plain_row_accepts(&plain, &row));
    config.spec_profile = RVT_PROFILE_DRAFT_0_026;
    plain = rvt_plain_row_of(&config);
    cr_assert_not(rvt_plain_row_accepts(&plain, &row));
}
