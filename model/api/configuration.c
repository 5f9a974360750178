/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/configuration.h"

#include <stdlib.h>

#include "api/diagnosis.h"
#include "api/structure.h"
#include "base/config_check.h"
#include "base/config_keys.h"
#include "io/config_print.h"
#include "io/config_yaml.h"
#include "program/vectors.h"

/* waivers: null for none. */
static enum rvt_status make(const struct rvt_config *config, const struct rvt_waivers *waivers,
                            struct rvt_configuration **configuration)
{
    struct rvt_configuration *made = malloc(sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->config = *config;
    made->waivers.count = 0;
    if (waivers != NULL)
        made->waivers = *waivers;
    *configuration = made;
    return RVT_OK;
}

enum rvt_status rvt_configuration_new(const char *profile, struct rvt_configuration **configuration)
{
    struct rvt_config config;

    if (configuration == NULL)
        return RVT_ERR_PARAMETER;
    for (unsigned i = 0; i < RVT_PROFILES; i++) {
        enum rvt_spec_profile known = (enum rvt_spec_profile)i;
        if (profile != NULL && strcmp(profile, rvt_spec_profile_text(known)) != 0)
            continue;
        rvt_config_defaults(&config, profile != NULL ? known : RVT_PROFILE_V2_0_4);
        return make(&config, NULL, configuration);
    }
    return RVT_ERR_PARAMETER;
}

enum rvt_status rvt_configuration_load(const char *path, struct rvt_configuration **configuration,
                                       struct rvt_diagnosis *diagnosis)
{
    struct rvt_config config;
    struct rvt_waivers waivers;
    struct rvt_diag diag = {.status = RVT_OK};

    if (path == NULL || configuration == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    enum rvt_status status = rvt_config_load_waivers(path, &config, &waivers, &diag);
    if (status == RVT_OK)
        status = make(&config, &waivers, configuration);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_configuration_parse(const char *text, size_t bytes,
                                        struct rvt_configuration **configuration,
                                        struct rvt_diagnosis *diagnosis)
{
    struct rvt_config config;
    struct rvt_waivers waivers;
    struct rvt_diag diag = {.status = RVT_OK};

    if (text == NULL || configuration == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    enum rvt_status status =
        rvt_config_parse_waivers((const uint8_t *)text, bytes, &config, &waivers, &diag);
    if (status == RVT_OK)
        status = make(&config, &waivers, configuration);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_configuration_copy(const struct rvt_configuration *configuration,
                                       struct rvt_configuration **copy)
{
    if (configuration == NULL || copy == NULL)
        return RVT_ERR_PARAMETER;
    return make(&configuration->config, &configuration->waivers, copy);
}

void rvt_configuration_free(struct rvt_configuration *configuration)
{
    free(configuration);
}

/* The row of the key called SECTION.NAME or NAME; null: none. */
static const struct rvt_key *find(const char *name)
{
    const char *dot = name != NULL ? strchr(name, '.') : NULL;
    size_t section = dot != NULL ? (size_t)(dot - name) : 0;
    const char *last = dot != NULL ? dot + 1 : name;

    for (const struct rvt_key *key = rvt_config_keys(); name != NULL && key->name != NULL; key++)
        if (strcmp(key->name, last) == 0 &&
            (dot == NULL ||
             (strlen(key->section) == section && strncmp(key->section, name, section) == 0)))
            return key;
    return NULL;
}

/* The largest number that key takes. */
static unsigned maximum_of(const struct rvt_key *key)
{
    unsigned words = 0;

    if (key->kind == RVT_KEY_UNSIGNED)
        return key->maximum;
    if (key->kind == RVT_KEY_BOOL)
        return 1;
    while (key->values[words] != NULL)
        words++;
    return words - 1;
}

static unsigned minimum_of(const struct rvt_key *key)
{
    return key->kind == RVT_KEY_UNSIGNED ? key->minimum : 0;
}

static enum rvt_status set(struct rvt_configuration *configuration, const struct rvt_key *key,
                           unsigned value, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = RVT_OK;

    if (value < minimum_of(key) || value > maximum_of(key))
        status = rvt_diag_set(&diag, RVT_ERR_PARAMETER, key->name, value, key->clause,
                              "%s is %u to %u", key->name, minimum_of(key), maximum_of(key));
    else
        rvt_config_set(&configuration->config, key, value);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_configuration_set(struct rvt_configuration *configuration, const char *key,
                                      unsigned value, struct rvt_diagnosis *diagnosis)
{
    const struct rvt_key *found = find(key);

    if (configuration == NULL || found == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "no such key");
    return set(configuration, found, value, diagnosis);
}

/* Reads value as key spells it; false: it is no such value. */
static bool parse(const struct rvt_key *key, const char *value, unsigned *number)
{
    static const char *const truths[] = {"false", "true", NULL};
    const char *const *words = key->kind == RVT_KEY_BOOL ? truths : key->values;
    char *end = NULL;

    if (key->kind != RVT_KEY_UNSIGNED) {
        for (*number = 0; words[*number] != NULL; (*number)++)
            if (strcmp(words[*number], value) == 0)
                return true;
        return false;
    }
    if (value[0] < '0' || value[0] > '9' || strlen(value) > 9)
        return false;
    *number = (unsigned)strtoul(value, &end, 10);
    return *end == '\0';
}

enum rvt_status rvt_configuration_set_text(struct rvt_configuration *configuration, const char *key,
                                           const char *value, struct rvt_diagnosis *diagnosis)
{
    const struct rvt_key *found = find(key);
    unsigned number = 0;

    if (configuration == NULL || found == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "no such key");
    if (value == NULL || !parse(found, value, &number))
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, found->name, "no such value");
    return set(configuration, found, number, diagnosis);
}

enum rvt_status rvt_configuration_get(const struct rvt_configuration *configuration,
                                      const char *key, unsigned *value)
{
    const struct rvt_key *found = find(key);

    if (configuration == NULL || found == NULL || value == NULL)
        return RVT_ERR_PARAMETER;
    *value = rvt_config_get(&configuration->config, found);
    return RVT_OK;
}

enum rvt_status rvt_configuration_set_trap_vector(struct rvt_configuration *configuration,
                                                  const char *name, uint64_t value,
                                                  struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || name == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    return rvt_diagnosis_set(
        diagnosis, &diag, rvt_vectors_set(&configuration->config.trap_vectors, name, value, &diag));
}

enum rvt_status rvt_configuration_get_trap_vector(const struct rvt_configuration *configuration,
                                                  const char *name, bool *known, uint64_t *value)
{
    const char *found;

    if (configuration == NULL || name == NULL || known == NULL || value == NULL)
        return RVT_ERR_PARAMETER;
    for (unsigned i = 0;
         (found = rvt_vectors_entry(&configuration->config.trap_vectors, i, known, value)) != NULL;
         i++)
        if (strcmp(found, name) == 0)
            return RVT_OK;
    return RVT_ERR_PARAMETER;
}

enum rvt_status rvt_configuration_describe(size_t index, struct rvt_configuration_key *key)
{
    const struct rvt_key *row = rvt_config_keys();

    while (row->name != NULL && index > 0) {
        row++;
        index--;
    }
    if (row->name == NULL)
        return RVT_ERR_PARAMETER;
    const struct rvt_configuration_key made = {.size = sizeof made,
                                               .section = row->section,
                                               .name = row->name,
                                               .words =
                                                   row->kind == RVT_KEY_ENUM ? row->values : NULL,
                                               .clause = row->clause,
                                               .minimum = minimum_of(row),
                                               .maximum = maximum_of(row)};
    return rvt_structure_give(key, &made, sizeof made);
}

enum rvt_status rvt_configuration_check(const struct rvt_configuration *configuration,
                                        struct rvt_diagnosis *diagnosis)
{
    return rvt_configuration_usable(configuration, diagnosis);
}

enum rvt_status rvt_configuration_usable(const struct rvt_configuration *configuration,
                                         struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    return rvt_diagnosis_set(diagnosis, &diag, rvt_config_check(&configuration->config, &diag));
}

static enum rvt_status print_yaml(struct rvt_output *output, const struct rvt_config *config,
                                  const struct rvt_waivers *waivers)
{
    rvt_config_print_yaml(output, config, waivers);
    return RVT_OK;
}

static enum rvt_status save(const struct rvt_configuration *configuration, const char *path,
                            enum rvt_status (*print)(struct rvt_output *output,
                                                     const struct rvt_config *config,
                                                     const struct rvt_waivers *waivers),
                            struct rvt_diagnosis *diagnosis)
{
    struct rvt_output *output = NULL;
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || path == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    enum rvt_status status = rvt_output_open(path, &output, &diag);
    if (status == RVT_OK)
        status = print(output, &configuration->config, &configuration->waivers);
    if (status == RVT_OK) {
        status = rvt_output_finish(output, &diag);
    } else if (output != NULL) {
        rvt_output_explain(output, &diag);
        rvt_output_discard(output);
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_configuration_save(const struct rvt_configuration *configuration,
                                       const char *path, struct rvt_diagnosis *diagnosis)
{
    return save(configuration, path, print_yaml, diagnosis);
}

enum rvt_status rvt_configuration_save_json(const struct rvt_configuration *configuration,
                                            const char *path, struct rvt_diagnosis *diagnosis)
{
    return save(configuration, path, rvt_config_print_json, diagnosis);
}
