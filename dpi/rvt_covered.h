/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What of the coverage obligations (check/coverage.h) occurred in hardware: packets that the
 * hardware sent and that equal the model's, with the model's reason; traps among what it traced.
 */
#ifndef RVT_DPI_COVERED_H
#define RVT_DPI_COVERED_H

#include "base/params.h"
#include "check/coverage.h"
#include "flow/tip.h"

#include "rvt_expected.h"
#include "rvt_explain.h"

/* The hardware sent the expected packet; the block that it reports is in history unless it is
 * older than that reaches back. */
void rvt_covered_packet(struct rvt_coverage *coverage, const struct rvt_config *config,
                        const struct rvt_history *history, const struct rvt_expected *expected);

/* The next block that is traced. */
void rvt_covered_block(struct rvt_coverage *coverage, const struct rvt_block *block);

#endif
