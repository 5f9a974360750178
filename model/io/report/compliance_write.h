/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The forms of a compliance report. */
#ifndef RVT_IO_REPORT_COMPLIANCE_WRITE_H
#define RVT_IO_REPORT_COMPLIANCE_WRITE_H

#include "io/report/compliance_report.h"

/* Forms of a report. */
enum rvt_compliance_form {
    RVT_COMPLIANCE_TEXT,
    RVT_COMPLIANCE_JSON,  /* schema rvt-compliance/1 */
    RVT_COMPLIANCE_JUNIT, /* a test case for each rule of the layers that were checked */
    RVT_COMPLIANCE_SARIF, /* SARIF 2.1.0: a result for each finding */
    RVT_COMPLIANCE_FORMS
};

/* "text", "json", "junit", "sarif"; static. */
const char *rvt_compliance_form_name(enum rvt_compliance_form form);

/* The form for the name of a file: .json, .xml, .sarif, or else text. */
enum rvt_compliance_form rvt_compliance_form_of(const char *path);

/* Writes the report. RVT_ERR_IO, which output explains; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_compliance_write(struct rvt_output *output,
                                     const struct rvt_compliance_report *report,
                                     enum rvt_compliance_form form);

#endif
