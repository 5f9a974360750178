/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs of cores and emulators in each format that is known, line by line. */
#ifndef RVT_CORES_CORE_LOG_H
#define RVT_CORES_CORE_LOG_H

#include <stddef.h>

#include "cores/csv_log.h"
#include "cores/qemu_log.h"
#include "cores/retirement_log.h"
#include "cores/rvfi_log.h"
#include "cores/spike_log.h"
#include "cores/step.h"
#include "cores/tracer_log.h"
#include "program/image.h"

enum rvt_core_format {
    RVT_CORE_CSV,
    RVT_CORE_SPIKE,
    RVT_CORE_RVFI,
    RVT_CORE_QEMU,
    RVT_CORE_IBEX,
    RVT_CORE_CV32E40P,
    RVT_CORE_ITI,
    RVT_CORE_FORMATS,
};

/* The name of a format, as the command line has it; static; null from RVT_CORE_FORMATS on. */
const char *rvt_core_format_name(enum rvt_core_format format);

struct rvt_core_log_options {
    enum rvt_core_format format;
    bool hart_known; /* hart is the one whose lines count; else the log has only one */
    uint64_t hart;
    enum rvt_retirement_dialect dialect; /* of RVT_CORE_ITI */
    struct rvt_image *image;             /* borrowed; may be empty */
};

struct rvt_core_log {
    enum rvt_core_format format;
    rvt_step_sink sink;
    void *context;
    uint64_t lines; /* that were read */
    union {
        struct rvt_csv_log csv;
        struct rvt_spike_log spike;
        struct rvt_rvfi_log rvfi;
        struct rvt_qemu_log qemu;
        struct rvt_tracer_log tracer;
        struct rvt_retirement_log retirement;
    } as;
};

/* Starts before the first line. The image is borrowed as long as log is in use. */
void rvt_core_log_init(struct rvt_core_log *log, const struct rvt_core_log_options *options,
                       rvt_step_sink sink, void *context);

/* Reads the next line, of length characters without its newline, and gives the steps that it
 * completes to the sink. RVT_ERR_SYNTAX with line and rule, see the module of the format. Any
 * status of the sink. */
RVT_MUST_USE
enum rvt_status rvt_core_log_line(struct rvt_core_log *log, const char *text, size_t length,
                                  struct rvt_diag *diag);

/* The log ended: gives the last steps. RVT_ERR_SYNTAX: there was no line. Else as above. */
RVT_MUST_USE
enum rvt_status rvt_core_log_end(struct rvt_core_log *log, struct rvt_diag *diag);

/* Which of RVT_STEP_CYCLE, CONTEXT, TIME and LOST steps of this log may have; valid after its first
 * line. */
unsigned rvt_core_log_members(const struct rvt_core_log *log);

#endif
