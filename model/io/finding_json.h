/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Findings of the transports as JSON, in one form for all. */
#ifndef RVT_IO_FINDING_JSON_H
#define RVT_IO_FINDING_JSON_H

#include "base/finding.h"
#include "io/bytes/output.h"

/*
 * Appends the members of a finding, without braces: rule, severity, text (the title of the rule),
 * field and value, expects and expected, master and channel, as far as the finding has them. value
 * and expected are strings "0x...". The caller adds the position. A write error stays in output.
 */
void rvt_finding_json(struct rvt_output *output, const struct rvt_finding *finding);

#endif
