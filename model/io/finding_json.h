/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Findings of the transports as JSON, alike for all of them. */
#ifndef RVT_IO_FINDING_JSON_H
#define RVT_IO_FINDING_JSON_H

#include "base/finding.h"
#include "io/output.h"

/*
 * Appends the members of an object that tell what was found, without braces: rule, severity, text
 * (the rule's title), field and value, expects and expected, master and channel, as far as the
 * finding has them. value and expected are strings "0x...". Its place is the caller's. A fault
 * sticks in output.
 */
void rvt_finding_json(struct rvt_output *output, const struct rvt_finding *finding);

#endif
