/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/unreadable_kinds.h"

#include <string.h>

static bool is_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool rvt_unreadable_kinds_add(struct rvt_unreadable_kinds *kinds, const struct rvt_diag *diag)
{
    for (unsigned i = 0; i < kinds->count; i++)
        if (is_same(kinds->kind[i].clause, diag->clause) &&
            is_same(kinds->kind[i].field, diag->field))
            return false;
    if (kinds->count == RVT_UNREADABLE_KINDS)
        return false;
    kinds->kind[kinds->count].clause = diag->clause;
    kinds->kind[kinds->count++].field = diag->field;
    return true;
}
