/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/item.h"

#include <assert.h>

#include "base/bits.h"
#include "ingress/draft_ingress.h"

static_assert(sizeof(struct rvt_item) <= 80, "larger ones are cleared by slow string instructions");

struct split {
    const struct rvt_config *config;
    const struct rvt_row *row;
    struct rvt_item *item; /* next free entry */
    uint8_t ctype;         /* not yet given to an item */
    uint8_t block;         /* that is being split */
};

static void split_instructions(struct split *split, bool notify)
{
    const struct rvt_item_rules rules = rvt_item_rules_of(&split->config->params);
    struct rvt_item *first = split->item;

    split->item += rvt_items_from_block(&rules, split->row, split->block, notify, first);
    first->ctype = split->ctype;
    split->ctype = RVT_CTYPE_UNREPORTED;
}

static void split_trap(struct split *split, const struct rvt_block *block)
{
    const struct rvt_row *row = split->row;
    bool own_row = block->iretire == 0;
    bool imprecise = split->ctype == RVT_CTYPE_IMPRECISE;
    bool has_tval = block->itype == RVT_ITYPE_EXCEPTION || split->config->switches.tval_always;

    *split->item = (struct rvt_item){
        .kind = RVT_ITEM_TRAP,
        .iaddr = own_row ? block->iaddr : split->item[-1].after,
        .time = row->time,
        .context = row->context,
        .tval = has_tval ? row->tval & rvt_mask(split->config->params.iaddress_width_p) : 0,
        .cycle = row->cycle,
        .cause = row->cause,
        .itype = block->itype,
        .priv = row->priv,
        .ctype = imprecise ? RVT_CTYPE_IMPRECISE : RVT_CTYPE_UNREPORTED,
        .own_row = own_row,
        .block = split->block,
    };
    split->item++;
    split->ctype = RVT_CTYPE_UNREPORTED;
}

/* item is the last instruction of block: counts the branches not taken before it, and itself if it
 * is one. DRA-009. */
static void settle_branches(const struct rvt_block *block, bool alone, struct rvt_item *item)
{
    unsigned total = block->ntkn;

    if (alone && total == 1 && !item->branch) {
        item->branch = true;
        item->taken = false;
    }
    if (total > 0 && item->branch && !item->taken)
        total--;
    item->ntkn = (uint8_t)total;
}

/* Sets what differs in the draft in the count items of row: notify, ntkn. */
static void settle_draft_items(const struct rvt_config *config, const struct rvt_row *row,
                               struct rvt_item *item, unsigned count)
{
    struct rvt_item *end = item + count, *latest = NULL;

    for (unsigned i = 0; i < row->blocks && item < end; i++) {
        const struct rvt_block *block = &row->block[i];
        bool alone = rvt_block_halfwords(&config->params, block) == 1u << block->ilastsize;

        if (block->iretire > 0) {
            item += !alone;
            settle_branches(block, alone, item);
            latest = item++;
        }
        if (rvt_block_is_trap(block))
            item++;
    }
    if (latest != NULL)
        latest->notify = row->ctype == RVT_DRAFT_CTYPE_NOTIFICATION;
}

unsigned rvt_items_from_row(const struct rvt_config *config, const struct rvt_row *row,
                            uint64_t elapsed, unsigned notify,
                            struct rvt_item item[RVT_ITEMS_PER_ROW])
{
    struct split split = {.config = config, .row = row, .item = item, .ctype = row->ctype};

    for (unsigned i = 0; i < row->blocks; i++) {
        const struct rvt_block *block = &row->block[i];
        split.block = (uint8_t)i;
        if (block->iretire > 0)
            split_instructions(&split, (notify >> i & 1) != 0);
        if (rvt_block_is_trap(block))
            split_trap(&split, block);
    }
    unsigned items = (unsigned)(split.item - item);
    if (rvt_is_draft(config))
        settle_draft_items(config, row, item, items);
    if (items > 0)
        item[0].elapsed = elapsed;
    return items;
}
