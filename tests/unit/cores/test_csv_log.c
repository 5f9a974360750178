/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs in CSV: columns in any order, optional ones, losses, traps, and lines of another shape. */
#include "tests/unit/cores/logs.h"

#define HEADER "VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT"

static const struct rvt_core_log_options CSV = {.format = RVT_CORE_CSV};

Test(csv_log, reads_the_required_columns)
{
    logs_expect(&CSV,
                HEADER "\n1,80000000,13,3,0,2,5,1\n0,0,0,0,0,0,0,0\n\n1,80000004,73,1,1,9,7,0\n"
                       "1,80000008,0,0,1,5,7,1\n",
                "r 80000000 13 3 2 0 @2; e 80000004 73 1 9 7 @5; i 80000008 0 0 5 0 @6; ");
}

Test(csv_log, reads_optional_columns_in_any_order)
{
    static const char log[] = "TIME,INTERRUPT,TVAL,ECAUSE,LOST,EXCEPTION,PRIVILEGE,INSN,ADDRESS,"
                              "VALID,CONTEXT,CYCLE\n"
                              "20, 0, 0, 0, 0, 0, 3, 0x13, 0x80000000, 1, a, 10\n"
                              "21,0,0,0,1,0,3,13,80000010,1,b,11\n"
                              "22,0,0,0,1,0,3,13,80000010,0,b,11\n";
    struct logs_result result;

    logs_expect(&CSV, log,
                "r 80000000 13 3 0 0 c10 xa t20 @2; l ? ? ? ? 0 @3; "
                "r 80000010 13 3 0 0 c11 xb t21 @3; l ? ? ? ? 0 @4; ");
    logs_read(&CSV, log, &result);
    cr_expect(
        eq(u32, result.members, RVT_STEP_CYCLE | RVT_STEP_CONTEXT | RVT_STEP_TIME | RVT_STEP_LOST));
    logs_read(&CSV, HEADER "\n", &result);
    cr_expect(eq(u32, result.members, 0));
}

Test(csv_log, refuses_headers)
{
    logs_refuse(&CSV, "\n", 1, "LogColumns");
    logs_refuse(&CSV, "VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL\n", 1, "LogColumns");
    logs_refuse(&CSV, HEADER ",VALID\n", 1, "LogColumns");
    logs_refuse(&CSV, HEADER ",COLOUR\n", 1, "LogColumns");
    logs_refuse(&CSV, "", 0, "LogSyntax");
}

Test(csv_log, refuses_lines)
{
    static const char *const line[] = {
        "2,80000000,13,3,0,0,0,0",          "1,80000000,100000000,3,0,0,0,0",
        "1,80000000,13,8,0,0,0,0",          "1,80000000,13,3,0,0,0",
        "1,80000000,13,3,0,0,0,0,0",        "1,80000000,13,3,0,0,0,",
        "1,8000000x,13,3,0,0,0,0",          "1,,13,3,0,0,0,0",
        "1,10000000000000000,13,3,0,0,0,0", "1 80000000 13 3 0 0 0 0",
        "1,80000000,13,3,2,0,0,0",          "1,80000000,13,3,0,0,0,2",
        "1,80000000,13,3,0,0,0,0 0",
    };

    for (size_t i = 0; i < sizeof(line) / sizeof(line[0]); i++) {
        char log[256];
        (void)snprintf(log, sizeof(log), HEADER "\n1,80000000,13,3,0,0,0,0\n%s\n", line[i]);
        logs_refuse(&CSV, log, 3, "LogSyntax");
    }
}
