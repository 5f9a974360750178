/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/tracer_log.h"

enum { ECALL = 0x73, EBREAK = 0x100073, C_EBREAK = 0x9002 };

void rvt_tracer_log_init(struct rvt_tracer_log *log, bool expands)
{
    *log = (struct rvt_tracer_log){.expands = expands};
}

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* The first line has the names of the columns, in this order. */
static bool is_header(struct rvt_core_line line)
{
    (void)rvt_core_line_blanks(&line);
    return RVT_CORE_LINE_TEXT(&line, "Time") && rvt_core_line_blanks(&line) &&
           RVT_CORE_LINE_TEXT(&line, "Cycle");
}

/* Skips the time of simulation, with or without unit; it is not the signal time. */
static bool skip_time(struct rvt_core_line *line)
{
    (void)rvt_core_line_blanks(line);
    if (!is_digit(rvt_core_line_peek(line)))
        return false;
    (void)rvt_core_line_word(line);
    (void)rvt_core_line_blanks(line);
    if (!is_digit(rvt_core_line_peek(line)))
        (void)rvt_core_line_word(line);
    (void)rvt_core_line_blanks(line);
    return true;
}

static bool read_columns(struct rvt_core_line *line, struct rvt_step *step)
{
    uint64_t word;

    if (!skip_time(line) || !rvt_core_line_decimal(line, &step->cycle) ||
        !rvt_core_line_blanks(line) || !rvt_core_line_hex(line, &step->pc) ||
        !rvt_core_line_blanks(line) || !rvt_core_line_hex(line, &word) || word > UINT32_MAX)
        return false;
    step->insn = (uint32_t)word;
    return rvt_core_line_blanks(line) || line->at == line->end;
}

/* True if the line says, or its instruction implies, that it trapped. */
static bool traps(const struct rvt_tracer_log *log, struct rvt_core_line *line, uint32_t word)
{
    bool marked = log->expands ? RVT_CORE_LINE_TEXT(line, "(C)") : RVT_CORE_LINE_TEXT(line, "-->");

    return marked || word == ECALL || word == EBREAK || word == C_EBREAK;
}

enum rvt_status rvt_tracer_log_line(struct rvt_tracer_log *log, struct rvt_core_line *line,
                                    rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    struct rvt_step step = {.line = line->number, .known = RVT_STEP_PC | RVT_STEP_CYCLE};
    enum rvt_status status = RVT_OK;
    bool headed = log->headed;

    log->headed = true;
    if (line->at == line->end || (!headed && is_header(*line)))
        return RVT_OK;
    if (!read_columns(line, &step))
        return rvt_core_line_fault(line, "LogSyntax", diag,
                                   "time, cycle, address and instruction are expected");
    bool trapped = traps(log, line, step.insn);
    bool interrupt = !log->expands && RVT_CORE_LINE_TEXT(line, "==>");
    if (!log->expands || trapped)
        step.known |= RVT_STEP_INSN;
    if (interrupt && !log->after_trap && log->started) {
        struct rvt_step before = {.line = line->number,
                                  .cycle = step.cycle - 1,
                                  .known = RVT_STEP_CYCLE,
                                  .kind = RVT_STEP_INTERRUPT};
        status = sink(context, &before, diag);
    }
    step.kind = trapped ? RVT_STEP_EXCEPTION : RVT_STEP_RETIRED;
    log->after_trap = trapped;
    log->started = true;
    return status == RVT_OK ? sink(context, &step, diag) : status;
}
