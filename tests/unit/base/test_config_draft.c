/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Each rule of a configuration for draft 0.026, with the nearest legal value beside it. Shows:
 * DRF-004, DRF-006, DRF-013, DRF-014, DRA-005, DRA-007, DRA-008, DRA-009, DRA-010, DRA-013,
 * DRA-015, DRA-016 */
#include "base/config_check.h"
#include "base/config_keys.h"
#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include <string.h>

#include "wire/packet.h"

static const struct rvt_key *key_named(const char *name)
{
    for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key)
        if (strcmp(key->name, name) == 0)
            return key;
    cr_assert(false, "%s", name);
    return NULL;
}

/* A change of the defaults after another one that is legal (or none), and the rule that it breaks;
 * no clause: it is legal. */
static const struct {
    const char *before;
    unsigned before_value;
    const char *field;
    unsigned value;
    const char *clause;
    unsigned reported; /* value of the diagnosis */
} rules[] = {
    {NULL, 0, "itype_width_p", 3, "DRA-008", 3},
    {NULL, 0, "notime_p", 0, "DRF-013", 0},
    {NULL, 0, "f0s_width_p", 1, "DRA-015", 1},
    {NULL, 0, "return_stack_size_p", 1, "DRA-015", 1},
    {NULL, 0, "call_counter_size_p", 1, NULL, 0},
    {NULL, 0, "cache_size_p", 1, "DRA-016", 1},
    {NULL, 0, "sijump_p", 1, "DRA-007", 1},
    {NULL, 0, "data_trace", 1, "DRA-016", 1},
    {"nocontext_p", 0, "ctype_width_p", 1, "DRA-010", 1},
    {"nocontext_p", 0, "ctype_width_p", 2, NULL, 0},
    {"nocontext_p", 1, "ctype_width_p", 1, NULL, 0},
    {"ntkn_width_p", 3, "bpred_size_p", 4, NULL, 0},
    {"bpred_size_p", 4, "branch_prediction", 1, NULL, 0},
    {NULL, 0, "tval_always", 0, "DRF-006", 0},
    {NULL, 0, "bcount_max", 0xffff, NULL, 0},
    {NULL, 0, "bcount_max", 0x10000, "DRF-004", 0x10000},
    {NULL, 0, "table_reset", RVT_TABLE_RESET_EVERY_SYNC, "DRA-005", RVT_TABLE_RESET_EVERY_SYNC},
    {NULL, 0, "table_reset", RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF, "DRA-005",
     RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF},
    {NULL, 0, "resync_cmp", RVT_RESYNC_CMP_FSM, "DRA-013", RVT_RESYNC_CMP_FSM},
    {NULL, 0, "notval_p", 1, NULL, 0},
    {NULL, 0, "ntkn_width_p", 8, NULL, 0},
    {NULL, 0, "srcid_bits", 0, NULL, 0},
    {NULL, 0, "srcid_bits", 8, NULL, 0},
    {NULL, 0, "srcid_bits", 7, "DRF-014", 7},
    {NULL, 0, "srcid_bits", 9, "DRF-014", 9},
    {NULL, 0, "type_bits", 1, "DRF-014", 1},
    {NULL, 0, "timestamp_bytes", 0, NULL, 0},
    {NULL, 0, "timestamp_bytes", 1, "DRF-014", 1},
    {NULL, 0, "timestamp_bytes", 2, NULL, 0},
    {NULL, 0, "timestamp_bytes", 3, "DRF-014", 3},
};

static void expect_verdict(const struct rvt_config *config, const char *field, const char *clause,
                           unsigned value)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_config_check(config, &diag);
    if (clause == NULL) {
        cr_expect(status == RVT_OK, "%s: %s", field, diag.text);
        return;
    }
    cr_expect(eq(int, (int)status, RVT_ERR_PARAMETER), "%s", field);
    cr_assert(diag.field != NULL && diag.clause != NULL, "%s", field);
    cr_expect(eq(str, TEXT(diag.field), TEXT(field)));
    cr_expect(eq(str, TEXT(diag.clause), TEXT(clause)), "%s", field);
    cr_expect(eq(u64, diag.value, value), "%s", field);
    cr_expect(strncmp(diag.text, field, strlen(field)) == 0, "%s", diag.text);
}

Test(config_draft, each_rule_refuses_by_name)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct rvt_config config;

        rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
        if (rules[i].before != NULL) {
            rvt_config_set(&config, key_named(rules[i].before), rules[i].before_value);
            expect_verdict(&config, rules[i].before, NULL, 0);
        }
        rvt_config_set(&config, key_named(rules[i].field), rules[i].value);
        expect_verdict(&config, rules[i].field, rules[i].clause, rules[i].reported);
    }
}

/* Modes that need what the draft does not have. */
Test(config_draft, modes_of_later_editions_are_refused)
{
    static const struct {
        const char *field, *clause;
    } modes[] = {{"jump_target_cache", "DRA-016"}, {"sequentially_inferred_jumps", "DRA-007"}};
    struct rvt_config config;

    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
        rvt_config_set(&config, key_named(modes[i].field), 1);
        expect_verdict(&config, modes[i].field, modes[i].clause, 1);
    }
    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.bpred_size_p = 4;
    config.options.branch_prediction = true;
    config.params.ntkn_width_p = 2;
    expect_verdict(&config, "ntkn_width_p", "DRA-009", 2);
}

Test(config_draft, later_editions_refuse_what_only_the_draft_has)
{
    static const enum rvt_spec_profile profiles[] = {RVT_PROFILE_V2_0_3, RVT_PROFILE_V2_0_4,
                                                     RVT_PROFILE_V2_0_5_DRAFT, RVT_PROFILE_REFFLOW};

    for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++) {
        struct rvt_config config;

        rvt_config_defaults(&config, profiles[i]);
        expect_verdict(&config, "defaults", NULL, 0);
        config.params.notval_p = true;
        expect_verdict(&config, "notval_p", "DRF-006", 1);
        config.params.notval_p = false;
        config.params.ntkn_width_p = 3;
        expect_verdict(&config, "ntkn_width_p", "DRA-009", 3);
    }
}

/* The rule for the encapsulation sums the table of F3/1, the wire layer measures its packets.
 * Shows: DRF-006, DRF-008 */
Test(config_draft, the_longest_packet_is_the_one_that_the_walks_measure)
{
    uint64_t state = 3;
    unsigned refused = 0, accepted = 0;

    for (unsigned round = 0; round < 4000; round++) {
        struct rvt_config config;
        struct rvt_params *p = &config.params;

        rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
        p->iaddress_width_p = 50 + random_below(&state, 15);
        p->iaddress_lsb_p = random_below(&state, 3);
        p->ecause_width_p = 40 + random_below(&state, 25);
        p->privilege_width_p = 1 + random_below(&state, 3);
        p->context_width_p = 40 + random_below(&state, 25);
        p->ctype_width_p = 2;
        p->nocontext_p = random_below(&state, 8) == 0;
        p->notval_p = random_below(&state, 8) == 0;
        unsigned longest = rvt_packet_bits_max(&config);
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_config_check(&config, &diag);
        cr_assert(status == (longest <= 248 ? RVT_OK : RVT_ERR_PARAMETER), "round %u: %u bits, %s",
                  round, longest, diag.text);
        refused += longest > 248;
        accepted += longest > 240 && longest <= 248;
        if (longest > 248)
            cr_expect(eq(u64, diag.value, longest));
    }
    cr_expect(refused > 0 && accepted > 100, "%u refused, %u accepted", refused, accepted);
}
