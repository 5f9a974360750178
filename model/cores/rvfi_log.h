/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * RVFI, the interface of the RISC-V formal framework, as text: a header with names of its signals,
 * one record per line, values hexadecimal. RVFI itself has no cause and tval of traps; the reader
 * takes them from the columns cause and tval, or from the trap CSRs (csr_mcause_rdata, ...) of the
 * first record of the handler. Layout: docs/files.md.
 */
#ifndef RVT_CORES_RVFI_LOG_H
#define RVT_CORES_RVFI_LOG_H

#include "cores/core_table.h"
#include "cores/step.h"

struct rvt_rvfi_log {
    struct rvt_core_table table;
    bool started;         /* there was a record */
    uint64_t order;       /* of the latest record */
    struct rvt_step last; /* of the latest record */
    bool trapped;         /* last is an exception, and waits for the record after it */
};

/* Starts before the header. */
void rvt_rvfi_log_init(struct rvt_rvfi_log *log);

/*
 * Reads a line and gives the steps that it completes to sink. A jump of order is a loss.
 * RVT_ERR_SYNTAX with line and rule: those of core_table.h; LogOrder (order does not increase);
 * LogCause (intr without a trap before it, but the cause is that of an exception). Any status of
 * the sink.
 */
RVT_MUST_USE
enum rvt_status rvt_rvfi_log_line(struct rvt_rvfi_log *log, struct rvt_core_line *line,
                                  rvt_step_sink sink, void *context, struct rvt_diag *diag);

/* The log ended: gives an exception that waits. */
RVT_MUST_USE
enum rvt_status rvt_rvfi_log_end(struct rvt_rvfi_log *log, rvt_step_sink sink, void *context,
                                 struct rvt_diag *diag);

/* The optional members that steps of this log have, and RVT_STEP_LOST; after the header. */
unsigned rvt_rvfi_log_members(const struct rvt_rvfi_log *log);

#endif
