/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The bytes of a descriptor, as of a pipe, from front to back; a gzip file is unpacked. */
#ifndef RVT_IO_BYTES_BYTE_SOURCE_H
#define RVT_IO_BYTES_BYTE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct rvt_byte_source; /* opaque */

/* Prepares to read fd, which is borrowed until close, from where it is. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_byte_source_open(int fd, struct rvt_byte_source **source,
                                     struct rvt_diag *diag);

/* Frees; null is accepted. */
void rvt_byte_source_close(struct rvt_byte_source *source);

/*
 * Copies the next bytes, up to room (1 or more); *got is their number, 0 at the end. Waits only
 * until it has one. Whether they are compressed, the first two decide; what follows the members of
 * a gzip file is not read. RVT_ERR_IO; RVT_ERR_TRUNCATED or RVT_ERR_SYNTAX for a gzip file that is
 * incomplete or damaged (byte position of the unpacked data in diag); RVT_ERR_MEMORY. After an
 * error, reading is over.
 */
RVT_MUST_USE
enum rvt_status rvt_byte_source_read(struct rvt_byte_source *source, uint8_t *to, size_t room,
                                     size_t *got, struct rvt_diag *diag);

/* Bytes of the descriptor that were used so far, packed ones of a gzip file. */
uint64_t rvt_byte_source_place(const struct rvt_byte_source *source);

#endif
