/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Ibex has only a vectored mtvec with 256-byte alignment. crt0.S sets another one and calls this
 * main; the program's own is program_main. */
    .file "ibex.S"
    .text
    .globl main
main:
    la t0, vectors
    csrw mtvec, t0
    j program_main

    .balign 256
vectors:
    .option norvc
    .rept 32
    j rt_trap_entry
    .endr
