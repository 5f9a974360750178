/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The latest blocks that the hart retired, for explanations and coverage. */
#ifndef RVT_LOCKSTEP_REPORT_BLOCK_HISTORY_H
#define RVT_LOCKSTEP_REPORT_BLOCK_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "base/text.h"
#include "ingress/tip.h"

enum { RVT_BLOCK_HISTORY_MAX = 1024, RVT_BLOCK_HISTORY_PRINTED = 8 };

/* A block of the history. */
struct rvt_past_block {
    uint64_t cycle;
    uint64_t first, last; /* addresses of its first and last instruction */
    uint32_t iretire;
    uint8_t itype;
    uint8_t priv;
    bool lost;
};

/* The latest blocks with instructions or a trap, numbered from 0; a ring. */
struct rvt_block_history {
    uint64_t count;
    struct rvt_past_block past[RVT_BLOCK_HISTORY_MAX];
};

/* Adds the blocks of a row. */
void rvt_block_history_add(struct rvt_block_history *history, const struct rvt_params *params,
                           const struct rvt_row *row);

/* Copies the last RVT_BLOCK_HISTORY_PRINTED blocks before number end that the history still has,
 * oldest first, and returns how many. */
unsigned rvt_block_history_before(const struct rvt_block_history *history, uint64_t end,
                                  struct rvt_past_block past[RVT_BLOCK_HISTORY_PRINTED]);

/* Appends a block as a line that begins with a newline. */
void rvt_past_block_print(const struct rvt_past_block *past, struct rvt_text *text);

#endif
