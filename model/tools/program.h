/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The program of a traced hart as the command line names it: ELF files and raw memory. */
#ifndef RVT_TOOLS_PROGRAM_H
#define RVT_TOOLS_PROGRAM_H

#include <rvt/program.h>

#include "base/compiler.h"

enum { RVT_PROGRAMS_MAX = 64 };

struct rvt_programs {
    const char *name[RVT_PROGRAMS_MAX]; /* as rvt_programs_read reads them */
    unsigned count;
    bool zcm; /* the hart has Zcmp and Zcmt, and not Zcd */
};

/* Takes one more argument; false if there are too many. */
bool rvt_programs_add(struct rvt_programs *programs, const char *name);

/* What an argument says. */
struct rvt_program_file {
    const char *path; /* in the argument */
    bool raw;         /* memory at address; else an ELF file */
    uint64_t address;
    bool limited; /* space alone sees it; else it is always seen */
    struct rvt_program_space space;
};

/* Reads [context=N,privilege=N:][0x...:]FILE, with one of the two or both. What is not so is a
 * path. */
struct rvt_program_file rvt_programs_read(const char *name);

/* Loads all into a new program, the later over the earlier ones; the caller frees it. False: it has
 * complained, and *program may be freed too. */
RVT_MUST_USE
bool rvt_programs_load(const struct rvt_programs *programs,
                       const struct rvt_configuration *configuration, struct rvt_program **program);

#endif
