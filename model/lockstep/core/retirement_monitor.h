/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the hart retired, read from the rows and from what software programs, independently of the
 * model's encoder (decision 0007): the monitor qualifies each row (enable, trace on and off by
 * triggers, filters, halt and reset) and appends its instructions, traps, ends of tracing and
 * losses to a queue. Spec: ETR-FLT-009..012, ETR-SUP-002..012; decision 0001.
 */
#ifndef RVT_LOCKSTEP_CORE_RETIREMENT_MONITOR_H
#define RVT_LOCKSTEP_CORE_RETIREMENT_MONITOR_H

#include "base/params.h"
#include "encoder/encoder.h"
#include "ingress/draft_ingress.h"
#include "ingress/filter.h"
#include "ingress/tip.h"
#include "program/image.h"

#include "lockstep/retirement/retirement.h"

struct rvt_coverage;  /* check/coverage.h */
struct rvt_registers; /* ingress/registers.h */

/* In the caller's storage. coverage may be set, queue is the reader's, the rest is private. */
struct rvt_retirement_monitor {
    struct rvt_config config;
    struct rvt_image *image;       /* borrowed */
    struct rvt_coverage *coverage; /* null, or where traced blocks are counted; borrowed */
    struct rvt_retirement_queue queue;
    struct rvt_control control; /* in force */
    struct rvt_filters filters;
    bool passed;            /* latest verdict of the filters */
    bool halted, reset;     /* sideband signals of the latest row */
    bool off_next;          /* a trace-off trigger acts from the next cycle on */
    bool traced;            /* the latest cycle was qualified */
    bool open;              /* something was appended since the latest enable, end or loss */
    bool gap;               /* rows are being dropped */
    bool maybe_repeated;    /* te_data may have left since the latest gap */
    bool repeated;          /* the gap may be reported together with the one before */
    bool again;             /* the gap may be reported once more, for te_data of a later row */
    bool has_untraced_trap; /* the latest item was a trap that was not traced: untraced_trap */
    struct rvt_retirement untraced_trap;
    struct rvt_draft_context context; /* of the draft */
    uint64_t presented,
        presented_size; /* an instruction that the hart may present again; 0: none */
    uint64_t cycle;     /* latest cycle seen */
};

/* Encoder disabled, nothing retired. config is copied, image is borrowed until fini.
 * RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_retirement_monitor_init(struct rvt_retirement_monitor *monitor,
                                            const struct rvt_config *config,
                                            struct rvt_image *image);

/* Frees what init took; a zeroed monitor is accepted. */
void rvt_retirement_monitor_fini(struct rvt_retirement_monitor *monitor);

/* Software programs the encoder: control acts from cycle on. stalled_cycles: cycles directly before
 * it in which the hart was stalled. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_retirement_monitor_control(struct rvt_retirement_monitor *monitor,
                                               uint64_t cycle, uint64_t stalled_cycles,
                                               const struct rvt_control *control);

/* Filters and comparators work as registers say, from the next row on. */
void rvt_retirement_monitor_program(struct rvt_retirement_monitor *monitor,
                                    const struct rvt_registers *registers);

/* A row that the encoder took or dropped; stalled_cycles as above. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_retirement_monitor_row(struct rvt_retirement_monitor *monitor,
                                           const struct rvt_row *row, uint64_t stalled_cycles);

/* All cycles up to and including cycle were idle. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_retirement_monitor_idle(struct rvt_retirement_monitor *monitor, uint64_t cycle);

#endif
