/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Traps on traps: handlers that trap at their first instruction or cannot be fetched, so that two
 * or three traps follow each other with nothing retired in between, and handlers that trap in
 * their middle.
 *
 * Each case starts in machine mode, goes down to the user or supervisor code with mret, and comes
 * back through whatever chain it set up. tp holds where machine mode goes on; sscratch the number
 * of the case. */
#include "rt.h"

    .file "chain.S"

#define DELEGATE_USER_ECALL 0x100
#define DELEGATE_EBREAK 0x8
#define DELEGATE_FETCH 0x2
#define PENDING_SSI 0x2
#define PENDING_MSI 0x8

    .text
/* Goes to `start` at a privilege (the MPP field), with the traps in `delegated` taken by
 * supervisor mode at `vector`; continues below when the machine-mode handler is through. */
    .macro go_down number, start, mpp, delegated, vector, mode=0
    csrwi sscratch, \number
    sfence.vma
    la t0, \vector
    addi t0, t0, \mode
    csrw stvec, t0
    li t0, \delegated
    csrw medeleg, t0
    li t0, RT_MSTATUS_MPP | RT_MSTATUS_MPIE
    csrc mstatus, t0
    li t0, \mpp
    csrs mstatus, t0
    la t0, \start
    csrw mepc, t0
    la tp, 1f
    mret
1:
    .endm

    .macro set_msip value
    li t0, RT_CLINT_MSIP
    li t1, \value
    sw t1, 0(t0)
    .endm

    .globl main
main:
    addi sp, sp, -4 * RT_WORD
    RT_STORE ra, 0(sp)
    RT_STORE s0, RT_WORD(sp)
    RT_STORE s1, 2 * RT_WORD(sp)
    li t0, -1
    csrw pmpaddr0, t0
    li t0, 0x1f
    csrw pmpcfg0, t0
    la t0, machine_vectors + 1
    csrw mtvec, t0
    li t0, PENDING_SSI
    csrw mideleg, t0
    li t0, PENDING_SSI | PENDING_MSI
    csrw mie, t0
    li s0, 90
    li s1, 0
    .globl chain_round
chain_round:
    /* Two exceptions: the call goes to supervisor mode, whose handler has no memory. */
    go_down 1, user_ecall, 0, DELEGATE_USER_ECALL, rt_hole
    go_down 2, user_walk, 0, DELEGATE_USER_ECALL, rt_hole + 0x2000
    /* Two exceptions: the first instruction of the handler is illegal, a breakpoint, a load from
     * nowhere, a call. */
    go_down 3, user_ecall, 0, DELEGATE_USER_ECALL, handler_illegal
    go_down 4, user_walk, 0, DELEGATE_USER_ECALL, handler_ebreak
    go_down 5, user_ebreak, 0, DELEGATE_EBREAK, handler_load
    go_down 6, user_ecall, 0, DELEGATE_USER_ECALL, handler_ecall
    /* A trap in the middle of a handler. */
    go_down 7, user_walk, 0, DELEGATE_USER_ECALL, handler_works
    /* Jump to nowhere, whose fault goes to a handler that traps at once. */
    go_down 8, user_jump, 0, DELEGATE_FETCH, handler_illegal
    go_down 9, rt_hole, 0, DELEGATE_FETCH, handler_ebreak
    /* Trap returns to nowhere. */
    go_down 10, rt_hole, 0, 0, handler_works
    go_down 11, rt_hole + 4, RT_MSTATUS_MPP_S, 0, handler_works
    go_down 12, rt_hole + 8, RT_MSTATUS_MPP, 0, handler_works
    go_down 13, user_ecall, 0, 0, handler_works
    /* An interrupt before the first user instruction, then an exception at its vector. */
    set_msip 1
    go_down 14, user_walk, 0, 0, handler_works
    set_msip 1
    go_down 15, supervisor_sret, RT_MSTATUS_MPP_S, 0, handler_works
    /* A supervisor interrupt, whose handler has no memory; three traps: interrupt, breakpoint,
     * illegal. */
    csrsi mip, PENDING_SSI
    go_down 16, user_walk, 0, 0, rt_hole + 0x4000
    csrsi mip, PENDING_SSI
    go_down 17, user_ecall, 0, DELEGATE_EBREAK, supervisor_vectors, 1
    /* Supervisor mode returns to a user address without memory, with and without delegation. */
    go_down 18, supervisor_nowhere, RT_MSTATUS_MPP_S, 0, handler_works
    go_down 19, supervisor_nowhere, RT_MSTATUS_MPP_S, DELEGATE_FETCH, handler_load
    go_down 20, supervisor_sret, RT_MSTATUS_MPP_S, DELEGATE_USER_ECALL, handler_ebreak
    /* The context changes, and the next instruction traps: its first retirement is that of the
     * handler. */
    go_down 21, supervisor_announce, RT_MSTATUS_MPP_S, 0, handler_works
    addi s0, s0, -1
    beqz s0, chain_end
    j chain_round

    .globl chain_end
chain_end:
    /* 90 rounds of 21 chains, each ending once in the machine-mode handler, one of them twice. */
    li a0, 1
    li t0, 90 * 22
    bne s1, t0, 1f
    li a0, 0
1:
    RT_LOAD ra, 0(sp)
    RT_LOAD s0, RT_WORD(sp)
    RT_LOAD s1, 2 * RT_WORD(sp)
    addi sp, sp, 4 * RT_WORD
    ret

    .balign 64
machine_vectors:
    .option push
    .option norvc
    j machine_handler
    .insn 4, 0x0000700b
    .insn 4, 0x0000700b
    .insn 4, 0x0000700b /* 3: software interrupt */
    .option pop
machine_handler:
    addi s1, s1, 1
    set_msip 0
    csrci mip, PENDING_SSI
    csrr t2, mcause
    li t1, 9
    bne t2, t1, 1f
    /* A call from supervisor mode: the handler makes one itself, and leaves by the inner trap. */
    ecall
1:
    li t1, RT_MSTATUS_MPP
    csrs mstatus, t1
    csrw mepc, tp
    mret

    .balign 64
supervisor_vectors:
    .option push
    .option norvc
    .insn 4, 0x0000700b /* exceptions: illegal, not delegated */
    ebreak              /* 1: software interrupt; a breakpoint, delegated */
    .option pop

    .balign 4
handler_illegal:
    .insn 4, 0x0000700b
    .balign 4
handler_ebreak:
    c.ebreak
    .balign 4
handler_load:
    lw a1, 0(zero)
    .balign 4
handler_ecall:
    ecall
    .balign 4
handler_works:
    csrr a1, scause
    csrr a2, sepc
    andi a1, a1, 7
1:
    addi a1, a1, -1
    bgtz a1, 1b
    lw a1, 0(zero)

    .balign 4
user_ecall:
    ecall
user_walk:
    li a0, 3
1:
    slli a1, a0, 2
    xor a2, a2, a1
    addi a0, a0, -1
    bnez a0, 1b
    ecall
user_ebreak:
    add a2, a2, a0
    ebreak
user_jump:
    li a0, RT_HOLE + 0x10
    jr a0

supervisor_sret:
    la t0, user_ecall
    csrw sepc, t0
    li t0, RT_MSTATUS_SPP
    csrc sstatus, t0
    sret
supervisor_announce:
    addi a1, a1, 1
    csrwi sscratch, 31
    .insn 4, 0x0000700b
supervisor_nowhere:
    li t0, RT_HOLE + 0x100
    csrw sepc, t0
    li t0, RT_MSTATUS_SPP
    csrc sstatus, t0
    sret
