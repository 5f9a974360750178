/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs of QEMU: the code before the program, exceptions and interrupts, cancelled instructions,
 * harts, and lines of another shape. */
#include "tests/unit/cores/logs.h"
#include "tests/unit/cores/programs.h"

#define RUN(pc, flags) "Trace 0: 0x7f5f48000100 [00000000/" pc "/" flags "/ff000001] main\n"
#define TRAP(async, cause, epc, tval)                                                              \
    "riscv_cpu_do_interrupt: hart:0, async:" async ", cause:" cause ", epc:0x" epc                 \
    ", tval:0x" tval ", desc=any\n"

static struct rvt_core_log_options qemu(struct rvt_image *image)
{
    return (struct rvt_core_log_options){.format = RVT_CORE_QEMU, .image = image};
}

Test(qemu_log, reads_instructions_and_traps)
{
    struct rvt_image *image = program_open(64);
    const struct rvt_core_log_options options = qemu(image);

    logs_expect(&options,
                RUN("0000000000000800", "00000003") TRAP("1", "7", "804", "0")
                    RUN("0000000000001000", "00001003") RUN("0000000000001004", "00001000")
                        TRAP("0", "0000000d", "1004", "55")
                            RUN("100a", "1") "\n" TRAP("1", "0000000000000007", "100e", "0"),
                "r 1000 ? 3 ? 0 @3; e 1004 ? 0 d 55 @5; r 100a ? 1 ? 0 @6; i 100e ? ? 7 0 @8; ");
    rvt_image_close(image);
}

/* An instruction that could not be fetched has no line; the fetch shows its privilege. */
Test(qemu_log, reads_faults_of_fetches)
{
    struct rvt_image *image = program_open(64);
    const struct rvt_core_log_options options = qemu(image);

    logs_expect(&options,
                RUN("1018", "3") "riscv_cpu_tlb_fill ad 4000 rw 0 mmu_idx 3\n"
                                 "riscv_cpu_tlb_fill ad 4000 rw 2 mmu_idx 2\n"
                                 "riscv_cpu_tlb_fill address=4000 ret 1 physical 0 prot 0\n" TRAP(
                                     "0", "c", "4000", "4000") RUN("1000", "2"),
                "r 1018 ? 3 ? 0 @1; e 4000 ? 1 c 4000 @5; r 1000 ? 1 ? 0 @6; ");
    rvt_image_close(image);
}

Test(qemu_log, drops_cancelled_instructions)
{
    struct rvt_image *image = program_open(64);
    const struct rvt_core_log_options options = qemu(image);
    static const char stop[] = "Stopped execution of TB chain before 0x7f5f48000100 [1004] main\n";
    char log[512];

    logs_expect(&options,
                RUN("1000", "3")
                    RUN("1004", "3") "Stopped execution of TB chain before 0x7f5f48000100 "
                                     "[0000000000001004] main\n" TRAP("1", "7", "1004", "0") RUN(
                                         "100a", "3") "cpu_io_recompile: rewound execution of TB "
                                                      "to 000000000000100a\n" RUN("100a", "3"),
                "r 1000 ? 3 ? 0 @1; i 1004 ? 3 7 0 @4; r 100a ? 3 ? 0 @7; ");
    logs_expect(
        &options,
        "Stopped execution of TB chain before 0x7f5f48000100 [0800] boot\n" RUN("1000", "3"),
        "r 1000 ? 3 ? 0 @2; ");
    (void)snprintf(log, sizeof(log), "%s%s", RUN("1000", "3"), stop);
    logs_refuse(&options, log, 2, "LogOrder");
    (void)snprintf(log, sizeof(log), "%s%s%s", RUN("1004", "3"), stop, stop);
    logs_refuse(&options, log, 3, "LogOrder");
    rvt_image_close(image);
}

/* After a trap return, mstatus shows the privilege, or the instruction that was about to run. */
Test(qemu_log, knows_the_privilege_after_a_return)
{
    struct rvt_image *image = program_open(64);
    const struct rvt_core_log_options options = qemu(image);

    logs_expect(&options,
                RUN("1018", "3") " pc       0000000000001018\n mstatus  0000000a00000800\n" TRAP(
                    "1", "5", "1000", "0") RUN("1000", "3"),
                "r 1018 ? 3 ? 0 @1; i 1000 ? 1 5 0 @4; r 1000 ? 3 ? 0 @5; ");
    logs_expect(&options,
                RUN("1018", "3") " mstatus  x\n" TRAP("1", "5", "1000", "0") RUN("1000", "3"),
                "r 1018 ? 3 ? 0 @1; i 1000 ? ? 5 0 @3; r 1000 ? 3 ? 0 @4; ");
    logs_expect(&options,
                RUN("1000", "3") " mstatus  0000000a00000800\n" TRAP("1", "5", "1004", "0"),
                "r 1000 ? 3 ? 0 @1; i 1004 ? ? 5 0 @3; ");
    logs_expect(
        &options,
        RUN("1018", "3")
            RUN("1000", "0") "cpu_io_recompile: rewound execution of TB to 0000000000001000\n" TRAP(
                "1", "7", "1000", "0"),
        "r 1018 ? 3 ? 0 @1; i 1000 ? 0 7 0 @4; ");
    rvt_image_close(image);
}

Test(qemu_log, selects_a_hart)
{
    struct rvt_image *image = program_open(64);
    struct rvt_core_log_options options = qemu(image);
    const char *log = RUN("1000", "3") "Trace 1: 0x7f5f48000100 [0/1004/3/0] main\n";

    logs_refuse(&options, log, 2, "LogHart");
    options.hart_known = true;
    options.hart = 1;
    logs_expect(&options, log, "r 1004 ? 3 ? 0 @2; ");
    rvt_image_close(image);
}

Test(qemu_log, refuses_other_lines)
{
    static const char *const line[] = {
        "cpu 0",
        "Trace 0 0x7f5f48000100 [0/1000/3/0]",
        "Trace 0: 7f5f48000100 [0/1000/3/0]",
        "Trace 0: 0x7f5f48000100 0/1000/3/0",
        "Trace 0: 0x7f5f48000100 [0/1000]",
        "riscv_cpu_do_interrupt: hart:0, async:2, cause:7, epc:0x1000, tval:0x0, desc=any",
        "riscv_cpu_do_interrupt: hart:0, async:1, cause:100000000, epc:0x1000, tval:0x0",
        "riscv_cpu_do_interrupt: hart:0, async:1, cause:7, epc:1000, tval:0x0",
        "riscv_cpu_do_interrupt: hart:0, async:1, cause:7, epc:0x1000",
        "Stopped execution of TB chain before here",
        "cpu_io_recompile: rewound execution of TB to x",
    };
    struct rvt_image *image = program_open(64);
    const struct rvt_core_log_options options = qemu(image);

    for (size_t i = 0; i < sizeof(line) / sizeof(line[0]); i++) {
        char log[256];
        (void)snprintf(log, sizeof(log), "%s%s\n", RUN("1000", "3"), line[i]);
        logs_refuse(&options, log, 2, "LogSyntax");
    }
    logs_refuse(&options, RUN("800", "3"), 0, "LogProgram");
    rvt_image_close(image);
}
