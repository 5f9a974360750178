/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A chart: the decisions of one edition of the algorithm, as functions that algorithm.h calls. The
 * chart is selected once, when an encoder is opened. Spec: E-Trace, figure of the "Reference
 * Compressed Branch Trace Algorithm" (ETR-ALG-001..058); decision 0006.
 */
#ifndef RVT_ENCODER_CHART_H
#define RVT_ENCODER_CHART_H

#include <stdbool.h>

#include "ingress/item.h"

struct rvt_algorithm; /* encoder/algorithm.h */

/* What comes after the current item. */
struct rvt_next {
    enum {
        RVT_NEXT_ITEM,   /* item, qualified */
        RVT_NEXT_END,    /* not qualified */
        RVT_NEXT_REPEAT, /* not qualified, and the address of the last item is repeated (AMB-131) */
        RVT_NEXT_LOSS,   /* unknown */
        RVT_NEXT_SYNC,   /* unknown, but it gets a sync packet */
    } kind;
    const struct rvt_item *item;
};

struct rvt_encoder_chart {
    /* Decides on a qualified item and sends the packet that is due, if any. */
    void (*item)(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                 const struct rvt_next *next);
    /* Passes an item that is not qualified: it only becomes the previous one. ETR-ALG-020. */
    void (*pass)(struct rvt_algorithm *algorithm, const struct rvt_item *item);
    /* A change of modes while enabled ends the trace and starts a new one; otherwise tracing
     * continues with a sync packet. ETR-SUP-004. */
    bool change_ends_trace;
};

#endif
