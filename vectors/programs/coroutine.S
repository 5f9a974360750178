/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Co-routine swaps through the two link registers, calls with the alternate link register, thread
 * switches. */
#include "rt.h"

    .file "coroutine.S"
    .text

/* uint32_t swap_pair(uint32_t rounds): two routines that take turns; ra and t0 hold each other's
 * place. */
    .globl swap_pair
swap_pair:
    mv a6, ra
    mv a4, a0
    li a5, 0
    la t0, taker
giver:
    addi a5, a5, 5
    .option push
    .option norvc
    jalr ra, 0(t0)
    .option pop
    xor a5, a5, a4
    c.jalr t0
    andi t1, a5, 4
    beqz t1, 1f
    addi a5, a5, 9
    c.jalr t0
1:
    addi a4, a4, -1
    bnez a4, giver
    mv a0, a5
    jr a6

taker:
    slli t2, a5, 1
    add a5, a5, t2
    jalr t0, 0(ra)
    srli t2, a5, 3
    xor a5, a5, t2
    andi t2, a5, 1
    bnez t2, taker
    jalr t0, 0(ra)
    addi a5, a5, 1
    j taker

/* uint32_t millicode(uint32_t value, uint32_t rounds): calls that link through t0, returns by jr
 * t0. */
    .globl millicode
millicode:
    la a3, triple
    la a4, halve
1:
    jal t0, triple
    andi t1, a0, 2
    beqz t1, 2f
    jalr t0, a4
    jal t0, halve
2:
    jalr t0, a3
    /* Links through neither: an ordinary jump with linkage, and the jump back. */
    jal t2, offset
    addi a1, a1, -1
    bnez a1, 1b
    ret
triple:
    slli a2, a0, 1
    add a0, a0, a2
    jr t0
halve:
    srli a0, a0, 1
    .option push
    .option norvc
    jalr zero, 0(t0)
    .option pop
offset:
    la t1, 3f
    addi a0, a0, 3
    jalr t1, 0(t1)
3:
    jr t2

/* void thread_switch(struct thread *from, struct thread *to, uint32_t id): saves what a call
 * preserves, loads that of `to`, announces its context and returns there. id is 0 to 7. */
    .globl thread_switch
thread_switch:
    RT_STORE ra, 0(a0)
    RT_STORE sp, RT_WORD(a0)
    RT_LOAD ra, 0(a1)
    RT_LOAD sp, RT_WORD(a1)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    RT_STORE s\n, (\n + 2) * RT_WORD(a0)
    RT_LOAD s\n, (\n + 2) * RT_WORD(a1)
    .endr
    la t1, announce
    slli a2, a2, 4
    add t1, t1, a2
    jr t1

    .option push
    .option norvc
    .balign 16
announce:
    .irp n, 1, 2, 3, 4
    csrwi sscratch, \n
    ret
    nop
    nop
    .endr
    .irp n, 5, 6, 7, 8
    lui t2, 2 * \n - 1 /* 0x9000 to 0xf000 */
    csrw sscratch, t2
    ret
    nop
    .endr
    .option pop
