/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Waivers: which findings they match, and what is left of a verdict. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "tests/unit/lockstep_fixture.h"

static struct rig rig;
static struct rvt_waivers waivers;
static struct rvt_lockstep_options options;

static void defaults(void)
{
    rig_defaults(&rig);
    waivers.count = 0;
    options = (struct rvt_lockstep_options){.packets = true, .findings_max = 1};
    options.waivers = &waivers;
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(waivers, .init = defaults, .fini = close_rig);

/* Adds a waiver of bit-exact findings of a field. */
static struct rvt_waiver *add(const char *field)
{
    struct rvt_waiver *waiver = &waivers.waiver[waivers.count++];

    *waiver = (struct rvt_waiver){.has_verdict = true, .verdict = RVT_MISMATCH_BIT_EXACT};
    (void)snprintf(waiver->field, sizeof waiver->field, "%s", field);
    (void)snprintf(waiver->reason, sizeof waiver->reason, "known");
    return waiver;
}

/* A run of which the address of packets 5, 10, 15 is wrong, so that bit-exact has three findings
 * without waivers. */
static void run(void)
{
    cr_assert(rig_open(&rig, &options, false));
    cr_assert(rig_session(&rig, 20));
    for (unsigned i = 5; i <= 15; i += 5)
        rig.sent[i].payload.byte[1] ^= 0x10;
    rig_pass_packets(&rig);
    rig_end(&rig);
}

static unsigned findings(void)
{
    return rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_PACKETS);
}

static uint64_t waived(unsigned index)
{
    return rvt_lockstep_waived(rig.lockstep, RVT_VERDICT_PACKETS, index);
}

Test(waivers, waived_findings_neither_fail_the_verdict_nor_stop_the_comparison)
{
    struct rvt_lockstep_statistics statistics;

    add("address");
    run();
    cr_expect_eq(findings(), 0, "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
    cr_expect(rvt_lockstep_passed(rig.lockstep));
    cr_expect_eq(waived(0), 3);
    cr_expect_eq(rvt_lockstep_first_cycle(rig.lockstep), UINT64_MAX);
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect_eq(statistics.comparisons, rig.sent_count);
}

static unsigned accepted;

static void take_accepted(void *context, enum rvt_mismatch_verdict verdict,
                          const struct rvt_mismatch_entry *entry, const char *reason)
{
    cr_expect_eq(context, &rig);
    cr_expect_eq(verdict, RVT_MISMATCH_BIT_EXACT);
    cr_expect_eq(entry->found.packet, 5 + 5 * accepted);
    cr_expect_str_eq(entry->found.field, "address");
    cr_expect(strstr(entry->text, "differs") != NULL, "%s", entry->text);
    cr_expect_str_eq(reason, "known");
    accepted++;
}

/* The sink gets each finding that is waived, and none that is not. */
Test(waivers, the_sink_gets_what_is_waived)
{
    options.findings_max = 8;
    options.waived = (struct rvt_waived_sink){take_accepted, &rig};
    add("address")->count = 2;
    run();
    cr_expect_eq(accepted, 2);
    cr_expect_eq(findings(), 1);
}

Test(waivers, the_first_findings_up_to_the_count)
{
    options.findings_max = 8;
    add("address")->count = 2;
    run();
    cr_expect_eq(waived(0), 2);
    cr_assert_eq(findings(), 1);
    cr_expect_eq(rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_PACKETS, 0)->packet, 15);
    cr_expect(!rvt_lockstep_passed(rig.lockstep));
}

Test(waivers, the_first_that_still_counts_is_used)
{
    add("address")->count = 1;
    add("address");
    run();
    cr_expect_eq(waived(0), 1);
    cr_expect_eq(waived(1), 2);
    cr_expect(rvt_lockstep_passed(rig.lockstep));
}

Test(waivers, what_no_waiver_names_stays)
{
    options.findings_max = 8;
    add("branch_map");
    run();
    cr_expect_eq(findings(), 4); /* three differences, and the waiver */
    const struct rvt_mismatch *last = rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_PACKETS, 3);
    cr_assert(last != NULL);
    cr_expect_eq(last->kind, RVT_MISMATCH_WAIVER);
    cr_expect_str_eq(last->clause, "WaiverUsed");
    const char *text = rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_PACKETS, 3);
    cr_expect(strstr(text, "waiver 1 matches no finding [WaiverUsed]\n"
                           "  waiver    verdict bit-exact, field branch_map\n"
                           "  reason    known") != NULL,
              "%s", text);
}

Test(waivers, an_unused_one_fails_a_verdict_without_other_findings)
{
    add("branch_map");
    cr_assert(rig_open(&rig, &options, false));
    cr_assert(rig_session(&rig, 20));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_assert_eq(findings(), 1);
    cr_expect(!rvt_lockstep_passed(rig.lockstep));
}

Test(waivers, an_unused_optional_one_is_listed)
{
    char line[256];
    struct rvt_text text;

    add("branch_map")->optional = true;
    cr_assert(rig_open(&rig, &options, false));
    cr_assert(rig_session(&rig, 20));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect_eq(findings(), 0, "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
    rvt_text_init(&text, line, sizeof line);
    cr_assert(rvt_lockstep_summary(rig.lockstep, 0, &text));
    cr_expect_str_eq(line, "waiver 1: waived bit-exact 0, decode-exact 0: verdict bit-exact, field "
                           "branch_map, optional (known)");
}

/* Bit-exact stops at its first finding, so that the waiver might still have matched. The packet is
 * only longer, and decodes to the same. */
Test(waivers, one_that_a_verdict_did_not_come_to_is_no_finding)
{
    for (unsigned findings_max = 1; findings_max <= 8; findings_max += 7) {
        defaults();
        options.findings_max = findings_max;
        add("branch_map")->has_verdict = false;
        cr_assert(rig_open(&rig, &options, true));
        cr_assert(rig_session(&rig, 20));
        struct rvt_payload *longer = &rig.sent[5].payload;
        longer->byte[longer->bytes] = (longer->byte[longer->bytes - 1] & 0x80) != 0 ? 0xff : 0;
        longer->bytes++;
        rig_pass_packets(&rig);
        rig_end(&rig);
        cr_expect_eq(findings(), findings_max == 1 ? 1 : 2, "%u %s", findings(),
                     rig_finding(&rig, RVT_VERDICT_PACKETS));
        cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_DECODE_EXACT),
                     findings_max == 1 ? 0 : 1, "%s", rig_finding(&rig, RVT_VERDICT_DECODE_EXACT));
        rig_close(&rig);
    }
    defaults();
}

Test(waivers, one_that_the_run_cannot_use_is_no_finding)
{
    add("address")->verdict = RVT_MISMATCH_DECODE_EXACT; /* there is no program */
    add("address")->verdict = RVT_MISMATCH_TIMING;
    add("address")->verdict = RVT_MISMATCH_INGRESS;
    cr_assert(rig_open(&rig, &options, false));
    cr_assert(rig_session(&rig, 20));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect_eq(findings(), 0, "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
}

/* What is wrong with decode-exact is waived by its own verdict; bit-exact keeps its finding. */
Test(waivers, each_verdict_has_its_findings)
{
    static const struct rvt_row wrong = {
        .block = {{.iaddr = LOOP_BASE, .iretire = 6, .ilastsize = 1}}};
    struct rvt_waiver *waiver = add("iretire");

    waiver->verdict = RVT_MISMATCH_INGRESS;
    waiver->has_observed = true;
    waiver->observed = 6;
    options.findings_max = 8;
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_control(&rig, true));
    cr_assert(rig_loop(&rig));
    for (unsigned i = 0; i < 20; i++) {
        (void)rig_row(&rig, &wrong);
        cr_assert(rig_row(&rig, &loop_jump));
    }
    cr_expect_eq(waived(0), 20); /* not bounded by the limit of findings about rows */
    cr_expect_eq(rvt_lockstep_waived(rig.lockstep, RVT_VERDICT_DECODE_EXACT, 0), 20);
    cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_DECODE_EXACT), 0, "%s",
                 rig_finding(&rig, RVT_VERDICT_DECODE_EXACT));
}

/* Decode-exact continues at the next synchronisation after a waived finding, as after a reported
 * one: both runs compare and skip the same packets. */
Test(waivers, the_comparison_recovers_as_after_a_reported_finding)
{
    struct rvt_lockstep_statistics statistics[2];

    for (unsigned i = 0; i < 2; i++) {
        rig_defaults(&rig);
        rig.config.resync = rig.hardware_config.resync =
            (struct rvt_resync_config){.mode = RVT_RESYNC_PACKETS, .max = 0};
        waivers.count = 0;
        options.findings_max = 8;
        if (i == 1) {
            struct rvt_waiver *waiver = add("");
            waiver->verdict = RVT_MISMATCH_DECODE_EXACT;
            (void)snprintf(waiver->packet, sizeof waiver->packet, "F1");
        }
        cr_assert(rig_open(&rig, &options, true));
        cr_assert(rig_session(&rig, 60));
        rig.sent[5].payload.byte[0] ^= 8; /* the outcome of the branch */
        rig_pass_packets(&rig);
        rig_end(&rig);
        rvt_lockstep_statistics(rig.lockstep, &statistics[i]);
        cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_DECODE_EXACT), 1 - i, "%s",
                     rig_finding(&rig, RVT_VERDICT_DECODE_EXACT));
        if (i == 0)
            rig_close(&rig);
    }
    cr_expect_gt(statistics[0].skipped, 0);
    cr_expect_eq(memcmp(&statistics[0], &statistics[1], sizeof statistics[0]), 0);
}

Test(waivers, too_little_comparison_cannot_be_waived)
{
    struct rvt_waiver *waiver = add("");

    waiver->has_kind = true;
    waiver->kind = RVT_MISMATCH_NOTHING;
    cr_assert(rig_open(&rig, &options, false));
    rig_end(&rig);
    cr_assert_eq(findings(), 1);
    cr_expect_eq(waived(0), 0);
}

/* --- several differences in one packet -------------------------------------------------------- */

/* Packet 5 differs in its branch map and its address. */
static void run_with_two_differences(void)
{
    options.findings_max = 8;
    cr_assert(rig_open(&rig, &options, false));
    cr_assert(rig_session(&rig, 20));
    rig.sent[5].payload.byte[0] ^= 0x80;
    rig.sent[5].payload.byte[1] ^= 0x10;
    rig_pass_packets(&rig);
    rig_end(&rig);
}

Test(waivers, a_finding_shows_all_fields_that_differ)
{
    run_with_two_differences();
    cr_assert_eq(findings(), 1);
    const char *text = rig_finding(&rig, RVT_VERDICT_PACKETS);
    cr_expect(strstr(text, "packet 5 (F1) differs [ETR-FMT-023]\n"
                           "  field     branch_map: expected 0x0, observed 0x1 (bit ") != NULL,
              "%s", text);
    cr_expect(strstr(text, "\n  field     address: expected 0x") != NULL, "%s", text);
}

Test(waivers, other_fields_than_the_one_named_stay_a_finding)
{
    add("branch_map");
    run_with_two_differences();
    cr_expect_eq(waived(0), 1);
    cr_assert_eq(findings(), 1);
    const char *text = rig_finding(&rig, RVT_VERDICT_PACKETS);
    const struct rvt_mismatch *found = rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_PACKETS, 0);
    cr_expect(strstr(text, "packet 5 (F1) differs [ETR-FMT-025]\n"
                           "  field     address: expected 0x") != NULL,
              "%s", text);
    cr_expect(strstr(text, "field     branch_map") == NULL, "%s", text);
    cr_expect_str_eq(found->field, "address");
    cr_expect_str_eq(found->clause, "ETR-FMT-025");
}

Test(waivers, each_field_is_matched_alone)
{
    add("address");
    add("branch_map");
    run_with_two_differences();
    cr_expect_eq(waived(0), 1);
    cr_expect_eq(waived(1), 1);
    cr_expect_eq(findings(), 0, "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
}

Test(waivers, one_that_names_no_field_counts_a_packet_once)
{
    add("")->count = 1;
    run_with_two_differences();
    cr_expect_eq(waived(0), 1);
    cr_expect_eq(findings(), 0, "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
}

/* --- what a waiver matches -------------------------------------------------------------------- */

static const struct rvt_mismatch FOUND = {
    .kind = RVT_MISMATCH_DIFFERS,
    .verdict = RVT_MISMATCH_BIT_EXACT,
    .packet_name = "load",
    .is_data = true,
    .field = "data",
    .clause = "ETR-DAT-003",
    .expected_value = {.known = true, .number = 3},
    .observed_value = {.known = true, .number = 4},
};

Test(waivers, every_criterion_must_agree)
{
    const struct rvt_waiver all = {.has_verdict = true,
                                   .verdict = RVT_MISMATCH_BIT_EXACT,
                                   .has_kind = true,
                                   .kind = RVT_MISMATCH_DIFFERS,
                                   .clause = "ETR-DAT-003",
                                   .packet = "load",
                                   .field = "data",
                                   .has_expected = true,
                                   .expected = 3,
                                   .has_observed = true,
                                   .observed = 4};
    struct rvt_waiver other[8];

    cr_assert(rig_open(&rig, &options, false));
    for (unsigned i = 0; i < 8; i++)
        other[i] = all;
    other[0].verdict = RVT_MISMATCH_DECODE_EXACT;
    other[1].kind = RVT_MISMATCH_LATE;
    other[2].clause[10] = '4';
    other[3].packet[0] = 'L';
    other[4].field[0] = 'D';
    other[5].expected = 4;
    other[6].observed = 3;
    other[7].observed_absent = true;
    cr_expect(rvt_waiver_matches(&all, &FOUND));
    for (unsigned i = 0; i < 8; i++)
        cr_expect(!rvt_waiver_matches(&other[i], &FOUND), "criterion %u", i);
}

Test(waivers, an_absent_field_and_all_of_te_data)
{
    struct rvt_mismatch found = FOUND;
    const struct rvt_waiver absent = {.has_observed = true, .observed_absent = true};
    const struct rvt_waiver zero = {.has_observed = true};
    const struct rvt_waiver data = {.packet = "te_data"};

    cr_assert(rig_open(&rig, &options, false));
    found.observed_value = (struct rvt_mismatch_value){.known = true, .absent = true};
    cr_expect(rvt_waiver_matches(&absent, &found));
    cr_expect(!rvt_waiver_matches(&zero, &found));
    cr_expect(rvt_waiver_matches(&data, &found));
    found.is_data = false;
    cr_expect(!rvt_waiver_matches(&data, &found));
    found.observed_value.known = false;
    cr_expect(!rvt_waiver_matches(&absent, &found));
}

/* --- the summary ------------------------------------------------------------------------------ */

Test(waivers, the_summary_lists_clauses_waivers_and_instructions)
{
    static const char *const lines[] = {
        "bit-exact: breaks by clause: ETR-FMT-025 3 (2 waived)",
        "decode-exact: breaks by clause: ETR-DEC-002 1",
        "waiver 1: waived bit-exact 2, decode-exact 0: verdict bit-exact, field address, count 2 "
        "(known)",
    };
    char line[512];
    struct rvt_text text;

    add("address")->count = 2;
    options.findings_max = 8;
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 20));
    for (unsigned i = 5; i <= 15; i += 5)
        rig.sent[i].payload.byte[1] ^= 0x10;
    rig_pass_packets(&rig);
    rig_end(&rig);
    for (unsigned i = 0; i < 3; i++) {
        rvt_text_init(&text, line, sizeof line);
        cr_assert(rvt_lockstep_summary(rig.lockstep, i, &text));
        cr_expect_str_eq(line, lines[i]);
    }
    rvt_text_init(&text, line, sizeof line);
    cr_assert(rvt_lockstep_summary(rig.lockstep, 3, &text));
    cr_expect(strstr(line, "instructions: 60 retired, ") == line, "%s", line);
    cr_expect(rvt_lockstep_summary(rig.lockstep, 4, &text));
    cr_expect(!rvt_lockstep_summary(rig.lockstep, 5, &text));
}

Test(waivers, a_run_without_findings_proves_its_instructions)
{
    struct rvt_lockstep_statistics statistics;

    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 20));
    rig_pass_packets(&rig);
    rig_end(&rig);
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect_eq(statistics.instructions, 60);
    cr_expect_eq(statistics.proven, 60);
    cr_expect_eq(statistics.lost + statistics.untraced, 0);
}

/* A verdict holds for the encoder that the configuration describes. */
Test(waivers, profile_and_choices_of_the_configuration_are_the_last_line)
{
    struct rvt_config older;
    char line[256];
    struct rvt_text text;

    rvt_config_defaults(&older, RVT_PROFILE_V2_0_3);
    rig.config.spec_profile = older.spec_profile;
    rig.config.switches = older.switches;
    rig.config.switches.tval_always = true;
    rig.config.switches.compress = RVT_COMPRESS_NONE;
    rig.config.dialect.padding = RVT_PADDING_ZERO;
    rig.hardware_config = rig.config;
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 20));
    rig_pass_packets(&rig);
    rig_end(&rig);
    rvt_text_init(&text, line, sizeof line);
    cr_assert(rvt_lockstep_summary(rig.lockstep, 1, &text));
    cr_expect_str_eq(line, "compared with profile v2.0.3, dialect.padding zero (ETR-CMP-005), "
                           "switches.compress none (ETR-CMP-002), switches.tval_always true "
                           "(AMB-046)");
    cr_expect(!rvt_lockstep_summary(rig.lockstep, 2, &text));
}

/* The fields that such a finding shows are those of its first packet; it is about all of them. */
Test(waivers, a_field_waives_no_streams_that_do_not_agree_again)
{
    add("address");
    waivers.waiver[0].optional = true;
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 60));
    for (unsigned i = 5; i < rig.sent_count; i++)
        rig.sent[i].payload.byte[1] ^= 0x10;
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_assert_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_PACKETS), 1);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "do not agree again") != NULL);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "\n  field     address: ") != NULL);
}
