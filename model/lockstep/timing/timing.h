/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * In which cycle each packet leaves. The specification leaves that free; an encoder that keeps the
 * contract below is held to it cycle by cycle.
 *
 * What arrives (rvt_arrivals.h), in the cycle of its row or event, is decided in order in steps
 * (rvt_steps.h), one a cycle. A step is made in the latest of
 *
 *   - arrival + decision,
 *   - arrival of what follows + decision - 1, for the last block of a row, which looks ahead,
 *   - step before + 1,
 *   - leave(n - packet + 1) - 1, if it sends packet n: each stage up to the output holds one,
 *
 * and packet n is valid at the output in cycle
 *
 *   leave(n) = the later of step + packet, and the cycle behind the last beat of packet n - 1.
 *
 * Its beats, ceil(bytes / lanes), follow one another; a beat that the sink does not take stays.
 * te_data of a cycle (one group of the data interface) travels with the row of that cycle, or in an
 * entry of the elastic buffer of its own, which leaves it as a row does but is decided in no step.
 * Where it has left the buffer it waits for its instruction (decision 0003), at most `waiting` such
 * records at a time; while there is no room for one, its entry stays in the buffer. Each te_data is
 * then a step of its own, in the latest of
 *
 *   - the cycle behind the one in which its entry left the buffer,
 *   - the first possible one of the step of its block, if it is of another instruction than the
 *     last one of a block: so it stands before that step, but behind one of the first instruction,
 *   - step before + 1, whether that is te_inst, te_data, or sends nothing,
 *   - leave(n - packet + 1) - 1 behind te_data; behind te_inst one later, and not before the step
 *     of that + 2.
 *
 * From there it takes the way of te_inst. Directly behind te_data te_inst needs no room: each has a
 * stage behind its step. A row that is behind entries without a step, so leaves the buffer late, is
 * decided decision - 1 cycles behind that.
 *
 * A loss or a change of modes arrives when the buffer of depth entries has room for it (two or
 * three places) or when an event does that always fits. So back-pressure is part of the contract:
 * a row waits or is dropped only if fewer than three entries are free, that of a trap that is not
 * traced is dropped only if fewer than two are.
 */
#ifndef RVT_LOCKSTEP_TIMING_TIMING_H
#define RVT_LOCKSTEP_TIMING_TIMING_H

#include "lockstep/mismatch_log.h"
#include "lockstep/timing/pipeline.h"

struct rvt_timing_beat {
    uint64_t offered, taken; /* cycles in which it became valid and was taken */
};

enum { RVT_TIMING_BEATS = 512 };

struct rvt_timing {
    struct rvt_pipeline pipeline;
    struct rvt_mismatch_log *findings;             /* borrowed */
    struct rvt_timing_beat beat[RVT_TIMING_BEATS]; /* of packets that the model has not decided */
    uint64_t beats_head, beats_tail;
    uint64_t leave;          /* computed cycle of the first beat of the oldest packet */
    uint64_t after_previous; /* cycle after the last beat of the packet before it */
    uint64_t beats_left;     /* of the packet that is leaving */
    uint64_t out_free;       /* cycle after the latest beat */
    uint64_t compared;       /* packets of which every beat was compared */
    enum rvt_status status;  /* RVT_ERR_MEMORY: nothing is compared any more */
    bool broken;             /* the same: a packet belongs to nothing that arrived */
};

/* Nothing arrived yet. RVT_ERR_MEMORY: nothing is owned; RVT_ERR_PARAMETER: a number of contract is
 * out of its range. */
RVT_MUST_USE
enum rvt_status rvt_timing_init(struct rvt_timing *timing, const struct rvt_config *config,
                                const struct rvt_pipeline_contract *contract,
                                struct rvt_mismatch_log *findings);

/* Frees; a zeroed timing is accepted. */
void rvt_timing_fini(struct rvt_timing *timing);

/* Something arrives; a sink of rvt_arrivals, context is the timing. */
void rvt_timing_arrive(void *context, const struct rvt_ingress_arrival *arrival);

/* The model sends a packet; in the order of the stream. */
void rvt_timing_expect(struct rvt_timing *timing, const struct rvt_timing_packet *packet);

/*
 * A beat was valid from cycle offered on and taken in cycle taken. A beat in another cycle than
 * the computed one becomes a finding, PacketOnTime for the first one of a packet, BeatOnTime for
 * the others; behind it the computation goes on from what was observed. Beats of a
 * packet that the model has not decided, because it waits for what follows, are compared later.
 */
void rvt_timing_beat(struct rvt_timing *timing, uint64_t offered, uint64_t taken);

/* The model has decided all it could, and what arrived so far was told. */
void rvt_timing_settle(struct rvt_timing *timing);

/* The run is over: nothing compared is a finding, so are packets whose beats never came and beats
 * of no packet. */
void rvt_timing_end(struct rvt_timing *timing, uint64_t cycle);

#endif
