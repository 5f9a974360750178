/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The public diagnosis, made from that of the model. */
#ifndef RVT_API_DIAGNOSIS_H
#define RVT_API_DIAGNOSIS_H

#include "base/status.h"

/*
 * Sets diagnosis (may be null) to what diag says of status, or to no fault if status is RVT_OK; a
 * diag without a fault gives the name of the status. Returns status.
 */
enum rvt_status rvt_diagnosis_set(struct rvt_diagnosis *diagnosis, const struct rvt_diag *diag,
                                  enum rvt_status status);

/* The same for a fault without position: field (may be null) and text. */
enum rvt_status rvt_diagnosis_refuse(struct rvt_diagnosis *diagnosis, enum rvt_status status,
                                     const char *field, const char *text);

#endif
