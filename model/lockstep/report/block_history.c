/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/block_history.h"

#include <inttypes.h>

void rvt_block_history_add(struct rvt_block_history *history, const struct rvt_params *params,
                           const struct rvt_row *row)
{
    for (unsigned i = 0; i < row->blocks; i++) {
        const struct rvt_block *block = &row->block[i];
        bool retires = block->iretire > 0;
        bool trap = block->itype == RVT_ITYPE_EXCEPTION || block->itype == RVT_ITYPE_INTERRUPT;
        if (!retires && !trap)
            continue;
        struct rvt_past_block *past = &history->past[history->count++ % RVT_BLOCK_HISTORY_MAX];
        past->cycle = row->cycle;
        past->first = block->iaddr;
        past->last = retires ? rvt_block_last(params, block) : block->iaddr;
        past->iretire = block->iretire;
        past->itype = block->itype;
        past->priv = row->priv;
        past->lost = row->lost;
    }
}

unsigned rvt_block_history_before(const struct rvt_block_history *history, uint64_t end,
                                  struct rvt_past_block past[RVT_BLOCK_HISTORY_PRINTED])
{
    uint64_t number = end > RVT_BLOCK_HISTORY_PRINTED ? end - RVT_BLOCK_HISTORY_PRINTED : 0;
    unsigned count = 0;

    for (; number < end; number++)
        if (number + RVT_BLOCK_HISTORY_MAX >= history->count)
            past[count++] = history->past[number % RVT_BLOCK_HISTORY_MAX];
    return count;
}

void rvt_past_block_print(const struct rvt_past_block *past, struct rvt_text *text)
{
    rvt_text_add(text, "\n  retired   ");
    if (past->iretire > 0)
        rvt_text_add(text, "0x%" PRIx64 "..0x%" PRIx64, past->first, past->last);
    else
        rvt_text_add(text, "nothing");
    rvt_text_add(text, ", itype %u, priv %u, cycle %" PRIu64 "%s", (unsigned)past->itype,
                 (unsigned)past->priv, past->cycle, past->lost ? " (lost)" : "");
}
