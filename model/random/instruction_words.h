/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encodes the control transfers of random code from their fields. Offsets are relative to the
 * instruction, in bytes. Spec: the RISC-V unprivileged ISA, with C and Zcm*.
 */
#ifndef RVT_RANDOM_INSTRUCTION_WORDS_H
#define RVT_RANDOM_INSTRUCTION_WORDS_H

#include <stdint.h>

#define RVT_WORD_MRET 0x30200073u
#define RVT_WORD_NOP  0x00000013u
#define RVT_WORD_CNOP 0x0001u

uint32_t rvt_word_branch(uint32_t funct3, uint32_t offset);
uint32_t rvt_word_jal(uint32_t rd, uint32_t offset);
uint32_t rvt_word_jalr(uint32_t rd, uint32_t rs1, uint32_t offset); /* the lower 12 bits */
uint32_t rvt_word_lui(uint32_t rd, uint32_t upper);                 /* the upper 20 bits */
uint32_t rvt_word_auipc(uint32_t rd, uint32_t upper);
uint32_t rvt_word_c_lui(uint32_t rd, uint32_t upper); /* bits 17:12, not 0 */
uint32_t rvt_word_c_jr(uint32_t rs1);
uint32_t rvt_word_c_jalr(uint32_t rs1);

/* c.beqz (6) and c.bnez (7) on x10; c.j (5) and, of RV32, c.jal (1). */
uint32_t rvt_word_c_branch(uint32_t funct3, uint32_t offset);
uint32_t rvt_word_c_jump(uint32_t funct3, uint32_t offset);

/* Returns word with the offset of its target if it is a branch or a direct jump, else unchanged. */
uint32_t rvt_word_aim(uint32_t word, uint32_t offset);

/* Size of an instruction in bytes: 2 or 4. */
static inline unsigned rvt_word_size(uint32_t word)
{
    return (word & 3) == 3 ? 4 : 2;
}

#endif
