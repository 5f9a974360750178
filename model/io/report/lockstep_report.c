/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/lockstep_report.h"

struct rvt_run_report rvt_lockstep_report(const struct rvt_lockstep *lockstep,
                                          enum rvt_verdict decides, const char *instance,
                                          uint64_t cycles)
{
    struct rvt_lockstep_statistics counts;
    struct rvt_run_report report = {.schema = "rvt-report/1",
                                    .instance = instance,
                                    .run = rvt_lockstep_result(lockstep),
                                    .verdicts = RVT_VERDICTS,
                                    .decides = decides,
                                    .passed = rvt_lockstep_passed(lockstep),
                                    .requirements = rvt_lockstep_requirements(lockstep)};

    rvt_lockstep_statistics(lockstep, &counts);
    rvt_run_report_count(&report, "cycles", cycles);
    rvt_run_report_count(&report, "rows", counts.rows);
    rvt_run_report_count(&report, "rows_lost", counts.rows_lost);
    rvt_run_report_count(&report, "blocks", counts.blocks);
    rvt_run_report_count(&report, "instructions", counts.instructions);
    rvt_run_report_count(&report, "packets", counts.packets);
    rvt_run_report_count(&report, "bytes", counts.bytes);
    rvt_run_report_count(&report, "comparisons", counts.comparisons);
    rvt_run_report_count(&report, "te_data", counts.te_data);
    rvt_run_report_count(&report, "timed", counts.timed);
    rvt_run_report_count(&report, "decoded", counts.decoded);
    rvt_run_report_count(&report, "undecodable", counts.undecodable);
    rvt_run_report_count(&report, "skipped", counts.skipped);
    rvt_run_report_count(&report, "latency_max", counts.latency_max);
    return report;
}
