/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/report_file.h"

#include "api/diagnosis.h"
#include "api/structure.h"
#include "io/report/report_file.h"

enum rvt_status rvt_report_take(struct rvt_comparison_report_options *known, const void *comparison,
                                const struct rvt_comparison_report_options *options,
                                struct rvt_diagnosis *diagnosis)
{
    if (comparison != NULL && rvt_structure_take(known, sizeof *known, options) == RVT_OK &&
        known->path != NULL && known->instance != NULL)
        return RVT_OK;
    return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                "a null argument, or a structure of the wrong size");
}

enum rvt_status rvt_report_write(const struct rvt_run_report *report, const char *path,
                                 struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    return rvt_diagnosis_set(diagnosis, &diag, rvt_report_file_write(report, path, &diag));
}
