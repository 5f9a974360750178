/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/compliance_forms.h"

#include <inttypes.h>
#include <string.h>

#include "io/report/xml_text.h"

enum { PLACE_BYTES = 96 };

/* Whether a rule fails the check: a finding of it is neither waived nor below the limit. */
static bool fails(const struct rvt_compliance_report *report, unsigned index)
{
    const struct rvt_rule_compliance *counts = &report->compliance->rule[index];

    return counts->broken > counts->waived && rvt_compliance_rule(index)->severity >= report->limit;
}

static bool is_skipped(const struct rvt_compliance_report *report, unsigned index)
{
    const struct rvt_rule_compliance *counts = &report->compliance->rule[index];

    return counts->broken == 0 && counts->obeyed == 0;
}

/* A line for each finding of the rule that was kept. */
static void print_findings(struct rvt_output *output, const struct rvt_compliance *compliance,
                           unsigned rule)
{
    char place[PLACE_BYTES];

    for (size_t i = 0; i < compliance->findings; i++) {
        const struct rvt_compliance_finding *finding = &compliance->finding[i];

        if (finding->rule != rule)
            continue;
        rvt_compliance_report_place(finding, place, sizeof place);
        rvt_xml_text(output, place);
        rvt_output_print(output, ": ");
        rvt_xml_text(output, finding->text);
        if (finding->waived != NULL) {
            rvt_output_print(output, " (waived: ");
            rvt_xml_text(output, finding->waived);
            rvt_output_print(output, ")");
        }
        rvt_output_print(output, "\n");
    }
}

static void print_case(struct rvt_output *output, const struct rvt_compliance_report *report,
                       unsigned index)
{
    const struct rvt_compliance_rule *rule = rvt_compliance_rule(index);
    const struct rvt_rule_compliance *counts = &report->compliance->rule[index];

    rvt_output_print(output, "    <testcase classname=\"%s\" name=\"%s ",
                     rvt_check_layer_name(rule->layer), rule->number);
    rvt_xml_text(output, rule->sentence);
    rvt_output_print(output, "\">\n");
    if (is_skipped(report, index))
        rvt_output_print(output, "      <skipped message=\"not exercised\"/>\n");
    else if (fails(report, index))
        rvt_output_print(output, "      <failure message=\"broken %" PRIu64 " times\">",
                         counts->broken);
    else
        rvt_output_print(output, "      <system-out>obeyed %" PRIu64 " times\n", counts->obeyed);
    print_findings(output, report->compliance, index);
    if (!is_skipped(report, index))
        rvt_output_print(output, fails(report, index) ? "</failure>\n" : "</system-out>\n");
    rvt_output_print(output, "    </testcase>\n");
}

enum rvt_status rvt_compliance_junit(struct rvt_output *output,
                                     const struct rvt_compliance_report *report)
{
    unsigned tests = 0, failures = 0, skipped = 0;

    for (unsigned i = 0; i < rvt_compliance_rules(); i++) {
        bool checked = rvt_compliance_report_checks(report, i);
        tests += checked;
        failures += checked && fails(report, i);
        skipped += checked && is_skipped(report, i);
    }
    rvt_output_print(output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                             "<testsuites>\n"
                             "  <testsuite name=\"");
    rvt_xml_text(output, report->stream);
    rvt_output_print(output, "\" tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\">\n",
                     tests, failures, skipped);
    for (unsigned i = 0; i < rvt_compliance_rules(); i++)
        if (rvt_compliance_report_checks(report, i))
            print_case(output, report, i);
    return rvt_output_print(output, "  </testsuite>\n"
                                    "</testsuites>\n");
}
