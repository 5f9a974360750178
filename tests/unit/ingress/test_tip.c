/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <stdio.h>

#include <criterion/criterion.h>

#include "ingress/tip.h"

static struct rvt_params wide(void)
{
    return (struct rvt_params){.iaddress_width_p = 32,
                               .iaddress_lsb_p = 1,
                               .itype_width_p = 4,
                               .ecause_width_p = 5,
                               .privilege_width_p = 2,
                               .context_width_p = 8,
                               .time_width_p = 16,
                               .ctype_width_p = 2,
                               .iretire_width_p = 4,
                               .ilastsize_width_p = 1,
                               .blocks_p = 3,
                               .retires_p = 8};
}

/* A good row: a block, a block that ends in a trap, an idle group. */
static struct rvt_row good(void)
{
    return (struct rvt_row){.cycle = 5,
                            .cause = 2,
                            .tval = 0xdead,
                            .priv = 3,
                            .context = 0x7f,
                            .blocks = 3,
                            .block = {{.iaddr = 0x1000, .iretire = 4, .itype = 5, .ilastsize = 1},
                                      {.iaddr = 0x2000, .iretire = 1, .itype = 1},
                                      {0}}};
}

static void expect(const struct rvt_params *params, const struct rvt_row *row, const char *field,
                   const char *clause, const char *what)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_row_check(params, row, &diag);
    if (field == NULL) {
        cr_expect(status == RVT_OK, "%s: %s", what, diag.text);
        return;
    }
    cr_assert(status == RVT_ERR_INGRESS && diag.status == status, "%s", what);
    cr_expect_str_eq(diag.field, field, "%s: field %s", what, diag.field);
    cr_expect_str_eq(diag.clause, clause, "%s: clause %s", what, diag.clause);
}

/* Shows: ETR-ING-003, ETR-ING-005, ETR-ING-007, ETR-ING-008, ETR-ING-012, ETR-CTX-005 */
Test(tip, each_rule_is_broken_by_one_change)
{
    static const struct {
        const char *what, *field, *clause;
    } rules[] = {
        {"good", NULL, NULL},
        {"too many groups", "blocks", "ETR-ING-008"},
        {"trap not newest", "itype", "ETR-ING-007"},
        {"hole", "iretire", "ETR-ING-008"},
        {"itype 6 of 4 bits", "itype", "ETR-ING-005"},
        {"itype 7", "itype", "ETR-ING-005"},
        {"itype too wide", "itype", "ETR-DISC-001"},
        {"branch that retires nothing", "iretire", "ETR-ING-001"},
        {"iretire too wide", "iretire", "ETR-DISC-001"},
        {"ilastsize too wide", "ilastsize", "ETR-DISC-001"},
        {"last instruction longer than block", "ilastsize", "ETR-ING-003"},
        {"odd address", "iaddr", "ETR-FMT-006"},
        {"address too wide", "iaddr", "ETR-DISC-001"},
        {"priv 2", "priv", "ETR-ING-012"},
        {"priv too wide", "priv", "ETR-DISC-001"},
        {"ctype too wide", "ctype", "ETR-CTX-005"},
        {"context too wide", "context", "ETR-DISC-001"},
        {"time too wide", "time", "ETR-DISC-001"},
        {"cause too wide", "cause", "ETR-DISC-001"},
        {"tval too wide", "tval", "ETR-DISC-001"},
        {"impdef too wide", "impdef", "ETR-DISC-002"},
    };

    for (unsigned i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        struct rvt_params params = wide();
        struct rvt_row row = good();
        struct rvt_block *first = &row.block[0];
        switch (i) {
        case 1:
            row.blocks = 4;
            break;
        case 2:
            row.block[2] = row.block[0];
            break;
        case 3:
            row.block[2] = row.block[1];
            row.block[1] = (struct rvt_block){0};
            break;
        case 4:
            first->itype = 6;
            break;
        case 5:
            first->itype = 7;
            break;
        case 6:
            first->itype = 16;
            break;
        case 7:
            first->iretire = 0;
            break;
        case 8:
            first->iretire = 16;
            break;
        case 9:
            first->ilastsize = 2;
            break;
        case 10:
            first->iretire = 1;
            break;
        case 11:
            first->iaddr = 0x1001;
            break;
        case 12:
            first->iaddr = 0x100001000;
            break;
        case 13:
            row.priv = 2;
            break;
        case 14:
            row.priv = 4;
            break;
        case 15:
            params.ctype_width_p = 1;
            row.ctype = 2;
            break;
        case 16:
            row.context = 0x100;
            break;
        case 17:
            row.time = 0x10000;
            break;
        case 18:
            row.cause = 32;
            break;
        case 19:
            row.tval = 0x100000000;
            break;
        case 20:
            params.impdef_width_p = 3;
            row.impdef = 8;
            break;
        default:
            break;
        }
        expect(&params, &row, rules[i].field, rules[i].clause, rules[i].what);
    }
}

/* Shows: ETR-ING-001, ETR-ING-010, ETR-ING-011, ETR-ING-013 */
/* Valid and idle groups in every order: the first valid one after an idle one is reported. Shows:
 * ETR-ING-001, ETR-ING-008 */
Test(tip, groups_are_filled_from_the_first)
{
    const struct rvt_params params = {.iaddress_width_p = 32,
                                      .iaddress_lsb_p = 1,
                                      .itype_width_p = 4,
                                      .iretire_width_p = 4,
                                      .ilastsize_width_p = 1,
                                      .blocks_p = 4,
                                      .retires_p = 8,
                                      .privilege_width_p = 2};

    for (unsigned valid = 0; valid < 16; valid++) {
        struct rvt_row row = {.priv = 3, .blocks = 4};
        unsigned gap = 0;
        char text[60];
        struct rvt_diag diag;

        for (unsigned i = 0; i < 4; i++)
            if (valid >> i & 1)
                row.block[i] = (struct rvt_block){.iaddr = 0x1000, .iretire = 2, .ilastsize = 1};
        for (unsigned i = 3; i > 0; i--)
            if ((valid >> i & 1) != 0 && (valid >> (i - 1) & 1) == 0)
                gap = i;
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_row_check(&params, &row, &diag);
        if (gap == 0) {
            cr_expect(status == RVT_OK, "groups %x: %s", valid, diag.text);
            continue;
        }
        cr_expect(status == RVT_ERR_INGRESS, "groups %x", valid);
        cr_expect_str_eq(diag.clause, "ETR-ING-008");
        (void)snprintf(text, sizeof text, "block %u is valid, but block %u is not", gap, gap - 1);
        cr_expect_str_eq(diag.text, text, "groups %x: %s", valid, diag.text);
    }
}

Test(tip, what_is_ignored_is_not_checked)
{
    struct rvt_params params = wide();
    struct rvt_row row = {.priv = 7, .ctype = 3, .context = ~UINT64_C(0), .blocks = 1};

    row.block[0] = (struct rvt_block){.iaddr = ~UINT64_C(0), .ilastsize = 3, .sijump = true};
    expect(&params, &row, NULL, NULL, "an idle group with noise");
    row = good();
    row.block[1] = (struct rvt_block){.iaddr = ~UINT64_C(0), .itype = 2, .ilastsize = 3};
    row.tval = ~UINT64_C(0);
    expect(&params, &row, NULL, NULL, "an interrupt with noise");
    params.nocontext_p = params.notime_p = true;
    row.context = row.time = ~UINT64_C(0);
    expect(&params, &row, NULL, NULL, "context and time that do not exist");
}

/* Only an interrupt that retires nothing has no address. Shows: ETR-ING-010, ETR-FMT-006 */
Test(tip, other_traps_have_an_address)
{
    for (unsigned number = 0; number < 4; number++) {
        struct rvt_params params = wide();
        struct rvt_row row = good();
        bool interrupt = number & 1, retires = number >> 1;

        row.block[1] = (struct rvt_block){
            .iaddr = 0x2001, .iretire = retires, .itype = (uint8_t)(interrupt ? 2 : 1)};
        if (interrupt && !retires)
            expect(&params, &row, NULL, NULL, "an interrupt alone");
        else
            expect(&params, &row, "iaddr", "ETR-FMT-006", "a trap with an odd address");
    }
}

/* Shows: ETR-ING-006 */
Test(tip, itype_6_belongs_to_the_3_bit_interface)
{
    struct rvt_params params = wide();
    struct rvt_row row = good();

    params.itype_width_p = 3;
    row.block[0].itype = 6;
    expect(&params, &row, NULL, NULL, "6");
    row.block[0].itype = 8;
    expect(&params, &row, "itype", "ETR-DISC-001", "8");
}

/* Shows: ETR-ING-002, ETR-ING-003 */
Test(tip, the_last_instruction_is_found_in_both_interfaces)
{
    static const struct {
        unsigned retires_p;
        uint32_t iretire;
        uint8_t ilastsize;
        uint32_t halfwords;
        uint64_t last;
    } cases[] = {
        {8, 7, 0, 7, 0x100c}, {8, 7, 1, 7, 0x100a}, {2, 1, 0, 1, 0x1000},
        {2, 2, 1, 2, 0x1000}, {1, 1, 0, 1, 0x1000}, {1, 1, 1, 2, 0x1000},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_params params = wide();
        struct rvt_block block = {
            .iaddr = 0x1000, .iretire = cases[i].iretire, .ilastsize = cases[i].ilastsize};
        params.retires_p = cases[i].retires_p;
        cr_expect(rvt_block_halfwords(&params, &block) == cases[i].halfwords, "%zu", i);
        cr_expect(rvt_block_last(&params, &block) == cases[i].last, "%zu", i);
    }
}

/* Cause and tval have a meaning in rows with a trap alone. Shows: ETR-ING-006 */
Test(tip, a_row_without_a_trap_has_any_cause)
{
    struct rvt_params params = wide();
    struct rvt_row row = good();

    row.block[1].itype = 0;
    row.cause = UINT32_MAX;
    row.tval = UINT64_MAX;
    expect(&params, &row, NULL, NULL, "no trap");
}

Test(tip, a_block_wraps_with_the_address_width)
{
    struct rvt_params params = wide();
    struct rvt_block block = {.iaddr = 0xfffffffe, .iretire = 3, .ilastsize = 1};

    cr_expect(rvt_block_last(&params, &block) == 0);
    block.iaddr = UINT64_C(0xfffffffffffffffe);
    params.iaddress_width_p = 64;
    cr_expect(rvt_block_last(&params, &block) == 0);
    block.iaddr = UINT64_C(0xfffffffe);
    cr_expect(rvt_block_last(&params, &block) == UINT64_C(0x100000000));
    block.iaddr = UINT64_C(0x123456789abcdef0);
    cr_expect(rvt_block_last(&params, &block) == UINT64_C(0x123456789abcdef2));
}

Test(tip, single_retirement_counts_to_one)
{
    struct rvt_params params = wide();
    struct rvt_row row = good();

    params.retires_p = 1;
    row.block[0].iretire = 1;
    expect(&params, &row, NULL, NULL, "1");
    row.block[0].iretire = 2;
    expect(&params, &row, "iretire", "ETR-ING-002", "2");
}
