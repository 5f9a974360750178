/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt vectors make: a vector from a configuration and a tip trace, or packets. */
#ifndef RVT_TOOLS_VECTORS_VECTORS_MAKE_H
#define RVT_TOOLS_VECTORS_VECTORS_MAKE_H

#include "tools/command.h"
#include "tools/program.h"

struct rvt_vectors_making {
    const char *set;                    /* the folder, which is made if it is missing */
    const char *config_path;            /* its file is copied to configs/ of the set */
    const char *tip_path, *list_path;   /* one of them; the other is null */
    const char *name, *title, *numbers; /* of the case; title may be null */
    struct rvt_programs programs;
};

/* Writes the vector file, and runs it. RVT_EXIT_FINDINGS: it is there, but the library contradicts
 * it. It complains of anything else, also of a stream with a fault. */
enum rvt_exit rvt_vectors_make(const struct rvt_vectors_making *making);

#endif
