/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The lines of io/transport/frame_text.h, read: text back to a stream of frames. */
#ifndef RVT_IO_TRANSPORT_FRAME_LINE_H
#define RVT_IO_TRANSPORT_FRAME_LINE_H

#include "transport/frame/formatter.h"

/*
 * Writes the stream that a line (length characters, no newline) describes: data through formatter,
 * everything else as literal bytes. A line without words is empty. RVT_ERR_SYNTAX for anything
 * else, with its column in diag; errors of rvt_formatter_write and rvt_frame_write. A line with a
 * fault sends nothing.
 */
RVT_MUST_USE
enum rvt_status rvt_frame_line_write(struct rvt_formatter *formatter, const char *line,
                                     size_t length, struct rvt_diag *diag);

#endif
