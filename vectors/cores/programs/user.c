/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* User mode under machine mode: environment calls, illegal and privileged instructions, missing
 * memory, and timer interrupts in both modes. A call with a7 1 returns to machine mode. */
#include "rt.h"

enum { ROUNDS = 12, EXIT = 1, COUNTS = 16 };

/* Enters user mode at `body`, with that stack; returns after its last call. */
void enter_user(void (*body)(uint32_t round), uint32_t round, uint32_t *stack);
/* Where machine mode goes on after it. */
void leave_user(void);

static uint32_t seen[COUNTS], ticks, ticks_in_user, seed = 11;
static volatile uint32_t work;

void rt_trap(struct rt_frame *frame)
{
    uintptr_t user = (frame->status & RT_MSTATUS_MPP) == 0;

    if (frame->cause == RT_CAUSE_TIMER) {
        ticks++;
        ticks_in_user += user;
        rt_timer_arm(1 + rt_random(&seed) % 8);
        return;
    }
    if (frame->cause >= COUNTS)
        rt_exit(1);
    seen[frame->cause]++;
    frame->epc += rt_insn_bytes(frame->epc);
    if (user && frame->cause == 8 && frame->x[17] == EXIT) {
        frame->epc = (uintptr_t)leave_user;
        frame->status |= RT_MSTATUS_MPP;
    }
}

/* Runs in user mode, and never returns. */
static void user(uint32_t round)
{
    volatile uint32_t *hole = (volatile uint32_t *)RT_HOLE;

    for (uint32_t i = 0; i < 6 + round % 5; i++) {
        switch ((round + i) % 6) {
        case 0:
            __asm__ volatile("li a7, 0\n\tecall" ::: "a7", "memory");
            break;
        case 1:
            __asm__ volatile(".4byte 0xffffffff" ::: "memory");
            break;
        case 2:
            __asm__ volatile("csrr t0, mstatus\n\tc.ebreak" ::: "t0", "memory");
            break;
        case 3:
            (void)hole[i];
            break;
        case 4:
            hole[i] = round;
            break;
        default:
            __asm__ volatile("mret" ::: "memory");
            break;
        }
        work += rt_random(&seed) & 7;
    }
    __asm__ volatile("li a7, 1\n\tecall" ::: "a7", "memory");
}

int main(void)
{
    static uint32_t stack[256] __attribute__((aligned(16)));

    rt_timer_start(1);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        enter_user(user, round, stack + 256);
        rt_csr_set(mstatus, RT_MSTATUS_MIE);
    }
    rt_csr_clear(mstatus, RT_MSTATUS_MIE);
    return seen[8] < ROUNDS || seen[2] < ROUNDS || seen[3] == 0 || seen[5] == 0 || seen[7] == 0 ||
           ticks_in_user == 0 || ticks == ticks_in_user;
}
