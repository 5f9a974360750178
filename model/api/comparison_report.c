/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/lockstep.h>

#include "api/comparison.h"
#include "api/diagnosis.h"
#include "api/structure.h"
#include "io/report/report_file.h"

enum rvt_status rvt_comparison_report(const struct rvt_comparison *comparison,
                                      const struct rvt_comparison_report_options *options,
                                      struct rvt_diagnosis *diagnosis)
{
    struct rvt_comparison_report_options known;
    struct rvt_diag diag;

    if (comparison == NULL || rvt_structure_take(&known, sizeof known, options) != RVT_OK ||
        known.path == NULL || known.instance == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "a null argument, or a structure of the wrong size");
    const struct rvt_run_report report = {
        .lockstep = comparison->lockstep,
        .decides = comparison->decode_exact ? RVT_VERDICT_DECODE_EXACT : RVT_VERDICT_PACKETS,
        .instance = known.instance,
        .cycles = comparison->now.cycle};
    rvt_diag_clear(&diag);
    return rvt_diagnosis_set(diagnosis, &diag, rvt_report_file_write(&report, known.path, &diag));
}
