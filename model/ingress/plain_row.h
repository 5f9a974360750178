/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A quick test for the rows that a hart presents most of the time: one block without a trap, every
 * field inside its width. It only ever accepts what rvt_row_check accepts, and leaves all other
 * rows, legal or not, to it. Spec: ETR-ING-001..012; ETR-DISC-001.
 */
#ifndef RVT_INGRESS_PLAIN_ROW_H
#define RVT_INGRESS_PLAIN_ROW_H

#include "ingress/tip.h"

/* What a plain row may hold, worked out once from the parameters. */
struct rvt_plain_row {
    uint64_t iaddr, context, time; /* bits that must be 0 */
    uint32_t iretire, impdef;
    uint8_t ctype, ilastsize;
    bool halfwords;  /* iretire counts half-words */
    uint32_t itypes; /* bit n: itype n is permitted; none under the draft's codes */
    uint32_t privs;  /* bit n: priv n is permitted */
};

/* Works out what a plain row may hold. With a draft configuration no row is plain. */
struct rvt_plain_row rvt_plain_row_of(const struct rvt_config *config);

/* True: row has one block, and rvt_profile_row_check accepts it. False: nothing is known. */
static inline bool rvt_plain_row_accepts(const struct rvt_plain_row *plain,
                                         const struct rvt_row *row)
{
    const struct rvt_block *block = &row->block[0];
    uint64_t excess = (block->iaddr & plain->iaddr) | (row->context & plain->context) |
                      (row->time & plain->time) | (block->iretire & plain->iretire) |
                      (row->impdef & plain->impdef) | (row->ctype & plain->ctype) |
                      (block->ilastsize & plain->ilastsize);
    uint32_t least = plain->halfwords ? block->iretire >> block->ilastsize : block->iretire;

    return row->blocks == 1 && excess == 0 && least != 0 && block->itype < 32 && row->priv < 32 &&
           (plain->itypes >> block->itype & plain->privs >> row->priv & 1) != 0;
}

#endif
