/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The bytes of an index file (docs/files.md, Index of a capture): little endian, with a checksum at
 * the end.
 */
#ifndef RVT_INDEX_INDEX_BYTES_H
#define RVT_INDEX_INDEX_BYTES_H

#include "index/index_store.h"

enum { RVT_INDEX_CONFIGURATION_AT = 24 }; /* byte of shape.configuration */

/* Writes store to *bytes bytes at *data, which the caller frees. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_index_bytes_write(struct rvt_index_store *store, rvt_index_checksum checksum,
                                      uint8_t **data, size_t *bytes);

/*
 * Reads the bytes of an index file into *store, which is empty and afterwards to be cleared, also
 * after a failure. RVT_ERR_SYNTAX: no index file, another byte order or version, or contents that
 * contradict each other; RVT_ERR_TRUNCATED: it ends within its head;
 * RVT_ERR_CHECKSUM; RVT_ERR_MEMORY. diag has the byte.
 */
RVT_MUST_USE
enum rvt_status rvt_index_bytes_read(const uint8_t *data, size_t bytes, rvt_index_checksum checksum,
                                     struct rvt_index_store *store, struct rvt_diag *diag);

#endif
