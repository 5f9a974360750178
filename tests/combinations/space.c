/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "space.h"
#include "base/config_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "traces.h"

#define PROFILE "spec_profile"

static const struct rvt_key *find_key(const char *name)
{
    const struct rvt_key *key = rvt_config_keys();

    while (key->name != NULL && strcmp(key->name, name) != 0)
        key++;
    if (key->name == NULL) {
        (void)fprintf(stderr, "no such key: %s\n", name);
        exit(2);
    }
    return key;
}

/* Single values that make streams undecodable, and why. */
static const struct {
    const char *name;
    unsigned value;
    const char *why;
} undecodable[] = {
    {"int_at_updiscon", RVT_INT_AT_UPDISCON_LITERAL, "an address where there is none: AMB-042"},
    {"xret_sync", RVT_XRET_SYNC_ALWAYS, "F3/0 does not report which of two arrivals: AMB-110"},
    {"resync_cmp", RVT_RESYNC_CMP_LEGACY, "the same: decision 0001"},
    {"resync_point", RVT_RESYNC_POINT_ANY_ITEM, "the same: decision 0001"},
    {"resync_s2_skip", true, "the same: decision 0001"},
    {"final_repeat", true, "a repetition looks like a second arrival: AMB-131"},
    {"compress", RVT_COMPRESS_ADDR_BYTES, "its notify bit has no meaning"},
    {"ir_classes", RVT_IR_CLASSES_PSEUDO204, "needs registers that itype does not report: AMB-016"},
};

/* Keys that do not vary, and why. */
static const struct {
    const char *name;
    const char *why;
} excluded[] = {
    {"chart", "v200 reports addresses of traps between traps (ETR-ALG-036)"},
    {"first_trap", "v203 reports the instruction that trapped as retired (AMB-044)"},
    {"trap_cause_sel", "issue144 reports the cause of the second trap twice (AMB-040)"},
    {"trap_dup_refflow", "reports a trap twice (AMB-043)"},
    {"updiscon_xret", "false does not report where a trap return leads (AMB-033)"},
    {"dec_arrival", "by_opcode is for streams of older encoders (AMB-018)"},
    {"ecall_retires", "a property of the hart (AMB-031)"},
    {"zcm", "a property of the hart (AMB-034)"},
    {"encap_compress", "the encapsulation has tests of its own"},
    {"ts_align", "the encapsulation has tests of its own"},
    {"protocol_ver", "a register that reads otherwise"},
    {"inst_mode_rb", "a register that reads otherwise"},
    {"cfg_change", "nothing is reconfigured"},
    {"filter_gran", "nothing is filtered"},
    {"draft_bpred_init", "of the draft"},
    {"draft_double_trap", "of the draft"},
    {"draft_looplabel", "of the draft"},
    {"draft_swap_updiscon", "of the draft"},
    {"draft_sijump", "of the draft"},
    {"mmacas_ext", "of data trace"},
    {"trap_layout", "of an encoder whose trap packet reports less"},
};

void space_list_left_out(FILE *out)
{
    for (unsigned i = 0; i < sizeof excluded / sizeof excluded[0]; i++)
        (void)fprintf(out, "  not varied: %-20s %s\n", excluded[i].name, excluded[i].why);
    for (unsigned i = 0; i < sizeof undecodable / sizeof undecodable[0]; i++) {
        const struct rvt_key *key = find_key(undecodable[i].name);
        (void)fprintf(out, "  left out:   %s=%s: %s\n", key->name,
                      key->kind == RVT_KEY_ENUM ? key->values[undecodable[i].value] : "1",
                      undecodable[i].why);
    }
}

static struct factor *add_factor(struct space *space, const struct rvt_key *key)
{
    if (space->factors == FACTORS_MAX) {
        (void)fputs("too many factors\n", stderr);
        exit(2);
    }
    space->factor[space->factors] = (struct factor){.key = key};
    return &space->factor[space->factors++];
}

/* A factor with the given values, ended by ~0u. */
static void add_values(struct space *space, const char *name, const unsigned *values)
{
    bool profile = strcmp(name, PROFILE) == 0;
    struct factor *factor = add_factor(space, profile ? NULL : find_key(name));

    while (values[factor->values] != ~0u && factor->values < VALUES_MAX) {
        factor->value[factor->values] = values[factor->values];
        factor->values++;
    }
}

/* A factor with all values of a choice or flag. */
static void add_choice(struct space *space, const struct rvt_key *key)
{
    struct factor *factor = add_factor(space, key);
    unsigned values = 2;

    if (key->kind == RVT_KEY_ENUM)
        for (values = 0; key->values[values] != NULL;)
            values++;
    for (unsigned value = 0; value < values && factor->values < VALUES_MAX; value++) {
        bool out = false;
        for (unsigned i = 0; i < sizeof undecodable / sizeof undecodable[0]; i++)
            out = out ||
                  (strcmp(undecodable[i].name, key->name) == 0 && undecodable[i].value == value);
        if (!out)
            factor->value[factor->values++] = value;
    }
}

void space_config(const struct space *space, const struct point *point, unsigned xlen,
                  struct rvt_config *config)
{
    enum rvt_spec_profile profile = RVT_PROFILE_V2_0_4;

    for (unsigned i = 0; i < space->factors; i++)
        if (space->factor[i].key == NULL)
            profile = (enum rvt_spec_profile)space->factor[i].value[point->choice[i]];
    traces_config(config, profile, xlen);
    for (unsigned i = 0; i < space->factors; i++)
        if (space->factor[i].key != NULL)
            rvt_config_set(config, space->factor[i].key, space->factor[i].value[point->choice[i]]);
}

bool space_is_legal(const struct space *space, const struct point *point)
{
    struct rvt_config config;

    space_config(space, point, 64, &config);
    return rvt_config_check(&config, NULL) == RVT_OK;
}

void space_add_point(struct space *space, const struct point *point)
{
    if (space->points == space->capacity) {
        space->capacity = 2 * space->capacity + 64;
        space->point = realloc(space->point, space->capacity * sizeof(*space->point));
        if (space->point == NULL)
            abort();
    }
    space->point[space->points++] = *point;
}

void space_describe(const struct space *space, const struct point *point, char *text,
                    size_t capacity)
{
    struct rvt_config config, plain;
    size_t length = 0;

    space_config(space, point, 64, &config);
    traces_config(&plain, config.spec_profile, 64);
    length += (size_t)snprintf(text, capacity, "%s",
                               config.spec_profile == RVT_PROFILE_V2_0_4 ? "v2.0.4" : "v2.0.5");
    for (const struct rvt_key *key = rvt_config_keys(); key->name != NULL; key++) {
        unsigned value = rvt_config_get(&config, key);
        if (value == rvt_config_get(&plain, key) || length >= capacity)
            continue;
        if (key->kind == RVT_KEY_ENUM)
            length += (size_t)snprintf(text + length, capacity - length, " %s=%s", key->name,
                                       key->values[value]);
        else
            length +=
                (size_t)snprintf(text + length, capacity - length, " %s=%u", key->name, value);
    }
}

/* Every combination of all values. */
static void add_all(struct space *space)
{
    struct point point = {.choice = {0}};

    for (;;) {
        unsigned i = 0;
        if (space_is_legal(space, &point))
            space_add_point(space, &point);
        else
            space->illegal++;
        while (i < space->factors && ++point.choice[i] == space->factor[i].values)
            point.choice[i++] = 0;
        if (i == space->factors)
            return;
    }
}

static const unsigned profiles[] = {RVT_PROFILE_V2_0_4, RVT_PROFILE_V2_0_5_DRAFT, ~0u};

void space_every_option(struct space *space)
{
    static const char *const options[] = {"implicit_return",   "implicit_exception",
                                          "full_address",      "jump_target_cache",
                                          "branch_prediction", "sequentially_inferred_jumps"};
    static const unsigned widths[] = {4, 3, ~0u};
    static const unsigned threshold[] = {3, ~0u}; /* 128 packets, cycles or half-words */

    *space = (struct space){.factors = 0};
    for (unsigned i = 0; i < sizeof options / sizeof options[0]; i++)
        add_choice(space, find_key(options[i]));
    add_values(space, "itype_width_p", widths);
    add_choice(space, find_key("mode"));
    add_values(space, "max", threshold);
    add_values(space, PROFILE, profiles);
    add_all(space);
}

static bool is_excluded(const struct rvt_key *key)
{
    for (unsigned i = 0; i < sizeof excluded / sizeof excluded[0]; i++)
        if (strcmp(excluded[i].name, key->name) == 0)
            return true;
    return strncmp(key->name, "dat_", 4) == 0;
}

void space_every_pair(struct space *space)
{
    static const struct {
        const char *name;
        unsigned value[VALUES_MAX];
    } numbers[] = {
        {"itype_width_p", {4, 3, ~0u}},
        {"return_stack_size_p", {4, 1, 2, 0, ~0u}},
        {"call_counter_size_p", {0, 3, 6, ~0u}},
        {"bpred_size_p", {6, 1, 3, ~0u}},
        {"cache_size_p", {5, 1, 3, ~0u}},
        {"f0s_width_p", {1, 2, ~0u}},
        {"ctype_width_p", {2, 1, ~0u}},
        {"nocontext_p", {0, 1, ~0u}},
        {"notime_p", {0, 1, ~0u}},
        {"max", {2, 0, 5, ~0u}},
        {"ir_partial_bits", {0, 8, 12, ~0u}},
        {"bcount_min", {31, 32, ~0u}},
        {"bcount_max", {~0u - 1, 0, 3, ~0u}},
    };

    *space = (struct space){.factors = 0};
    add_values(space, PROFILE, profiles);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        add_values(space, numbers[i].name, numbers[i].value);
    for (const struct rvt_key *key = rvt_config_keys(); key->name != NULL; key++) {
        bool option =
            strcmp(key->section, "options") == 0 && strncmp(key->clause, "ETR-MODE", 8) == 0;
        bool named = strcmp(key->section, "switches") == 0 && key->kind != RVT_KEY_UNSIGNED;
        if (strcmp(key->name, "mode") == 0 || option || (named && !is_excluded(key)))
            add_choice(space, key);
    }
    space_cover_pairs(space);
}

void space_fini(struct space *space)
{
    free(space->point);
}
