/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/path_check.h"

#include <stddef.h>

#include "check/packet_check.h"
#include "check/path_faults.h"

/* Causes of ECALL and EBREAK, which do not retire. */
enum { BREAKPOINT = 3, ECALL_FIRST = 8, ECALL_LAST = 11 };

static void obey_if(const struct rvt_path_check *check, bool concerned, const char *number)
{
    if (concerned)
        rvt_compliance_obey(check->compliance, number, 1);
}

static bool is_count(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_OPT_EXT && packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT;
}

static bool has_branches(const struct rvt_packet *packet)
{
    return is_count(packet) || packet->format == RVT_FORMAT_DIFF_DELTA ||
           (packet->format == RVT_FORMAT_OPT_EXT && packet->branches > 0);
}

static bool has_address(const struct rvt_packet *packet)
{
    return is_count(packet) ? packet->branch_fmt != RVT_BRANCH_FMT_NO_ADDR
                            : packet->format != RVT_FORMAT_DIFF_DELTA || packet->branches > 0;
}

/* A return on the path of a packet was implicit: it is not the one whose target is reported. */
static bool returned(const struct rvt_path_check *check, const struct rvt_config *config,
                     const struct rvt_packet_meaning *meaning)
{
    return config->options.implicit_return &&
           check->returns > (meaning->end == RVT_PATH_END_UPDISCON ? 1 : 0);
}

/* F0, F1, F2. */
static void take_report(const struct rvt_path_check *check, const struct rvt_config *config,
                        const struct rvt_packet_meaning *meaning)
{
    const struct rvt_packet *packet = meaning->te_inst;
    const struct rvt_options *options = &config->options;
    bool optional = packet->format == RVT_FORMAT_OPT_EXT;
    bool irets = config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS;

    obey_if(check, true, "ETR-DEC-001");
    obey_if(check, !has_address(packet), "ETR-DEC-008");
    obey_if(check, has_branches(packet), "ETR-DEC-009");
    obey_if(check, optional && !is_count(packet), "ETR-DEC-014");
    obey_if(check, is_count(packet) && has_address(packet), "ETR-DEC-017");
    obey_if(check, optional, "ETR-DEC-019");
    obey_if(check, has_address(packet), "ETR-DEC-020");
    obey_if(check, packet->irreport && options->implicit_return,
            irets ? "ETR-MODE-011" : "ETR-MODE-009");
    obey_if(check, has_address(packet) && returned(check, config, meaning) && !meaning->ambiguous,
            "ETR-MODE-010");
}

/* F0, F1, F2 of the draft. */
static void take_draft(const struct rvt_path_check *check, const struct rvt_packet *packet)
{
    obey_if(check, true, "DRD-001");
    obey_if(check, has_branches(packet), "DRD-004");
    obey_if(check, packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches == 0, "DRA-002");
}

static bool passes_trap(const struct rvt_path_check *check, uint64_t packet)
{
    return check->passed_trap && check->passing_packet == packet;
}

static void take_trap(const struct rvt_path_check *check, const struct rvt_config *config,
                      const struct rvt_packet_meaning *meaning)
{
    const struct rvt_packet *packet = meaning->te_inst;
    bool calls = packet->ecause >= ECALL_FIRST && packet->ecause <= ECALL_LAST;
    bool stops = !packet->interrupt && (calls || packet->ecause == BREAKPOINT);

    obey_if(check, stops && !passes_trap(check, meaning->packet), "ETR-ING-016");
    obey_if(check, packet->thaddr && config->options.implicit_exception, "AMB-047");
}

/* Whether the layout repeats a parameter. ETR-FMT-013. */
static bool repeats(const struct rvt_config *config)
{
    return rvt_support_has(config, RVT_SUPPORT_F0S_WIDTH) ||
           rvt_support_has(config, RVT_SUPPORT_RETURN_STACK_SIZE) ||
           rvt_support_has(config, RVT_SUPPORT_CALL_COUNTER_SIZE) ||
           rvt_support_has(config, RVT_SUPPORT_BPRED_SIZE) ||
           rvt_support_has(config, RVT_SUPPORT_CACHE_SIZE) ||
           rvt_support_has(config, RVT_SUPPORT_TIME_WIDTH) ||
           rvt_support_has(config, RVT_SUPPORT_IRET_EXT);
}

/* F3. */
static void take_sync(const struct rvt_path_check *check, const struct rvt_config *config,
                      const struct rvt_packet_meaning *meaning)
{
    const struct rvt_packet *packet = meaning->te_inst;
    const struct rvt_options *options = &config->options;

    obey_if(check, check->trapped && rvt_packet_is_sync(packet), "ETR-CMP-007");
    switch (packet->subformat) {
    case RVT_SUBFORMAT_START:
        obey_if(check, returned(check, config, meaning) && !meaning->ambiguous, "AMB-021");
        break;
    case RVT_SUBFORMAT_TRAP:
        take_trap(check, config, meaning);
        break;
    case RVT_SUBFORMAT_SUPPORT:
        obey_if(check,
                options->implicit_return || options->branch_prediction ||
                    options->jump_target_cache,
                "ETR-DISC-004");
        obey_if(check, repeats(config), "ETR-FMT-013");
        break;
    default:
        break;
    }
}

/* The hart retires an ECALL, or the encoder names what trapped as if it had retired (ETR-ALG-071,
 * -072, -074, -075). */
static bool names_traps(const struct rvt_switches *switches)
{
    return switches->ecall_retires || switches->chart != RVT_CHART_V204 ||
           switches->first_trap != RVT_FIRST_TRAP_V204 || switches->trap_dup_refflow;
}

void rvt_path_check_init(struct rvt_path_check *check, const struct rvt_config *config,
                         struct rvt_image *image, struct rvt_compliance *compliance,
                         rvt_path_check_sink fault, void *context)
{
    *check = (struct rvt_path_check){.compliance = compliance,
                                     .image = image,
                                     .fault = fault,
                                     .context = context,
                                     .order = rvt_updiscon_order(config),
                                     .repeats = config->switches.final_repeat,
                                     .names_traps = names_traps(&config->switches)};
}

/* An ECALL or EBREAK in range: one finding for a packet. */
static void find_trapping(struct rvt_path_check *check, const struct rvt_range *range,
                          const struct rvt_executor *executor)
{
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    rvt_image_select(check->image, executor);
    if (check->names_traps || passes_trap(check, range->packet) ||
        rvt_path_fault_of_range(check->image, range, &fault) == RVT_OK)
        return;
    check->passed_trap = true;
    check->passing_packet = range->packet;
    check->fault(check->context, &fault);
}

void rvt_path_check_range(struct rvt_path_check *check, const struct rvt_range *range,
                          const struct rvt_executor *executor)
{
    find_trapping(check, range, executor);
    check->returns += check->at_return;
    check->at_return = rvt_range_jump_class(range) == RVT_ITYPE_RETURN;
    check->latest = *range;
}

/* What the decoder does not look at: the packet does not obey such a rule. */
static void find_faults(const struct rvt_path_check *check,
                        const struct rvt_packet_meaning *meaning, struct rvt_rule_list *unobeyed)
{
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    if (rvt_path_fault_of_flags(meaning, &fault) != RVT_OK) {
        rvt_rule_list_add(unobeyed, fault.clause);
        if (!check->repeats)
            check->fault(check->context, &fault);
    }
    rvt_diag_clear(&fault);
    if (rvt_path_fault_of_branch(meaning, &check->latest, &fault) != RVT_OK) {
        rvt_rule_list_add(unobeyed, fault.clause);
        check->fault(check->context, &fault);
    }
}

/* Where no instruction is reported, nothing shows that a branch was taken there. */
static void leave_branch(const struct rvt_path_check *check,
                         const struct rvt_packet_meaning *meaning, struct rvt_rule_list *unobeyed)
{
    bool reported = meaning->instructions > 0 && check->latest.last == meaning->address;

    if (!meaning->te_inst->branch && !reported)
        rvt_rule_list_add(unobeyed, "ETR-FMT-007");
}

/*
 * A packet with the updiscon flag obeys its rule once a packet of format 3 follows at once. If
 * another one does, neither of the two obeys it: the check of the order has found that. With
 * notify, the flag contradicts itself. Spec: ETR-FMT-027.
 */
static void take_updiscon(struct rvt_path_check *check, const struct rvt_packet_meaning *meaning,
                          struct rvt_rule_list *unobeyed)
{
    const struct rvt_packet *packet = meaning->te_inst;
    bool report = packet->format != RVT_FORMAT_SYNC;
    bool flag = report && packet->updiscon;
    bool asked = check->flagged && meaning->packet == check->flagged_packet + 1;

    obey_if(check, asked && !report, "ETR-FMT-027");
    check->flagged = check->order.exact && flag && !packet->notify;
    check->flagged_packet = meaning->packet;
    if (check->flagged || (flag && packet->notify) || (asked && report))
        rvt_rule_list_add(unobeyed, "ETR-FMT-027");
}

enum rvt_status rvt_path_check_read(struct rvt_path_check *check, const struct rvt_packet *packet,
                                    struct rvt_diag *diag)
{
    bool broken = rvt_updiscon_order_take(&check->order, packet);

    check->order.broken = false; /* each place is one of the report */
    if (!broken || check->repeats)
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_SEQUENCE, "updiscon", 1, "ETR-FMT-027",
                        "not of format 3, but updiscon of the packet before says that such a "
                        "packet follows at once");
}

void rvt_path_check_fault(struct rvt_path_check *check)
{
    check->flagged = false;
}

void rvt_path_check_packet(struct rvt_path_check *check, const struct rvt_config *config,
                           const struct rvt_packet_meaning *meaning)
{
    const struct rvt_packet *packet = meaning->te_inst;
    struct rvt_rule_list unobeyed = {.count = 0};

    if (packet == NULL)
        return;
    if (!rvt_is_draft(config))
        find_faults(check, meaning, &unobeyed);
    leave_branch(check, meaning, &unobeyed);
    take_updiscon(check, meaning, &unobeyed);
    rvt_packet_check_followed(check->compliance, config, packet, &unobeyed);
    obey_if(check, meaning->instructions > 0, "ETR-DEC-002");
    if (packet->format == RVT_FORMAT_SYNC)
        take_sync(check, config, meaning);
    else if (rvt_is_draft(config))
        take_draft(check, packet);
    else
        take_report(check, config, meaning);
    check->returns = 0;
    check->trapped = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_TRAP &&
                     !packet->thaddr;
}
