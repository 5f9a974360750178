/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The data trace part of a configuration: defaults and rules. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <string.h>

#include "base/config_check.h"
#include "base/config_keys.h"
#include "base/params.h"
#include "tests/unit/checks.h"

static const struct rvt_key *key_named(const char *name)
{
    const struct rvt_key *key = rvt_config_keys();

    while (key->name != NULL && strcmp(key->name, name) != 0)
        key++;
    cr_assert(key->name != NULL, "no key %s", name);
    return key;
}

static void set(struct rvt_config *config, const char *name, unsigned value)
{
    rvt_config_set(config, key_named(name), value);
}

/* Shows: ETR-DISC-003 */
Test(params_data, defaults_are_those_of_the_data_attributes)
{
    struct rvt_config config;
    const struct rvt_params *p = &config.params;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    cr_expect(eq(uint, p->daddress_width_p, 31 + 1));
    cr_expect(eq(uint, p->dblock_width_p, 0 + 1));
    cr_expect(eq(uint, p->data_width_p, 31 + 1));
    cr_expect(eq(uint, p->dsize_width_p, 2 + 1));
    cr_expect(eq(uint, p->dtype_width_p, 0 + 1));
    cr_expect(eq(uint, p->iaddr_lsbs_width_p, 0 + 1));
    cr_expect(eq(uint, p->lrid_width_p, 0 + 1));
    cr_expect(eq(uint, p->lresp_width_p, 0 + 1));
    cr_expect(eq(uint, p->ldata_width_p, 31 + 1));
    cr_expect(eq(uint, p->sdata_width_p, 31 + 1));
    cr_expect(not(config.options.data_trace));
    cr_expect(eq(uint, config.encap.type_data, 1));
}

/* A configuration that traces data, and what is changed in it. field null: it stays legal. */
static const struct rule {
    const char *name[3];
    unsigned value[3];
    const char *field, *clause;
} rules[] = {
    {{NULL}, {0}, NULL, NULL},
    {{"no_address", "no_data"}, {1, 1}, "no_data", "ETR-DAT-014"},
    {{"no_address"}, {1}, NULL, NULL},
    {{"type_bits"}, {0}, "type_bits", "ENC-007"},
    {{"type_data"}, {2}, "type_data", "ENC-007"},
    {{"type_data"}, {0}, "type_data", "ETR-DAT-016"},
    {{"type_data", "type_inst"}, {0, 1}, NULL, NULL},
    {{"data_width_p"}, {24}, "data_width_p", "ETR-DAT-002"},
    {{"data_width_p"}, {128}, NULL, NULL},
    {{"daddress_width_p", "dtype_width_p"}, {11, 3}, "daddress_width_p", "ETR-DAT-009"},
    {{"daddress_width_p", "dtype_width_p"}, {11, 2}, NULL, NULL},
    {{"daddress_width_p", "dtype_width_p"}, {12, 3}, NULL, NULL},
    {{"dat_signalling"}, {RVT_DAT_SPLIT}, "lresp_width_p", "ETR-DAT-006"},
    {{"dat_signalling", "lresp_width_p"}, {RVT_DAT_SPLIT, 2}, NULL, NULL},
    {{"dat_diff_bits"}, {1}, "dat_diff_bits", "AMB-176"},
    {{"dat_diff_bits", "dat_compress"}, {1, RVT_DAT_COMPRESS_XOR}, NULL, NULL},
    {{"mmacas_ext"}, {1}, "mmacas_ext", "ETR-FMT-013"},
    {{"mmacas_ext", "support_layout"}, {1, RVT_SUPPORT_EXT_V0_8}, NULL, NULL},
    /* without data trace nothing of it binds */
    {{"data_trace", "type_bits", "no_data"}, {0, 0, 1}, NULL, NULL},
};

ParameterizedTestParameters(params_data, rule_holds)
{
    static size_t index[sizeof rules / sizeof rules[0]];

    for (size_t i = 0; i < sizeof index / sizeof index[0]; i++)
        index[i] = i;
    return cr_make_param_array(size_t, index, sizeof index / sizeof index[0]);
}

/* Shows: ETR-DISC-003, ETR-DAT-014, ETR-DAT-016 */
ParameterizedTest(size_t *index, params_data, rule_holds)
{
    const struct rule *rule = &rules[*index];
    struct rvt_config config;
    struct rvt_diag diag;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    set(&config, "data_trace", 1);
    set(&config, "type_bits", 1);
    for (size_t i = 0; i < 3 && rule->name[i] != NULL; i++)
        set(&config, rule->name[i], rule->value[i]);
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_config_check(&config, &diag);
    cr_assert(eq(int, (int)status, rule->field == NULL ? RVT_OK : RVT_ERR_PARAMETER),
              "rule %zu: %s", *index, diag.text);
    if (rule->field != NULL) {
        cr_expect(eq(str, TEXT(diag.field), TEXT(rule->field)));
        cr_expect(eq(str, TEXT(diag.clause), TEXT(rule->clause)));
        cr_expect(eq(u64, diag.value, rvt_config_get(&config, key_named(rule->field))));
    }
}
