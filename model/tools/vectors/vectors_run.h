/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt vectors run, and rvt vectors export: golden vectors and what answers them. */
#ifndef RVT_TOOLS_VECTORS_VECTORS_RUN_H
#define RVT_TOOLS_VECTORS_VECTORS_RUN_H

#include "tools/vectors/vectors_set.h"

struct rvt_output;

/* Another program that is asked, and for which tasks. */
struct rvt_vectors_tool {
    const char *command; /* null: the library */
    const char *task;    /* null: all */
    unsigned seconds;    /* of one answer */
};

/*
 * Runs the chosen vectors with the tool. Shows each failure on stderr, and counts on output. With
 * RVT_EXIT_FINDINGS, a vector failed, or a file was refused, or nothing passed.
 */
enum rvt_exit rvt_vectors_run(const struct rvt_vectors_choice *choice,
                              const struct rvt_vectors_tool *tool, struct rvt_output *output);

/* Appends a record, rvt-vector/1, for each exchange of the chosen vectors. */
enum rvt_exit rvt_vectors_export(const struct rvt_vectors_choice *choice, const char *task,
                                 struct rvt_output *output);

#endif
