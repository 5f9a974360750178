/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Many equal lines of a text as one. */
#ifndef RVT_GOLDEN_REPEAT_H
#define RVT_GOLDEN_REPEAT_H

#include "base/compiler.h"

/*
 * The text with every line "31x A ; B" replaced by the lines A and B, 31 times; other lines are
 * unchanged. The caller frees it; null: no memory.
 */
RVT_MUST_USE
char *rvt_golden_repeat(const char *text);

#endif
