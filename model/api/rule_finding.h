/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The public view of findings. */
#ifndef RVT_API_RULE_FINDING_H
#define RVT_API_RULE_FINDING_H

#include <rvt/finding.h>

#include "base/finding.h"

/* Passes finding to callback (may be null) in its public form. */
void rvt_rule_finding_pass(rvt_finding_callback callback, void *context,
                           const struct rvt_finding *finding);

#endif
