/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Index files: index/index_bytes.h with files. */
#ifndef RVT_IO_INDEX_INDEX_FILE_H
#define RVT_IO_INDEX_INDEX_FILE_H

#include "index/index_bytes.h"

/* The checksum of index files: CRC-32 of zlib, after the bytes that gave before. */
uint32_t rvt_index_file_checksum(uint32_t before, const uint8_t *data, size_t bytes);

/* Reads the file at path into *store, as rvt_index_bytes_read does. RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_index_file_load(const char *path, struct rvt_index_store *store,
                                    struct rvt_diag *diag);

/* Writes store to the file at path, which appears when it is complete. RVT_ERR_IO,
 * RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_index_file_save(const char *path, struct rvt_index_store *store,
                                    struct rvt_diag *diag);

#endif
