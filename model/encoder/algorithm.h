/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The algorithm: the state that every chart works on, and what happens between items: enabling, the
 * end of tracing, losses, changes of modes. The decisions on an item are those of the chart. Spec:
 * E-Trace, "Reference Compressed Branch Trace Algorithm" (ETR-ALG, ETR-SUP); decision 0001, "Events
 * between items"; decision 0002.
 */
#ifndef RVT_ENCODER_ALGORITHM_H
#define RVT_ENCODER_ALGORITHM_H

#include "encoder/chart.h"
#include "encoder/report.h"

struct rvt_algorithm {
    const struct rvt_encoder_chart *chart; /* borrowed */
    struct rvt_report report;
    bool first;      /* no qualified item since the latest start, end or loss */
    bool flag;       /* updiscon flag as computed for the latest item */
    bool ends_block; /* the latest item ended a block, independent of how blocks are formed */
    bool ended;      /* tracing ended after the encoder was enabled, and has not restarted */
    bool sync_due;   /* modes have changed: the next instruction gets a sync packet (ETR-SUP-004) */
    uint8_t source[16]; /* enum rvt_jump_source of what follows an itype. ETR-ALG-003 */
    struct {
        bool trap;     /* the neighbouring item was a TRAP, qualified or not (ETR-ALG-038) */
        bool trep;     /* and has been reported already (ETR-ALG-009) */
        bool returned; /* it was a return, and qualified */
        uint8_t itype; /* of the latest qualified item */
        uint8_t priv;
        struct rvt_cause cause;
        /* the draft's chart alone */
        bool updiscon;    /* it was an uninferable discontinuity, and qualified */
        bool known;       /* there was an instruction before, qualified or not */
        uint64_t context; /* of that instruction */
    } prev;
    bool ended_ntr; /* the latest item was reported as a jump target, without the updiscon flag;
                       away from first, which is read right after this is written */
};

/* Opens; the parameters give the sizes of the tables. config and chart are borrowed.
 * RVT_ERR_MEMORY. rvt_algorithm_close frees the tables; a zeroed struct may be closed too. */
RVT_MUST_USE
enum rvt_status rvt_algorithm_open(struct rvt_algorithm *algorithm, const struct rvt_config *config,
                                   const struct rvt_encoder_chart *chart, rvt_packet_sink sink,
                                   void *context);
void rvt_algorithm_close(struct rvt_algorithm *algorithm);

/* ENABLE: sends the support packet and restarts everything. */
void rvt_algorithm_enable(struct rvt_algorithm *algorithm, const struct rvt_moment *moment);

/* Decides on a qualified item. */
static inline void rvt_algorithm_item(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                                      const struct rvt_next *next)
{
    algorithm->chart->item(algorithm, item, next);
}

/* Decides on the last item of a trace. */
void rvt_algorithm_last(struct rvt_algorithm *algorithm, const struct rvt_item *item);

/* Passes an item that is not qualified. */
static inline void rvt_algorithm_pass(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    algorithm->chart->pass(algorithm, item);
}

/* END: decides on item (may be null) as the last one, then sends the support packet. ienable false:
 * DISABLE. */
void rvt_algorithm_end(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                       const struct rvt_moment *moment, bool ienable);

/* LOST: decides on item (may be null) without a next one, then sends the support packet. */
void rvt_algorithm_lose(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_moment *moment);

/*
 * Software changes modes while enabled: change_begin decides on item (may be null) with the old
 * modes; then the caller changes the configuration; change_end sends the support packet and
 * restarts every table. sync: the next instruction gets a sync packet. With cfg_change support_only
 * sync is false: change_begin is not called, and what is unreported stays so. ETR-SUP-004, AMB-126;
 * decision 0002.
 */
void rvt_algorithm_change_begin(struct rvt_algorithm *algorithm, const struct rvt_item *item);
void rvt_algorithm_change_end(struct rvt_algorithm *algorithm, const struct rvt_moment *moment,
                              bool sync);

/* Tracing starts again after an end: with support_on_restart, sends a support packet. AMB-123. */
void rvt_algorithm_restart(struct rvt_algorithm *algorithm, const struct rvt_moment *moment);

/* What follows is not a neighbour of anything before: halted, reset, disabled. */
void rvt_algorithm_forget(struct rvt_algorithm *algorithm);

/* What was not traced leads nowhere. */
static inline void rvt_algorithm_forget_jump(struct rvt_algorithm *algorithm)
{
    algorithm->report.source = RVT_JUMP_NONE;
    algorithm->prev.returned = false;
}

#endif
