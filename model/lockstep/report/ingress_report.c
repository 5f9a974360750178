/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/ingress_report.h"

#include <inttypes.h>

enum { REASON_CAPACITY = 256 };

void rvt_ingress_report_init(struct rvt_ingress_report *report, const struct rvt_config *config,
                             struct rvt_image *image, const struct rvt_block_history *history,
                             struct rvt_mismatch_log *logs, unsigned log_count)
{
    *report = (struct rvt_ingress_report){.history = history, .logs = logs, .log_count = log_count};
    rvt_row_checker_init(&report->checker, config, image);
}

void rvt_ingress_report_restart(struct rvt_ingress_report *report)
{
    rvt_row_checker_restart(&report->checker);
}

/* One line: the program is not what the hart runs. */
static void add_program(struct rvt_ingress_report *report, uint64_t cycle, const char *clause,
                        const char *reason)
{
    struct rvt_mismatch found = {
        .kind = RVT_MISMATCH_PROGRAM, .verdict = RVT_MISMATCH_INGRESS, .cycle = cycle};
    struct rvt_text text;

    report->mismatched = true;
    rvt_mismatch_set_clause(&found, clause);
    rvt_text_init(&text, found.reason, sizeof found.reason);
    rvt_text_add(&text, "%s", reason);
    (void)rvt_mismatch_logs_add(report->logs, report->log_count, &found);
}

static void add_row(struct rvt_ingress_report *report, const struct rvt_row *row,
                    const struct rvt_row_break *broken)
{
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_ROW,
                                 .verdict = RVT_MISMATCH_INGRESS,
                                 .cycle = row->cycle,
                                 .field = broken->diag.field};
    struct rvt_text text;

    if (broken->diag.field != NULL)
        found.observed_value =
            (struct rvt_mismatch_value){.known = true, .number = broken->diag.value};
    rvt_mismatch_set_clause(&found, broken->diag.clause);
    rvt_diag_format(&broken->diag, found.reason, sizeof found.reason);
    rvt_text_init(&text, found.detail, sizeof found.detail);
    rvt_row_checker_print(&report->checker, row, broken, &text);
    rvt_mismatch_set_blocks(&found, report->history, report->history->count);
    rvt_text_init(&text, found.note, sizeof found.note);
    if (rvt_row_checker_is_early(&report->checker))
        rvt_text_add(&text,
                     "\n  note      branches and jumps that agreed with the program before: "
                     "%" PRIu64 "; is this the right ELF?",
                     report->checker.agreed);
    if (report->findings + 1 == RVT_INGRESS_FINDINGS_MAX)
        rvt_text_add(&text, "\n  note      further ingress errors are not reported");
    report->findings += rvt_mismatch_logs_add(report->logs, report->log_count, &found);
}

void rvt_ingress_report_row(struct rvt_ingress_report *report, const struct rvt_row *row,
                            uint64_t *instructions)
{
    char reason[REASON_CAPACITY];
    struct rvt_row_break found;

    if (rvt_row_checker_row(&report->checker, row, instructions, &found) == RVT_OK)
        return;
    bool mismatch = rvt_row_checker_doubts_program(&report->checker);
    if (!mismatch && report->findings < RVT_INGRESS_FINDINGS_MAX &&
        !rvt_mismatch_logs_full(report->logs, report->log_count)) {
        add_row(report, row, &found);
    } else if (mismatch && !report->mismatched) {
        rvt_diag_format(&found.diag, reason, sizeof reason);
        add_program(report, row->cycle, found.diag.clause, reason);
    }
}

void rvt_ingress_report_end(struct rvt_ingress_report *report, uint64_t cycle)
{
    if (rvt_row_checker_lacks_program(&report->checker))
        add_program(report, cycle, "ETR-DEC-002", "it has none of the blocks [ETR-DEC-002]");
}
