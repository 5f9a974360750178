/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Every field of the items of a row: two blocks, each with instructions before its last one, and a
 * trap. Shows: ETR-MR-002 */
#include "tests/unit/checks.h"

#include "ingress/item.h"

static void expect_item(const struct rvt_item *got, const struct rvt_item *item, unsigned number)
{
    cr_expect(got->iaddr == item->iaddr && got->after == item->after, "item %u: addresses", number);
    cr_expect(got->time == item->time && got->context == item->context, "item %u: row", number);
    cr_expect(got->tval == item->tval && got->cause == item->cause, "item %u: trap", number);
    cr_expect(got->cycle == item->cycle && got->elapsed == item->elapsed, "item %u: cycles",
              number);
    cr_expect(got->halfwords == item->halfwords && got->kind == item->kind, "item %u: size",
              number);
    cr_expect(got->itype == item->itype && got->priv == item->priv, "item %u: itype", number);
    cr_expect(got->ctype == item->ctype, "item %u: ctype %u", number, got->ctype);
    cr_expect(got->branch == item->branch && got->taken == item->taken, "item %u: branch", number);
    cr_expect(got->sijump == item->sijump, "item %u: sijump %d", number, got->sijump);
    cr_expect(got->notify == item->notify, "item %u: notify %d", number, got->notify);
    cr_expect(got->ntkn == 0 && got->own_row == item->own_row, "item %u: own row", number);
    cr_expect(got->block == item->block, "item %u: block %u", number, got->block);
}

#define OF_ROW .time = 77, .context = 6, .cycle = 1000, .priv = 3

/* A jump that is sequentially inferable, and a branch with an exception after it. The signals of
 * the last instruction of a block do not apply to those before it. */
Test(item, a_row_of_two_blocks)
{
    static const struct rvt_item expected[] = {
        {OF_ROW, .kind = RVT_ITEM_INST, .iaddr = 0x1000, .after = 0x1008, .halfwords = 4,
         .elapsed = 9, .ctype = RVT_CTYPE_PRECISE},
        {OF_ROW, .kind = RVT_ITEM_INST, .iaddr = 0x1008, .after = 0x100c, .halfwords = 2,
         .itype = RVT_ITYPE_UNINFERABLE_JUMP, .sijump = true, .notify = true},
        {OF_ROW, .kind = RVT_ITEM_INST, .iaddr = 0x2000, .after = 0x2002, .halfwords = 1,
         .block = 1},
        {OF_ROW, .kind = RVT_ITEM_INST, .iaddr = 0x2002, .after = 0x2004, .halfwords = 1,
         .notify = true, .block = 1},
        {OF_ROW, .kind = RVT_ITEM_TRAP, .iaddr = 0x2004, .tval = 0x55, .cause = 5,
         .itype = RVT_ITYPE_EXCEPTION, .block = 1},
    };
    struct rvt_item item[RVT_ITEMS_PER_ROW];
    struct rvt_config config;
    const struct rvt_row row = {
        .cycle = 1000,
        .time = 77,
        .context = 6,
        .priv = 3,
        .ctype = RVT_CTYPE_PRECISE,
        .cause = 5,
        .tval = 0x55,
        .blocks = 2,
        .block = {{.iaddr = 0x1000,
                   .iretire = 6,
                   .ilastsize = 1,
                   .itype = RVT_ITYPE_UNINFERABLE_JUMP,
                   .sijump = true},
                  {.iaddr = 0x2000, .iretire = 2, .itype = RVT_ITYPE_EXCEPTION}}};

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    cr_assert(eq(uint, rvt_items_from_row(&config, &row, 9, 3, item), 5));
    for (unsigned i = 0; i < 5; i++)
        expect_item(&item[i], &expected[i], i);
}

/* The type of a context goes to the first item, but only an imprecise change to a trap. Shows:
 * ETR-CTX-005 */
Test(item, the_type_of_a_context_belongs_to_the_first_item)
{
    for (unsigned type = 0; type < 4; type++)
        for (unsigned retires = 0; retires < 2; retires++) {
            struct rvt_item item[RVT_ITEMS_PER_ROW];
            struct rvt_config config;
            struct rvt_row row = {.priv = 3, .ctype = (uint8_t)type, .blocks = 1};

            row.block[0] = (struct rvt_block){
                .iaddr = 0x1000, .iretire = 2 * retires, .ilastsize = 1, .itype = 1};
            rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
            config.params.iretire_width_p = 8;
            config.params.retires_p = 8;
            cr_assert(eq(uint, rvt_items_from_row(&config, &row, 0, 0, item), 1 + retires));
            if (retires) {
                cr_expect(eq(uint, item[0].ctype, type));
                cr_expect(zero(uint, item[1].ctype));
            } else {
                cr_expect(eq(uint, item[0].ctype, type == RVT_CTYPE_IMPRECISE ? type : 0));
            }
        }
}

/* Shows: AMB-046 */
Test(item, tval_is_that_of_an_exception)
{
    for (unsigned number = 0; number < 4; number++) {
        bool always = number & 1, interrupt = number >> 1;
        struct rvt_item item[RVT_ITEMS_PER_ROW];
        struct rvt_config config;
        struct rvt_row row = {.priv = 3, .tval = UINT64_MAX, .cause = 9, .blocks = 1};

        row.block[0] = (struct rvt_block){.iaddr = 0x1000, .itype = interrupt ? 2 : 1};
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.params.iaddress_width_p = 40;
        config.switches.tval_always = always;
        cr_assert(eq(uint, rvt_items_from_row(&config, &row, 0, 0, item), 1));
        cr_expect(eq(u64, item[0].tval, !interrupt || always ? UINT64_C(0xffffffffff) : 0));
        cr_expect(eq(u32, item[0].cause, 9));
        cr_expect(item[0].own_row);
    }
}
