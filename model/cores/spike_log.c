/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/spike_log.h"

/* CSRs as the log names them after a write, and their fields. */
#define MSTATUS "c768_mstatus "
#define SSTATUS "c256_sstatus "
enum { MPP_SHIFT = 11, SPP_SHIFT = 8 };
enum { OPCODE_SYSTEM = 0x73, MRET = 0x30200073, SRET = 0x10200073 };

static const struct {
    const char *name;
    uint32_t cause;
} TRAP[] = {
    {"trap_instruction_address_misaligned", 0},
    {"trap_instruction_access_fault", 1},
    {"trap_illegal_instruction", 2},
    {"trap_breakpoint", 3},
    {"trap_load_address_misaligned", 4},
    {"trap_load_access_fault", 5},
    {"trap_store_address_misaligned", 6},
    {"trap_store_access_fault", 7},
    {"trap_user_ecall", 8},
    {"trap_supervisor_ecall", 9},
    {"trap_virtual_supervisor_ecall", 10},
    {"trap_machine_ecall", 11},
    {"trap_instruction_page_fault", 12},
    {"trap_load_page_fault", 13},
    {"trap_store_page_fault", 15},
    {"trap_double_trap", 16},
    {"trap_software_check", 18},
    {"trap_instruction_guest_page_fault", 20},
    {"trap_load_guest_page_fault", 21},
    {"trap_virtual_instruction", 22},
    {"trap_store_guest_page_fault", 23},
};

void rvt_spike_log_init(struct rvt_spike_log *log, const uint64_t *hart)
{
    *log = (struct rvt_spike_log){.hart_known = hart != NULL, .hart = hart ? *hart : 0};
}

static enum rvt_status malformed(const struct rvt_core_line *line, struct rvt_diag *diag,
                                 const char *text)
{
    return rvt_core_line_fault(line, "LogSyntax", diag, "%s", text);
}

/* Gives the trap that waits. What it interrupted is what a return of its handler leads to. */
static enum rvt_status give_trap(struct rvt_spike_log *log, rvt_step_sink sink, void *context,
                                 struct rvt_diag *diag)
{
    if (!log->trapped)
        return RVT_OK;
    log->trapped = false;
    return sink(context, &log->trap, diag);
}

/* A register write at the end of the line: the new value of a CSR. */
static bool written(const struct rvt_core_line *line, const char *name, size_t length,
                    uint64_t *value)
{
    for (struct rvt_core_line at = *line; at.at < at.end; at.at++) {
        if (*at.at == 'c' && rvt_core_line_text(&at, name, length))
            return rvt_core_line_0x(&at, value);
    }
    return false;
}

/* What a committed instruction of the opcode SYSTEM does to the privilege that returns lead to. */
static void follow_status(struct rvt_spike_log *log, const struct rvt_core_line *line,
                          uint32_t word)
{
    bool returns = word == MRET || word == SRET;
    uint64_t value;

    if (returns) {
        log->privilege_known = word == MRET ? log->mpp_known : log->spp_known;
        log->privilege = word == MRET ? log->mpp : log->spp;
    }
    if (written(line, MSTATUS, sizeof(MSTATUS) - 1, &value)) {
        log->mpp_known = log->spp_known = true;
        log->mpp = value >> MPP_SHIFT & 3;
        log->spp = value >> SPP_SHIFT & 1;
    } else if (written(line, SSTATUS, sizeof(SSTATUS) - 1, &value)) {
        log->spp_known = true;
        log->spp = value >> SPP_SHIFT & 1;
    } else if (returns) {
        log->mpp_known = log->mpp_known && word != MRET;
        log->spp_known = log->spp_known && word != SRET;
    }
}

/* The first instruction of a handler: its privilege shows which xPP has the interrupted one. */
static void enter_handler(struct rvt_spike_log *log, uint8_t privilege)
{
    bool known = (log->trap.known & RVT_STEP_PRIVILEGE) != 0;

    if (privilege == 3) {
        log->mpp_known = known;
        log->mpp = log->trap.privilege;
    } else {
        log->spp_known = known;
        log->spp = log->trap.privilege;
    }
    log->trap.kind = RVT_STEP_RETIRED;
}

/* "3 0x0000000080000000 (0x00000297) x5  0x0000000080000000" */
static enum rvt_status read_commit(struct rvt_spike_log *log, struct rvt_core_line *line,
                                   uint64_t privilege, rvt_step_sink sink, void *context,
                                   struct rvt_diag *diag)
{
    struct rvt_step step = {.line = line->number,
                            .known = RVT_STEP_PC | RVT_STEP_INSN | RVT_STEP_PRIVILEGE,
                            .kind = RVT_STEP_RETIRED,
                            .privilege = (uint8_t)privilege};
    uint64_t word;

    if (!rvt_core_line_0x(line, &step.pc) || !RVT_CORE_LINE_TEXT(line, " (") ||
        !rvt_core_line_0x(line, &word) || word > UINT32_MAX || !RVT_CORE_LINE_TEXT(line, ")"))
        return malformed(line, diag, "an address and an instruction of 16 or 32 bits are expected");
    step.insn = (uint32_t)word;
    if (log->trap.kind != RVT_STEP_RETIRED)
        enter_handler(log, step.privilege);
    log->privilege_known = true;
    log->privilege = step.privilege;
    if ((word & 0x7f) == OPCODE_SYSTEM)
        follow_status(log, line, step.insn);
    return sink(context, &step, diag);
}

static enum rvt_status read_name(struct rvt_core_line *line, struct rvt_step *trap,
                                 struct rvt_diag *diag)
{
    uint64_t number;

    if (RVT_CORE_LINE_TEXT(line, "interrupt #")) {
        trap->kind = RVT_STEP_INTERRUPT;
    } else if (!RVT_CORE_LINE_TEXT(line, "trap #")) {
        for (size_t i = 0; i < sizeof(TRAP) / sizeof(TRAP[0]); i++) {
            struct rvt_core_line after = *line;
            if (!rvt_core_line_text(&after, TRAP[i].name, strlen(TRAP[i].name)) ||
                rvt_core_line_peek(&after) != ',')
                continue;
            trap->cause = TRAP[i].cause;
            *line = after;
            return RVT_OK;
        }
        return malformed(line, diag, "unknown name of a trap");
    }
    if (!rvt_core_line_decimal(line, &number) || number > UINT32_MAX)
        return malformed(line, diag, "the number of a trap is expected");
    trap->cause = (uint32_t)number;
    return RVT_OK;
}

/* "exception trap_illegal_instruction, epc 0x0000000080000010" */
static enum rvt_status read_trap(struct rvt_spike_log *log, struct rvt_core_line *line,
                                 struct rvt_diag *diag)
{
    /* without a line of its own, tval is 0 */
    struct rvt_step trap = {.line = line->number,
                            .known = RVT_STEP_PC | RVT_STEP_CAUSE | RVT_STEP_TVAL,
                            .kind = RVT_STEP_EXCEPTION};
    bool handler = log->trap.kind != RVT_STEP_RETIRED;
    enum rvt_status status = read_name(line, &trap, diag);

    if (status != RVT_OK)
        return status;
    if (!RVT_CORE_LINE_TEXT(line, ", epc ") || !rvt_core_line_0x(line, &trap.pc))
        return malformed(line, diag, "the EPC of a trap is expected");
    if (log->privilege_known && !handler) {
        trap.privilege = log->privilege;
        trap.known |= RVT_STEP_PRIVILEGE;
    }
    log->trap = trap;
    log->trapped = true;
    return RVT_OK;
}

/* The text after the hart. */
static enum rvt_status read_event(struct rvt_spike_log *log, struct rvt_core_line *line,
                                  rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    if (RVT_CORE_LINE_TEXT(line, "          tval ")) {
        if (!log->trapped || !rvt_core_line_0x(line, &log->trap.tval))
            return malformed(line, diag, "a tval without a trap before it, or without a value");
        return give_trap(log, sink, context, diag);
    }
    enum rvt_status status = give_trap(log, sink, context, diag);
    if (status != RVT_OK)
        return status;
    char first = rvt_core_line_peek(line);
    if (first >= '0' && first <= '7' && rvt_core_line_left(line) > 1 && line->at[1] == ' ') {
        line->at += 2;
        return read_commit(log, line, (uint64_t)(first - '0'), sink, context, diag);
    }
    if (RVT_CORE_LINE_TEXT(line, "exception "))
        return read_trap(log, line, diag);
    if (RVT_CORE_LINE_TEXT(line, "0x") || RVT_CORE_LINE_TEXT(line, ">>>>") ||
        RVT_CORE_LINE_TEXT(line, "Executed "))
        return RVT_OK;
    return malformed(line, diag, "neither an instruction nor a trap");
}

enum rvt_status rvt_spike_log_line(struct rvt_spike_log *log, struct rvt_core_line *line,
                                   rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    uint64_t hart;

    if (line->at == line->end)
        return RVT_OK;
    if (!RVT_CORE_LINE_TEXT(line, "core"))
        return malformed(line, diag, "the line does not begin with 'core'");
    (void)rvt_core_line_blanks(line);
    if (!rvt_core_line_decimal(line, &hart) || !RVT_CORE_LINE_TEXT(line, ": "))
        return malformed(line, diag, "the number of the hart is expected");
    if (!log->hart_known) {
        log->hart_known = true;
        log->hart = hart;
        log->single = true;
    }
    if (hart != log->hart)
        return log->single ? rvt_core_line_fault(line, "LogHart", diag,
                                                 "the log has a second hart; select one")
                           : RVT_OK;
    return read_event(log, line, sink, context, diag);
}

enum rvt_status rvt_spike_log_end(struct rvt_spike_log *log, rvt_step_sink sink, void *context,
                                  struct rvt_diag *diag)
{
    return give_trap(log, sink, context, diag);
}
