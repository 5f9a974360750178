/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Items of rows of the draft: the branches that ntkn counts belong to the last instruction of their
 * block, and a notification to the last instruction of the row. Shows: DRA-009, DRA-010 */
#include "tests/unit/checks.h"

#include "ingress/draft_ingress.h"
#include "ingress/item.h"

static struct rvt_config config;
static struct rvt_item item[RVT_ITEMS_PER_ROW];

static unsigned split(const struct rvt_row *row)
{
    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.ntkn_width_p = 4;
    return rvt_items_from_row(&config, row, 1, 0, item);
}

/* One block: one instruction or several, how it ends, and what ntkn says of it. */
Test(item_draft, a_block_counts_its_branches)
{
    for (unsigned number = 0; number < 2 * 5 * 5; number++) {
        static const uint8_t itypes[] = {RVT_ITYPE_NONE, RVT_ITYPE_NONTAKEN_BRANCH,
                                         RVT_ITYPE_TAKEN_BRANCH, RVT_ITYPE_INFERABLE_CALL,
                                         RVT_ITYPE_EXCEPTION};
        bool alone = number % 2;
        uint8_t itype = itypes[number / 2 % 5];
        unsigned ntkn = number / 10;
        struct rvt_row row = {.priv = 3, .blocks = 1};

        row.block[0] = (struct rvt_block){.iaddr = 0x1000,
                                          .iretire = alone ? 2 : 8,
                                          .ilastsize = 1,
                                          .itype = itype,
                                          .ntkn = (uint8_t)ntkn};
        bool shown = itype == RVT_ITYPE_NONTAKEN_BRANCH;
        bool itself = alone && ntkn == 1 && itype != RVT_ITYPE_TAKEN_BRANCH;
        unsigned count = split(&row), trap = itype == RVT_ITYPE_EXCEPTION;
        cr_assert(eq(uint, count, (alone ? 1 : 2) + trap));
        const struct rvt_item *last = &item[count - 1 - trap];
        cr_expect(eq(int, last->branch, shown || itype == RVT_ITYPE_TAKEN_BRANCH || itself));
        cr_expect(eq(int, last->taken, itype == RVT_ITYPE_TAKEN_BRANCH));
        cr_expect(eq(uint, last->ntkn, ntkn - ((shown || itself) && ntkn > 0)), "case %u", number);
        if (!alone)
            cr_expect(not(item[0].branch || item[0].ntkn > 0));
    }
}

/* Three blocks with counts of their own, of which one is a single instruction, and a trap. */
Test(item_draft, each_block_has_its_own_count)
{
    struct rvt_row row = {
        .priv = 3, .blocks = 3, .cause = 4, .ctype = RVT_DRAFT_CTYPE_NOTIFICATION};
    static const uint8_t ntkn[] = {0, 2, 3, 0, 1, 0};

    row.block[0] = (struct rvt_block){.iaddr = 0x1000,
                                      .iretire = 8,
                                      .ilastsize = 1,
                                      .itype = RVT_ITYPE_INFERABLE_CALL,
                                      .ntkn = 2};
    row.block[1] = (struct rvt_block){
        .iaddr = 0x2000, .iretire = 2, .ilastsize = 1, .itype = RVT_ITYPE_TAKEN_BRANCH, .ntkn = 3};
    row.block[2] = (struct rvt_block){
        .iaddr = 0x3000, .iretire = 4, .ilastsize = 1, .itype = RVT_ITYPE_INTERRUPT, .ntkn = 1};
    for (unsigned type = 0; type < 4; type++) {
        row.ctype = (uint8_t)type;
        cr_assert(eq(uint, split(&row), 6));
        for (unsigned i = 0; i < 6; i++) {
            cr_expect(eq(uint, item[i].ntkn, ntkn[i]), "item %u", i);
            cr_expect(eq(int, item[i].notify, i == 4 && type == RVT_DRAFT_CTYPE_NOTIFICATION),
                      "item %u", i);
        }
    }
    row.blocks = 1; /* nothing retires: nothing is to be reported */
    row.block[0] = (struct rvt_block){.iaddr = 0x3000, .itype = RVT_ITYPE_EXCEPTION};
    cr_assert(eq(uint, split(&row), 1));
    cr_expect(not(item[0].notify));
}

/* ntkn fits its width, and a block that retires nothing has no branches. The status is that of the
 * interface, with field, value and rule. */
Test(item_draft, rows_that_are_refused)
{
    static const struct {
        unsigned iretire, itype, ntkn;
        uint32_t trigger;
        const char *field, *clause;
        uint64_t value;
    } cases[] = {
        {16, 0, 15, 0, NULL, NULL, 0},
        {16, 0, 16, 0, "ntkn", "DRA-009", 16},
        {16, 0, 255, 0, "ntkn", "DRA-009", 255},
        {0, 1, 0, 0, NULL, NULL, 0},
        {0, 1, 1, 0, "ntkn", "DRA-009", 1},
        {4, 6, 0, 0, "itype", "DRA-008", 6},
        {4, 7, 0, 0, NULL, NULL, 0},
        {4, 0, 0, 3, NULL, NULL, 0},
        {4, 0, 0, 4, "trigger", "DRA-016", 4},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_row row = {.priv = 3, .blocks = 1, .trigger = cases[i].trigger};
        struct rvt_diag diag;

        rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
        config.params.retires_p = 8;
        config.params.iretire_width_p = 8;
        config.params.ntkn_width_p = 4;
        row.block[0] = (struct rvt_block){.iaddr = 0x1000,
                                          .iretire = cases[i].iretire,
                                          .itype = (uint8_t)cases[i].itype,
                                          .ntkn = (uint8_t)cases[i].ntkn};
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_draft_row_check(&config, &row, &diag);
        if (cases[i].field == NULL) {
            cr_expect(eq(int, (int)status, RVT_OK), "case %zu: %s", i, diag.text);
            continue;
        }
        cr_expect(eq(int, (int)status, RVT_ERR_INGRESS), "case %zu", i);
        cr_assert(diag.field != NULL && diag.clause != NULL, "case %zu", i);
        cr_expect(eq(str, TEXT(diag.field), TEXT(cases[i].field)), "case %zu", i);
        cr_expect(eq(str, TEXT(diag.clause), TEXT(cases[i].clause)), "case %zu", i);
        cr_expect(eq(u64, diag.value, cases[i].value), "case %zu", i);
    }
}
