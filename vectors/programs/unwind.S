/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Non-local jumps: what setjmp and longjmp of a C library do. */
#include "rt.h"

    .file "unwind.S"
    .text

/* int mark(struct place *place): remembers the caller; returns 0, and once more for each leap to
 * the place. */
    .globl mark
mark:
    RT_STORE ra, 0(a0)
    RT_STORE sp, RT_WORD(a0)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    RT_STORE s\n, (\n + 2) * RT_WORD(a0)
    .endr
    li a0, 0
    ret

/* void leap(struct place *place, int value): returns from mark again, with value. */
    .globl leap
leap:
    RT_LOAD ra, 0(a0)
    RT_LOAD sp, RT_WORD(a0)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    RT_LOAD s\n, (\n + 2) * RT_WORD(a0)
    .endr
    mv a0, a1
    ret
