/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs of Spike: which lines count, traps with and without tval, the privilege of a trap directly
 * after a return, harts, and lines of another shape. */
#include "tests/unit/cores/logs.h"

static const struct rvt_core_log_options SPIKE = {.format = RVT_CORE_SPIKE};
static const struct rvt_core_log_options SPIKE_1 = {
    .format = RVT_CORE_SPIKE, .hart_known = true, .hart = 1};

Test(spike_log, reads_committed_instructions)
{
    logs_expect(&SPIKE,
                "core   0: 0x0000000080000000 (0x00000297) auipc   t0, 0x0\n"
                "core   0: >>>>  main\n"
                "core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000\n"
                "core   0: Executed 3 times\n"
                "\n"
                "core   0: 0 0x80000004 (0x4501)\n",
                "r 80000000 297 3 ? 0 @3; r 80000004 4501 0 ? 0 @6; ");
}

Test(spike_log, reads_traps)
{
    logs_expect(&SPIKE,
                "core   0: 3 0x80000000 (0x00000013)\n"
                "core   0: exception trap_illegal_instruction, epc 0x0000000080000004\n"
                "core   0:           tval 0x00000000deadbeef\n"
                "core   0: exception interrupt #7, epc 0x0000000080000100\n"
                "core   0: 3 0x80000200 (0x00000013)\n"
                "core   0: exception trap #24, epc 0x0000000080000204\n",
                "r 80000000 13 3 ? 0 @1; e 80000004 ? 3 2 deadbeef @2; i 80000100 ? ? 7 0 @4; "
                "r 80000200 13 3 ? 0 @5; e 80000204 ? 3 18 0 @6; ");
}

/* mstatus.MPP, from the write in the log or from the trap before, is the privilege after mret. */
Test(spike_log, knows_the_privilege_after_a_return)
{
    logs_expect(&SPIKE,
                "core   0: 3 0x80000000 (0x30029073) c768_mstatus 0x0000000a00000800\n"
                "core   0: 3 0x80000004 (0x30200073) c768_mstatus 0x0000000a00000080\n"
                "core   0: exception trap_instruction_page_fault, epc 0x0000000000001000\n"
                "core   0:           tval 0x0000000000001000\n"
                "core   0: 3 0x80000100 (0x00000013)\n"
                "core   0: 3 0x80000104 (0x30200073) c768_mstatus 0x0000000a00000080\n"
                "core   0: exception interrupt #5, epc 0x0000000000001000\n",
                "r 80000000 30029073 3 ? 0 @1; r 80000004 30200073 3 ? 0 @2; "
                "e 1000 ? 1 c 1000 @3; r 80000100 13 3 ? 0 @5; r 80000104 30200073 3 ? 0 @6; "
                "i 1000 ? 1 5 0 @7; ");
    logs_expect(&SPIKE,
                "core   0: 1 0x80000000 (0x10029073) c256_sstatus 0x0000000a00000100\n"
                "core   0: 1 0x80000004 (0x10200073) c768_mstatus 0x0000000a00000020\n"
                "core   0: exception interrupt #5, epc 0x0000000000001000\n",
                "r 80000000 10029073 1 ? 0 @1; r 80000004 10200073 1 ? 0 @2; i 1000 ? 1 5 0 @3; ");
    logs_expect(&SPIKE,
                "core   0: 3 0x80000004 (0x30200073)\n"
                "core   0: exception interrupt #5, epc 0x0000000000001000\n",
                "r 80000004 30200073 3 ? 0 @1; i 1000 ? ? 5 0 @2; ");
}

Test(spike_log, selects_a_hart)
{
    const char *log = "core   0: 3 0x80000000 (0x00000013)\n"
                      "core   1: 3 0x90000000 (0x00000013)\n";

    logs_expect(&SPIKE_1, log, "r 90000000 13 3 ? 0 @2; ");
    logs_refuse(&SPIKE, log, 2, "LogHart");
}

Test(spike_log, refuses_other_lines)
{
    static const char *const log[] = {
        "warning\n",
        "core\n",
        "core x: 3 0x80000000 (0x13)\n",
        "core   0 3 0x80000000 (0x13)\n",
        "core   0: 8 0x80000000 (0x13)\n",
        "core   0: 3 80000000 (0x13)\n",
        "core   0: 3 0x80000000 0x13\n",
        "core   0: 3 0x80000000 (0x100000000)\n",
        "core   0: 3 0x80000000 (0x13\n",
        "core   0: exception trap_unheard_of, epc 0x80000000\n",
        "core   0: exception trap_breakpoint2, epc 0x80000000\n",
        "core   0: exception trap_breakpoint, at 0x80000000\n",
        "core   0: exception interrupt #, epc 0x80000000\n",
        "core   0:           tval 0x80000000\n",
        "core   0: exception trap_breakpoint, epc 0x80000000\ncore   0:           tval\n",
    };

    for (size_t i = 0; i < sizeof(log) / sizeof(log[0]); i++)
        logs_refuse(&SPIKE, log[i], i == sizeof(log) / sizeof(log[0]) - 1 ? 2 : 1, "LogSyntax");
}
