/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "program/insn.h"

#include <stddef.h>

#include "base/bits.h"

enum {
    OPCODE_AUIPC = 0x17,
    OPCODE_LUI = 0x37,
    OPCODE_BRANCH = 0x63,
    OPCODE_JALR = 0x67,
    OPCODE_JAL = 0x6f,

    WORD_ECALL = 0x00000073,
    WORD_EBREAK = 0x00100073,
    WORD_URET = 0x00200073,
    WORD_SRET = 0x10200073,
    WORD_MRET = 0x30200073,
    WORD_MNRET = 0x70200073,
    WORD_DRET = 0x7b200073,
};

static uint32_t bits_of(uint32_t word, unsigned high, unsigned low)
{
    return (word >> low) & (uint32_t)rvt_mask(high - low + 1);
}

/* x1 and x5 hold return addresses by convention. */
static bool is_link(unsigned reg)
{
    return reg == 1 || reg == 5;
}

/* Class of a jump that writes rd and takes its target from rs1; inferable: rs1 is not used.
 * ETR-ING-014. */
static enum rvt_itype class_of(unsigned rd, unsigned rs1, bool inferable)
{
    if (is_link(rd)) {
        if (!inferable && is_link(rs1) && rs1 != rd)
            return RVT_ITYPE_COROUTINE_SWAP;
        return inferable ? RVT_ITYPE_INFERABLE_CALL : RVT_ITYPE_UNINFERABLE_CALL;
    }
    if (!inferable && is_link(rs1))
        return RVT_ITYPE_RETURN;
    if (rd == 0)
        return inferable ? RVT_ITYPE_INFERABLE_JUMP : RVT_ITYPE_UNINFERABLE_JUMP;
    return inferable ? RVT_ITYPE_OTHER_INFERABLE_JUMP : RVT_ITYPE_OTHER_UNINFERABLE_JUMP;
}

static void set_jump(struct rvt_insn *insn, unsigned rd, uint64_t target)
{
    insn->kind = RVT_INSN_JUMP;
    insn->rd = (uint8_t)rd;
    insn->jump_class = (uint8_t)class_of(rd, 0, true);
    insn->target = target;
}

static void set_indirect(struct rvt_insn *insn, unsigned rd, unsigned rs1)
{
    insn->kind = RVT_INSN_UNINFERABLE;
    insn->rd = (uint8_t)rd;
    insn->rs1 = (uint8_t)rs1;
    insn->jump_class = (uint8_t)class_of(rd, rs1, false);
}

/* A constant in a register; writes to x0 have no effect. */
static void set_constant(struct rvt_insn *insn, unsigned rd, uint64_t value)
{
    if (rd == 0)
        return;
    insn->constant = true;
    insn->rd = (uint8_t)rd;
    insn->target = value;
}

static void set_branch(struct rvt_insn *insn, uint64_t target)
{
    insn->kind = RVT_INSN_BRANCH;
    insn->target = target;
}

static uint64_t jal_offset(uint32_t word)
{
    uint64_t offset = (uint64_t)bits_of(word, 31, 31) << 20 |
                      (uint64_t)bits_of(word, 19, 12) << 12 |
                      (uint64_t)bits_of(word, 20, 20) << 11 | (uint64_t)bits_of(word, 30, 21) << 1;
    return rvt_sign_extend(offset, 21);
}

static uint64_t branch_offset(uint32_t word)
{
    uint64_t offset = (uint64_t)bits_of(word, 31, 31) << 12 | (uint64_t)bits_of(word, 7, 7) << 11 |
                      (uint64_t)bits_of(word, 30, 25) << 5 | (uint64_t)bits_of(word, 11, 8) << 1;
    return rvt_sign_extend(offset, 13);
}

static uint64_t compressed_jump_offset(uint32_t word)
{
    uint64_t offset = (uint64_t)bits_of(word, 12, 12) << 11 | (uint64_t)bits_of(word, 8, 8) << 10 |
                      (uint64_t)bits_of(word, 10, 9) << 8 | (uint64_t)bits_of(word, 6, 6) << 7 |
                      (uint64_t)bits_of(word, 7, 7) << 6 | (uint64_t)bits_of(word, 2, 2) << 5 |
                      (uint64_t)bits_of(word, 11, 11) << 4 | (uint64_t)bits_of(word, 5, 3) << 1;
    return rvt_sign_extend(offset, 12);
}

static uint64_t compressed_branch_offset(uint32_t word)
{
    uint64_t offset = (uint64_t)bits_of(word, 12, 12) << 8 | (uint64_t)bits_of(word, 6, 5) << 6 |
                      (uint64_t)bits_of(word, 2, 2) << 5 | (uint64_t)bits_of(word, 11, 10) << 3 |
                      (uint64_t)bits_of(word, 4, 3) << 1;
    return rvt_sign_extend(offset, 9);
}

static void classify_system(uint32_t word, struct rvt_insn *insn)
{
    switch (word) {
    case WORD_ECALL:
    case WORD_EBREAK:
        insn->kind = RVT_INSN_TRAPS;
        break;
    case WORD_URET:
    case WORD_SRET:
    case WORD_MRET:
    case WORD_MNRET:
    case WORD_DRET:
        insn->kind = RVT_INSN_TRAP_RETURN;
        break;
    default:
        break;
    }
}

static void classify_32(uint32_t word, uint64_t pc, bool uninferable_jalr_x0, struct rvt_insn *insn)
{
    unsigned rd = bits_of(word, 11, 7);
    unsigned rs1 = bits_of(word, 19, 15);
    unsigned funct3 = bits_of(word, 14, 12);

    if (bits_of(word, 4, 2) == 7) { /* the prefix of instructions longer than 32 bits */
        insn->kind = RVT_INSN_UNKNOWN;
        return;
    }
    switch (bits_of(word, 6, 0)) {
    case OPCODE_JAL:
        set_jump(insn, rd, pc + jal_offset(word));
        break;
    case OPCODE_JALR:
        if (funct3 != 0)
            insn->kind = RVT_INSN_UNKNOWN;
        else if (rs1 == 0 && !uninferable_jalr_x0)
            set_jump(insn, rd, rvt_sign_extend(bits_of(word, 31, 20), 12) & ~UINT64_C(1));
        else {
            set_indirect(insn, rd, rs1);
            insn->offset = (int16_t)(bits_of(word, 30, 20) - (bits_of(word, 31, 31) << 11));
        }
        break;
    case OPCODE_LUI:
        set_constant(insn, rd, rvt_sign_extend(word & 0xfffff000, 32));
        break;
    case OPCODE_AUIPC:
        set_constant(insn, rd, pc + rvt_sign_extend(word & 0xfffff000, 32));
        break;
    case OPCODE_BRANCH:
        if (funct3 == 2 || funct3 == 3)
            insn->kind = RVT_INSN_UNKNOWN;
        else
            set_branch(insn, pc + branch_offset(word));
        break;
    default:
        classify_system(word, insn);
        break;
    }
}

/* Quadrant 2, funct3 100: c.jr, c.mv, c.ebreak, c.jalr, c.add. */
static void classify_register_jump(uint32_t word, struct rvt_insn *insn)
{
    unsigned rs1 = bits_of(word, 11, 7);
    bool link = bits_of(word, 12, 12) != 0;

    if (bits_of(word, 6, 2) != 0)
        return;
    if (rs1 != 0)
        set_indirect(insn, link ? 1 : 0, rs1);
    else
        insn->kind = link ? RVT_INSN_TRAPS : RVT_INSN_UNKNOWN;
}

/* Quadrant 1, funct3 011: c.lui, or c.addi16sp for x2; an immediate of 0 is reserved. */
static void classify_lui(uint32_t word, struct rvt_insn *insn)
{
    unsigned rd = bits_of(word, 11, 7);
    uint64_t value = (uint64_t)bits_of(word, 12, 12) << 17 | (uint64_t)bits_of(word, 6, 2) << 12;

    if (rd != 2 && value != 0)
        set_constant(insn, rd, rvt_sign_extend(value, 18));
}

/* Quadrant 2, funct3 101, as Zcmp and Zcmt define it. AMB-034. */
static void classify_zcm(uint32_t word, struct rvt_insn *insn)
{
    unsigned select = bits_of(word, 12, 8);

    if (select == 0x1c || select == 0x1e) { /* cm.popretz, cm.popret */
        set_indirect(insn, 0, 1);
        insn->rs1 = 0;                     /* which it loads itself */
    } else if (bits_of(word, 12, 10) == 0) /* cm.jt below index 32, else cm.jalt */
        set_indirect(insn, bits_of(word, 9, 2) < 32 ? 0 : 1, 0);
}

static void classify_16(uint32_t word, uint64_t pc, const struct rvt_isa *isa,
                        struct rvt_insn *insn)
{
    unsigned funct3 = bits_of(word, 15, 13);

    if (bits_of(word, 15, 0) == 0) { /* defined to be illegal */
        insn->kind = RVT_INSN_UNKNOWN;
    } else if (bits_of(word, 1, 0) == 1) {
        if (funct3 == 5 || (funct3 == 1 && isa->xlen == 32)) /* c.j, c.jal */
            set_jump(insn, funct3 == 5 ? 0 : 1, pc + compressed_jump_offset(word));
        else if (funct3 >= 6) /* c.beqz, c.bnez */
            set_branch(insn, pc + compressed_branch_offset(word));
        else if (funct3 == 3)
            classify_lui(word, insn);
    } else if (bits_of(word, 1, 0) == 2) {
        if (funct3 == 4)
            classify_register_jump(word, insn);
        else if (funct3 == 5 && isa->zcm)
            classify_zcm(word, insn);
    }
}

/* True if word is a custom instruction. Its registers are unknown. */
static bool classify_custom(uint32_t word, const struct rvt_custom_insns *custom,
                            struct rvt_insn *insn)
{
    static const uint8_t JUMP_CLASS[RVT_CUSTOM_CLASSES] = {
        [RVT_CUSTOM_CALL] = RVT_ITYPE_UNINFERABLE_CALL,
        [RVT_CUSTOM_JUMP] = RVT_ITYPE_UNINFERABLE_JUMP,
        [RVT_CUSTOM_SWAP] = RVT_ITYPE_COROUTINE_SWAP,
        [RVT_CUSTOM_RETURN] = RVT_ITYPE_RETURN,
        [RVT_CUSTOM_OTHER_JUMP] = RVT_ITYPE_OTHER_UNINFERABLE_JUMP,
    };
    enum rvt_custom_class found;

    if (!rvt_custom_insns_find(custom, insn->size == 4 ? word : bits_of(word, 15, 0), &found))
        return false;
    insn->jump_class = JUMP_CLASS[found];
    if (found == RVT_CUSTOM_TRAP_RETURN)
        insn->kind = RVT_INSN_TRAP_RETURN;
    else if (insn->jump_class)
        insn->kind = RVT_INSN_UNINFERABLE;
    return true;
}

struct rvt_insn rvt_insn_classify_isa(uint32_t word, uint64_t pc, const struct rvt_isa *isa)
{
    struct rvt_insn insn = {.kind = RVT_INSN_SEQUENTIAL, .size = bits_of(word, 1, 0) == 3 ? 4 : 2};

    if (isa->classifier && isa->classifier(isa->context, word, pc, &insn))
        return insn;
    if (isa->custom && classify_custom(word, isa->custom, &insn))
        return insn;
    if (insn.size == 4)
        classify_32(word, pc, isa->uninferable_jalr_x0, &insn);
    else
        classify_16(word, pc, isa, &insn);
    insn.target &= rvt_mask(isa->xlen);
    return insn;
}

struct rvt_insn rvt_insn_classify(uint32_t word, uint64_t pc, unsigned xlen,
                                  bool uninferable_jalr_x0)
{
    struct rvt_isa isa = {.xlen = xlen, .uninferable_jalr_x0 = uninferable_jalr_x0};
    return rvt_insn_classify_isa(word, pc, &isa);
}

bool rvt_insn_is_pair(const struct rvt_insn *load, const struct rvt_insn *jump, unsigned xlen,
                      uint64_t *target)
{
    if (!load->constant || jump->kind != RVT_INSN_UNINFERABLE || jump->rs1 != load->rd)
        return false;
    *target = (load->target + (uint64_t)(int64_t)jump->offset) & ~UINT64_C(1) & rvt_mask(xlen);
    return true;
}

enum rvt_itype rvt_insn_itype(const struct rvt_insn *insn, bool taken, unsigned itype_width)
{
    switch (insn->kind) {
    case RVT_INSN_BRANCH:
        return taken ? RVT_ITYPE_TAKEN_BRANCH : RVT_ITYPE_NONTAKEN_BRANCH;
    case RVT_INSN_JUMP:
    case RVT_INSN_UNINFERABLE:
        return rvt_itype_narrow((enum rvt_itype)insn->jump_class, itype_width);
    case RVT_INSN_TRAP_RETURN:
        return RVT_ITYPE_TRAP_RETURN;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_TRAPS:
    case RVT_INSN_UNKNOWN:
        break;
    }
    return RVT_ITYPE_NONE;
}

enum rvt_itype rvt_itype_narrow(enum rvt_itype itype, unsigned itype_width)
{
    if (itype_width >= 4 || itype < RVT_ITYPE_UNINFERABLE_CALL)
        return itype;
    return rvt_itype_is_updiscon(itype, true) ? RVT_ITYPE_UNINFERABLE_JUMP_3BIT : RVT_ITYPE_NONE;
}
