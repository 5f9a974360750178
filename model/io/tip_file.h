/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Tip traces: files of ingress rows. Text (.csv, the official reference flow's encoder input extended to several
 * blocks) and binary (.tip); either may be compressed with gzip. The kind is told from the content.
 */
#ifndef RVT_IO_TIP_FILE_H
#define RVT_IO_TIP_FILE_H

#include "base/params.h"
#include "flow/tip.h"

struct rvt_tip_reader; /* opaque; streams: memory does not grow with the file */

/* Opens path ("-": stdin). RVT_ERR_IO, RVT_ERR_SYNTAX (header: missing, unknown or repeated column; line). */
RVT_MUST_USE
enum rvt_status rvt_tip_open(const char *path, const struct rvt_config *config,
                             struct rvt_tip_reader **reader, struct rvt_diag *diag);

void rvt_tip_close(struct rvt_tip_reader *reader);

/*
 * Reads the next row; *end tells that there was none. Without a cycle column rows are numbered from 0. 4-bit itypes are narrowed when
 * itype_width_p is 3. Rows are checked by rvt_row_check.
 * RVT_ERR_SYNTAX or RVT_ERR_INGRESS with the line (text) or row (binary) in diag; RVT_ERR_IO.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_read(struct rvt_tip_reader *reader, struct rvt_row *row, bool *end,
                             struct rvt_diag *diag);

enum rvt_tip_form { RVT_TIP_TEXT, RVT_TIP_BINARY };

struct rvt_tip_writer; /* opaque */

/* Creates path ("-": stdout); a name that ends in .gz is compressed. */
RVT_MUST_USE
enum rvt_status rvt_tip_create(const char *path, const struct rvt_config *config,
                               enum rvt_tip_form form, struct rvt_tip_writer **writer,
                               struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_tip_write(struct rvt_tip_writer *writer, const struct rvt_row *row,
                              struct rvt_diag *diag);
/* Flushes and frees; RVT_ERR_IO if anything could not be written (full disk included). Null is accepted. */
RVT_MUST_USE
enum rvt_status rvt_tip_finish(struct rvt_tip_writer *writer, struct rvt_diag *diag);

#endif
