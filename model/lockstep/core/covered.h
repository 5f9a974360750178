/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What of the coverage obligations (check/coverage.h) occurred in hardware: packets that the
 * hardware sent and that equal the model's, with the model's reason; traps among what it traced.
 */
#ifndef RVT_LOCKSTEP_CORE_COVERED_H
#define RVT_LOCKSTEP_CORE_COVERED_H

#include "base/params.h"
#include "check/coverage.h"
#include "ingress/tip.h"

#include "lockstep/core/expected.h"
#include "lockstep/core/explain.h"

/* The hardware sent the expected packet; the block that it reports is in history unless it is
 * older than that reaches back. */
void rvt_covered_packet(struct rvt_coverage *coverage, const struct rvt_config *config,
                        const struct rvt_history *history, const struct rvt_expected *expected);

/* The next block that is traced. */
void rvt_covered_block(struct rvt_coverage *coverage, const struct rvt_block *block);

#endif
