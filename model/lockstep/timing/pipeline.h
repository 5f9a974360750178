/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The pipeline of an encoder that keeps the contract of timing.h, as far as it determines cycles:
 * when arrivals enter and leave the elastic buffer, which steps decide them, which data accesses
 * are outstanding, and so in which cycle each packet is decided.
 */
#ifndef RVT_LOCKSTEP_TIMING_PIPELINE_H
#define RVT_LOCKSTEP_TIMING_PIPELINE_H

#include "lockstep/report/mismatch_log.h"
#include "lockstep/timing/decision_steps.h"
#include "lockstep/timing/outstanding_accesses.h"

struct rvt_pipeline_contract {
    unsigned decision;    /* cycles from an arrival to its first step, 1..RVT_PIPELINE_CYCLES_MAX */
    unsigned packet;      /* cycles from a step to the first beat, likewise */
    unsigned lanes;       /* bytes of a beat, at least 1 */
    unsigned depth;       /* entries of the elastic buffer, 4..RVT_PIPELINE_ENTRIES - 1 */
    unsigned outstanding; /* data accesses that can wait beside it; 0: no data trace */
};

enum { RVT_PIPELINE_CYCLES_MAX = 15, RVT_PIPELINE_ENTRIES = 64 };

/* The cycles from which the latest decision follows, for explanation; 0: does not apply. */
struct rvt_pipeline_reasons {
    enum rvt_ingress_arrival_kind kind; /* of the arrival */
    uint64_t cycle;                     /* of the arrival */
    uint64_t arrived;                   /* the arrival can be decided */
    uint64_t next;                      /* what follows is known */
    uint64_t before;                    /* after the step before */
    uint64_t room;                      /* the packet has a stage to go to */
    uint64_t seen;    /* te_data: its access has left the elastic buffer; 0: te_inst */
    uint64_t decided; /* the latest of these */
};

/* Cycles in which an entry enters the elastic buffer, and leaves it. */
struct rvt_pipeline_entry {
    uint64_t push, pop;
};

/* The same of an arrival; several can share an entry. */
struct rvt_pipeline_place {
    uint64_t push, taken;
};

/* In the caller's storage; contract, why, decided and packets_head may be read. */
struct rvt_pipeline {
    struct rvt_pipeline_contract contract;
    struct rvt_mismatch_log *findings; /* borrowed */
    struct rvt_decision_steps steps;
    struct rvt_ingress_arrival *arrival; /* ring buffer (ring_buffer.h) */
    struct rvt_timing_packet *packet;    /* likewise */
    size_t arrivals_capacity, packets_capacity;
    uint64_t arrivals_head, arrivals_tail;
    uint64_t packets_head, packets_tail;
    uint64_t located;                     /* first arrival that has no place yet */
    uint64_t here_number, next_number;    /* arrival that is being decided, and the one after it */
    struct rvt_pipeline_place here, next; /* their places */
    struct rvt_pipeline_place latest;     /* latest place found */
    bool has_here, has_next;
    uint64_t steps_located, steps_done; /* arrivals that are decided in steps: placed, finished */
    struct rvt_outstanding_accesses outstanding;
    bool data_left;     /* the latest packet was te_data */
    uint64_t inst_step; /* step of the latest te_inst */
    struct rvt_pipeline_entry entry[RVT_PIPELINE_ENTRIES];
    uint64_t entries;
    uint64_t decided;     /* cycle of the latest step */
    uint64_t finished[2]; /* of the last step of the arrival before, and of the one before that */
    uint64_t leave[RVT_PIPELINE_CYCLES_MAX + 1]; /* cycles in which the latest packets left */
    struct rvt_pipeline_reasons why;
};

/*
 * An empty pipeline. findings is borrowed and gets RoomIsUsed: the hart was stalled, or a row was
 * dropped, although the elastic buffer had room. RVT_ERR_MEMORY: nothing is owned;
 * RVT_ERR_PARAMETER: a number of contract is out of its range.
 */
RVT_MUST_USE
enum rvt_status rvt_pipeline_init(struct rvt_pipeline *pipeline, const struct rvt_config *config,
                                  const struct rvt_pipeline_contract *contract,
                                  struct rvt_mismatch_log *findings);

/* Frees what init took; a zeroed pipeline is accepted. */
void rvt_pipeline_fini(struct rvt_pipeline *pipeline);

/* Something arrives, in the order of rvt_ingress_arrivals. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_pipeline_arrive(struct rvt_pipeline *pipeline,
                                    const struct rvt_ingress_arrival *arrival);

/* The model sends a packet, in the order of the stream. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_pipeline_expect(struct rvt_pipeline *pipeline,
                                    const struct rvt_timing_packet *packet);

/* Packets expected and not popped. */
uint64_t rvt_pipeline_pending(const struct rvt_pipeline *pipeline);

/* The oldest of them, which exists; borrowed until the next expect. */
const struct rvt_timing_packet *rvt_pipeline_front(const struct rvt_pipeline *pipeline);

/* Computes the cycle in which the front is decided: pipeline->decided, explained by pipeline->why.
 * False: nothing that has arrived can send it. */
bool rvt_pipeline_decide(struct rvt_pipeline *pipeline);

/* The front, which was decided, was valid at the output in cycle, late cycles later than computed;
 * later decisions are computed as if it had been decided that much later. */
void rvt_pipeline_leave(struct rvt_pipeline *pipeline, uint64_t cycle, uint64_t late);

/* Drops the front. */
void rvt_pipeline_pop(struct rvt_pipeline *pipeline);

#endif
