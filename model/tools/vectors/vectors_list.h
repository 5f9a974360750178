/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt vectors list: one line a case. */
#ifndef RVT_TOOLS_VECTORS_VECTORS_LIST_H
#define RVT_TOOLS_VECTORS_VECTORS_LIST_H

#include "tools/vectors/vectors_set.h"

struct rvt_output;

/* Appends a line for each chosen case: name, requirement numbers, how it relates to them, kind of
 * its source, configuration, title; separated by tabs. */
enum rvt_exit rvt_vectors_list(const struct rvt_vectors_choice *choice, struct rvt_output *output);

#endif
