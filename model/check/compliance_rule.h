/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The rules that a stream can obey or break, by number: those of docs/spec-map.yaml that a reader,
 * the decoder or the comparison with what retired can check, readings of ambiguities (AMB), and
 * this project's own rules for a stream as a whole (CHK).
 */
#ifndef RVT_CHECK_COMPLIANCE_RULE_H
#define RVT_CHECK_COMPLIANCE_RULE_H

#include <stdbool.h>

#include "check/compliance_tables.h"

/* How many rules there are, and rule index below that. Static; sorted by number within a table. */
unsigned rvt_compliance_rules(void);
const struct rvt_compliance_rule *rvt_compliance_rule(unsigned index);

/* The index of the rule with that number; false: there is none. number may be null. */
bool rvt_compliance_rule_find(const char *number, unsigned *index);

/* "framing", "decoding"; static. */
const char *rvt_check_layer_name(enum rvt_check_layer layer);

#endif
