/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt vectors run, and rvt vectors export: golden vectors and what answers them. */
#ifndef RVT_TOOLS_VECTORS_VECTORS_RUN_H
#define RVT_TOOLS_VECTORS_VECTORS_RUN_H

#include "tools/vectors/vectors_set.h"

struct rvt_output;

/*
 * Runs the chosen vectors with the library, or, if command is not null, with that command, of which
 * task, if not null, is the only task. Shows each failure on stderr, and counts on output. With
 * RVT_EXIT_FINDINGS, a vector failed, or a file was refused, or nothing passed.
 */
enum rvt_exit rvt_vectors_run(const struct rvt_vectors_choice *choice, const char *command,
                              const char *task, struct rvt_output *output);

/* Appends a record, rvt-vector/1, for each exchange of the chosen vectors. */
enum rvt_exit rvt_vectors_export(const struct rvt_vectors_choice *choice, const char *task,
                                 struct rvt_output *output);

#endif
