/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A machine-mode monitor, a supervisor-mode kernel and five user threads: round trips through all
 * privilege levels by calls, breakpoints and illegal instructions, and preemption by a timer that
 * two levels pass on. */
#include "rt.h"

#define THREADS 5u
#define TICKS   120u

#define MIP_STI   0x20
#define MIP_MTI   0x80
#define CAUSE_STI (RT_CAUSE_INTERRUPT | 5)
#define CAUSE_MTI (RT_CAUSE_INTERRUPT | 7)

enum { CALL_YIELD = 0, CALL_DOUBLE = 1, CALL_ARM = 2, CALL_EXIT = 3 };

void enter_supervisor(void (*kernel)(void));
void run_thread(struct rt_frame *frame) __attribute__((noreturn));
uintptr_t system_call(uintptr_t value, uintptr_t number);
struct rt_frame *kernel_trap(struct rt_frame *frame);

static struct rt_frame frames[THREADS];
static uintptr_t stacks[THREADS][128] RT_NOINIT __attribute__((aligned(16)));
static volatile uint32_t progress[THREADS];
static uint32_t current, timer_ticks, skipped, calls, monitor_calls;

/* Machine mode: serves the kernel's calls and passes the timer on. */
void rt_trap(struct rt_frame *frame)
{
    volatile uint32_t *now = (volatile uint32_t *)RT_CLINT_MTIME;
    volatile uint32_t *compare = (volatile uint32_t *)RT_CLINT_MTIMECMP;

    if (frame->cause == CAUSE_MTI) {
        rt_csr_clear(mie, MIP_MTI);
        rt_csr_set(mip, MIP_STI);
        return;
    }
    if (frame->cause != 9)
        rt_exit(1);
    monitor_calls++;
    frame->epc += 4;
    if (frame->x[11] == CALL_EXIT)
        rt_exit((int)frame->x[10]);
    compare[0] = now[0] + (uint32_t)frame->x[10];
    rt_csr_clear(mip, MIP_STI);
    rt_csr_set(mie, MIP_MTI);
}

/* Supervisor mode: serves the threads; returns the frame of the one to go on with. */
struct rt_frame *kernel_trap(struct rt_frame *frame)
{
    switch (frame->cause) {
    case 8:
        frame->epc += 4;
        calls++;
        if (frame->x[11] == CALL_DOUBLE) {
            frame->x[10] *= 2;
            return frame;
        }
        break;
    case 2:
    case 3:
        frame->epc += rt_insn_bytes(frame->epc);
        skipped++;
        return frame;
    case CAUSE_STI:
        if (++timer_ticks == TICKS)
            system_call(calls < 50 || skipped < 50, CALL_EXIT);
        system_call(3 + timer_ticks % 5, CALL_ARM);
        break;
    default:
        system_call(2, CALL_EXIT);
    }
    current = (current + 1) % THREADS;
    return &frames[current];
}

/* User mode: what the threads do. */
/* Branches in the loop: how often a loop without any went round is not in a trace (ETR-DEC-020). */
static void count(uint32_t id)
{
    for (uint32_t round = 1;; round++) {
        progress[id]++;
        if (round % 8 == 0)
            progress[id] += 2;
    }
}

static void call(uint32_t id)
{
    for (uintptr_t value = 1;; value++) {
        value = system_call(value, CALL_DOUBLE) ^ 5;
        progress[id] += (uint32_t)value & 3;
        if ((value & 15) == 7)
            system_call(0, CALL_YIELD);
    }
}

static void stumble(uint32_t id)
{
    for (;;) {
        progress[id]++;
        __asm__ volatile("ebreak");
        for (uint32_t i = 0; i < (progress[id] & 15); i++)
            __asm__ volatile("nop");
        __asm__ volatile(".insn 4, 0x0000700b");
    }
}

static RT_NOINLINE uint32_t gcd(uint32_t a, uint32_t b)
{
    return b ? gcd(b, a % b) : a;
}

static void divide(uint32_t id)
{
    for (uint32_t seed = 9;;)
        progress[id] += gcd(rt_random(&seed), 5040);
}

static void generous(uint32_t id)
{
    for (;;) {
        progress[id] += 3;
        system_call(id, CALL_YIELD);
    }
}

static void kernel(void)
{
    static void (*const bodies[THREADS])(uint32_t) = {count, call, stumble, divide, generous};

    for (uint32_t i = 0; i < THREADS; i++) {
        frames[i].epc = (uintptr_t)bodies[i];
        frames[i].x[2] = (uintptr_t)(stacks[i] + 128);
        frames[i].x[10] = i;
        frames[i].status = i;
    }
    rt_csr_set(sie, MIP_STI);
    system_call(4, CALL_ARM);
    run_thread(&frames[0]);
}

int main(void)
{
    *(volatile uint32_t *)(RT_CLINT_MTIMECMP + 4) = 0;
    rt_csr_write(pmpaddr0, -1);
    rt_csr_write(pmpcfg0, 0x1f);
    rt_csr_write(medeleg, 1 << 8 | 1 << 3 | 1 << 2);
    rt_csr_write(mideleg, MIP_STI);
    enter_supervisor(kernel);
    return 3;
}
