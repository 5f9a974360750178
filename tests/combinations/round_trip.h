/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * One round trip: rows are encoded, written, read and decoded, and the result is compared with what
 * the rows alone say (tests/property/expectation.h).
 */
#ifndef RVT_TESTS_COMBINATIONS_ROUND_TRIP_H
#define RVT_TESTS_COMBINATIONS_ROUND_TRIP_H

#include "check/coverage.h"
#include "tests/property/expectation.h"
#include "traces.h"

/* Sums over round trips. */
struct sum {
    uint64_t runs, passed, failed;
    uint64_t ambiguous;      /* runs with undecodable packets (tests/property/decoder_check.h) */
    uint64_t skipped;        /* packets of these, from a mark to the next synchronisation */
    uint64_t instructions;   /* compared in runs that passed */
    uint64_t states;         /* there: comparisons of privilege, context and time */
    uint64_t packets, bytes; /* of payload */
    struct rvt_coverage coverage;
};

void sum_init(struct sum *sum);
void sum_add(struct sum *sum, const struct sum *other);

/*
 * Both return whether everything decodable was found: in a run with undecodable packets everything
 * else is compared (tests/property/decoder_check.h). text: what differs.
 */

/* A committed trace; expect has what is to be found in it (round_trip_expect). */
bool round_trip_trace(const struct rvt_config *config, const struct trace *trace,
                      struct expect *expect, struct sum *sum, char *text, size_t capacity);

/* Computes what is to be found in trace, and counts its items in coverage. The caller calls
 * expect_fini. */
void round_trip_expect(struct expect *expect, const struct rvt_config *config,
                       const struct trace *trace, struct rvt_coverage *coverage);

/* A random program of seed. disturb: rows are lost, and tracing is disabled at times. */
bool round_trip_random(const struct rvt_config *config, uint64_t seed, bool disturb,
                       struct sum *sum, char *text, size_t capacity);

#endif
