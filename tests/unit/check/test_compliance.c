/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "check/compliance.h"

Test(compliance, each_rule_is_found_by_its_number)
{
    cr_assert(gt(uint, rvt_compliance_rules(), 150));
    for (unsigned i = 0; i < rvt_compliance_rules(); i++) {
        const struct rvt_compliance_rule *rule = rvt_compliance_rule(i);
        unsigned found = 0;

        cr_assert(rvt_compliance_rule_find(rule->number, &found), "%s", rule->number);
        cr_expect(eq(uint, found, i), "%s", rule->number);
        cr_expect(gt(sz, strlen(rule->sentence), 10), "%s", rule->number);
        cr_expect(gt(sz, strlen(rule->clause), 5), "%s", rule->number);
    }
}

Test(compliance, an_unknown_number_is_no_rule)
{
    unsigned found = 0;

    cr_expect(not(rvt_compliance_rule_find("NONE-999", &found)));
    cr_expect(not(rvt_compliance_rule_find("", &found)));
    cr_expect(not(rvt_compliance_rule_find(NULL, &found)));
}

/* A stream may begin anywhere, so that STP-001 is information here. */
Test(compliance, rules_of_transports_have_the_severity_of_their_checkers)
{
    for (unsigned i = 0; i < RVT_RULES; i++) {
        const struct rvt_rule_text *text = rvt_rule_text((enum rvt_rule)i);
        enum rvt_severity severity = i == RVT_RULE_STP_001 ? RVT_SEVERITY_INFO : text->severity;
        unsigned found = 0;

        cr_assert(rvt_compliance_rule_find(text->number, &found), "%s", text->number);
        cr_expect(eq(int, (int)rvt_compliance_rule(found)->severity, (int)severity), "%s",
                  text->number);
    }
}

static const char *waive_nulls(void *context, const struct rvt_compliance_finding *finding)
{
    (void)context;
    return strcmp(rvt_compliance_rule(finding->rule)->number, "STP-014") == 0 ? "filling" : NULL;
}

static const struct rvt_rule_compliance *counts_of(const struct rvt_compliance *compliance,
                                                   const char *number)
{
    unsigned rule = 0;

    cr_assert(rvt_compliance_rule_find(number, &rule), "%s", number);
    return &compliance->rule[rule];
}

Test(compliance, counts_what_was_obeyed_broken_and_waived)
{
    const struct rvt_finding null = {.rule = RVT_RULE_STP_014, .byte = 7, .has_nibble = true};
    const struct rvt_finding cut = {
        .rule = RVT_RULE_FRM_011, .byte = 9, .field = "bytes", .value = 3};
    struct rvt_compliance compliance;
    struct rvt_compliance_finding finding;

    rvt_compliance_init(&compliance, waive_nulls, NULL);
    rvt_compliance_obey(&compliance, "FRM-011", 2);
    rvt_compliance_obey(&compliance, "step 4", 2); /* no rule */
    rvt_compliance_obey_in(&compliance, RVT_CHECK_STP, "FRM-011", 2);
    finding = rvt_compliance_of_finding(&null);
    rvt_compliance_break(&compliance, &finding);
    finding = rvt_compliance_of_finding(&cut);
    rvt_compliance_break(&compliance, &finding);

    cr_expect(eq(u64, counts_of(&compliance, "FRM-011")->obeyed, 2));
    cr_expect(eq(u64, counts_of(&compliance, "FRM-011")->broken, 1));
    cr_expect(eq(u64, counts_of(&compliance, "FRM-011")->waived, 0));
    cr_expect(eq(u64, counts_of(&compliance, "STP-014")->waived, 1));
    cr_expect(eq(u64, compliance.count[RVT_SEVERITY_ERROR], 1));
    cr_expect(eq(u64, compliance.count[RVT_SEVERITY_INFO], 0));
    cr_expect(eq(u64, compliance.waived, 1));
    cr_assert(eq(sz, compliance.findings, 2));
    cr_expect(eq(str, TEXT(compliance.finding[0].waived), "filling"));
    cr_expect(eq(u64, compliance.finding[1].position, 9));
    cr_expect(eq(str, compliance.finding[1].text, "the stream ends inside a frame [bytes 0x3]"));
    rvt_compliance_fini(&compliance);
}

Test(compliance, keeps_so_many_findings_and_counts_the_others)
{
    const struct rvt_finding cut = {.rule = RVT_RULE_FRM_011};
    const struct rvt_compliance_finding finding = rvt_compliance_of_finding(&cut);
    struct rvt_compliance compliance;

    rvt_compliance_init(&compliance, NULL, NULL);
    for (unsigned i = 0; i < RVT_COMPLIANCE_FINDINGS_MAX + 5; i++)
        rvt_compliance_break(&compliance, &finding);
    cr_expect(eq(sz, compliance.findings, RVT_COMPLIANCE_FINDINGS_MAX));
    cr_expect(eq(u64, compliance.count[RVT_SEVERITY_ERROR], RVT_COMPLIANCE_FINDINGS_MAX + 5));
    rvt_compliance_fini(&compliance);
}

Test(compliance, a_diagnosis_without_a_rule_is_of_unreadable_bytes)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    (void)rvt_diag_set(&diag, RVT_ERR_SYNTAX, "field", 3, NULL, "no packet");
    rvt_diag_at(&diag, "byte", 17);
    struct rvt_compliance_finding finding = rvt_compliance_of_diag(&diag);
    cr_expect(eq(str, TEXT(rvt_compliance_rule(finding.rule)->number), "CHK-003"));
    cr_expect(eq(u64, finding.position, 17));
    cr_expect(eq(str, finding.text, "no packet [field = 3]"));
}
