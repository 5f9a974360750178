/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/config_keys.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static_assert(sizeof(enum rvt_chart) == sizeof(unsigned), "enum values are read as unsigned");

static const char *const profiles[] = {/* enum rvt_spec_profile */
                                       "v2.0.4",      "v2.0.3",  "v2.0.5-draft",
                                       "draft-0.026", "refflow", NULL};
static_assert(sizeof profiles / sizeof profiles[0] == RVT_PROFILES + 1, "a name each, and the end");
static const char *const chart_values[] = {"v204", "v200", NULL};
static const char *const compress_values[] = {"whole", "addr_only", "none", "addr_bytes", NULL};
static const char *const trap_layout_values[] = {"thaddr", "tvalepc", NULL};
static const char *const framing_values[] = {"standard", "indexed", NULL};
static const char *const nulls_values[] = {"any", "none", "unframed", "framed", NULL};
static const char *const sync_unit_values[] = {"packets", "bytes", NULL};
static const char *const encap_compress_values[] = {"joint", "separate", NULL};
static const char *const resync_cmp_values[] = {"fsm", "legacy", NULL};
static const char *const resync_point_values[] = {"block_end", "any_item", NULL};
static const char *const resync_mode_values[] = {"off", "packets", "cycles", "halfwords", NULL};
static const char *const thaddr0_addr_values[] = {"epc_or_zero", "iaddr", NULL};
static const char *const int_at_updiscon_values[] = {"defer", "thaddr0", "literal", NULL};
static const char *const first_trap_values[] = {"v204", "v203", NULL};
static const char *const trap_cause_sel_values[] = {"chart204", "issue144", NULL};
static const char *const xret_sync_values[] = {"on_priv_change", "always", NULL};
static const char *const ctype3_values[] = {"report_last_then_f30", "chart", "support_break", NULL};
static const char *const updiscon_bit_values[] = {"only_before_sync", "every_target", NULL};
static const char *const ir_profile_values[] = {"v2.0_irdepth", "ext_irets", NULL};
static const char *const ir_depth_at_mispredict_values[] = {"before", "after", NULL};
static const char *const ccs_max_values[] = {"2^CCS-1", "2^CCS", NULL};
static const char *const ir_sync_call_values[] = {"counted", "dropped", NULL};
static const char *const ir_classes_values[] = {"table", "pseudo204", NULL};
static const char *const ir_swap_values[] = {"none", "pop_push", NULL};
static const char *const sijump_across_sync_values[] = {"infer", "report", NULL};
static const char *const map_fill_values[] = {"zero", "sign", NULL};
static const char *const bpred_sync_branch_values[] = {"train_after_init", "discard", NULL};
static const char *const table_reset_values[] = {"every_sync", "start_only_if_resync_off", "any_f3",
                                                 NULL};
static const char *const jtc_write_values[] = {"updiscon_only", "any_address", NULL};
static const char *const jtc_implicit_return_values[] = {"no_write", "write", NULL};
static const char *const jtc_mispredict_return_values[] = {"update", "invalidate", NULL};
static const char *const jtc_sync_populate_values[] = {"never", "non_start_if_resync_off", NULL};
static const char *const jtc_choose_values[] = {"always_index", "shorter_bytes", NULL};
static const char *const jtc_before_sync_values[] = {"index", "fallback_f12", NULL};
static const char *const jtc_xret_values[] = {"write", "invalidate", "ignore", NULL};
static const char *const dec_arrival_values[] = {"by_step", "by_opcode", NULL};
static const char *const filter_gran_values[] = {"cycle", "block", "inst", NULL};
static const char *const cfg_change_values[] = {"support_then_sync", "support_only", NULL};
static const char *const protocol_ver_values[] = {"0.0", "2.1", NULL};
static const char *const dat_signalling_values[] = {"unified", "split", NULL};
static const char *const dat_compress_values[] = {"both", "xor", "diff", NULL};
static const char *const dat_addr_compress_values[] = {"diff", "xor", NULL};
static const char *const dat_hist_values[] = {"size", "size_class", NULL};
static const char *const dat_operand_values[] = {"full", "shared", "own", "chained", NULL};
static const char *const dat_first_values[] = {"full", "zero", NULL};
static const char *const dat_addr_base_values[] = {"address", "field", NULL};
static const char *const dat_code_01_values[] = {"xor", "diff", NULL};
static const char *const dat_atomic_codes_values[] = {"dtype", "refflow", NULL};
static const char *const dat_sc_failure_values[] = {"no_data", "always", NULL};
static const char *const ts_align_values[] = {"bit", "after_srcid_byte", NULL};
static const char *const ir_fill_values[] = {"replicate", "ones", NULL};
static const char *const jalr_x0_values[] = {"inferable_absolute", "uninferable", NULL};
static const char *const addr_extend_values[] = {"zero", "sign", NULL};
static const char *const support_layout_values[] = {
    "modes", "refflow", "ext_v0_8", "rv_tracer", "draft_0_026", "own", NULL};
static const char *const padding_values[] = {"sign", "zero", "any", NULL};
static const char *const flags_values[] = {"relative", "plain", NULL};
static const char *const header_values[] = {"standard", "length", NULL};
static const char *const draft_bpred_init_values[] = {"sync", "enable", NULL};
static const char *const draft_double_trap_values[] = {"last_only", "chart", NULL};
static const char *const draft_looplabel_values[] = {"first", "second", NULL};

#define NUMBER(section, group, key, low, high, clause)                                             \
    {                                                                                              \
        section, #key, RVT_KEY_UNSIGNED, offsetof(struct rvt_config, group.key), low, high, NULL,  \
            clause                                                                                 \
    }
#define FLAG(section, group, key, clause)                                                          \
    {                                                                                              \
        section, #key, RVT_KEY_BOOL, offsetof(struct rvt_config, group.key), 0, 1, NULL, clause    \
    }
#define CHOICE(section, group, key, clause)                                                        \
    {                                                                                              \
        section, #key, RVT_KEY_ENUM, offsetof(struct rvt_config, group.key), 0,                    \
            sizeof key##_values / sizeof key##_values[0] - 2, key##_values, clause                 \
    }

/* The one place that names every value; with the ranges that do not depend on another value. */
static const struct rvt_key keys[] = {
    NUMBER("parameters", params, iaddress_width_p, 8, 64, "ETR-DISC-001"),
    NUMBER("parameters", params, iaddress_lsb_p, 0, 2, "ETR-DISC-001"),
    NUMBER("parameters", params, itype_width_p, 3, 4, "ETR-DISC-002"),
    NUMBER("parameters", params, ecause_width_p, 1, 64, "ETR-DISC-001"),
    NUMBER("parameters", params, privilege_width_p, 1, 3, "ETR-DISC-001"),
    NUMBER("parameters", params, context_width_p, 1, 64, "ETR-DISC-001"),
    NUMBER("parameters", params, time_width_p, 1, 64, "ETR-DISC-001"),
    NUMBER("parameters", params, ctype_width_p, 1, 2, "ETR-DISC-002"),
    NUMBER("parameters", params, iretire_width_p, 1, 32, "ETR-DISC-002"),
    NUMBER("parameters", params, ilastsize_width_p, 1, 2, "ETR-DISC-002"),
    NUMBER("parameters", params, return_stack_size_p, 0, 15, "ETR-DISC-004"),
    NUMBER("parameters", params, call_counter_size_p, 0, 15, "ETR-DISC-004"),
    NUMBER("parameters", params, bpred_size_p, 0, 15, "ETR-DISC-004"),
    NUMBER("parameters", params, cache_size_p, 0, 15, "ETR-DISC-004"),
    NUMBER("parameters", params, f0s_width_p, 0, 2, "ETR-DISC-001"),
    NUMBER("parameters", params, blocks_p, 1, RVT_BLOCKS_MAX, "ETR-ING-008"),
    NUMBER("parameters", params, retires_p, 1, 255, "ETR-ING-002"),
    NUMBER("parameters", params, impdef_width_p, 1, 32, "ETR-DISC-002"),
    NUMBER("parameters", params, comparators_p, 0, 8, "ETR-DISC-002"),
    NUMBER("parameters", params, filters_p, 0, 16, "ETR-DISC-002"),
    NUMBER("parameters", params, ecause_choice_p, 1, 6, "ETR-DISC-002"),
    NUMBER("parameters", params, filter_excint_p, 0, 8, "ETR-DISC-002"),
    FLAG("parameters", params, filter_context_p, "ETR-DISC-002"),
    FLAG("parameters", params, filter_time_p, "ETR-DISC-002"),
    FLAG("parameters", params, filter_privilege_p, "ETR-DISC-002"),
    FLAG("parameters", params, filter_tval_p, "ETR-DISC-002"),
    FLAG("parameters", params, nocontext_p, "ETR-DISC-001"),
    FLAG("parameters", params, notime_p, "ETR-DISC-001"),
    FLAG("parameters", params, sijump_p, "ETR-DISC-001"),
    FLAG("parameters", params, notval_p, "DRF-006"),
    NUMBER("parameters", params, ntkn_width_p, 0, 8, "DRA-009"),
    NUMBER("parameters", params, daddress_width_p, 1, 64, "ETR-DISC-003"),
    NUMBER("parameters", params, data_width_p, 8, 128, "ETR-DISC-003"),
    NUMBER("parameters", params, dtype_width_p, 1, 4, "ETR-DISC-003"),
    NUMBER("parameters", params, dsize_width_p, 1, 3, "ETR-DISC-003"),
    NUMBER("parameters", params, dblock_width_p, 0, 2, "ETR-DISC-003"),
    NUMBER("parameters", params, iaddr_lsbs_width_p, 0, 16, "ETR-DISC-003"),
    NUMBER("parameters", params, lrid_width_p, 1, 8, "ETR-DISC-003"),
    NUMBER("parameters", params, lresp_width_p, 1, 2, "ETR-DISC-003"),
    NUMBER("parameters", params, ldata_width_p, 8, 64, "ETR-DISC-003"),
    NUMBER("parameters", params, sdata_width_p, 8, 64, "ETR-DISC-003"),
    FLAG("options", options, implicit_return, "ETR-MODE-064"),
    FLAG("options", options, implicit_exception, "ETR-MODE-062"),
    FLAG("options", options, full_address, "ETR-MODE-063"),
    FLAG("options", options, jump_target_cache, "ETR-MODE-064"),
    FLAG("options", options, branch_prediction, "ETR-MODE-064"),
    FLAG("options", options, sequentially_inferred_jumps, "ETR-MODE-060"),
    FLAG("options", options, data_trace, "ETR-DAT-014"),
    FLAG("options", options, no_address, "ETR-DAT-014"),
    FLAG("options", options, no_data, "ETR-DAT-014"),
    FLAG("options", options, full_data_address, "ETR-DAT-014"),
    FLAG("options", options, full_data, "ETR-DAT-014"),
    {"resync", "mode", RVT_KEY_ENUM, offsetof(struct rvt_config, resync.mode), 0, 3,
     resync_mode_values, "ETR-RSY-001"},
    NUMBER("resync", resync, max, 0, 59, "ETR-RSY-001"),
    NUMBER("encapsulation", encap, srcid_bits, 0, 16, "ENC-001"),
    NUMBER("encapsulation", encap, srcid, 0, 65535, "ENC-015"),
    NUMBER("encapsulation", encap, type_bits, 0, 8, "ENC-007"),
    NUMBER("encapsulation", encap, type_inst, 0, 255, "ENC-007"),
    NUMBER("encapsulation", encap, type_data, 0, 255, "ENC-007"),
    NUMBER("encapsulation", encap, flow, 0, 3, "ENC-002"),
    NUMBER("encapsulation", encap, timestamp_bytes, 0, 8, "ENC-005"),
    CHOICE("encapsulation", encap, framing, "AMB-150"),
    CHOICE("encapsulation", encap, nulls, "ENC-011"),
    NUMBER("encapsulation", encap, sync_period, 0, 1048576, "ENC-019"),
    CHOICE("encapsulation", encap, sync_unit, "ENC-019"),
    NUMBER("encapsulation", encap, block_bytes, 0, 1048576, "ENC-017"),
    FLAG("encapsulation", encap, unaligned, "ENC-010"),
    NUMBER("transport", transport, frame_id, 1, 0x6f, "FRM-007"),
    FLAG("transport", transport, frame_stream, "FRM-011"),
    NUMBER("transport", transport, fsync_frames, 1, 65535, "FRM-008"),
    NUMBER("transport", transport, master, 0, 65535, "STP-006"),
    NUMBER("transport", transport, channel, 0, 65535, "STP-006"),
    NUMBER("transport", transport, protocol, 0, 63, "SYST-003"),
    FLAG("transport", transport, checksum, "SYST-008"),
    FLAG("transport", transport, marked, "SEQ-003"),
    NUMBER("transport", transport, stp_sync, 0, 1048576, "STP-012"),
    CHOICE("dialect", dialect, padding, "ETR-CMP-005"),
    CHOICE("dialect", dialect, flags, "ETR-FMT-027"),
    CHOICE("dialect", dialect, header, "ENC-002"),
    CHOICE("switches", switches, chart, "AMB-001"),
    CHOICE("switches", switches, compress, "ETR-CMP-002"),
    CHOICE("switches", switches, encap_compress, "ENC-020"),
    CHOICE("switches", switches, resync_cmp, "AMB-101"),
    CHOICE("switches", switches, resync_point, "AMB-104"),
    CHOICE("switches", switches, thaddr0_addr, "AMB-041"),
    CHOICE("switches", switches, int_at_updiscon, "AMB-042"),
    CHOICE("switches", switches, first_trap, "AMB-044"),
    CHOICE("switches", switches, ir_fill, "AMB-019"),
    CHOICE("switches", switches, jalr_x0, "AMB-032"),
    CHOICE("switches", switches, addr_extend, "ETR-CMP-010"),
    CHOICE("switches", switches, support_layout, "AMB-122"),
    CHOICE("switches", switches, trap_layout, "AMB-046"),
    CHOICE("switches", switches, trap_cause_sel, "AMB-040"),
    CHOICE("switches", switches, xret_sync, "AMB-033"),
    CHOICE("switches", switches, ctype3, "AMB-105"),
    CHOICE("switches", switches, updiscon_bit, "AMB-129"),
    CHOICE("switches", switches, ir_profile, "AMB-010"),
    CHOICE("switches", switches, ir_depth_at_mispredict, "AMB-011"),
    CHOICE("switches", switches, ccs_max, "AMB-012"),
    CHOICE("switches", switches, ir_sync_call, "AMB-015"),
    CHOICE("switches", switches, ir_classes, "AMB-016"),
    CHOICE("switches", switches, ir_swap, "AMB-016"),
    CHOICE("switches", switches, sijump_across_sync, "AMB-035"),
    CHOICE("switches", switches, map_fill, "AMB-067"),
    CHOICE("switches", switches, bpred_sync_branch, "AMB-064"),
    CHOICE("switches", switches, table_reset, "AMB-071"),
    CHOICE("switches", switches, jtc_write, "AMB-080"),
    CHOICE("switches", switches, jtc_implicit_return, "AMB-081"),
    CHOICE("switches", switches, jtc_mispredict_return, "AMB-081"),
    CHOICE("switches", switches, jtc_sync_populate, "AMB-082"),
    CHOICE("switches", switches, jtc_choose, "AMB-083"),
    CHOICE("switches", switches, jtc_before_sync, "AMB-083"),
    CHOICE("switches", switches, jtc_xret, "AMB-086"),
    CHOICE("switches", switches, dec_arrival, "AMB-018"),
    CHOICE("switches", switches, ts_align, "AMB-145"),
    CHOICE("switches", switches, filter_gran, "AMB-130"),
    CHOICE("switches", switches, cfg_change, "AMB-126"),
    CHOICE("switches", switches, protocol_ver, "AMB-002"),
    NUMBER("switches", switches, inst_mode_rb, 6, 7, "AMB-006"),
    CHOICE("switches", switches, draft_bpred_init, "DRA-004"),
    CHOICE("switches", switches, draft_double_trap, "DRA-011"),
    CHOICE("switches", switches, draft_looplabel, "DRD-003"),
    CHOICE("switches", switches, dat_signalling, "ETR-DAT-006"),
    CHOICE("switches", switches, dat_compress, "AMB-176"),
    CHOICE("switches", switches, dat_addr_compress, "AMB-179"),
    CHOICE("switches", switches, dat_hist, "AMB-177"),
    CHOICE("switches", switches, dat_operand, "AMB-177"),
    CHOICE("switches", switches, dat_first, "AMB-175"),
    CHOICE("switches", switches, dat_addr_base, "AMB-186"),
    CHOICE("switches", switches, dat_code_01, "AMB-179"),
    CHOICE("switches", switches, dat_atomic_codes, "AMB-178"),
    CHOICE("switches", switches, dat_sc_failure, "ETR-DAT-007"),
    NUMBER("switches", switches, dat_split_atomic_rsp, 6, 7, "AMB-170"),
    NUMBER("switches", switches, dat_diff_bits, 1, 2, "AMB-176"),
    NUMBER("switches", switches, ir_partial_bits, 0, 64, "AMB-017"),
    NUMBER("switches", switches, bcount_min, 31, 32, "AMB-061"),
    NUMBER("switches", switches, bcount_max, 0, UINT32_MAX, "AMB-063"),
    FLAG("switches", switches, ir_mispredict_pop, "AMB-014"),
    FLAG("switches", switches, ir_flush_before_sync, "AMB-021"),
    FLAG("switches", switches, ecall_retires, "AMB-031"),
    FLAG("switches", switches, zcm, "AMB-034"),
    FLAG("switches", switches, tval_always, "AMB-046"),
    FLAG("switches", switches, report_last_trap, "AMB-049"),
    FLAG("switches", switches, jtc_update_on_f0s0, "AMB-084"),
    FLAG("switches", switches, jtc_zero_invalid, "AMB-085"),
    FLAG("switches", switches, f0s1_irreport, "AMB-087"),
    FLAG("switches", switches, resync_cycles_gated, "AMB-100"),
    FLAG("switches", switches, resync_s2_skip, "AMB-101"),
    FLAG("switches", switches, early_filter, "AMB-121"),
    FLAG("switches", switches, addr_shift, "AMB-151"),
    FLAG("switches", switches, updiscon_xret, "AMB-030"),
    FLAG("switches", switches, trap_dup_refflow, "AMB-043"),
    FLAG("switches", switches, final_repeat, "AMB-131"),
    FLAG("switches", switches, resync_count_support, "AMB-100"),
    FLAG("switches", switches, cci_latch, "AMB-107"),
    FLAG("switches", switches, support_on_restart, "AMB-123"),
    FLAG("switches", switches, notify_trig_enable, "AMB-127"),
    FLAG("switches", switches, draft_swap_updiscon, "DRA-008"),
    FLAG("switches", switches, draft_sijump, "DRA-007"),
    FLAG("switches", switches, mmacas_ext, "ETR-DAT-001"),
    {NULL, NULL, RVT_KEY_UNSIGNED, 0, 0, 0, NULL, NULL},
};

const struct rvt_key *rvt_config_keys(void)
{
    return keys;
}

const char *const *rvt_spec_profile_names(void)
{
    return profiles;
}

const char *rvt_spec_profile_text(enum rvt_spec_profile profile)
{
    return profiles[profile];
}

unsigned rvt_config_get(const struct rvt_config *config, const struct rvt_key *key)
{
    const unsigned char *member = (const unsigned char *)config + key->offset;
    unsigned number;
    bool flag;

    if (key->kind == RVT_KEY_BOOL) {
        memcpy(&flag, member, sizeof flag);
        return flag;
    }
    memcpy(&number, member, sizeof number);
    return number;
}

void rvt_config_set(struct rvt_config *config, const struct rvt_key *key, unsigned value)
{
    unsigned char *member = (unsigned char *)config + key->offset;
    bool flag = value != 0;

    if (key->kind == RVT_KEY_BOOL)
        memcpy(member, &flag, sizeof flag);
    else
        memcpy(member, &value, sizeof value);
}
