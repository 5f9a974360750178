/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The cycles of the rows that an encoder takes. */
#include "tests/unit/encoder_rig.h"

/* Cycles have 64 bits: a row before the latest one is refused above 2^32 as below. */
Test(encoder_cycles, rows_come_in_the_order_of_64_bit_cycles)
{
    struct rvt_config config = plain_config();
    struct rvt_row row = {.priv = 3,
                          .cycle = (UINT64_C(1) << 32) + 5,
                          .block[0] = {.iaddr = 0x80000000, .iretire = 2, .ilastsize = 1}};
    struct rvt_diag diag;
    struct rig rig;

    begin(&rig, &config);
    rvt_diag_clear(&diag);
    cr_assert(rvt_encoder_row(rig.encoder, &row, &diag) == RVT_OK, "%s", diag.text);
    row.cycle -= 2;
    cr_expect(rvt_encoder_row(rig.encoder, &row, &diag) != RVT_OK);
    cr_expect_str_eq(diag.field, "cycle");
    rvt_encoder_close(rig.encoder);
}
