/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Reads whole small files into memory: configurations, vectors, raw memory. */
#ifndef RVT_IO_BYTES_FILE_H
#define RVT_IO_BYTES_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/*
 * Reads the file at path ("-": stdin) into *data, which the caller frees; a zero byte that *bytes
 * does not count ends it. Returns RVT_OK; RVT_ERR_IO if the system refuses, with its reason;
 * RVT_ERR_CAPACITY for more than limit bytes (limit < SIZE_MAX); RVT_ERR_MEMORY. On failure the
 * outputs are unset.
 */
RVT_MUST_USE
enum rvt_status rvt_file_load(const char *path, size_t limit, uint8_t **data, size_t *bytes,
                              struct rvt_diag *diag);

/*
 * Records RVT_ERR_IO in diag: the action that failed, and the system's reason for error (an errno).
 */
enum rvt_status rvt_file_fault(struct rvt_diag *diag, const char *action, int error);

#endif
