/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/sync.h"

#include <stddef.h>

static bool is_new_context(const struct rvt_follower *follower, const struct rvt_packet *packet)
{
    return packet->privilege != follower->privilege ||
           (!follower->config->params.nocontext_p && packet->context != follower->context);
}

/* True if a sync packet resets the encoder's tables. AMB-071. */
static bool resets_tables(const struct rvt_follower *follower)
{
    return follower->config->switches.table_reset != RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF ||
           follower->gap || !follower->resync_off;
}

/* After a gap all tables are reset. Else the jump target cache keeps its entries (AMB-082). */
static void reset_tables(struct rvt_follower *follower)
{
    follower->resets = resets_tables(follower);
    follower->forgets = follower->gap;
}

/* What a sync packet determines, however its address was reached. */
static void synchronise(struct rvt_follower *follower, const struct rvt_packet *packet,
                        uint64_t address)
{
    const struct rvt_switches *switches = &follower->config->switches;
    struct rvt_path *path = &follower->path;

    reset_tables(follower);
    path->dropped = switches->ir_sync_call == RVT_IR_SYNC_CALL_DROPPED;
    path->trained = follower->resets && switches->bpred_sync_branch == RVT_BPRED_SYNC_DISCARD;
    if (switches->sijump_across_sync == RVT_SIJUMP_ACROSS_SYNC_REPORT)
        path->pair = false;
    path->irets = 0;
    if (follower->resets)
        path->returned = path->branched = false;
    follower->synchronised = true;
    follower->place = RVT_PLACE_PATH;
    follower->inferred = false;
    follower->reported = true;
    follower->sync_next = false;
    follower->sync_flagged = follower->sync_denied = false;
    follower->gap = false;
    follower->base = address;
    follower->context = packet->context;
    follower->privilege = packet->privilege;
    follower->meaning.address = address;
}

/* Takes the position from the packet, without a path to it. ETR-DEC-002, ETR-DEC-004. */
static enum rvt_status jump(struct rvt_follower *follower, const struct rvt_packet *packet,
                            uint64_t address, struct rvt_diag *diag)
{
    struct rvt_path *path = &follower->path;

    if (follower->gap)
        rvt_output_buffer_event(path->buffer, RVT_EVENT_SYNC);
    if (follower->gap || is_new_context(follower, packet))
        rvt_output_buffer_event(path->buffer, RVT_EVENT_CONTEXT);
    rvt_outcomes_clear(&path->outcomes);
    rvt_image_select(path->image, &follower->executor);
    if (rvt_image_is_branch(path->image, address))
        rvt_branch_map_add(&path->outcomes.map, !packet->branch);
    enum rvt_status status = rvt_execution_path_start(path, address, diag);
    if (status != RVT_OK)
        return status;
    synchronise(follower, packet, address);
    return RVT_OK;
}

/* A trap after a return was reported with thaddr 0. If the next packet is F3/0, the return was
 * mispredicted, and the trap lies at its target. Else another trap followed. */
static void settle_return(struct rvt_follower *follower, bool mispredicted)
{
    if (follower->pop_open && (!mispredicted || follower->config->switches.ir_mispredict_pop))
        rvt_tables_pop(follower->path.tables);
    follower->pop_open = false;
}

/* Where an F3/0 ends the path. */
struct target {
    uint64_t address;
    bool taken;
};

/* Tries the path to target. in_line: without a discontinuity. again: from the later occurrence of
 * the position, the one that a discontinuity leads to. */
static bool is_reachable(const struct rvt_follower *follower, const struct target *target,
                         bool in_line, bool again)
{
    struct rvt_goal goal = {.stop = RVT_STOP_FIRST,
                            .address = target->address,
                            .executor = rvt_follower_sees(follower, &follower->executor),
                            .no_updiscon = in_line,
                            .lenient = true};

    return rvt_follower_try(follower, again ? &follower->again : NULL, &goal, &target->taken);
}

/* True if address can be that of the very next instruction. */
static bool is_next(const struct rvt_follower *follower, uint64_t address)
{
    uint64_t successor;
    enum rvt_successor known = rvt_path_successor(&follower->path, &successor);

    return known != RVT_SUCCESSOR_KNOWN || successor == address;
}

/* True if the position is a return, an F3/0 that is not periodic lies elsewhere than the return
 * leads by the stack, and a path leads there from a later occurrence of the position. Then the
 * report meant that one (ETR-DEC-012): the chart sends no report before a precise change of context
 * while no branch is pending, unless a periodic F3/0 was due at the same instruction. */
static bool is_later_return(const struct rvt_follower *follower, const struct rvt_packet *packet,
                            const struct target *target)
{
    uint64_t expected;

    return follower->inferred && (follower->resync_off || is_new_context(follower, packet)) &&
           rvt_path_successor(&follower->path, &expected) == RVT_SUCCESSOR_EXPECTED &&
           expected != target->address && is_reachable(follower, target, true, true);
}

/* How an F3/0 is connected with the position. */
enum link {
    LINK_PATH,  /* the path continues from the position */
    LINK_AGAIN, /* it continues from the next occurrence of the position */
    LINK_BREAK, /* no path: a discontinuity of the context (ctype 3) */
};

/*
 * A report that no discontinuity led to, and that no notification asked for, is the last one before
 * a trap, the end, or an F3/0 of the very next instruction (ETR-ALG-032, ETR-ALG-033). So if this
 * F3/0 lies further on, or at another level without a trap return before it, the report meant a
 * later occurrence (ETR-DEC-012): with no branch pending, a periodic F3/0 and that of a precise
 * context change have no packet before them. An encoder that treats blocks as instructions is less
 * exact. Only the context shows a break, or with ctype3 support_break a support packet, after which
 * there is no position. Without an explicit report before it, a path is preferred (AMB-105).
 */
static enum link find_link(const struct rvt_follower *follower, const struct rvt_packet *packet,
                           const struct target *target)
{
    const struct rvt_params *params = &follower->config->params;
    const struct rvt_switches *switches = &follower->config->switches;
    bool by_item = switches->resync_point == RVT_RESYNC_POINT_ANY_ITEM && !follower->resync_off;
    bool other = !params->nocontext_p && params->ctype_width_p > 1 &&
                 switches->ctype3 != RVT_CTYPE3_SUPPORT_BREAK &&
                 packet->context != follower->context;
    bool reported = other && follower->reported;
    bool level = packet->privilege == follower->privilege;

    if (follower->sync_next && is_next(follower, target->address) &&
        (level || follower->path.insn.kind == RVT_INSN_TRAP_RETURN))
        return is_later_return(follower, packet, target) ? LINK_AGAIN : LINK_PATH;
    if (!follower->inferred && reported)
        return (by_item || !follower->sync_next) && is_reachable(follower, target, false, false)
                   ? LINK_PATH
                   : LINK_BREAK;
    if (!follower->inferred && other && switches->ctype3 == RVT_CTYPE3_CHART)
        return is_reachable(follower, target, false, false) ? LINK_PATH : LINK_BREAK;
    if (!follower->inferred || (by_item && level && is_reachable(follower, target, true, false)))
        return LINK_PATH;
    if (is_reachable(follower, target, reported, true))
        return LINK_AGAIN;
    return reported ? LINK_BREAK : LINK_PATH;
}

/* True if an F3/0 that changes nothing can only be a periodic one, which follows the report
 * directly. Decision 0001. */
static bool is_periodic(const struct rvt_follower *follower, const struct rvt_packet *packet)
{
    const struct rvt_params *params = &follower->config->params;

    return !follower->resync_off && !is_new_context(follower, packet) &&
           (!params->nocontext_p || params->ctype_width_p == 1) &&
           follower->config->switches.resync_point == RVT_RESYNC_POINT_BLOCK_END;
}

/* True if an F3/0 after a report shows that the return at the position was mispredicted: the F3/0
 * has no field for it. */
static bool shows_misprediction(const struct rvt_follower *follower,
                                const struct rvt_packet *packet, const struct target *target)
{
    uint64_t expected;

    if (packet->privilege != follower->privilege) /* a return changes none */
        return false;
    if (follower->sync_denied) /* more was executed before the F3/0 */
        return false;
    if (!follower->reported || follower->path.tables->stack.counter ||
        rvt_path_successor(&follower->path, &expected) != RVT_SUCCESSOR_EXPECTED ||
        expected == target->address)
        return false;
    return follower->sync_next || is_periodic(follower, packet) ||
           follower->config->switches
               .ir_flush_before_sync || /* an implicit one would be reported */
           !is_reachable(follower, target, true, false);
}

/* True if the F3/0 is known to be that of the instruction after the position. */
static bool is_next_certain(const struct rvt_follower *follower, const struct rvt_packet *packet,
                            uint64_t address)
{
    return is_periodic(follower, packet) || (follower->sync_next && is_next(follower, address));
}

/* True if the path to the F3/0 at address, where it is now, may have been longer: the packet has no
 * count of returns. AMB-021. */
static bool may_return(const struct rvt_follower *follower, const struct rvt_goal *goal)
{
    const struct rvt_path *path = &follower->path;
    const struct rvt_goal later = {.stop = RVT_STOP_FIRST,
                                   .address = goal->address,
                                   .executor = goal->executor,
                                   .lenient = true};

    return goal->stop == RVT_STOP_FIRST && path->end != RVT_PATH_END_UPDISCON &&
           !follower->config->switches.ir_flush_before_sync &&
           rvt_follower_returns(follower, &later);
}

/* An F3/0 that the path leads to. ETR-DEC-003. */
static enum rvt_status follow_to(struct rvt_follower *follower, const struct rvt_packet *packet,
                                 const struct target *target, struct rvt_diag *diag)
{
    const struct rvt_switches *switches = &follower->config->switches;
    bool populates = switches->jtc_sync_populate == RVT_JTC_SYNC_NON_START_IF_RESYNC_OFF;
    struct rvt_path *path = &follower->path;
    struct rvt_goal goal = {
        .stop = packet->privilege == follower->privilege ? RVT_STOP_FIRST : RVT_STOP_UPDISCON,
        .address = target->address,
        .executor = rvt_follower_sees(follower, &follower->executor),
        .lenient = true,
        .mispredicted = shows_misprediction(follower, packet, target),
        .write_cache = resets_tables(follower) || populates,
        .announce = is_new_context(follower, packet),
    };
    struct rvt_insn insn;
    bool certain = is_next_certain(follower, packet, target->address);
    enum rvt_status status = rvt_execution_path_look(path, &goal, &insn, diag);

    if (status != RVT_OK)
        return status;
    if (insn.kind == RVT_INSN_BRANCH)
        rvt_branch_map_add(&path->outcomes.map, target->taken);
    status = rvt_execution_path_follow(path, &goal, diag);
    follower->meaning.ambiguous = status == RVT_OK && !certain && may_return(follower, &goal);
    if (follower->meaning.ambiguous)
        rvt_output_buffer_event(path->buffer, RVT_EVENT_AMBIGUOUS);
    if (status != RVT_OK)
        return status;
    follower->meaning.end = path->end;
    synchronise(follower, packet, target->address);
    return RVT_OK;
}

/* A discontinuity of the context follows the position. A return there was mispredicted, unless it
 * leads to address. */
static void leave_by_break(struct rvt_follower *follower, uint64_t address)
{
    uint64_t expected;
    bool good = rvt_path_successor(&follower->path, &expected) == RVT_SUCCESSOR_EXPECTED &&
                expected == address;

    rvt_path_leave_by_trap(&follower->path, good || follower->config->switches.ir_mispredict_pop);
}

/* The F3/0 must be that of the next instruction if the report before flags it. The older rule of
 * resynchronisation, and an encoder that treats blocks as instructions, are less exact.
 * ETR-FMT-027, AMB-101. */
static enum rvt_status check_flag(const struct rvt_follower *follower,
                                  const struct rvt_packet *packet, uint64_t address,
                                  struct rvt_diag *diag)
{
    const struct rvt_switches *switches = &follower->config->switches;
    bool exact = follower->resync_off || (switches->resync_cmp == RVT_RESYNC_CMP_FSM &&
                                          switches->resync_point == RVT_RESYNC_POINT_BLOCK_END);
    uint64_t next;

    if (!exact || !follower->sync_flagged || packet->privilege != follower->privilege ||
        rvt_path_successor(&follower->path, &next) != RVT_SUCCESSOR_KNOWN || next == address)
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_FLOW, "address", address, "ETR-FMT-027",
                        "updiscon in the packet before says that a sync packet follows at once, "
                        "but the next instruction is at 0x%llx",
                        (unsigned long long)next);
}

enum rvt_status rvt_sync_start(struct rvt_follower *follower, const struct rvt_packet *packet,
                               struct rvt_diag *diag)
{
    struct target target = {.address = rvt_follower_address(follower, packet),
                            .taken = !packet->branch};
    enum link link = LINK_BREAK;
    enum rvt_status status = RVT_OK;

    follower->meaning.new_level = is_new_context(follower, packet);
    if (follower->place == RVT_PLACE_PATH)
        link = find_link(follower, packet, &target);
    if (link == LINK_BREAK) {
        follower->meaning.end = follower->place == RVT_PLACE_TRAPPED ? RVT_PATH_END_HANDLER
                                : follower->gap                      ? RVT_PATH_END_START
                                                                     : RVT_PATH_END_BREAK;
        settle_return(follower, true);
        if (follower->inferred)
            rvt_follower_cache_target(follower);
        if (follower->place == RVT_PLACE_PATH)
            leave_by_break(follower, target.address);
        return jump(follower, packet, target.address, diag);
    }
    if (link == LINK_AGAIN) {
        status = rvt_follower_settle(follower, diag);
        follower->sync_denied = true; /* a path without misprediction leads to the F3/0 */
    } else if (follower->inferred) {
        rvt_follower_cache_target(follower);
    }
    if (status == RVT_OK && link == LINK_PATH)
        status = check_flag(follower, packet, target.address, diag);
    return status == RVT_OK ? follow_to(follower, packet, &target, diag) : status;
}

static bool is_handler(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_TRAP &&
           packet->thaddr;
}

/* The EPC, if it is known. ETR-DEC-006, AMB-048. */
static bool find_epc(const struct rvt_follower *follower, const struct rvt_packet *packet,
                     uint64_t *epc)
{
    bool reported = !packet->thaddr && !packet->interrupt;
    const struct rvt_packet *next = follower->successor;

    *epc = 0;
    switch (follower->place) {
    case RVT_PLACE_TRAPPED: /* in the handler of the trap before, which retired nothing */
        return false;
    case RVT_PLACE_NOWHERE:
        if (!reported || !follower->fresh)
            return false;
        break;
    case RVT_PLACE_PATH:
        switch (rvt_path_successor(&follower->path, epc)) {
        case RVT_SUCCESSOR_KNOWN:
            return true;
        case RVT_SUCCESSOR_EXPECTED:
            if (packet->interrupt || (!packet->thaddr && next == NULL))
                return false;
            if (packet->thaddr || is_handler(next)) /* a misprediction is reported differently */
                return true;
            if (next->subformat != RVT_SUBFORMAT_START)
                return false;
            break;
        case RVT_SUCCESSOR_OPEN:
            break;
        }
        if (!reported)
            return false;
        break;
    }
    *epc = rvt_follower_address(follower, packet);
    return true;
}

/* The address of the handler: reported, or found by the vectors, and then as a packet would report
 * it. ETR-MODE-062, AMB-047. */
static enum rvt_status find_handler(const struct rvt_follower *follower,
                                    const struct rvt_packet *packet, uint64_t *address,
                                    struct rvt_diag *diag)
{
    *address = 0;
    if (!follower->path.mode.implicit_exception) {
        *address = rvt_follower_address(follower, packet);
        return RVT_OK;
    }
    if (follower->vectors(follower->vectors_context, packet, address)) {
        *address = rvt_follower_extend(follower, *address);
        return RVT_OK;
    }
    return rvt_diag_set(diag, RVT_ERR_PARAMETER, "ecause", packet->ecause, "AMB-047",
                        "the trap vector of privilege %u is unknown: set trap_vectors",
                        packet->privilege);
}

enum rvt_status rvt_sync_trap(struct rvt_follower *follower, const struct rvt_packet *packet,
                              struct rvt_diag *diag)
{
    struct rvt_path *path = &follower->path;
    struct rvt_trap trap = {
        .ecause = packet->ecause,
        .interrupt = packet->interrupt,
        .tval = packet->tval,
    };
    uint64_t successor;
    enum rvt_successor known = rvt_path_successor(path, &successor);

    trap.epc_known = find_epc(follower, packet, &trap.epc);
    if (!trap.epc_known)
        trap.epc = 0;
    follower->meaning.updiscon_before =
        follower->place == RVT_PLACE_PATH && known == RVT_SUCCESSOR_OPEN;
    follower->meaning.return_before =
        follower->place == RVT_PLACE_PATH && known == RVT_SUCCESSOR_EXPECTED;
    rvt_output_buffer_trap(path->buffer, &trap);
    rvt_output_buffer_prove(path->buffer);
    if (follower->inferred)
        rvt_follower_cache_target(follower);
    follower->inferred = false;
    if (follower->place == RVT_PLACE_PATH) {
        follower->pop_open =
            known == RVT_SUCCESSOR_EXPECTED && !packet->thaddr && !packet->interrupt;
        rvt_path_leave_by_trap(path, !follower->pop_open);
    }
    if (packet->thaddr) {
        uint64_t handler;
        settle_return(follower, false);
        follower->meaning.end = RVT_PATH_END_HANDLER;
        enum rvt_status status = find_handler(follower, packet, &handler, diag);
        return status == RVT_OK ? jump(follower, packet, handler, diag) : status;
    }
    follower->place = RVT_PLACE_TRAPPED;
    reset_tables(follower);
    return RVT_OK;
}
