/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/transport_report.h"

#include "lockstep/items/transport_scoreboard.h"

struct rvt_run_report rvt_transport_report(const void *scoreboard, const char *instance,
                                           uint64_t cycles)
{
    struct rvt_run_report report = {.schema = "rvt-transport-report/1",
                                    .instance = instance,
                                    .run = rvt_transport_result(scoreboard),
                                    .verdicts = 1,
                                    .passed = rvt_transport_passed(scoreboard)};
    struct rvt_text text;

    rvt_run_report_count(&report, "cycles", cycles);
    rvt_run_report_count(&report, "comparisons", rvt_transport_compared(scoreboard));
    rvt_text_init(&text, report.summary, sizeof report.summary);
    rvt_transport_print_counts(scoreboard, &text);
    return report;
}
