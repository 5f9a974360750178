/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Start, end and machine-mode trap entry of the captured programs. */
#include "rt.h"

    .file "crt0.S"

    .section .text.start, "ax"
    .globl _start
_start:
    la sp, rt_stack_top
    la t0, rt_trap_entry
    csrw mtvec, t0
    csrw mscratch, zero
    la t0, rt_bss_start
    la t1, rt_bss_end
    bgeu t0, t1, 2f
1:
    RT_STORE zero, 0(t0)
    addi t0, t0, RT_WORD
    bltu t0, t1, 1b
2:
    call main

    .globl rt_exit
rt_exit:
    li t0, RT_FINISHER
    li t1, RT_FINISHER_PASS
    beqz a0, rt_finish
    slli t1, a0, 16
    li t2, RT_FINISHER_FAIL
    or t1, t1, t2
    /* The capture ends with the instruction at rt_finish; the machine stops some time later. */
    .globl rt_finish
rt_finish:
    sw t1, 0(t0)
1:
    wfi
    j 1b

    /* mscratch is 0 while the hart is in machine mode, else the machine-mode stack pointer. */
    .text
    .balign 4
    .globl rt_trap_entry
rt_trap_entry:
    csrrw sp, mscratch, sp
    bnez sp, 1f
    csrr sp, mscratch
1:
    addi sp, sp, -36 * RT_WORD
    RT_STORE ra, 1 * RT_WORD(sp)
    .irp r, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    RT_STORE x\r, \r * RT_WORD(sp)
    .endr
    .irp r, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    RT_STORE x\r, \r * RT_WORD(sp)
    .endr
    csrr t0, mepc
    csrr t1, mcause
    csrr t2, mtval
    csrr t3, mstatus
    csrrw t4, mscratch, zero
    RT_STORE t0, 32 * RT_WORD(sp)
    RT_STORE t1, 33 * RT_WORD(sp)
    RT_STORE t2, 34 * RT_WORD(sp)
    RT_STORE t3, 35 * RT_WORD(sp)
    RT_STORE t4, 2 * RT_WORD(sp)
    mv a0, sp
    call rt_trap

    .globl rt_trap_return
rt_trap_return:
    RT_LOAD t0, 32 * RT_WORD(sp)
    RT_LOAD t3, 35 * RT_WORD(sp)
    csrw mepc, t0
    csrw mstatus, t3
    /* Back to machine mode: mscratch stays 0 and sp is taken from the frame's end. */
    li t1, RT_MSTATUS_MPP
    and t3, t3, t1
    beq t3, t1, 1f
    addi t1, sp, 36 * RT_WORD
    csrw mscratch, t1
1:
    RT_LOAD ra, 1 * RT_WORD(sp)
    .irp r, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    RT_LOAD x\r, \r * RT_WORD(sp)
    .endr
    .irp r, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    RT_LOAD x\r, \r * RT_WORD(sp)
    .endr
    RT_LOAD sp, 2 * RT_WORD(sp)
    mret

    .weak rt_trap
rt_trap:
    li a0, 1
    j rt_exit
