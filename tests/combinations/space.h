/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The space of configurations: factors with their values; every combination of the run-time
 * options; and a list of combinations with every pair of values of any two factors.
 */
#ifndef RVT_TESTS_COMBINATIONS_SPACE_H
#define RVT_TESTS_COMBINATIONS_SPACE_H

#include <stddef.h>
#include <stdio.h>

#include "base/config_keys.h"
#include "base/params.h"

#define FACTORS_MAX 96
#define VALUES_MAX  8

struct factor {
    const struct rvt_key *key; /* null: the profile */
    unsigned values;
    unsigned value[VALUES_MAX]; /* as rvt_config_set takes them */
};

/* A combination: for each factor the index of its value. */
struct point {
    uint8_t choice[FACTORS_MAX];
};

struct space {
    struct factor factor[FACTORS_MAX];
    unsigned factors;
    struct point *point;
    unsigned points, capacity;
    unsigned illegal;    /* illegal combinations, which are not among the points */
    unsigned pairs;      /* pairs of values that some point has */
    unsigned impossible; /* pairs of values that no legal configuration has */
};

/* The configuration of point, for traces of xlen. */
void space_config(const struct space *space, const struct point *point, unsigned xlen,
                  struct rvt_config *config);

/* True if the specification and the profile allow it, by rvt_config_check. */
bool space_is_legal(const struct space *space, const struct point *point);

void space_add_point(struct space *space, const struct point *point);

/* The values of point that differ from those of the profile, as text. */
void space_describe(const struct space *space, const struct point *point, char *text,
                    size_t capacity);

/*
 * The six options by itype_width_p 3 and 4 by resync mode by profile: v2.0.4, and v2.0.5-draft with
 * its own count of returns.
 */
void space_every_option(struct space *space);

/*
 * Every two values of any two factors: all options, all switches that a decoder can follow, and
 * some parameters.
 */
void space_every_pair(struct space *space);

/* Adds points until all pairs of values occur; computes pairs and impossible. */
void space_cover_pairs(struct space *space);

/* Prints what space_every_pair leaves out, and why, one per line. */
void space_list_left_out(FILE *out);

void space_fini(struct space *space);

#endif
