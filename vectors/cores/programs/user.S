/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* From machine mode to user mode and back (user.c). */
#include "../../programs/rt.h"

    .file "user.S"
    .text
    .globl enter_user
enter_user:
    addi sp, sp, -28 * RT_WORD
    .irp r, 1, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    RT_STORE x\r, \r * RT_WORD(sp)
    .endr
    csrci mstatus, RT_MSTATUS_MIE
    csrw mepc, a0
    csrw mscratch, sp
    la t0, stack_pointer
    RT_STORE sp, 0(t0)
    li t0, RT_MSTATUS_MPP
    csrc mstatus, t0
    li t0, RT_MSTATUS_MPIE
    csrs mstatus, t0
    mv a0, a1
    mv sp, a2
    mret

    .globl leave_user
leave_user:
    la t0, stack_pointer
    RT_LOAD sp, 0(t0)
    .irp r, 1, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    RT_LOAD x\r, \r * RT_WORD(sp)
    .endr
    addi sp, sp, 28 * RT_WORD
    ret

    .bss
    .balign RT_WORD
stack_pointer:
    .zero RT_WORD
