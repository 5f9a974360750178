/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/follow.h"

#include <stddef.h>

#include "base/bits.h"

enum rvt_status rvt_follow_event(const struct rvt_follow *follow, enum rvt_trace_event event,
                                 const struct rvt_packet *packet)
{
    const struct rvt_decoder_output *output = &follow->output;

    if (output->event == NULL)
        return RVT_OK;
    return output->event(output->context, event, packet) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

void rvt_follow_leave(struct rvt_follow *follow, bool fresh)
{
    follow->place = RVT_FOLLOW_NOWHERE;
    follow->fresh = fresh;
    follow->gap = true;
    follow->inferred = false;
}

/* An address of iaddress_width_p bits as the program has it. */
static uint64_t extend(const struct rvt_follow *follow, uint64_t address)
{
    unsigned width = follow->config->params.iaddress_width_p;
    uint64_t narrow = address & rvt_mask(width);

    if (follow->config->switches.addr_extend == RVT_ADDR_EXTEND_SIGN)
        narrow = rvt_sign_extend(narrow, width);
    return narrow & rvt_mask(rvt_image_xlen(follow->walk.image));
}

uint64_t rvt_follow_address(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    const struct rvt_params *params = &follow->config->params;
    uint64_t field = packet->address << params->iaddress_lsb_p;
    bool absolute = packet->format == RVT_FORMAT_SYNC || follow->full_address;

    return extend(follow, absolute ? field : follow->base + field);
}

static bool is_new_context(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    return packet->privilege != follow->privilege ||
           (!follow->config->params.nocontext_p && packet->context != follow->context);
}

/* What a sync packet settles, whatever led to it. */
static void synchronised(struct rvt_follow *follow, const struct rvt_packet *packet,
                         uint64_t address)
{
    follow->place = RVT_FOLLOW_PATH;
    follow->inferred = false;
    follow->reported = true;
    follow->sync_next = false;
    follow->gap = false;
    follow->base = address;
    follow->context = packet->context;
    follow->privilege = packet->privilege;
}

/* Takes the position from the packet, without a path to it. ETR-DEC-002, ETR-DEC-004. */
static enum rvt_status jump(struct rvt_follow *follow, const struct rvt_packet *packet,
                            struct rvt_diag *diag)
{
    uint64_t address = rvt_follow_address(follow, packet);
    enum rvt_status status = RVT_OK;

    if (follow->gap)
        status = rvt_follow_event(follow, RVT_EVENT_SYNC, packet);
    if (status == RVT_OK && (follow->gap || is_new_context(follow, packet)))
        status = rvt_follow_event(follow, RVT_EVENT_CONTEXT, packet);
    if (status != RVT_OK)
        return status;
    rvt_branch_map_clear(&follow->walk.map);
    status = rvt_walk_start(&follow->walk, address, diag);
    if (status != RVT_OK)
        return status;
    if (follow->walk.insn.kind == RVT_INSN_BRANCH)
        rvt_branch_map_add(&follow->walk.map, !packet->branch);
    synchronised(follow, packet, address);
    return RVT_OK;
}

/* The end of a path that an F3/0 tells of. */
struct end {
    uint64_t address;
    bool taken;
};

/* Tries a walk from walk to end without telling anyone. in_line: without crossing a discontinuity.
 */
static bool is_reachable(const struct rvt_walk *walk, const struct end *end, bool in_line)
{
    struct rvt_walk trial = *walk;
    struct rvt_goal goal = {.address = end->address, .any_arrival = true, .no_updiscon = in_line};
    struct rvt_insn insn;
    bool by_updiscon;

    trial.output = NULL;
    if (rvt_image_insn(trial.image, end->address, &insn, NULL) != RVT_OK)
        return false;
    if (insn.kind == RVT_INSN_BRANCH)
        rvt_branch_map_add(&trial.map, end->taken);
    return rvt_walk_to(&trial, &goal, &by_updiscon, NULL) == RVT_OK;
}

/* The same from the next occurrence of the position, the one that a discontinuity leads to. */
static bool is_reachable_again(const struct rvt_follow *follow, const struct end *end, bool in_line)
{
    struct rvt_walk trial = follow->walk;
    struct rvt_goal again = {.address = follow->base};
    bool by_updiscon;

    trial.output = NULL;
    return rvt_walk_to(&trial, &again, &by_updiscon, NULL) == RVT_OK &&
           is_reachable(&trial, end, in_line);
}

/* True if address can be that of the very next instruction. */
static bool is_next(const struct rvt_follow *follow, uint64_t address)
{
    uint64_t successor;

    return rvt_walk_at_updiscon(&follow->walk) ||
           (rvt_walk_successor(&follow->walk, &successor) && successor == address);
}

/* How an F3/0 hangs together with the position. */
enum link {
    LINK_PATH,  /* the path goes on from the position */
    LINK_AGAIN, /* it goes on from the next occurrence of the position */
    LINK_BREAK, /* execution broke off: a context change of type 3 */
};

/*
 * A report that was neither reached by a discontinuity nor asked for is the last one before a trap,
 * an end, or an F3/0 of the very next instruction (ETR-ALG-032, ETR-ALG-033). So if the F3/0 at
 * hand lies further on, the report was of a later occurrence (ETR-DEC-012): without a branch
 * pending a periodic F3/0, and one of a precise context change, have no packet before them. An
 * encoder that takes blocks for instructions is less exact. A break is told by the context only;
 * where it has no explicit report before it, a path is preferred (AMB-105).
 */
static enum link find_link(const struct rvt_follow *follow, const struct rvt_packet *packet,
                           const struct end *end)
{
    const struct rvt_params *params = &follow->config->params;
    bool by_item = follow->config->switches.resync_point == RVT_RESYNC_POINT_ANY_ITEM &&
                   follow->config->resync.mode != RVT_RESYNC_OFF;
    bool other = !params->nocontext_p && params->ctype_width_p > 1 && follow->reported &&
                 packet->context != follow->context;

    if (follow->sync_next && is_next(follow, end->address))
        return LINK_PATH;
    if (!follow->inferred && other)
        return (by_item || !follow->sync_next) && is_reachable(&follow->walk, end, false)
                   ? LINK_PATH
                   : LINK_BREAK;
    if (!follow->inferred || (by_item && is_reachable(&follow->walk, end, true)))
        return LINK_PATH;
    if (is_reachable_again(follow, end, other))
        return LINK_AGAIN;
    return other ? LINK_BREAK : LINK_PATH;
}

enum rvt_status rvt_follow_start(struct rvt_follow *follow, const struct rvt_packet *packet,
                                 struct rvt_diag *diag)
{
    struct rvt_goal goal = {
        .address = rvt_follow_address(follow, packet),
        .any_arrival = packet->privilege == follow->privilege,
        .announce = is_new_context(follow, packet) ? packet : NULL,
    };
    struct end end = {.address = goal.address, .taken = !packet->branch};
    enum link link = LINK_BREAK;
    enum rvt_status status = RVT_OK;
    struct rvt_insn insn;
    bool by_updiscon;

    if (follow->place == RVT_FOLLOW_PATH)
        link = find_link(follow, packet, &end);
    if (link == LINK_BREAK)
        return jump(follow, packet, diag);
    if (link == LINK_AGAIN)
        status = rvt_follow_settle(follow, diag);
    if (status == RVT_OK)
        status = rvt_image_insn(follow->walk.image, goal.address, &insn, diag);
    if (status == RVT_OK && insn.kind == RVT_INSN_BRANCH)
        rvt_branch_map_add(&follow->walk.map, !packet->branch);
    if (status == RVT_OK)
        status = rvt_walk_to(&follow->walk, &goal, &by_updiscon, diag);
    if (status == RVT_OK)
        synchronised(follow, packet, goal.address);
    return status;
}

/* The EPC, if it is known. ETR-DEC-006, AMB-048. */
static bool find_epc(const struct rvt_follow *follow, const struct rvt_packet *packet,
                     uint64_t *epc)
{
    bool told = !packet->thaddr && !packet->interrupt;

    *epc = 0;
    switch (follow->place) {
    case RVT_FOLLOW_TRAPPED: /* it lies in the handler of the trap before, which retired nothing */
        return false;
    case RVT_FOLLOW_NOWHERE:
        if (!told || !follow->fresh)
            return false;
        break;
    case RVT_FOLLOW_PATH:
        if (!rvt_walk_at_updiscon(&follow->walk))
            return rvt_walk_successor(&follow->walk, epc);
        if (!told)
            return false;
        break;
    }
    *epc = rvt_follow_address(follow, packet);
    return true;
}

enum rvt_status rvt_follow_trap(struct rvt_follow *follow, const struct rvt_packet *packet,
                                struct rvt_diag *diag)
{
    const struct rvt_decoder_output *output = &follow->output;
    struct rvt_trap trap = {
        .ecause = packet->ecause,
        .interrupt = packet->interrupt,
        .tval = packet->interrupt ? 0 : packet->tval,
    };

    trap.epc_known = find_epc(follow, packet, &trap.epc);
    if (output->trap != NULL && output->trap(output->context, &trap) != RVT_OK)
        return RVT_ERR_SINK;
    follow->inferred = false;
    if (packet->thaddr)
        return jump(follow, packet, diag);
    follow->place = RVT_FOLLOW_TRAPPED;
    return RVT_OK;
}

enum rvt_status rvt_follow_settle(struct rvt_follow *follow, struct rvt_diag *diag)
{
    struct rvt_goal again = {.address = follow->base};
    bool by_updiscon;

    if (!follow->inferred)
        return RVT_OK;
    follow->inferred = false;
    return rvt_walk_to(&follow->walk, &again, &by_updiscon, diag);
}

enum rvt_status rvt_follow_report(struct rvt_follow *follow, const struct rvt_packet *packet,
                                  struct rvt_diag *diag)
{
    unsigned branches = packet->branches & RVT_BRANCHES_MAX;
    bool last_branch = packet->format == RVT_FORMAT_DIFF_DELTA && branches == 0;
    struct rvt_goal goal = {
        .last_branch = last_branch,
        .any_arrival = packet->notify || !packet->updiscon,
    };
    bool by_updiscon;
    enum rvt_status status = rvt_follow_settle(follow, diag);

    if (status != RVT_OK)
        return status;
    if (packet->format == RVT_FORMAT_DIFF_DELTA)
        rvt_branch_map_append(&follow->walk.map, packet->branch_map,
                              last_branch ? RVT_BRANCHES_MAX : branches);
    goal.address = last_branch ? 0 : rvt_follow_address(follow, packet);
    status = rvt_walk_to(&follow->walk, &goal, &by_updiscon, diag);
    if (status != RVT_OK)
        return status;
    follow->reported = !last_branch;
    follow->inferred = !last_branch && !by_updiscon && !packet->notify;
    follow->sync_next = !last_branch && (packet->updiscon || follow->inferred);
    if (!last_branch)
        follow->base = goal.address;
    return RVT_OK;
}
