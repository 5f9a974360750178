/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/config_check.h"

#include <stddef.h>

#include "base/config_draft.h"
#include "base/config_keys.h"

#define PAYLOAD_BITS_MAX 248 /* ENC-006 */

static enum rvt_status refuse(struct rvt_diag *diag, const char *field, unsigned value,
                              const char *clause, const char *why)
{
    return rvt_diag_set(diag, RVT_ERR_PARAMETER, field, value, clause, "%s: %s", field, why);
}

static enum rvt_status check_ranges(const struct rvt_config *config, struct rvt_diag *diag)
{
    for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key) {
        unsigned value = rvt_config_get(config, key);

        if (value < key->minimum || value > key->maximum)
            return rvt_diag_set(diag, RVT_ERR_PARAMETER, key->name, value, key->clause,
                                "%s: must be %u to %u", key->name, key->minimum, key->maximum);
    }
    return RVT_OK;
}

static enum rvt_status check_tables(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_params *p = &config->params;

    if (p->return_stack_size_p && p->call_counter_size_p &&
        config->switches.ir_profile != RVT_IR_PROFILE_EXT_IRETS)
        return refuse(
            diag, "call_counter_size_p", p->call_counter_size_p, "AMB-012",
            "must be 0 if return_stack_size_p is not 0, except with ir_profile ext_irets");
    if (config->switches.filter_gran == RVT_FILTER_GRAN_INST && p->retires_p > 1)
        return refuse(diag, "filter_gran", RVT_FILTER_GRAN_INST, "AMB-130",
                      "inst needs retires_p 1, because a block does not show the address of each "
                      "instruction");
    if (p->bpred_size_p && p->cache_size_p && !p->f0s_width_p)
        return refuse(diag, "f0s_width_p", 0, "ETR-FMT-046",
                      "must not be 0 if there is a branch predictor and a jump target cache");
    if (config->switches.support_layout == RVT_SUPPORT_EXT_V0_8) {
        if (p->return_stack_size_p > 7)
            return refuse(diag, "return_stack_size_p", p->return_stack_size_p, "ETR-FMT-013",
                          "does not fit the 3 bits of support layout ext_v0_8");
        if (p->bpred_size_p > 7)
            return refuse(diag, "bpred_size_p", p->bpred_size_p, "ETR-FMT-013",
                          "does not fit the 3 bits of support layout ext_v0_8");
        if (p->cache_size_p > 7)
            return refuse(diag, "cache_size_p", p->cache_size_p, "ETR-FMT-013",
                          "does not fit the 3 bits of support layout ext_v0_8");
    }
    return RVT_OK;
}

/* Refuses what an edition does not have. AMB-002, AMB-010. */
static enum rvt_status check_profile(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_switches *s = &config->switches;
    bool draft205 = config->spec_profile == RVT_PROFILE_V2_0_5_DRAFT;

    if (s->ir_profile == RVT_IR_PROFILE_EXT_IRETS && !draft205)
        return refuse(diag, "ir_profile", s->ir_profile, "ETR-FMT-031",
                      "ext_irets needs spec_profile v2.0.5-draft");
    if (draft205 && s->support_layout != RVT_SUPPORT_EXT_V0_8 &&
        s->support_layout != RVT_SUPPORT_OWN)
        return refuse(
            diag, "support_layout", s->support_layout, "ETR-FMT-013",
            "spec_profile v2.0.5-draft needs ext_v0_8, the standard support packet, or own");
    if (config->spec_profile == RVT_PROFILE_V2_0_3 && s->chart == RVT_CHART_V204)
        return refuse(diag, "chart", s->chart, "AMB-001", "must be v200 with spec_profile v2.0.3");
    return RVT_OK;
}

/* A layout of its own is given exactly if the switch asks for one, and carries what a decoder
 * needs. */
static enum rvt_status check_support_layout(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_support_layout *layout = &config->support_layout;
    bool own = config->switches.support_layout == RVT_SUPPORT_OWN;
    bool present[RVT_SUPPORT_FIELDS] = {false};

    if (own != (layout->count > 0))
        return refuse(diag, "support_layout", layout->count, "AMB-122",
                      own ? "own needs a section support_layout"
                          : "a section support_layout needs the switch support_layout: own");
    for (unsigned i = 0; i < layout->count; ++i) {
        enum rvt_support_field field = layout->place[i].field;

        if (present[field] && field != RVT_SUPPORT_OTHER)
            return rvt_diag_set(diag, RVT_ERR_PARAMETER, "support_layout", i, "AMB-122",
                                "support_layout: %s occurs twice", rvt_support_field_name(field));
        if (layout->place[i].width < 1 || layout->place[i].width > 16)
            return rvt_diag_set(diag, RVT_ERR_PARAMETER, "support_layout", layout->place[i].width,
                                "AMB-122", "support_layout: %s must have 1 to 16 bits",
                                rvt_support_field_name(field));
        present[field] = true;
    }
    if (own && (!present[RVT_SUPPORT_IENABLE] || !present[RVT_SUPPORT_QUAL_STATUS]))
        return refuse(diag, "support_layout", layout->count, "ETR-FMT-005",
                      "needs ienable and qual_status");
    return RVT_OK;
}

static enum rvt_status check_dialect(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_dialect *d = &config->dialect;
    const struct rvt_encap_config *e = &config->encap;
    enum rvt_compress compress = config->switches.compress;

    if (d->padding == RVT_PADDING_ZERO && compress != RVT_COMPRESS_NONE &&
        compress != RVT_COMPRESS_ADDR_BYTES)
        return refuse(diag, "padding", d->padding, "ETR-CMP-005",
                      "zero needs compress none or addr_bytes: the sign of a compressed payload is "
                      "its last bit");
    if (d->flags == RVT_FLAGS_PLAIN && rvt_is_draft(config))
        return refuse(diag, "flags", d->flags, "ETR-FMT-027",
                      "must be relative with spec_profile draft-0.026");
    if (d->header == RVT_HEADER_LENGTH &&
        (e->timestamp_bytes > 0 || e->sync_period > 0 || e->unaligned ||
         e->framing != RVT_FRAMING_STANDARD || e->nulls > RVT_NULLS_NONE || rvt_is_draft(config)))
        return refuse(
            diag, "header", d->header, "ENC-002",
            "length has no extend bit: it needs the standard framing, without timestamps, "
            "null.alignment and synchronisation sequences");
    return RVT_OK;
}

static enum rvt_status check_custom_insns(const struct rvt_config *config, struct rvt_diag *diag)
{
    for (unsigned i = 0; i < config->custom_insns.count; i++) {
        const char *text = rvt_custom_insn_fault(&config->custom_insns.insn[i]);
        if (text)
            return refuse(diag, "custom_instructions", i, "ETR-ING-014", text);
    }
    return RVT_OK;
}

static enum rvt_status check_options(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_params *p = &config->params;
    const struct rvt_options *o = &config->options;

    if (o->implicit_return && p->itype_width_p == 3)
        return refuse(diag, "implicit_return", 1, "ETR-ING-006",
                      "unavailable with itype_width_p 3");
    if (o->implicit_return && !p->return_stack_size_p && !p->call_counter_size_p)
        return refuse(diag, "implicit_return", 1, "ETR-DISC-004",
                      "needs return_stack_size_p or call_counter_size_p");
    if (o->branch_prediction && !p->bpred_size_p)
        return refuse(diag, "branch_prediction", 1, "ETR-DISC-004", "needs bpred_size_p");
    if (o->jump_target_cache && !p->cache_size_p)
        return refuse(diag, "jump_target_cache", 1, "ETR-DISC-004", "needs cache_size_p");
    if (o->sequentially_inferred_jumps && !p->sijump_p)
        return refuse(diag, "sequentially_inferred_jumps", 1, "ETR-MODE-060", "needs sijump_p");
    if (o->sequentially_inferred_jumps && config->switches.support_layout == RVT_SUPPORT_REFFLOW)
        return refuse(diag, "sequentially_inferred_jumps", 1, "ETR-FMT-005",
                      "support_layout refflow has no bit for it");
    return RVT_OK;
}

static enum rvt_status check_data_widths(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_params *p = &config->params;
    const struct rvt_switches *s = &config->switches;

    if (p->data_width_p & (p->data_width_p - 1))
        return refuse(diag, "data_width_p", p->data_width_p, "ETR-DAT-002",
                      "must be 8, 16, 32, 64 or 128");
    if (p->dtype_width_p >= 3 && p->daddress_width_p < 12)
        return refuse(diag, "daddress_width_p", p->daddress_width_p, "ETR-DAT-009",
                      "must be at least 12, the width of a CSR address");
    if (s->dat_signalling == RVT_DAT_SPLIT && p->lresp_width_p < 2)
        return refuse(diag, "lresp_width_p", p->lresp_width_p, "ETR-DAT-006",
                      "must be at least 2, because split responses have 2-bit codes");
    if (s->dat_diff_bits == 1 && s->dat_compress == RVT_DAT_COMPRESS_BOTH)
        return refuse(diag, "dat_diff_bits", 1, "AMB-176",
                      "must be 2 to select between two kinds of compression");
    if (s->mmacas_ext &&
        (s->support_layout == RVT_SUPPORT_MODES || s->support_layout == RVT_SUPPORT_REFFLOW ||
         s->support_layout == RVT_SUPPORT_RV_TRACER))
        return refuse(diag, "mmacas_ext", 1, "ETR-FMT-013", "needs the standard support packet");
    return RVT_OK;
}

/* Rules for configurations with data trace. */
static enum rvt_status check_data_trace(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_options *o = &config->options;
    const struct rvt_encap_config *e = &config->encap;

    if (!o->data_trace)
        return RVT_OK;
    if (o->no_address && o->no_data)
        return refuse(diag, "no_data", 1, "ETR-DAT-014",
                      "must be false if no_address is true: no te_data would be left to send");
    if (e->type_bits == 0)
        return refuse(diag, "type_bits", 0, "ENC-007",
                      "must be at least 1 to distinguish te_data from te_inst");
    if (e->type_data >> e->type_bits)
        return refuse(diag, "type_data", e->type_data, "ENC-007", "does not fit type_bits");
    if (e->type_data == e->type_inst)
        return refuse(diag, "type_data", e->type_data, "ETR-DAT-016", "must differ from type_inst");
    return check_data_widths(config, diag);
}

/*
 * The longest uncompressed payload that could exceed the encapsulation: F3/1 with tval. Within the
 * ranges above no other packet is longer than half of it (formats 0 and 1 stay below 128 bits), and
 * no te_data has more than 209 bits.
 */
static unsigned longest_payload(const struct rvt_config *config)
{
    const struct rvt_params *p = &config->params;

    if (rvt_is_draft(config)) /* no thaddr, DRF-006 */
        return 2 + 2 + rvt_context_bits(p) + p->privilege_width_p + 1 + rvt_address_bits(config) +
               p->ecause_width_p + 1 + (p->notval_p ? 0 : p->iaddress_width_p);
    return 2 + 2 + 1 + p->privilege_width_p + rvt_time_bits(p) + rvt_context_bits(p) +
           p->ecause_width_p + 1 + 1 + rvt_address_bits(config) + p->iaddress_width_p;
}

static enum rvt_status check_encapsulation(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_encap_config *e = &config->encap;
    unsigned longest = longest_payload(config) + e->type_bits + e->srcid_bits % 8;

    if (e->srcid >> e->srcid_bits)
        return refuse(diag, "srcid", e->srcid, "ENC-015", "does not fit srcid_bits");
    if (e->type_inst >> e->type_bits)
        return refuse(diag, "type_inst", e->type_inst, "ENC-007", "does not fit type_bits");
    if (e->block_bytes && e->block_bytes < 1 + e->srcid_bits / 8 + e->timestamp_bytes + 31)
        return refuse(diag, "block_bytes", e->block_bytes, "ENC-017",
                      "a block must have room for the longest packet");
    if (e->unaligned && (e->block_bytes || e->framing != RVT_FRAMING_STANDARD ||
                         rvt_is_draft(config) || e->nulls == RVT_NULLS_FRAMED))
        return refuse(diag, "unaligned", 1, "ENC-010",
                      "needs the standard framing, without blocks and without framed nulls");
    if (longest > PAYLOAD_BITS_MAX)
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, "payload", longest, "ETR-CMP-011",
                            "payload: the longest packet has %u bits with type and srcID "
                            "remainder, but the encapsulation carries at most %d",
                            longest, PAYLOAD_BITS_MAX);
    return RVT_OK;
}

enum rvt_status rvt_config_check(const struct rvt_config *config, struct rvt_diag *diag)
{
    enum rvt_status status = check_ranges(config, diag);

    if (status == RVT_OK)
        status = check_tables(config, diag);
    if (status == RVT_OK)
        status = check_profile(config, diag);
    if (status == RVT_OK)
        status = check_support_layout(config, diag);
    if (status == RVT_OK)
        status = check_dialect(config, diag);
    if (status == RVT_OK)
        status = check_custom_insns(config, diag);
    if (status == RVT_OK)
        status = rvt_config_check_draft(config, diag);
    if (status == RVT_OK)
        status = check_options(config, diag);
    if (status == RVT_OK && config->switches.resync_cmp == RVT_RESYNC_CMP_FSM &&
        config->resync.max > 15)
        status = refuse(diag, "max", config->resync.max, "ETR-RSY-001",
                        "must be 0 to 15, the range of trTeInstSyncMax");
    if (status == RVT_OK)
        status = check_encapsulation(config, diag);
    if (status == RVT_OK)
        status = check_data_trace(config, diag);
    return status;
}
