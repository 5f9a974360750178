// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The classifier of rtl/core and that of the model, which other people wrote, for every compressed
// instruction, every instruction of the opcodes that change control flow or load constants (all
// functions and registers, random immediates), and random words.
//
// exit: 0 all equal, 1 otherwise
#include <cstdio>

#include <verilated.h>

#include "../../../tb/sc/random.hpp"
#include "Vrvfi_classes.h"

extern "C" {
#include "program/insn.h"
}

namespace
{

constexpr uint64_t pc = 0x80001000;
constexpr unsigned sets = 8, shown_most = 10;

struct Count {
    unsigned long long compared = 0, different = 0;
};

void compare(Vrvfi_classes &top, uint32_t word, Count &count)
{
    top.insn_i = word;
    top.eval();
    for (unsigned set = 0; set < sets; set++) {
        rvt_isa isa{};
        isa.xlen = set & 1 ? 64 : 32;
        isa.zcm = (set & 2) != 0;
        isa.uninferable_jalr_x0 = (set & 4) != 0;
        rvt_insn insn = rvt_insn_classify_isa(word, pc, &isa);
        bool jumps = insn.kind == RVT_INSN_JUMP || insn.kind == RVT_INSN_UNINFERABLE;
        unsigned itype = insn.kind == RVT_INSN_TRAP_RETURN ? unsigned{RVT_ITYPE_TRAP_RETURN}
                         : jumps                           ? unsigned{insn.jump_class}
                                                           : 0u;
        // A load makes a jump through its register sequentially inferable, and only that.
        rvt_insn load{};
        load.kind = RVT_INSN_SEQUENTIAL;
        load.size = 4;
        load.constant = true;
        load.rd = top.rs1_o;
        uint64_t target;
        bool indirect = load.rd != 0 && rvt_insn_is_pair(&load, &insn, isa.xlen, &target);
        bool equal = (top.compressed_o >> set & 1) == (insn.size == 2) &&
                     (top.branch_o >> set & 1) == (insn.kind == RVT_INSN_BRANCH) &&
                     (top.itype_o >> 4 * set & 15) == itype &&
                     (top.never_o >> set & 1) == (insn.kind == RVT_INSN_TRAPS) &&
                     (top.load_o >> set & 1) == insn.constant &&
                     (!insn.constant || top.rd_o == insn.rd) &&
                     (top.indirect_o >> set & 1) == indirect;
        count.compared++;
        if (equal)
            continue;
        if (count.different++ < shown_most)
            std::printf("classes: %08x set %u: model kind %d class %u size %u constant %d pair %d; "
                        "RTL itype %u branch %u never %u load %u indirect %u\n",
                        word, set, insn.kind, itype, unsigned{insn.size}, insn.constant, indirect,
                        unsigned(top.itype_o >> 4 * set & 15), unsigned(top.branch_o >> set & 1),
                        unsigned(top.never_o >> set & 1), unsigned(top.load_o >> set & 1),
                        unsigned(top.indirect_o >> set & 1));
    }
}

} // namespace

int main()
{
    VerilatedContext context;
    Vrvfi_classes top(&context, "classes");
    rvt::Random random(20261122, 3);
    Count count;
    for (uint32_t word = 0; word < 0x10000; word++)
        if ((word & 3) != 3)
            compare(top, word, count);
    for (uint32_t opcode : {0x63u, 0x67u, 0x6fu, 0x37u, 0x17u, 0x73u})
        for (uint32_t middle = 0; middle < 0x2000; middle++) // rs1, funct3, rd
            for (unsigned k = 0; k < 4; k++) {
                uint32_t top_bits = static_cast<uint32_t>(random.next()) & 0xfff00000;
                compare(top, (k == 0 ? 0 : top_bits) | middle << 7 | opcode, count);
            }
    for (uint32_t function = 0; function < 0x1000; function++) // ecall, ebreak, the returns
        compare(top, function << 20 | 0x73, count);
    for (unsigned k = 0; k < 100000; k++)
        compare(top, static_cast<uint32_t>(random.next()) | 3, count);
    std::printf("classes: %llu compared, %llu different\n", count.compared, count.different);
    return count.compared > 0 && count.different == 0 ? 0 : 1;
}
