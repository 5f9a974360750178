/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A file read from front to back through a window: plain or compressed with gzip, on disk or
 * through a pipe. Plain files on disk are mapped piece by piece; the memory in use does not depend
 * on the size of the file. A call waits for a pipe only until what it asks for is there.
 */
#ifndef RVT_IO_BYTES_INPUT_H
#define RVT_IO_BYTES_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* The most bytes that a caller can ask to see at once, and the longest line. */
enum { RVT_INPUT_PEEK_MAX = 65536 };

struct rvt_input; /* opaque */

/* Opens path ("-": stdin). RVT_ERR_IO with the system's reason; RVT_ERR_MEMORY. The caller closes
 * *input. */
RVT_MUST_USE
enum rvt_status rvt_input_open(const char *path, struct rvt_input **input, struct rvt_diag *diag);

/*
 * The same for a ring buffer in memory that was written over: write is the byte where the next one
 * would have been written. The bytes from there on come first, then those before it, which are held
 * in memory. Offsets count from write on. RVT_ERR_PARAMETER: write is beyond the end of the file.
 */
RVT_MUST_USE
enum rvt_status rvt_input_open_ring(const char *path, uint64_t write, struct rvt_input **input,
                                    struct rvt_diag *diag);

/* Closes and frees; null is accepted. */
void rvt_input_close(struct rvt_input *input);

/*
 * Shows the next bytes: at least wanted (up to RVT_INPUT_PEEK_MAX) unless the file ends before;
 * *available is their number. *data is borrowed until the next call. RVT_ERR_IO; RVT_ERR_TRUNCATED
 * or RVT_ERR_SYNTAX for a gzip file that is incomplete or damaged (byte position of the
 * uncompressed data in diag).
 */
RVT_MUST_USE
enum rvt_status rvt_input_peek(struct rvt_input *input, size_t wanted, const uint8_t **data,
                               size_t *available, struct rvt_diag *diag);

/* Skips bytes that a peek has shown. */
void rvt_input_skip(struct rvt_input *input, size_t bytes);

/* Goes on at that byte of the uncompressed data, at or after the next one; a mapped file is not
 * read up to there. RVT_ERR_TRUNCATED: the file ends before; the others as rvt_input_peek. */
RVT_MUST_USE
enum rvt_status rvt_input_seek(struct rvt_input *input, uint64_t offset, struct rvt_diag *diag);

/* Bytes of the whole file; 0: not known, as of a pipe or a compressed file. */
uint64_t rvt_input_bytes(const struct rvt_input *input);

/* Bytes skipped so far, uncompressed. */
uint64_t rvt_input_offset(const struct rvt_input *input);

/* How far reading is in the file itself, to show the progress: its bytes that were used so far,
 * compressed ones of a compressed file. */
uint64_t rvt_input_place(const struct rvt_input *input);

/*
 * Reads the next line, without its newline (and carriage return), not null-terminated; *end is true
 * if there was none. *line is borrowed until the next call. Errors as above; RVT_ERR_SYNTAX for a
 * line longer than RVT_INPUT_PEEK_MAX.
 */
RVT_MUST_USE
enum rvt_status rvt_input_line(struct rvt_input *input, const char **line, size_t *length,
                               bool *end, struct rvt_diag *diag);

/* Number of the line that rvt_input_line returned last, from 1. */
uint64_t rvt_input_line_number(const struct rvt_input *input);

#endif
