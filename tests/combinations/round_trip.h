/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * One round trip: rows through the encoder, over the wire, through the decoder, and held against
 * what the rows say by themselves (tests/property/expect.h).
 */
#ifndef RVT_TESTS_COMBINATIONS_ROUND_TRIP_H
#define RVT_TESTS_COMBINATIONS_ROUND_TRIP_H

#include "check/coverage.h"
#include "tests/property/expect.h"
#include "traces.h"

/* What round trips add up to. */
struct sum {
    uint64_t runs, passed, failed;
    uint64_t ambiguous;      /* runs that irdepth does not tell (ETR-MODE-010): not decodable */
    uint64_t distrusted;     /* traces with returns that a call counter cannot tell (AMB-017) */
    uint64_t instructions;   /* compared */
    uint64_t states;         /* comparisons of privilege, context and time */
    uint64_t packets, bytes; /* of payload */
    struct rvt_coverage coverage;
};

void sum_init(struct sum *sum);
void sum_add(struct sum *sum, const struct sum *other);

struct round_trip {
    const struct rvt_config *config;
    struct rvt_image *image;
    struct expect *expect;
    struct rvt_coverage *coverage;
    struct rvt_encoder *encoder;
    struct rvt_decoder *decoder;
    struct rvt_diag diag;
    uint64_t packets, bytes, ambiguous;
    uint64_t broken; /* ordinal of the packet that the decoder refused or misread; 0: none */
};

/* Opens encoder and decoder; all arguments are borrowed. False if one of them refuses. */
bool round_trip_open(struct round_trip *trip, const struct rvt_config *config,
                     struct expect *expect, struct rvt_coverage *coverage);
bool round_trip_control(struct round_trip *trip, uint64_t cycle, const struct rvt_control *control);
bool round_trip_row(struct round_trip *trip, const struct rvt_row *row);

/*
 * Closes both and adds the outcome to sum; good: every call before succeeded. Returns true if all
 * was found, or cannot be told; otherwise text says what differs.
 */
bool round_trip_close(struct round_trip *trip, bool good, struct sum *sum, char *text,
                      size_t capacity);

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
