/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/updiscon_order.h"

#include <stddef.h>

struct rvt_updiscon_order rvt_updiscon_order(const struct rvt_config *config)
{
    const struct rvt_switches *switches = &config->switches;
    bool resync = config->resync.mode == RVT_RESYNC_OFF ||
                  (switches->resync_cmp == RVT_RESYNC_CMP_FSM &&
                   switches->resync_point == RVT_RESYNC_POINT_BLOCK_END);

    bool chart = !rvt_is_draft(config) && switches->chart == RVT_CHART_V204;

    return (struct rvt_updiscon_order){
        .exact = chart && resync && switches->updiscon_bit == RVT_UPDISCON_BIT_ONLY_BEFORE_SYNC};
}

bool rvt_updiscon_order_take(struct rvt_updiscon_order *order, const struct rvt_packet *packet)
{
    bool other = packet != NULL && packet->format != RVT_FORMAT_SYNC;
    bool first = order->flagged && other && !order->broken;

    order->flagged = order->exact && other && packet->updiscon;
    order->broken = order->broken || first;
    return first;
}
