/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A finding as text: one line that says what is wrong, and lines with the evidence. */
#ifndef RVT_LOCKSTEP_REPORT_MISMATCH_TEXT_H
#define RVT_LOCKSTEP_REPORT_MISMATCH_TEXT_H

#include "base/text.h"

#include "lockstep/report/mismatch.h"

/* Appends the finding: "cycle N: ...", then lines that begin with a newline and a label. */
void rvt_mismatch_print(const struct rvt_mismatch *found, struct rvt_text *text);

#endif
