/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Every value of a configuration by section and name: for reading files, printing, and RTL
 * parameters. Spec: E-Trace, "Discovery of encoder parameter values" (ETR-DISC-001..005).
 */
#ifndef RVT_BASE_CONFIG_KEYS_H
#define RVT_BASE_CONFIG_KEYS_H

#include "base/params.h"

/* One row of a table that names every configuration value once: for reading, printing and --sv. */
enum rvt_key_kind { RVT_KEY_UNSIGNED, RVT_KEY_BOOL, RVT_KEY_ENUM };
struct rvt_key {
    const char *section; /* "parameters", "options", "resync", "encapsulation", "transport",
                             "dialect", "switches" */
    const char *name;
    enum rvt_key_kind kind;
    unsigned offset;           /* of the member in struct rvt_config */
    unsigned minimum, maximum; /* unsigned values */
    const char *const *values; /* enum values in order, ended by null */
    const char *clause;
};

/* The table, ended by an entry whose name is null; static. */
const struct rvt_key *rvt_config_keys(void);

/* The names of the profiles in the order of enum rvt_spec_profile, such as "v2.0.4", ended by null;
 * static. */
const char *const *rvt_spec_profile_names(void);

/* The name of a profile; static. */
const char *rvt_spec_profile_text(enum rvt_spec_profile profile);

/* Reads or writes a value by its key; enum values as their index. */
unsigned rvt_config_get(const struct rvt_config *config, const struct rvt_key *key);
void rvt_config_set(struct rvt_config *config, const struct rvt_key *key, unsigned value);

#endif
