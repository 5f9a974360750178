/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* One function for each form of a compliance report, as rvt_compliance_write. */
#ifndef RVT_IO_REPORT_COMPLIANCE_FORMS_H
#define RVT_IO_REPORT_COMPLIANCE_FORMS_H

#include "io/report/compliance_report.h"

enum rvt_status rvt_compliance_text(struct rvt_output *output,
                                    const struct rvt_compliance_report *report);
enum rvt_status rvt_compliance_json(struct rvt_output *output,
                                    const struct rvt_compliance_report *report);
enum rvt_status rvt_compliance_junit(struct rvt_output *output,
                                     const struct rvt_compliance_report *report);
enum rvt_status rvt_compliance_sarif(struct rvt_output *output,
                                     const struct rvt_compliance_report *report);

#endif
