/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Loops to be interrupted: each runs until the count at a0 has reached a1. */
#include "rt.h"

    .file "timer.S"
    .text
    .macro routine name
    .globl \name
    .balign 4
\name:
    .endm

    routine loop_branch
    lw t0, 0(a0)
    bltu t0, a1, loop_branch
    li a0, 1
    ret

    /* No branch but the one at the end of each round. */
    routine loop_straight
    li a3, 0
1:
    .rept 60
    addi a3, a3, 5
    slli a4, a3, 3
    .option push
    .option norvc
    xor a3, a3, a4
    .option pop
    .endr
    lw t0, 0(a0)
    bltu t0, a1, 1b
    mv a0, a3
    ret

    routine loop_calls
    mv a4, ra
1:
    jal leaf
    jal leaf
    lw t0, 0(a0)
    bltu t0, a1, 1b
    li a0, 1
    jr a4
leaf:
    ret

    /* Returns only, one to the next: no instruction between them. */
    routine loop_returns
    mv a4, ra
    la ra, 1f
1:
    lw t0, 0(a0)
    bgeu t0, a1, 2f
    .option push
    .option norvc
    ret
    .option pop
2:
    li a0, 1
    jr a4

    routine loop_table
    la a2, 1f
    la a3, 2f
1:
    jr a3
2:
    lw t0, 0(a0)
    bgeu t0, a1, 3f
    jr a2
3:
    li a0, 1
    ret

    routine loop_csr
    csrr a2, mcycle
    csrw mscratch, zero
    csrr a3, misa
    lw t0, 0(a0)
    bltu t0, a1, loop_csr
    mv a0, a3
    ret

    routine loop_wait
    wfi
    lw t0, 0(a0)
    bltu t0, a1, loop_wait
    li a0, 1
    ret

    /* Branches in every direction, taken and not, 31 and more between two interrupts. */
    routine loop_nested
    li a2, 9
1:
    li a3, 3
2:
    addi a3, a3, -1
    bnez a3, 2b
    andi a4, a2, 1
    beqz a4, 3f
    xori a4, a4, 1
    bnez a4, 1b
3:
    addi a2, a2, -1
    bnez a2, 1b
    lw t0, 0(a0)
    bltu t0, a1, loop_nested
    li a0, 1
    ret

    /* Interrupts next to exceptions. */
    routine loop_environment
    ecall
    lw t0, 0(a0)
    bltu t0, a1, loop_environment
    li a0, 1
    ret
