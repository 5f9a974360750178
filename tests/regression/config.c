/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Configurations: the defaults of each edition, and random ones of which most have one or a few
 * values that are illegal, or illegal together with others.
 */
#include "any_config.h"
#include "regression.h"

#include "base/config_draft.h"

enum { GROUPS = 300, TRIALS = 60, WORDS = 20 };

static void note_check(struct regression *regression, const struct rvt_config *config)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_config_check(config, &diag);
    regression_diag(regression, "check", status, &diag);
    rvt_diag_clear(&diag);
    status = rvt_config_check_draft(config, &diag);
    regression_diag(regression, "draft", status, &diag);
}

static void note_widths(struct regression *regression, const struct rvt_config *config)
{
    regression_note(
        regression, "widths %u %u %u %u %u draft %d halfwords %d", rvt_address_shift(config),
        rvt_address_bits(config), rvt_time_bits(&config->params), rvt_context_bits(&config->params),
        rvt_irdepth_bits(config), rvt_is_draft(config), rvt_counts_halfwords(&config->params));
}

static void note_keys(struct regression *regression, const struct rvt_config *config)
{
    for (const struct rvt_key *key = rvt_config_keys(); key->name != NULL; key++) {
        unsigned value = rvt_config_get(config, key);
        const char *name = key->values != NULL && value <= key->maximum ? key->values[value] : "-";
        regression_note(regression, "%s %s %d %u %u %s %u %s", key->section, key->name,
                        (int)key->kind, key->minimum, key->maximum, key->clause, value, name);
    }
}

static void spoil_key(struct rvt_random *random, struct rvt_config *config)
{
    static unsigned keys;

    for (; rvt_config_keys()[keys].name != NULL; keys++)
        ;
    const struct rvt_key *key = &rvt_config_keys()[rvt_random_below(random, keys)];
    rvt_config_set(config, key, any_key_value(random, key, false));
}

static void spoil_layout(struct rvt_random *random, struct rvt_config *config)
{
    struct rvt_support_layout *layout = &config->support_layout;

    if (layout->count == 0 || rvt_random_chance(random, 20)) {
        layout->count = rvt_random_below(random, 4);
        for (unsigned i = 0; i < layout->count; i++)
            layout->place[i] = (struct rvt_support_place){
                (enum rvt_support_field)rvt_random_below(random, RVT_SUPPORT_FIELDS), 1 + i};
        return;
    }
    struct rvt_support_place *place = &layout->place[rvt_random_below(random, layout->count)];
    if (rvt_random_chance(random, 50))
        place->width = rvt_random_chance(random, 50) ? 0 : 17;
    else
        place->field = (enum rvt_support_field)rvt_random_below(random, RVT_SUPPORT_FIELDS);
}

/* Patterns of which few are good: size bits that mask leaves open, match outside of mask. */
static void spoil_custom(struct rvt_random *random, struct rvt_config *config)
{
    struct rvt_custom_insns *custom = &config->custom_insns;

    custom->count = 1 + rvt_random_below(random, 3);
    for (unsigned i = 0; i < custom->count; i++) {
        uint32_t mask = (uint32_t)(rvt_random_bits(random) & rvt_random_bits(random)) |
                        rvt_random_below(random, 4);
        uint32_t match = (uint32_t)rvt_random_bits(random);
        if (rvt_random_chance(random, 80))
            mask |= 3;
        if (rvt_random_chance(random, 50))
            match |= 3;
        custom->insn[i] = (struct rvt_custom_insn){
            mask & (rvt_random_chance(random, 50) ? 0xffff : UINT32_MAX), match,
            (enum rvt_custom_class)rvt_random_below(random, RVT_CUSTOM_CLASSES)};
        if (rvt_random_chance(random, 80))
            custom->insn[i].match &= custom->insn[i].mask;
    }
}

static void note_custom(struct regression *regression, struct rvt_random *random,
                        const struct rvt_config *config)
{
    const struct rvt_custom_insns *custom = &config->custom_insns;
    enum rvt_custom_class found = RVT_CUSTOM_CLASSES;

    for (unsigned i = 0; i < custom->count; i++) {
        const char *fault = rvt_custom_insn_fault(&custom->insn[i]);
        regression_note(regression, "custom %s", fault == NULL ? "-" : fault);
    }
    for (unsigned i = 0; i < WORDS; i++) {
        uint32_t word = (uint32_t)rvt_random_bits(random);
        if (custom->count > 0 && i % 2 == 0) { /* one that some pattern has */
            const struct rvt_custom_insn *insn = &custom->insn[i % custom->count];
            word = (word & ~insn->mask) | insn->match;
        }
        bool known = rvt_custom_insns_find(custom, word, &found);
        const char *name = known ? rvt_custom_class_name(found) : "-";
        regression_note(regression, "word %" PRIx32 " %s", word, name);
    }
}

/* Spoils a good configuration, and all checks of it are noted. */
static void trial(struct regression *regression, struct rvt_random *random,
                  const struct rvt_config *good)
{
    struct rvt_config config = *good;
    unsigned keys = rvt_random_below(random, 10) < 7 ? 1 : 1 + rvt_random_below(random, 4);

    for (unsigned i = 0; i < keys; i++)
        spoil_key(random, &config);
    if (rvt_random_chance(random, 10))
        spoil_layout(random, &config);
    if (rvt_random_chance(random, 5))
        spoil_custom(random, &config);
    if (rvt_random_chance(random, 20)) /* another edition with the same values */
        config.spec_profile = (enum rvt_spec_profile)rvt_random_below(random, RVT_PROFILES);
    note_check(regression, &config);
    if (rvt_config_check(&config, NULL) == RVT_OK) {
        note_widths(regression, &config);
        if (config.custom_insns.count > 0)
            note_custom(regression, random, &config);
    }
}

Test(regression, configurations_are_judged_as_before)
{
    struct regression regression;
    struct rvt_random random;
    struct rvt_config config;

    regression_open(&regression, "config");
    for (unsigned i = 0; i < GROUPS; i++) {
        regression_begin(&regression);
        rvt_random_seed(&random, 820000 + regression.group);
        if (i < RVT_PROFILES)
            rvt_config_defaults(&config, (enum rvt_spec_profile)i);
        else
            any_config(&random, &config);
        if (rvt_random_chance(&random, 50))
            (void)any_data_trace(&random, &config); /* its rules come last */
        note_keys(&regression, &config);
        for (unsigned k = 0; k < TRIALS; k++)
            trial(&regression, &random, &config);
        regression_end(&regression);
    }
    regression_close(&regression);
}
