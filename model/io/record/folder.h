/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Folders for what is written. */
#ifndef RVT_IO_RECORD_FOLDER_H
#define RVT_IO_RECORD_FOLDER_H

#include "base/status.h"

/* Makes the folder path, and those above it, unless they exist. RVT_ERR_IO with the system's
 * reason; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_folder_make(const char *path, struct rvt_diag *diag);

#endif
