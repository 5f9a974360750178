/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/compliance.h"

#include <assert.h>
#include <stdlib.h>

#include "base/text.h"

void rvt_compliance_init(struct rvt_compliance *compliance, rvt_compliance_waiver waiver,
                         void *waiver_context)
{
    assert(rvt_compliance_rules() <= RVT_COMPLIANCE_RULES_MAX);
    *compliance = (struct rvt_compliance){.waiver = waiver, .waiver_context = waiver_context};
}

void rvt_compliance_fini(struct rvt_compliance *compliance)
{
    free(compliance->finding);
    compliance->finding = NULL;
    compliance->findings = compliance->room = 0;
}

void rvt_compliance_obey(struct rvt_compliance *compliance, const char *number, uint64_t count)
{
    unsigned rule = 0;

    if (rvt_compliance_rule_find(number, &rule))
        compliance->rule[rule].obeyed += count;
}

void rvt_compliance_obey_in(struct rvt_compliance *compliance, enum rvt_check_layer layer,
                            const char *number, uint64_t count)
{
    unsigned rule = 0;

    if (rvt_compliance_rule_find(number, &rule) && rvt_compliance_rule(rule)->layer == layer)
        compliance->rule[rule].obeyed += count;
}

/* Keeps a finding, if there is room for it. */
static void keep(struct rvt_compliance *compliance, const struct rvt_compliance_finding *finding)
{
    if (compliance->findings == RVT_COMPLIANCE_FINDINGS_MAX || compliance->incomplete)
        return;
    if (compliance->findings == compliance->room) {
        size_t room = compliance->room == 0 ? 16 : 2 * compliance->room;
        struct rvt_compliance_finding *larger = realloc(compliance->finding, room * sizeof *larger);

        compliance->incomplete = larger == NULL;
        if (larger == NULL)
            return;
        compliance->finding = larger;
        compliance->room = room;
    }
    compliance->finding[compliance->findings++] = *finding;
}

/* Counts and keeps a finding whose severity and waived are set. */
static void count(struct rvt_compliance *compliance, const struct rvt_compliance_finding *finding)
{
    struct rvt_rule_compliance *rule = &compliance->rule[finding->rule];

    rule->broken++;
    rule->waived += finding->waived != NULL;
    compliance->waived += finding->waived != NULL;
    compliance->count[finding->severity] += finding->waived == NULL;
    keep(compliance, finding);
}

void rvt_compliance_break(struct rvt_compliance *compliance,
                          const struct rvt_compliance_finding *finding)
{
    struct rvt_compliance_finding counted = *finding;

    counted.severity = rvt_compliance_rule(counted.rule)->severity;
    counted.waived = compliance->waiver != NULL
                         ? compliance->waiver(compliance->waiver_context, &counted)
                         : NULL;
    count(compliance, &counted);
}

void rvt_compliance_waive(struct rvt_compliance *compliance,
                          const struct rvt_compliance_finding *finding, const char *reason)
{
    struct rvt_compliance_finding counted = *finding;

    counted.severity = rvt_compliance_rule(counted.rule)->severity;
    counted.waived = reason;
    count(compliance, &counted);
}

struct rvt_compliance_finding rvt_compliance_of_rule(const char *number)
{
    struct rvt_compliance_finding finding = {.rule = 0};
    bool known = rvt_compliance_rule_find(number, &finding.rule);

    assert(known);
    (void)known;
    return finding;
}

struct rvt_compliance_finding rvt_compliance_of_diag(const struct rvt_diag *diag)
{
    struct rvt_compliance_finding finding = {.rule = 0};
    struct rvt_diag placeless = *diag;

    if (!rvt_compliance_rule_find(diag->clause, &finding.rule))
        finding = rvt_compliance_of_rule("CHK-003");
    finding.unit = diag->unit;
    finding.position = diag->position;
    finding.field = diag->field;
    finding.value = diag->value;
    placeless.unit = NULL;
    placeless.clause = NULL;
    rvt_diag_format(&placeless, finding.text, sizeof finding.text);
    return finding;
}

struct rvt_compliance_finding rvt_compliance_of_finding(const struct rvt_finding *finding)
{
    struct rvt_compliance_finding made =
        rvt_compliance_of_rule(rvt_rule_text(finding->rule)->number);
    struct rvt_text text;

    made.unit = "byte";
    made.position = finding->byte;
    made.has_nibble = finding->has_nibble;
    made.nibble = finding->nibble;
    made.field = finding->field;
    made.value = finding->value;
    rvt_text_init(&text, made.text, sizeof made.text);
    rvt_finding_explain(finding, &text);
    return made;
}
