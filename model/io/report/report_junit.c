/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/report_junit.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"

enum { SUMMARY_BYTES = 4096 };

/* Appends length bytes of text as XML; characters that XML does not have become '?'. */
static void print_part(struct rvt_output *output, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '&')
            rvt_output_print(output, "&amp;");
        else if (byte == '<')
            rvt_output_print(output, "&lt;");
        else if (byte == '>')
            rvt_output_print(output, "&gt;");
        else if (byte == '"')
            rvt_output_print(output, "&quot;");
        else
            rvt_output_print(output, "%c",
                             byte == '\n' || (byte >= ' ' && byte < 0x7f) ? byte : '?');
    }
}

static void print_text(struct rvt_output *output, const char *text)
{
    print_part(output, text, strlen(text));
}

/* The findings of a verdict. */
static void print_findings(struct rvt_output *output, const struct rvt_run_report *report,
                           enum rvt_verdict verdict)
{
    for (unsigned i = 0; i < RVT_REPORT_FINDINGS_MAX; i++) {
        const char *text = rvt_lockstep_finding(report->lockstep, verdict, i);
        if (text == NULL)
            break;
        print_text(output, text);
        rvt_output_print(output, "\n");
    }
}

/* True if only the rows are checked. */
static bool rows_only(const struct rvt_run_report *report)
{
    return rvt_lockstep_compares(report->lockstep, RVT_VERDICT_PACKETS) == RVT_MISMATCH_INGRESS;
}

static void print_case(struct rvt_output *output, const struct rvt_run_report *report,
                       enum rvt_verdict verdict)
{
    const char *name = rvt_lockstep_verdict_name(report->lockstep, verdict);
    const char *first = rvt_lockstep_finding(report->lockstep, verdict, 0);
    unsigned findings = rvt_lockstep_findings(report->lockstep, verdict);

    rvt_output_print(output, "    <testcase classname=\"");
    print_text(output, report->instance);
    rvt_output_print(output, "\" name=\"%s\">\n", name);
    if (!rvt_lockstep_has_verdict(report->lockstep, verdict))
        rvt_output_print(output, "      <skipped message=\"not compared: %s\"/>\n",
                         rows_only(report) ? "no packet was observed" : "there is no program");
    else if (first != NULL && verdict == report->decides) {
        rvt_output_print(output, "      <failure message=\"%u finding%s, the first: ", findings,
                         findings == 1 ? "" : "s");
        print_part(output, first, strcspn(first, "\n"));
        rvt_output_print(output, "\">");
        print_findings(output, report, verdict);
        rvt_output_print(output, "</failure>\n");
    } else if (first != NULL) {
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
    struct rvt_lockstep_statistics counts;

    rvt_lockstep_statistics(report->lockstep, &counts);
    const struct {
        const char *name;
        uint64_t value;
    } properties[] = {{"cycles", report->cycles},          {"rows", counts.rows},
                      {"rows_lost", counts.rows_lost},     {"instructions", counts.instructions},
                      {"packets", counts.packets},         {"bytes", counts.bytes},
                      {"comparisons", counts.comparisons}, {"decoded", counts.decoded},
                      {"undecodable", counts.undecodable}, {"skipped", counts.skipped}};

    rvt_output_print(output, "    <properties>\n");
    for (unsigned i = 0; i < sizeof properties / sizeof *properties; i++)
        rvt_output_print(output, "      <property name=\"%s\" value=\"%" PRIu64 "\"/>\n",
                         properties[i].name, properties[i].value);
    rvt_output_print(output, "    </properties>\n");
}

void rvt_report_junit(struct rvt_output *output, const struct rvt_run_report *report)
{
    char line[SUMMARY_BYTES];
    unsigned failures = 0;
    unsigned skipped = 0;
    struct rvt_text text;

    for (unsigned i = 0; i < RVT_VERDICTS; i++) {
        bool passed = strcmp(rvt_run_report_result(report, (enum rvt_verdict)i), "passed") == 0;
        bool decides = report->decides == (enum rvt_verdict)i;
        failures += !passed && decides;
        skipped += !passed && !decides;
    }
    rvt_output_print(output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                             "<testsuites>\n"
                             "  <testsuite name=\"");
    print_text(output, report->instance);
    rvt_output_print(output, "\" tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\">\n",
                     (unsigned)RVT_VERDICTS, failures, skipped);
    print_properties(output, report);
    for (unsigned i = 0; i < RVT_VERDICTS; i++)
        print_case(output, report, (enum rvt_verdict)i);
    rvt_output_print(output, "    <system-out>");
    rvt_text_init(&text, line, sizeof line);
    for (unsigned i = 0; rvt_lockstep_summary(report->lockstep, i, &text); i++) {
        print_text(output, line);
        rvt_output_print(output, "\n");
        rvt_text_init(&text, line, sizeof line);
    }
    rvt_output_print(output, "</system-out>\n"
                             "  </testsuite>\n"
                             "</testsuites>\n");
}
