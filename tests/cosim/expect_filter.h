/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Filters and comparators, written a second time from the register tables of the Trace Control
 * Interface: registers as words, each instruction and each trap of a row evaluated one by one,
 * nothing precomputed. It shares no code with the model's filters. Spec: Trace Control Interface,
 * trTeInstFilters, trTeFilter<i>, trTeComp<j>; decision 0002, "Filters"; ETR-FLT-001..007.
 */
#ifndef RVT_COSIM_EXPECT_FILTER_H
#define RVT_COSIM_EXPECT_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "ingress/tip.h"

enum { EXPECT_FILTERS = 16, EXPECT_COMPARATORS = 8, EXPECT_REGISTERS = 0x800 / 4 };

struct expect_filter {
    struct rvt_params params;
    uint32_t word[EXPECT_REGISTERS]; /* as written, by offset / 4 */
    bool latch[EXPECT_COMPARATORS];
    unsigned
        traps[EXPECT_FILTERS]; /* nested traps since and including the one that matched; 0: none */
};

/* Programs the filter as config does. False: config filters with another granularity than that of a
 * cycle. */
bool expect_filter_init(struct expect_filter *filter, const struct rvt_config *config);

/* True if the row is to be traced. Rows come in order; a row without blocks need only be passed for
 * its reset. */
bool expect_filter_row(struct expect_filter *filter, const struct rvt_row *row);

#endif
