/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/item.h"

#include "base/bits.h"

struct split {
    const struct rvt_config *config;
    const struct rvt_row *row;
    struct rvt_item *item; /* next free entry */
    uint8_t ctype;         /* not yet given to an item */
};

/* A new item with what all items of a row share. */
static struct rvt_item *add(struct split *split, enum rvt_item_kind kind)
{
    const struct rvt_row *row = split->row;
    struct rvt_item *item = split->item++;

    *item = (struct rvt_item){
        .kind = kind,
        .time = row->time,
        .context = row->context,
        .cycle = row->cycle,
        .priv = row->priv,
    };
    return item;
}

static struct rvt_item *add_inst(struct split *split, uint64_t iaddr, uint32_t halfwords)
{
    struct rvt_item *item = add(split, RVT_ITEM_INST);

    item->iaddr = iaddr;
    item->halfwords = halfwords;
    item->ctype = split->ctype;
    split->ctype = RVT_CTYPE_UNREPORTED;
    return item;
}

/* The first instruction, with all that lie between it and the last, and the last. ETR-MR-002. */
static void split_instructions(struct split *split, const struct rvt_block *block, bool notify)
{
    const struct rvt_params *params = &split->config->params;
    uint64_t mask = rvt_mask(params->iaddress_width_p);
    uint32_t halfwords = rvt_block_halfwords(params, block);
    uint32_t last_size = 1u << block->ilastsize;
    uint64_t last = (block->iaddr + 2 * (uint64_t)(halfwords - last_size)) & mask;
    struct rvt_item *item;

    if (halfwords > last_size) {
        item = add_inst(split, block->iaddr, halfwords - last_size);
        item->after = last; /* what lies between is passed in a straight line */
    }
    item = add_inst(split, last, last_size);
    item->after = (last + 2 * (uint64_t)last_size) & mask;
    item->itype = rvt_block_is_trap(block) ? RVT_ITYPE_NONE : block->itype;
    item->taken = item->itype == RVT_ITYPE_TAKEN_BRANCH;
    item->branch = item->taken || item->itype == RVT_ITYPE_NONTAKEN_BRANCH;
    item->updiscon =
        rvt_itype_is_updiscon((enum rvt_itype)item->itype, split->config->switches.updiscon_xret);
    item->notify = notify;
}

static void split_trap(struct split *split, const struct rvt_block *block)
{
    struct rvt_item *item = add(split, RVT_ITEM_TRAP);

    item->itype = block->itype;
    item->own_row = block->iretire == 0;
    item->iaddr = item->own_row ? block->iaddr : item[-1].after;
    item->cause = split->row->cause;
    item->tval = block->itype == RVT_ITYPE_EXCEPTION ? split->row->tval : 0;
    if (split->ctype == RVT_CTYPE_IMPRECISE)
        item->ctype = RVT_CTYPE_IMPRECISE;
    split->ctype = RVT_CTYPE_UNREPORTED;
}

unsigned rvt_items_from_row(const struct rvt_config *config, const struct rvt_row *row,
                            uint64_t elapsed, bool notify, struct rvt_item item[RVT_ITEMS_PER_ROW])
{
    struct split split = {.config = config, .row = row, .item = item, .ctype = row->ctype};

    for (unsigned i = 0; i < row->blocks; i++) {
        const struct rvt_block *block = &row->block[i];
        if (block->iretire > 0)
            split_instructions(&split, block,
                               notify && ((row->trigger >> i) & RVT_TRIGGER_NOTIFY) != 0);
        if (rvt_block_is_trap(block))
            split_trap(&split, block);
    }
    unsigned items = (unsigned)(split.item - item);
    if (items > 0)
        item[0].elapsed = elapsed;
    return items;
}
