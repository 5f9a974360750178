/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/kit/installation.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char SELF[] = "/proc/self/exe";

/* Writes base and relative as one path; false: too long. */
static bool join(char path[PATH_MAX], const char *base, const char *relative)
{
    int length = snprintf(path, PATH_MAX, "%s/%s", base, relative);

    return length > 0 && length < PATH_MAX;
}

/* The same; false as well if there is no such file. */
static bool locate(char path[PATH_MAX], const char *base, const char *relative)
{
    return join(path, base, relative) && access(path, R_OK) == 0;
}

/* Cuts so many parts from the end of a path without symbolic links; false: there are fewer. */
static bool ascend(char path[PATH_MAX], unsigned parts)
{
    for (; parts > 0; parts--) {
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            return false;
        *slash = '\0';
    }
    return true;
}

bool rvt_installation_find(struct rvt_installation *installation)
{
    char base[PATH_MAX] = "";
    ssize_t length;

    *installation = (struct rvt_installation){0};
    length = readlink(SELF, installation->program, sizeof installation->program - 1);
    if (length > 0)
        (void)snprintf(base, sizeof base, "%s", installation->program);
    if (!ascend(base, 2)) {
        (void)fprintf(stderr, "rvt: %s: cannot find the files of this program\n", SELF);
        return false;
    }
    if (locate(installation->kit, base, "share/rvt/kit") &&
        locate(installation->dpi, base, "share/rvt/dpi") &&
        locate(installation->rtl, base, "share/rvt/rtl")) {
        installation->installed = true;
        return true;
    }
    if (join(installation->library, base, "release/librvt.a") && ascend(base, 1) &&
        locate(installation->kit, base, "kit") && locate(installation->dpi, base, "dpi") &&
        locate(installation->rtl, base, "rtl") && locate(installation->include, base, "include"))
        return true;
    (void)fprintf(stderr, "rvt: no share/rvt/kit beside bin, and no source tree around %s\n",
                  installation->program);
    return false;
}

bool rvt_installation_value(const struct rvt_installation *installation, const char *name,
                            char *value, size_t capacity)
{
    const struct {
        const char *name, *value;
    } values[] = {{"program", installation->program},
                  {"kit", installation->kit},
                  {"dpi", installation->dpi},
                  {"rtl", installation->rtl},
                  {"include", installation->include},
                  {"library", installation->library},
                  {"installed", installation->installed ? "1" : "0"}};

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (strcmp(name, values[i].name) == 0) {
            (void)snprintf(value, capacity, "%s", values[i].value);
            return true;
        }
    return false;
}
