/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs with a header line that names the columns, and one line of numbers for each record. Commas
 * or blanks separate the columns; the header decides. */
#ifndef RVT_CORES_CORE_TABLE_H
#define RVT_CORES_CORE_TABLE_H

#include "cores/core_line.h"

enum { RVT_CORE_TABLE_MAX = 64 }; /* columns of a log, and of a list */

/* A column that the reader knows. */
struct rvt_core_column {
    const char *name;
    uint64_t maximum;
    bool required;
    bool decimal; /* else hexadecimal, with or without 0x */
};

struct rvt_core_table {
    const struct rvt_core_column *column; /* borrowed, static */
    unsigned columns;
    const char *prefix; /* of names in the header, may be missing; null: none */
    bool others;        /* the log may have other columns, which are ignored */
    bool commas;
    unsigned places;                   /* columns of the log; 0: the header was not read */
    uint8_t place[RVT_CORE_TABLE_MAX]; /* number of the known column, or columns for another */
    uint64_t present;                  /* bit n: the log has known column n */
};

/*
 * Reads the header. RVT_ERR_SYNTAX, LogColumns: a column is unknown (unless others), repeated or
 * missing, or there are too many.
 */
RVT_MUST_USE
enum rvt_status rvt_core_table_header(struct rvt_core_table *table, struct rvt_core_line *line,
                                      struct rvt_diag *diag);

/* Reads a record: value[n] of each known column that the log has; the others stay as they are.
 * RVT_ERR_SYNTAX, LogSyntax: not a number, too large, too many or too few values. */
RVT_MUST_USE
enum rvt_status rvt_core_table_record(const struct rvt_core_table *table,
                                      struct rvt_core_line *line, uint64_t *value,
                                      struct rvt_diag *diag);

#endif
