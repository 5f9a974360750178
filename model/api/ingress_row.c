/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/ingress_row.h"

#include "api/structure.h"

_Static_assert((int)RVT_TIP_BLOCKS == (int)RVT_BLOCKS_MAX, "rows of one size");
_Static_assert((int)RVT_TIP_ACCESSES == (int)RVT_ACCESSES_MAX, "rows of one size");
_Static_assert((int)RVT_TIP_TRACE_NOTIFY == (int)RVT_TRIGGER_NOTIFY, "triggers of one code");

static enum rvt_status take_blocks(struct rvt_row *taken, const struct rvt_tip_row *row)
{
    const uint8_t *from = (const uint8_t *)row->block;

    if (row->blocks > RVT_TIP_BLOCKS || (row->blocks > 0 && from == NULL))
        return RVT_ERR_PARAMETER;
    for (unsigned i = 0; i < row->blocks; i++) {
        struct rvt_tip_block copy;
        const struct rvt_tip_block *block = rvt_structure_view(&copy, sizeof copy, from);
        if (block == NULL)
            return RVT_ERR_PARAMETER;
        taken->block[i] = (struct rvt_block){.iaddr = block->iaddr,
                                             .iretire = block->iretire,
                                             .itype = block->itype,
                                             .ilastsize = block->ilastsize,
                                             .ntkn = block->ntkn,
                                             .sijump = block->sijump};
        from += row->block->size;
    }
    taken->blocks = (uint8_t)row->blocks;
    return RVT_OK;
}

static struct rvt_access access_of(const struct rvt_tip_access *access)
{
    return (struct rvt_access){.daddr = access->daddr,
                               .data = access->data,
                               .operand = access->operand,
                               .sdata = access->sdata,
                               .ldata = access->ldata,
                               .iaddr_lsbs = access->iaddr_lsbs,
                               .dtype = access->dtype,
                               .dsize = access->dsize,
                               .dblock = access->dblock,
                               .lrid = access->lrid,
                               .lresp = access->lresp,
                               .lid = access->lid,
                               .dretire = access->dretire};
}

static enum rvt_status take_accesses(struct rvt_ingress_row *taken, const struct rvt_tip_row *row)
{
    const uint8_t *from = (const uint8_t *)row->access;

    if (row->accesses > RVT_TIP_ACCESSES || (row->accesses > 0 && from == NULL))
        return RVT_ERR_PARAMETER;
    for (unsigned i = 0; i < row->accesses; i++) {
        struct rvt_tip_access copy;
        const struct rvt_tip_access *access = rvt_structure_view(&copy, sizeof copy, from);
        if (access == NULL)
            return RVT_ERR_PARAMETER;
        taken->access[i] = access_of(access);
        from += row->access->size;
    }
    taken->row.accesses = (uint8_t)row->accesses;
    taken->row.access = taken->access;
    return RVT_OK;
}

enum rvt_status rvt_ingress_row_take(struct rvt_ingress_row *taken, const struct rvt_tip_row *row)
{
    struct rvt_tip_row copy;
    const struct rvt_tip_row *known = rvt_structure_view(&copy, sizeof copy, row);

    if (known == NULL)
        return RVT_ERR_PARAMETER;
    taken->row = (struct rvt_row){.cycle = known->cycle,
                                  .tval = known->tval,
                                  .context = known->context,
                                  .time = known->time,
                                  .cause = known->cause,
                                  .trigger = known->trigger,
                                  .impdef = known->impdef,
                                  .priv = known->priv,
                                  .ctype = known->ctype,
                                  .halted = known->halted,
                                  .reset = known->reset,
                                  .lost = known->lost};
    enum rvt_status status = take_blocks(&taken->row, known);
    return status == RVT_OK ? take_accesses(taken, known) : status;
}

static struct rvt_tip_access shown_access(const struct rvt_access *access)
{
    return (struct rvt_tip_access){.size = sizeof(struct rvt_tip_access),
                                   .daddr = access->daddr,
                                   .data = access->data,
                                   .operand = access->operand,
                                   .sdata = access->sdata,
                                   .ldata = access->ldata,
                                   .iaddr_lsbs = access->iaddr_lsbs,
                                   .dtype = access->dtype,
                                   .dsize = access->dsize,
                                   .dblock = access->dblock,
                                   .lrid = access->lrid,
                                   .lresp = access->lresp,
                                   .lid = access->lid,
                                   .dretire = access->dretire};
}

enum rvt_status rvt_ingress_row_give(struct rvt_tip_row *row, struct rvt_ingress_view *view,
                                     const struct rvt_row *given)
{
    const struct rvt_tip_row made = {.size = sizeof made,
                                     .cycle = given->cycle,
                                     .tval = given->tval,
                                     .context = given->context,
                                     .time = given->time,
                                     .cause = given->cause,
                                     .trigger = given->trigger,
                                     .impdef = given->impdef,
                                     .priv = given->priv,
                                     .ctype = given->ctype,
                                     .halted = given->halted,
                                     .reset = given->reset,
                                     .lost = given->lost,
                                     .blocks = given->blocks,
                                     .block = view->block,
                                     .accesses = given->accesses,
                                     .access = view->access};

    for (unsigned i = 0; i < given->blocks; i++)
        view->block[i] = (struct rvt_tip_block){.size = sizeof(struct rvt_tip_block),
                                                .iaddr = given->block[i].iaddr,
                                                .iretire = given->block[i].iretire,
                                                .itype = given->block[i].itype,
                                                .ilastsize = given->block[i].ilastsize,
                                                .ntkn = given->block[i].ntkn,
                                                .sijump = given->block[i].sijump};
    for (unsigned i = 0; i < given->accesses; i++)
        view->access[i] = shown_access(&given->access[i]);
    return rvt_structure_give(row, &made, sizeof made);
}
