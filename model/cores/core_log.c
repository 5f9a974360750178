/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/core_log.h"

const char *rvt_core_format_name(enum rvt_core_format format)
{
    static const char *const NAME[RVT_CORE_FORMATS] = {
        [RVT_CORE_CSV] = "csv",           [RVT_CORE_SPIKE] = "spike", [RVT_CORE_RVFI] = "rvfi",
        [RVT_CORE_QEMU] = "qemu",         [RVT_CORE_IBEX] = "ibex",   [RVT_CORE_ITI] = "iti",
        [RVT_CORE_CV32E40P] = "cv32e40p",
    };

    return format < RVT_CORE_FORMATS ? NAME[format] : NULL;
}

void rvt_core_log_init(struct rvt_core_log *log, const struct rvt_core_log_options *options,
                       rvt_step_sink sink, void *context)
{
    *log = (struct rvt_core_log){.format = options->format, .sink = sink, .context = context};
    switch (options->format) {
    case RVT_CORE_CSV:
        rvt_csv_log_init(&log->as.csv);
        break;
    case RVT_CORE_SPIKE:
        rvt_spike_log_init(&log->as.spike, options->hart_known ? &options->hart : NULL);
        break;
    case RVT_CORE_RVFI:
        rvt_rvfi_log_init(&log->as.rvfi);
        break;
    case RVT_CORE_QEMU:
        rvt_qemu_log_init(&log->as.qemu, options->hart_known ? &options->hart : NULL,
                          options->image);
        break;
    case RVT_CORE_IBEX:
    case RVT_CORE_CV32E40P:
        rvt_tracer_log_init(&log->as.tracer, options->format == RVT_CORE_CV32E40P);
        break;
    case RVT_CORE_ITI:
        rvt_retirement_log_init(&log->as.retirement, options->dialect, options->image);
        break;
    case RVT_CORE_FORMATS:
        break;
    }
}

enum rvt_status rvt_core_log_line(struct rvt_core_log *log, const char *text, size_t length,
                                  struct rvt_diag *diag)
{
    struct rvt_core_line line = {.at = text, .end = text + length, .number = ++log->lines};

    switch (log->format) {
    case RVT_CORE_CSV:
        return rvt_csv_log_line(&log->as.csv, &line, log->sink, log->context, diag);
    case RVT_CORE_SPIKE:
        return rvt_spike_log_line(&log->as.spike, &line, log->sink, log->context, diag);
    case RVT_CORE_RVFI:
        return rvt_rvfi_log_line(&log->as.rvfi, &line, log->sink, log->context, diag);
    case RVT_CORE_QEMU:
        return rvt_qemu_log_line(&log->as.qemu, &line, log->sink, log->context, diag);
    case RVT_CORE_IBEX:
    case RVT_CORE_CV32E40P:
        return rvt_tracer_log_line(&log->as.tracer, &line, log->sink, log->context, diag);
    case RVT_CORE_ITI:
        return rvt_retirement_log_line(&log->as.retirement, &line, log->sink, log->context, diag);
    case RVT_CORE_FORMATS:
        break;
    }
    return RVT_ERR_PARAMETER;
}

enum rvt_status rvt_core_log_end(struct rvt_core_log *log, struct rvt_diag *diag)
{
    if (log->lines == 0)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, "LogSyntax", "the log is empty");
    if (log->format == RVT_CORE_SPIKE)
        return rvt_spike_log_end(&log->as.spike, log->sink, log->context, diag);
    if (log->format == RVT_CORE_RVFI)
        return rvt_rvfi_log_end(&log->as.rvfi, log->sink, log->context, diag);
    if (log->format == RVT_CORE_QEMU)
        return rvt_qemu_log_end(&log->as.qemu, log->sink, log->context, diag);
    return RVT_OK;
}

unsigned rvt_core_log_members(const struct rvt_core_log *log)
{
    switch (log->format) {
    case RVT_CORE_CSV:
        return rvt_csv_log_members(&log->as.csv);
    case RVT_CORE_RVFI:
        return rvt_rvfi_log_members(&log->as.rvfi);
    case RVT_CORE_IBEX:
    case RVT_CORE_CV32E40P:
        return RVT_STEP_CYCLE;
    case RVT_CORE_ITI:
        return RVT_STEP_LOST;
    case RVT_CORE_SPIKE:
    case RVT_CORE_QEMU:
    case RVT_CORE_FORMATS:
        break;
    }
    return 0;
}
