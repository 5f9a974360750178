/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Machine timer interrupts at changing distances in tight loops: of branches, without branches, of
 * calls, of indirect jumps, of system instructions, and while waiting for the interrupt. */
#include "rt.h"

typedef uint32_t loop_fn(volatile uint32_t *ticks, uint32_t until);
loop_fn loop_branch, loop_straight, loop_calls, loop_returns, loop_table, loop_csr, loop_wait,
    loop_nested, loop_environment;

static volatile uint32_t ticks;
static uint32_t calls, seed = 17;

/* Arms the next interrupt; an environment call only counts. */
void rt_trap(struct rt_frame *frame)
{
    if (frame->cause == RT_CAUSE_TIMER) {
        ticks++;
        rt_timer_arm(2 + rt_random(&seed) % 7);
    } else if (frame->cause == 11) {
        calls++;
        frame->epc += 4;
    } else {
        rt_exit(1);
    }
}

int main(void)
{
    static loop_fn *const loops[] = {loop_branch,  loop_straight, loop_calls,
                                     loop_returns, loop_table,    loop_csr,
                                     loop_wait,    loop_nested,   loop_environment};
    uint32_t sum = 0;

    rt_timer_start(5);
    for (uint32_t i = 0; i < 18; i++)
        sum |= loops[i % 9](&ticks, ticks + 12);
    rt_csr_clear(mstatus, RT_MSTATUS_MIE);
    return sum == 0 || ticks < 18 * 12 || calls < 100;
}
