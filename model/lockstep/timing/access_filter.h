/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What filters say of the data access of a row, beside what they say of its instructions. Spec:
 * ETR-CTL-012; decision 0002, "Filters".
 */
#ifndef RVT_LOCKSTEP_TIMING_ACCESS_FILTER_H
#define RVT_LOCKSTEP_TIMING_ACCESS_FILTER_H

#include <stdbool.h>

#include "base/params.h"
#include "ingress/access.h"
#include "ingress/filter.h"
#include "ingress/tip.h"

/*
 * Judges the access of row, in front of rvt_filters_row for the same row: whether trTeDataFilters
 * lets it pass. Latches move on with it. True as well if there is none. The row must have passed
 * the checks, and is seen: a row that is lost is not.
 */
bool rvt_access_filter_row(struct rvt_filters *filters, const struct rvt_config *config,
                           const struct rvt_row *row);

#endif
