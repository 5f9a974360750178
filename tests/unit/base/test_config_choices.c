/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a configuration chooses against the defaults of its profile. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "base/config_choices.h"

static struct rvt_config config;

static void defaults(void)
{
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
}

/* Choice number index, as "section.key value, not standard (clause)". */
static const char *choice(unsigned index)
{
    static char line[128];
    struct rvt_config_choice made;
    struct rvt_text text;

    if (!rvt_config_choice(&config, index, &made))
        return "none";
    rvt_text_init(&text, line, sizeof line);
    rvt_text_add(&text, "%s.%s ", made.key->section, made.key->name);
    rvt_key_value_print(made.key, made.value, &text);
    rvt_text_add(&text, ", not ");
    rvt_key_value_print(made.key, made.standard, &text);
    rvt_text_add(&text, " (%s)", made.key->clause);
    return line;
}

Test(config_choices, defaults_of_every_profile_are_none, .init = defaults)
{
    for (unsigned profile = 0; profile < RVT_PROFILES; profile++) {
        rvt_config_defaults(&config, (enum rvt_spec_profile)profile);
        cr_expect_str_eq(choice(0), "none", "profile %u", profile);
    }
}

Test(config_choices, dialect_and_switches_in_the_order_of_the_keys, .init = defaults)
{
    config.switches.bcount_min = 32;
    config.switches.tval_always = true;
    config.dialect.padding = RVT_PADDING_ZERO;
    cr_expect_str_eq(choice(0), "dialect.padding zero, not sign (ETR-CMP-005)");
    cr_expect_str_eq(choice(1), "switches.bcount_min 32, not 31 (AMB-061)");
    cr_expect_str_eq(choice(2), "switches.tval_always true, not false (AMB-046)");
    cr_expect_str_eq(choice(3), "none");
}

/* Parameters and options are what the encoder has, not how it reads the text. */
Test(config_choices, parameters_and_options_are_none, .init = defaults)
{
    config.params.iaddress_width_p = 40;
    config.options.full_address = true;
    cr_expect_str_eq(choice(0), "none");
}
