/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "configuration.h"

enum { KEY_BYTES = 128 }; /* longer than any key */

static enum rvt_status load(const struct rvt_opencsd_config *config,
                            struct rvt_configuration **configuration,
                            struct rvt_diagnosis *diagnosis)
{
    if (config->path != NULL)
        return rvt_configuration_load(config->path, configuration, diagnosis);
    if (config->text != NULL)
        return rvt_configuration_parse(config->text, config->bytes, configuration, diagnosis);
    return rvt_configuration_new(NULL, configuration);
}

static enum rvt_status apply(struct rvt_configuration *configuration, const char *setting,
                             struct rvt_diagnosis *diagnosis)
{
    const char *value = strchr(setting, '=');
    size_t bytes = value != NULL ? (size_t)(value - setting) : KEY_BYTES;
    char key[KEY_BYTES] = {0};

    if (bytes >= sizeof key)
        return RVT_ERR_PARAMETER;
    memcpy(key, setting, bytes);
    return rvt_configuration_set_text(configuration, key, value + 1, diagnosis);
}

enum rvt_status rvt_opencsd_configure(const struct rvt_opencsd_config *config,
                                      struct rvt_configuration **configuration,
                                      struct rvt_diagnosis *diagnosis)
{
    struct rvt_configuration *made = NULL;
    enum rvt_status status = load(config, &made, diagnosis);

    for (size_t i = 0; status == RVT_OK && config->settings != NULL && config->settings[i] != NULL;
         i++)
        status = apply(made, config->settings[i], diagnosis);
    if (status != RVT_OK) {
        if (made != NULL)
            rvt_configuration_free(made);
        made = NULL;
    }
    *configuration = made;
    return status;
}
