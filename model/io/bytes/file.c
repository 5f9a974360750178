/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/bytes/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROW_BYTES = 16384 };

enum rvt_status rvt_file_fault(struct rvt_diag *diag, const char *action, int error)
{
    char reason[96];
    if (strerror_r(error, reason, sizeof(reason)) != 0)
        reason[0] = '\0';
    return rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "%s: %s", action, reason);
}

/* Reads until the end or beyond limit bytes; *data is freed by the caller in any case. */
static enum rvt_status read_all(FILE *file, size_t limit, uint8_t **data, size_t *bytes,
                                struct rvt_diag *diag)
{
    size_t capacity = 0;
    *bytes = 0;
    for (;;) {
        if (capacity - *bytes < 2) {
            size_t larger = capacity < GROW_BYTES ? GROW_BYTES : 2 * capacity;
            uint8_t *moved = larger > capacity ? realloc(*data, larger) : NULL;
            if (moved == NULL)
                return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
            *data = moved;
            capacity = larger;
        }
        size_t room = capacity - *bytes - 1;
        size_t got = fread(*data + *bytes, 1, room, file);
        *bytes += got;
        if (*bytes > limit) {
            return rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL,
                                "the file is larger than %zu bytes", limit);
        }
        if (got < room) {
            (*data)[*bytes] = 0;
            return ferror(file) ? rvt_file_fault(diag, "cannot read", errno) : RVT_OK;
        }
    }
}

enum rvt_status rvt_file_load(const char *path, size_t limit, uint8_t **data, size_t *bytes,
                              struct rvt_diag *diag)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (file == NULL)
        return rvt_file_fault(diag, "cannot open", errno);
    uint8_t *content = NULL;
    size_t length = 0;
    enum rvt_status status = read_all(file, limit, &content, &length, diag);
    if (!standard)
        (void)fclose(file); /* read only: nothing can be lost */
    if (status != RVT_OK) {
        free(content);
        return status;
    }
    *data = content;
    *bytes = length;
    return RVT_OK;
}
