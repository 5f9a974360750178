/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Compares the cycle of each beat with a timing contract. The specification does not say when a
 * packet leaves an encoder, so this is no conformance check: the contract describes the pipeline of
 * this project's own encoder (rtl/README.md, "Timing") with a few numbers. An encoder with another
 * pipeline must not use it.
 *
 * The contract. What arrives (ingress_arrivals.h), in the cycle of its row or event, is decided in
 * order in steps (decision_steps.h), one per cycle. A step is made in the latest of
 *
 *   - arrival + decision,
 *   - next arrival + decision - 1, for the last block of a row, which depends on what follows,
 *   - previous step + 1,
 *   - leave(n - packet + 1) - 1, if it sends packet n: each stage up to the output has room for
 *     one,
 *
 * and packet n is valid at the output in cycle
 *
 *   leave(n) = the later of step + packet, and the cycle after the last beat of packet n - 1.
 *
 * Its ceil(bytes / lanes) beats follow one another; a beat that the sink does not take stays.
 *
 * Data trace. The te_data of a cycle (one group of the data interface) enters the elastic buffer
 * with the row of that cycle, or in an entry of its own, which leaves the buffer like a row but is
 * decided in no step. Outside the buffer it waits for its instruction (decision 0003); at most
 * `outstanding` such records wait at a time, and further ones stay in the buffer. Each te_data is
 * then a step of its own, in the latest of
 *
 *   - the cycle after the one in which its entry left the buffer,
 *   - the earliest possible cycle of the step of its block, if its instruction is not the last one
 *     of a block: te_data comes before that step, but after a step of the first instruction alone,
 *   - previous step + 1, whether that sends te_inst, te_data or nothing,
 *   - leave(n - packet + 1) - 1 after te_data; after te_inst one cycle later, and not before the
 *     step of that te_inst + 2.
 *
 * From there it goes the same way as te_inst. A te_inst directly after te_data does not wait for
 * room: each has a stage of its own after its step. A row after entries without a step, which
 * leaves the buffer late, is decided decision - 1 cycles after it left.
 *
 * Back-pressure. A loss or a change of modes arrives when the buffer of depth entries has room for
 * it (two or three entries), or together with an event, which always fits. A row is stalled or
 * dropped only if fewer than three entries are free; the row of an untraced trap is dropped only if
 * fewer than two are free.
 */
#ifndef RVT_LOCKSTEP_TIMING_TIMING_H
#define RVT_LOCKSTEP_TIMING_TIMING_H

#include "lockstep/report/mismatch_log.h"
#include "lockstep/timing/pipeline.h"

struct rvt_timing_beat {
    uint64_t offered, taken; /* cycles in which it became valid and was taken */
};

struct rvt_timing {
    struct rvt_pipeline pipeline;
    struct rvt_mismatch_log *findings; /* borrowed */
    struct rvt_timing_beat *beat;      /* of packets that the model has not decided: ring buffer */
    size_t beats_capacity;
    uint64_t beats_head, beats_tail;
    uint64_t leave;          /* computed cycle of the first beat of the oldest packet */
    uint64_t after_previous; /* cycle after the last beat of the packet before it */
    uint64_t beats_left;     /* of the packet that is leaving */
    uint64_t out_free;       /* cycle after the latest beat */
    uint64_t compared;       /* packets of which every beat was compared */
    enum rvt_status status;  /* RVT_ERR_MEMORY: nothing is compared any more */
    bool broken;             /* the same: a packet belongs to nothing that arrived */
};

/* Before the first arrival. findings is borrowed until fini. RVT_ERR_MEMORY: nothing is owned;
 * RVT_ERR_PARAMETER: a number of contract is out of its range. */
RVT_MUST_USE
enum rvt_status rvt_timing_init(struct rvt_timing *timing, const struct rvt_config *config,
                                const struct rvt_pipeline_contract *contract,
                                struct rvt_mismatch_log *findings);

/* Frees; a zeroed timing is accepted. */
void rvt_timing_fini(struct rvt_timing *timing);

/* Something arrives; a sink of rvt_arrivals, context is the timing. */
void rvt_timing_arrive(void *context, const struct rvt_ingress_arrival *arrival);

/* The model sends a packet, in the order of the stream. */
void rvt_timing_expect(struct rvt_timing *timing, const struct rvt_timing_packet *packet);

/*
 * A beat was valid from cycle offered on and was taken in cycle taken. A beat in another cycle than
 * computed becomes a finding: PacketOnTime for the first one of a packet, BeatOnTime for others.
 * After a finding the computation continues from the observed cycle. Beats of a packet that the
 * model has not decided yet are compared later.
 */
void rvt_timing_beat(struct rvt_timing *timing, uint64_t offered, uint64_t taken);

/* The model has decided all it can, and all arrivals so far were reported: compares the beats. */
void rvt_timing_settle(struct rvt_timing *timing);

/* The run is over. Findings: no packet was compared, packets without all their beats, beats without
 * a packet. */
void rvt_timing_end(struct rvt_timing *timing, uint64_t cycle);

#endif
