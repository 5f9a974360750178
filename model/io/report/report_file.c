/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/report_file.h"

#include <string.h>

#include "io/bytes/output.h"
#include "io/report/report_json.h"
#include "io/report/report_junit.h"

enum rvt_status rvt_report_file_write(const struct rvt_run_report *report, const char *path,
                                      struct rvt_diag *diag)
{
    static const char junit[] = ".xml";
    size_t length = strlen(path);
    struct rvt_output *output = NULL;
    enum rvt_status status = rvt_output_open(path, &output, diag);

    if (status != RVT_OK)
        return status;
    if (length >= strlen(junit) && strcmp(path + length - strlen(junit), junit) == 0)
        rvt_report_junit(output, report);
    else
        status = rvt_report_json(output, report);
    if (status == RVT_ERR_MEMORY) {
        rvt_output_discard(output);
        return rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
    }
    return rvt_output_finish(output, diag);
}
