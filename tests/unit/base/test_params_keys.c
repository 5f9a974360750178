/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The table that names every value of a configuration. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "base/config_keys.h"
#include "base/params.h"
#include "tests/unit/checks.h"

/* The table spelt out once more: section, name, range of numbers, clause. Switches name the
 * question that they answer. */
Test(params_keys, keys_have_the_ranges_of_their_clauses)
{
    static const struct {
        const char *section, *name;
        enum rvt_key_kind kind;
        unsigned minimum, maximum;
        const char *clause;
    } expected[] = {
        {"parameters", "iaddress_width_p", RVT_KEY_UNSIGNED, 8, 64, "ETR-DISC-001"},
        {"parameters", "iaddress_lsb_p", RVT_KEY_UNSIGNED, 0, 2, "ETR-DISC-001"},
        {"parameters", "itype_width_p", RVT_KEY_UNSIGNED, 3, 4, "ETR-DISC-002"},
        {"parameters", "ecause_width_p", RVT_KEY_UNSIGNED, 1, 64, "ETR-DISC-001"},
        {"parameters", "privilege_width_p", RVT_KEY_UNSIGNED, 1, 3, "ETR-DISC-001"},
        {"parameters", "context_width_p", RVT_KEY_UNSIGNED, 1, 64, "ETR-DISC-001"},
        {"parameters", "time_width_p", RVT_KEY_UNSIGNED, 1, 64, "ETR-DISC-001"},
        {"parameters", "ctype_width_p", RVT_KEY_UNSIGNED, 1, 2, "ETR-DISC-002"},
        {"parameters", "iretire_width_p", RVT_KEY_UNSIGNED, 1, 32, "ETR-DISC-002"},
        {"parameters", "ilastsize_width_p", RVT_KEY_UNSIGNED, 1, 2, "ETR-DISC-002"},
        {"parameters", "return_stack_size_p", RVT_KEY_UNSIGNED, 0, 15, "ETR-DISC-004"},
        {"parameters", "call_counter_size_p", RVT_KEY_UNSIGNED, 0, 15, "ETR-DISC-004"},
        {"parameters", "bpred_size_p", RVT_KEY_UNSIGNED, 0, 15, "ETR-DISC-004"},
        {"parameters", "cache_size_p", RVT_KEY_UNSIGNED, 0, 15, "ETR-DISC-004"},
        {"parameters", "f0s_width_p", RVT_KEY_UNSIGNED, 0, 2, "ETR-DISC-001"},
        {"parameters", "blocks_p", RVT_KEY_UNSIGNED, 1, 4, "ETR-ING-008"},
        {"parameters", "retires_p", RVT_KEY_UNSIGNED, 1, 255, "ETR-ING-002"},
        {"parameters", "impdef_width_p", RVT_KEY_UNSIGNED, 1, 32, "ETR-DISC-002"},
        {"parameters", "comparators_p", RVT_KEY_UNSIGNED, 0, 8, "ETR-DISC-002"},
        {"parameters", "filters_p", RVT_KEY_UNSIGNED, 0, 16, "ETR-DISC-002"},
        {"parameters", "ecause_choice_p", RVT_KEY_UNSIGNED, 1, 6, "ETR-DISC-002"},
        {"parameters", "filter_excint_p", RVT_KEY_UNSIGNED, 0, 8, "ETR-DISC-002"},
        {"parameters", "filter_context_p", RVT_KEY_BOOL, 0, 1, "ETR-DISC-002"},
        {"parameters", "filter_time_p", RVT_KEY_BOOL, 0, 1, "ETR-DISC-002"},
        {"parameters", "filter_privilege_p", RVT_KEY_BOOL, 0, 1, "ETR-DISC-002"},
        {"parameters", "filter_tval_p", RVT_KEY_BOOL, 0, 1, "ETR-DISC-002"},
        {"parameters", "nocontext_p", RVT_KEY_BOOL, 0, 1, "ETR-DISC-001"},
        {"parameters", "notime_p", RVT_KEY_BOOL, 0, 1, "ETR-DISC-001"},
        {"parameters", "sijump_p", RVT_KEY_BOOL, 0, 1, "ETR-DISC-001"},
        {"parameters", "notval_p", RVT_KEY_BOOL, 0, 1, "DRF-006"},
        {"parameters", "ntkn_width_p", RVT_KEY_UNSIGNED, 0, 8, "DRA-009"},
        {"parameters", "daddress_width_p", RVT_KEY_UNSIGNED, 1, 64, "ETR-DISC-003"},
        {"parameters", "data_width_p", RVT_KEY_UNSIGNED, 8, 128, "ETR-DISC-003"},
        {"parameters", "dtype_width_p", RVT_KEY_UNSIGNED, 1, 4, "ETR-DISC-003"},
        {"parameters", "dsize_width_p", RVT_KEY_UNSIGNED, 1, 3, "ETR-DISC-003"},
        {"parameters", "dblock_width_p", RVT_KEY_UNSIGNED, 0, 2, "ETR-DISC-003"},
        {"parameters", "iaddr_lsbs_width_p", RVT_KEY_UNSIGNED, 0, 16, "ETR-DISC-003"},
        {"parameters", "lrid_width_p", RVT_KEY_UNSIGNED, 1, 8, "ETR-DISC-003"},
        {"parameters", "lresp_width_p", RVT_KEY_UNSIGNED, 1, 2, "ETR-DISC-003"},
        {"parameters", "ldata_width_p", RVT_KEY_UNSIGNED, 8, 64, "ETR-DISC-003"},
        {"parameters", "sdata_width_p", RVT_KEY_UNSIGNED, 8, 64, "ETR-DISC-003"},
        {"options", "implicit_return", RVT_KEY_BOOL, 0, 1, "ETR-MODE-064"},
        {"options", "implicit_exception", RVT_KEY_BOOL, 0, 1, "ETR-MODE-062"},
        {"options", "full_address", RVT_KEY_BOOL, 0, 1, "ETR-MODE-063"},
        {"options", "jump_target_cache", RVT_KEY_BOOL, 0, 1, "ETR-MODE-064"},
        {"options", "branch_prediction", RVT_KEY_BOOL, 0, 1, "ETR-MODE-064"},
        {"options", "sequentially_inferred_jumps", RVT_KEY_BOOL, 0, 1, "ETR-MODE-060"},
        {"options", "data_trace", RVT_KEY_BOOL, 0, 1, "ETR-DAT-014"},
        {"options", "no_address", RVT_KEY_BOOL, 0, 1, "ETR-DAT-014"},
        {"options", "no_data", RVT_KEY_BOOL, 0, 1, "ETR-DAT-014"},
        {"options", "full_data_address", RVT_KEY_BOOL, 0, 1, "ETR-DAT-014"},
        {"options", "full_data", RVT_KEY_BOOL, 0, 1, "ETR-DAT-014"},
        {"resync", "mode", RVT_KEY_ENUM, 0, 3, "ETR-RSY-001"},
        {"resync", "max", RVT_KEY_UNSIGNED, 0, 59, "ETR-RSY-001"},
        {"encapsulation", "srcid_bits", RVT_KEY_UNSIGNED, 0, 16, "ENC-001"},
        {"encapsulation", "srcid", RVT_KEY_UNSIGNED, 0, 65535, "ENC-015"},
        {"encapsulation", "type_bits", RVT_KEY_UNSIGNED, 0, 8, "ENC-007"},
        {"encapsulation", "type_inst", RVT_KEY_UNSIGNED, 0, 255, "ENC-007"},
        {"encapsulation", "type_data", RVT_KEY_UNSIGNED, 0, 255, "ENC-007"},
        {"encapsulation", "flow", RVT_KEY_UNSIGNED, 0, 3, "ENC-002"},
        {"encapsulation", "timestamp_bytes", RVT_KEY_UNSIGNED, 0, 8, "ENC-005"},
        {"encapsulation", "framing", RVT_KEY_ENUM, 0, 1, "AMB-150"},
        {"encapsulation", "nulls", RVT_KEY_ENUM, 0, 3, "ENC-011"},
        {"encapsulation", "sync_period", RVT_KEY_UNSIGNED, 0, 1048576, "ENC-019"},
        {"encapsulation", "sync_unit", RVT_KEY_ENUM, 0, 1, "ENC-019"},
        {"encapsulation", "block_bytes", RVT_KEY_UNSIGNED, 0, 1048576, "ENC-017"},
        {"encapsulation", "unaligned", RVT_KEY_BOOL, 0, 1, "ENC-010"},
        {"transport", "frame_id", RVT_KEY_UNSIGNED, 1, 0x6f, "FRM-007"},
        {"transport", "frame_stream", RVT_KEY_BOOL, 0, 1, "FRM-011"},
        {"transport", "fsync_frames", RVT_KEY_UNSIGNED, 1, 65535, "FRM-008"},
        {"transport", "master", RVT_KEY_UNSIGNED, 0, 65535, "STP-006"},
        {"transport", "channel", RVT_KEY_UNSIGNED, 0, 65535, "STP-006"},
        {"transport", "protocol", RVT_KEY_UNSIGNED, 0, 63, "SYST-003"},
        {"transport", "checksum", RVT_KEY_BOOL, 0, 1, "SYST-008"},
        {"transport", "marked", RVT_KEY_BOOL, 0, 1, "SEQ-003"},
        {"transport", "stp_sync", RVT_KEY_UNSIGNED, 0, 1048576, "STP-012"},
        {"dialect", "padding", RVT_KEY_ENUM, 0, 2, "ETR-CMP-005"},
        {"dialect", "flags", RVT_KEY_ENUM, 0, 1, "ETR-FMT-027"},
        {"dialect", "header", RVT_KEY_ENUM, 0, 1, "ENC-002"},
    };
    const struct rvt_key *key = rvt_config_keys();

    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i, ++key) {
        cr_assert(key->name != NULL);
        cr_expect(eq(str, TEXT(key->section), TEXT(expected[i].section)));
        cr_expect(eq(str, TEXT(key->name), TEXT(expected[i].name)));
        cr_expect(eq(int, (int)key->kind, (int)expected[i].kind), "%s", key->name);
        cr_expect(eq(uint, key->minimum, expected[i].minimum), "%s", key->name);
        cr_expect(eq(uint, key->maximum, expected[i].maximum), "%s", key->name);
        cr_expect(eq(str, TEXT(key->clause), TEXT(expected[i].clause)), "%s", key->name);
    }
    for (; key->name != NULL; ++key) {
        cr_expect(eq(str, TEXT(key->section), TEXT("switches")));
        cr_expect(strncmp(key->clause, "AMB-", 4) == 0 || strncmp(key->clause, "ETR-", 4) == 0 ||
                      strncmp(key->clause, "ENC-", 4) == 0 ||
                      strncmp(key->clause, "DRA-", 4) == 0 || strncmp(key->clause, "DRD-", 4) == 0,
                  "%s", key->name);
    }
}

Test(params_keys, each_key_reaches_its_own_member)
{
    unsigned count = 0;

    for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key, ++count) {
        struct rvt_config config;

        memset(&config, 0, sizeof config);
        rvt_config_set(&config, key, 1);
        for (const struct rvt_key *other = rvt_config_keys(); other->name; ++other)
            cr_expect(eq(uint, rvt_config_get(&config, other), other == key), "%s and %s",
                      key->name, other->name);
    }
    cr_expect(gt(uint, count, 0));
}
