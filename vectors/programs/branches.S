/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of an exact number of branches between two uninferable jumps, around the 31 that a branch
 * map holds, with outcomes out of chosen patterns. */
#include "rt.h"

    .file "branches.S"
    .text

/* One branch, taken if bit 0 of a0 is 1; the pattern rotates. */
    .macro one
    andi t1, a0, 1
    srli a0, a0, 1
    slli t2, t1, 31
    or a0, a0, t2
    bnez t1, 1f
    addi a1, a1, 1
1:
    .endm

/* uint32_t branches_N(uint32_t pattern): N branches, then a return. */
    .irp count, 1, 2, 15, 29, 30, 31, 32, 33, 45, 61, 62, 63, 64, 93, 94, 125
branches_\count:
    slli a0, a0, RT_XLEN_SHIFT
    srli a0, a0, RT_XLEN_SHIFT
    li a1, 0
    .rept \count
    one
    .endr
    mv a0, a1
    ret
    .endr

/* uint32_t branches_loop(uint32_t rounds): a loop of one branch, then a return. */
    .globl branches_loop
branches_loop:
    li a1, 0
1:
    addi a1, a1, 3
    addi a0, a0, -1
    bnez a0, 1b
    mv a0, a1
    ret

/* uint32_t branches_even(uint32_t rounds): two branches a round, one never taken; jumps in between
 * are inferable. */
    .globl branches_even
branches_even:
    li a1, 0
1:
    addi a0, a0, -1
    bltz a0, 3f
    beqz a1, 2f
    addi a1, a1, 1
    j 1b
2:
    li a1, 1
    j 1b
3:
    mv a0, a1
    ret

    .section .rodata
    .balign 8
    .globl branch_routines
    .globl branch_routines_end
branch_routines:
    .irp count, 1, 2, 15, 29, 30, 31, 32, 33, 45, 61, 62, 63, 64, 93, 94, 125
    RT_DATA branches_\count
    .endr
branch_routines_end:
