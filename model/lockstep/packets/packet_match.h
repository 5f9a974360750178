/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdicts bit-exact and same-fields: compares observed packets and encapsulated packets with
 * those that the model expects, bit by bit or field by field, in order and in time. An encoder may
 * be ahead of the model by a few packets: the model decides an item when it knows the next one, and
 * an encoder need not always wait for that.
 *
 * After a difference the packets are held until both streams agree again (packet_alignment.h). The
 * findings then say which packets differ, are missing or are extra, and the comparison goes on. Two
 * packets that differ are one and the same only if the observed one was not sent before what the
 * other reports, and not later than allowed.
 */
#ifndef RVT_LOCKSTEP_PACKETS_PACKET_MATCH_H
#define RVT_LOCKSTEP_PACKETS_PACKET_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/params.h"

#include "lockstep/packets/field_reading.h"
#include "lockstep/packets/packet_match_report.h"
#include "lockstep/report/block_history.h"
#include "lockstep/packets/expected_queue.h"
#include "lockstep/packets/observed_queue.h"
#include "lockstep/packets/packet_difference.h"
#include "lockstep/report/mismatch_log.h"
#include "lockstep/report/requirement_tally.h"

enum { RVT_EARLY_CAPACITY = 8 };

enum rvt_stream_state {
    RVT_STREAM_AGREES,
    RVT_STREAM_DIFFERS, /* the oldest packets differ, and how is not known yet */
    RVT_STREAM_LOST,    /* nothing is compared until three packets in a row agree */
};

struct rvt_packet_match {
    struct rvt_config config; /* with the modes of the packet that is compared */
    enum rvt_equality equality;
    struct rvt_field_reading fields;         /* with RVT_EQUAL_FIELDS */
    bool padding_reported[RVT_OBSERVERS];    /* likewise */
    const struct rvt_block_history *history; /* borrowed */
    struct rvt_packet_match_report report;
    struct rvt_expected_queue queue;
    struct rvt_observed_queue observed[RVT_OBSERVERS];
    enum rvt_stream_state state[RVT_OBSERVERS];
    bool early_reported[RVT_OBSERVERS]; /* since the queue of observed packets was empty */
    unsigned early_max;                 /* te_inst packets that the hardware may be ahead */
    unsigned responses_max;             /* loads that may be in progress: te_data beside these */
    uint64_t latency_max;               /* 0: any */
    uint64_t comparisons, latency;      /* comparisons made; largest latency of a packet */
    uint64_t data_comparisons;          /* of these, comparisons of te_data */
    struct rvt_coverage *coverage;      /* null, or counts packets that are as expected; borrowed */
    struct rvt_requirement_tally *requirements; /* the same */
};

/*
 * Compares the streams that are present: packets, bytes or both. With RVT_EQUAL_FIELDS, padding
 * that the dialect of config does not have is one finding of each stream. config is copied. The
 * caller may then set latency_max, early_max (at most RVT_EARLY_CAPACITY), coverage and
 * requirements. RVT_ERR_MEMORY: nothing is owned.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_match_init(struct rvt_packet_match *match,
                                      const struct rvt_config *config,
                                      const struct rvt_block_history *history,
                                      struct rvt_mismatch_log *findings, enum rvt_equality equality,
                                      bool packets, bool bytes);

/* Frees what init took; a zeroed struct is accepted. */
void rvt_packet_match_fini(struct rvt_packet_match *match);

/* The model decided packet now; since and blocks are set in the copy that is kept.
 * RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_packet_match_expect(struct rvt_packet_match *match, struct rvt_instant now,
                                        const struct rvt_expected_packet *packet);

/* The model has decided all it can: compares packets that were early, and finds late ones. */
void rvt_packet_match_settle(struct rvt_packet_match *match, struct rvt_instant now);

/*
 * A stream showed a packet: a payload (packets), or a whole encapsulated packet (bytes). is_data:
 * it is te_data. A packet that the model has not decided yet is kept and compared later, if there
 * are not too many: early_max te_inst packets, and beside them the responses to all loads in
 * progress, since a response need not wait for the next item (decision 0003, "Order in the
 * stream").
 */
void rvt_packet_match_observe(struct rvt_packet_match *match, struct rvt_instant now,
                              enum rvt_observer observer, bool is_data, const uint8_t *data,
                              size_t bytes);

/* The run is over: what is still expected is missing, and what was early was never expected.
 * withheld: filters or triggers blocked a data access, or its row was lost, so that the run may
 * have no te_data. */
void rvt_packet_match_end(struct rvt_packet_match *match, struct rvt_instant now, bool withheld);

#endif
