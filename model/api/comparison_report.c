/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/lockstep.h>

#include "api/comparison.h"
#include "api/report_file.h"
#include "io/report/lockstep_report.h"

enum rvt_status rvt_comparison_report(const struct rvt_comparison *comparison,
                                      const struct rvt_comparison_report_options *options,
                                      struct rvt_diagnosis *diagnosis)
{
    struct rvt_comparison_report_options known;
    enum rvt_status status = rvt_report_take(&known, comparison, options, diagnosis);

    if (status != RVT_OK)
        return status;
    const struct rvt_run_report report = rvt_lockstep_report(
        comparison->lockstep,
        comparison->decode_exact ? RVT_VERDICT_DECODE_EXACT : RVT_VERDICT_PACKETS, known.instance,
        comparison->now.cycle);
    return rvt_report_write(&report, known.path, diagnosis);
}
