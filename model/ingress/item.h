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

#include "base/bits.h"
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

/* What the parameters say of the instructions of blocks, worked out once. */
struct rvt_item_rules {
    uint64_t addresses; /* mask of iaddr */
    bool halfwords;     /* iretire counts half-words */
};

static inline struct rvt_item_rules rvt_item_rules_of(const struct rvt_params *params)
{
    return (struct rvt_item_rules){.addresses = rvt_mask(params->iaddress_width_p),
                                   .halfwords = rvt_counts_halfwords(params)};
}

/* An instruction of row, sequential and without anything else; after: address of the next one. */
static inline void rvt_item_set_inst(struct rvt_item *item, const struct rvt_row *row,
                                     uint64_t iaddr, uint64_t after, uint32_t halfwords)
{
    /* Field by field: a compound literal is built elsewhere first and copied, and the reader of the
     * copy has to wait for it, which took a tenth of the time of encoding. */
    *item = (struct rvt_item){.kind = RVT_ITEM_INST};
    item->iaddr = iaddr;
    item->after = after;
    item->time = row->time;
    item->context = row->context;
    item->cycle = row->cycle;
    item->halfwords = halfwords;
    item->priv = row->priv;
}

/*
 * The instructions of block number of row (iretire > 0): the first one, which has the sizes of all
 * before the last, and the last. Sets item[0] and, unless there is but one instruction, item[1];
 * returns their number. notify: the last one is to be reported. ETR-MR-002.
 */
static inline unsigned rvt_items_from_block(const struct rvt_item_rules *rules,
                                            const struct rvt_row *row, unsigned number, bool notify,
                                            struct rvt_item item[2])
{
    const struct rvt_block *block = &row->block[number];
    uint32_t halfwords = rules->halfwords ? block->iretire : block->iretire << block->ilastsize;
    uint32_t last_size = 1u << block->ilastsize;
    uint32_t before = halfwords - last_size;
    uint64_t last = (block->iaddr + 2 * (uint64_t)before) & rules->addresses;
    uint64_t after = (last + 2 * (uint64_t)last_size) & rules->addresses;
    unsigned count = 0;

    if (before > 0) { /* those between are sequential */
        rvt_item_set_inst(&item[0], row, block->iaddr, last, before);
        item[0].block = (uint8_t)number;
        count = 1;
    }
    rvt_item_set_inst(&item[count], row, last, after, last_size);
    item[count].itype = rvt_block_is_trap(block) ? (uint8_t)RVT_ITYPE_NONE : block->itype;
    item[count].taken = block->itype == RVT_ITYPE_TAKEN_BRANCH;
    item[count].branch = item[count].taken || block->itype == RVT_ITYPE_NONTAKEN_BRANCH;
    item[count].sijump = block->sijump;
    item[count].notify = notify;
    item[count].block = (uint8_t)number;
    return count + 1;
}

/*
 * Splits row into item[], oldest first, and returns their number. elapsed goes to the first.
 * notify: a bit per block whose last instruction is to be reported. The row must have passed
 * rvt_row_check.
 */
unsigned rvt_items_from_row(const struct rvt_config *config, const struct rvt_row *row,
                            uint64_t elapsed, unsigned notify,
                            struct rvt_item item[RVT_ITEMS_PER_ROW]);

#endif
