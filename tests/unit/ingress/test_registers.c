/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The control registers: what is held, what reads back, what it means. Values are worked out from
 * the tables of the Trace Control Interface. */
#include "base/config_check.h"
#include "tests/unit/checks.h"

#include <string.h>

#include "ingress/registers.h"

static struct rvt_registers registers;

static void start(const struct rvt_config *config)
{
    rvt_registers_reset(&registers, config);
    rvt_registers_write(&registers, RVT_TE_CONTROL, 1);
}

static struct rvt_config plain(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    return config;
}

static uint32_t get(uint32_t offset)
{
    return rvt_registers_read(&registers, offset);
}

static uint32_t put(uint32_t offset, uint32_t value)
{
    rvt_registers_write(&registers, offset, value);
    return get(offset);
}

/* Shows: ETR-CTL-001, ETR-CTL-002, ETR-CTL-003, ETR-CTL-004, ETR-CTL-005, ETR-CTL-006,
 * ETR-CTL-007 */
Test(registers, control_holds_its_fields_and_no_others)
{
    struct rvt_config config = plain();

    rvt_registers_reset(&registers, &config);
    cr_expect(eq(u32, get(RVT_TE_CONTROL), 0x68), "inactive, empty, mode 6");
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 0xfffffffe), 0x68), "nothing without trTeActive");
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 1), 0x69));
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 0xffffffff), 0x00f3a86f));
    for (unsigned mode = 0; mode < 4; mode++)
        for (unsigned max = 0; max < 16; max++)
            cr_expect(eq(u32, put(RVT_TE_CONTROL, 1 | mode << 16 | max << 20),
                         0x69 | mode << 16 | max << 20));
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 0), 0x68), "back to reset");
}

/* Shows: ETR-CTL-001, ETR-CTL-008, ETR-CTL-011 */
Test(registers, reset_values_are_those_of_the_description)
{
    struct rvt_config config = plain();

    config.options.data_trace = true;
    rvt_registers_reset(&registers, &config);
    cr_expect(eq(u32, get(RVT_TE_CONTROL), RVT_TE_CONTROL_RESET));
    cr_expect(eq(u32, get(RVT_TE_IMPL), RVT_TE_IMPL_RESET));
    cr_expect(eq(u32, get(RVT_TE_DATA_CONTROL), RVT_TE_DATA_CONTROL_RESET));
}

/* Shows: ETR-CTL-002, AMB-006 */
Test(registers, inst_mode_reads_what_the_switch_says)
{
    struct rvt_config config = plain();

    config.switches.inst_mode_rb = 7;
    start(&config);
    cr_expect(eq(u32, get(RVT_TE_CONTROL), 0x79));
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 0x31), 0x79));
}

/* Shows: ETR-CTL-001, ETR-CTL-004 */
Test(registers, hardware_tells_tracing_overflow_and_empty)
{
    struct rvt_config config = plain();

    start(&config);
    put(RVT_TE_CONTROL, 7);
    rvt_registers_set_tracing(&registers, false, false);
    cr_expect(eq(u32, get(RVT_TE_CONTROL), 0x6b));
    rvt_registers_set_tracing(&registers, true, true);
    cr_expect(eq(u32, get(RVT_TE_CONTROL), 0x6f));
    rvt_registers_set_tracing(&registers, false, true);
    rvt_registers_set_overflow(&registers);
    cr_expect(eq(u32, get(RVT_TE_CONTROL), 0x106b));
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 7), 0x106f), "writing 0 keeps it");
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 0x1007), 0x6f), "writing 1 clears it");
    rvt_registers_set_overflow(&registers);
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 1), 0x1069));
    cr_expect(eq(u32, put(RVT_TE_CONTROL, 3), 0x6b), "enabling clears it");
    registers.busy = true;
    cr_expect(eq(u32, get(RVT_TE_CONTROL), 0x63));
    put(RVT_TE_CONTROL, 0);
    rvt_registers_set_overflow(&registers);
    cr_expect(eq(u32, get(RVT_TE_CONTROL), 0x60), "an encoder in reset reports nothing");
}

/* Shows: ETR-CTL-008 */
Test(registers, impl_tells_version_kind_and_protocol)
{
    struct rvt_config config = plain();

    start(&config);
    cr_expect(eq(u32, get(RVT_TE_IMPL), 0x00000101));
    cr_expect(eq(u32, put(RVT_TE_IMPL, 0xffffffff), 0x00000101));
    config.switches.protocol_ver = RVT_PROTOCOL_VER_2_1;
    start(&config);
    cr_expect(eq(u32, get(RVT_TE_IMPL), 0x00120101));
}

/* Shows: ETR-CTL-009, ETR-MODE-064 */
Test(registers, features_hold_the_modes_that_are_there)
{
    struct rvt_config config = plain();

    config.encap.srcid_bits = 5;
    config.encap.srcid = 3;
    start(&config);
    cr_expect(eq(u32, get(RVT_TE_INST_FEATURES), 0x50000000), "reset");
    uint32_t held = put(RVT_TE_INST_FEATURES, 0xffffffff);
    cr_expect(eq(u32, held & 0xfffff800, 0x501f0000), "srcID of 5 bits, nothing above bit 5");
    cr_expect(eq(u32, held & 0x5c, 0), "no tables: no implicit return, prediction, cache, sijump");
    cr_expect(eq(u32, held & 1, 1), "full addresses are always there");
    rvt_registers_init(&registers, &config);
    cr_expect(eq(u32, get(RVT_TE_INST_FEATURES), 0x50030000), "as configured");
}

/* Shows: ETR-CTL-005, ETR-CTL-006, ETR-CTL-009, ENC-016 */
Test(registers, what_is_written_reaches_the_configuration)
{
    struct rvt_config config = plain(), got = plain();

    config.encap = (struct rvt_encap_config){.srcid_bits = 6, .srcid = 9, .timestamp_bytes = 4};
    rvt_registers_init(&registers, &config);
    rvt_registers_config(&registers, &got);
    cr_expect(eq(uint, got.encap.srcid, 9));
    cr_expect(eq(uint, got.encap.timestamp_bytes, 4));
    put(RVT_TE_CONTROL, 1 | 2u << 16 | 7u << 20);
    put(RVT_TE_INST_FEATURES, 1 | 0x2a << 16);
    rvt_registers_config(&registers, &got);
    cr_expect(got.options.full_address);
    cr_expect(eq(int, (int)got.resync.mode, RVT_RESYNC_CYCLES));
    cr_expect(eq(uint, got.resync.max, 7));
    cr_expect(eq(uint, got.encap.srcid_bits, 6));
    cr_expect(eq(uint, got.encap.srcid, 0x2a));
    put(RVT_TE_CONTROL, 1 | 1u << 15);
    rvt_registers_config(&registers, &got);
    cr_expect(zero(uint, got.encap.srcid_bits), "trTeInhibitSrc");
    cr_expect(zero(uint, got.encap.srcid));
    cr_expect(eq(int, (int)got.resync.mode, RVT_RESYNC_OFF));
    put(RVT_TS_CONTROL, 0x10);
    rvt_registers_config(&registers, &got);
    cr_expect(zero(uint, got.encap.timestamp_bytes), "trTsEnable 0");
    put(RVT_TS_CONTROL, 0x8010);
    rvt_registers_config(&registers, &got);
    cr_expect(eq(uint, got.encap.timestamp_bytes, 4));
    put(RVT_TS_CONTROL, 0x8000);
    rvt_registers_config(&registers, &got);
    cr_expect(zero(uint, got.encap.timestamp_bytes), "trTsMode none");
}

/* Shows: ETR-CTL-013, ENC-016 */
Test(registers, timestamps_are_external_or_absent)
{
    struct rvt_config config = plain();

    start(&config);
    cr_expect(zero(u32, put(RVT_TS_CONTROL, 0xffffffff)));
    config.encap.timestamp_bytes = 5;
    start(&config);
    cr_expect(eq(u32, get(RVT_TS_CONTROL), 40u << 24 | 1));
    cr_expect(eq(u32, put(RVT_TS_CONTROL, 0xffffffff), 40u << 24 | 0x8001), "no mode 7");
    cr_expect(eq(u32, put(RVT_TS_CONTROL, 0x8010), 40u << 24 | 0x8011));
    registers.timestamp = 0x123456789abcdef0;
    cr_expect(eq(u32, get(RVT_TS_COUNTER_LOW), 0x9abcdef0));
    cr_expect(eq(u32, get(RVT_TS_COUNTER_HIGH), 0x12345678));
    config.encap.timestamp_bytes = 8;
    start(&config);
    cr_expect(eq(u32, get(RVT_TS_CONTROL), 63u << 24 | 1), "at most 63 can be shown");
}

/* Shows: ETR-CTL-010, ETR-CTL-011, ETR-CTL-012, ETR-CTL-014 */
Test(registers, what_is_not_there_reads_0)
{
    static const uint32_t offsets[] = {
        RVT_TE_DATA_CONTROL,
        RVT_TE_DATA_FILTERS,
        RVT_TE_TRIG_DBG_CONTROL,
        RVT_TE_TRIG_EXT_IN_CONTROL,
        RVT_TE_TRIG_EXT_OUT_CONTROL,
        0x014,
        0x060,
        0x3fc,
        0x41c,
        0x440,
        0x604,
        0x620,
        0x7fc,
        0xe00,
        0xffc,
        0x00a,
        0x409,
        0xfffffffc,
    };
    struct rvt_config config = plain();

    config.params.filters_p = 2;
    start(&config);
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++)
        cr_expect(zero(u32, put(offsets[i], 0xffffffff)), "%x", offsets[i]);
    cr_expect(eq(u32, put(RVT_TE_INST_FILTERS, 0xffffffff), 3));
    config.params.filters_p = 16;
    start(&config);
    cr_expect(eq(u32, put(RVT_TE_INST_FILTERS, 0xffffffff), 0xffff));
    config.params.filters_p = config.params.comparators_p = 0;
    start(&config);
    cr_expect(zero(u32, put(RVT_TE_INST_FILTERS, 0xffffffff)));
    cr_expect(zero(u32, put(0x400, 0xffffffff)));
    cr_expect(zero(u32, put(0x600, 0xffffffff)));
}

/* Shows: ETR-CTL-015 */
Test(registers, filter_fields_depend_on_the_parameters)
{
    struct rvt_config config = plain();

    config.params.filters_p = 16;
    config.params.comparators_p = 8;
    config.params.impdef_width_p = 12;
    config.params.ecause_choice_p = 6;
    config.params.privilege_width_p = 3;
    start(&config);
    for (unsigned i = 0; i < 16; i++) {
        uint32_t base = 0x400 + 0x20 * i;
        cr_expect(eq(u32, put(base, 0xffffffff), 0x0001ffff), "no data trace");
        cr_expect(eq(u32, put(base + 0x04, 0xffffffff), 0x1ff));
        cr_expect(eq(u32, put(base + 0x08, 0xffffffff), 0xffffffff));
        cr_expect(eq(u32, put(base + 0x0c, 0xffffffff), 0xffffffff));
        cr_expect(eq(u32, put(base + 0x10, 0xffffffff), 0xfff));
        cr_expect(eq(u32, put(base + 0x14, 0xffffffff), 0xfff));
        cr_expect(zero(u32, put(base + 0x18, 0xffffffff)));
        cr_expect(zero(u32, put(base + 0x1c, 0xffffffff)));
    }
    config.params.comparators_p = 3;
    config.params.ecause_choice_p = 4;
    config.params.privilege_width_p = 2;
    config.params.filter_privilege_p = false;
    start(&config);
    cr_expect(eq(u32, put(0x400, 2u << 5 | 1u << 4), 2u << 5 | 1u << 4));
    cr_expect(eq(u32, put(0x400, 3u << 5 | 1u << 4), 1u << 4), "no comparator 3");
    cr_expect(zero(u32, put(0x400, 2)));
    cr_expect(eq(u32, put(0x404, 0x1ff), 0x100));
    cr_expect(eq(u32, put(0x408, 0xffffffff), 0xffff));
    cr_expect(zero(u32, put(0x40c, 0xffffffff)));
    config.params.filter_excint_p = 0;
    config.params.comparators_p = 0;
    config.params.filter_privilege_p = true;
    start(&config);
    cr_expect(eq(u32, put(0x400, 0xffffffff), 0x10003));
    cr_expect(eq(u32, put(0x404, 0xffffffff), 0xf));
    cr_expect(zero(u32, put(0x408, 0xffffffff)));
}

/* Shows: ETR-CTL-016 */
Test(registers, comparator_fields_depend_on_the_parameters)
{
    struct rvt_config config = plain();

    config.params.comparators_p = 8;
    start(&config);
    for (unsigned j = 0; j < 8; j++) {
        uint32_t base = 0x600 + 0x20 * j;
        cr_expect(eq(u32, put(base, 0xfffffff0 | 5), 0x0000f775));
        cr_expect(eq(u32, put(base + 0x10, 0x12345678), 0x12345678));
        cr_expect(eq(u32, put(base + 0x14, 0x9abcdef0), 0x9abcdef0));
        cr_expect(eq(u32, put(base + 0x18, 0x87654321), 0x87654321));
        cr_expect(eq(u32, put(base + 0x1c, 0x0fedcba9), 0x0fedcba9));
    }
    cr_expect(eq(u32, put(0x600, 0xa), 0xa), "tval");
    cr_expect(eq(u32, put(0x600, 0xf), 0), "no daddr without data trace");
    config.params.filter_excint_p = 0;
    start(&config);
    cr_expect(eq(u32, put(0x600, 0xa), 0), "tval only with causes");
    config.params.filter_excint_p = 1;
    config.params.filter_context_p = false;
    start(&config);
    cr_expect(eq(u32, put(0x600, 0xa), 0xa), "tval without context");
    cr_expect(eq(u32, put(0x600, 0x5), 0));
    config.params.filter_context_p = true;
    config.params.filter_tval_p = false;
    start(&config);
    cr_expect(eq(u32, put(0x600, 0x5), 0x5), "context without tval");
    cr_expect(eq(u32, put(0x600, 0xa), 0));
    config.params.filter_context_p = false;
    start(&config);
    cr_expect(eq(u32, put(0x600, 0x5), 0));
    cr_expect(eq(u32, put(0x600, 0xa), 0));
}

/* Shows: ETR-CTL-015, ETR-CTL-016 */
Test(registers, fields_mean_what_the_tables_say)
{
    struct rvt_config config = plain();
    struct rvt_filter_setup setup;

    config.params.filters_p = 16;
    config.params.comparators_p = 8;
    config.params.impdef_width_p = 32;
    config.params.ecause_choice_p = 6;
    start(&config);
    put(RVT_TE_INST_FILTERS, 0x8001);
    put(0x5e0, 1u << 0 | 1u << 2 | 1u << 4 | 6u << 5 | 1u << 12 | 5u << 13 | 1u << 16);
    put(0x5e4, 0x10b);
    put(0x5e8, 0x11223344);
    put(0x5ec, 0x55667788);
    put(0x5f0, 0xdeadbeef);
    put(0x5f4, 0xff00ff00);
    put(0x6e0, 1u << 0 | 2u << 2 | 4u << 4 | 3u << 8 | 2u << 12 | 1u << 14);
    put(0x6f0, 1);
    put(0x6f4, 2);
    put(0x6f8, 3);
    put(0x6fc, 4);
    rvt_registers_filters(&registers, &setup);
    cr_expect(eq(u16, setup.inst, 0x8001));
    const struct rvt_filter *f = &setup.filter[15];
    cr_expect(f->enable && f->match_ecause && f->match_impdef);
    cr_expect(not(f->match_privilege || f->match_interrupt || f->match_dtype || f->match_dsize));
    cr_expect(f->match_comp[0] && !f->match_comp[1] && f->match_comp[2]);
    cr_expect(eq(u8, f->comp[0], 6));
    cr_expect(eq(u8, f->comp[2], 5));
    cr_expect(eq(u8, f->privileges, 0xb));
    cr_expect(f->interrupt);
    cr_expect(eq(u64, f->ecauses, 0x5566778811223344));
    cr_expect(eq(u32, f->impdef, 0xdeadbeef));
    cr_expect(eq(u32, f->impdef_mask, 0xff00ff00));
    const struct rvt_comparator *c = &setup.comparator[7];
    cr_expect(eq(int, (int)c->p_input, RVT_COMP_CONTEXT));
    cr_expect(eq(int, (int)c->s_input, RVT_COMP_TVAL));
    cr_expect(eq(int, (int)c->p_function, RVT_COMP_GREATER));
    cr_expect(eq(int, (int)c->s_function, RVT_COMP_LESS_EQUAL));
    cr_expect(eq(int, (int)c->mode, RVT_COMP_NOT_BOTH));
    cr_expect(c->p_notify && !c->s_notify);
    cr_expect(eq(u64, c->p_match, 0x200000001));
    cr_expect(eq(u64, c->s_match, 0x400000003));
    put(RVT_TE_CONTROL, 0);
    put(RVT_TE_CONTROL, 1);
    cr_expect(zero(u32, get(0x5e0) | get(0x6f0) | get(RVT_TE_INST_FILTERS)), "trTeActive resets");
}

/* Shows: ETR-CTL-011, ETR-CTL-012 */
Test(registers, data_trace_has_its_registers)
{
    struct rvt_config config = plain(), got;

    config.options.data_trace = true;
    config.encap.type_bits = 1;
    config.encap.type_data = 1;
    config.params.comparators_p = 8;
    cr_assert(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    got = config;
    start(&config);
    cr_expect(eq(u32, get(RVT_TE_DATA_CONTROL), 1));
    cr_expect(eq(u32, put(RVT_TE_DATA_CONTROL, 0xffffffff), 0x00090057), "not both of 16 and 17");
    cr_expect(eq(u32, put(RVT_TE_DATA_CONTROL, 0x00020000), 0x00020001));
    rvt_registers_config(&registers, &got);
    cr_expect(got.options.no_address && !got.options.no_data && got.options.full_data_address);
    cr_expect(eq(u32, put(RVT_TE_DATA_CONTROL, 1u << 18), 1 | 2u << 18), "XOR is not there");
    rvt_registers_config(&registers, &got);
    cr_expect(not(got.options.full_data_address));
    rvt_registers_set_data_flags(&registers, true, true);
    cr_expect(eq(u32, get(RVT_TE_DATA_CONTROL), 1 | 2u << 18 | 0x28));
    cr_expect(eq(u32, put(RVT_TE_DATA_CONTROL, 0), 0x29), "writing 0 keeps both");
    cr_expect(eq(u32, put(RVT_TE_DATA_CONTROL, 0x8), 0x21));
    cr_expect(eq(u32, put(RVT_TE_DATA_CONTROL, 0x20), 0x01));
    rvt_registers_set_data_flags(&registers, true, true);
    put(RVT_TE_CONTROL, 3);
    cr_expect(eq(u32, get(RVT_TE_DATA_CONTROL), 1), "enabling clears both");
    rvt_registers_set_data_flags(&registers, true, true);
    put(RVT_TE_CONTROL, 7);
    cr_expect(eq(u32, get(RVT_TE_DATA_CONTROL), 0x29), "it was enabled before");
    put(RVT_TE_CONTROL, 0x1003);
    cr_expect(eq(u32, get(RVT_TE_DATA_CONTROL), 0x29), "another flag");
    put(RVT_TE_CONTROL, 1);
    cr_expect(eq(u32, get(RVT_TE_DATA_CONTROL), 0x29), "disabling keeps both");
    put(RVT_TE_DATA_CONTROL, 0x28);
    cr_expect(eq(u32, put(RVT_TE_DATA_FILTERS, 0xffff), 1));
    cr_expect(eq(u32, put(0x400, 0xffffffff), 0x0301ffff));
    cr_expect(eq(u32, put(0x418, 0xffffffff), 0x00ff0003), "dtype of 1 bit, dsize of 3");
    cr_expect(eq(u32, put(0x600, 0xf), 0xf), "daddr");
    config.params.dtype_width_p = 4;
    config.params.dsize_width_p = 2;
    start(&config);
    cr_expect(eq(u32, put(0x418, 0xffffffff), 0x000fffff));
}

Test(registers, names_and_offsets_fit)
{
    static const struct {
        const char *name;
        uint32_t offset;
    } rows[] = {
        {"trTeControl", 0x000},
        {"trTeInstFilters", 0x00c},
        {"trTsCounterHigh", 0x04c},
        {"trTeFilter0Control", 0x400},
        {"trTeFilter1MatchInst", 0x424},
        {"trTeFilter15MatchData", 0x5f8},
        {"trTeFilter10MatchEcauseHigh", 0x54c},
        {"trTeComp0PMatchLow", 0x610},
        {"trTeComp7SMatchHigh", 0x6fc},
    };
    static const char *const none[] = {"",
                                       "trTe",
                                       "trTeFilterControl",
                                       "trTeFilter16Control",
                                       "trTeFilter01Control",
                                       "trTeFilter2+Control",
                                       "trTeFilter:Control",
                                       "trTeFilter0",
                                       "trTeComp8Control",
                                       "trTeComp0MatchInst",
                                       "trtecontrol"};
    char text[RVT_REGISTER_NAME_BYTES];
    uint32_t offset = 0;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect(rvt_register_find(rows[i].name, &offset));
        cr_expect(eq(u32, offset, rows[i].offset));
        cr_expect(rvt_register_name(rows[i].offset, text));
        cr_expect(eq(str, text, TEXT(rows[i].name)));
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        cr_expect(not(rvt_register_find(none[i], &offset)), "%s", none[i]);
    unsigned names = 0;
    for (uint32_t at = 0; at < RVT_TE_BYTES; at += 4)
        if (rvt_register_name(at, text)) {
            names++;
            cr_expect(rvt_register_find(text, &offset) && offset == at, "%s", text);
        }
    cr_expect(eq(uint, names, 12 + 16 * 7 + 8 * 5));
}

/* The section registers of a configuration is written before anything is traced. */
Test(registers, a_configuration_can_write_registers)
{
    struct rvt_config config = plain(), got = plain();

    config.encap.srcid_bits = 4;
    config.registers = (struct rvt_register_writes){.count = 4,
                                                    .encap = config.encap,
                                                    .write = {{RVT_TE_CONTROL, 0x8807 | 1u << 16},
                                                              {RVT_TE_INST_FEATURES, 1},
                                                              {RVT_TE_INST_FILTERS, 1},
                                                              {0x400, 3}}};
    rvt_registers_init(&registers, &config);
    cr_expect(eq(u32, get(RVT_TE_CONTROL), 0x1886d), "all but trTeEnable");
    cr_expect(eq(u32, get(RVT_TE_INST_FILTERS), 1));
    cr_expect(eq(u32, get(0x400), 3));
    rvt_registers_config(&registers, &got);
    cr_expect(zero(uint, got.encap.srcid_bits));
    cr_expect(got.options.full_address);
    config.encap = got.encap; /* as a loaded configuration has it: the registers still know */
    rvt_registers_init(&registers, &config);
    cr_expect(eq(u32, get(RVT_TE_INST_FEATURES), 0x40000001));
    struct rvt_control control = rvt_registers_control(&registers);
    cr_expect(control.inst_tracing && control.inst_trig_enable && !control.enable);
}

/* Every register word that a write can change. */
static void fill_registers(uint32_t pattern, uint32_t shift)
{
    for (uint32_t at = RVT_TE_CONTROL + 4; at < 0x800; at += 4)
        rvt_registers_write(&registers, at + shift, pattern);
}

static unsigned set_words(void)
{
    unsigned words = 0;

    for (uint32_t at = RVT_TE_CONTROL + 4; at < 0x800; at += 4)
        words += get(at) != 0;
    return words;
}

/* An address that is not that of a word, and an encoder without trTeActive, take nothing.
 * Shows: ETR-CTL-001, ETR-CTL-017 */
Test(registers, writes_that_are_ignored)
{
    struct rvt_config config = plain();

    config.options.data_trace = true;
    config.encap = (struct rvt_encap_config){.type_bits = 1, .timestamp_bytes = 2};
    config.params.filters_p = 16;
    config.params.comparators_p = 8;
    start(&config);
    unsigned before = set_words();
    for (uint32_t shift = 1; shift < 4; shift++) {
        fill_registers(UINT32_MAX, shift);
        cr_expect(eq(uint, set_words(), before), "%u bytes on", shift);
        for (uint32_t at = 0; at < 0x800; at += 4)
            cr_expect(eq(u32, get(at + shift), 0), "%x", at + shift);
    }
    rvt_registers_write(&registers, RVT_TE_CONTROL, 0);
    before = set_words();
    fill_registers(UINT32_MAX, 0);
    cr_expect(eq(uint, set_words(), before), "inactive");
    start(&config);
    fill_registers(UINT32_MAX, 0);
    cr_expect(set_words() > before + 16 * 6 + 8 * 5, "%u words", set_words());
    rvt_registers_write(&registers, RVT_TE_CONTROL, 0);
    rvt_registers_write(&registers, RVT_TE_CONTROL, 1);
    start(&config);
    unsigned after = set_words();
    rvt_registers_reset(&registers, &config);
    rvt_registers_write(&registers, RVT_TE_CONTROL, 1);
    cr_expect(eq(uint, set_words(), after), "a release leaves nothing");
}

/* What no register holds stays as it was built; modes do not. Shows: ETR-CTL-001, ETR-DAT-014 */
Test(registers, a_reset_keeps_what_was_built)
{
    struct rvt_config config = plain(), now;

    config.options.data_trace = true;
    config.options.full_data = true;
    config.options.full_address = true;
    config.encap = (struct rvt_encap_config){.type_bits = 1, .timestamp_bytes = 1};
    config.resync = (struct rvt_resync_config){.mode = RVT_RESYNC_CYCLES, .max = 3};
    start(&config);
    now = config;
    rvt_registers_config(&registers, &now);
    cr_expect(now.options.data_trace && now.options.full_data);
    cr_expect(not(now.options.full_address));
    cr_expect(now.options.full_data_address);
    cr_expect(eq(int, (int)now.resync.mode, RVT_RESYNC_OFF));
    cr_expect(eq(uint, now.encap.timestamp_bytes, 0), "trTsEnable is 0");
    rvt_registers_init(&registers, &config);
    rvt_registers_config(&registers, &now);
    cr_expect(now.options.data_trace && now.options.full_data && now.options.full_address);
    cr_expect(eq(int, (int)now.resync.mode, RVT_RESYNC_CYCLES));
    cr_expect(eq(uint, now.encap.timestamp_bytes, 1), "as built");
    cr_expect(eq(u32, get(RVT_TS_CONTROL), 1 | 1 << 4 | 1 << 15 | 8 << 24));
}

/* Fields that 2.0.5 added: trTeContext, and what implements implicit returns. Shows: ETR-CTL-003,
 * ETR-CTL-007 */
Test(registers, fields_of_the_next_edition)
{
    static const struct {
        unsigned stack, counter, partial, mode;
    } cases[] = {{0, 0, 0, 0}, {0, 3, 0, 1}, {3, 0, 8, 2}, {3, 0, 0, 3}, {3, 3, 0, 3}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned next = 0; next < 2; next++) {
            struct rvt_config config;
            uint32_t expected = next ? cases[i].mode : 0;

            rvt_config_defaults(&config, next ? RVT_PROFILE_V2_0_5_DRAFT : RVT_PROFILE_V2_0_4);
            config.params.return_stack_size_p = cases[i].stack;
            config.params.call_counter_size_p = cases[i].counter;
            config.switches.ir_partial_bits = cases[i].partial;
            config.params.nocontext_p = i % 2 == 0;
            if (rvt_config_check(&config, NULL) != RVT_OK)
                continue;
            start(&config);
            cr_expect(eq(u32, get(RVT_TE_INST_FEATURES) >> 6 & 3, expected), "case %zu", i);
            cr_expect(eq(u32, get(RVT_TE_CONTROL) >> 9 & 1, next && i % 2 == 1), "case %zu", i);
        }
}

/* Each bit by itself, in a register where no bit depends on another: only those that are held read
 * as written. */
static void expect_bits(uint32_t offset, uint32_t always, uint32_t held)
{
    for (unsigned bit = 0; bit < 32; bit++) {
        uint32_t one = UINT32_C(1) << bit;

        cr_expect(eq(u32, put(offset, one | always), always | (one & held)), "%x bit %u", offset,
                  bit);
    }
}

/* Shows: ETR-CTL-001, ETR-CTL-003, ETR-CTL-009, ETR-CTL-011, ETR-CTL-012 */
Test(registers, each_bit_by_itself)
{
    struct rvt_config config = plain();

    config.options.data_trace = true;
    config.encap = (struct rvt_encap_config){
        .type_bits = 1, .type_data = 1, .timestamp_bytes = 3, .srcid_bits = 12};
    config.params.filters_p = 5;
    config.params.bpred_size_p = config.params.cache_size_p = 2;
    config.params.f0s_width_p = 1;
    config.params.return_stack_size_p = 2;
    config.params.sijump_p = true;
    cr_assert(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    start(&config);
    expect_bits(RVT_TE_CONTROL, 0x69, 0x00f3a806);
    rvt_registers_write(&registers, RVT_TE_CONTROL, 1);
    expect_bits(RVT_TE_INST_FEATURES, 12u << 28, 0x0fff003f);
    expect_bits(RVT_TE_INST_FILTERS, 0, 0x1f);
    expect_bits(RVT_TE_DATA_FILTERS, 0, 0x1f);
    for (unsigned bit = 0; bit < 32; bit++) { /* bits 18 and 19: 0 is full, all else a difference */
        uint32_t one = UINT32_C(1) << bit, compress = bit == 18 || bit == 19 ? 2u << 18 : 0;

        cr_expect(eq(u32, put(RVT_TE_DATA_CONTROL, one), 1 | (one & 0x00030056) | compress));
    }
    for (unsigned bit = 0; bit < 32; bit++) /* mode 1 and enable */
        cr_expect(eq(u32, put(RVT_TS_CONTROL, UINT32_C(1) << bit),
                     1 | 24u << 24 | (UINT32_C(1) << bit & 0x8010)));
    cr_expect(eq(u32, put(RVT_TS_CONTROL, 3 << 4 | 1 << 15), 1 | 24u << 24 | 1 << 15));
    rvt_registers_write(&registers, RVT_TE_CONTROL, 0);
    cr_expect(eq(u32, get(RVT_TS_CONTROL), 24u << 24), "inactive");
}

/* Bits 3 and 5 of trTeDataControl are cleared by writing 1 to them, and by nothing else.
 * Shows: ETR-CTL-011 */
Test(registers, each_flag_of_data_is_cleared_by_its_own_bit)
{
    struct rvt_config config = plain();

    config.options.data_trace = true;
    config.encap = (struct rvt_encap_config){.type_bits = 1, .type_data = 1};
    start(&config);
    for (unsigned bit = 0; bit < 32; bit++) {
        rvt_registers_set_data_flags(&registers, true, true);
        cr_expect(eq(u32, put(RVT_TE_DATA_CONTROL, UINT32_C(1) << bit) & 0x28,
                     0x28 & ~(UINT32_C(1) << bit)),
                  "bit %u", bit);
    }
}

/* trTsWidth: the bits of the timestamp, at most 63; without one there is no register. */
Test(registers, the_width_of_timestamps)
{
    for (unsigned bytes = 0; bytes <= 8; bytes++) {
        struct rvt_config config = plain();

        config.encap.timestamp_bytes = bytes;
        start(&config);
        uint32_t width = bytes == 8 ? 63 : 8 * bytes, written = bytes > 0 ? 0x8010 : 0;
        cr_expect(
            eq(u32, put(RVT_TS_CONTROL, 0xffff801f), bytes == 0 ? 0 : 1 | width << 24 | written));
        registers.timestamp = UINT64_C(0x123456789abcdef0);
        cr_expect(eq(u32, get(RVT_TS_COUNTER_LOW), 0x9abcdef0));
        cr_expect(eq(u32, get(RVT_TS_COUNTER_HIGH), 0x12345678));
    }
}

/* What the encoder reports: one flag at a time; nothing while trTeActive is 0, and no data tracing
 * without data trace. Shows: ETR-CTL-001, ETR-CTL-004, ETR-CTL-011 */
Test(registers, hardware_reports_only_while_active)
{
    for (unsigned number = 0; number < 32; number++) {
        bool active = number & 1, data = number >> 1 & 1;
        bool a = number >> 2 & 1, b = number >> 3 & 1, kept = number >> 4;
        struct rvt_config config = plain();

        config.options.data_trace = data;
        config.encap = (struct rvt_encap_config){.type_bits = 1, .type_data = 1};
        rvt_registers_reset(&registers, &config);
        rvt_registers_write(&registers, RVT_TE_CONTROL, active);
        rvt_registers_set_tracing(&registers, a, b);
        if (kept)
            rvt_registers_set_data_flags(&registers, true, true);
        rvt_registers_set_data_flags(&registers, a, b);
        uint32_t flags = active ? (a || kept ? 1u << 3 : 0) | (b || kept ? 1u << 5 : 0) : 0;
        cr_expect(eq(u32, get(RVT_TE_CONTROL) & 4, active && a ? 4 : 0), "%u", number);
        cr_expect(eq(u32, get(RVT_TE_DATA_CONTROL), data ? 1 | flags | (active && b ? 2 : 0) : 0),
                  "%u", number);
        struct rvt_control control = rvt_registers_control(&registers);
        cr_expect(eq(int, control.inst_tracing, active &&a), "%u", number);
        cr_expect(eq(int, control.data_tracing, active &&b &&data), "%u", number);
        cr_expect(not(control.enable || control.inst_trig_enable || control.data_trig_enable));
    }
}

/* A source ID of 16 bits: trTeSrcID shows and writes its low 12. trTeInhibitSrc removes it.
 * Shows: ETR-CTL-007, ETR-CTL-010 */
Test(registers, a_source_id_of_16_bits)
{
    struct rvt_config config = plain();

    config.encap = (struct rvt_encap_config){.srcid_bits = 16, .srcid = 0xa5c3};
    rvt_registers_init(&registers, &config);
    cr_expect(eq(u32, get(RVT_TE_INST_FEATURES), 12u << 28 | 0x5c3u << 16));
    cr_expect(eq(uint, rvt_registers_encap(&registers).srcid, 0xa5c3));
    cr_expect(eq(u32, put(RVT_TE_INST_FEATURES, 0x1234u << 16), 12u << 28 | 0x234u << 16));
    cr_expect(eq(uint, rvt_registers_encap(&registers).srcid, 0xa234));
    cr_expect(eq(uint, rvt_registers_encap(&registers).srcid_bits, 16));
    put(RVT_TE_CONTROL, 1 | 1u << 15);
    cr_expect(zero(uint, rvt_registers_encap(&registers).srcid));
    cr_expect(zero(uint, rvt_registers_encap(&registers).srcid_bits));
}

/* Everything that software can read or that has an effect. */
struct effects {
    uint32_t reads[RVT_TE_BYTES / 4];
    struct rvt_control control;
    struct rvt_filter_setup filters;
    struct rvt_config config;
};

static void take_effects(const struct rvt_config *config, struct effects *effects)
{
    memset(effects, 0, sizeof *effects);
    for (uint32_t at = 0; at < RVT_TE_BYTES; at += 4)
        effects->reads[at / 4] = get(at);
    effects->control = rvt_registers_control(&registers);
    rvt_registers_filters(&registers, &effects->filters);
    effects->config = *config;
    rvt_registers_config(&registers, &effects->config);
}

/* Whatever was written to one of them: once trTeActive was 0, each field has its reset value.
 * Shows: ETR-CTL-001 */
Test(registers, inactive_leaves_nothing_of_what_was_written)
{
    static struct effects fresh, cleared;
    struct rvt_config config = plain();

    config.options.data_trace = true;
    config.encap = (struct rvt_encap_config){
        .type_bits = 1, .type_data = 1, .timestamp_bytes = 3, .srcid_bits = 12};
    config.params.filters_p = 16;
    config.params.comparators_p = 8;
    config.params.bpred_size_p = config.params.cache_size_p = 2;
    config.params.f0s_width_p = 1;
    config.params.return_stack_size_p = 2;
    config.params.sijump_p = true;
    cr_assert(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    start(&config);
    take_effects(&config, &fresh);
    for (unsigned bit = 0; bit < 34; bit++) {
        uint32_t value = bit == 33 ? UINT32_MAX : bit == 32 ? 0 : UINT32_C(1) << bit;

        for (uint32_t at = 4; at < RVT_TE_BYTES; at += 4)
            rvt_registers_write(&registers, at, value);
        rvt_registers_write(&registers, RVT_TE_CONTROL, 1 | (value & ~2u));
        rvt_registers_write(&registers, RVT_TE_CONTROL, 0);
        rvt_registers_write(&registers, RVT_TE_CONTROL, 1);
        take_effects(&config, &cleared);
        for (uint32_t at = 0; at < RVT_TE_BYTES; at += 4)
            cr_expect(eq(u32, cleared.reads[at / 4], fresh.reads[at / 4]), "%x after %08x", at,
                      value);
        cr_expect(memcmp(&cleared.control, &fresh.control, sizeof fresh.control) == 0, "%08x",
                  value);
        cr_expect(memcmp(&cleared.filters, &fresh.filters, sizeof fresh.filters) == 0, "%08x",
                  value);
        cr_expect(memcmp(&cleared.config, &fresh.config, sizeof fresh.config) == 0, "%08x", value);
    }
}

/* The older scheme permits more than trTeInstSyncMax holds, which then reads as its largest value.
 * Shows: ETR-CTL-003 */
Test(registers, the_largest_sync_max_stands_for_all_above)
{
    for (unsigned max = 0; max <= 31; max++) {
        struct rvt_config config = plain();

        config.switches.resync_cmp = RVT_RESYNC_CMP_LEGACY;
        config.resync = (struct rvt_resync_config){.mode = RVT_RESYNC_PACKETS, .max = max};
        rvt_registers_init(&registers, &config);
        cr_expect(eq(u32, get(RVT_TE_CONTROL) >> 20, max < 15 ? max : 15), "%u", max);
    }
}
