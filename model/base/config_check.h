/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The rules that a configuration must obey, each written once, with its clause. Spec: E-Trace,
 * "Discovery of encoder parameter values" (ETR-DISC-001..005); docs/ambiguities.md.
 */
#ifndef RVT_BASE_CONFIG_CHECK_H
#define RVT_BASE_CONFIG_CHECK_H

#include "base/params.h"

/*
 * Checks ranges and cross rules: every parameter range above; optional modes need their table;
 * itype_width_p 3 forbids implicit return (ETR-ING-006); the largest payload must fit 248 bits with
 * type and srcID remainder (ETR-CMP-011). Returns RVT_OK or RVT_ERR_PARAMETER with field, value and
 * clause in diag.
 */
RVT_MUST_USE
enum rvt_status rvt_config_check(const struct rvt_config *config, struct rvt_diag *diag);

#endif
