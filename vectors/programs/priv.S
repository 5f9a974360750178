/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Supervisor-mode trap entry, descent from machine mode, and the announcement of the running
 * thread. */
#include "rt.h"

    .file "priv.S"
    .text

/* void enter_supervisor(void (*kernel)(void)): leaves machine mode for good, but for its traps. */
    .globl enter_supervisor
enter_supervisor:
    csrw mepc, a0
    csrw mscratch, sp
    la sp, kernel_stack_top
    la t0, supervisor_trap_entry
    csrw stvec, t0
    li t0, RT_MSTATUS_MPP
    csrc mstatus, t0
    li t0, RT_MSTATUS_MPP_S
    csrs mstatus, t0
    mret

/* Threads keep their frame's address in tp. */
    .balign 4
supervisor_trap_entry:
    RT_STORE ra, 1 * RT_WORD(tp)
    RT_STORE sp, 2 * RT_WORD(tp)
    .irp r, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    RT_STORE x\r, \r * RT_WORD(tp)
    .endr
    .irp r, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    RT_STORE x\r, \r * RT_WORD(tp)
    .endr
    csrr t0, sepc
    csrr t1, scause
    csrr t2, stval
    RT_STORE t0, 32 * RT_WORD(tp)
    RT_STORE t1, 33 * RT_WORD(tp)
    RT_STORE t2, 34 * RT_WORD(tp)
    la sp, kernel_stack_top
    mv a0, tp
    call kernel_trap

/* void run_thread(struct rt_frame *frame): announces the thread, whose number is in the status
 * word, and returns to user mode there. */
    .globl run_thread
run_thread:
    mv tp, a0
    RT_LOAD t0, 35 * RT_WORD(tp)
    la t1, announce
    slli t0, t0, 3
    add t1, t1, t0
    jr t1
    .option push
    .option norvc
announce:
    .irp n, 1, 2, 3, 4, 5
    csrwi sscratch, \n
    j return_to_user
    .endr
    .option pop
return_to_user:
    RT_LOAD t0, 32 * RT_WORD(tp)
    csrw sepc, t0
    li t0, RT_MSTATUS_SPP
    csrc sstatus, t0
    RT_LOAD ra, 1 * RT_WORD(tp)
    RT_LOAD sp, 2 * RT_WORD(tp)
    .irp r, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    RT_LOAD x\r, \r * RT_WORD(tp)
    .endr
    .irp r, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    RT_LOAD x\r, \r * RT_WORD(tp)
    .endr
    sret

/* uintptr_t system_call(uintptr_t value, uintptr_t number): ecall, to the next level above. */
    .globl system_call
system_call:
    ecall
    ret

    .section .noinit
    .balign 16
    .space 2048
kernel_stack_top:
