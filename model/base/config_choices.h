/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a configuration chooses where the default of its profile is another: how the encoder codes
 * (section dialect) and how it reads the text (section switches). A comparison that passes has
 * compared with these choices.
 */
#ifndef RVT_BASE_CONFIG_CHOICES_H
#define RVT_BASE_CONFIG_CHOICES_H

#include "base/config_keys.h"
#include "base/text.h"

/* A choice. Values as rvt_config_get has them. */
struct rvt_config_choice {
    const struct rvt_key *key;
    unsigned value, standard;
};

/* Choice number index, from 0, in the order of rvt_config_keys. False: there is no such choice. */
bool rvt_config_choice(const struct rvt_config *config, unsigned index,
                       struct rvt_config_choice *choice);

/* Appends value as a file would have it, such as "zero", "true" or "31". */
void rvt_key_value_print(const struct rvt_key *key, unsigned value, struct rvt_text *text);

#endif
