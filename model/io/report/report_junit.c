/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/report_junit.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "io/report/xml_text.h"

enum { SUMMARY_BYTES = 4096 };

static void print_line(struct rvt_output *output, const char *line)
{
    rvt_xml_text(output, line);
    rvt_output_print(output, "\n");
}

/* The findings of a verdict. */
static void print_findings(struct rvt_output *output, const struct rvt_run_report *report,
                           unsigned verdict)
{
    const struct rvt_mismatch_entry *entry;

    for (unsigned i = 0; (entry = rvt_run_report_finding(report, verdict, i)) != NULL; i++)
        print_line(output, entry->text);
}

/* True if only the rows are checked. */
static bool rows_only(const struct rvt_run_report *report)
{
    return report->run.logs[0].verdict == RVT_MISMATCH_INGRESS;
}

static void print_failure(struct rvt_output *output, const struct rvt_run_report *report,
                          unsigned verdict)
{
    const struct rvt_mismatch_entry *first = rvt_run_report_finding(report, verdict, 0);
    unsigned findings = report->run.logs[verdict].count;

    if (first == NULL) {
        rvt_output_print(output, "      <failure message=\"nothing was compared\"/>\n");
        return;
    }
    rvt_output_print(output, "      <failure message=\"%u finding%s, the first: ", findings,
                     findings == 1 ? "" : "s");
    rvt_xml_part(output, first->text, strcspn(first->text, "\n"));
    rvt_output_print(output, "\">");
    print_findings(output, report, verdict);
    rvt_output_print(output, "</failure>\n");
}

static void print_case(struct rvt_output *output, const struct rvt_run_report *report,
                       unsigned verdict)
{
    rvt_output_print(output, "    <testcase classname=\"");
    rvt_xml_text(output, report->instance);
    rvt_output_print(output, "\" name=\"%s\">\n", rvt_run_report_verdict(report, verdict));
    if (!rvt_run_report_compared(report, verdict))
        rvt_output_print(output, "      <skipped message=\"not compared: %s\"/>\n",
                         rows_only(report) ? "no packet was observed" : "there is no program");
    else if (verdict == report->decides && !report->passed)
        print_failure(output, report, verdict);
    else if (rvt_run_report_finding(report, verdict, 0) != NULL) {
        rvt_output_print(output,
                         "      <skipped message=\"failed, but the other verdict decides\"/>\n"
                         "      <system-out>");
        print_findings(output, report, verdict);
        rvt_output_print(output, "</system-out>\n");
    }
    rvt_output_print(output, "    </testcase>\n");
}

static void print_properties(struct rvt_output *output, const struct rvt_run_report *report)
{
    rvt_output_print(output, "    <properties>\n");
    for (unsigned i = 0; i < report->counts; i++)
        rvt_output_print(output, "      <property name=\"%s\" value=\"%" PRIu64 "\"/>\n",
                         report->count[i].name, report->count[i].value);
    rvt_output_print(output, "    </properties>\n");
}

void rvt_report_junit(struct rvt_output *output, const struct rvt_run_report *report)
{
    char line[SUMMARY_BYTES];
    unsigned failures = 0;
    unsigned skipped = 0;
    struct rvt_text text;

    for (unsigned i = 0; i < report->verdicts; i++) {
        bool passed = strcmp(rvt_run_report_result(report, i), "passed") == 0;
        failures += !passed && report->decides == i;
        skipped += !passed && report->decides != i;
    }
    rvt_output_print(output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                             "<testsuites>\n"
                             "  <testsuite name=\"");
    rvt_xml_text(output, report->instance);
    rvt_output_print(output, "\" tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\">\n",
                     report->verdicts, failures, skipped);
    print_properties(output, report);
    for (unsigned i = 0; i < report->verdicts; i++)
        print_case(output, report, i);
    rvt_output_print(output, "    <system-out>");
    if (report->summary[0] != '\0')
        print_line(output, report->summary);
    rvt_text_init(&text, line, sizeof line);
    for (unsigned i = 0; rvt_run_result_summary(&report->run, i, &text); i++) {
        print_line(output, line);
        rvt_text_init(&text, line, sizeof line);
    }
    rvt_output_print(output, "</system-out>\n"
                             "  </testsuite>\n"
                             "</testsuites>\n");
}
