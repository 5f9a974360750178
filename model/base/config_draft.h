/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The rules of a configuration for draft 0.026, and what only that draft has. Spec: draft 0.026
 * (DRF-001..014, DRA-001..017).
 */
#ifndef RVT_BASE_CONFIG_DRAFT_H
#define RVT_BASE_CONFIG_DRAFT_H

#include "base/params.h"

/*
 * Checks the rules of the draft if config has its profile: values that the draft does not have are
 * refused by name. In any other profile the parameters that only the draft has are refused. Part of
 * rvt_config_check. RVT_ERR_PARAMETER with field, value and number in diag.
 */
RVT_MUST_USE
enum rvt_status rvt_config_check_draft(const struct rvt_config *config, struct rvt_diag *diag);

#endif
