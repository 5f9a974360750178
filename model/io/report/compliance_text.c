/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/compliance_forms.h"

#include <inttypes.h>

enum { PLACES_OF_RULE = 5, PLACE_BYTES = 96 };

static void print_finding(struct rvt_output *output, const struct rvt_compliance_finding *finding)
{
    char place[PLACE_BYTES];

    rvt_compliance_report_place(finding, place, sizeof place);
    rvt_output_print(output, "    %s: %s", place, finding->text);
    if (finding->waived != NULL)
        rvt_output_print(output, " (waived: %s)", finding->waived);
    rvt_output_print(output, "\n");
}

/* The first places where a rule was broken. */
static void print_findings(struct rvt_output *output, const struct rvt_compliance *compliance,
                           unsigned rule)
{
    uint64_t printed = 0;

    for (size_t i = 0; i < compliance->findings && printed < PLACES_OF_RULE; i++) {
        if (compliance->finding[i].rule != rule)
            continue;
        print_finding(output, &compliance->finding[i]);
        printed++;
    }
    if (printed < compliance->rule[rule].broken)
        rvt_output_print(output, "    and %" PRIu64 " more\n",
                         compliance->rule[rule].broken - printed);
}

static void print_rule(struct rvt_output *output, const struct rvt_compliance_report *report,
                       unsigned index)
{
    const struct rvt_compliance_rule *rule = rvt_compliance_rule(index);
    const struct rvt_rule_compliance *counts = &report->compliance->rule[index];

    rvt_output_print(output, "  %-12s %-7s ", rule->number, rvt_severity_text(rule->severity));
    if (counts->broken > 0)
        rvt_output_print(output, "%s %" PRIu64 ", ", rvt_compliance_report_state(report, index),
                         counts->broken);
    if (counts->obeyed > 0)
        rvt_output_print(output, "obeyed %" PRIu64, counts->obeyed);
    else
        rvt_output_print(output, counts->broken > 0 ? "never obeyed" : "not exercised");
    rvt_output_print(output, ": %s\n", rule->sentence);
    if (counts->broken > 0)
        print_findings(output, report->compliance, index);
}

static void print_layer(struct rvt_output *output, const struct rvt_compliance_report *report,
                        enum rvt_check_layer layer)
{
    rvt_output_print(output, "%s%s\n", rvt_check_layer_name(layer),
                     report->checked[layer] ? "" : ": not checked");
    for (unsigned i = 0; report->checked[layer] && i < rvt_compliance_rules(); i++)
        if (rvt_compliance_rule(i)->layer == layer && rvt_compliance_report_checks(report, i))
            print_rule(output, report, i);
}

enum rvt_status rvt_compliance_text(struct rvt_output *output,
                                    const struct rvt_compliance_report *report)
{
    const struct rvt_compliance *compliance = report->compliance;
    struct rvt_compliance_summary summary = rvt_compliance_report_summary(report);

    rvt_output_print(output, "%s: %s, %" PRIu64 " packets\n", report->stream, report->form,
                     report->packets);
    for (unsigned i = 0; i < RVT_CHECK_LAYERS; i++)
        print_layer(output, report, (enum rvt_check_layer)i);
    rvt_output_print(output, "%u rules obeyed, %u broken, %u noted, %u not exercised\n",
                     summary.obeyed, summary.broken, summary.noted, summary.unexercised);
    rvt_output_print(output,
                     "errors %" PRIu64 ", warnings %" PRIu64 ", infos %" PRIu64 ", waived %" PRIu64
                     ": %s\n",
                     compliance->count[RVT_SEVERITY_ERROR], compliance->count[RVT_SEVERITY_WARNING],
                     compliance->count[RVT_SEVERITY_INFO], compliance->waived,
                     rvt_compliance_report_passed(report) ? "passed" : "failed");
    return rvt_output_write(output, NULL, 0);
}
