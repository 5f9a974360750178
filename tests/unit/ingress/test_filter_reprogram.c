/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Filters and comparators that software reprograms between rows. Expectations: decision 0002,
 * "Writes while enabled". */
#include "tests/unit/checks.h"

#include "ingress/filter.h"
#include "ingress/registers.h"

static struct rvt_registers registers;
static struct rvt_filters filters;

static struct rvt_config with_data(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.filters_p = 16;
    config.params.comparators_p = 8;
    config.params.context_width_p = 8;
    config.params.nocontext_p = false;
    config.params.privilege_width_p = 3;
    config.params.ecause_width_p = 6;
    config.params.ecause_choice_p = 6;
    config.params.impdef_width_p = 4;
    config.params.filter_excint_p = 2;
    config.options.data_trace = true;
    return config;
}

/* Everything unprogrammed. */
static void start(void)
{
    struct rvt_config config = with_data();

    rvt_filters_init(&filters, &config);
    rvt_registers_init(&registers, &config);
}

/* Shows an instruction of four bytes, or an exception. */
static bool passes(uint64_t at, uint32_t halfwords, enum rvt_itype itype)
{
    struct rvt_row row = {.blocks = 1,
                          .priv = 3,
                          .cause = 5,
                          .block = {{.iaddr = at,
                                     .iretire = halfwords,
                                     .ilastsize = halfwords > 0,
                                     .itype = (uint8_t)itype}}};

    return rvt_filters_row(&filters, &row).pass != 0;
}

static void put(uint32_t offset, uint32_t value)
{
    struct rvt_filter_setup setup;

    rvt_registers_write(&registers, offset, value);
    rvt_registers_filters(&registers, &setup);
    rvt_filters_program(&filters, &setup);
}

/* Filter i lets an instruction at 0x3000 pass. */
static bool lets_pass(unsigned i)
{
    put(RVT_TE_INST_FILTERS, 1u << i);
    return passes(0x3000, 2, RVT_ITYPE_NONE);
}

/*
 * Writes each bit of the register at offset, and back: unit 0 has to restart and unit 1 to keep its
 * state, if the register has the bit. open makes both let instructions pass. Returns the number of
 * bits that exist.
 */
static unsigned flip_bits(uint32_t offset, void (*open)(void))
{
    uint32_t value = rvt_registers_read(&registers, offset);
    unsigned bits = 0;

    for (unsigned bit = 0; bit < 32; bit++) {
        open();
        cr_assert(lets_pass(0) && lets_pass(1));
        put(offset, value);
        cr_assert(lets_pass(0), "nothing changed");
        put(offset, value ^ 1u << bit);
        bool there = rvt_registers_read(&registers, offset) != value;
        put(offset, value);
        cr_expect(eq(int, lets_pass(0), !there), "%x bit %u", offset, bit);
        cr_expect(lets_pass(1), "%x bit %u", offset, bit);
        bits += there;
    }
    return bits;
}

static void take_trap(void)
{
    (void)passes(0x1000, 0, RVT_ITYPE_EXCEPTION);
}

static void reach_primary(void)
{
    (void)passes(0x1000, 2, RVT_ITYPE_NONE);
}

/* Decision 0002, "Writes while enabled": a filter of which any field changed restarts; the others
 * keep their state. */
Test(reprogram, any_field_begins_its_filter_afresh)
{
    /* of dtype 1 bit, of dsize 3: 2 + 8 to choose among */
    static const unsigned bits[] = {19, 9, 32, 32, 4, 4, 10, 0};

    start();
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t at = RVT_TE_FILTER + i * RVT_TE_UNIT;
        put(at + RVT_TE_FILTER_MATCH_ECAUSE_LOW, 1u << 5);
        put(at + RVT_TE_FILTER_CONTROL, 1 | 1u << 2);
    }
    for (uint32_t word = 0; word < 8; word++)
        cr_expect(eq(uint, flip_bits(RVT_TE_FILTER + 4 * word, take_trap), bits[word]), "%u", word);
}

/* The same of comparators; a filter that asks one has not changed with it. */
Test(reprogram, any_field_begins_its_comparator_afresh)
{
    static const unsigned bits[] = {14, 0, 0, 0, 32, 32, 32, 32};

    start();
    for (uint32_t j = 0; j < 2; j++) {
        uint32_t at = RVT_TE_COMP + j * RVT_TE_UNIT;
        put(at + RVT_TE_COMP_PMATCH_LOW, 0x1000);
        put(at + RVT_TE_COMP_SMATCH_LOW, 0x2000);
        put(at + RVT_TE_COMP_CONTROL, RVT_COMP_LATCH << 12);
        put(RVT_TE_FILTER + j * RVT_TE_UNIT, 1 | 1u << 4 | j << 5);
    }
    for (uint32_t word = 0; word < 8; word++)
        cr_expect(eq(uint, flip_bits(RVT_TE_COMP + 4 * word, reach_primary), bits[word]), "%u",
                  word);
}

/* Shows: ETR-FLT-004. What a comparator saw does not depend on who asked it. */
Test(reprogram, a_latch_moves_on_while_nobody_asks)
{
    start();
    put(RVT_TE_COMP + 3 * RVT_TE_UNIT + RVT_TE_COMP_PMATCH_LOW, 0x1000);
    put(RVT_TE_COMP + 3 * RVT_TE_UNIT + RVT_TE_COMP_SMATCH_LOW, 0x2000);
    put(RVT_TE_COMP + 3 * RVT_TE_UNIT, RVT_COMP_LATCH << 12);
    cr_expect(rvt_filters_on(&filters));
    cr_expect(passes(0x1000, 2, RVT_ITYPE_NONE), "no filter is selected");
    put(RVT_TE_INST_FILTERS, 1);
    cr_expect(not(passes(0x3000, 2, RVT_ITYPE_NONE)), "the filter is not enabled");
    put(RVT_TE_FILTER, 1 | 1u << 4 | 3u << 5);
    cr_expect(passes(0x3000, 2, RVT_ITYPE_NONE), "the latch was open");
    put(RVT_TE_FILTER, 0);
    cr_expect(not(passes(0x2000, 2, RVT_ITYPE_NONE)));
    put(RVT_TE_FILTER, 1 | 1u << 4 | 3u << 5);
    cr_expect(not(passes(0x3000, 2, RVT_ITYPE_NONE)), "it closed meanwhile");
}
