/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Start and interrupt handler for PicoRV32, which has neither CSRs nor mret. Without TICKS there is
 * no interrupt; else they are TICKS to TICKS + 63 cycles apart, counted from the handler. */
#include "../../programs/rt.h"

    .file "picorv32.S"

    /* PicoRV32's own instructions, opcode custom-0. */
    .macro getq rd, q
    .insn r 0x0b, 0, 0, \rd, \q, x0
    .endm
    .macro setq q, rs
    .insn r 0x0b, 0, 1, \q, \rs, x0
    .endm
    .macro retirq
    .insn r 0x0b, 0, 2, x0, x0, x0
    .endm
    .macro maskirq rd, rs
    .insn r 0x0b, 0, 3, \rd, \rs, x0
    .endm
    .macro timer rd, rs
    .insn r 0x0b, 0, 5, \rd, \rs, x0
    .endm

    .section .text.start, "ax"
    .option norvc
    .globl _start
_start:
    j start

    /* PROGADDR_IRQ. q0 is the return address; q2 and q3 save t0 and t1. */
    .org 0x10
    setq x2, t0
    setq x3, t1
    la t0, ticks
    lw t1, 0(t0)
    addi t1, t1, 1
    sw t1, 0(t0)
#ifdef TICKS
    slli t1, t1, 3
    andi t1, t1, 63
    addi t1, t1, TICKS
    timer zero, t1
#endif
    getq t1, x3
    getq t0, x2
    retirq

start:
    .option rvc
    la sp, rt_stack_top
    la t0, rt_bss_start
    la t1, rt_bss_end
    bgeu t0, t1, 2f
1:
    RT_STORE zero, 0(t0)
    addi t0, t0, RT_WORD
    bltu t0, t1, 1b
2:
#ifdef TICKS
    maskirq zero, zero
    li t0, TICKS
    timer zero, t0
#endif
    call main
    li t0, RT_FINISHER
    li t1, RT_FINISHER_PASS
    beqz a0, 1f
    slli t1, a0, 16
    li t2, RT_FINISHER_FAIL
    or t1, t1, t2
1:
    sw t1, 0(t0)
2:
    j 2b

    .data
    .balign 4
ticks:
    .word 0
