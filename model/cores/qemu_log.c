/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/qemu_log.h"

enum { MRET = 0x30200073, SRET = 0x10200073, MPP_SHIFT = 11, SPP_SHIFT = 8 };

void rvt_qemu_log_init(struct rvt_qemu_log *log, const uint64_t *hart, struct rvt_image *image)
{
    *log =
        (struct rvt_qemu_log){.image = image, .hart_known = hart != NULL, .hart = hart ? *hart : 0};
}

static enum rvt_status malformed(const struct rvt_core_line *line, struct rvt_diag *diag,
                                 const char *text)
{
    return rvt_core_line_fault(line, "LogSyntax", diag, "%s", text);
}

/* A number in the low bits of the flags, or an index of the MMU: 0 U, 1 S, 2 S with SUM, 3 M. */
static uint8_t privilege_of(uint64_t index)
{
    return (index & 3) == 2 ? 1 : (uint8_t)(index & 3);
}

/* Gives the latest instruction, which retired. */
static enum rvt_status retire(struct rvt_qemu_log *log, rvt_step_sink sink, void *context,
                              struct rvt_diag *diag)
{
    if (!log->pending)
        return RVT_OK;
    log->pending = false;
    return sink(context, &log->step, diag);
}

/* Whether a line of this hart counts; a second hart is a fault. */
static enum rvt_status select_hart(struct rvt_qemu_log *log, const struct rvt_core_line *line,
                                   uint64_t hart, bool *counts, struct rvt_diag *diag)
{
    if (!log->hart_known) {
        log->hart_known = log->single = true;
        log->hart = hart;
    }
    *counts = hart == log->hart;
    return *counts || !log->single ? RVT_OK
                                   : rvt_core_line_fault(line, "LogHart", diag,
                                                         "the log has a second hart; select one");
}

/* "Trace 0: 0x7f5f48000100 [00000000/0000000080000000/00001003/ff000001] symbol" */
static enum rvt_status read_instruction(struct rvt_qemu_log *log, struct rvt_core_line *line,
                                        rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    struct rvt_step step = {
        .line = line->number, .known = RVT_STEP_PC | RVT_STEP_PRIVILEGE, .kind = RVT_STEP_RETIRED};
    struct rvt_insn insn;
    uint64_t ignored;
    uint64_t flags;
    uint64_t hart;
    bool counts = false;

    if (!rvt_core_line_decimal(line, &hart) || !RVT_CORE_LINE_TEXT(line, ": ") ||
        !rvt_core_line_0x(line, &ignored) || !RVT_CORE_LINE_TEXT(line, " [") ||
        !rvt_core_line_hex(line, &ignored) || !RVT_CORE_LINE_TEXT(line, "/") ||
        !rvt_core_line_hex(line, &step.pc) || !RVT_CORE_LINE_TEXT(line, "/") ||
        !rvt_core_line_hex(line, &flags))
        return malformed(line, diag, "hart, address and flags of an instruction are expected");
    enum rvt_status status = select_hart(log, line, hart, &counts, diag);
    if (status != RVT_OK || !counts)
        return status;
    log->started = log->started || rvt_image_insn(log->image, step.pc, &insn, NULL) == RVT_OK;
    if (!log->started)
        return RVT_OK;
    status = retire(log, sink, context, diag);
    step.privilege = privilege_of(flags);
    log->step = step;
    log->pending = status == RVT_OK;
    log->fetch_known = log->next_known = false;
    return status;
}

/* "riscv_cpu_do_interrupt: hart:0, async:0, cause:0000000b, epc:0x..., tval:0x..., desc=..." */
static enum rvt_status read_trap(struct rvt_qemu_log *log, struct rvt_core_line *line,
                                 rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    struct rvt_step trap = {.line = line->number,
                            .known = RVT_STEP_PC | RVT_STEP_CAUSE | RVT_STEP_TVAL};
    enum rvt_status status = RVT_OK;
    uint64_t hart;
    uint64_t async;
    uint64_t cause;
    bool counts = false;

    if (!RVT_CORE_LINE_TEXT(line, "hart:") || !rvt_core_line_decimal(line, &hart) ||
        !RVT_CORE_LINE_TEXT(line, ", async:") || !rvt_core_line_decimal(line, &async) ||
        !RVT_CORE_LINE_TEXT(line, ", cause:") || !rvt_core_line_hex(line, &cause) ||
        !RVT_CORE_LINE_TEXT(line, ", epc:") || !rvt_core_line_0x(line, &trap.pc) ||
        !RVT_CORE_LINE_TEXT(line, ", tval:") || !rvt_core_line_0x(line, &trap.tval) || async > 1 ||
        cause > UINT32_MAX)
        return malformed(line, diag, "hart, async, cause, epc and tval of a trap are expected");
    status = select_hart(log, line, hart, &counts, diag);
    if (status != RVT_OK || !counts || !log->started)
        return status;
    trap.kind = async ? RVT_STEP_INTERRUPT : RVT_STEP_EXCEPTION;
    trap.cause = (uint32_t)cause;
    if (log->pending && !async && log->step.pc == trap.pc) {
        trap.privilege = log->step.privilege;
        trap.known |= RVT_STEP_PRIVILEGE;
        log->pending = false;
    } else if (!async && log->fetch_known) {
        trap.privilege = log->fetch_privilege;
        trap.known |= RVT_STEP_PRIVILEGE;
    } else if (log->next_known) {
        trap.privilege = log->next_privilege;
        trap.known |= RVT_STEP_PRIVILEGE;
    }
    log->fetch_known = log->next_known = false;
    status = retire(log, sink, context, diag);
    return status == RVT_OK ? sink(context, &trap, diag) : status;
}

/* "riscv_cpu_tlb_fill ad 80001000 rw 2 mmu_idx 0": rw 2 is a fetch. */
static void read_fetch(struct rvt_qemu_log *log, struct rvt_core_line *line)
{
    uint64_t address;
    uint64_t index;

    if (!RVT_CORE_LINE_TEXT(line, " ad ") || !rvt_core_line_hex(line, &address) ||
        !RVT_CORE_LINE_TEXT(line, " rw 2 mmu_idx ") || !rvt_core_line_decimal(line, &index))
        return;
    log->fetch_known = true;
    log->fetch_privilege = privilege_of(index);
}

/* The instruction that was about to run is cancelled: it runs later, or an interrupt comes. */
static enum rvt_status cancel(struct rvt_qemu_log *log, const struct rvt_core_line *line,
                              uint64_t pc, struct rvt_diag *diag)
{
    if (!log->started)
        return RVT_OK;
    if (!log->pending || log->step.pc != pc)
        return rvt_core_line_fault(line, "LogOrder", diag,
                                   "an instruction is cancelled that is not the latest");
    log->pending = false;
    log->next_known = true;
    log->next_privilege = log->step.privilege;
    return RVT_OK;
}

/* " mstatus  0000000a00001800", before the latest instruction runs: where it returns to. */
static void read_register(struct rvt_qemu_log *log, struct rvt_core_line *line)
{
    uint64_t status;
    uint32_t word;

    if (!RVT_CORE_LINE_TEXT(line, " mstatus ") || !log->pending ||
        !rvt_image_word(log->image, log->step.pc, &word) || (word != MRET && word != SRET))
        return;
    (void)rvt_core_line_blanks(line);
    log->next_known = rvt_core_line_hex(line, &status);
    if (log->next_known)
        log->next_privilege = word == MRET ? status >> MPP_SHIFT & 3 : status >> SPP_SHIFT & 1;
}

/* "Stopped execution of TB chain before 0x7f5f48000100 [0000000080000000] symbol" */
static enum rvt_status read_stop(struct rvt_qemu_log *log, struct rvt_core_line *line,
                                 struct rvt_diag *diag)
{
    uint64_t ignored;
    uint64_t pc;

    if (!rvt_core_line_0x(line, &ignored) || !RVT_CORE_LINE_TEXT(line, " [") ||
        !rvt_core_line_hex(line, &pc))
        return malformed(line, diag, "the address of an instruction is expected");
    return cancel(log, line, pc, diag);
}

enum rvt_status rvt_qemu_log_line(struct rvt_qemu_log *log, struct rvt_core_line *line,
                                  rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    uint64_t pc;

    if (line->at == line->end)
        return RVT_OK;
    if (rvt_core_line_peek(line) == ' ') {
        read_register(log, line);
        return RVT_OK;
    }
    if (RVT_CORE_LINE_TEXT(line, "Trace "))
        return read_instruction(log, line, sink, context, diag);
    if (RVT_CORE_LINE_TEXT(line, "riscv_cpu_do_interrupt: "))
        return read_trap(log, line, sink, context, diag);
    if (RVT_CORE_LINE_TEXT(line, "riscv_cpu_tlb_fill")) {
        read_fetch(log, line);
        return RVT_OK;
    }
    if (RVT_CORE_LINE_TEXT(line, "Stopped execution of TB chain before "))
        return read_stop(log, line, diag);
    if (RVT_CORE_LINE_TEXT(line, "cpu_io_recompile: rewound execution of TB to "))
        return rvt_core_line_hex(line, &pc)
                   ? cancel(log, line, pc, diag)
                   : malformed(line, diag, "the address of an instruction is expected");
    return malformed(line, diag, "the line is not of -d exec,int,mmu,cpu");
}

enum rvt_status rvt_qemu_log_end(struct rvt_qemu_log *log, rvt_step_sink sink, void *context,
                                 struct rvt_diag *diag)
{
    if (!log->started)
        return rvt_diag_set(diag, RVT_ERR_FLOW, NULL, 0, "LogProgram",
                            "no instruction of the program runs in the log");
    return retire(log, sink, context, diag);
}
