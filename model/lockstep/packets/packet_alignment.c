/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/packet_alignment.h"

#include <assert.h>

/* A packet is rather altered than inserted; an altered one is rarely equal to the one after it. */
enum { COST_MISSING = 2, COST_DIFFERS = 3, COST_EXTRA = 4 };
enum { COST_MAX = COST_EXTRA * RVT_ALIGNMENT_WINDOW };

static unsigned window(unsigned packets)
{
    return packets < RVT_ALIGNMENT_WINDOW ? packets : RVT_ALIGNMENT_WINDOW;
}

/*
 * Fills alignment with the cheapest steps over the first observed and expected packets: the edit
 * distance of the two sequences, followed back from its end.
 */
static void find_steps(unsigned observed, unsigned expected, rvt_packets_compare *compare,
                       void *context, struct rvt_alignment *alignment)
{
    unsigned cost[RVT_ALIGNMENT_WINDOW + 1][RVT_ALIGNMENT_WINDOW + 1];
    enum rvt_alignment_step step[RVT_ALIGNMENT_WINDOW + 1][RVT_ALIGNMENT_WINDOW + 1];

    assert(observed <= RVT_ALIGNMENT_WINDOW && expected <= RVT_ALIGNMENT_WINDOW);
    for (unsigned o = 0; o <= observed; o++) {
        for (unsigned e = 0; e <= expected; e++) {
            bool first = o == 0 && e == 0;
            cost[o][e] = first ? 0 : ~0u;
            step[o][e] = RVT_STEP_EQUAL;
            if (o > 0) {
                cost[o][e] = cost[o - 1][e] + COST_EXTRA;
                step[o][e] = RVT_STEP_EXTRA;
            }
            if (e > 0 && cost[o][e - 1] + COST_MISSING < cost[o][e]) {
                cost[o][e] = cost[o][e - 1] + COST_MISSING;
                step[o][e] = RVT_STEP_MISSING;
            }
            if (o == 0 || e == 0)
                continue;
            enum rvt_packet_pair pair = compare(context, o - 1, e - 1);
            unsigned both = cost[o - 1][e - 1] + (pair == RVT_PAIR_EQUAL ? 0 : COST_DIFFERS);
            if (pair != RVT_PAIR_APART && both <= cost[o][e]) {
                cost[o][e] = both;
                step[o][e] = pair == RVT_PAIR_EQUAL ? RVT_STEP_EQUAL : RVT_STEP_DIFFERS;
            }
        }
    }
    alignment->steps = 0;
    for (unsigned o = observed, e = expected; o > 0 || e > 0;) {
        enum rvt_alignment_step last = step[o][e];
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
    while (run < RVT_ALIGNMENT_ANCHOR && o + run < search->observed && e + run < search->expected &&
           search->compare(search->context, o + run, e + run) == RVT_PAIR_EQUAL)
        run++;
    if (run == RVT_ALIGNMENT_ANCHOR)
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

bool rvt_alignment_find(unsigned observed, unsigned expected, rvt_packets_compare *compare,
                        void *context, struct rvt_alignment *alignment)
{
    struct search search = {.observed = window(observed),
                            .expected = window(expected),
                            .compare = compare,
                            .context = context};

    for (unsigned cost = 0; cost <= COST_MAX && !search.undecided; cost++) {
        unsigned o, e;
        if (!agrees_at_cost(&search, cost, &o, &e))
            continue;
        find_steps(o, e, compare, context, alignment);
        return true;
    }
    return false;
}

void rvt_alignment_finish(unsigned observed, unsigned expected, rvt_packets_compare *compare,
                          void *context, struct rvt_alignment *alignment)
{
    find_steps(observed, expected, compare, context, alignment);
}
