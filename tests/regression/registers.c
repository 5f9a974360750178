/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The control registers of encoders of any configuration: reset values, what they hold after random
 * writes, and the settings that they mean.
 */
#include "any_config.h"
#include "regression.h"

#include "ingress/register_fields.h"
#include "ingress/registers.h"

enum { GROUPS = 300, WRITES = 120 };

/* Every register of the component that is not 0. */
static void note_all(struct regression *regression, const struct rvt_registers *registers)
{
    for (uint32_t offset = 0; offset < RVT_TE_BYTES; offset += 4) {
        uint32_t value = rvt_registers_read(registers, offset);
        if (value != 0)
            regression_note(regression, "at %" PRIx32 " %" PRIx32, offset, value);
    }
}

static void note_filter(struct regression *regression, const struct rvt_filter *f)
{
    regression_note(
        regression,
        "filter %d %d%d%d%d%d%d %d%d%d %d %u %u %u %x %x %x %" PRIx32 " %" PRIx32 " %" PRIx64,
        f->enable, f->match_privilege, f->match_ecause, f->match_interrupt, f->match_impdef,
        f->match_dtype, f->match_dsize, f->match_comp[0], f->match_comp[1], f->match_comp[2],
        f->interrupt, f->comp[0], f->comp[1], f->comp[2], f->privileges, f->dsizes, f->dtypes,
        f->impdef, f->impdef_mask, f->ecauses);
}

static void note_comparator(struct regression *regression, const struct rvt_comparator *c)
{
    regression_note(
        regression, "comparator %d %d %d %d %d %d%d %" PRIx64 " %" PRIx64 " %d%d%d%d%d",
        (int)c->p_input, (int)c->s_input, (int)c->p_function, (int)c->s_function, (int)c->mode,
        c->p_notify, c->s_notify, c->p_match, c->s_match, rvt_comparator_primed(c),
        rvt_comparator_compares(c, RVT_COMP_IADDR), rvt_comparator_compares(c, RVT_COMP_CONTEXT),
        rvt_comparator_compares(c, RVT_COMP_TVAL), rvt_comparator_compares(c, RVT_COMP_DADDR));
}

static void note_settings(struct regression *regression, const struct rvt_registers *registers)
{
    struct rvt_control control = rvt_registers_control(registers);
    struct rvt_config config = registers->built;
    struct rvt_encap_config encap = rvt_registers_encap(registers);
    struct rvt_filter_setup setup = {.inst = 0};

    rvt_registers_config(registers, &config);
    rvt_registers_filters(registers, &setup);
    regression_note(regression, "control %d%d%d%d%d", control.enable, control.inst_tracing,
                    control.inst_trig_enable, control.data_tracing, control.data_trig_enable);
    for (const struct rvt_key *key = rvt_config_keys(); key->name != NULL; key++)
        if (rvt_config_get(&config, key) != rvt_config_get(&registers->built, key))
            regression_note(regression, "now %s %u", key->name, rvt_config_get(&config, key));
    regression_note(regression, "encap %u %u %u %u", encap.srcid_bits, encap.srcid, encap.flow,
                    encap.timestamp_bytes);
    regression_note(regression, "filters %x %x", setup.inst, setup.data);
    for (unsigned i = 0; i < RVT_FILTERS_MAX; i++)
        note_filter(regression, &setup.filter[i]);
    for (unsigned j = 0; j < RVT_COMPARATORS_MAX; j++)
        note_comparator(regression, &setup.comparator[j]);
}

static void note_map(struct regression *regression)
{
    char name[RVT_REGISTER_NAME_BYTES];
    uint32_t found = 0;

    for (uint32_t offset = 0; offset < RVT_TE_BYTES + 0x20; offset += 4) {
        if (!rvt_register_name(offset, name))
            continue;
        bool known = rvt_register_find(name, &found);
        regression_note(regression, "%" PRIx32 " %s %d %" PRIx32, offset, name, known, found);
    }
    static const char *const others[] = {
        "",          "trTe",         "trTeFilter0",       "trTeFilter16Control", "trTeComp8Control",
        "trTeComp0", "trTeControl1", "trTeFilterControl", "trTeFilter00Control"};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        regression_note(regression, "%s %d", others[i], rvt_register_find(others[i], &found));
}

/* The offset of a register, of a filter or comparator in half of the cases, or any other. */
static uint32_t any_offset(struct rvt_random *random)
{
    static const uint32_t single[] = {0x00, 0x04, 0x08, 0x0c, 0x10, 0x1c, 0x40, 0x48, 0x4c,
                                      0x00, 0x08, 0x40, 0x10, 0x50, 0x54, 0x58, 0x0c, 0x1c};
    unsigned kind = rvt_random_below(random, 10);

    if (kind == 0)
        return 4 * rvt_random_below(random, RVT_TE_BYTES / 4 + 8);
    if (kind < 4)
        return RVT_TE_FILTER + 4 * rvt_random_below(random, 16 * RVT_UNIT_WORDS);
    if (kind < 6)
        return RVT_TE_COMP + 4 * rvt_random_below(random, 9 * RVT_UNIT_WORDS);
    return single[rvt_random_below(random, sizeof(single) / sizeof(single[0]))];
}

static void hardware(struct rvt_random *random, struct rvt_registers *registers)
{
    bool a = rvt_random_chance(random, 50), b = rvt_random_chance(random, 50);

    switch (rvt_random_below(random, 5)) {
    case 0:
        rvt_registers_set_tracing(registers, a, b);
        break;
    case 1:
        rvt_registers_set_overflow(registers);
        break;
    case 2:
        rvt_registers_set_data_flags(registers, a, b);
        break;
    case 3:
        registers->busy = a;
        break;
    default:
        registers->timestamp = rvt_random_bits(random);
        break;
    }
}

static void write_one(struct regression *regression, struct rvt_random *random,
                      struct rvt_registers *registers)
{
    uint32_t offset = any_offset(random), value = (uint32_t)any_value(random, 32);

    if (offset == RVT_TE_CONTROL && rvt_random_chance(random, 80))
        value |= 1; /* trTeActive: otherwise nothing takes writes */
    if (offset == RVT_TE_CONTROL && rvt_random_chance(random, 50)) /* one bit changes */
        value = rvt_registers_read(registers, offset) ^ 1u << rvt_random_below(random, 32);
    rvt_registers_write(registers, offset, value);
    regression_note(regression, "write %" PRIx32 " %" PRIx32 ": %" PRIx32, offset, value,
                    rvt_registers_read(registers, offset));
    if (rvt_random_chance(random, 10))
        hardware(random, registers);
    if (rvt_random_chance(random, 8))
        note_settings(regression, registers);
    if (rvt_random_chance(random, 3))
        note_all(regression, registers);
}

static void note_units(struct regression *regression, struct rvt_random *random,
                       const struct rvt_config *config)
{
    uint32_t word[RVT_UNIT_WORDS];
    struct rvt_comparator comparator = {.mode = RVT_COMP_PRIMARY};
    struct rvt_filter filter = {.enable = false};

    for (uint32_t i = 0; i < RVT_UNIT_WORDS; i++) {
        uint32_t value = (uint32_t)any_value(random, 32);
        word[i] = rvt_register_filter_field(config, 4 * i, value);
        regression_note(regression, "unit %" PRIx32 " %" PRIx32 ": %" PRIx32 " %" PRIx32, 4 * i,
                        value, word[i], rvt_register_comp_field(config, 4 * i, value));
    }
    rvt_register_filter_setup(word, &filter);
    note_filter(regression, &filter);
    for (uint32_t i = 0; i < RVT_UNIT_WORDS; i++)
        word[i] = rvt_register_comp_field(config, 4 * i, (uint32_t)any_value(random, 32));
    rvt_register_comp_setup(word, &comparator);
    note_comparator(regression, &comparator);
}

/* What software writes before tracing starts. */
static void add_writes(struct rvt_random *random, struct rvt_config *config)
{
    struct rvt_register_writes *writes = &config->registers;

    writes->encap = config->encap;
    writes->count = rvt_random_below(random, 12);
    for (unsigned i = 0; i < writes->count; i++)
        writes->write[i] =
            (struct rvt_register_write){any_offset(random), (uint32_t)any_value(random, 32) | 1};
}

/* Half of the encoders begin as after power-up, the others as their configuration leaves them. */
static void group(struct regression *regression)
{
    struct rvt_registers registers;
    struct rvt_random random;
    struct rvt_config config;

    regression_begin(regression);
    rvt_random_seed(&random, 830000 + regression->group);
    any_config(&random, &config);
    any_keys(&random, &config, "parameters", 50);
    if (rvt_random_chance(&random, 50))
        (void)any_data_trace(&random, &config);
    any_keys(&random, &config, "options", 50);
    add_writes(&random, &config);
    if (regression->group == 1)
        note_map(regression);
    if (rvt_random_chance(&random, 50))
        rvt_registers_reset(&registers, &config);
    else
        rvt_registers_init(&registers, &config);
    note_all(regression, &registers);
    note_settings(regression, &registers);
    note_units(regression, &random, &config);
    if (rvt_random_chance(&random, 80))
        rvt_registers_write(&registers, RVT_TE_CONTROL, 1);
    for (unsigned i = 0; i < WRITES; i++)
        write_one(regression, &random, &registers);
    note_all(regression, &registers);
    note_settings(regression, &registers);
    regression_end(regression);
}

Test(regression, control_registers_are_as_before)
{
    struct regression regression;

    regression_open(&regression, "registers");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}
