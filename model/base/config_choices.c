/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/config_choices.h"

#include <string.h>

static bool describes_encoder(const struct rvt_key *key)
{
    return strcmp(key->section, "dialect") == 0 || strcmp(key->section, "switches") == 0;
}

bool rvt_config_choice(const struct rvt_config *config, unsigned index,
                       struct rvt_config_choice *choice)
{
    struct rvt_config standard;

    rvt_config_defaults(&standard, config->spec_profile);
    for (const struct rvt_key *key = rvt_config_keys(); key->name != NULL; key++) {
        const struct rvt_config_choice made = {key, rvt_config_get(config, key),
                                               rvt_config_get(&standard, key)};
        if (!describes_encoder(key) || made.value == made.standard || index-- > 0)
            continue;
        *choice = made;
        return true;
    }
    return false;
}

void rvt_key_value_print(const struct rvt_key *key, unsigned value, struct rvt_text *text)
{
    if (key->kind == RVT_KEY_UNSIGNED)
        rvt_text_add(text, "%u", value);
    else if (key->kind == RVT_KEY_BOOL)
        rvt_text_add(text, "%s", value ? "true" : "false");
    else
        rvt_text_add(text, "%s", key->values[value]);
}
