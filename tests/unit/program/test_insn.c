/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include "program/insn.h"

/* Opcodes by hand from the tables of the instruction set manual. */
struct opcode {
    const char *name;
    uint32_t word;
    enum rvt_insn_kind kind;
    enum rvt_itype jump_class;
    uint64_t target; /* at pc 0x10000; BRANCH and JUMP */
};

static const struct opcode OPCODES[] = {
    {"addi", 0x00150513, RVT_INSN_SEQUENTIAL, 0, 0},
    {"fence", 0x0ff0000f, RVT_INSN_SEQUENTIAL, 0, 0},
    {"csrrw", 0x30529073, RVT_INSN_SEQUENTIAL, 0, 0},
    {"wfi", 0x10500073, RVT_INSN_SEQUENTIAL, 0, 0},
    {"sfence.vma", 0x12000073, RVT_INSN_SEQUENTIAL, 0, 0},
    {"beq +8", 0x00b50463, RVT_INSN_BRANCH, 0, 0x10008},
    {"bne -4", 0xfeb51ee3, RVT_INSN_BRANCH, 0, 0xfffc},
    {"blt +4094", 0x7eb54fe3, RVT_INSN_BRANCH, 0, 0x10ffe},
    {"bge -4096", 0x80b55063, RVT_INSN_BRANCH, 0, 0xf000},
    {"bltu +2048", 0x00b560e3, RVT_INSN_BRANCH, 0, 0x10800},
    {"bgeu +16", 0x00b57863, RVT_INSN_BRANCH, 0, 0x10010},
    {"branch funct3 2", 0x00b52463, RVT_INSN_UNKNOWN, 0, 0},
    {"branch funct3 3", 0x00b53463, RVT_INSN_UNKNOWN, 0, 0},
    {"jal x0, +1048574", 0x7ffff06f, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_JUMP, 0x10fffe},
    {"jal x0, -4", 0xffdff06f, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_JUMP, 0xfffc},
    {"jal x1, +4096", 0x000010ef, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_CALL, 0x11000},
    {"jal x5, +2048", 0x001002ef, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_CALL, 0x10800},
    {"jal x10, +16", 0x0100056f, RVT_INSN_JUMP, RVT_ITYPE_OTHER_INFERABLE_JUMP, 0x10010},
    {"jalr x1, 8(x0)", 0x008000e7, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_CALL, 8},
    {"jalr x0, 7(x0)", 0x00700067, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_JUMP, 6},
    {"jalr x0, -2048(x0)", 0x80000067, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_JUMP,
     UINT64_C(0xfffffffffffff800)},
    {"jalr funct3 1", 0x00051067, RVT_INSN_UNKNOWN, 0, 0},
    {"ecall", 0x00000073, RVT_INSN_TRAPS, 0, 0},
    {"ebreak", 0x00100073, RVT_INSN_TRAPS, 0, 0},
    {"uret", 0x00200073, RVT_INSN_TRAP_RETURN, 0, 0},
    {"sret", 0x10200073, RVT_INSN_TRAP_RETURN, 0, 0},
    {"mret", 0x30200073, RVT_INSN_TRAP_RETURN, 0, 0},
    {"mnret", 0x70200073, RVT_INSN_TRAP_RETURN, 0, 0},
    {"dret", 0x7b200073, RVT_INSN_TRAP_RETURN, 0, 0},
    {"48-bit prefix", 0x0000001f, RVT_INSN_UNKNOWN, 0, 0},
    {"all zero", 0x0000, RVT_INSN_UNKNOWN, 0, 0},
    {"c.addi", 0x0505, RVT_INSN_SEQUENTIAL, 0, 0},
    {"c.j +32", 0xa005, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_JUMP, 0x10020},
    {"c.j -2", 0xbffd, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_JUMP, 0xfffe},
    {"c.j +2046", 0xaffd, RVT_INSN_JUMP, RVT_ITYPE_INFERABLE_JUMP, 0x107fe},
    {"c.beqz a0, +8", 0xc501, RVT_INSN_BRANCH, 0, 0x10008},
    {"c.bnez a0, -2", 0xfd7d, RVT_INSN_BRANCH, 0, 0xfffe},
    {"c.bnez a0, +254", 0xed7d, RVT_INSN_BRANCH, 0, 0x100fe},
    {"c.jr ra", 0x8082, RVT_INSN_UNINFERABLE, RVT_ITYPE_RETURN, 0},
    {"c.jr t0", 0x8282, RVT_INSN_UNINFERABLE, RVT_ITYPE_RETURN, 0},
    {"c.jr a0", 0x8502, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_JUMP, 0},
    {"c.jr x0", 0x8002, RVT_INSN_UNKNOWN, 0, 0},
    {"c.mv", 0x852e, RVT_INSN_SEQUENTIAL, 0, 0},
    {"c.add", 0x952e, RVT_INSN_SEQUENTIAL, 0, 0},
    {"c.ebreak", 0x9002, RVT_INSN_TRAPS, 0, 0},
    {"c.jalr a0", 0x9502, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_CALL, 0},
    {"c.jalr ra", 0x9082, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_CALL, 0},
    {"c.jalr t0", 0x9282, RVT_INSN_UNINFERABLE, RVT_ITYPE_COROUTINE_SWAP, 0},
    {"c.fsdsp", 0xa022, RVT_INSN_SEQUENTIAL, 0, 0},
};

/* Shows: ETR-DEC-021, ETR-ING-014, ETR-ING-016 */
Test(insn, opcodes_are_classified)
{
    for (size_t i = 0; i < sizeof(OPCODES) / sizeof(OPCODES[0]); i++) {
        const struct opcode *op = &OPCODES[i];
        struct rvt_insn insn = rvt_insn_classify(op->word, 0x10000, 64, false);
        cr_expect(insn.kind == op->kind, "%s: kind %d", op->name, (int)insn.kind);
        cr_expect(insn.size == ((op->word & 3) == 3 ? 4 : 2), "%s: size", op->name);
        cr_expect(insn.jump_class == op->jump_class, "%s: class %u", op->name, insn.jump_class);
        cr_expect(insn.target == op->target, "%s: target %llx", op->name,
                  (unsigned long long)insn.target);
    }
}

/* The classes of jalr as the ingress chapter lists them. Shows: ETR-ING-014, ETR-ING-015 */
static enum rvt_itype listed_class(unsigned rd, unsigned rs1)
{
    if ((rd == 1 && rs1 != 5) || (rd == 5 && rs1 != 1))
        return RVT_ITYPE_UNINFERABLE_CALL;
    if ((rd == 1 && rs1 == 5) || (rd == 5 && rs1 == 1))
        return RVT_ITYPE_COROUTINE_SWAP;
    if (rs1 == 1 || rs1 == 5)
        return RVT_ITYPE_RETURN;
    return rd == 0 ? RVT_ITYPE_UNINFERABLE_JUMP : RVT_ITYPE_OTHER_UNINFERABLE_JUMP;
}

Test(insn, every_pair_of_registers_of_jalr_has_its_class)
{
    for (unsigned rd = 0; rd < 32; rd++) {
        for (unsigned rs1 = 1; rs1 < 32; rs1++) {
            uint32_t word = 0x67u | rd << 7 | rs1 << 15 | 0x12300000u;
            struct rvt_insn insn = rvt_insn_classify(word, 0, 32, false);
            cr_expect(insn.kind == RVT_INSN_UNINFERABLE);
            cr_expect(insn.jump_class == listed_class(rd, rs1), "rd %u rs1 %u", rd, rs1);
            cr_expect(insn.rd == rd && insn.rs1 == rs1);
        }
    }
}

/* Shows: ETR-DEC-021 */
Test(insn, jalr_from_x0_is_a_matter_of_configuration)
{
    struct rvt_insn insn = rvt_insn_classify(0x008000e7, 0x1000, 64, true);

    cr_expect(insn.kind == RVT_INSN_UNINFERABLE);
    cr_expect(insn.jump_class == RVT_ITYPE_UNINFERABLE_CALL);
}

Test(insn, c_jal_exists_on_rv32_only)
{
    struct rvt_insn insn = rvt_insn_classify(0x2005, 0x1000, 32, false);

    cr_expect(insn.kind == RVT_INSN_JUMP && insn.rd == 1);
    cr_expect(insn.jump_class == RVT_ITYPE_INFERABLE_CALL && insn.target == 0x1020);
    insn = rvt_insn_classify(0x2005, 0x1000, 64, false);
    cr_expect(insn.kind == RVT_INSN_SEQUENTIAL, "c.addiw on RV64");
}

Test(insn, targets_wrap_at_xlen)
{
    struct rvt_insn insn = rvt_insn_classify(0xffdff06f, 0, 32, false);

    cr_expect(insn.target == 0xfffffffc);
    insn = rvt_insn_classify(0xffdff06f, 0, 64, false);
    cr_expect(insn.target == UINT64_MAX - 3);
}

/* Shows: ETR-DEC-021 */
Test(insn, zcmp_and_zcmt_take_the_place_of_c_fsdsp)
{
    static const struct {
        uint32_t word;
        enum rvt_insn_kind kind;
        enum rvt_itype jump_class;
    } cases[] = {
        {0xb842, RVT_INSN_SEQUENTIAL, 0},                           /* cm.push */
        {0xba42, RVT_INSN_SEQUENTIAL, 0},                           /* cm.pop */
        {0xbc42, RVT_INSN_UNINFERABLE, RVT_ITYPE_RETURN},           /* cm.popretz */
        {0xbe42, RVT_INSN_UNINFERABLE, RVT_ITYPE_RETURN},           /* cm.popret */
        {0xa002, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_JUMP}, /* cm.jt 0 */
        {0xa07e, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_JUMP}, /* cm.jt 31 */
        {0xa082, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_CALL}, /* cm.jalt 32 */
        {0xa3fe, RVT_INSN_UNINFERABLE, RVT_ITYPE_UNINFERABLE_CALL}, /* cm.jalt 255 */
        {0xac22, RVT_INSN_SEQUENTIAL, 0},                           /* cm.mvsa01 */
    };
    struct rvt_isa isa = {.xlen = 32, .zcm = true};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_insn insn = rvt_insn_classify_isa(cases[i].word, 0, &isa);
        cr_expect(insn.kind == cases[i].kind && insn.jump_class == cases[i].jump_class, "%x",
                  cases[i].word);
        insn = rvt_insn_classify(cases[i].word, 0, 32, false);
        cr_expect(insn.kind == RVT_INSN_SEQUENTIAL, "%x as c.fsdsp", cases[i].word);
    }
}

/* Shows: ETR-ING-005, ETR-ING-006 */
Test(insn, itype_follows_from_the_instruction_and_its_outcome)
{
    struct rvt_insn branch = {.kind = RVT_INSN_BRANCH};
    struct rvt_insn call = {.kind = RVT_INSN_JUMP, .jump_class = RVT_ITYPE_INFERABLE_CALL};
    struct rvt_insn swap = {.kind = RVT_INSN_UNINFERABLE, .jump_class = RVT_ITYPE_COROUTINE_SWAP};
    struct rvt_insn mret = {.kind = RVT_INSN_TRAP_RETURN};
    struct rvt_insn other = {.kind = RVT_INSN_SEQUENTIAL};

    cr_expect(rvt_insn_itype(&branch, true, 4) == RVT_ITYPE_TAKEN_BRANCH);
    cr_expect(rvt_insn_itype(&branch, false, 3) == RVT_ITYPE_NONTAKEN_BRANCH);
    cr_expect(rvt_insn_itype(&call, false, 4) == RVT_ITYPE_INFERABLE_CALL);
    cr_expect(rvt_insn_itype(&call, false, 3) == RVT_ITYPE_NONE);
    cr_expect(rvt_insn_itype(&swap, false, 4) == RVT_ITYPE_COROUTINE_SWAP);
    cr_expect(rvt_insn_itype(&swap, false, 3) == RVT_ITYPE_UNINFERABLE_JUMP_3BIT);
    cr_expect(rvt_insn_itype(&mret, false, 3) == RVT_ITYPE_TRAP_RETURN);
    cr_expect(rvt_insn_itype(&other, true, 4) == RVT_ITYPE_NONE);
}

/* Shows: ETR-ING-006, ETR-ALG-003 */
Test(insn, narrow_codes_and_discontinuities)
{
    static const struct {
        enum rvt_itype wide, narrow;
        bool updiscon;
    } table[] = {
        {0, 0, false}, {1, 1, false}, {2, 2, false}, {3, 3, true},   {4, 4, false},
        {5, 5, false}, {8, 6, true},  {9, 0, false}, {10, 6, true},  {11, 0, false},
        {12, 6, true}, {13, 6, true}, {14, 6, true}, {15, 0, false},
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        cr_expect(rvt_itype_narrow(table[i].wide, 3) == table[i].narrow, "%d", (int)table[i].wide);
        cr_expect(rvt_itype_narrow(table[i].wide, 4) == table[i].wide);
        cr_expect(rvt_itype_is_updiscon(table[i].wide, true) == table[i].updiscon, "%d",
                  (int)table[i].wide);
    }
    cr_expect(rvt_itype_is_updiscon(RVT_ITYPE_UNINFERABLE_JUMP_3BIT, false));
    cr_expect(!rvt_itype_is_updiscon(RVT_ITYPE_TRAP_RETURN, false));
}
