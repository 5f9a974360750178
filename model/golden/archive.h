/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Archives in the format ustar of POSIX.1, which may be compressed with gzip, read into memory. */
#ifndef RVT_GOLDEN_ARCHIVE_H
#define RVT_GOLDEN_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* The largest archive, uncompressed. */
enum { RVT_ARCHIVE_BYTES_MAX = 256 * 1024 * 1024 };

struct rvt_archive; /* opaque */

/* Reads the archive at path. RVT_ERR_IO, RVT_ERR_MEMORY; RVT_ERR_CAPACITY: larger than
 * RVT_ARCHIVE_BYTES_MAX; RVT_ERR_SYNTAX, RVT_ERR_TRUNCATED, with the byte: no such archive, a
 * damaged one, or one with links or longer names than ustar has. The caller closes *archive. */
RVT_MUST_USE
enum rvt_status rvt_archive_open(const char *path, struct rvt_archive **archive,
                                 struct rvt_diag *diag);

/* Frees; null is accepted. */
void rvt_archive_close(struct rvt_archive *archive);

/* The regular files, in the order of the archive. Names and data live as long as the archive. */
size_t rvt_archive_count(const struct rvt_archive *archive);
const char *rvt_archive_name(const struct rvt_archive *archive, size_t index);
const uint8_t *rvt_archive_data(const struct rvt_archive *archive, size_t index, size_t *bytes);

#endif
