/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Applies the filters to the data access of a row. Spec: ETR-CTL-012; decision 0002, "Filters".
 */
#ifndef RVT_LOCKSTEP_CORE_ACCESS_FILTER_H
#define RVT_LOCKSTEP_CORE_ACCESS_FILTER_H

#include <stdbool.h>

#include "base/params.h"
#include "ingress/access.h"
#include "ingress/filter.h"
#include "ingress/tip.h"

/*
 * True if trTeDataFilters passes the access of row, or if it has none. Updates the latches of
 * filters. Call it before rvt_filters_row for the same row, and only for rows that the encoder
 * takes; the row must have passed the checks of ingress/block.h.
 */
bool rvt_access_filter_row(struct rvt_filters *filters, const struct rvt_config *config,
                           const struct rvt_row *row);

#endif
