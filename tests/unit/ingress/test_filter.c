/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Filters on rows: which blocks are to be traced. Expectations are worked out from the register
 * descriptions of the Trace Control Interface and the readings in decision 0002. */
#include "tests/unit/checks.h"

#include "ingress/filter.h"

static struct rvt_filters filters;
static struct rvt_filter_setup setup;

/* A row with one block. */
#define ROW(at, halfwords, type)                                                                   \
    ((struct rvt_row){                                                                             \
        .blocks = 1,                                                                               \
        .priv = 3,                                                                                 \
        .block = {                                                                                 \
            {.iaddr = at, .iretire = halfwords, .ilastsize = (halfwords) > 1, .itype = type}}})

static struct rvt_config plain(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.blocks_p = 4;
    config.params.filters_p = 16;
    config.params.comparators_p = 8;
    config.params.context_width_p = 8;
    config.params.nocontext_p = false;
    config.params.filter_excint_p = 2;
    return config;
}

/* Everything unprogrammed. */
static void start(const struct rvt_config *config)
{
    rvt_filters_init(&filters, config);
    setup = (struct rvt_filter_setup){0};
}

static bool passes(struct rvt_row row)
{
    struct rvt_filter_result verdict = rvt_filters_row(&filters, &row);
    return verdict.pass != 0;
}

/* Filter i asks for comparator i, which compares iaddr. */
static void ask_address(unsigned i, enum rvt_comp_function function, uint64_t match)
{
    setup.filter[i].enable = true;
    setup.filter[i].match_comp[0] = true;
    setup.filter[i].comp[0] = (uint8_t)i;
    setup.comparator[i] = (struct rvt_comparator){.p_function = function, .p_match = match};
}

/* Shows: ETR-FLT-001 */
Test(filter, selected_filters_are_alternatives)
{
    struct rvt_config config = plain();

    start(&config);
    cr_expect(not(rvt_filters_on(&filters)));
    ask_address(0, RVT_COMP_EQUAL, 0x1000);
    ask_address(1, RVT_COMP_EQUAL, 0x2000);
    ask_address(2, RVT_COMP_EQUAL, 0x3000);
    for (unsigned selected = 0; selected < 8; selected++) {
        setup.inst = (uint16_t)selected;
        rvt_filters_program(&filters, &setup);
        cr_expect(rvt_filters_on(&filters));
        for (unsigned k = 0; k < 3; k++)
            cr_expect(eq(int, passes(ROW(0x1000 * (k + 1), 2, 0)),
                         selected == 0 || (selected >> k & 1) != 0),
                      "%u at %u", selected, k);
        cr_expect(eq(int, passes(ROW(0x4000, 2, 0)), selected == 0), "%u", selected);
    }
    setup.filter[2].enable = false; /* one that is not enabled never matches */
    setup.inst = 4;
    rvt_filters_program(&filters, &setup);
    cr_expect(not(passes(ROW(0x3000, 2, 0))));
    setup.filter[1] = (struct rvt_filter){.enable = true}; /* without conditions: always */
    setup.inst = 2;
    rvt_filters_program(&filters, &setup);
    cr_expect(passes(ROW(0x4000, 2, 0)));
}

/* Shows: ETR-FLT-002, ETR-FLT-007 */
Test(filter, conditions_of_a_filter_hold_together)
{
    struct rvt_config config = plain();
    struct rvt_row row = ROW(0x1000, 2, 0);
    bool good[5];

    start(&config);
    row.context = 7;
    row.impdef = 0x5a;
    ask_address(0, RVT_COMP_EQUAL, 0x1000);
    setup.inst = 1;
    setup.comparator[3] = (struct rvt_comparator){.p_input = RVT_COMP_CONTEXT, .p_match = 7};
    setup.comparator[5] = (struct rvt_comparator){.p_function = RVT_COMP_LESS, .p_match = 0x1004};
    setup.filter[0].match_privilege = setup.filter[0].match_impdef = true;
    setup.filter[0].match_comp[1] = setup.filter[0].match_comp[2] = true;
    setup.filter[0].comp[1] = 3;
    setup.filter[0].comp[2] = 5;
    setup.filter[0].impdef_mask = 0xf0;
    setup.filter[0].impdef = 0x5f;
    for (unsigned broken = 0; broken < 32; broken++) {
        struct rvt_filter_setup kept = setup;
        for (unsigned k = 0; k < 5; k++)
            good[k] = (broken >> k & 1) == 0;
        setup.filter[0].privileges = good[0] ? 1u << 3 : 1u << 1;
        row.impdef = good[1] ? 0x50 : 0x60;
        setup.comparator[0].p_match = good[2] ? 0x1000 : 0x1002;
        row.context = good[3] ? 7 : 8;
        setup.comparator[5].p_match = good[4] ? 0x1001 : 0x1000;
        rvt_filters_program(&filters, &setup);
        cr_expect(eq(int, passes(row), broken == 0), "%u", broken);
        setup = kept;
    }
}

/* Shows: ETR-FLT-002. priv is that of the row; several levels can be chosen. */
Test(filter, privileges_are_a_choice)
{
    static const uint8_t levels[] = {0, 1, 3, 4, 5, 6};
    struct rvt_config config = plain();

    start(&config);
    setup.inst = 1;
    setup.filter[0] = (struct rvt_filter){.enable = true, .match_privilege = true};
    for (unsigned choice = 0; choice < 256; choice++) {
        setup.filter[0].privileges = (uint8_t)choice;
        rvt_filters_program(&filters, &setup);
        for (size_t i = 0; i < sizeof levels; i++) {
            struct rvt_row row = ROW(0x1000, 2, 0);
            row.priv = levels[i];
            cr_expect(eq(int, passes(row), (choice >> levels[i] & 1) != 0));
        }
    }
}

/* Shows: ETR-FLT-007 */
Test(filter, impdef_counts_under_its_mask)
{
    static const struct {
        uint32_t impdef, value, mask;
        bool pass;
    } rows[] = {
        {0x0, 0x0, 0x0, true},     {0x12, 0x34, 0x0, true},   {0x12, 0x12, 0xff, true},
        {0x13, 0x12, 0xff, false}, {0x13, 0x12, 0xfe, true},  {0x12, 0x13, 0xfe, true},
        {0xf2, 0x02, 0x0f, true},  {0x02, 0xf2, 0xf0, false},
    };
    struct rvt_config config = plain();

    start(&config);
    setup.inst = 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rvt_row row = ROW(0x1000, 2, 0);
        row.impdef = rows[i].impdef;
        setup.filter[0] = (struct rvt_filter){.enable = true,
                                              .match_impdef = true,
                                              .impdef = rows[i].value,
                                              .impdef_mask = rows[i].mask};
        rvt_filters_program(&filters, &setup);
        cr_expect(eq(int, passes(row), rows[i].pass), "%zu", i);
    }
}

/* Shows: ETR-FLT-005. A block matches if any of its instructions does. */
Test(filter, a_block_matches_by_any_of_its_addresses)
{
    static const struct {
        enum rvt_comp_function function;
        uint64_t match;
        bool pass;
    } rows[] = {
        /* block: 1000 to 100c, the last of 4 bytes */
        {RVT_COMP_EQUAL, 0xffe, false},          {RVT_COMP_EQUAL, 0x1000, true},
        {RVT_COMP_EQUAL, 0x1006, true},          {RVT_COMP_EQUAL, 0x100c, true},
        {RVT_COMP_EQUAL, 0x100e, false},         {RVT_COMP_NOT_EQUAL, 0x1000, true},
        {RVT_COMP_LESS, 0x1000, false},          {RVT_COMP_LESS, 0x1001, true},
        {RVT_COMP_LESS_EQUAL, 0xfff, false},     {RVT_COMP_LESS_EQUAL, 0x1000, true},
        {RVT_COMP_GREATER, 0x100c, false},       {RVT_COMP_GREATER, 0x100b, true},
        {RVT_COMP_GREATER_EQUAL, 0x100d, false}, {RVT_COMP_GREATER_EQUAL, 0x100c, true},
    };
    struct rvt_config config = plain();

    start(&config);
    setup.inst = 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ask_address(0, rows[i].function, rows[i].match);
        rvt_filters_program(&filters, &setup);
        cr_expect(eq(int, passes(ROW(0x1000, 8, 0)), rows[i].pass), "%zu", i);
    }
    ask_address(0, RVT_COMP_NOT_EQUAL, 0x1000); /* a single instruction */
    rvt_filters_program(&filters, &setup);
    cr_expect(not(passes(ROW(0x1000, 2, 0))));
    /* no one instruction meets both */
    setup.comparator[0] =
        (struct rvt_comparator){.mode = RVT_COMP_BOTH, .p_match = 0x1000, .s_match = 0x100c};
    rvt_filters_program(&filters, &setup);
    cr_expect(not(passes(ROW(0x1000, 8, 0))));
    setup.comparator[0].mode = RVT_COMP_NOT_BOTH;
    rvt_filters_program(&filters, &setup);
    cr_expect(passes(ROW(0x1000, 8, 0)));
    /* without compressed instructions none begins at 1006 */
    config.params.iaddress_lsb_p = 2;
    start(&config);
    setup.inst = 1;
    ask_address(0, RVT_COMP_EQUAL, 0x1006);
    rvt_filters_program(&filters, &setup);
    cr_expect(not(passes(ROW(0x1000, 8, 0))));
}

/* Shows: ETR-FLT-004. Inside of a block the latch opens and closes in order of address. */
Test(filter, a_latch_runs_through_blocks)
{
    static const struct {
        uint64_t iaddr;
        uint32_t halfwords;
        bool pass;
    } rows[] = {
        {0x0ff0, 8, false},                    /* up to ffc */
        {0x1000, 8, true},                     /* opens at 1004 */
        {0x3000, 2, true},  {0x2000, 8, true}, /* closes after 2004 */
        {0x3000, 2, false}, {0x1000, 4, true}, {0x2004, 2, true}, {0x2008, 2, false},
    };
    struct rvt_config config = plain();

    start(&config);
    setup.inst = 1;
    ask_address(0, RVT_COMP_EQUAL, 0x1004);
    setup.comparator[0].mode = RVT_COMP_LATCH;
    setup.comparator[0].s_match = 0x2004;
    rvt_filters_program(&filters, &setup);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(eq(int, passes(ROW(rows[i].iaddr, rows[i].halfwords, 0)), rows[i].pass), "%zu",
                  i);
    setup.comparator[0].s_match = 0x1008; /* open and closed inside of one block */
    rvt_filters_program(&filters, &setup);
    cr_expect(passes(ROW(0x1000, 8, 0)));
    cr_expect(not(passes(ROW(0x3000, 2, 0))));
    setup.comparator[0].s_match = 0x1000; /* S before P: it stays open */
    rvt_filters_program(&filters, &setup);
    cr_expect(passes(ROW(0x1000, 8, 0)));
    cr_expect(passes(ROW(0x3000, 2, 0)));
    rvt_filters_restart(&filters);
    cr_expect(not(passes(ROW(0x3000, 2, 0))), "a restart clears it");
}

/* Shows: ETR-FLT-003. Primed when programmed and when restarted. */
Test(filter, a_primed_latch_passes_up_to_s)
{
    struct rvt_config config = plain();

    start(&config);
    setup.inst = 1;
    ask_address(0, RVT_COMP_NEVER_OR_MASK, 0);
    setup.comparator[0].mode = RVT_COMP_LATCH;
    setup.comparator[0].s_match = 0x2000;
    rvt_filters_program(&filters, &setup);
    for (unsigned round = 0; round < 2; round++) {
        cr_expect(passes(ROW(0x1000, 2, 0)));
        cr_expect(passes(ROW(0x2000, 2, 0)));
        cr_expect(not(passes(ROW(0x1000, 2, 0))));
        rvt_filters_program(&filters, &setup); /* nothing changed, nothing primed */
        cr_expect(not(passes(ROW(0x1000, 2, 0))));
        rvt_filters_restart(&filters);
    }
}

/* A trap of its own row, with its address for an exception. */
static struct rvt_row trap(enum rvt_itype itype, uint32_t cause)
{
    struct rvt_row row = ROW(0x1000, 0, (uint8_t)itype);
    row.cause = cause;
    return row;
}

/* Shows: ETR-FLT-006 */
Test(filter, a_trap_opens_and_its_return_closes)
{
    /* what a filter asks for; steps: e5 exception 5, i7 interrupt 7, r return, . plain; then which
     * steps match */
    static const struct {
        bool ecause, interrupt, value;
        uint64_t causes;
        const char *steps, *match;
    } rows[] = {
        {true, false, false, 1u << 5, "..e5..r..", "--xxxx--"},
        {true, false, false, 1u << 5, "..e4..r..", "--------"},
        {true, false, false, 1u << 5, ".i5.r.", "-xxx-"},        /* either kind of trap */
        {true, false, false, 1u << 5, "e5.e4.r.r.", "xxxxxxx-"}, /* nested */
        {true, false, false, 1u << 5, "e4.e5.r.r.", "--xxx---"}, /* the outer one does not match */
        {true, false, false, 1u << 5, "e5.e5.r.r.", "xxxxxxx-"}, /* nested in itself */
        {true, false, false, 1u << 5, "e5e5e4i5rrrr.", "xxxxxxxx-"},        /* four levels */
        {true, false, false, 1u << 5, "e5e5e5e5e5rrrr.r.", "xxxxxxxxx---"}, /* five: off early */
        {true, false, false, 1u << 5, "r.e5r.", "--xx-"}, /* a return of nothing */
        {false, true, true, 0, ".i3.r.e3.r.", "-xxx-----"},
        {false, true, false, 0, ".i3.r.e3.r.", "-----xxx-"},
        {true, true, true, 1u << 7, "e7.r.i7.r.i6.r.", "----xxx-----"},
        {true, true, true, 1u << 7, "i6.e7.r.r.", "--------"}, /* not one and the other */
        {true, true, false, 1u << 7, "i7.r.e7.r.", "----xxx-"},
    };
    struct rvt_config config = plain();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *step = rows[i].steps;
        unsigned n = 0;
        start(&config);
        setup.inst = 1;
        setup.filter[0] = (struct rvt_filter){.enable = true,
                                              .match_ecause = rows[i].ecause,
                                              .match_interrupt = rows[i].interrupt,
                                              .interrupt = rows[i].value,
                                              .ecauses = rows[i].causes};
        rvt_filters_program(&filters, &setup);
        for (; *step != '\0'; step++, n++) {
            struct rvt_row row = ROW(0x2000, 2, *step == 'r' ? RVT_ITYPE_TRAP_RETURN : 0);
            if (*step == 'e' || *step == 'i') {
                row = trap(*step == 'e' ? RVT_ITYPE_EXCEPTION : RVT_ITYPE_INTERRUPT,
                           (uint32_t)(step[1] - '0'));
                step++;
            }
            cr_expect(eq(int, passes(row), rows[i].match[n] == 'x'), "row %zu step %u", i, n);
        }
        cr_expect(eq(chr, rows[i].match[n], '\0'), "row %zu", i);
    }
}

/* Shows: ETR-FLT-006. Causes of 32 and above have the upper register; 64 and above match
 * nothing. */
Test(filter, causes_are_64_bits)
{
    struct rvt_config config = plain();

    start(&config);
    setup.inst = 1;
    setup.filter[0] =
        (struct rvt_filter){.enable = true, .match_ecause = true, .ecauses = UINT64_C(1) << 63};
    rvt_filters_program(&filters, &setup);
    cr_expect(not(passes(trap(RVT_ITYPE_EXCEPTION, 31))));
    cr_expect(not(passes(trap(RVT_ITYPE_EXCEPTION, 127))));
    cr_expect(passes(trap(RVT_ITYPE_EXCEPTION, 63)));
}

/* Shows: ETR-FLT-006, AMB-187. A trap begins at its own address: a filter of traps does not match
 * the instructions of the same block. */
Test(filter, instructions_before_a_trap_are_not_within_it)
{
    static const struct {
        uint64_t address;
        bool trap, handler; /* the block that ends with a trap matches, and an equal one after it */
    } rows[] = {{0x1000, false, true}, {0x1004, true, false}};
    struct rvt_config config = plain();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(&config);
        setup.inst = 1;
        ask_address(0, RVT_COMP_EQUAL, rows[i].address);
        setup.filter[0].match_interrupt = true;
        rvt_filters_program(&filters, &setup);
        cr_expect(eq(int, passes(ROW(0x1000, 2, RVT_ITYPE_EXCEPTION)), rows[i].trap), "row %zu", i);
        cr_expect(eq(int, passes(ROW(0x1000, 2, 0)), rows[i].handler), "row %zu", i);
    }
}

/* Shows: ETR-FLT-005. tval counts with an exception alone; iaddr of an interrupt without retirement
 * is undefined. */
Test(filter, traps_show_tval_and_the_address_where_they_were_taken)
{
    struct rvt_config config = plain();
    struct rvt_row row = trap(RVT_ITYPE_EXCEPTION, 5);

    start(&config);
    setup.inst = 1;
    ask_address(0, RVT_COMP_EQUAL, 0x77);
    setup.comparator[0].p_input = RVT_COMP_TVAL;
    rvt_filters_program(&filters, &setup);
    row.tval = 0x77;
    cr_expect(passes(row));
    row.block[0].itype = RVT_ITYPE_INTERRUPT;
    cr_expect(not(passes(row)));
    row = ROW(0x1000, 2, 0);
    row.tval = 0x77;
    cr_expect(not(passes(row)));
    ask_address(0, RVT_COMP_GREATER_EQUAL, 0);
    rvt_filters_program(&filters, &setup);
    cr_expect(passes(trap(RVT_ITYPE_EXCEPTION, 5)));
    cr_expect(not(passes(trap(RVT_ITYPE_INTERRUPT, 5))));
    ask_address(0, RVT_COMP_EQUAL, 0x1004); /* after what retired */
    rvt_filters_program(&filters, &setup);
    cr_expect(passes(ROW(0x1000, 2, RVT_ITYPE_EXCEPTION)));
    cr_expect(not(passes(ROW(0x1000, 2, 0))));
}

/* Shows: ETR-FLT-001, AMB-130 */
Test(filter, granularity_says_how_far_a_match_reaches)
{
    static const struct {
        enum rvt_filter_gran gran;
        uint8_t by_inst, by_trap;
    } rows[] = {
        {RVT_FILTER_GRAN_CYCLE, 7, 7},
        {RVT_FILTER_GRAN_BLOCK, 2, 4},
        {RVT_FILTER_GRAN_INST, 2, 4},
    };
    struct rvt_row row = {.blocks = 3,
                          .priv = 3,
                          .block = {{.iaddr = 0x1000, .iretire = 1, .itype = 5, .ilastsize = 1},
                                    {.iaddr = 0x2000, .iretire = 1, .itype = 5, .ilastsize = 1},
                                    {.iaddr = 0x3000, .iretire = 1, .itype = 1, .ilastsize = 1}}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rvt_config config = plain();
        config.params.retires_p = 1;
        config.switches.filter_gran = rows[i].gran;
        start(&config);
        setup.inst = 1;
        ask_address(0, RVT_COMP_EQUAL, 0x2000);
        rvt_filters_program(&filters, &setup);
        cr_expect(eq(u8, rvt_filters_row(&filters, &row).pass, rows[i].by_inst), "%zu", i);
        ask_address(0, RVT_COMP_EQUAL, 0x3004); /* where the trap was taken */
        rvt_filters_program(&filters, &setup);
        cr_expect(eq(u8, rvt_filters_row(&filters, &row).pass, rows[i].by_trap), "%zu", i);
    }
}

/* Shows: ETR-FLT-008 */
Test(filter, comparators_ask_for_notifications)
{
    struct rvt_config config = plain();
    struct rvt_row row = {.blocks = 3,
                          .priv = 3,
                          .context = 9,
                          .block = {{.iaddr = 0x1000, .iretire = 8, .itype = 5, .ilastsize = 1},
                                    {.iaddr = 0x2000, .iretire = 8, .itype = 5, .ilastsize = 1},
                                    {.iaddr = 0x3000, .itype = 1}}};

    start(&config);
    setup.comparator[2] = (struct rvt_comparator){.p_notify = true,
                                                  .s_notify = true,
                                                  .p_match = 0x1004,
                                                  .s_match = 0x2008,
                                                  .mode = RVT_COMP_BOTH};
    rvt_filters_program(&filters, &setup);
    cr_expect(rvt_filters_on(&filters), "no filter is needed");
    struct rvt_filter_result verdict = rvt_filters_row(&filters, &row);
    cr_expect(eq(u8, verdict.notify, 3), "each half by itself");
    cr_expect(eq(u8, verdict.pass, 7), "nothing is filtered");
    setup.comparator[2].s_notify = false;
    rvt_filters_program(&filters, &setup);
    cr_expect(eq(u8, rvt_filters_row(&filters, &row).notify, 1));
    setup.comparator[2].p_match = 0x3000; /* a trap is no instruction */
    rvt_filters_program(&filters, &setup);
    cr_expect(zero(u8, rvt_filters_row(&filters, &row).notify));
    setup.comparator[2].p_input = RVT_COMP_CONTEXT; /* no effect unless the input is iaddr */
    setup.comparator[2].p_match = 9;
    rvt_filters_program(&filters, &setup);
    cr_expect(zero(u8, rvt_filters_row(&filters, &row).notify));
    cr_expect(not(rvt_filters_on(&filters)));
}

/* Shows: ETR-CTL-012 */
Test(filter, data_accesses_have_filters_of_their_own)
{
    struct rvt_config config = plain();
    struct rvt_row row = ROW(0x1000, 2, 0);
    struct rvt_filter_access access = {
        .iaddr = 0x1000, .iaddr_known = true, .daddr = 0x8000, .dtype = 1, .dsize = 2};

    start(&config);
    ask_address(0, RVT_COMP_EQUAL, 0x8000);
    setup.comparator[0].p_input = RVT_COMP_DADDR;
    setup.filter[0].match_dtype = setup.filter[0].match_dsize = true;
    setup.filter[0].dtypes = 1u << 1;
    setup.filter[0].dsizes = 1u << 2;
    rvt_filters_program(&filters, &setup);
    cr_expect(passes(row));
    cr_expect(rvt_filters_access(&filters, &row, &access), "none is selected");
    setup.data = 1;
    rvt_filters_program(&filters, &setup);
    cr_expect(passes(row), "instructions are not filtered");
    cr_expect(rvt_filters_access(&filters, &row, &access));
    access.dtype = 0;
    cr_expect(not(rvt_filters_access(&filters, &row, &access)));
    access.dtype = 1;
    access.dsize = 3;
    cr_expect(not(rvt_filters_access(&filters, &row, &access)));
    access.dsize = 2;
    access.daddr = 0x8001;
    cr_expect(not(rvt_filters_access(&filters, &row, &access)));
    setup.inst = 1; /* an instruction has no access */
    rvt_filters_program(&filters, &setup);
    cr_expect(not(passes(row)));
}
