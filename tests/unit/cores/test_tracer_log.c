/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs of the tracers of Ibex and CV32E40P: units of time, compressed instructions, marks of
 * traps. */
#include "tests/unit/cores/logs.h"

static const struct rvt_core_log_options IBEX = {.format = RVT_CORE_IBEX};
static const struct rvt_core_log_options CV32E40P = {.format = RVT_CORE_CV32E40P};

Test(tracer_log, reads_ibex)
{
    logs_expect(&IBEX,
                "Time\tCycle\tPC\tInsn\tDecoded instruction\tRegister and memory contents\n"
                "            130\t        61\t00000150\t    4481\tc.li\tx9,0\t x9=0x00000000\n"
                "            132\t        62\t00000152\t00008437\tlui\tx8,0x8\n"
                "            134\t        63\t00000156\tfff40413\t-->addi\tx8,x8,-1\n"
                "            140\t        70\t00000200\t00000013\t==>nop\t\n"
                "            150\t        75\t00000300\t00000013\t==>nop\t\n"
                "\n"
                "            152 ns\t        76\t00000304\t00000073\tecall\n"
                "            160 ns\t        80\t00000200\t    9002\tc.ebreak\n"
                "            170 ns\t        90\t00000200\t00100073\tebreak\n",
                "r 150 4481 ? ? 0 c3d @2; r 152 8437 ? ? 0 c3e @3; e 156 fff40413 ? ? 0 c3f @4; "
                "r 200 13 ? ? 0 c46 @5; i ? ? ? ? 0 c4a @6; r 300 13 ? ? 0 c4b @6; "
                "e 304 73 ? ? 0 c4c @8; e 200 9002 ? ? 0 c50 @9; e 200 100073 ? ? 0 c5a @10; ");
}

Test(tracer_log, reads_cv32e40p)
{
    logs_expect(&CV32E40P,
                "            Time           Cycle PC       Instr    Ctx Decoded instruction\n"
                "         10.5ns               2 00000080 00000013     addi x0, x0, 0\n"
                "         20.5ns               3 00000082 00000000 (C) illegal\n"
                "         30 ns                6 00000100 00100073     ebreak\n"
                "         40 ns                9 00000100 00000013\n",
                "r 80 ? ? ? 0 c2 @2; e 82 0 ? ? 0 c3 @3; e 100 100073 ? ? 0 c6 @4; "
                "r 100 ? ? ? 0 c9 @5; ");
}

Test(tracer_log, refuses_other_lines)
{
    static const char *const line[] = {
        "Time Cycle", "10 2 80",   "10 2 80 100000000", "10 x 80 13",
        "x 2 80 13",  "10 2 x 13", "10 2 80 13x",
    };

    for (size_t i = 0; i < sizeof(line) / sizeof(line[0]); i++) {
        char log[128];
        (void)snprintf(log, sizeof(log), "Time Cycle\n10 2 80 13 nop\n%s\n", line[i]);
        logs_refuse(&IBEX, log, 3, "LogSyntax");
        logs_refuse(&CV32E40P, log, 3, "LogSyntax");
    }
}
