/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The findings of the decode-exact verdict: the packet that does not decode to what retired, what
 * retired and what was decoded, and what the hart retired before it.
 */
#ifndef RVT_LOCKSTEP_CORE_DECODE_EXACT_REPORT_H
#define RVT_LOCKSTEP_CORE_DECODE_EXACT_REPORT_H

#include "base/params.h"

#include "lockstep/packets/observed_queue.h"
#include "lockstep/retirement/retirement.h"
#include "lockstep/report/block_history.h"
#include "lockstep/report/mismatch_log.h"

/* Where findings go and what they are about. */
struct rvt_decode_exact_report {
    struct rvt_mismatch_log *findings;       /* borrowed */
    const struct rvt_block_history *history; /* null: none; borrowed */
    struct rvt_config reading;               /* to read packets with: the modes in force */
    struct rvt_observed_packet seen;         /* the packet that is being compared */
    uint64_t number;                         /* of that packet, from 0 */
};

/* What was reported in cycle is not what retired; null is nothing. clause: what that breaks. */
void rvt_decode_exact_report_difference(const struct rvt_decode_exact_report *report,
                                        uint64_t cycle, const struct rvt_retirement *retired,
                                        const struct rvt_retirement *reported, const char *clause);

/* The packet cannot be decoded, for the reason in diag. */
void rvt_decode_exact_report_undecodable(const struct rvt_decode_exact_report *report,
                                         uint64_t cycle, const struct rvt_diag *diag);

/* The packet, which was read all the same, has padding that the dialect does not have, as diag
 * says. */
void rvt_decode_exact_report_padding(const struct rvt_decode_exact_report *report, uint64_t cycle,
                                     const struct rvt_packet *packet, const struct rvt_diag *diag);

/* The packet is not of format 3, although the updiscon flag of the one before says that such a
 * packet follows at once. */
void rvt_decode_exact_report_updiscon(const struct rvt_decode_exact_report *report, uint64_t cycle,
                                      const struct rvt_packet *packet);

/* A loss reported in cycle lost is followed by something else than a sync packet, or by nothing. */
void rvt_decode_exact_report_unsynchronised(const struct rvt_decode_exact_report *report,
                                            uint64_t cycle, uint64_t lost);

/* The trace ends in cycle and has not reported retired. clause: what that breaks. */
void rvt_decode_exact_report_unreported(const struct rvt_decode_exact_report *report,
                                        uint64_t cycle, const struct rvt_retirement *retired,
                                        const char *clause);

/* Something else, in cycle: kind, and a message that ends with its clause in brackets, if any. */
RVT_PRINTF(4, 5)
void rvt_decode_exact_report_other(const struct rvt_decode_exact_report *report, uint64_t cycle,
                                   enum rvt_mismatch_kind kind, const char *format, ...);

#endif
