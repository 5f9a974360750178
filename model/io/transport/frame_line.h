/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The lines of io/transport/frame_text.h, read: text back to a stream of frames. */
#ifndef RVT_IO_TRANSPORT_FRAME_LINE_H
#define RVT_IO_TRANSPORT_FRAME_LINE_H

#include "transport/frame/formatter.h"

/*
 * Writes what a line (length characters, no newline) stands for: data through formatter, all else
 * behind it as it stands; a line without words is nothing. RVT_ERR_SYNTAX for anything else, with
 * its column in diag; errors of rvt_formatter_write and rvt_frame_write. What is wrong in a line is
 * found before anything of it is sent.
 */
RVT_MUST_USE
enum rvt_status rvt_frame_line_write(struct rvt_formatter *formatter, const char *line,
                                     size_t length, struct rvt_diag *diag);

#endif
