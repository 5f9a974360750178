/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#define _XOPEN_SOURCE 700 /* strdup; NOLINT(bugprone-reserved-identifier) */
#include "io/record/folder.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/bytes/file.h"

static bool is_folder(const char *path)
{
    struct stat info;

    if (stat(path, &info) != 0)
        return false;
    errno = ENOTDIR;
    return S_ISDIR(info.st_mode);
}

enum rvt_status rvt_folder_make(const char *path, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    char *part = strdup(path);

    if (part == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    for (char *at = part + strspn(part, "/"); status == RVT_OK && *at != '\0';) {
        char *end = at + strcspn(at, "/");
        char ended = *end;

        *end = '\0';
        if (mkdir(part, 0777) != 0 && !(errno == EEXIST && is_folder(part)))
            status = rvt_file_fault(diag, "cannot create", errno);
        *end = ended;
        at = end + strspn(end, "/");
    }
    free(part);
    return status;
}
