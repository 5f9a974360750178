/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* RVFI as text: prefixes and separators, exceptions and interrupts by columns and by CSRs,
 * order. */
#include "tests/unit/cores/logs.h"

#define HEADER "order,insn,trap,intr,mode,pc_rdata,pc_wdata"

static const struct rvt_core_log_options RVFI = {.format = RVT_CORE_RVFI};

Test(rvfi_log, reads_records)
{
    logs_expect(&RVFI,
                "rvfi_valid rvfi_insn\trvfi_trap  rvfi_intr mode pc_rdata pc_wdata rs1_addr\n"
                "1 13 0 0 3 80000000 80000004 1f\n"
                "0 13 0 0 3 80000000 80000004 anything\n"
                "1 0x13 0 0 0x3 0x80000004 0x80000008 x\n",
                "r 80000000 13 3 ? 0 n80000004 @2; r 80000004 13 3 ? 0 n80000008 @4; ");
}

Test(rvfi_log, reads_traps_by_their_columns)
{
    logs_expect(&RVFI,
                HEADER ",cause,tval,cycle\n"
                       "0,13,0,0,0,80000000,80000004,0,0,5\n"
                       "1,0,1,0,0,80000004,80000100,2,77,6\n"
                       "2,13,0,1,3,80000100,80000104,0,0,9\n"
                       "3,13,0,1,3,80000200,80000204,7,55,12\n",
                "r 80000000 13 0 ? 0 n80000004 c5 @2; "
                "e 80000004 0 0 2 77 n80000100 c6 @3; "
                "r 80000100 13 3 ? 0 n80000104 c9 @4; "
                "i 80000104 ? ? 7 0 c11 @5; r 80000200 13 3 ? 0 n80000204 c12 @5; ");
}

Test(rvfi_log, reads_traps_by_their_csrs)
{
    logs_expect(&RVFI,
                HEADER ",csr_mcause_rdata,csr_mtval_rdata,csr_mstatus_rdata,csr_scause_rdata,"
                       "csr_stval_rdata,csr_sstatus_rdata\n"
                       "0,30200073,0,0,3,80000000,1000,0,0,0,0,0,0\n"
                       "1,13,0,1,3,80000100,80000104,8000000000000007,66,800,1,1,1\n"
                       "2,0,1,0,3,80000104,80000100,2,67,1800,1,1,1\n"
                       "3,10200073,0,0,1,80000200,80000204,1,1,1,d,99,100\n"
                       "4,13,0,1,1,80000300,80000304,1,1,1,80000005,99,100\n",
                "r 80000000 30200073 3 ? 0 n1000 @2; i 1000 ? 1 7 0 @3; "
                "r 80000100 13 3 ? 0 n80000104 @3; e 80000104 0 3 d 99 n80000100 @4; "
                "r 80000200 10200073 1 ? 0 n80000204 @5; i 80000204 ? 1 5 0 @6; "
                "r 80000300 13 1 ? 0 n80000304 @6; ");
}

Test(rvfi_log, leaves_open_what_no_column_has)
{
    logs_expect(&RVFI,
                "insn,trap,intr,mode,pc_rdata\n13,0,1,3,80000000\n13,0,1,3,80000100\n"
                "73,1,0,3,80000104\n",
                "r 80000000 13 3 ? 0 @2; i ? ? ? ? 0 @3; r 80000100 13 3 ? 0 @3; "
                "e 80000104 73 3 ? 0 @4; ");
}

Test(rvfi_log, reports_losses)
{
    struct logs_result result;
    static const char log[] = HEADER "\n7,13,0,0,3,80000000,80000004\n"
                                     "9,13,0,1,3,80000100,80000104\n";

    logs_expect(&RVFI, log,
                "r 80000000 13 3 ? 0 n80000004 @2; l ? ? ? ? 0 @3; "
                "r 80000100 13 3 ? 0 n80000104 @3; ");
    logs_read(&RVFI, log, &result);
    cr_expect(eq(u32, result.members, RVT_STEP_LOST));
    logs_refuse(&RVFI, HEADER "\n7,13,0,0,3,80000000,0\n7,13,0,0,3,80000004,0\n", 3, "LogOrder");
    logs_refuse(&RVFI, HEADER "\n7,13,0,0,3,80000000,0\n6,13,0,0,3,80000004,0\n", 3, "LogOrder");
}

Test(rvfi_log, refuses_contradictions)
{
    logs_refuse(&RVFI,
                HEADER ",csr_mcause_rdata\n0,13,0,0,3,80000000,80000004,0\n"
                       "1,13,0,1,3,80000100,80000104,2\n",
                3, "LogCause");
    logs_refuse(&RVFI,
                HEADER ",csr_mcause_rdata\n0,13,1,0,3,80000000,80000004,0\n"
                       "1,13,0,1,3,80000100,80000104,80000007\n",
                3, "LogCause");
    logs_refuse(&RVFI, "order,insn,trap,intr,mode\n", 1, "LogColumns");
    logs_refuse(&RVFI, HEADER ",rvfi_order\n", 1, "LogColumns");
    logs_refuse(&RVFI, HEADER "\n0,13,2,0,3,80000000,80000004\n", 2, "LogSyntax");
}
