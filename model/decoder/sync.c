/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Synchronisation packets: where they take the decoder, and how they hang together with the path
 * before them. */
#include <stddef.h>

#include "decoder/follow.h"
#include "decoder/leave.h"

static bool is_new_context(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    return packet->privilege != follow->privilege ||
           (!follow->config->params.nocontext_p && packet->context != follow->context);
}

/* True if the encoder's tables begin anew with a sync packet. AMB-071. */
static bool resets_tables(const struct rvt_follow *follow)
{
    return follow->config->switches.table_reset != RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF ||
           follow->gap || !follow->resync_off;
}

/* The tables of a decoder that may have missed something are empty; else it forgets nothing that it
 * has seen cached (AMB-082). */
static void begin_tables(struct rvt_follow *follow)
{
    follow->resets = resets_tables(follow);
    follow->forgets = follow->gap;
}

/* What a sync packet settles, whatever led to it. */
static void synchronise(struct rvt_follow *follow, const struct rvt_packet *packet,
                        uint64_t address)
{
    const struct rvt_switches *switches = &follow->config->switches;
    struct rvt_walk *walk = &follow->walk;

    begin_tables(follow);
    walk->dropped = switches->ir_sync_call == RVT_IR_SYNC_CALL_DROPPED;
    walk->trained = follow->resets && switches->bpred_sync_branch == RVT_BPRED_SYNC_DISCARD;
    if (switches->sijump_across_sync == RVT_SIJUMP_ACROSS_SYNC_REPORT)
        walk->pair = false;
    walk->irets = 0;
    if (follow->resets)
        walk->returned = walk->branched = false;
    follow->synchronised = true;
    follow->place = RVT_PLACE_PATH;
    follow->inferred = false;
    follow->reported = true;
    follow->sync_next = false;
    follow->gap = false;
    follow->base = address;
    follow->context = packet->context;
    follow->privilege = packet->privilege;
    follow->step.address = address;
}

/* Takes the position from the packet, without a path to it. ETR-DEC-002, ETR-DEC-004. */
static enum rvt_status jump(struct rvt_follow *follow, const struct rvt_packet *packet,
                            uint64_t address, struct rvt_diag *diag)
{
    struct rvt_walk *walk = &follow->walk;
    enum rvt_status status = RVT_OK;

    if (follow->gap)
        status = rvt_account_event(walk->account, RVT_EVENT_SYNC);
    if (status == RVT_OK && (follow->gap || is_new_context(follow, packet)))
        status = rvt_account_event(walk->account, RVT_EVENT_CONTEXT);
    if (status != RVT_OK)
        return status;
    rvt_outcomes_clear(&walk->outcomes);
    status = rvt_walk_start(walk, address, diag);
    if (status != RVT_OK)
        return status;
    if (walk->insn.kind == RVT_INSN_BRANCH)
        rvt_branch_map_add(&walk->outcomes.map, !packet->branch);
    synchronise(follow, packet, address);
    return RVT_OK;
}

/* A trap behind a return was told with thaddr 0. If the next packet is F3/0 the return was
 * mispredicted, as the trap at the target of a discontinuity; else another trap followed. */
static void settle_return(struct rvt_follow *follow, bool mispredicted)
{
    if (follow->pop_open && (!mispredicted || follow->config->switches.ir_mispredict_pop))
        rvt_tables_pop(follow->walk.tables);
    follow->pop_open = false;
}

/* The end of a path that an F3/0 tells of. */
struct end {
    uint64_t address;
    bool taken;
};

/* Tries the path to end. in_line: without crossing a discontinuity. again: from the later
 * occurrence of the position, the one that a discontinuity leads to. */
static bool is_reachable(const struct rvt_follow *follow, const struct end *end, bool in_line,
                         bool again)
{
    struct rvt_goal goal = {
        .stop = RVT_STOP_FIRST, .address = end->address, .no_updiscon = in_line, .lenient = true};

    return rvt_follow_try(follow, again ? &follow->again : NULL, &goal, &end->taken);
}

/* True if address can be that of the very next instruction. */
static bool is_next(const struct rvt_follow *follow, uint64_t address)
{
    uint64_t successor;
    enum rvt_successor known = rvt_walk_successor(&follow->walk, &successor);

    return known != RVT_SUCCESSOR_KNOWN || successor == address;
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
 * hand lies further on, or at another level that no trap return leads to there, the report was of a
 * later occurrence (ETR-DEC-012): without a branch pending a periodic F3/0, and one of a precise
 * context change, have no packet before them. An encoder that takes blocks for instructions is less
 * exact. A break is told by the context only; where it has no explicit report before it, a path is
 * preferred (AMB-105).
 */
static enum link find_link(const struct rvt_follow *follow, const struct rvt_packet *packet,
                           const struct end *end)
{
    const struct rvt_params *params = &follow->config->params;
    const struct rvt_switches *switches = &follow->config->switches;
    bool by_item = switches->resync_point == RVT_RESYNC_POINT_ANY_ITEM && !follow->resync_off;
    bool other =
        !params->nocontext_p && params->ctype_width_p > 1 && packet->context != follow->context;
    bool told = other && follow->reported;
    bool level = packet->privilege == follow->privilege;

    if (follow->sync_next && is_next(follow, end->address) &&
        (level || follow->walk.insn.kind == RVT_INSN_TRAP_RETURN))
        return LINK_PATH;
    if (!follow->inferred && told)
        return (by_item || !follow->sync_next) && is_reachable(follow, end, false, false)
                   ? LINK_PATH
                   : LINK_BREAK;
    if (!follow->inferred && other && switches->ctype3 == RVT_CTYPE3_CHART)
        return is_reachable(follow, end, false, false) ? LINK_PATH : LINK_BREAK;
    if (!follow->inferred || (by_item && level && is_reachable(follow, end, true, false)))
        return LINK_PATH;
    if (is_reachable(follow, end, told, true))
        return LINK_AGAIN;
    return told ? LINK_BREAK : LINK_PATH;
}

/* True if an F3/0 that changes nothing can only be a periodic one, and as such follows directly on
 * the report. Decision 0001. */
static bool is_periodic(const struct rvt_follow *follow, const struct rvt_packet *packet)
{
    const struct rvt_params *params = &follow->config->params;

    return !follow->resync_off && !is_new_context(follow, packet) &&
           (!params->nocontext_p || params->ctype_width_p == 1) &&
           follow->config->switches.resync_point == RVT_RESYNC_POINT_BLOCK_END;
}

/* True if an F3/0 behind a report shows that the return at the position was mispredicted: it cannot
 * tell so itself. */
static bool shows_misprediction(const struct rvt_follow *follow, const struct rvt_packet *packet,
                                const struct end *end)
{
    uint64_t expected;

    if (packet->privilege != follow->privilege) /* a return changes none */
        return false;
    if (!follow->reported || follow->walk.tables->stack.counter ||
        rvt_walk_successor(&follow->walk, &expected) != RVT_SUCCESSOR_EXPECTED ||
        expected == end->address)
        return false;
    return follow->sync_next || is_periodic(follow, packet) ||
           follow->config->switches.ir_flush_before_sync || /* an implicit one would be told */
           !is_reachable(follow, end, true, false);
}

/* F3/0 that the path leads to. ETR-DEC-003. */
static enum rvt_status walk_on(struct rvt_follow *follow, const struct rvt_packet *packet,
                               const struct end *end, struct rvt_diag *diag)
{
    const struct rvt_switches *switches = &follow->config->switches;
    bool populates = switches->jtc_sync_populate == RVT_JTC_SYNC_NON_START_IF_RESYNC_OFF;
    struct rvt_walk *walk = &follow->walk;
    struct rvt_goal goal = {
        .stop = packet->privilege == follow->privilege ? RVT_STOP_FIRST : RVT_STOP_UPDISCON,
        .address = end->address,
        .lenient = true,
        .fails = shows_misprediction(follow, packet, end),
        .write_cache = resets_tables(follow) || populates,
        .announce = is_new_context(follow, packet),
    };
    struct rvt_insn insn;
    enum rvt_status status = rvt_image_insn(walk->image, end->address, &insn, diag);

    if (status != RVT_OK)
        return status;
    if (insn.kind == RVT_INSN_BRANCH)
        rvt_branch_map_add(&walk->outcomes.map, end->taken);
    status = rvt_walk_to(walk, &goal, diag);
    if (status != RVT_OK)
        return status;
    follow->step.arrival = walk->arrival;
    synchronise(follow, packet, end->address);
    return RVT_OK;
}

/* Execution broke off behind the position; a return there was mispredicted, unless by chance. */
static void leave_by_break(struct rvt_follow *follow, uint64_t address)
{
    uint64_t expected;
    bool good = rvt_walk_successor(&follow->walk, &expected) == RVT_SUCCESSOR_EXPECTED &&
                expected == address;

    rvt_walk_abandon(&follow->walk, good || follow->config->switches.ir_mispredict_pop);
}

enum rvt_status rvt_follow_start(struct rvt_follow *follow, const struct rvt_packet *packet,
                                 struct rvt_diag *diag)
{
    struct end end = {.address = rvt_follow_address(follow, packet), .taken = !packet->branch};
    enum link link = LINK_BREAK;
    enum rvt_status status = RVT_OK;

    follow->step.new_level = is_new_context(follow, packet);
    if (follow->place == RVT_PLACE_PATH)
        link = find_link(follow, packet, &end);
    if (link == LINK_BREAK) {
        follow->step.arrival = follow->place == RVT_PLACE_TRAPPED ? RVT_ARRIVAL_HANDLER
                               : follow->gap                      ? RVT_ARRIVAL_FIRST
                                                                  : RVT_ARRIVAL_BREAK;
        settle_return(follow, true);
        if (follow->inferred)
            rvt_follow_cache(follow);
        if (follow->place == RVT_PLACE_PATH)
            leave_by_break(follow, end.address);
        return jump(follow, packet, end.address, diag);
    }
    if (link == LINK_AGAIN)
        status = rvt_follow_settle(follow, diag);
    else if (follow->inferred)
        rvt_follow_cache(follow);
    return status == RVT_OK ? walk_on(follow, packet, &end, diag) : status;
}

static bool is_handler(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_TRAP &&
           packet->thaddr;
}

/* The EPC, if it is known. ETR-DEC-006, AMB-048. */
static bool find_epc(const struct rvt_follow *follow, const struct rvt_packet *packet,
                     uint64_t *epc)
{
    bool told = !packet->thaddr && !packet->interrupt;
    const struct rvt_packet *next = follow->successor;

    *epc = 0;
    switch (follow->place) {
    case RVT_PLACE_TRAPPED: /* it lies in the handler of the trap before, which retired nothing */
        return false;
    case RVT_PLACE_NOWHERE:
        if (!told || !follow->fresh)
            return false;
        break;
    case RVT_PLACE_PATH:
        switch (rvt_walk_successor(&follow->walk, epc)) {
        case RVT_SUCCESSOR_KNOWN:
            return true;
        case RVT_SUCCESSOR_EXPECTED:
            if (packet->interrupt || (!packet->thaddr && next == NULL))
                return false;
            if (packet->thaddr || is_handler(next)) /* a misprediction is told otherwise */
                return true;
            if (next->subformat != RVT_SUBFORMAT_START)
                return false;
            break;
        case RVT_SUCCESSOR_OPEN:
            break;
        }
        if (!told)
            return false;
        break;
    }
    *epc = rvt_follow_address(follow, packet);
    return true;
}

/* The address of the handler: told, or known from the vectors. ETR-MODE-062, AMB-047. */
static enum rvt_status find_handler(const struct rvt_follow *follow,
                                    const struct rvt_packet *packet, uint64_t *address,
                                    struct rvt_diag *diag)
{
    *address = 0;
    if (!follow->walk.mode.implicit_exception) {
        *address = rvt_follow_address(follow, packet);
        return RVT_OK;
    }
    if (follow->vectors(follow->vectors_context, packet, address))
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_PARAMETER, "ecause", packet->ecause, "AMB-047",
                        "the trap vector of privilege %u is not known", packet->privilege);
}

enum rvt_status rvt_follow_trap(struct rvt_follow *follow, const struct rvt_packet *packet,
                                struct rvt_diag *diag)
{
    struct rvt_walk *walk = &follow->walk;
    struct rvt_trap trap = {
        .ecause = packet->ecause,
        .interrupt = packet->interrupt,
        .tval = packet->tval,
    };
    uint64_t successor;
    enum rvt_status status;
    enum rvt_successor known = rvt_walk_successor(walk, &successor);

    trap.epc_known = find_epc(follow, packet, &trap.epc);
    if (!trap.epc_known)
        trap.epc = 0;
    follow->step.updiscon_before = follow->place == RVT_PLACE_PATH && known == RVT_SUCCESSOR_OPEN;
    follow->step.return_before = follow->place == RVT_PLACE_PATH && known == RVT_SUCCESSOR_EXPECTED;
    status = rvt_account_trap(walk->account, &trap);
    if (status != RVT_OK)
        return status;
    rvt_account_vouch(walk->account);
    if (follow->inferred)
        rvt_follow_cache(follow);
    follow->inferred = false;
    if (follow->place == RVT_PLACE_PATH) {
        follow->pop_open = known == RVT_SUCCESSOR_EXPECTED && !packet->thaddr && !packet->interrupt;
        rvt_walk_abandon(walk, !follow->pop_open);
    }
    if (packet->thaddr) {
        uint64_t handler;
        settle_return(follow, false);
        follow->step.arrival = RVT_ARRIVAL_HANDLER;
        status = find_handler(follow, packet, &handler, diag);
        return status == RVT_OK ? jump(follow, packet, handler, diag) : status;
    }
    follow->place = RVT_PLACE_TRAPPED;
    begin_tables(follow);
    return RVT_OK;
}
