/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/diagnosis.h"

#include <stdio.h>

#include "api/structure.h"

enum rvt_status rvt_diagnosis_set(struct rvt_diagnosis *diagnosis, const struct rvt_diag *diag,
                                  enum rvt_status status)
{
    struct rvt_diagnosis made = {.size = sizeof made};

    if (diagnosis == NULL)
        return status;
    if (status != RVT_OK && diag->status == RVT_OK)
        return rvt_diagnosis_refuse(diagnosis, status, NULL, rvt_status_text(status));
    if (status != RVT_OK)
        made = rvt_diagnosis_of(diag);
    (void)rvt_structure_give(diagnosis, &made, sizeof made);
    return status;
}

enum rvt_status rvt_diagnosis_refuse(struct rvt_diagnosis *diagnosis, enum rvt_status status,
                                     const char *field, const char *text)
{
    struct rvt_diagnosis made = {.size = sizeof made, .status = status, .field = field};

    (void)snprintf(made.text, sizeof made.text, "%s", text);
    if (diagnosis != NULL)
        (void)rvt_structure_give(diagnosis, &made, sizeof made);
    return status;
}

const char *rvt_status_name(enum rvt_status status)
{
    return rvt_status_text(status);
}

void rvt_diagnosis_format(const struct rvt_diagnosis *diagnosis, char *text, size_t capacity)
{
    struct rvt_diagnosis known;

    if (text == NULL || capacity == 0)
        return;
    text[0] = '\0';
    if (rvt_structure_take(&known, sizeof known, diagnosis) != RVT_OK)
        return;
    struct rvt_diag diag = {.status = known.status,
                            .position = known.position,
                            .bit = known.bit,
                            .value = known.value,
                            .unit = known.unit,
                            .field = known.field,
                            .clause = known.clause};
    memcpy(diag.text, known.text, sizeof diag.text);
    diag.text[sizeof diag.text - 1] = '\0';
    rvt_diag_format(&diag, text, capacity > 4096 ? 4096 : (unsigned)capacity);
}
