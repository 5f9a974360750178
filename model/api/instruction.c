/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/instruction.h"

#include "api/structure.h"
#include "base/bits.h"

_Static_assert((int)RVT_INSN_ITYPE_OTHER_INFERABLE_JUMP == (int)RVT_ITYPE_OTHER_INFERABLE_JUMP,
               "itype is that of the model");
_Static_assert((int)RVT_INSN_CLASS_UNKNOWN == (int)RVT_INSN_UNKNOWN,
               "classes are those of the model");

enum rvt_status rvt_instruction_give(struct rvt_insn_info *info, const struct rvt_insn *insn)
{
    bool jump = insn->kind == RVT_INSN_BRANCH || insn->kind == RVT_INSN_JUMP;
    const struct rvt_insn_info made = {.size = sizeof made,
                                       .insn_class = (enum rvt_insn_class)insn->kind,
                                       .bytes = insn->size,
                                       .itype = insn->jump_class,
                                       .rd = insn->rd,
                                       .rs1 = insn->rs1,
                                       .target = jump ? insn->target : 0};

    return rvt_structure_give(info, &made, sizeof made);
}

/* True if itype is the class of a jump of that kind. */
static bool fits(uint8_t itype, bool inferable)
{
    return itype >= RVT_ITYPE_UNINFERABLE_CALL && itype <= RVT_ITYPE_OTHER_INFERABLE_JUMP &&
           inferable != rvt_itype_is_updiscon((enum rvt_itype)itype, true);
}

struct rvt_insn rvt_instruction_of(const struct rvt_insn_info *info, uint8_t size, unsigned xlen)
{
    bool jump = info->insn_class == RVT_INSN_CLASS_INFERABLE;
    bool uninferable = info->insn_class == RVT_INSN_CLASS_UNINFERABLE;
    bool branch = info->insn_class == RVT_INSN_CLASS_BRANCH;
    bool known = (unsigned)info->insn_class <= RVT_INSN_CLASS_UNKNOWN &&
                 ((!jump && !uninferable) || fits(info->itype, jump));

    if (!known)
        return (struct rvt_insn){.kind = RVT_INSN_UNKNOWN, .size = size};
    return (struct rvt_insn){
        .kind = (enum rvt_insn_kind)info->insn_class,
        .size = size,
        .jump_class = jump || uninferable ? info->itype : 0,
        .rd = jump || uninferable ? info->rd : 0,
        .rs1 = uninferable ? info->rs1 : 0,
        .target = jump || branch ? info->target & ~UINT64_C(1) & rvt_mask(xlen) : 0,
    };
}

static enum rvt_status take_isa(const struct rvt_insn_isa *isa, struct rvt_isa *taken)
{
    struct rvt_insn_isa known = {.size = sizeof known, .xlen = 64};

    if (isa != NULL && rvt_structure_take(&known, sizeof known, isa) != RVT_OK)
        return RVT_ERR_PARAMETER;
    *taken = (struct rvt_isa){
        .xlen = known.xlen, .uninferable_jalr_x0 = known.uninferable_jalr_x0, .zcm = known.zcm};
    return known.xlen == 32 || known.xlen == 64 ? RVT_OK : RVT_ERR_PARAMETER;
}

enum rvt_status rvt_insn_read(uint32_t word, uint64_t pc, const struct rvt_insn_isa *isa,
                              struct rvt_insn_info *info)
{
    struct rvt_isa known;

    if (take_isa(isa, &known) != RVT_OK)
        return RVT_ERR_PARAMETER;
    const struct rvt_insn insn = rvt_insn_classify_isa(word, pc, &known);
    return rvt_instruction_give(info, &insn);
}

enum rvt_status rvt_insn_ingress(uint32_t word, uint64_t pc, const struct rvt_insn_isa *isa,
                                 bool taken, unsigned itype_width, enum rvt_insn_itype *itype)
{
    struct rvt_isa known;

    if (take_isa(isa, &known) != RVT_OK || (itype_width != 3 && itype_width != 4) || itype == NULL)
        return RVT_ERR_PARAMETER;
    const struct rvt_insn insn = rvt_insn_classify_isa(word, pc, &known);
    *itype = (enum rvt_insn_itype)rvt_insn_itype(&insn, taken, itype_width);
    return RVT_OK;
}
