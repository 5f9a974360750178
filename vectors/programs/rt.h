/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What every captured program stands on: start, end, traps and a few helpers, for RV32 and RV64. */
#ifndef RT_H
#define RT_H

#if __riscv_xlen == 64
#define RT_LOAD       ld
#define RT_STORE      sd
#define RT_WORD       8
#define RT_DATA       .dword
#define RT_XLEN_SHIFT 32 /* of a word, to clear its upper half */
#else
#define RT_LOAD       lw
#define RT_STORE      sw
#define RT_WORD       4
#define RT_DATA       .word
#define RT_XLEN_SHIFT 0
#endif

#define RT_FINISHER       0x100000 /* QEMU's sifive_test device */
#define RT_FINISHER_PASS  0x5555   /* stops the machine with exit status 0 */
#define RT_FINISHER_FAIL  0x3333   /* stops the machine with the exit status in the upper half */
#define RT_CLINT_MSIP     0x2000000
#define RT_CLINT_MTIMECMP 0x2004000
#define RT_CLINT_MTIME    0x200bff8
#define RT_HOLE           0xa0000000 /* no memory and no device here: every access faults */

#define RT_MSTATUS_SIE   0x2
#define RT_MSTATUS_MIE   0x8
#define RT_MSTATUS_MPIE  0x80
#define RT_MSTATUS_SPP   0x100
#define RT_MSTATUS_MPP   0x1800
#define RT_MSTATUS_MPP_S 0x800

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

#define RT_XLEN            __riscv_xlen
#define RT_CAUSE_INTERRUPT ((uintptr_t)1 << (RT_XLEN - 1))
#define RT_CAUSE_TIMER     (RT_CAUSE_INTERRUPT | 7)
#define RT_NOINLINE        __attribute__((noinline))
#define RT_NOINIT          __attribute__((section(".noinit")))
/* Part of a library, far away as libraries are: 2 MiB, beyond the reach of jal. A library call is a
 * function that a program calls; the others may be inlined there. */
#define RT_LIBRARY      __attribute__((section(".library")))
#define RT_LIBRARY_CALL __attribute__((section(".library"), noinline))

#define rt_csr_read(csr)                                                                           \
    ({                                                                                             \
        uintptr_t value_;                                                                          \
        __asm__ volatile("csrr %0, " #csr : "=r"(value_));                                         \
        value_;                                                                                    \
    })
#define rt_csr_write(csr, value)                                                                   \
    __asm__ volatile("csrw " #csr ", %0" ::"r"((uintptr_t)(value)) : "memory")
#define rt_csr_set(csr, bits)                                                                      \
    __asm__ volatile("csrs " #csr ", %0" ::"r"((uintptr_t)(bits)) : "memory")
#define rt_csr_clear(csr, bits)                                                                    \
    __asm__ volatile("csrc " #csr ", %0" ::"r"((uintptr_t)(bits)) : "memory")

/* Announces the software thread: a write of sscratch with an immediate is what the capture takes
 * as the context. `id` is a constant from 0 to 31. */
#define rt_thread(id) __asm__ volatile("csrwi sscratch, %0" ::"i"(id) : "memory")

/* Registers of an interrupted program, in the order in which crt0.S stores them. */
struct rt_frame {
    uintptr_t x[32]; /* x[0] holds nothing */
    uintptr_t epc;
    uintptr_t cause;
    uintptr_t tval;
    uintptr_t status;
};

/* Called by rt_trap_entry for every machine-mode trap; may change the frame. A program without its
 * own definition fails at its first trap. */
void rt_trap(struct rt_frame *frame);

/* Ends the run: status 0 is a pass, 1 to 255 a failure, which the capture refuses. Does not
 * return. */
void rt_exit(int status) __attribute__((noreturn));

/* Size in bytes of the instruction at `pc`. */
static inline uintptr_t rt_insn_bytes(uintptr_t pc)
{
    return (*(const uint16_t *)pc & 3u) == 3u ? 4u : 2u;
}

/* Next number of a 32-bit xorshift sequence; `state` is not zero. */
static inline uint32_t rt_random(uint32_t *state)
{
    uint32_t x = *state;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}

/* The next machine timer interrupt: `distance` from now, in units of about 100 instructions. */
static inline void rt_timer_arm(uint32_t distance)
{
    volatile uint32_t *now = (volatile uint32_t *)RT_CLINT_MTIME;
    volatile uint32_t *compare = (volatile uint32_t *)RT_CLINT_MTIMECMP;

    compare[0] = now[0] + distance;
}

#define RT_TICK 50 /* about 5000 instructions */

/* Enables machine timer interrupts; the first comes after `distance`. */
static inline void rt_timer_start(uint32_t distance)
{
    *(volatile uint32_t *)(RT_CLINT_MTIMECMP + 4) = 0;
    rt_timer_arm(distance);
    rt_csr_set(mie, 0x80);
    rt_csr_set(mstatus, RT_MSTATUS_MIE);
}

#endif
#endif
