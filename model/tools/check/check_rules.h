/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The rules as text and JSON: all of them in lines, or some at length. */
#ifndef RVT_TOOLS_CHECK_CHECK_RULES_H
#define RVT_TOOLS_CHECK_CHECK_RULES_H

#include "check/compliance_rule.h"
#include "tools/command.h"

/* Prints all rules to the file at output_path ("-": stdout): in lines, or with everything as
 * JSON. */
enum rvt_exit rvt_check_list(const char *output_path, bool json);

/* Prints count rules, which exist, at length. */
enum rvt_exit rvt_check_explain(const char *output_path, bool json, char *const *number,
                                unsigned count);

#endif
