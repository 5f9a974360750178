/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * One round trip: rows through the encoder, over the wire, through the decoder, and compared with
 * what the rows say by themselves (tests/property/expectation.h).
 */
#ifndef RVT_TESTS_COMBINATIONS_ROUND_TRIP_H
#define RVT_TESTS_COMBINATIONS_ROUND_TRIP_H

#include "check/coverage.h"
#include "tests/property/expectation.h"
#include "traces.h"

/* What round trips add up to. */
struct sum {
    uint64_t runs, passed, failed;
    uint64_t
        ambiguous;     /* runs that no decoder can follow all of (tests/property/decoder_check.h) */
    uint64_t left_out; /* packets of these, from a mark to the next synchronisation */
    uint64_t instructions;   /* compared in runs that passed */
    uint64_t states;         /* there: comparisons of privilege, context and time */
    uint64_t packets, bytes; /* of payload */
    struct rvt_coverage coverage;
};

void sum_init(struct sum *sum);
void sum_add(struct sum *sum, const struct sum *other);

/*
 * Both report whether all was found that can be reported: a run with a packet that no decoder can follow is
 * held to everything else (tests/property/decoder_check.h). text says what differs.
 */

/* A committed trace; expect holds what is to be found in it (round_trip_expect). */
bool round_trip_trace(const struct rvt_config *config, const struct trace *trace,
                      struct expect *expect, struct sum *sum, char *text, size_t capacity);

/* Works out what is to be found in trace; items go to coverage. The caller calls expect_fini. */
void round_trip_expect(struct expect *expect, const struct rvt_config *config,
                       const struct trace *trace, struct rvt_coverage *coverage);

/* A random program of seed; disturb: rows are lost and tracing is switched off now and then. */
bool round_trip_random(const struct rvt_config *config, uint64_t seed, bool disturb,
                       struct sum *sum, char *text, size_t capacity);

#endif
