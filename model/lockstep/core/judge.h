/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The bit-exact judge: packets and encapsulated packets as observed, held against those that the
 * model expects, in order and in time. An encoder may be ahead of the model by a packet or two
 * where it need not wait for the next item, as the model does.
 */
#ifndef RVT_LOCKSTEP_CORE_JUDGE_H
#define RVT_LOCKSTEP_CORE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/params.h"

#include "lockstep/core/expected.h"
#include "lockstep/core/explain.h"
#include "lockstep/findings.h"

enum { RVT_EARLY_CAPACITY = 8 };

/* A packet that the hardware sent before the model expected it. */
struct rvt_early {
    uint8_t data[RVT_ENCAP_BYTES_MAX];
    size_t bytes;
    uint64_t cycle;
    bool is_data;
};

struct rvt_judge {
    struct rvt_config config;          /* with the modes of the packet that is looked at */
    const struct rvt_history *history; /* borrowed */
    struct rvt_findings *findings;     /* borrowed */
    struct rvt_expected_queue queue;
    struct rvt_early early[RVT_OBSERVERS][RVT_EARLY_CAPACITY];
    unsigned early_count[RVT_OBSERVERS], early_max;
    uint64_t latency_max;             /* 0: any */
    uint64_t observed[RVT_OBSERVERS]; /* packets seen */
    uint64_t comparisons, latency;    /* made; of the slowest packet */
    uint64_t data_comparisons;        /* of them, of te_data */
    struct rvt_coverage *coverage;    /* null, or told of packets that are as expected; borrowed */
};

/*
 * A judge of the streams that are present. config is copied. early_max: packets that a stream may
 * be ahead, at most RVT_EARLY_CAPACITY. RVT_ERR_MEMORY: nothing is owned.
 */
RVT_MUST_USE
enum rvt_status rvt_judge_init(struct rvt_judge *judge, const struct rvt_config *config,
                               const struct rvt_history *history, struct rvt_findings *findings,
                               bool packets, bool bytes);

/* Frees what init took; a zeroed judge is accepted. */
void rvt_judge_fini(struct rvt_judge *judge);

/* The model decided a packet now, with these modes in force. RVT_ERR_MEMORY; statuses of
 * rvt_packet_write and rvt_encap_write. */
RVT_MUST_USE
enum rvt_status rvt_judge_expect(struct rvt_judge *judge, struct rvt_instant now,
                                 const struct rvt_options *options, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin);

/* The same for te_data; statuses of rvt_data_write as well. */
RVT_MUST_USE
enum rvt_status rvt_judge_expect_data(struct rvt_judge *judge, struct rvt_instant now,
                                      const struct rvt_options *options,
                                      const struct rvt_data_packet *packet,
                                      const struct rvt_data_origin *origin);

/* Encapsulated bytes of the packet that was expected last. */
size_t rvt_judge_bytes(const struct rvt_judge *judge);

/* The model has decided all it could: packets that came early are compared, and late ones found. */
void rvt_judge_settle(struct rvt_judge *judge, struct rvt_instant now);

/* A stream showed a packet: a payload (packets), or a whole encapsulated packet (bytes). is_data:
 * the payload is one of te_data. */
void rvt_judge_observe(struct rvt_judge *judge, struct rvt_instant now, enum rvt_observer observer,
                       bool is_data, const uint8_t *data, size_t bytes);

/* The run is over: what is still expected is missing, what came early was never expected.
 * withheld: filters held a data access back, so there need not be te_data. */
void rvt_judge_end(struct rvt_judge *judge, struct rvt_instant now, bool withheld);

#endif
