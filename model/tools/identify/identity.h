/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a file is, and why. */
#ifndef RVT_TOOLS_IDENTIFY_IDENTITY_H
#define RVT_TOOLS_IDENTIFY_IDENTITY_H

#include "base/status.h"
#include "tools/identify/clue.h"

enum { RVT_CLUES_MAX = 16, RVT_CLUE_BYTES = 192 };

/* A kind of file that the sample was compared with. */
struct rvt_candidate {
    const char *kind; /* static, as all names here */
    const char *use;  /* the command that reads it */
    const char *form; /* for --as; null: it takes none */
    bool fits;
    char why[RVT_CLUE_BYTES];
};

struct rvt_identity {
    bool gzip;
    unsigned count; /* of candidates, the most certain kind first */
    struct rvt_candidate candidate[RVT_CLUES_MAX];
    const struct rvt_candidate *best; /* the first that fits; null: none does */
};

/* Compares the beginning of the file at path ("-": stdin) with all kinds. Errors of the input;
 * RVT_ERR_SYNTAX: the file is empty. */
RVT_MUST_USE
enum rvt_status rvt_identify(const char *path, struct rvt_identity *identity,
                             struct rvt_diag *diag);

#endif
