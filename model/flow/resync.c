/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/resync.h"

void rvt_resync_init(struct rvt_resync *resync, const struct rvt_config *config)
{
    *resync = (struct rvt_resync){
        .mode = config->resync.mode,
        .cmp = config->switches.resync_cmp,
        .count_support = config->switches.resync_count_support,
        .state = RVT_RESYNC_COUNTING,
        .threshold = UINT64_C(1) << (config->resync.max + 4),
    };
}

void rvt_resync_restart(struct rvt_resync *resync)
{
    resync->running = false;
    resync->state = RVT_RESYNC_COUNTING;
    resync->count = 0;
}

static void advance(struct rvt_resync *resync, uint64_t by)
{
    uint64_t limit = resync->threshold + (resync->cmp == RVT_RESYNC_CMP_LEGACY ? 1 : 0);

    if (!resync->running)
        return;
    resync->count = by > limit - resync->count ? limit : resync->count + by;
}

void rvt_resync_cycles(struct rvt_resync *resync, uint64_t cycles)
{
    if (resync->mode == RVT_RESYNC_CYCLES)
        advance(resync, cycles);
}

void rvt_resync_halfwords(struct rvt_resync *resync, uint64_t halfwords)
{
    if (resync->mode == RVT_RESYNC_HALFWORDS)
        advance(resync, halfwords);
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
        advance(resync, 1);
}

void rvt_resync_before(struct rvt_resync *resync, bool point)
{
    if (resync->mode == RVT_RESYNC_OFF || resync->cmp == RVT_RESYNC_CMP_LEGACY)
        return;
    if (resync->state == RVT_RESYNC_COUNTING && point && resync->count >= resync->threshold)
        resync->state = RVT_RESYNC_REPORT_BRANCHES;
}

void rvt_resync_after(struct rvt_resync *resync)
{
    if (resync->state == RVT_RESYNC_REPORT_BRANCHES)
        resync->state = RVT_RESYNC_SYNCHRONISE;
}

bool rvt_resync_flushes(const struct rvt_resync *resync)
{
    if (resync->cmp == RVT_RESYNC_CMP_LEGACY)
        return resync->mode != RVT_RESYNC_OFF && resync->count == resync->threshold;
    return resync->state == RVT_RESYNC_REPORT_BRANCHES;
}

bool rvt_resync_syncs(const struct rvt_resync *resync)
{
    if (resync->cmp == RVT_RESYNC_CMP_LEGACY)
        return resync->mode != RVT_RESYNC_OFF && resync->count > resync->threshold;
    return resync->state == RVT_RESYNC_SYNCHRONISE;
}

bool rvt_resync_syncs_next(const struct rvt_resync *resync)
{
    return rvt_resync_flushes(resync);
}
