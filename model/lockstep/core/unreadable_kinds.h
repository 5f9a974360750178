/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Which kinds of packets that cannot be read were reported: after a finding, each kind is reported
 * once, so that a second fault of an encoder shows, and a frequent one does not hide the others.
 */
#ifndef RVT_LOCKSTEP_CORE_UNREADABLE_KINDS_H
#define RVT_LOCKSTEP_CORE_UNREADABLE_KINDS_H

#include <stdbool.h>

#include "base/status.h"

enum { RVT_UNREADABLE_KINDS = 32 };

/* Zeroed: none. Texts are those of diagnoses, which are static. */
struct rvt_unreadable_kinds {
    unsigned count;
    struct {
        const char *clause, *field; /* may be null */
    } kind[RVT_UNREADABLE_KINDS];
};

/* True if the kind, the clause and the field of diag, is a new one, and there is room for it. */
bool rvt_unreadable_kinds_add(struct rvt_unreadable_kinds *kinds, const struct rvt_diag *diag);

#endif
