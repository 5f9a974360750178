/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The configuration by the names of its values. */
#include "tests/unit/api/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char YAML[] = "schema: rvt-config/1\n"
                           "spec_profile: v2.0.4\n"
                           "parameters: {iaddress_width_p: 64, blocks_p: 2}\n"
                           "switches: {chart: v200}\n";

Test(configuration, profiles)
{
    static const char *const profiles[] = {"v2.0.4", "v2.0.3", "v2.0.5-draft", "draft-0.026",
                                           "refflow"};
    struct rvt_configuration *configuration = NULL;

    for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++) {
        cr_assert_eq(rvt_configuration_new(profiles[i], &configuration), RVT_OK, "%s", profiles[i]);
        cr_assert_eq(rvt_configuration_check(configuration, NULL), RVT_OK, "%s", profiles[i]);
        rvt_configuration_free(configuration);
    }
    cr_assert_eq(rvt_configuration_new("v3", &configuration), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_new(NULL, NULL), RVT_ERR_PARAMETER);
    rvt_configuration_free(NULL);
}

Test(configuration, set_and_get)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_diagnosis why;
    unsigned value = 0;

    RVT_CLEAR(&why);
    cr_assert_eq(rvt_configuration_set(configuration, "parameters.iaddress_width_p", 48, NULL),
                 RVT_OK);
    cr_assert_eq(rvt_configuration_get(configuration, "iaddress_width_p", &value), RVT_OK);
    cr_assert_eq(value, 48);
    cr_assert_eq(rvt_configuration_set(configuration, "iaddress_width_p", 65, &why),
                 RVT_ERR_PARAMETER);
    cr_assert_str_eq(why.field, "iaddress_width_p");
    cr_assert_eq(why.value, 65);
    cr_assert_eq(rvt_configuration_get(configuration, "iaddress_width_p", &value), RVT_OK);
    cr_assert_eq(value, 48);
    cr_assert_eq(rvt_configuration_get(configuration, "options.iaddress_width_p", &value),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_get(configuration, NULL, &value), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_get(NULL, "blocks_p", &value), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_set(configuration, "full_address", 2, NULL), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

Test(configuration, set_text)
{
    struct rvt_configuration *configuration = default_configuration();
    unsigned value = 0;

    cr_assert_eq(rvt_configuration_set_text(configuration, "resync.mode", "cycles", NULL), RVT_OK);
    cr_assert_eq(rvt_configuration_get(configuration, "resync.mode", &value), RVT_OK);
    cr_assert_eq(value, 2);
    cr_assert_eq(rvt_configuration_set_text(configuration, "full_address", "true", NULL), RVT_OK);
    cr_assert_eq(rvt_configuration_get(configuration, "full_address", &value), RVT_OK);
    cr_assert_eq(value, 1);
    cr_assert_eq(rvt_configuration_set_text(configuration, "blocks_p", "4", NULL), RVT_OK);
    static const char *const wrong[] = {"", "5", "4x", "-1", "true", "99999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_assert_eq(rvt_configuration_set_text(configuration, "blocks_p", wrong[i], NULL),
                     RVT_ERR_PARAMETER, "%s", wrong[i]);
    cr_assert_eq(rvt_configuration_set_text(configuration, "full_address", "1", NULL),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_set_text(configuration, "blocks_p", NULL, NULL),
                 RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

Test(configuration, rules_between_values)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    put(configuration, "itype_width_p", 3);
    put(configuration, "implicit_return", 1);
    put(configuration, "call_counter_size_p", 4);
    cr_assert_eq(rvt_configuration_check(configuration, &why), RVT_ERR_PARAMETER);
    cr_assert_not_null(why.clause);
    cr_assert_eq(rvt_configuration_check(NULL, NULL), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

Test(configuration, trap_vectors)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_diagnosis why;
    uint64_t value = 1;
    bool known = true;

    RVT_CLEAR(&why);
    cr_assert_eq(rvt_configuration_get_trap_vector(configuration, "s", &known, &value), RVT_OK);
    cr_assert(!known && value == 0);
    cr_assert_eq(rvt_configuration_set_trap_vector(configuration, "s", 0x80000101, NULL), RVT_OK);
    cr_assert_eq(rvt_configuration_set_trap_vector(configuration, "s", 2, &why), RVT_ERR_PARAMETER);
    cr_assert_str_eq(why.clause, "AMB-047");
    cr_assert_eq(rvt_configuration_get_trap_vector(configuration, "s", &known, &value), RVT_OK);
    cr_assert(known && value == 0x80000101);
    cr_assert_eq(rvt_configuration_get_trap_vector(configuration, "m", &known, &value), RVT_OK);
    cr_assert_not(known);
    cr_assert_eq(rvt_configuration_set_trap_vector(configuration, "h", 0, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_set_trap_vector(configuration, NULL, 0, &why),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_set_trap_vector(NULL, "m", 0, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_get_trap_vector(configuration, "h", &known, &value),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_get_trap_vector(configuration, "m", NULL, &value),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_get_trap_vector(NULL, "m", &known, &value), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

Test(configuration, every_key_of_the_table)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_configuration_key key;
    char name[128];
    unsigned value = 0;
    size_t index = 0;

    RVT_CLEAR(&key);
    for (; rvt_configuration_describe(index, &key) == RVT_OK; index++) {
        (void)snprintf(name, sizeof name, "%s.%s", key.section, key.name);
        cr_assert_eq(rvt_configuration_get(configuration, name, &value), RVT_OK, "%s", name);
        cr_assert_eq(rvt_configuration_set(configuration, name, value, NULL), RVT_OK, "%s", name);
        cr_assert_leq(key.minimum, value, "%s", name);
        cr_assert_geq(key.maximum, value, "%s", name);
        if (key.words != NULL) {
            cr_assert_eq(rvt_configuration_set_text(configuration, name, key.words[value], NULL),
                         RVT_OK);
            cr_assert_null(key.words[key.maximum + 1], "%s", name);
        }
    }
    cr_assert_gt(index, 100);
    cr_assert_eq(rvt_configuration_describe(0, NULL), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

Test(configuration, parse)
{
    struct rvt_configuration *configuration = NULL;
    struct rvt_diagnosis why;
    unsigned value = 0;

    RVT_CLEAR(&why);
    cr_assert_eq(rvt_configuration_parse(YAML, sizeof YAML - 1, &configuration, &why), RVT_OK);
    cr_assert_eq(rvt_configuration_get(configuration, "blocks_p", &value), RVT_OK);
    cr_assert_eq(value, 2);
    cr_assert_eq(rvt_configuration_get(configuration, "switches.chart", &value), RVT_OK);
    cr_assert_eq(value, 1);
    rvt_configuration_free(configuration);
    static const char unknown[] = "schema: rvt-config/1\nparameters:\n  no_such_p: 1\n";
    cr_assert_eq(rvt_configuration_parse(unknown, sizeof unknown - 1, &configuration, &why),
                 RVT_ERR_SYNTAX);
    cr_assert_eq(why.position, 3);
    cr_assert_str_eq(why.unit, "line");
    static const char range[] = "schema: rvt-config/1\nparameters:\n  blocks_p: 9\n";
    cr_assert_eq(rvt_configuration_parse(range, sizeof range - 1, &configuration, &why),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_parse(NULL, 0, &configuration, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_load("/nowhere", &configuration, &why), RVT_ERR_IO);
}

Test(configuration, save_load_and_copy)
{
    struct rvt_configuration *configuration = NULL, *copy = NULL, *loaded = NULL;
    char path[] = "/tmp/rvt_api_XXXXXX";
    struct rvt_configuration_key key;
    int file = mkstemp(path);

    cr_assert_geq(file, 0);
    close(file);
    RVT_CLEAR(&key);
    cr_assert_eq(rvt_configuration_parse(YAML, sizeof YAML - 1, &configuration, NULL), RVT_OK);
    cr_assert_eq(rvt_configuration_copy(configuration, &copy), RVT_OK);
    cr_assert_eq(rvt_configuration_copy(NULL, &copy), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
    cr_assert_eq(rvt_configuration_save(copy, path, NULL), RVT_OK);
    cr_assert_eq(rvt_configuration_load(path, &loaded, NULL), RVT_OK);
    for (size_t i = 0; rvt_configuration_describe(i, &key) == RVT_OK; i++) {
        unsigned one = 0, two = 1;
        cr_assert_eq(rvt_configuration_get(copy, key.name, &one), RVT_OK);
        cr_assert_eq(rvt_configuration_get(loaded, key.name, &two), RVT_OK);
        cr_assert_eq(one, two, "%s", key.name);
    }
    cr_assert_eq(rvt_configuration_save(copy, "/nowhere/file", NULL), RVT_ERR_IO);
    cr_assert_eq(rvt_configuration_save_json(copy, "/nowhere/file", NULL), RVT_ERR_IO);
    cr_assert_eq(rvt_configuration_save_json(NULL, path, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_save_json(copy, path, NULL), RVT_OK);
    rvt_configuration_free(loaded);
    cr_assert_eq(rvt_configuration_load(path, &loaded, NULL), RVT_OK); /* JSON is YAML */
    cr_assert_eq(unlink(path), 0);
    rvt_configuration_free(copy);
    rvt_configuration_free(loaded);
}
