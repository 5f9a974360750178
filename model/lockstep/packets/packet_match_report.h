/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The findings of the bit-exact verdict: what differs, is missing, extra or late, what the
 * model expected and why, what was observed, and what the hart retired before it.
 */
#ifndef RVT_LOCKSTEP_PACKETS_PACKET_MATCH_REPORT_H
#define RVT_LOCKSTEP_PACKETS_PACKET_MATCH_REPORT_H

#include "base/params.h"
#include "check/difference.h"

#include "lockstep/report/block_history.h"
#include "lockstep/packets/expected_queue.h"
#include "lockstep/packets/observed_queue.h"
#include "lockstep/report/mismatch_log.h"

/* Where findings go and what they are about. */
struct rvt_packet_match_report {
    struct rvt_mismatch_log *findings;       /* borrowed */
    const struct rvt_block_history *history; /* borrowed */
    struct rvt_config config;                /* options: those of the packet that is reported */
    enum rvt_observer observer;              /* the stream that is reported */
};

/* packet stands where expected should, and differences, of which there is one at least, say how
 * they differ. */
void rvt_packet_match_report_differences(struct rvt_packet_match_report *report,
                                         const struct rvt_expected_packet *expected,
                                         const struct rvt_observed_packet *packet,
                                         const struct rvt_differences *differences);

/* packet has the fields of expected, but padding that the dialect does not have, as diag says. */
void rvt_packet_match_report_padding(struct rvt_packet_match_report *report,
                                     const struct rvt_expected_packet *expected,
                                     const struct rvt_observed_packet *packet,
                                     const struct rvt_diag *diag);

/* count packets from packet on were not expected. */
void rvt_packet_match_report_extra(struct rvt_packet_match_report *report,
                                   const struct rvt_observed_packet *packet, unsigned count);

/* count packets from expected on were not observed by cycle. */
void rvt_packet_match_report_missing(struct rvt_packet_match_report *report, uint64_t cycle,
                                     const struct rvt_expected_packet *expected, uint64_t count);

/* expected was observed in cycle, or was not observed until then: so many cycles after its
 * decision, allowed are allowed. */
void rvt_packet_match_report_late(struct rvt_packet_match_report *report, uint64_t cycle,
                                  const struct rvt_expected_packet *expected, uint64_t cycles,
                                  uint64_t allowed);

/* packet stands where expected should, from which it differs like this, and the streams did not
 * agree again in count packets. */
void rvt_packet_match_report_lost(struct rvt_packet_match_report *report,
                                  const struct rvt_expected_packet *expected,
                                  const struct rvt_observed_packet *packet,
                                  const struct rvt_differences *differences, unsigned count);

#endif
