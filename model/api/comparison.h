/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The public comparison: a lockstep, and the time that its caller gave last. */
#ifndef RVT_API_COMPARISON_H
#define RVT_API_COMPARISON_H

#include <rvt/lockstep.h>

#include "lockstep/core/lockstep.h"

struct rvt_comparison {
    struct rvt_lockstep *lockstep;
    struct rvt_instant now; /* the latest that was given */
};

#endif
