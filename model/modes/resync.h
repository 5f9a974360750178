/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * When an encoder synchronises again. Two schemes: the three-state machine of the algorithm
 * chapter, bound to points that do not depend on how instructions are cut into blocks; and the
 * older comparison of a counter with its limit. Spec: E-Trace, "Resynchronisation"
 * (ETR-RSY-001..009), ETR-ALG-077 for the older scheme; decision 0001.
 */
#ifndef RVT_MODES_RESYNC_H
#define RVT_MODES_RESYNC_H

#include "base/params.h"

enum rvt_resync_state {
    RVT_RESYNC_COUNTING = 1,        /* state 1 */
    RVT_RESYNC_REPORT_BRANCHES = 2, /* state 2 */
    RVT_RESYNC_SYNCHRONISE = 3,     /* state 3 */
};

/* Read the members, change them only through the functions below. */
struct rvt_resync {
    enum rvt_resync_mode mode;
    enum rvt_resync_cmp cmp;
    bool count_support; /* support packets count (AMB-100) */
    bool skip;          /* nothing pending: state 1 becomes 3 at once (AMB-101) */
    bool stepwise;      /* the count is at the threshold once (DRA-013) */
    bool running;       /* a sync packet was sent since the encoder was enabled: counting goes on */
    enum rvt_resync_state state;
    uint64_t threshold;
    uint64_t count; /* saturates: at the threshold, or one above it in the older scheme; 0 in mode
                       RVT_RESYNC_OFF, in which nothing is due */
};

/* Which packet was sent. */
enum rvt_resync_packet {
    RVT_RESYNC_PACKET_SYNC,    /* F3/0 and F3/1 */
    RVT_RESYNC_PACKET_SUPPORT, /* F3/3 */
    RVT_RESYNC_PACKET_CONTEXT, /* F3/2 */
    RVT_RESYNC_PACKET_OTHER,   /* F0, F1, F2 */
};

/* Starts with the mode and threshold of config. Threshold 2^(max + 4). */
void rvt_resync_init(struct rvt_resync *resync, const struct rvt_config *config);

/*
 * Takes mode and threshold from config while counting goes on; a new unit begins at 0. Returns true
 * if the packets sent announce a sync packet for the next instruction, which the caller must then
 * send.
 */
RVT_MUST_USE
bool rvt_resync_program(struct rvt_resync *resync, const struct rvt_config *config);

/* The encoder is enabled: counting waits for the first sync packet. ETR-RSY-002. */
void rvt_resync_restart(struct rvt_resync *resync);

/* A packet was sent: a sync packet restarts the count, others count in their own mode only. */
void rvt_resync_packet(struct rvt_resync *resync, enum rvt_resync_packet packet);

/* Adds by in any mode, if counting is running. Common part of the functions below. */
void rvt_resync_advance(struct rvt_resync *resync, uint64_t by);

/* The older scheme: the branches of the item at the threshold were reported, the next one is beyond
 * it. */
void rvt_resync_exceed(struct rvt_resync *resync);

/* Time and progress; each counts in its own mode only. */
static inline void rvt_resync_cycles(struct rvt_resync *resync, uint64_t cycles)
{
    if (resync->mode == RVT_RESYNC_CYCLES)
        rvt_resync_advance(resync, cycles);
}

static inline void rvt_resync_halfwords(struct rvt_resync *resync, uint64_t halfwords)
{
    if (resync->mode == RVT_RESYNC_HALFWORDS)
        rvt_resync_advance(resync, halfwords);
}

/* Before the decision of an instruction; point: the machine may leave state 1 here; pending:
 * something before is unreported. */
static inline void rvt_resync_before(struct rvt_resync *resync, bool point, bool pending)
{
    if (resync->cmp == RVT_RESYNC_CMP_LEGACY)
        return;
    if (resync->state == RVT_RESYNC_COUNTING && resync->count >= resync->threshold && point)
        resync->state =
            resync->skip && !pending ? RVT_RESYNC_SYNCHRONISE : RVT_RESYNC_REPORT_BRANCHES;
}

/* After the decision of an instruction: state 2 becomes 3. ETR-RSY-005. */
static inline void rvt_resync_after(struct rvt_resync *resync)
{
    if (resync->state == RVT_RESYNC_REPORT_BRANCHES)
        resync->state = RVT_RESYNC_SYNCHRONISE;
}

/* resync2_br, without the condition on branches: the current instruction reports those that are
 * pending. */
static inline bool rvt_resync_flushes(const struct rvt_resync *resync)
{
    if (resync->cmp == RVT_RESYNC_CMP_LEGACY)
        return resync->count == resync->threshold;
    return resync->state == RVT_RESYNC_REPORT_BRANCHES;
}

/* resync3: the current instruction gets a sync packet. */
static inline bool rvt_resync_syncs(const struct rvt_resync *resync)
{
    if (resync->cmp == RVT_RESYNC_CMP_LEGACY)
        return resync->count > resync->threshold;
    return resync->state == RVT_RESYNC_SYNCHRONISE;
}

/* The instruction after the current one is going to get a sync packet. ETR-RSY-012. */
static inline bool rvt_resync_syncs_next(const struct rvt_resync *resync)
{
    return rvt_resync_flushes(resync);
}

#endif
