/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Where the files are that belong to the running program: those of an installation, found beside
 * it (PREFIX/bin/rvt, PREFIX/share/rvt), or those of the source tree in which it was built
 * (TREE/build/VARIANT/rvt).
 */
#ifndef RVT_TOOLS_KIT_INSTALLATION_H
#define RVT_TOOLS_KIT_INSTALLATION_H

#include <limits.h>

#include "tools/command.h"

/* Absolute paths without symbolic links. */
struct rvt_installation {
    bool installed;         /* else the source tree */
    char program[PATH_MAX]; /* rvt itself */
    char kit[PATH_MAX];     /* the templates of rvt kit */
    char dpi[PATH_MAX];     /* the scoreboards */
    char rtl[PATH_MAX];     /* RTL that benches use: folders core and encoder */
    char include[PATH_MAX]; /* source tree: the public headers; else "" */
    char library[PATH_MAX]; /* source tree: librvt.a, which may not be built yet; else "" */
};

/* Finds the files; complains and returns false if they are not where they belong. */
RVT_MUST_USE
bool rvt_installation_find(struct rvt_installation *installation);

/* Writes the path called name ("program", "kit", "dpi", "rtl", "include", "library"), or "1" or "0"
 * for "installed", into value, which has capacity bytes; false: no such name. */
RVT_MUST_USE
bool rvt_installation_value(const struct rvt_installation *installation, const char *name,
                            char *value, size_t capacity);

#endif
