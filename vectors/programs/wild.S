/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Leaps into nowhere: each routine leaves by another kind of jump to the address in a0 and goes on
 * at the address in tp, where the trap handler sends it. */
#include "rt.h"

    .file "wild.S"
    .text
    .macro routine name
    .globl \name
    .balign 4
\name:
    sfence.vma
    la tp, 1f
    .endm

    routine wild_call
    addi a1, a1, 1
    mv a2, ra
    jalr ra, a0
1:
    jr a2

    routine wild_jump
    addi a1, a1, 1
    xor a1, a1, a0
    jr a0
1:
    ret

    routine wild_return
    mv a2, ra
    mv ra, a0
    ret
1:
    jr a2

    routine wild_swap
    mv a2, ra
    mv t0, a0
    jalr ra, t0
1:
    jr a2

    routine wild_link
    .option push
    .option norvc
    jalr t1, 0(a0)
    .option pop
1:
    ret

    /* Branches right before the jump. */
    routine wild_branch
    li a2, 2
2:
    addi a2, a2, -1
    bnez a2, 2b
    beqz a2, 3f
    nop
3:
    jr a0
1:
    ret

    /* mret to the privilege in a1 (the MPP field); mscratch holds the stack of the handler. */
    routine wild_mret
    li t0, RT_MSTATUS_MPP
    csrc mstatus, t0
    csrs mstatus, a1
    csrw mepc, a0
    xor t0, t0, a1
    beqz t0, 2f
    csrw mscratch, sp
2:
    mret
1:
    ret

    /* mret to supervisor mode, which runs the routine in a3 (at its body, after the la of tp) with
     * a0. */
    routine wild_supervisor
    li t0, RT_MSTATUS_MPP
    csrc mstatus, t0
    li t0, RT_MSTATUS_MPP_S
    csrs mstatus, t0
    csrw mepc, a3
    csrw mscratch, sp
    mv a2, ra
    mret
1:
    jr a2

/* Bodies for wild_supervisor. */
    .macro body name
    .globl \name
    .balign 4
\name:
    .endm

    body body_jump
    addi a1, a1, 1
    jr a0
    body body_call
    jalr a0
    body body_sret_user
    csrw sepc, a0
    li t0, RT_MSTATUS_SPP
    csrc sstatus, t0
    sret
    body body_sret_supervisor
    csrw sepc, a0
    li t0, RT_MSTATUS_SPP
    csrs sstatus, t0
    sret
    body body_load
    addi a1, a1, 1
    lw a1, 0(a0)
    body body_store
    li a1, 7
    sb a1, 3(a0)
    body body_ecall
    ecall
