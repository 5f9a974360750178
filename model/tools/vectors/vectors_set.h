/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The sets of golden vectors that the verbs of rvt vectors go through. */
#ifndef RVT_TOOLS_VECTORS_VECTORS_SET_H
#define RVT_TOOLS_VECTORS_VECTORS_SET_H

#include "golden/vector_file.h"
#include "tools/command.h"

/* Which vectors: of the set at path, with configurations in folder configs (null: of the set),
 * those whose file, or case, has a name that begins with only (null: all). */
struct rvt_vectors_choice {
    const char *path, *configs, *only;
};

/* Opens the set, or complains of it, also if it has no vector file. */
RVT_MUST_USE
bool rvt_vectors_open(const struct rvt_vectors_choice *choice, struct rvt_golden_set **set);

/* True if a vector file can have chosen cases. */
bool rvt_vectors_has(const struct rvt_vectors_choice *choice, const char *name);

/* True if a case is chosen. */
bool rvt_vectors_chosen(const struct rvt_vectors_choice *choice, const struct rvt_golden_case *c);

/* Passes every chosen case to the visitor; complains of a file that is refused, and goes on with
 * the next. The status is the first one other than RVT_OK. */
RVT_MUST_USE
enum rvt_status rvt_vectors_visit(const struct rvt_vectors_choice *choice,
                                  const struct rvt_golden_set *set,
                                  const struct rvt_golden_visitor *visitor);

#endif
