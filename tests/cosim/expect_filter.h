/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Filters and comparators, read from the register tables of the Trace Control Interface once more:
 * registers as words, each instruction and each trap of a row judged one by one, nothing
 * precomputed. The model's filters have no part in it. Spec: Trace Control Interface,
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
    unsigned traps[EXPECT_FILTERS]; /* since the one that matched, it included */
};

/* As config programs it. False: it asks for another granularity than whole cycles, or for fields
 * that the tables do not have. */
bool expect_filter_init(struct expect_filter *filter, const struct rvt_config *config);

/* True if the row, which has blocks, is to be traced. Rows come in their order; one without blocks
 * is told of for its reset alone. */
bool expect_filter_row(struct expect_filter *filter, const struct rvt_row *row);

#endif
