/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/ingress_report.h"

#include <inttypes.h>

enum { REASON_CAPACITY = 256 };
enum { EARLY = 64 }; /* branches and jumps of start-up code that two programs may share */

void rvt_ingress_report_init(struct rvt_ingress_report *report, const struct rvt_config *config,
                             struct rvt_image *image, rvt_ingress_history history,
                             const void *context, struct rvt_mismatch_log *logs, unsigned log_count)
{
    *report = (struct rvt_ingress_report){
        .history = history, .context = context, .logs = logs, .log_count = log_count};
    rvt_row_checker_init(&report->checker, config, image);
}

void rvt_ingress_report_restart(struct rvt_ingress_report *report)
{
    rvt_row_checker_restart(&report->checker);
}

/* One line: the program is not what the hart runs. */
static void add_mismatch(struct rvt_ingress_report *report, uint64_t cycle, const char *reason)
{
    struct rvt_text text;

    report->mismatched = true;
    for (unsigned i = 0; i < report->log_count; i++)
        if (rvt_mismatch_log_add(&report->logs[i], cycle, &text))
            rvt_text_add(&text,
                         "cycle %" PRIu64 ": ingress: the program does not hold what the hart "
                         "retired: %s; is this the right ELF?",
                         cycle, reason);
}

static void add_finding(struct rvt_ingress_report *report, const struct rvt_row *row,
                        const struct rvt_row_break *found, const char *reason)
{
    struct rvt_text text;

    report->findings++;
    for (unsigned i = 0; i < report->log_count; i++) {
        if (!rvt_mismatch_log_add(&report->logs[i], row->cycle, &text))
            continue;
        rvt_text_add(&text, "cycle %" PRIu64 ": ingress: %s", row->cycle, reason);
        rvt_row_checker_print(&report->checker, row, found, &text);
        report->history(report->context, &text);
        if (report->checker.agreed < EARLY)
            rvt_text_add(&text,
                         "\n  note      branches and jumps that agreed with the program before: "
                         "%" PRIu64 "; is this the right ELF?",
                         report->checker.agreed);
        if (report->findings == RVT_INGRESS_FINDINGS_MAX)
            rvt_text_add(&text, "\n  note      further ingress errors are not reported");
    }
}

void rvt_ingress_report_row(struct rvt_ingress_report *report, const struct rvt_row *row,
                            uint64_t *instructions)
{
    char reason[REASON_CAPACITY];
    struct rvt_row_break found;

    if (rvt_row_checker_row(&report->checker, row, instructions, &found) == RVT_OK)
        return;
    bool mismatch = report->checker.agreed <= report->breaks++;
    rvt_diag_format(&found.diag, reason, sizeof reason);
    if (!mismatch && report->findings < RVT_INGRESS_FINDINGS_MAX)
        add_finding(report, row, &found, reason);
    else if (mismatch && !report->mismatched)
        add_mismatch(report, row->cycle, reason);
}

void rvt_ingress_report_end(struct rvt_ingress_report *report, uint64_t cycle)
{
    if (report->checker.blocks > 0 && report->checker.known == 0 && report->breaks == 0)
        add_mismatch(report, cycle, "it has none of the blocks [ETR-DEC-002]");
}
