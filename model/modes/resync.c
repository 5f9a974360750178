/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/resync.h"

void rvt_resync_init(struct rvt_resync *resync, const struct rvt_config *config)
{
    *resync = (struct rvt_resync){
        .mode = config->resync.mode,
        .cmp = config->switches.resync_cmp,
        .count_support = config->switches.resync_count_support,
        .skip = config->switches.resync_s2_skip,
        .stepwise = rvt_is_draft(config),
        .state = RVT_RESYNC_COUNTING,
        .threshold = UINT64_C(1) << (config->resync.max + 4),
    };
}

bool rvt_resync_program(struct rvt_resync *resync, const struct rvt_config *config)
{
    struct rvt_resync before = *resync;
    bool legacy = before.cmp == RVT_RESYNC_CMP_LEGACY;
    bool promised =
        legacy ? before.count >= before.threshold : before.state == RVT_RESYNC_SYNCHRONISE;

    rvt_resync_init(resync, config);
    resync->running = before.running;
    if (before.mode == resync->mode && !promised)
        rvt_resync_advance(resync, before.count);
    return promised;
}

void rvt_resync_restart(struct rvt_resync *resync)
{
    resync->running = false;
    resync->state = RVT_RESYNC_COUNTING;
    resync->count = 0;
}

void rvt_resync_advance(struct rvt_resync *resync, uint64_t by)
{
    uint64_t limit = resync->threshold + (resync->cmp == RVT_RESYNC_CMP_LEGACY ? 1 : 0);

    if (!resync->running)
        return;
    if (resync->stepwise && resync->count < resync->threshold)
        limit = resync->threshold;
    resync->count = by > limit - resync->count ? limit : resync->count + by;
}

void rvt_resync_exceed(struct rvt_resync *resync)
{
    resync->count = resync->threshold + 1;
}

void rvt_resync_packet(struct rvt_resync *resync, enum rvt_resync_packet packet)
{
    if (packet == RVT_RESYNC_PACKET_SYNC) {
        resync->running = true;
        resync->state = RVT_RESYNC_COUNTING;
        resync->count = 0;
        return;
    }
    /* Context packets count in both schemes, support packets in the older one only. */
    if (packet == RVT_RESYNC_PACKET_SUPPORT && !resync->count_support)
        return;
    if (resync->mode == RVT_RESYNC_PACKETS)
        rvt_resync_advance(resync, 1);
}
