/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Reads a captured source from front to back: files, pipes and standard input, plain or compressed
 * with gzip. What a decode tree does not use is shown again.
 */
#ifndef RVT_SOURCE_H
#define RVT_SOURCE_H

#include <rvt/status.h>

struct rvt_source; /* opaque; memory does not grow with the file */

RVT_BEGIN_C

/* Opens the file at path ("-": standard input). The caller owns *source and closes it. RVT_ERR_IO,
 * with the system's reason in diagnosis; RVT_ERR_PARAMETER: null; RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status rvt_source_open(const char *path, struct rvt_source **source,
                                                     struct rvt_diagnosis *diagnosis);

/*
 * The same for a ring buffer in memory that was written over, in the order of memory: write is
 * where the next byte would have been written. The bytes from there to the end of the file come
 * first, then those before it, which are held in memory. They may begin in the middle of a packet
 * (rvt/tree.h, mid_packet). RVT_ERR_PARAMETER: also write beyond the end of the file.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_source_open_ring(const char *path, uint64_t write,
                                                          struct rvt_source **source,
                                                          struct rvt_diagnosis *diagnosis);

/* Closes and frees; null is accepted. */
RVT_API void rvt_source_close(struct rvt_source *source);

/*
 * Shows the next bytes of the source: *bytes of them at *data, at least one unless the source ends
 * there; *data is borrowed until the next call. RVT_ERR_IO: the source cannot be read;
 * RVT_ERR_TRUNCATED, RVT_ERR_SYNTAX: compressed data that is incomplete or damaged;
 * RVT_ERR_PARAMETER: null.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_source_show(struct rvt_source *source,
                                                     const uint8_t **data, size_t *bytes,
                                                     struct rvt_diagnosis *diagnosis);

/* Skips bytes that rvt_source_show has shown. */
RVT_API void rvt_source_skip(struct rvt_source *source, size_t bytes);

/*
 * Goes on at the byte index, at or after the next byte. A plain file on disk is not read up to
 * there. RVT_ERR_TRUNCATED: the source ends before; RVT_ERR_PARAMETER: index lies before the next
 * byte, or null; the others as rvt_source_show.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_source_seek(struct rvt_source *source, uint64_t index,
                                                     struct rvt_diagnosis *diagnosis);

/* The byte index of the next byte: uncompressed bytes skipped so far; of a ring buffer from write
 * on. */
RVT_API uint64_t rvt_source_index(const struct rvt_source *source);

/* Bytes of the whole source; 0: not known, as of a pipe or a compressed file. */
RVT_API uint64_t rvt_source_bytes(const struct rvt_source *source);

/* How far reading is in the file itself, to show the progress: its bytes that were used so far,
 * compressed ones of a compressed file. Of a ring buffer: rvt_source_index. */
RVT_API uint64_t rvt_source_place(const struct rvt_source *source);

RVT_END_C

#endif
