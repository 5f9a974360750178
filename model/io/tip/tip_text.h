/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Tip traces as text: a header line of signal names, then one line per row. docs/files.md has the
 * columns. */
#ifndef RVT_IO_TIP_TIP_TEXT_H
#define RVT_IO_TIP_TIP_TEXT_H

#include "base/params.h"
#include "ingress/access.h"
#include "ingress/tip.h"
#include "io/bytes/input.h"
#include "io/bytes/output.h"

enum { RVT_TIP_TEXT_COLUMNS_MAX = 13 + 6 * RVT_BLOCKS_MAX + 13 * RVT_ACCESSES_MAX };

/* A text trace: the columns of its header. */
struct rvt_tip_text {
    unsigned count;
    unsigned columns;                         /* set of enum rvt_tip_column */
    unsigned blocks;                          /* block columns, 1..RVT_BLOCKS_MAX */
    unsigned groups;                          /* of the data interface, 0..RVT_ACCESSES_MAX */
    uint8_t column[RVT_TIP_TEXT_COLUMNS_MAX]; /* index into the table of names */
};

/*
 * Reads the header line. RVT_ERR_SYNTAX for a missing, unknown or repeated column, or more blocks
 * than blocks_p (line in diag).
 */
RVT_MUST_USE
enum rvt_status rvt_tip_text_open(struct rvt_input *input, const struct rvt_params *params,
                                  struct rvt_tip_text *text, struct rvt_diag *diag);

/*
 * Reads a line as a row, and its accesses into access[RVT_ACCESSES_MAX], which row->access then
 * points to. Without a cycle column, row->cycle is unchanged. RVT_ERR_SYNTAX with line and column;
 * errors of the input.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_text_read(struct rvt_input *input, const struct rvt_tip_text *text,
                                  struct rvt_row *row, struct rvt_access *access, bool *end,
                                  struct rvt_diag *diag);

/* Write the header line, and a row: with these optional columns, so many blocks, and with
 * RVT_TIP_DATA so many groups. A write error stays in output. */
void rvt_tip_text_create(struct rvt_output *output, unsigned columns, unsigned blocks,
                         unsigned groups);
void rvt_tip_text_write(struct rvt_output *output, unsigned columns, unsigned blocks,
                        unsigned groups, const struct rvt_row *row);

#endif
