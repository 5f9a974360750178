/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/config_check.h"
#include "base/config_keys.h"
#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include <string.h>

#include "base/params.h"
#include "wire/packet.h"

static struct rvt_config defaults(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    return config;
}

static const struct rvt_key *key_named(const char *section, const char *name)
{
    for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key)
        if (strcmp(key->section, section) == 0 && strcmp(key->name, name) == 0)
            return key;
    return NULL;
}

/* Shows: ETR-DISC-001, ETR-DISC-002, ETR-DISC-004 */
Test(params, defaults_are_those_of_the_discovery_tables)
{
    struct rvt_config config = defaults();
    const struct rvt_params *p = &config.params;

    cr_expect(eq(uint, p->iaddress_width_p, 32));
    cr_expect(eq(uint, p->iaddress_lsb_p, 1));
    cr_expect(eq(uint, p->privilege_width_p, 2));
    cr_expect(eq(uint, p->ecause_width_p, 4));
    cr_expect(eq(uint, p->context_width_p, 1));
    cr_expect(eq(uint, p->time_width_p, 1));
    cr_expect(eq(uint, p->itype_width_p, 4));
    cr_expect(eq(uint, p->ctype_width_p, 1));
    cr_expect(eq(uint, p->ilastsize_width_p, 1));
    cr_expect(eq(uint, p->iretire_width_p, 2));
    cr_expect(eq(uint, p->retires_p, 1));
    cr_expect(eq(uint, p->blocks_p, 1));
    cr_expect(eq(uint, p->impdef_width_p, 1));
    cr_expect(eq(uint, p->comparators_p, 1));
    cr_expect(eq(uint, p->filters_p, 1));
    cr_expect(eq(uint, p->ecause_choice_p, 5));
    cr_expect(eq(uint, p->filter_excint_p, 1));
    cr_expect(p->filter_context_p && p->filter_time_p && p->filter_privilege_p && p->filter_tval_p);
    cr_expect(eq(uint, p->f0s_width_p, 0));
    cr_expect(zero(uint, p->bpred_size_p | p->cache_size_p));
    cr_expect(zero(uint, p->return_stack_size_p | p->call_counter_size_p));
    cr_expect(p->nocontext_p);
    cr_expect(p->notime_p);
    cr_expect(not(p->sijump_p));
    cr_expect(eq(int, (int)config.resync.mode, RVT_RESYNC_OFF));
}

Test(params, each_profile_sets_its_switches)
{
    static const struct {
        const char *name;
        unsigned v204, v203, v205, refflow;
    } expected[] = {
        {"chart", RVT_CHART_V204, RVT_CHART_V200, RVT_CHART_V204, RVT_CHART_V200},
        {"resync_cmp", RVT_RESYNC_CMP_FSM, RVT_RESYNC_CMP_LEGACY, RVT_RESYNC_CMP_FSM,
         RVT_RESYNC_CMP_LEGACY},
        {"thaddr0_addr", RVT_THADDR0_EPC_OR_ZERO, RVT_THADDR0_EPC_OR_ZERO, RVT_THADDR0_EPC_OR_ZERO,
         RVT_THADDR0_IADDR},
        {"int_at_updiscon", RVT_INT_AT_UPDISCON_DEFER, RVT_INT_AT_UPDISCON_THADDR0,
         RVT_INT_AT_UPDISCON_DEFER, RVT_INT_AT_UPDISCON_THADDR0},
        {"first_trap", RVT_FIRST_TRAP_V204, RVT_FIRST_TRAP_V203, RVT_FIRST_TRAP_V204,
         RVT_FIRST_TRAP_V203},
        {"ir_fill", RVT_IR_FILL_REPLICATE, RVT_IR_FILL_REPLICATE, RVT_IR_FILL_REPLICATE,
         RVT_IR_FILL_ONES},
        {"ir_profile", RVT_IR_PROFILE_V2_0_IRDEPTH, RVT_IR_PROFILE_V2_0_IRDEPTH,
         RVT_IR_PROFILE_EXT_IRETS, RVT_IR_PROFILE_V2_0_IRDEPTH},
        {"support_layout", RVT_SUPPORT_MODES, RVT_SUPPORT_MODES, RVT_SUPPORT_EXT_V0_8,
         RVT_SUPPORT_REFFLOW},
        {"protocol_ver", RVT_PROTOCOL_VER_0_0, RVT_PROTOCOL_VER_0_0, RVT_PROTOCOL_VER_2_1,
         RVT_PROTOCOL_VER_0_0},
        {"inst_mode_rb", 6, 6, 6, 6},
        {"bcount_min", 31, 31, 31, 31},
        {"bcount_max", UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX},
        {"ir_mispredict_pop", 1, 1, 1, 1},
        {"jtc_update_on_f0s0", 1, 1, 1, 1},
        {"f0s1_irreport", 1, 1, 1, 1},
        {"addr_shift", 1, 1, 1, 1},
        {"updiscon_xret", 1, 1, 1, 0},
        {"trap_dup_refflow", 0, 0, 0, 1},
        {"final_repeat", 0, 0, 0, 1},
        {"resync_count_support", 0, 0, 0, 1},
        {"cci_latch", 1, 1, 1, 0},
        {"dat_operand", RVT_DAT_OPERAND_FULL, RVT_DAT_OPERAND_FULL, RVT_DAT_OPERAND_SHARED,
         RVT_DAT_OPERAND_CHAINED},
        {"dat_first", 0, 0, 0, RVT_DAT_FIRST_ZERO},
        {"dat_addr_base", 0, 0, 0, RVT_DAT_ADDR_BASE_FIELD},
        {"dat_code_01", 0, 0, 0, RVT_DAT_CODE_01_DIFF},
        {"dat_atomic_codes", 0, 0, 0, RVT_DAT_ATOMIC_CODES_REFFLOW},
        {"dat_split_atomic_rsp", 7, 7, 7, 7},
        {"dat_diff_bits", 2, 2, 2, 2},
        {"mmacas_ext", 0, 0, 1, 0},
    };
    enum { ROWS = sizeof expected / sizeof expected[0] };
    static const enum rvt_spec_profile profiles[] = {RVT_PROFILE_V2_0_4, RVT_PROFILE_V2_0_3,
                                                     RVT_PROFILE_V2_0_5_DRAFT, RVT_PROFILE_REFFLOW};

    for (size_t profile = 0; profile < sizeof profiles / sizeof profiles[0]; ++profile) {
        struct rvt_config config;

        rvt_config_defaults(&config, profiles[profile]);
        cr_expect(eq(int, (int)config.spec_profile, (int)profiles[profile]));
        cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
        for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key) {
            unsigned value = 0; /* of a switch that is not listed: the first reading */

            if (strcmp(key->section, "switches") != 0)
                continue;
            for (size_t i = 0; i < ROWS; ++i)
                if (strcmp(expected[i].name, key->name) == 0)
                    value = (&expected[i].v204)[profile];
            cr_expect(eq(uint, rvt_config_get(&config, key), value), "%s", key->name);
        }
    }
}

Test(params, names_of_choices_match_their_enum)
{
    static const struct {
        const char *section, *name, *text;
        unsigned value;
    } cases[] = {
        {"resync", "mode", "off", RVT_RESYNC_OFF},
        {"resync", "mode", "packets", RVT_RESYNC_PACKETS},
        {"resync", "mode", "cycles", RVT_RESYNC_CYCLES},
        {"resync", "mode", "halfwords", RVT_RESYNC_HALFWORDS},
        {"switches", "chart", "v204", RVT_CHART_V204},
        {"switches", "chart", "v200", RVT_CHART_V200},
        {"switches", "compress", "whole", RVT_COMPRESS_WHOLE},
        {"switches", "encap_compress", "joint", RVT_ENCAP_COMPRESS_JOINT},
        {"switches", "resync_cmp", "fsm", RVT_RESYNC_CMP_FSM},
        {"switches", "resync_point", "block_end", RVT_RESYNC_POINT_BLOCK_END},
        {"switches", "thaddr0_addr", "epc_or_zero", RVT_THADDR0_EPC_OR_ZERO},
        {"switches", "int_at_updiscon", "defer", RVT_INT_AT_UPDISCON_DEFER},
        {"switches", "first_trap", "v204", RVT_FIRST_TRAP_V204},
        {"switches", "ir_fill", "replicate", RVT_IR_FILL_REPLICATE},
        {"switches", "jalr_x0", "inferable_absolute", RVT_JALR_X0_INFERABLE_ABSOLUTE},
        {"switches", "addr_extend", "zero", RVT_ADDR_EXTEND_ZERO},
        {"switches", "support_layout", "refflow", RVT_SUPPORT_REFFLOW},
        {"switches", "compress", "addr_only", RVT_COMPRESS_ADDR_ONLY},
        {"switches", "compress", "none", RVT_COMPRESS_NONE},
        {"switches", "encap_compress", "separate", RVT_ENCAP_COMPRESS_SEPARATE},
        {"switches", "resync_cmp", "legacy", RVT_RESYNC_CMP_LEGACY},
        {"switches", "resync_point", "any_item", RVT_RESYNC_POINT_ANY_ITEM},
        {"switches", "thaddr0_addr", "iaddr", RVT_THADDR0_IADDR},
        {"switches", "int_at_updiscon", "thaddr0", RVT_INT_AT_UPDISCON_THADDR0},
        {"switches", "first_trap", "v203", RVT_FIRST_TRAP_V203},
        {"switches", "ir_fill", "ones", RVT_IR_FILL_ONES},
        {"switches", "jalr_x0", "uninferable", RVT_JALR_X0_UNINFERABLE},
        {"switches", "addr_extend", "sign", RVT_ADDR_EXTEND_SIGN},
        {"switches", "support_layout", "rv_tracer", RVT_SUPPORT_RV_TRACER},
        {"switches", "support_layout", "ext_v0_8", RVT_SUPPORT_EXT_V0_8},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct rvt_key *key = key_named(cases[i].section, cases[i].name);

        cr_assert(key != NULL);
        cr_assert(le(uint, cases[i].value, key->maximum));
        cr_expect(eq(str, TEXT(key->values[cases[i].value]), TEXT(cases[i].text)));
        cr_expect(key->values[key->maximum + 1] == NULL, "%s: values and range", key->name);
    }
}

static void expect_refused(const struct rvt_config *config, const char *field, unsigned value,
                           const char *clause)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_expect(eq(int, (int)rvt_config_check(config, &diag), RVT_ERR_PARAMETER), "%s", field);
    cr_assert(diag.field != NULL && diag.clause != NULL, "%s = %u", field, value);
    cr_expect(eq(str, TEXT(diag.field), TEXT(field)));
    cr_expect(eq(u64, diag.value, value));
    cr_expect(eq(str, TEXT(diag.clause), TEXT(clause)));
    cr_expect(strncmp(diag.text, field, strlen(field)) == 0 && diag.text[strlen(field)] == ':',
              "%s: %s", field, diag.text);
}

Test(params, a_value_outside_its_range_is_refused_with_its_clause)
{
    for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key) {
        struct rvt_config config = defaults();

        if (key->kind == RVT_KEY_BOOL || key->maximum == UINT32_MAX)
            continue;
        rvt_config_set(&config, key, key->maximum + 1);
        expect_refused(&config, key->name, key->maximum + 1, key->clause);
        if (key->minimum > 0) {
            rvt_config_set(&config, key, key->minimum - 1);
            expect_refused(&config, key->name, key->minimum - 1, key->clause);
        }
    }
}

/* One row: two changes of the defaults, and the rule they break. */
struct bad_pair {
    const char *section_a, *name_a;
    unsigned value_a;
    const char *section_b, *name_b;
    unsigned value_b;
    const char *field;
    unsigned value;
    const char *clause;
};

/* Shows: AMB-001 AMB-012 ETR-FMT-013 */
Test(params, a_profile_refuses_what_its_document_does_not_have)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_5_DRAFT);
    config.params.return_stack_size_p = 2;
    config.params.call_counter_size_p = 2;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    config.switches.support_layout = RVT_SUPPORT_REFFLOW;
    expect_refused(&config, "support_layout", RVT_SUPPORT_REFFLOW, "ETR-FMT-013");
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_3);
    config.switches.chart = RVT_CHART_V204;
    expect_refused(&config, "chart", RVT_CHART_V204, "AMB-001");
}

/* Shows: ETR-FMT-005 */
Test(params, a_layout_without_a_bit_refuses_sequentially_inferable_jumps)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_REFFLOW);
    config.params.sijump_p = true;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    config.options.sequentially_inferred_jumps = true;
    expect_refused(&config, "sequentially_inferred_jumps", 1, "ETR-FMT-005");
    config.switches.support_layout = RVT_SUPPORT_MODES;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
}

Test(params, flags_of_the_draft_are_relative)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    config.dialect.flags = RVT_FLAGS_PLAIN;
    expect_refused(&config, "flags", RVT_FLAGS_PLAIN, "ETR-FMT-027");
}

/* Shows: ETR-ING-006, ETR-FMT-046, ETR-DISC-004, ETR-RSY-001, ENC-007, ENC-015 */
Test(params, combinations_the_specification_forbids_are_refused)
{
#define P "parameters"
#define O "options"
#define E "encapsulation"
#define D "dialect"
    static const struct bad_pair cases[] = {
        {P, "return_stack_size_p", 3, P, "call_counter_size_p", 2, "call_counter_size_p", 2,
         "AMB-012"},
        {P, "bpred_size_p", 3, P, "cache_size_p", 2, "f0s_width_p", 0, "ETR-FMT-046"},
        {P, "return_stack_size_p", 3, "switches", "ir_profile", RVT_IR_PROFILE_EXT_IRETS,
         "ir_profile", RVT_IR_PROFILE_EXT_IRETS, "ETR-FMT-031"},
        {P, "itype_width_p", 3, O, "implicit_return", 1, "implicit_return", 1, "ETR-ING-006"},
        {P, "bpred_size_p", 3, O, "implicit_return", 1, "implicit_return", 1, "ETR-DISC-004"},
        {P, "cache_size_p", 3, O, "branch_prediction", 1, "branch_prediction", 1, "ETR-DISC-004"},
        {P, "bpred_size_p", 3, O, "jump_target_cache", 1, "jump_target_cache", 1, "ETR-DISC-004"},
        {P, "itype_width_p", 4, O, "sequentially_inferred_jumps", 1, "sequentially_inferred_jumps",
         1, "ETR-MODE-060"},
        {E, "srcid_bits", 4, E, "srcid", 16, "srcid", 16, "ENC-015"},
        {E, "srcid_bits", 0, E, "srcid", 1, "srcid", 1, "ENC-015"},
        {E, "type_bits", 1, E, "type_inst", 2, "type_inst", 2, "ENC-007"},
        {"resync", "mode", RVT_RESYNC_CYCLES, "resync", "max", 16, "max", 16, "ETR-RSY-001"},
        {"switches", "support_layout", RVT_SUPPORT_EXT_V0_8, P, "return_stack_size_p", 8,
         "return_stack_size_p", 8, "ETR-FMT-013"},
        {"switches", "support_layout", RVT_SUPPORT_EXT_V0_8, P, "bpred_size_p", 8, "bpred_size_p",
         8, "ETR-FMT-013"},
        {"switches", "support_layout", RVT_SUPPORT_EXT_V0_8, P, "cache_size_p", 8, "cache_size_p",
         8, "ETR-FMT-013"},
        {P, "iretire_width_p", 4, "switches", "filter_gran", RVT_FILTER_GRAN_INST, NULL, 0, NULL},
        {P, "retires_p", 2, "switches", "filter_gran", RVT_FILTER_GRAN_INST, "filter_gran",
         RVT_FILTER_GRAN_INST, "AMB-130"},
        {E, "block_bytes", 31 + 1, E, "timestamp_bytes", 1, "block_bytes", 32, "ENC-017"},
        {E, "block_bytes", 31 + 1 + 1, E, "srcid_bits", 23 - 8, NULL, 0, NULL},
        {E, "block_bytes", 31 + 1 + 1, E, "srcid_bits", 16, "block_bytes", 33, "ENC-017"},
        {E, "unaligned", 1, E, "nulls", RVT_NULLS_UNFRAMED, NULL, 0, NULL},
        {E, "unaligned", 1, E, "block_bytes", 64, "unaligned", 1, "ENC-010"},
        {E, "unaligned", 1, E, "framing", RVT_FRAMING_INDEXED, "unaligned", 1, "ENC-010"},
        {E, "unaligned", 1, E, "nulls", RVT_NULLS_FRAMED, "unaligned", 1, "ENC-010"},
        {"switches", "compress", RVT_COMPRESS_NONE, D, "padding", RVT_PADDING_ZERO, NULL, 0, NULL},
        {"switches", "compress", RVT_COMPRESS_ADDR_ONLY, D, "padding", RVT_PADDING_ZERO, "padding",
         RVT_PADDING_ZERO, "ETR-CMP-005"},
        {"switches", "compress", RVT_COMPRESS_WHOLE, D, "padding", RVT_PADDING_ANY, NULL, 0, NULL},
        {E, "nulls", RVT_NULLS_NONE, D, "header", RVT_HEADER_LENGTH, NULL, 0, NULL},
        {E, "nulls", RVT_NULLS_NONE + 1, D, "header", RVT_HEADER_LENGTH, "header",
         RVT_HEADER_LENGTH, "ENC-002"},
        {E, "nulls", RVT_NULLS_FRAMED, D, "header", RVT_HEADER_LENGTH, "header", RVT_HEADER_LENGTH,
         "ENC-002"},
        {E, "sync_period", 8, D, "header", RVT_HEADER_LENGTH, "header", RVT_HEADER_LENGTH,
         "ENC-002"},
        {E, "timestamp_bytes", 1, D, "header", RVT_HEADER_LENGTH, "header", RVT_HEADER_LENGTH,
         "ENC-002"},
        {E, "unaligned", 1, D, "header", RVT_HEADER_LENGTH, "header", RVT_HEADER_LENGTH, "ENC-002"},
        {E, "framing", RVT_FRAMING_INDEXED, D, "header", RVT_HEADER_LENGTH, "header",
         RVT_HEADER_LENGTH, "ENC-002"},
    };
#undef P
#undef O
#undef E
#undef D

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct bad_pair *c = &cases[i];
        struct rvt_config config = defaults();

        rvt_config_set(&config, key_named(c->section_a, c->name_a), c->value_a);
        cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK), "%s alone", c->name_a);
        rvt_config_set(&config, key_named(c->section_b, c->name_b), c->value_b);
        if (c->field == NULL)
            cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK), "%s", c->name_b);
        else
            expect_refused(&config, c->field, c->value, c->clause);
    }
}

/* A field of a layout has 1 to 16 bits, and comes once. Shows: ETR-FMT-005 */
Test(params, a_layout_of_its_own_has_fields_of_1_to_16_bits)
{
    static const struct {
        unsigned width, value;
        bool good;
    } cases[] = {{0, 0, false}, {1, 0, true}, {16, 0, true}, {17, 17, false}};
    struct rvt_config config = defaults();

    config.switches.support_layout = RVT_SUPPORT_OWN;
    config.support_layout.count = 3;
    config.support_layout.place[0] =
        (struct rvt_support_place){.field = RVT_SUPPORT_IENABLE, .width = 1};
    config.support_layout.place[1] =
        (struct rvt_support_place){.field = RVT_SUPPORT_QUAL_STATUS, .width = 2};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        config.support_layout.place[2].field = RVT_SUPPORT_OTHER;
        config.support_layout.place[2].width = (uint8_t)cases[i].width;
        if (cases[i].good)
            cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
        else
            expect_refused(&config, "support_layout", cases[i].value, "AMB-122");
    }
    config.support_layout.place[2].field = RVT_SUPPORT_QUAL_STATUS;
    config.support_layout.place[2].width = 2;
    expect_refused(&config, "support_layout", 2, "AMB-122");
    config.support_layout.count = 1;
    expect_refused(&config, "support_layout", 1, "ETR-FMT-005");
    config.support_layout.place[0].field = RVT_SUPPORT_QUAL_STATUS;
    expect_refused(&config, "support_layout", 1, "ETR-FMT-005");
    config.switches.support_layout = RVT_SUPPORT_MODES;
    expect_refused(&config, "support_layout", 1, "AMB-122");
}

/* Shows: ETR-FMT-013 */
Test(params, the_largest_tables_of_layout_ext_v0_8_are_legal)
{
    struct rvt_config config = defaults();

    config.switches.support_layout = RVT_SUPPORT_EXT_V0_8;
    config.params.return_stack_size_p = 7;
    config.params.bpred_size_p = 7;
    config.params.cache_size_p = 7;
    config.params.f0s_width_p = 1;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    config.params.return_stack_size_p = 0;
    config.params.call_counter_size_p = 15;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
}

/* Shows: ETR-MODE-064 */
Test(params, a_mode_with_its_table_is_legal)
{
    static const struct {
        const char *option, *table;
        unsigned size;
    } cases[] = {
        {"implicit_return", "return_stack_size_p", 3},
        {"implicit_return", "call_counter_size_p", 3},
        {"implicit_exception", "ecause_width_p", 4},
        {"jump_target_cache", "cache_size_p", 3},
        {"branch_prediction", "bpred_size_p", 3},
        {"sequentially_inferred_jumps", "sijump_p", 1},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_config config = defaults();

        rvt_config_set(&config, key_named("parameters", cases[i].table), cases[i].size);
        cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK), "table of %zu", i);
        rvt_config_set(&config, key_named("options", cases[i].option), 1);
        cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK), "mode of %zu", i);
    }
}

Test(params, a_legacy_resync_threshold_may_be_larger)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_REFFLOW);
    config.resync = (struct rvt_resync_config){RVT_RESYNC_PACKETS, 59};
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    config.resync.max = 60;
    expect_refused(&config, "max", 60, "ETR-RSY-001");
}

/* The second of two instructions of one's own is wrong: its number is the value. Shows:
 * ETR-ING-014 */
Test(params, instructions_of_ones_own_are_checked)
{
    struct rvt_config config = defaults();

    config.custom_insns.count = 2;
    config.custom_insns.insn[0] = (struct rvt_custom_insn){.mask = 0xffff, .match = 0x8001};
    config.custom_insns.insn[1] = (struct rvt_custom_insn){.mask = 0x7f, .match = 0x0b};
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    config.custom_insns.insn[1].match = 0x8b; /* a bit that the mask does not have */
    expect_refused(&config, "custom_instructions", 1, "ETR-ING-014");
    config.custom_insns.insn[1].mask = 0x8d; /* without bit 1 */
    expect_refused(&config, "custom_instructions", 1, "ETR-ING-014");
    config.custom_insns.insn[1] = (struct rvt_custom_insn){.mask = 0x1ffff, .match = 0x8001};
    expect_refused(&config, "custom_instructions", 1, "ETR-ING-014");
    config.custom_insns.count = 1;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
}

/* Shows: ETR-CMP-011, ENC-006 */
Test(params, the_longest_packet_must_fit_the_encapsulation)
{
    struct rvt_config config = defaults();

    /* F3/1: 5 + 3 + 64 + 32 + 6 + 2 + 63 + 64 = 239 bits */
    config.params.iaddress_width_p = 64;
    config.params.privilege_width_p = 3;
    config.params.ecause_width_p = 6;
    config.params.notime_p = false;
    config.params.time_width_p = 64;
    config.params.nocontext_p = false;
    config.params.context_width_p = 32;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    cr_expect(eq(uint, rvt_packet_bits_max(&config), 239));
    config.params.context_width_p = 41;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK), "248 bits fit exactly");
    config.encap.srcid_bits = 9;
    expect_refused(&config, "payload", 249, "ETR-CMP-011");
    config.encap.srcid_bits = 8;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    config.encap.type_bits = 1;
    expect_refused(&config, "payload", 249, "ETR-CMP-011");
    config.encap.type_bits = 0;
    config.params.context_width_p = 42;
    expect_refused(&config, "payload", 249, "ETR-CMP-011");
}

/* The rule above sums the tables, the wire layer measures its format walks: two counts of the same
 * packets. */
Test(params, the_longest_packet_is_the_one_that_the_walks_measure)
{
    uint64_t state = 11;
    unsigned too_long = 0, filled = 0; /* rounds */

    for (unsigned round = 0; round < 3000; ++round) {
        struct rvt_config config = defaults();
        unsigned longest, type_bits;

        for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key)
            if (strcmp(key->section, "parameters") == 0)
                rvt_config_set(&config, key,
                               key->minimum +
                                   random_below(&state, key->maximum - key->minimum + 1));
        config.params.call_counter_size_p = 0;
        config.params.notval_p = false;
        config.params.ntkn_width_p = 0;
        if (config.params.f0s_width_p == 0)
            config.params.cache_size_p = 0;
        longest = rvt_packet_bits_max(&config);
        if (longest > 248) {
            cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_ERR_PARAMETER));
            ++too_long;
            continue;
        }
        cr_assert(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK), "round %u", round);
        type_bits = 248 - longest;
        if (type_bits >= 8)
            continue;
        config.encap.type_bits = type_bits;
        cr_assert(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK), "round %u", round);
        config.encap.type_bits = type_bits + 1;
        expect_refused(&config, "payload", 249, "ETR-CMP-011");
        ++filled;
    }
    cr_expect(gt(uint, too_long, 0));
    cr_expect(gt(uint, filled, 0));
}

/* Shows: ETR-FMT-029, ETR-CTX-006 */
Test(params, derived_widths_follow_from_the_parameters)
{
    struct rvt_config config = defaults();
    struct rvt_params *p = &config.params;

    cr_expect(eq(uint, rvt_address_bits(&config), 31));
    cr_expect(zero(uint, rvt_time_bits(p)));
    cr_expect(zero(uint, rvt_context_bits(p)));
    cr_expect(zero(uint, rvt_irdepth_bits(&config)));
    p->iaddress_width_p = 64;
    p->iaddress_lsb_p = 2;
    p->nocontext_p = p->notime_p = false;
    p->time_width_p = 40;
    p->context_width_p = 7;
    p->return_stack_size_p = 3;
    cr_expect(eq(uint, rvt_address_bits(&config), 62));
    cr_expect(eq(uint, rvt_time_bits(p), 40));
    cr_expect(eq(uint, rvt_context_bits(p), 7));
    cr_expect(eq(uint, rvt_irdepth_bits(&config), 4));
    p->return_stack_size_p = 0;
    p->call_counter_size_p = 5;
    cr_expect(eq(uint, rvt_irdepth_bits(&config), 5));
    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS; /* ETR-FMT-031 */
    cr_expect(eq(uint, rvt_irdepth_bits(&config), 8));
}

/* A support packet of an implementation's own can be the longest. Shows: ETR-FMT-005 */
Test(params, the_longest_packet_may_be_a_support_packet)
{
    struct rvt_config config = defaults();
    unsigned before = rvt_packet_bits_max(&config);

    config.switches.support_layout = RVT_SUPPORT_OWN;
    for (unsigned i = 0; i < 14; i++)
        config.support_layout.place[i] =
            (struct rvt_support_place){.field = RVT_SUPPORT_OTHER, .width = 16};
    config.support_layout.place[3] =
        (struct rvt_support_place){.field = RVT_SUPPORT_IENABLE, .width = 1};
    config.support_layout.place[9] =
        (struct rvt_support_place){.field = RVT_SUPPORT_QUAL_STATUS, .width = 2};
    config.support_layout.count = 14;
    cr_expect(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    cr_expect(before < 2 + 2 + 12 * 16);
    cr_expect(eq(uint, rvt_packet_bits_max(&config), 2 + 2 + 12 * 16 + 1 + 2));
}
