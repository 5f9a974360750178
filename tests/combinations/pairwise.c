/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A list of combinations with every pair of values of any two factors, as far as a legal
 * configuration can have both. The algorithm is greedy and deterministic: a point starts with the
 * first missing pair, and takes for each further factor the value that adds most pairs and keeps
 * the point legal.
 */
#include <stdio.h>
#include <stdlib.h>

#include "random/random.h"
#include "space.h"

enum {
    SLOTS = FACTORS_MAX * VALUES_MAX,
    CANDIDATES = 6, /* candidates for each point that is added */
    ATTEMPTS = 400, /* to find a legal configuration with a given pair */
};

enum state { MISSING, MET, IMPOSSIBLE };

struct cover {
    struct space *space;
    struct rvt_random random;
    uint8_t (*state)[SLOTS]; /* enum state of each pair of values */
};

static unsigned slot(unsigned factor, unsigned choice)
{
    return factor * VALUES_MAX + choice;
}

static void set_state(struct cover *cover, unsigned a, unsigned b, enum state state)
{
    cover->state[a][b] = (uint8_t)state;
    cover->state[b][a] = (uint8_t)state;
}

/* The number of missing pairs of factor's choice with the fixed factors. */
static unsigned gain(const struct cover *cover, const struct point *point, const bool *fixed,
                     unsigned factor, unsigned choice)
{
    unsigned missing = 0;

    for (unsigned i = 0; i < cover->space->factors; i++)
        if (fixed[i])
            missing += cover->state[slot(factor, choice)][slot(i, point->choice[i])] == MISSING;
    return missing;
}

static unsigned missing_pairs(const struct cover *cover, const struct point *point)
{
    unsigned missing = 0;

    for (unsigned i = 0; i < cover->space->factors; i++)
        for (unsigned k = i + 1; k < cover->space->factors; k++)
            missing +=
                cover->state[slot(i, point->choice[i])][slot(k, point->choice[k])] == MISSING;
    return missing;
}

/* A legal point with the two choices: with defaults for the others, or else any values. */
static bool start(struct cover *cover, unsigned a, unsigned b, struct point *point)
{
    const struct space *space = cover->space;

    *point = (struct point){.choice = {0}};
    for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++) {
        point->choice[a / VALUES_MAX] = (uint8_t)(a % VALUES_MAX);
        point->choice[b / VALUES_MAX] = (uint8_t)(b % VALUES_MAX);
        if (space_is_legal(space, point))
            return true;
        for (unsigned i = 0; i < space->factors; i++)
            point->choice[i] =
                rvt_random_chance(&cover->random, 50)
                    ? 0
                    : (uint8_t)rvt_random_below(&cover->random, space->factor[i].values);
    }
    return false;
}

/* Takes the best legal choice of factor. */
static void choose(const struct cover *cover, struct point *point, const bool *fixed,
                   unsigned factor)
{
    unsigned best = 0;
    uint8_t kept = point->choice[factor];

    for (unsigned choice = 0; choice < cover->space->factor[factor].values; choice++) {
        unsigned more = gain(cover, point, fixed, factor, choice);
        if (more <= best)
            continue;
        point->choice[factor] = (uint8_t)choice;
        if (space_is_legal(cover->space, point)) {
            kept = (uint8_t)choice;
            best = more;
        }
    }
    point->choice[factor] = kept;
}

/* Completes a point with the two choices, factor by factor in a random order. */
static void complete(struct cover *cover, unsigned a, unsigned b, struct point *point)
{
    bool fixed[FACTORS_MAX] = {false};
    unsigned order[FACTORS_MAX];
    unsigned factors = cover->space->factors;

    for (unsigned i = 0; i < factors; i++)
        order[i] = i;
    for (unsigned i = factors; i > 1; i--) {
        unsigned k = rvt_random_below(&cover->random, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
    fixed[a / VALUES_MAX] = fixed[b / VALUES_MAX] = true;
    for (unsigned i = 0; i < factors; i++) {
        if (fixed[order[i]])
            continue;
        choose(cover, point, fixed, order[i]);
        fixed[order[i]] = true;
    }
}

/* Adds the best of some points with the pair. False if no legal point has it. */
static bool add_point(struct cover *cover, unsigned a, unsigned b)
{
    struct point best = {.choice = {0}}, point;
    unsigned most = 0;

    for (unsigned i = 0; i < CANDIDATES; i++) {
        if (!start(cover, a, b, &point))
            return false;
        complete(cover, a, b, &point);
        unsigned missing = missing_pairs(cover, &point);
        if (missing > most) {
            most = missing;
            best = point;
        }
    }
    space_add_point(cover->space, &best);
    cover->space->pairs += most;
    for (unsigned i = 0; i < cover->space->factors; i++)
        for (unsigned k = i + 1; k < cover->space->factors; k++)
            set_state(cover, slot(i, best.choice[i]), slot(k, best.choice[k]), MET);
    return true;
}

void space_cover_pairs(struct space *space)
{
    struct cover cover = {.space = space, .state = calloc(SLOTS, sizeof(*cover.state))};

    if (cover.state == NULL)
        abort();
    rvt_random_seed(&cover.random, 1);
    for (unsigned i = 0; i < space->factors; i++)
        for (unsigned k = i + 1; k < space->factors; k++)
            for (unsigned vi = 0; vi < space->factor[i].values; vi++)
                for (unsigned vk = 0; vk < space->factor[k].values; vk++) {
                    unsigned a = slot(i, vi), b = slot(k, vk);
                    if (cover.state[a][b] != MISSING || add_point(&cover, a, b))
                        continue;
                    set_state(&cover, a, b, IMPOSSIBLE);
                    space->impossible++;
                }
    free(cover.state);
}
