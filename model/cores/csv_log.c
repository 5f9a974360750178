/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/csv_log.h"

enum column {
    VALID,
    ADDRESS,
    INSN,
    PRIVILEGE,
    EXCEPTION,
    ECAUSE,
    TVAL,
    INTERRUPT,
    CYCLE,
    CONTEXT,
    TIME,
    LOST,
    COLUMNS,
};

static const struct rvt_core_column COLUMN[COLUMNS] = {
    [VALID] = {"VALID", 1, true, false},
    [ADDRESS] = {"ADDRESS", UINT64_MAX, true, false},
    [INSN] = {"INSN", UINT32_MAX, true, false},
    [PRIVILEGE] = {"PRIVILEGE", 7, true, false},
    [EXCEPTION] = {"EXCEPTION", 1, true, false},
    [ECAUSE] = {"ECAUSE", UINT32_MAX, true, false},
    [TVAL] = {"TVAL", UINT64_MAX, true, false},
    [INTERRUPT] = {"INTERRUPT", 1, true, false},
    [CYCLE] = {"CYCLE", UINT64_MAX, false, false},
    [CONTEXT] = {"CONTEXT", UINT64_MAX, false, false},
    [TIME] = {"TIME", UINT64_MAX, false, false},
    [LOST] = {"LOST", 1, false, false},
};

void rvt_csv_log_init(struct rvt_csv_log *log)
{
    *log = (struct rvt_csv_log){.table = {.column = COLUMN, .columns = COLUMNS}};
}

unsigned rvt_csv_log_members(const struct rvt_csv_log *log)
{
    uint64_t present = log->table.present;

    return (present >> CYCLE & 1 ? RVT_STEP_CYCLE : 0u) |
           (present >> CONTEXT & 1 ? RVT_STEP_CONTEXT : 0u) |
           (present >> TIME & 1 ? RVT_STEP_TIME : 0u) | (present >> LOST & 1 ? RVT_STEP_LOST : 0u);
}

enum rvt_status rvt_csv_log_line(struct rvt_csv_log *log, struct rvt_core_line *line,
                                 rvt_step_sink sink, void *context, struct rvt_diag *diag)
{
    uint64_t value[COLUMNS] = {0};

    if (!log->table.places)
        return rvt_core_table_header(&log->table, line, diag);
    if (line->at == line->end)
        return RVT_OK;
    enum rvt_status status = rvt_core_table_record(&log->table, line, value, diag);
    if (status == RVT_OK && value[LOST])
        status =
            sink(context, &(struct rvt_step){.line = line->number, .kind = RVT_STEP_LOSS}, diag);
    if (status != RVT_OK || !value[VALID])
        return status;
    struct rvt_step step = {.line = line->number,
                            .pc = value[ADDRESS],
                            .tval = value[INTERRUPT] ? 0 : value[TVAL],
                            .cycle = value[CYCLE],
                            .context = value[CONTEXT],
                            .time = value[TIME],
                            .insn = (uint32_t)value[INSN],
                            .cause = (uint32_t)value[ECAUSE],
                            .privilege = (uint8_t)value[PRIVILEGE],
                            .kind = RVT_STEP_RETIRED,
                            .known = rvt_csv_log_members(log) | RVT_STEP_PC | RVT_STEP_INSN |
                                     RVT_STEP_PRIVILEGE | RVT_STEP_CAUSE | RVT_STEP_TVAL};
    if (value[EXCEPTION])
        step.kind = value[INTERRUPT] ? RVT_STEP_INTERRUPT : RVT_STEP_EXCEPTION;
    return sink(context, &step, diag);
}
