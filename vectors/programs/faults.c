/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Synchronous traps in machine mode: calls, breakpoints, illegal instructions, misaligned and
 * absent memory. */
#include "rt.h"

typedef void fault_fn(uintptr_t nothing, uintptr_t misaligned);
extern fault_fn *const fault_routines[], *const fault_routines_end[];

static uint32_t seen[16];

/* Counts the cause and goes on after the instruction. */
void rt_trap(struct rt_frame *frame)
{
    if (frame->cause > 15)
        rt_exit(1);
    seen[frame->cause]++;
    frame->epc += rt_insn_bytes(frame->epc);
}

int main(void)
{
    static uint32_t memory[2];
    uint32_t count = (uint32_t)(fault_routines_end - fault_routines), seed = 5;

    for (uint32_t i = 0; i < count; i++)
        fault_routines[i](RT_HOLE, (uintptr_t)memory + 1);
    for (uint32_t i = 0; i < 500; i++)
        fault_routines[rt_random(&seed) % count](RT_HOLE + (i << 12),
                                                 (uintptr_t)memory + 1 + i % 3);
    /* Illegal 2, breakpoint 3, misaligned 4 (the emulator has no 6), access 5 and 7, call 11. */
    for (uint32_t cause = 2; cause < 8; cause++)
        if (seen[cause] < 20 && cause != 6)
            return (int)cause;
    return seen[11] < 100;
}
