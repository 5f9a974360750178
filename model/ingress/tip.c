/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/tip.h"

#include <stddef.h>

#include "base/bits.h"
#include "wire/te_inst.h"

static bool is_idle(const struct rvt_block *block)
{
    return block->iretire == 0 && block->itype == RVT_ITYPE_NONE;
}

uint64_t rvt_block_last(const struct rvt_params *params, const struct rvt_block *block)
{
    uint64_t halfwords = rvt_block_halfwords(params, block);
    uint64_t last = block->iaddr + 2 * halfwords - (UINT64_C(2) << block->ilastsize);
    return last & rvt_mask(params->iaddress_width_p);
}

static enum rvt_status too_wide(struct rvt_diag *diag, const char *field, uint64_t value,
                                unsigned width)
{
    return rvt_diag_set(diag, RVT_ERR_INGRESS, field, value, "ETR-DISC-001",
                        "%s does not fit its %u bits", field, width);
}

/* On the hot path; the widths 0 and 64 are defined. */
static bool fits(uint64_t value, unsigned width)
{
    return width >= 64 || value >> width == 0;
}

static enum rvt_status check_itype(const struct rvt_params *params, const struct rvt_block *block,
                                   struct rvt_diag *diag)
{
    if (!fits(block->itype, params->itype_width_p))
        return too_wide(diag, "itype", block->itype, params->itype_width_p);
    if (block->itype == 7 || (block->itype == 6 && params->itype_width_p != 3))
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "itype", block->itype, "ETR-ING-005",
                            "itype %u is reserved", (unsigned)block->itype);
    if (block->iretire == 0 && !rvt_block_is_trap(block))
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "iretire", block->iretire, "ETR-ING-001",
                            "iretire is 0, but itype %u is not a trap", (unsigned)block->itype);
    return RVT_OK;
}

static enum rvt_status check_iretire(const struct rvt_params *params, const struct rvt_block *block,
                                     struct rvt_diag *diag)
{
    if (!fits(block->iretire, params->iretire_width_p))
        return too_wide(diag, "iretire", block->iretire, params->iretire_width_p);
    if (!rvt_counts_halfwords(params) && block->iretire > 1)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "iretire", block->iretire, "ETR-ING-002",
                            "with retires_p 1, iretire must be 0 or 1");
    if (!fits(block->ilastsize, params->ilastsize_width_p))
        return too_wide(diag, "ilastsize", block->ilastsize, params->ilastsize_width_p);
    if (rvt_block_halfwords(params, block) < 1u << block->ilastsize)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "ilastsize", block->ilastsize, "ETR-ING-003",
                            "the last instruction is longer than its block");
    return RVT_OK;
}

static enum rvt_status check_block(const struct rvt_params *params, const struct rvt_block *block,
                                   struct rvt_diag *diag)
{
    enum rvt_status status = check_itype(params, block, diag);

    if (status == RVT_OK && block->iretire > 0)
        status = check_iretire(params, block, diag);
    if (status != RVT_OK)
        return status;
    if (block->iretire == 0 && block->itype == RVT_ITYPE_INTERRUPT)
        return RVT_OK; /* iaddr is undefined, ETR-ING-010 */
    if (!fits(block->iaddr, params->iaddress_width_p))
        return too_wide(diag, "iaddr", block->iaddr, params->iaddress_width_p);
    uint64_t alignment = rvt_mask(params->iaddress_lsb_p) | 1;
    if ((block->iaddr & alignment) != 0)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "iaddr", block->iaddr, "ETR-FMT-006",
                            "iaddr is not aligned to iaddress_lsb_p");
    return RVT_OK;
}

/* The signals that exist once a cycle. */
static enum rvt_status check_common(const struct rvt_params *params, const struct rvt_row *row,
                                    const struct rvt_block *newest, struct rvt_diag *diag)
{
    if (!fits(row->priv, params->privilege_width_p))
        return too_wide(diag, "priv", row->priv, params->privilege_width_p);
    if (rvt_privilege_is_reserved(row->priv))
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "priv", row->priv, "ETR-ING-012",
                            "priv %u is reserved", (unsigned)row->priv);
    if (!fits(row->ctype, params->ctype_width_p))
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "ctype", row->ctype, "ETR-CTX-005",
                            "ctype does not fit its %u bits", params->ctype_width_p);
    if (!params->nocontext_p && !fits(row->context, params->context_width_p))
        return too_wide(diag, "context", row->context, params->context_width_p);
    if (!params->notime_p && !fits(row->time, params->time_width_p))
        return too_wide(diag, "time", row->time, params->time_width_p);
    if (!fits(row->impdef, params->impdef_width_p))
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "impdef", row->impdef, "ETR-DISC-002",
                            "impdef does not fit its %u bits", params->impdef_width_p);
    if (!rvt_block_is_trap(newest))
        return RVT_OK;
    if (!fits(row->cause, params->ecause_width_p))
        return too_wide(diag, "cause", row->cause, params->ecause_width_p);
    if (newest->itype == RVT_ITYPE_EXCEPTION && !fits(row->tval, params->iaddress_width_p))
        return too_wide(diag, "tval", row->tval, params->iaddress_width_p);
    return RVT_OK;
}

enum rvt_status rvt_row_check(const struct rvt_params *params, const struct rvt_row *row,
                              struct rvt_diag *diag)
{
    const struct rvt_block *newest = NULL;
    bool idle_before = false;

    if (row->blocks > params->blocks_p || row->blocks > RVT_BLOCKS_MAX)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "blocks", row->blocks, "ETR-ING-008",
                            "the row has %u blocks, but blocks_p is %u", row->blocks,
                            params->blocks_p);
    for (unsigned i = 0; i < row->blocks; i++) {
        const struct rvt_block *block = &row->block[i];
        if (is_idle(block)) {
            idle_before = true;
            continue;
        }
        if (newest != NULL && rvt_block_is_trap(newest))
            return rvt_diag_set(diag, RVT_ERR_INGRESS, "itype", newest->itype, "ETR-ING-007",
                                "a trap must be in the last valid block of the cycle");
        if (idle_before)
            return rvt_diag_set(diag, RVT_ERR_INGRESS, "iretire", block->iretire, "ETR-ING-008",
                                "block %u is valid, but block %u is not", i, i - 1);
        enum rvt_status status = check_block(params, block, diag);
        if (status != RVT_OK)
            return status;
        newest = block;
    }
    return newest == NULL ? RVT_OK : check_common(params, row, newest, diag);
}
