/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/packet_alignment.h"

#include <assert.h>
#include <stdint.h>

/* A packet is rather altered than inserted; an altered one is rarely equal to the one after it. */
enum { COST_MISSING = 2, COST_DIFFERS = 3, COST_EXTRA = 4 };

static unsigned clip(unsigned packets, unsigned window)
{
    return packets < window ? packets : window;
}

/* The cheapest last step to each place, and what the way there costs, for the present observed
 * packet and the one before it. */
struct table {
    unsigned cost[2][RVT_ALIGNMENT_WINDOW_MAX + 1];
    uint8_t step[RVT_ALIGNMENT_WINDOW_MAX + 1][RVT_ALIGNMENT_WINDOW_MAX + 1];
};

/* Fills the place after o observed and e expected packets, whose neighbours are filled. */
static void fill(struct table *table, unsigned o, unsigned e, rvt_packets_compare *compare,
                 void *context)
{
    unsigned *row = table->cost[o % 2];
    const unsigned *before = table->cost[(o + 1) % 2];
    enum rvt_alignment_step step = RVT_STEP_EQUAL;

    row[e] = o == 0 && e == 0 ? 0 : ~0u;
    if (o > 0) {
        row[e] = before[e] + COST_EXTRA;
        step = RVT_STEP_EXTRA;
    }
    if (e > 0 && row[e - 1] + COST_MISSING < row[e]) {
        row[e] = row[e - 1] + COST_MISSING;
        step = RVT_STEP_MISSING;
    }
    if (o > 0 && e > 0) {
        enum rvt_packet_pair pair = compare(context, o - 1, e - 1);
        unsigned both = before[e - 1] + (pair == RVT_PAIR_EQUAL ? 0 : COST_DIFFERS);
        if (pair != RVT_PAIR_APART && both <= row[e]) {
            row[e] = both;
            step = pair == RVT_PAIR_EQUAL ? RVT_STEP_EQUAL : RVT_STEP_DIFFERS;
        }
    }
    table->step[o][e] = (uint8_t)step;
}

/*
 * Fills alignment with the cheapest steps over the first observed and expected packets, of which
 * the last optional ones need not be there: the edit distance of the two sequences, followed back
 * from its end.
 */
static void find_steps(unsigned observed, unsigned expected, unsigned optional,
                       rvt_packets_compare *compare, void *context, struct rvt_alignment *alignment)
{
    struct table table = {.cost = {{0}}};
    unsigned end = expected - optional;

    assert(observed <= RVT_ALIGNMENT_WINDOW_MAX && expected <= RVT_ALIGNMENT_WINDOW_MAX);
    for (unsigned o = 0; o <= observed; o++)
        for (unsigned e = 0; e <= expected; e++)
            fill(&table, o, e, compare, context);
    for (unsigned e = end + 1; e <= expected; e++)
        end = table.cost[observed % 2][e] < table.cost[observed % 2][end] ? e : end;
    alignment->steps = 0;
    for (unsigned o = observed, e = end; o > 0 || e > 0;) {
        enum rvt_alignment_step last = (enum rvt_alignment_step)table.step[o][e];
        alignment->step[alignment->steps++] = last;
        o -= last != RVT_STEP_MISSING;
        e -= last != RVT_STEP_EXTRA;
    }
    for (unsigned i = 0, j = alignment->steps; i + 1 < j; i++) {
        enum rvt_alignment_step swapped = alignment->step[i];
        alignment->step[i] = alignment->step[--j];
        alignment->step[j] = swapped;
    }
}

struct search {
    unsigned observed, expected; /* packets in the windows */
    unsigned anchor;
    rvt_packets_compare *compare;
    void *context;
    bool undecided; /* a place fits as far as there are packets */
};

/* True if both sequences agree after the first o observed and e expected packets. */
static bool agrees(struct search *search, unsigned o, unsigned e)
{
    unsigned run = 0;

    if (o > search->observed || e > search->expected)
        return false;
    while (run < search->anchor && o + run < search->observed && e + run < search->expected &&
           search->compare(search->context, o + run, e + run) == RVT_PAIR_EQUAL)
        run++;
    if (run == search->anchor)
        return true;
    if (o + run == search->observed || e + run == search->expected)
        search->undecided = true;
    return false;
}

/* True if they agree at a place of this cost, which is then in *observed and *expected. */
static bool agrees_at_cost(struct search *search, unsigned cost, unsigned *observed,
                           unsigned *expected)
{
    for (unsigned pairs = cost / COST_DIFFERS + 1; pairs-- > 0;) {
        unsigned rest = cost - COST_DIFFERS * pairs;
        *observed = *expected = pairs;
        if (rest % COST_MISSING == 0) {
            *expected = pairs + rest / COST_MISSING;
            if (agrees(search, *observed, *expected))
                return true;
        }
        if (rest > 0 && rest % COST_EXTRA == 0) {
            *observed = pairs + rest / COST_EXTRA;
            *expected = pairs;
            if (agrees(search, *observed, *expected))
                return true;
        }
    }
    return false;
}

bool rvt_alignment_find(const struct rvt_alignment_reach *reach, unsigned observed,
                        unsigned expected, rvt_packets_compare *compare, void *context,
                        struct rvt_alignment *alignment)
{
    struct search search = {.observed = clip(observed, reach->window),
                            .expected = clip(expected, reach->window),
                            .anchor = reach->anchor,
                            .compare = compare,
                            .context = context};

    for (unsigned cost = 0; cost <= COST_EXTRA * reach->window && !search.undecided; cost++) {
        unsigned o, e;
        if (!agrees_at_cost(&search, cost, &o, &e))
            continue;
        find_steps(o, e, 0, compare, context, alignment);
        return true;
    }
    return false;
}

void rvt_alignment_finish(unsigned observed, unsigned expected, unsigned optional,
                          rvt_packets_compare *compare, void *context,
                          struct rvt_alignment *alignment)
{
    find_steps(observed, expected, optional, compare, context, alignment);
}
