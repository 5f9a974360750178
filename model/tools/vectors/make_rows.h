/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The case of a golden vector for an encoder, made of a tip trace. */
#ifndef RVT_TOOLS_VECTORS_MAKE_ROWS_H
#define RVT_TOOLS_VECTORS_MAKE_ROWS_H

#include "base/params.h"
#include "io/bytes/output.h"

/*
 * Appends input and expect of a case: the rows of the text at path, traced from the first one until
 * after the last one, and the packets that the model sends for them. RVT_ERR_PARAMETER: config has
 * data trace; RVT_ERR_CAPACITY: too many rows or packets; and the errors of reading and encoding.
 */
RVT_MUST_USE
enum rvt_status rvt_make_rows(const char *path, const struct rvt_config *config,
                              struct rvt_output *output, struct rvt_diag *diag);

#endif
