/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Does a packet of format 3 follow each packet whose updiscon flag says so? That depends on no
 * path. te_data packets do not count. Spec: ETR-FMT-027.
 */
#ifndef RVT_CHECK_UPDISCON_ORDER_H
#define RVT_CHECK_UPDISCON_ORDER_H

#include "base/params.h"
#include "wire/te_inst.h"

struct rvt_updiscon_order {
    bool exact;   /* the flag says that a packet of format 3 follows at once */
    bool flagged; /* it did in the latest packet */
    bool broken;  /* once a packet did not obey */
};

/* Nothing is checked if the encoder is less exact: by an older rule of resynchronisation, if it
 * treats blocks as instructions (AMB-101, AMB-129), or by the older chart, which reports the
 * address of a trap before another trap (ETR-ALG-075). */
struct rvt_updiscon_order rvt_updiscon_order(const struct rvt_config *config);

/* The next te_inst packet; null: one that cannot be read. True if it is not of format 3 and should
 * be, for the first time: of an encoder that sets the flag elsewhere, one finding is enough. */
bool rvt_updiscon_order_take(struct rvt_updiscon_order *order, const struct rvt_packet *packet);

#endif
