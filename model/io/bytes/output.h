/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A file that is written from front to back and appears only when it is complete (replacement.h).
 * Standard output and devices are written directly. A name that ends in .gz is compressed. An
 * output in place instead can be read while it is written, and stays after a fault.
 */
#ifndef RVT_IO_BYTES_OUTPUT_H
#define RVT_IO_BYTES_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/text.h"

struct rvt_output; /* opaque */

/* Creates path ("-": stdout). RVT_ERR_IO with the system's reason; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_output_open(const char *path, struct rvt_output **output,
                                struct rvt_diag *diag);

/*
 * Creates or empties path under its own name, uncompressed. The output holds a lock on it until it
 * is finished or discarded. RVT_ERR_IO with the system's reason, or because another output in
 * place, also of another process, has the lock; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_output_open_in_place(const char *path, struct rvt_output **output,
                                         struct rvt_diag *diag);

/* Makes an output that keeps its bytes in memory, limit of them (64 KiB or more): more are a write
 * error. RVT_ERR_MEMORY. It is to be discarded. */
RVT_MUST_USE
enum rvt_status rvt_output_open_memory(size_t limit, struct rvt_output **output);

/* Empties an output in memory; to (may be null), which is none in memory, passes its bytes to the
 * system at once. Returns the status of to, as rvt_output_write, or RVT_OK. */
enum rvt_status rvt_output_empty(struct rvt_output *output, struct rvt_output *to);

/*
 * Of an output in place: what was written so far is whole. After a write error, the file ends where
 * it was last whole. now: passes the bytes to the system at once; else in time to keep a piece of
 * up to 32 KiB together. Returns what rvt_output_write does.
 */
enum rvt_status rvt_output_whole(struct rvt_output *output, bool now);

/* Appends bytes. After a write error, this and every later call return it; rvt_output_explain
 * gives the reason. */
enum rvt_status rvt_output_write(struct rvt_output *output, const void *data, size_t bytes);

/* Begins a text of up to bytes - 1 characters (bytes: up to 64 KiB) in the storage of output, which
 * appends nothing else until rvt_output_take has it. An output in memory must have room for all of
 * them, else that is a write error. */
struct rvt_text rvt_output_text(struct rvt_output *output, size_t bytes);

/* Appends the text that was begun last. Returns what rvt_output_write does. */
enum rvt_status rvt_output_take(struct rvt_output *output, const struct rvt_text *text);

/* Passes what was appended so far to the system: a reader of a pipe or terminal sees it. */
enum rvt_status rvt_output_flush(struct rvt_output *output);

/* Appends formatted text. */
RVT_PRINTF(2, 3)
enum rvt_status rvt_output_print(struct rvt_output *output, const char *format, ...);

/* True after a write error. */
bool rvt_output_failed(const struct rvt_output *output);

/* Records the write error, if there was one, in diag: RVT_ERR_IO. */
void rvt_output_explain(const struct rvt_output *output, struct rvt_diag *diag);

/* Writes buffered bytes, gives the file its name, and frees output; null is accepted. RVT_ERR_IO
 * if anything could not be written (full disk included): then no file appears, but one in place
 * stays. */
RVT_MUST_USE
enum rvt_status rvt_output_finish(struct rvt_output *output, struct rvt_diag *diag);

/* Frees output and removes the file, unless it is in place; null is accepted. */
void rvt_output_discard(struct rvt_output *output);

#endif
