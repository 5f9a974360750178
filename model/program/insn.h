/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The effect of an instruction on control flow: RV32 and RV64, with C, Zcmp and Zcmt. Spec: E-Trace
 * jump classes (ETR-ING-005, ETR-ING-014), decoder opcodes (ETR-DEC-021, AMB-032, AMB-034). */
#ifndef RVT_PROGRAM_INSN_H
#define RVT_PROGRAM_INSN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/custom_insn.h"

/* 4-bit codes, ETR-ING-005 */
enum rvt_itype {
    RVT_ITYPE_NONE = 0,
    RVT_ITYPE_EXCEPTION = 1,
    RVT_ITYPE_INTERRUPT = 2,
    RVT_ITYPE_TRAP_RETURN = 3,
    RVT_ITYPE_NONTAKEN_BRANCH = 4,
    RVT_ITYPE_TAKEN_BRANCH = 5,
    RVT_ITYPE_UNINFERABLE_JUMP_3BIT = 6,
    RVT_ITYPE_UNINFERABLE_CALL = 8,
    RVT_ITYPE_INFERABLE_CALL = 9,
    RVT_ITYPE_UNINFERABLE_JUMP = 10,
    RVT_ITYPE_INFERABLE_JUMP = 11,
    RVT_ITYPE_COROUTINE_SWAP = 12,
    RVT_ITYPE_RETURN = 13,
    RVT_ITYPE_OTHER_UNINFERABLE_JUMP = 14,
    RVT_ITYPE_OTHER_INFERABLE_JUMP = 15,
};

enum rvt_insn_kind {
    RVT_INSN_SEQUENTIAL,  /* goes on to the next instruction */
    RVT_INSN_BRANCH,      /* conditional; target if taken */
    RVT_INSN_JUMP,        /* inferable jump or call; target known */
    RVT_INSN_UNINFERABLE, /* target known only at run time */
    RVT_INSN_TRAP_RETURN, /* mret, sret, uret, mnret, dret */
    RVT_INSN_TRAPS,       /* ecall, ebreak: never retires (ETR-ING-016) */
    RVT_INSN_UNKNOWN, /* not an instruction that this ISA defines as 16 or 32 bits; sequential if
                         retired */
};

struct rvt_insn {
    enum rvt_insn_kind kind;
    uint8_t size;       /* bytes: 2 or 4 */
    uint8_t jump_class; /* for JUMP and UNINFERABLE: enum rvt_itype 8..15; else 0 */
    uint8_t rd, rs1;    /* registers of a jump, 0 where there are none */
    bool constant;      /* lui, c.lui, auipc: writes the constant target to rd, not x0 */
    int16_t offset;     /* of a jalr that is UNINFERABLE: what it adds to rs1 */
    uint64_t target;    /* absolute, of BRANCH and JUMP; what a constant load writes */
};

/* Classifies the instruction word at pc. insn is SEQUENTIAL and has its size. False: the function
 * does not know the instruction, and has not changed insn. */
typedef bool (*rvt_insn_classifier)(void *context, uint32_t word, uint64_t pc,
                                    struct rvt_insn *insn);

/*
 * What the instruction set leaves to the hart. zcm: Zcmp and Zcmt are there and therefore Zcd is
 * not, which has its stores (c.fsdsp) at the same opcodes; a program for RV32GC or RV64GC needs zcm
 * off.
 */
struct rvt_isa {
    unsigned xlen;            /* 32 or 64; addresses wrap there */
    bool uninferable_jalr_x0; /* jalr with rs1 = x0 counts as uninferable (AMB-032) */
    bool zcm;
    rvt_insn_classifier classifier;        /* asked first; null: none */
    void *context;                         /* of classifier */
    const struct rvt_custom_insns *custom; /* borrowed; before those of the ISA; null: none */
};

/* Classifies the instruction word (bits 15:0 for a compressed one; higher bits are then ignored) at
 * pc. */
struct rvt_insn rvt_insn_classify_isa(uint32_t word, uint64_t pc, const struct rvt_isa *isa);

/* The same for an instruction set without Zcmp and Zcmt. */
struct rvt_insn rvt_insn_classify(uint32_t word, uint64_t pc, unsigned xlen,
                                  bool uninferable_jalr_x0);

/*
 * True if jump, which retires directly after load, is sequentially inferable: its register was just
 * loaded with a constant. *target is then where it leads (AMB-035: lui is sign-extended, bit 0 of
 * the sum is cleared). Spec: E-Trace, jump classification (ETR-MODE-060).
 */
bool rvt_insn_is_pair(const struct rvt_insn *load, const struct rvt_insn *jump, unsigned xlen,
                      uint64_t *target);

/* itype that a hart reports for insn when it retires; taken: outcome of a branch. itype_width: 3
 * or 4. */
enum rvt_itype rvt_insn_itype(const struct rvt_insn *insn, bool taken, unsigned itype_width);

/* A 4-bit itype as a 3-bit interface shows it: 8, 10, 12, 13, 14 -> 6; 9, 11, 15 -> 0
 * (ETR-ING-006). */
enum rvt_itype rvt_itype_narrow(enum rvt_itype itype, unsigned itype_width);

/* True for an itype after which the next address is not known from the program (ETR-ALG-003,
 * AMB-030). */
static inline bool rvt_itype_is_updiscon(enum rvt_itype itype, bool updiscon_xret)
{
    switch (itype) {
    case RVT_ITYPE_TRAP_RETURN:
        return updiscon_xret;
    case RVT_ITYPE_UNINFERABLE_JUMP_3BIT:
    case RVT_ITYPE_UNINFERABLE_CALL:
    case RVT_ITYPE_UNINFERABLE_JUMP:
    case RVT_ITYPE_COROUTINE_SWAP:
    case RVT_ITYPE_RETURN:
    case RVT_ITYPE_OTHER_UNINFERABLE_JUMP:
        return true;
    case RVT_ITYPE_NONE:
    case RVT_ITYPE_EXCEPTION:
    case RVT_ITYPE_INTERRUPT:
    case RVT_ITYPE_NONTAKEN_BRANCH:
    case RVT_ITYPE_TAKEN_BRANCH:
    case RVT_ITYPE_INFERABLE_CALL:
    case RVT_ITYPE_INFERABLE_JUMP:
    case RVT_ITYPE_OTHER_INFERABLE_JUMP:
        break;
    }
    return false;
}

#endif
