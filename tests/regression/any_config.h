/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Any configuration that rvt_config_check accepts, and values at and beyond the limits of a field.
 * A pure function of the seed. */
#ifndef RVT_TESTS_REGRESSION_ANY_CONFIG_H
#define RVT_TESTS_REGRESSION_ANY_CONFIG_H

#include <string.h>

#include "base/bits.h"
#include "base/config_check.h"
#include "base/config_keys.h"
#include "random/random.h"

/* A value for a field of so many bits (0..64): often a limit; in one of 20 cases too wide. */
static inline uint64_t any_value(struct rvt_random *random, unsigned width)
{
    uint64_t mask = rvt_mask(width);
    unsigned kind = rvt_random_below(random, 20);
    uint64_t value = rvt_random_bits(random);

    if (kind == 0)
        return mask + 1;
    if (kind < 4)
        return 0;
    if (kind < 6)
        return mask;
    if (kind < 8)
        return ~value >> 63 & mask;
    if (kind < 10) /* few significant bits of either sign */
        return (uint64_t)((int64_t)value >> rvt_random_below(random, 64)) & mask;
    return kind < 12 ? mask & ~(mask >> 1) : value & mask;
}

/* A value in the range of key, or beyond it by one. */
static inline unsigned any_key_value(struct rvt_random *random, const struct rvt_key *key,
                                     bool legal)
{
    uint64_t count = (uint64_t)key->maximum - key->minimum + 1;
    unsigned kind = rvt_random_below(random, 8);

    if (!legal && kind < 2)
        return kind == 0 ? key->minimum - 1 : key->maximum + 1;
    if (kind < 4)
        return kind == 2 ? key->minimum : key->maximum;
    return key->minimum + (unsigned)(rvt_random_bits(random) % count);
}

static inline bool any_section(const struct rvt_key *key, const char *section)
{
    return section == NULL || strcmp(key->section, section) == 0;
}

/* A sequence for key alone, so that the other keys keep their values if a key is added. */
static inline struct rvt_random any_key_random(uint64_t draw, const struct rvt_key *key)
{
    struct rvt_random own;

    for (const char *at = key->name; *at != '\0'; at++)
        draw = (draw ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
    rvt_random_seed(&own, draw);
    return own;
}

/* Gives key another value in percent of the cases, where that is legal. */
static inline void any_key(uint64_t draw, struct rvt_config *config, const struct rvt_key *key,
                           unsigned percent)
{
    struct rvt_random own = any_key_random(draw, key);
    unsigned before = rvt_config_get(config, key);

    if (!rvt_random_chance(&own, percent))
        return;
    rvt_config_set(config, key, any_key_value(&own, key, true));
    if (rvt_config_check(config, NULL) != RVT_OK)
        rvt_config_set(config, key, before);
}

/* The same for each key of a section (null: of all). */
static inline void any_keys(struct rvt_random *random, struct rvt_config *config,
                            const char *section, unsigned percent)
{
    uint64_t draw = rvt_random_bits(random);

    for (const struct rvt_key *key = rvt_config_keys(); key->name != NULL; key++)
        if (any_section(key, section))
            any_key(draw, config, key, percent);
}

/* A layout of support packets of its own, in one of four cases. */
static inline void any_layout(struct rvt_random *random, struct rvt_config *config)
{
    struct rvt_config trial = *config;
    struct rvt_support_layout *layout = &trial.support_layout;

    if (!rvt_random_chance(random, 25))
        return;
    trial.switches.support_layout = RVT_SUPPORT_OWN;
    layout->place[layout->count++] = (struct rvt_support_place){RVT_SUPPORT_IENABLE, 1};
    layout->place[layout->count++] = (struct rvt_support_place){RVT_SUPPORT_QUAL_STATUS, 2};
    for (unsigned i = rvt_random_below(random, 12); i > 0; i--) {
        unsigned width = 1 + rvt_random_below(random, 16);
        layout->place[layout->count++] = (struct rvt_support_place){
            (enum rvt_support_field)rvt_random_below(random, RVT_SUPPORT_FIELDS), width};
        if (rvt_config_check(&trial, NULL) != RVT_OK)
            layout->count--;
    }
    if (rvt_config_check(&trial, NULL) == RVT_OK)
        *config = trial;
}

/* What optional formats and fields need. */
static inline void any_wide(struct rvt_config *config)
{
    config->params.nocontext_p = config->params.notime_p = false;
    config->params.context_width_p = 7;
    config->params.time_width_p = 9;
    config->params.bpred_size_p = config->params.cache_size_p = 3;
    config->params.return_stack_size_p = 2;
    config->params.f0s_width_p = 1;
    config->params.sijump_p = true;
}

static inline void any_config(struct rvt_random *random, struct rvt_config *config)
{
    struct rvt_config trial;

    rvt_config_defaults(config, (enum rvt_spec_profile)rvt_random_below(random, RVT_PROFILES));
    trial = *config;
    any_wide(&trial);
    if (rvt_random_chance(random, 60) && rvt_config_check(&trial, NULL) == RVT_OK)
        *config = trial;
    any_layout(random, config);
    any_keys(random, config, NULL, 1 + rvt_random_below(random, 40));
}

/* Turns data trace on, with any widths and switches; false, and nothing changed: not legal. */
static inline bool any_data_trace(struct rvt_random *random, struct rvt_config *config)
{
    static const unsigned widths[] = {8, 16, 32, 32, 64, 64, 64, 128};
    struct rvt_config trial = *config;
    struct rvt_params *p = &trial.params;

    trial.options.data_trace = true;
    trial.encap.type_bits = 1 + rvt_random_below(random, 2);
    trial.encap.type_data = trial.encap.type_inst == 0;
    p->data_width_p = widths[rvt_random_below(random, 8)];
    p->daddress_width_p = 12 + rvt_random_below(random, 53);
    p->dtype_width_p = 1 + rvt_random_below(random, 4);
    p->lrid_width_p = 1 + rvt_random_below(random, 4);
    p->lresp_width_p = 2;
    p->dblock_width_p = 2;
    trial.switches.dat_signalling = (enum rvt_dat_signalling)rvt_random_below(random, 2);
    if (rvt_config_check(&trial, NULL) != RVT_OK)
        return false;
    *config = trial;
    any_keys(random, config, "options", 15);
    uint64_t draw = rvt_random_bits(random);
    for (const struct rvt_key *key = rvt_config_keys(); key->name != NULL; key++)
        if (strncmp(key->name, "dat_", 4) == 0 || strcmp(key->name, "mmacas_ext") == 0)
            any_key(draw, config, key, 40);
    return config->options.data_trace;
}

#endif
