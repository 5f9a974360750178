/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/compliance_report.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"

/* Rules of the draft begin so. */
static const char DRAFT[] = "DR";

bool rvt_compliance_report_checks(const struct rvt_compliance_report *report, unsigned rule)
{
    const struct rvt_compliance_rule *of = rvt_compliance_rule(rule);

    return report->checked[of->layer] &&
           (report->draft || strncmp(of->number, DRAFT, strlen(DRAFT)) != 0);
}

struct rvt_compliance_summary
rvt_compliance_report_summary(const struct rvt_compliance_report *report)
{
    struct rvt_compliance_summary summary = {.obeyed = 0};

    for (unsigned i = 0; i < rvt_compliance_rules(); i++) {
        const struct rvt_rule_compliance *rule = &report->compliance->rule[i];

        if (rule->broken > 0 && rvt_compliance_rule(i)->severity != RVT_SEVERITY_INFO)
            summary.broken++;
        else if (rule->broken > 0)
            summary.noted++;
        else if (rule->obeyed > 0)
            summary.obeyed++;
        else
            summary.unexercised += rvt_compliance_report_checks(report, i);
    }
    return summary;
}

bool rvt_compliance_report_passed(const struct rvt_compliance_report *report)
{
    uint64_t count = report->compliance->incomplete;

    for (unsigned i = report->limit; i <= RVT_SEVERITY_ERROR; i++)
        count += report->compliance->count[i];
    return count == 0;
}

const char *rvt_compliance_report_state(const struct rvt_compliance_report *report, unsigned rule)
{
    const struct rvt_rule_compliance *counts = &report->compliance->rule[rule];

    if (counts->broken > counts->waived)
        return rvt_compliance_rule(rule)->severity == RVT_SEVERITY_INFO ? "noted" : "broken";
    if (counts->broken > 0)
        return "waived";
    if (counts->obeyed > 0)
        return "obeyed";
    return rvt_compliance_report_checks(report, rule) ? "not exercised" : "not checked";
}

void rvt_compliance_report_place(const struct rvt_compliance_finding *finding, char *text,
                                 size_t capacity)
{
    struct rvt_text place;

    rvt_text_init(&place, text, capacity);
    if (finding->unit != NULL)
        rvt_text_add(&place, "%s %" PRIu64, finding->unit, finding->position);
    else if (!finding->has_packet)
        rvt_text_add(&place, "stream");
    if (finding->has_nibble)
        rvt_text_add(&place, " nibble %u", finding->nibble);
    if (finding->has_packet)
        rvt_text_add(&place, "%spacket %" PRIu64, finding->unit != NULL ? ", " : "",
                     finding->packet);
    if (finding->has_packet && finding->name != NULL)
        rvt_text_add(&place, " (%s)", finding->name);
}
