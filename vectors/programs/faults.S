/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that trap, each in another place: first, last, after a branch, at the target of
 * each kind of jump. */
#include "rt.h"

    .file "faults.S"
    .text
    .option arch, +a

/* Each routine takes an address without memory in a0 and a misaligned one in a1. */
    .macro routine name
    .balign 4
\name:
    .endm

    .macro unknown_insn
    .insn 4, 0x0000700b
    .endm

    routine first_ecall
    ecall
    ret

    routine first_ebreak
    .option push
    .option norvc
    ebreak
    .option pop
    ret

    routine first_c_ebreak
    c.ebreak
    ret

    routine first_illegal
    unknown_insn
    ret

    routine first_c_illegal
    .insn 2, 0
    ret

    routine unknown_csr
    li a2, 3
    csrw 0x5c0, a2
    ret

    routine read_only_csr
    li a2, 3
    csrw mhartid, a2
    addi a2, a2, 1
    ret

    routine load_nothing
    addi a2, a1, 4
    lw a3, 16(a0)
    add a2, a2, a3
    ret

    routine store_nothing
    sh a2, 6(a0)
    ret

    routine lr_misaligned
    addi a2, a1, 2
    lr.w a3, (a1)
    xor a2, a2, a3
    ret

    routine amo_misaligned
    li a3, 1
    amoadd.w a3, a3, (a1)
    ret

    routine straight
    .rept 13
    addi a2, a2, 3
    xor a3, a3, a2
    .endr
    ecall
    sub a3, a3, a2
    ret

    routine branch_taken
    li a2, 1
    bnez a2, 1f
    nop
1:
    ecall
    ret

    routine branch_not_taken
    li a2, 1
    beqz a2, 1f
    ebreak
    nop
1:
    ret

    routine inferable_jump
    j 1f
    nop
1:
    c.ebreak
    ret

    routine inferable_call
    mv a4, ra
    jal first_ecall
    jr a4

    routine after_return
    mv a4, ra
    jal leaf
    unknown_insn
    jr a4
leaf:
    addi a2, a2, 1
    ret

    /* The handler returns to an instruction that traps as well. */
    routine two_in_a_row
    ecall
    c.ebreak
    ecall
    lw a3, 0(a0)
    ret

    routine loop
    li a2, 5
1:
    ecall
    addi a2, a2, -1
    bnez a2, 1b
    ret

    /* 31 and more branches, then a trap with no address in between. */
    routine many_branches
    li a2, 33
1:
    addi a2, a2, -1
    bnez a2, 1b
    ecall
    ret

    routine jump_to_trap
    la a3, first_c_ebreak
    jr a3

    routine swap_to_trap
    mv a4, ra
    la t0, 1f
    jalr ra, 0(t0)
1:
    lw a3, 0(a0)
    jr a4

    .section .rodata
    .balign 8
    .globl fault_routines
    .globl fault_routines_end
fault_routines:
    .irp name, first_ecall, first_ebreak, first_c_ebreak, first_illegal, first_c_illegal, \
        unknown_csr, read_only_csr, load_nothing, store_nothing, lr_misaligned, amo_misaligned, \
        straight, branch_taken, branch_not_taken, inferable_jump, inferable_call, after_return, \
        two_in_a_row, loop, many_branches, jump_to_trap, swap_to_trap
    RT_DATA \name
    .endr
fault_routines_end:
