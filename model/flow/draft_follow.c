/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/draft_follow.h"

#include "base/bits.h"
#include "wire/draft.h"

static void take_options(struct rvt_draft_follow *follow, const struct rvt_options *options)
{
    follow->options = *options;
    follow->walk.predicts = options->branch_prediction;
    follow->walk.implicit_return = options->implicit_return;
}

/* Gives up the place. strict: it ended in order. */
static void leave(struct rvt_draft_follow *follow, bool strict)
{
    follow->placed = false;
    follow->strict = strict;
    follow->gap = true;
    follow->inferred = false;
    follow->counted = false;
}

enum rvt_status rvt_draft_follow_open(struct rvt_draft_follow *follow,
                                      const struct rvt_config *config, struct rvt_image *image,
                                      const struct rvt_decoder_output *output, uint64_t step_limit)
{
    *follow = (struct rvt_draft_follow){.config = config, .output = *output};
    follow->walk.image = image;
    follow->walk.output = &follow->output;
    follow->walk.step_limit = step_limit;
    follow->walk.pairs = config->switches.draft_sijump;
    take_options(follow, &config->options);
    leave(follow, true);
    return rvt_draft_walk_open(&follow->walk, config);
}

void rvt_draft_follow_close(struct rvt_draft_follow *follow)
{
    rvt_draft_walk_close(&follow->walk);
}

void rvt_draft_follow_break(struct rvt_draft_follow *follow)
{
    leave(follow, false);
}

static enum rvt_status tell(const struct rvt_draft_follow *follow, enum rvt_trace_event event,
                            const struct rvt_packet *packet)
{
    const struct rvt_decoder_output *output = &follow->output;

    if (output->event == NULL)
        return RVT_OK;
    return output->event(output->context, event, packet) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

/* The address that a packet reports: absolute in format 3, else as the address mode says. DRF-010.
 */
static uint64_t address_of(const struct rvt_draft_follow *follow, const struct rvt_packet *packet)
{
    const struct rvt_config *config = follow->config;
    unsigned width = config->params.iaddress_width_p;
    uint64_t field = packet->address << config->params.iaddress_lsb_p;
    bool absolute = packet->format == RVT_FORMAT_SYNC || follow->options.full_address;
    uint64_t address = (absolute ? field : follow->base + field) & rvt_mask(width);

    if (config->switches.addr_extend == RVT_ADDR_EXTEND_SIGN)
        address = rvt_sign_extend(address, width);
    return address & rvt_mask(rvt_image_xlen(follow->walk.image));
}

static bool is_new_context(const struct rvt_draft_follow *follow, const struct rvt_packet *packet)
{
    return packet->privilege != follow->privilege ||
           (!follow->config->params.nocontext_p && packet->context != follow->context);
}

/* What a sync packet settles once its instruction is reported: the branch there, the tables.
 * DRD-001, DRA-004, DRA-005. */
static void synchronised(struct rvt_draft_follow *follow, const struct rvt_packet *packet)
{
    const struct rvt_switches *switches = &follow->config->switches;
    struct rvt_draft_walk *walk = &follow->walk;
    bool restarts = switches->draft_bpred_init == RVT_DRAFT_BPRED_INIT_SYNC || !follow->started;
    bool trains = switches->bpred_sync_branch == RVT_BPRED_SYNC_TRAIN_AFTER_INIT;

    if (restarts && walk->predicts)
        rvt_branch_predictor_reset(&walk->predictor);
    rvt_draft_walk_decide(walk, !packet->branch, trains || !restarts);
    rvt_return_stack_clear(&walk->calls);
    follow->placed = true;
    follow->gap = false;
    follow->inferred = false;
    follow->started = true;
    follow->base = walk->pc;
    follow->context = packet->context;
    follow->privilege = packet->privilege;
}

/* Takes the place from the packet, without a path to it. */
static enum rvt_status jump(struct rvt_draft_follow *follow, const struct rvt_packet *packet,
                            uint64_t address, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    if (follow->gap)
        status = tell(follow, RVT_EVENT_SYNC, packet);
    if (status == RVT_OK && (follow->gap || is_new_context(follow, packet)))
        status = tell(follow, RVT_EVENT_CONTEXT, packet);
    if (status == RVT_OK)
        status = rvt_draft_walk_start(&follow->walk, address, diag);
    if (status == RVT_OK)
        synchronised(follow, packet);
    return status;
}

/* Goes on to the arrival by a discontinuity, if the place was only inferred and there can be one.
 * DRD-003. */
static enum rvt_status settle(struct rvt_draft_follow *follow, struct rvt_diag *diag)
{
    struct rvt_draft_goal again = {.address = follow->walk.pc};
    bool by_updiscon;

    if (!follow->inferred)
        return RVT_OK;
    follow->inferred = false;
    if (!rvt_draft_walk_meets_updiscon(&follow->walk))
        return RVT_OK; /* reported for the sake of a notification */
    return rvt_draft_walk_to(&follow->walk, &again, &by_updiscon, diag);
}

/* A format 3 packet says that the report before it was final, unless the switch has it otherwise.
 */
static enum rvt_status settle_before_sync(struct rvt_draft_follow *follow, struct rvt_diag *diag)
{
    if (follow->config->switches.draft_looplabel == RVT_DRAFT_LOOPLABEL_SECOND)
        return settle(follow, diag);
    follow->inferred = false;
    return RVT_OK;
}

/* F3/0. While tracing, the path leads to it; if it is not the very next instruction, the report
 * before it was no warning of it, so a discontinuity led there (DRD-003). */
static enum rvt_status take_start(struct rvt_draft_follow *follow, const struct rvt_packet *packet,
                                  struct rvt_diag *diag)
{
    struct rvt_draft_goal goal = {
        .address = address_of(follow, packet),
        .any_arrival = packet->privilege == follow->privilege,
        .sync = true,
        .announce = is_new_context(follow, packet) ? packet : NULL,
    };
    uint64_t successor = 0;
    bool by_updiscon;
    enum rvt_status status;

    if (!follow->placed)
        return jump(follow, packet, goal.address, diag);
    if (rvt_draft_walk_successor(&follow->walk, &successor) && successor != goal.address)
        status = settle(follow, diag);
    else
        status = settle_before_sync(follow, diag);
    if (status == RVT_OK)
        status = rvt_draft_walk_to(&follow->walk, &goal, &by_updiscon, diag);
    if (status == RVT_OK)
        synchronised(follow, packet);
    return status;
}

/* F3/1. The last report was of the instruction before the trap; its EPC is what follows. DRD-006.
 */
static enum rvt_status take_exception(struct rvt_draft_follow *follow,
                                      const struct rvt_packet *packet, struct rvt_diag *diag)
{
    const struct rvt_decoder_output *output = &follow->output;
    struct rvt_trap trap = {
        .ecause = packet->ecause, .interrupt = packet->interrupt, .tval = packet->tval};
    enum rvt_status status = settle_before_sync(follow, diag);

    if (status != RVT_OK)
        return status;
    if (follow->placed)
        trap.epc_known = rvt_draft_walk_successor(&follow->walk, &trap.epc);
    if (!trap.epc_known)
        trap.epc = 0;
    if (output->trap != NULL && output->trap(output->context, &trap) != RVT_OK)
        return RVT_ERR_SINK;
    return jump(follow, packet, address_of(follow, packet), diag);
}

/* F3/2: clears the count of calls, and nothing else. DRD-005. */
static enum rvt_status take_context(struct rvt_draft_follow *follow,
                                    const struct rvt_packet *packet)
{
    rvt_return_stack_clear(&follow->walk.calls);
    if (!follow->placed)
        return RVT_OK;
    follow->context = packet->context;
    return tell(follow, RVT_EVENT_CONTEXT, packet);
}

/* Takes over the operating mode. DRF-012. */
static enum rvt_status adopt_mode(struct rvt_draft_follow *follow,
                                  const struct rvt_support *support, struct rvt_diag *diag)
{
    const struct rvt_support_layout *layout = rvt_support_layout(follow->config);
    const struct rvt_params *params = &follow->config->params;
    struct rvt_options options = follow->options;

    for (unsigned i = 0; i < layout->count; i++) {
        enum rvt_support_field field = layout->place[i].field;
        uint16_t value = field == RVT_SUPPORT_OTHER ? 0 : support->value[field];
        bool missing = (field == RVT_SUPPORT_IMPLICIT_RETURN && !params->call_counter_size_p) ||
                       (field == RVT_SUPPORT_BRANCH_PREDICTION && !params->bpred_size_p) ||
                       field == RVT_SUPPORT_JUMP_TARGET_CACHE || field == RVT_SUPPORT_SIJUMP;

        if (value != 0 && missing)
            return rvt_diag_set(diag, RVT_ERR_RESERVED, rvt_support_field_name(field), value,
                                "DRF-012", "a mode that the configuration does not have");
        if (field == RVT_SUPPORT_IMPLICIT_RETURN)
            options.implicit_return = value != 0;
        else if (field == RVT_SUPPORT_BRANCH_PREDICTION)
            options.branch_prediction = value != 0;
        else if (field == RVT_SUPPORT_FULL_ADDRESS)
            options.full_address = value != 0;
    }
    take_options(follow, &options);
    return RVT_OK;
}

/* F3/3. DRA-014, DRD-005. */
static enum rvt_status take_support(struct rvt_draft_follow *follow,
                                    const struct rvt_packet *packet, struct rvt_diag *diag)
{
    unsigned qual_status = packet->support.value[RVT_SUPPORT_QUAL_STATUS];
    bool off = packet->support.value[RVT_SUPPORT_IENABLE] == 0;
    bool ends = qual_status != RVT_QUAL_NO_CHANGE || off;
    enum rvt_status status = RVT_OK;

    if (follow->placed && qual_status == RVT_QUAL_ENDED_NTR)
        status = settle(follow, diag);
    else if (follow->placed)
        status = settle_before_sync(follow, diag);
    rvt_return_stack_clear(&follow->walk.calls);
    if (ends || !follow->placed)
        leave(follow, true);
    follow->started = false;
    if (status == RVT_OK && qual_status == RVT_QUAL_TRACE_LOST)
        status = tell(follow, RVT_EVENT_LOST, packet);
    else if (status == RVT_OK && qual_status != RVT_QUAL_NO_CHANGE)
        status = tell(follow, RVT_EVENT_ENDED, packet);
    if (status == RVT_OK)
        status = tell(follow, RVT_EVENT_SUPPORT, packet);
    return status == RVT_OK ? adopt_mode(follow, &packet->support, diag) : status;
}

/* A map or a count without address. DRD-004. */
static enum rvt_status take_branches(struct rvt_draft_follow *follow,
                                     const struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct rvt_draft_walk *walk = &follow->walk;
    bool count = packet->branch_fmt == RVT_DRAFT_BRANCH_FMT_COUNT;
    enum rvt_status status;

    if (count && !walk->predicts)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "branch_fmt", packet->branch_fmt, "DRF-001",
                            "a count of predictions without branch prediction");
    if (count) {
        walk->counted = packet->branch_count + RVT_BRANCHES_MAX;
        walk->failed = !packet->no_mispred;
    } else {
        rvt_branch_map_append(&walk->map, packet->branch_map, RVT_BRANCHES_MAX);
    }
    status = rvt_draft_walk_branches(walk, count, diag);
    follow->counted = status == RVT_OK && count && walk->decided;
    return status;
}

/* F1 with address, and F2. DRD-002. */
static enum rvt_status take_address(struct rvt_draft_follow *follow,
                                    const struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct rvt_draft_walk *walk = &follow->walk;
    struct rvt_draft_goal goal = {
        .address = address_of(follow, packet),
        .any_arrival = true,
        .undecided = follow->config->params.ntkn_width_p > 0,
    };
    bool stays =
        follow->counted && packet->format == RVT_FORMAT_ADDR_ONLY && goal.address == walk->pc;
    bool by_updiscon = true;
    enum rvt_status status = RVT_OK;

    follow->counted = false;
    follow->base = goal.address;
    if (stays) /* the count has led there; another arrival would have another outcome */
        return RVT_OK;
    if (packet->format == RVT_FORMAT_DIFF_DELTA)
        rvt_branch_map_append(&walk->map, packet->branch_map, packet->branches & RVT_BRANCHES_MAX);
    status = rvt_draft_walk_to(walk, &goal, &by_updiscon, diag);
    follow->inferred = status == RVT_OK && !by_updiscon && walk->insn.kind != RVT_INSN_BRANCH;
    return status;
}

/* F1 and F2. */
static enum rvt_status take_report(struct rvt_draft_follow *follow, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    bool address = packet->format == RVT_FORMAT_ADDR_ONLY || packet->branches > 0;
    bool waits = rvt_draft_walk_left(&follow->walk) > 0;
    enum rvt_status status;

    if (!follow->placed && !follow->strict)
        return RVT_OK;
    if (!follow->placed)
        return rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "DRD-001",
                            "a synchronisation packet must come first");
    if (waits && packet->format != RVT_FORMAT_ADDR_ONLY)
        return rvt_diag_set(diag, RVT_ERR_FLOW, "format", packet->format, "DRA-002",
                            "the count before it needs an address of format 2");
    status = settle(follow, diag);
    if (status != RVT_OK)
        return status;
    return address ? take_address(follow, packet, diag) : take_branches(follow, packet, diag);
}

static enum rvt_status dispatch(struct rvt_draft_follow *follow, const struct rvt_packet *packet,
                                struct rvt_diag *diag)
{
    switch (packet->format) {
    case RVT_FORMAT_DIFF_DELTA:
    case RVT_FORMAT_ADDR_ONLY:
        return take_report(follow, packet, diag);
    case RVT_FORMAT_SYNC:
        break;
    default:
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "DRF-014",
                            "the draft does not use format %u", packet->format);
    }
    switch (packet->subformat) {
    case RVT_SUBFORMAT_START:
        return take_start(follow, packet, diag);
    case RVT_SUBFORMAT_TRAP:
        return take_exception(follow, packet, diag);
    case RVT_SUBFORMAT_CONTEXT:
        return take_context(follow, packet);
    default:
        return take_support(follow, packet, diag);
    }
}

enum rvt_status rvt_draft_follow_packet(struct rvt_draft_follow *follow,
                                        const struct rvt_packet *packet, struct rvt_diag *diag)
{
    enum rvt_status status = dispatch(follow, packet, diag);

    if (packet->format == RVT_FORMAT_SYNC)
        follow->counted = false;
    if (status != RVT_OK)
        leave(follow, false);
    return status;
}
