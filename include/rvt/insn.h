/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Instruction classes: what an instruction does to control flow. RV32 and RV64 with C, Zcmp, Zcmt.
 * Spec: E-Trace, "Jump classification and target inference" (ETR-ING-005, ETR-ING-014), decoder
 * opcodes (ETR-DEC-021).
 */
#ifndef RVT_INSN_H
#define RVT_INSN_H

#include <rvt/status.h>

/* itype of the ingress port. Spec: ETR-ING-005; 3-bit interfaces: ETR-ING-006. */
enum rvt_insn_itype {
    RVT_INSN_ITYPE_NONE = 0,
    RVT_INSN_ITYPE_EXCEPTION = 1,
    RVT_INSN_ITYPE_INTERRUPT = 2,
    RVT_INSN_ITYPE_TRAP_RETURN = 3,
    RVT_INSN_ITYPE_NONTAKEN_BRANCH = 4,
    RVT_INSN_ITYPE_TAKEN_BRANCH = 5,
    RVT_INSN_ITYPE_UNINFERABLE_JUMP_3BIT = 6, /* itype_width_p 3 */
    RVT_INSN_ITYPE_UNINFERABLE_CALL = 8,
    RVT_INSN_ITYPE_INFERABLE_CALL = 9,
    RVT_INSN_ITYPE_UNINFERABLE_JUMP = 10,
    RVT_INSN_ITYPE_INFERABLE_JUMP = 11,
    RVT_INSN_ITYPE_COROUTINE_SWAP = 12,
    RVT_INSN_ITYPE_RETURN = 13,
    RVT_INSN_ITYPE_OTHER_UNINFERABLE_JUMP = 14,
    RVT_INSN_ITYPE_OTHER_INFERABLE_JUMP = 15
};

enum rvt_insn_class {
    RVT_INSN_CLASS_SEQUENTIAL,  /* goes on to the next instruction */
    RVT_INSN_CLASS_BRANCH,      /* conditional; target if taken */
    RVT_INSN_CLASS_INFERABLE,   /* jump or call with a known target */
    RVT_INSN_CLASS_UNINFERABLE, /* jump or call whose target is known at run time only */
    RVT_INSN_CLASS_TRAP_RETURN, /* mret, sret, uret, mnret, dret */
    RVT_INSN_CLASS_TRAPS,       /* ecall, ebreak: never retires (ETR-ING-016) */
    RVT_INSN_CLASS_UNKNOWN      /* no 16-bit or 32-bit instruction that this ISA defines */
};

/* What the instruction set leaves to the hart. Input structure. */
struct rvt_insn_isa {
    size_t size;
    unsigned xlen;            /* 32 or 64 */
    bool zcm;                 /* Zcmp and Zcmt in place of Zcd, which has the same opcodes */
    bool uninferable_jalr_x0; /* jalr with rs1 = x0 counts as uninferable */
};

/* Output structure. */
struct rvt_insn_info {
    size_t size;
    enum rvt_insn_class insn_class;
    uint8_t bytes;   /* 2 or 4 */
    uint8_t itype;   /* enum rvt_insn_itype of a jump, 8..15; else 0 */
    uint8_t rd, rs1; /* registers of a jump; else 0 */
    uint64_t target; /* absolute, of BRANCH and INFERABLE */
};

RVT_BEGIN_C

/*
 * Classifies the instruction word (of a compressed one bits 15:0; higher bits are ignored) at
 * address pc. isa may be null: RV64 without Zcmp and Zcmt. RVT_ERR_PARAMETER: xlen is neither 32
 * nor 64, or a size is wrong.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_insn_read(uint32_t word, uint64_t pc,
                                                   const struct rvt_insn_isa *isa,
                                                   struct rvt_insn_info *info);

/*
 * The itype that a hart reports when the instruction word at pc retires. taken: outcome of a
 * branch; itype_width: 3 or 4. RVT_ERR_PARAMETER as above, and for any other width.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_insn_ingress(uint32_t word, uint64_t pc,
                                                      const struct rvt_insn_isa *isa, bool taken,
                                                      unsigned itype_width,
                                                      enum rvt_insn_itype *itype);

RVT_END_C

#endif
