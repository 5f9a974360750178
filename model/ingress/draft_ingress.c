/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/draft_ingress.h"

#include "base/bits.h"

static bool is_link(unsigned reg)
{
    return reg == 1 || reg == 5;
}

enum rvt_itype rvt_draft_jump_class(const struct rvt_insn *insn)
{
    bool known = insn->kind == RVT_INSN_JUMP;

    if (!known && insn->kind != RVT_INSN_UNINFERABLE)
        return RVT_ITYPE_NONE;
    if (known)
        return is_link(insn->rd) ? RVT_ITYPE_INFERABLE_CALL : RVT_ITYPE_OTHER_INFERABLE_JUMP;
    if (is_link(insn->rd))
        return insn->rs1 == insn->rd && insn->size == 4 ? RVT_ITYPE_COROUTINE_SWAP
                                                        : RVT_ITYPE_UNINFERABLE_CALL;
    if (insn->rd != 0)
        return RVT_ITYPE_OTHER_UNINFERABLE_JUMP;
    return is_link(insn->rs1) ? RVT_ITYPE_RETURN : RVT_ITYPE_UNINFERABLE_JUMP;
}

uint8_t rvt_draft_itype(const struct rvt_insn *insn, bool taken, bool inferable)
{
    enum rvt_itype class = rvt_draft_jump_class(insn);

    if (class == RVT_ITYPE_NONE)
        return (uint8_t)rvt_insn_itype(insn, taken, 4);
    if (class == RVT_ITYPE_COROUTINE_SWAP)
        return RVT_DRAFT_ITYPE_COROUTINE_SWAP;
    if (class == RVT_ITYPE_RETURN)
        return inferable ? RVT_DRAFT_ITYPE_INFERABLE_RETURN : RVT_DRAFT_ITYPE_UNINFERABLE_RETURN;
    return (uint8_t)(class | inferable); /* as in v2.0; odd codes are the inferable ones */
}

/* How many branches of a block can be not taken: one in each half-word before the last instruction,
 * and the last one if itype permits it. */
static unsigned ntkn_max(const struct rvt_params *params, const struct rvt_block *block)
{
    unsigned before = rvt_block_halfwords(params, block) - (1u << block->ilastsize);
    bool last = block->itype == RVT_ITYPE_NONTAKEN_BRANCH || block->itype == RVT_ITYPE_NONE ||
                rvt_block_is_trap(block);

    return before + (last ? 1 : 0);
}

static enum rvt_status check_ntkn(const struct rvt_params *params, const struct rvt_block *block,
                                  struct rvt_diag *diag)
{
    if (block->ntkn == 0)
        return RVT_OK;
    if (block->ntkn > rvt_mask(params->ntkn_width_p))
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "ntkn", block->ntkn, "DRA-009",
                            "ntkn does not fit its %u bits", params->ntkn_width_p);
    if (block->iretire == 0 || block->ntkn > ntkn_max(params, block))
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "ntkn", block->ntkn, "DRA-009",
                            "ntkn counts more branches than fit into the block");
    return RVT_OK;
}

enum rvt_status rvt_draft_row_check(const struct rvt_config *config, const struct rvt_row *row,
                                    struct rvt_diag *diag)
{
    const struct rvt_params *params = &config->params;
    struct rvt_row later = *row; /* with the codes of v2.0 */
    enum rvt_status status;

    for (unsigned i = 0; i < row->blocks && i < RVT_BLOCKS_MAX; i++) {
        if (row->block[i].itype == 6)
            return rvt_diag_set(diag, RVT_ERR_INGRESS, "itype", 6, "DRA-008",
                                "itype 6 is reserved");
        if (row->block[i].itype == RVT_DRAFT_ITYPE_COROUTINE_SWAP)
            later.block[i].itype = RVT_ITYPE_COROUTINE_SWAP;
    }
    status = rvt_row_check(params, &later, diag);
    for (unsigned i = 0; status == RVT_OK && i < row->blocks; i++)
        status = check_ntkn(params, &row->block[i], diag);
    if (status == RVT_OK && row->trigger >= RVT_TRIGGER_NOTIFY)
        return rvt_diag_set(diag, RVT_ERR_INGRESS, "trigger", row->trigger, "DRA-016",
                            "the draft has no notify trigger: use context_type 3 instead");
    return status;
}

static bool retires(const struct rvt_row *row)
{
    for (unsigned i = 0; i < row->blocks; i++)
        if (row->block[i].iretire > 0)
            return true;
    return false;
}

bool rvt_draft_context_breaks(struct rvt_draft_context *context, const struct rvt_config *config,
                              const struct rvt_row *row)
{
    struct rvt_draft_context before = *context;

    if (config->params.nocontext_p || !retires(row))
        return false;
    *context = (struct rvt_draft_context){.known = true, .value = row->context};
    return before.known && before.value != row->context &&
           row->ctype == RVT_DRAFT_CTYPE_DISCONTINUITY;
}
