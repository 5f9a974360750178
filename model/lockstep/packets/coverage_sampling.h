/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Samples functional coverage (check/coverage.h) in hardware: packets that the hardware sent and
 * that equal the model's, with the model's reason; traps among the traced items.
 */
#ifndef RVT_LOCKSTEP_PACKETS_COVERAGE_SAMPLING_H
#define RVT_LOCKSTEP_PACKETS_COVERAGE_SAMPLING_H

#include "base/params.h"
#include "check/coverage.h"
#include "ingress/tip.h"

#include "lockstep/report/block_history.h"
#include "lockstep/packets/expected_queue.h"

/* The hardware sent the expected packet. history is searched for the block that the packet
 * reports. */
void rvt_coverage_sampling_packet(struct rvt_coverage *coverage, const struct rvt_config *config,
                                  const struct rvt_block_history *history,
                                  const struct rvt_expected_packet *expected);

/* The next block is traced. */
void rvt_coverage_sampling_block(struct rvt_coverage *coverage, const struct rvt_block *block);

#endif
