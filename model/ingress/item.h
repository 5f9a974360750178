/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Items: the parts of a row that the algorithm traverses one by one. Of the instructions of a block
 * only the first and the last become items; the ones between them cannot produce a packet. Spec:
 * E-Trace, "Multiple retirement considerations" (ETR-MR-001..008); decision 0001, "Rows and items".
 */
#ifndef RVT_INGRESS_ITEM_H
#define RVT_INGRESS_ITEM_H

#include "base/params.h"
#include "ingress/tip.h"

enum rvt_item_kind {
    RVT_ITEM_INST, /* an instruction that retired */
    RVT_ITEM_TRAP, /* an exception or interrupt; nothing retired */
};

struct rvt_item {
    uint64_t iaddr;     /* INST: address; TRAP: faulting address, undefined for a lone interrupt */
    uint64_t after;     /* INST: address of the next instruction in memory */
    uint64_t time;      /* of the row */
    uint64_t context;   /* of the row */
    uint64_t tval;      /* TRAP by exception, with tval_always by interrupt too */
    uint64_t cycle;     /* of the row */
    uint64_t elapsed;   /* first item of a row: cycles since the previous row with items; else 0 */
    uint32_t halfwords; /* INST: own size, and that of the instructions between it and the previous
                           item */
    uint32_t cause;     /* TRAP */
    enum rvt_item_kind kind;
    uint8_t itype; /* INST: how it ends its block; TRAP: 1 or 2 */
    uint8_t priv;
    uint8_t ctype;      /* of the row on its first INST, else 0; 1 also on a TRAP of its own row */
    bool branch, taken; /* INST with itype 4 or 5 */
    bool sijump;        /* INST: its target is sequentially inferable, as the hart signals */
    bool notify;        /* INST: an explicit report is requested */
    uint8_t ntkn;       /* INST, draft-0.026: branches not taken between it and the previous item */
    bool own_row;       /* TRAP: retired nothing in the same block */
    uint8_t block;      /* which block of its row it comes from */
};

#define RVT_ITEMS_PER_ROW (2 * RVT_BLOCKS_MAX + 1)

/*
 * Splits row into item[], oldest first, and returns their number. elapsed goes to the first.
 * notify: a bit per block whose last instruction is to be reported. The row must have passed
 * rvt_row_check.
 */
unsigned rvt_items_from_row(const struct rvt_config *config, const struct rvt_row *row,
                            uint64_t elapsed, unsigned notify,
                            struct rvt_item item[RVT_ITEMS_PER_ROW]);

#endif
