/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Straight code: long runs without a branch, entered by call, by jump and by falling in, of
 * 16-bit, 32-bit and mixed instructions. */
#include "rt.h"

    .file "straight.S"
    .text

/* 8 instructions of 2 to 4 bytes. */
    .macro mixed
    addi a2, a2, 7
    slli a3, a2, 5
    .option push
    .option norvc
    xor a2, a2, a3
    .option pop
    srli a4, a2, 9
    add a5, a4, a3
    .option push
    .option norvc
    sub a2, a5, a2
    mul a3, a4, a5
    .option pop
    xor a2, a2, a3
    .endm

    .macro short
    c.addi a2, 3
    c.slli a2, 1
    c.xor a3, a2
    c.add a2, a3
    .endm

    .macro long
    .option push
    .option norvc
    addi a2, a2, 321
    srai a3, a2, 2
    or a2, a2, a3
    lui a4, 0x12345
    add a2, a2, a4
    .option pop
    .endm

    .globl main
main:
    addi sp, sp, -4 * RT_WORD
    RT_STORE ra, 0(sp)
    RT_STORE s0, RT_WORD(sp)
    li s0, 14
1:
    csrwi sscratch, 1
    jal run_mixed
    csrwi sscratch, 2
    jal run_short
    csrwi sscratch, 3
    la t1, run_long
    jalr t1
    j 2f
    unimp
2:
    .rept 110
    mixed
    .endr
    la t1, run_chain
    jalr t1
    addi s0, s0, -1
    beqz s0, 3f
    j 1b
3:
    li a0, 0
    RT_LOAD ra, 0(sp)
    RT_LOAD s0, RT_WORD(sp)
    addi sp, sp, 4 * RT_WORD
    ret

run_mixed:
    .rept 160
    mixed
    .endr
    ret
run_short:
    .rept 250
    short
    .endr
    ret
run_long:
    .rept 180
    long
    .endr
    ret

/* Pieces of 1 to 200 instructions, each ending in an inferable or an indirect jump to the next. */
run_chain:
    .irp count, 1, 2, 5, 31, 32, 64, 100, 200
    .rept \count
    addi a2, a2, 1
    .endr
    j 1f
    unimp
1:
    .rept \count
    .option push
    .option norvc
    addi a3, a3, 1
    .option pop
    .endr
    la t2, 2f
    jr t2
    unimp
2:
    .endr
    ret
