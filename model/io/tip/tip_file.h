/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Tip traces: files of ingress rows. Text (.csv, the official reference flow's encoder input
 * extended to several blocks) and binary (.tip); either may be compressed with gzip. The reader
 * detects the form from the content.
 */
#ifndef RVT_IO_TIP_TIP_FILE_H
#define RVT_IO_TIP_TIP_FILE_H

#include "base/params.h"
#include "ingress/tip.h"
#include "io/tip/tip_column.h"

struct rvt_tip_reader; /* opaque; streams: memory does not grow with the file */

/* Opens path ("-": stdin). RVT_ERR_IO, RVT_ERR_SYNTAX (header: missing, unknown or repeated column;
 * line). */
RVT_MUST_USE
enum rvt_status rvt_tip_open(const char *path, const struct rvt_config *config,
                             struct rvt_tip_reader **reader, struct rvt_diag *diag);

void rvt_tip_close(struct rvt_tip_reader *reader);

/*
 * Reads the next row, whose accesses stay valid until the next call; *end is true if there was
 * none. Without a cycle column, rows are numbered from 0. 4-bit itypes are narrowed if
 * itype_width_p is 3. Rows are checked by rvt_row_check, except those with halted or reset, whose
 * other signals have no meaning (ETR-ING-020). RVT_ERR_SYNTAX or RVT_ERR_INGRESS with the line
 * (text) or row (binary) in diag; RVT_ERR_IO.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_read(struct rvt_tip_reader *reader, struct rvt_row *row, bool *end,
                             struct rvt_diag *diag);

/* Adds the line or number of the latest row to a fault that it caused. */
void rvt_tip_locate(const struct rvt_tip_reader *reader, struct rvt_diag *diag);

/* Which optional columns the trace has: a set of enum rvt_tip_column. */
unsigned rvt_tip_columns(const struct rvt_tip_reader *reader);

/* How far reading is in the file itself (rvt_input_place). */
uint64_t rvt_tip_place(const struct rvt_tip_reader *reader);

enum rvt_tip_form { RVT_TIP_TEXT, RVT_TIP_BINARY };

/* The form for a file name: binary if it ends in .tip or .tip.gz, else text. */
enum rvt_tip_form rvt_tip_form(const char *path);

struct rvt_tip_writer; /* opaque */

/*
 * Creates path ("-": stdout); a name that ends in .gz is compressed. Every optional column that
 * config can use is written. RVT_ERR_IO, RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_create(const char *path, const struct rvt_config *config,
                               enum rvt_tip_form form, struct rvt_tip_writer **writer,
                               struct rvt_diag *diag);

/* The same with the given set of optional columns. */
RVT_MUST_USE
enum rvt_status rvt_tip_create_columns(const char *path, const struct rvt_config *config,
                                       enum rvt_tip_form form, unsigned columns,
                                       struct rvt_tip_writer **writer, struct rvt_diag *diag);

/*
 * Appends a row. RVT_ERR_CAPACITY if it has more blocks, or groups of the data interface, than
 * blocks_p, a value for which the file has no column, or, without a cycle column, a cycle that does
 * not follow the previous one; RVT_ERR_IO.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_write(struct rvt_tip_writer *writer, const struct rvt_row *row,
                              struct rvt_diag *diag);
/* True after a write error. */
bool rvt_tip_failed(const struct rvt_tip_writer *writer);

/*
 * Flushes, gives the file its name, and frees; RVT_ERR_IO if anything could not be written (full
 * disk included): then no file appears. Null is accepted.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_finish(struct rvt_tip_writer *writer, struct rvt_diag *diag);

/* Frees writer and removes the file; null is accepted. */
void rvt_tip_discard(struct rvt_tip_writer *writer);

#endif
