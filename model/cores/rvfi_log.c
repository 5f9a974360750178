/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/rvfi_log.h"

enum column {
    VALID,
    ORDER,
    INSN,
    TRAP,
    INTR,
    MODE,
    PC_RDATA,
    PC_WDATA,
    CAUSE,
    TVAL,
    MCAUSE,
    MTVAL,
    MSTATUS,
    SCAUSE,
    STVAL,
    SSTATUS,
    CYCLE,
    CONTEXT,
    TIME,
    COLUMNS,
};

static const struct rvt_core_column COLUMN[COLUMNS] = {
    [VALID] = {"valid", 1, false, false},
    [ORDER] = {"order", UINT64_MAX, false, false},
    [INSN] = {"insn", UINT32_MAX, true, false},
    [TRAP] = {"trap", 1, true, false},
    [INTR] = {"intr", 1, true, false},
    [MODE] = {"mode", 7, true, false},
    [PC_RDATA] = {"pc_rdata", UINT64_MAX, true, false},
    [PC_WDATA] = {"pc_wdata", UINT64_MAX, false, false},
    [CAUSE] = {"cause", UINT32_MAX, false, false},
    [TVAL] = {"tval", UINT64_MAX, false, false},
    [MCAUSE] = {"csr_mcause_rdata", UINT64_MAX, false, false},
    [MTVAL] = {"csr_mtval_rdata", UINT64_MAX, false, false},
    [MSTATUS] = {"csr_mstatus_rdata", UINT64_MAX, false, false},
    [SCAUSE] = {"csr_scause_rdata", UINT64_MAX, false, false},
    [STVAL] = {"csr_stval_rdata", UINT64_MAX, false, false},
    [SSTATUS] = {"csr_sstatus_rdata", UINT64_MAX, false, false},
    [CYCLE] = {"cycle", UINT64_MAX, false, false},
    [CONTEXT] = {"context", UINT64_MAX, false, false},
    [TIME] = {"time", UINT64_MAX, false, false},
};

enum { PRIV_S = 1, PRIV_M = 3, MPP_SHIFT = 11, SPP_SHIFT = 8 };

void rvt_rvfi_log_init(struct rvt_rvfi_log *log)
{
    *log = (struct rvt_rvfi_log){
        .table = {.column = COLUMN, .columns = COLUMNS, .prefix = "rvfi_", .others = true}};
}

static bool has(const struct rvt_rvfi_log *log, enum column column)
{
    return log->table.present >> column & 1;
}

unsigned rvt_rvfi_log_members(const struct rvt_rvfi_log *log)
{
    return (has(log, CYCLE) ? RVT_STEP_CYCLE : 0u) | (has(log, CONTEXT) ? RVT_STEP_CONTEXT : 0u) |
           (has(log, TIME) ? RVT_STEP_TIME : 0u) | (has(log, ORDER) ? RVT_STEP_LOST : 0u);
}

/* What the first record of a handler says of the trap that led to it: cause, tval, and the
 * privilege before it. interrupt: what the cause says. */
static void read_trap_csrs(const struct rvt_rvfi_log *log, const uint64_t *value,
                           struct rvt_step *trap, bool *interrupt)
{
    bool machine = value[MODE] == PRIV_M;
    enum column cause = machine ? MCAUSE : SCAUSE;
    enum column tval = machine ? MTVAL : STVAL;

    if (has(log, cause)) {
        *interrupt = value[cause] >> 63 || (value[cause] >> 31 & 1);
        trap->cause = (uint32_t)value[cause] & ~(UINT32_C(1) << 31);
        trap->known |= RVT_STEP_CAUSE;
    }
    if (has(log, tval) && trap->kind == RVT_STEP_EXCEPTION) {
        trap->tval = value[tval];
        trap->known |= RVT_STEP_TVAL;
    }
    if (trap->known & RVT_STEP_PRIVILEGE)
        return;
    if (machine && has(log, MSTATUS)) {
        trap->privilege = value[MSTATUS] >> MPP_SHIFT & 3;
        trap->known |= RVT_STEP_PRIVILEGE;
    } else if (value[MODE] == PRIV_S && has(log, SSTATUS)) {
        trap->privilege = value[SSTATUS] >> SPP_SHIFT & 1;
        trap->known |= RVT_STEP_PRIVILEGE;
    }
}

static enum rvt_status inconsistent(const struct rvt_core_line *line, struct rvt_diag *diag)
{
    return rvt_core_line_fault(line, "LogCause", diag,
                               "trap and intr of the records contradict the cause");
}

/* The exception of the record before. null: the log ends. */
static enum rvt_status give_exception(struct rvt_rvfi_log *log, const struct rvt_core_line *line,
                                      const uint64_t *value, rvt_step_sink sink, void *context,
                                      struct rvt_diag *diag)
{
    bool interrupt = false;

    if (!log->trapped)
        return RVT_OK;
    log->trapped = false;
    if (value && !(log->last.known & RVT_STEP_CAUSE))
        read_trap_csrs(log, value, &log->last, &interrupt);
    return interrupt ? inconsistent(line, diag) : sink(context, &log->last, diag);
}

/* The interrupt before the first record of its handler. */
static enum rvt_status give_interrupt(const struct rvt_rvfi_log *log,
                                      const struct rvt_core_line *line, const uint64_t *value,
                                      rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    bool own_cause = has(log, CAUSE) && !value[TRAP]; /* else it is that of the exception */
    struct rvt_step trap = {.line = line->number,
                            .pc = log->last.next,
                            .cycle = value[CYCLE] - 1,
                            .context = log->last.context,
                            .time = value[TIME],
                            .cause = (uint32_t)value[CAUSE],
                            .known = rvt_rvfi_log_members(log) |
                                     (has(log, PC_WDATA) ? RVT_STEP_PC : 0u) |
                                     (own_cause ? RVT_STEP_CAUSE : 0u),
                            .kind = RVT_STEP_INTERRUPT};
    bool interrupt = true;

    read_trap_csrs(log, value, &trap, &interrupt);
    return interrupt ? sink(context, &trap, diag) : inconsistent(line, diag);
}

static enum rvt_status check_order(struct rvt_rvfi_log *log, const struct rvt_core_line *line,
                                   uint64_t order, bool *loss, struct rvt_diag *diag)
{
    *loss = false;
    if (!has(log, ORDER))
        return RVT_OK;
    if (log->started && order <= log->order)
        return rvt_core_line_fault(line, "LogOrder", diag, "order does not increase");
    *loss = log->started && order != log->order + 1;
    log->order = order;
    return RVT_OK;
}

static struct rvt_step record_step(const struct rvt_rvfi_log *log, const struct rvt_core_line *line,
                                   const uint64_t *value)
{
    bool trap = value[TRAP] != 0;

    return (struct rvt_step){
        .line = line->number,
        .pc = value[PC_RDATA],
        .next = value[PC_WDATA],
        .tval = trap ? value[TVAL] : 0,
        .cycle = value[CYCLE],
        .context = value[CONTEXT],
        .time = value[TIME],
        .insn = (uint32_t)value[INSN],
        .cause = (uint32_t)value[CAUSE],
        .known = rvt_rvfi_log_members(log) | RVT_STEP_PC | RVT_STEP_INSN | RVT_STEP_PRIVILEGE |
                 (has(log, PC_WDATA) ? RVT_STEP_NEXT : 0u) |
                 (trap && has(log, CAUSE) ? RVT_STEP_CAUSE : 0u) |
                 (trap && has(log, TVAL) ? RVT_STEP_TVAL : 0u),
        .kind = trap ? RVT_STEP_EXCEPTION : RVT_STEP_RETIRED,
        .privilege = (uint8_t)value[MODE],
    };
}

enum rvt_status rvt_rvfi_log_line(struct rvt_rvfi_log *log, struct rvt_core_line *line,
                                  rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    uint64_t value[COLUMNS] = {[VALID] = 1};
    bool loss = false;

    if (!log->table.places)
        return rvt_core_table_header(&log->table, line, diag);
    if (line->at == line->end)
        return RVT_OK;
    enum rvt_status status = rvt_core_table_record(&log->table, line, value, diag);
    if (status != RVT_OK || !value[VALID])
        return status;
    bool after_trap = log->trapped;
    status = check_order(log, line, value[ORDER], &loss, diag);
    if (status == RVT_OK)
        status = give_exception(log, line, loss ? NULL : value, sink, context, diag);
    if (status == RVT_OK && loss)
        status =
            sink(context, &(struct rvt_step){.line = line->number, .kind = RVT_STEP_LOSS}, diag);
    if (status == RVT_OK && value[INTR] && !after_trap && !loss && log->started)
        status = give_interrupt(log, line, value, sink, context, diag);
    if (status != RVT_OK)
        return status;
    log->started = true;
    log->last = record_step(log, line, value);
    log->trapped = log->last.kind == RVT_STEP_EXCEPTION;
    return log->trapped ? RVT_OK : sink(context, &log->last, diag);
}

enum rvt_status rvt_rvfi_log_end(struct rvt_rvfi_log *log, rvt_step_sink sink, void *context,
                                 struct rvt_diag *diag)
{
    return give_exception(log, NULL, NULL, sink, context, diag);
}
