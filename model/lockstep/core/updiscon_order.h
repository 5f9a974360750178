/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Does a sync packet follow each packet whose updiscon flag says so? That depends on no path. Spec:
 * ETR-FMT-027.
 */
#ifndef RVT_LOCKSTEP_CORE_UPDISCON_ORDER_H
#define RVT_LOCKSTEP_CORE_UPDISCON_ORDER_H

#include "base/params.h"
#include "wire/te_inst.h"

struct rvt_updiscon_order {
    bool exact;   /* the flag says that a sync packet follows at once */
    bool flagged; /* it did in the latest packet */
    bool broken;  /* once a packet did not obey */
};

/* An older rule of resynchronisation, and an encoder that treats blocks as instructions, are less
 * exact (AMB-101, AMB-129): nothing is checked then. */
struct rvt_updiscon_order rvt_updiscon_order(const struct rvt_config *config);

/* The next packet; null: one that cannot be read. True if it is no sync packet and should be one,
 * for the first time: of an encoder that sets the flag elsewhere, one finding is enough. */
bool rvt_updiscon_order_take(struct rvt_updiscon_order *order, const struct rvt_packet *packet);

#endif
