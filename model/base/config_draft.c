/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/config_draft.h"

#include <stddef.h>

struct rule {
    bool broken;
    const char *field;
    unsigned value;
    const char *clause;
    const char *why;
};

/* The first broken rule of so many. */
static enum rvt_status first_broken(const struct rule *rules, size_t count, struct rvt_diag *diag)
{
    for (const struct rule *rule = rules; rule < rules + count; ++rule)
        if (rule->broken)
            return rvt_diag_set(diag, RVT_ERR_PARAMETER, rule->field, rule->value, rule->clause,
                                "%s: %s", rule->field, rule->why);
    return RVT_OK;
}

/* What later editions brought. */
static enum rvt_status check_absent(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_params *p = &config->params;
    const struct rvt_options *o = &config->options;
    const struct rule rules[] = {
        {p->itype_width_p != 4, "itype_width_p", p->itype_width_p, "DRA-008",
         "must be 4: the draft has 4-bit itype codes"},
        {!p->notime_p, "notime_p", 0, "DRF-013", "must be true: the draft has no time field"},
        {p->f0s_width_p != 0, "f0s_width_p", p->f0s_width_p, "DRA-015",
         "must be 0: the draft does not use format 0"},
        {p->return_stack_size_p != 0, "return_stack_size_p", p->return_stack_size_p, "DRA-015",
         "must be 0: the draft has no return stack"},
        {p->cache_size_p != 0, "cache_size_p", p->cache_size_p, "DRA-016",
         "must be 0: the draft has no jump target cache"},
        {o->jump_target_cache, "jump_target_cache", 1, "DRA-016",
         "must be false: the draft has no jump target cache"},
        {p->sijump_p, "sijump_p", 1, "DRA-007", "must be false: the draft has no sijump signal"},
        {o->sequentially_inferred_jumps, "sequentially_inferred_jumps", 1, "DRA-007",
         "must be false: the draft has no such mode, its decoder always infers these jumps"},
        {o->data_trace, "data_trace", 1, "DRA-016", "must be false: the draft has no data trace"},
        {p->ctype_width_p != 2 && !p->nocontext_p, "ctype_width_p", p->ctype_width_p, "DRA-010",
         "must be 2: the draft has four types of context"},
        {o->branch_prediction && p->ntkn_width_p != 0, "ntkn_width_p", p->ntkn_width_p, "DRA-009",
         "must be 0: branch prediction needs the address of every branch"},
        {!config->switches.tval_always, "tval_always", 0, "DRF-006",
         "must be true: the draft sends tval for interrupts, too"},
        {config->switches.bcount_max > 0xffff, "bcount_max", config->switches.bcount_max, "DRF-004",
         "must be at most 65535: branch_count has 16 bits in the draft"},
        {config->switches.table_reset != RVT_TABLE_RESET_ANY_F3, "table_reset",
         config->switches.table_reset, "DRA-005",
         "must be any_f3: every format 3 packet of the draft clears the call counter"},
        {config->switches.resync_cmp != RVT_RESYNC_CMP_LEGACY, "resync_cmp",
         config->switches.resync_cmp, "DRA-013",
         "must be legacy: the draft compares with == and >"},
    };

    return first_broken(rules, sizeof rules / sizeof rules[0], diag);
}

/* The encapsulation of the draft: length, flow, flag; index; time tag of 16 bits. */
static enum rvt_status check_transport(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_encap_config *e = &config->encap;
    const struct rule rules[] = {
        {e->srcid_bits != 0 && e->srcid_bits != 8, "srcid_bits", e->srcid_bits, "DRF-014",
         "must be 0 or 8, the width of the draft's index field"},
        {e->type_bits != 0, "type_bits", e->type_bits, "DRF-014",
         "must be 0: the draft has no type field"},
        {e->timestamp_bytes != 0 && e->timestamp_bytes != 2, "timestamp_bytes", e->timestamp_bytes,
         "DRF-014", "must be 0 or 2: the draft's time tag has 2 bytes"},
    };

    return first_broken(rules, sizeof rules / sizeof rules[0], diag);
}

enum rvt_status rvt_config_check_draft(const struct rvt_config *config, struct rvt_diag *diag)
{
    const struct rvt_params *p = &config->params;
    const struct rule foreign[] = {
        {p->notval_p, "notval_p", 1, "DRF-006", "exists only in draft-0.026"},
        {p->ntkn_width_p != 0, "ntkn_width_p", p->ntkn_width_p, "DRA-009",
         "exists only in draft-0.026"},
    };
    enum rvt_status status;

    if (!rvt_is_draft(config))
        return first_broken(foreign, sizeof foreign / sizeof foreign[0], diag);
    status = check_absent(config, diag);
    return status == RVT_OK ? check_transport(config, diag) : status;
}
