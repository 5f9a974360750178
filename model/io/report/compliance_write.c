/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/compliance_write.h"

#include <string.h>

#include "io/report/compliance_forms.h"

static const struct {
    const char *name, *ending;
    enum rvt_status (*write)(struct rvt_output *output, const struct rvt_compliance_report *report);
} FORMS[RVT_COMPLIANCE_FORMS] = {
    [RVT_COMPLIANCE_TEXT] = {"text", ".txt", rvt_compliance_text},
    [RVT_COMPLIANCE_JSON] = {"json", ".json", rvt_compliance_json},
    [RVT_COMPLIANCE_JUNIT] = {"junit", ".xml", rvt_compliance_junit},
    [RVT_COMPLIANCE_SARIF] = {"sarif", ".sarif", rvt_compliance_sarif},
};

const char *rvt_compliance_form_name(enum rvt_compliance_form form)
{
    return FORMS[form].name;
}

enum rvt_compliance_form rvt_compliance_form_of(const char *path)
{
    size_t length = strlen(path);

    for (unsigned i = 0; i < RVT_COMPLIANCE_FORMS; i++) {
        size_t ending = strlen(FORMS[i].ending);
        if (length >= ending && strcmp(path + length - ending, FORMS[i].ending) == 0)
            return (enum rvt_compliance_form)i;
    }
    return RVT_COMPLIANCE_TEXT;
}

enum rvt_status rvt_compliance_write(struct rvt_output *output,
                                     const struct rvt_compliance_report *report,
                                     enum rvt_compliance_form form)
{
    return FORMS[form].write(output, report);
}
