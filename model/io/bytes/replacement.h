/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A new file that takes its name when it is complete. Until then it has no name, so that nothing
 * stays of it when the process ends, whatever the reason. On file systems without such files (NFS)
 * it has a temporary name instead, PATH.XXXXXX, which stays if a signal ends the process.
 */
#ifndef RVT_IO_BYTES_REPLACEMENT_H
#define RVT_IO_BYTES_REPLACEMENT_H

#include <stdbool.h>

#include "base/compiler.h"

struct rvt_replacement {
    char *path;      /* the final name */
    char *temporary; /* the temporary name; of an unnamed file, a pattern for one */
    int unnamed;     /* a descriptor of the unnamed file; -1: it has the temporary name */
};

/* Creates the file that will be path, or the target of the link path, with the permissions of a
 * new file. A descriptor for writing, which the caller closes; -1 with errno, and then *made need
 * not be released. */
RVT_MUST_USE
int rvt_replacement_open(const char *path, struct rvt_replacement *made);

/* Gives the file its name, in place of any other; false with errno. */
RVT_MUST_USE
bool rvt_replacement_install(struct rvt_replacement *file);

/* Removes a file that was not installed, and frees what *file holds. */
void rvt_replacement_release(struct rvt_replacement *file);

#endif
