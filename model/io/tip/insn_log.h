/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Instruction logs of cores and emulators: CSV with a header of the names VALID, ADDRESS, INSN,
 * PRIVILEGE, EXCEPTION, ECAUSE, TVAL, INTERRUPT in any order, values hexadecimal; may be compressed
 * with gzip. Layout: docs/files.md.
 */
#ifndef RVT_IO_TIP_INSN_LOG_H
#define RVT_IO_TIP_INSN_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* A line: an instruction that retired or trapped. */
struct rvt_log_line {
    uint64_t number; /* of the line in the file */
    uint64_t address;
    uint64_t tval;
    uint32_t insn; /* bits 15:0 of a compressed one */
    uint32_t ecause;
    uint8_t privilege;
    bool exception; /* it trapped and did not retire: ecause, tval and interrupt are valid */
    bool interrupt;
};

struct rvt_log; /* opaque; memory does not grow with the file */

/* Opens path ("-": stdin). RVT_ERR_IO; RVT_ERR_SYNTAX (header: missing, unknown or repeated
 * column). */
RVT_MUST_USE
enum rvt_status rvt_log_open(const char *path, struct rvt_log **log, struct rvt_diag *diag);

/* Frees; null is accepted. */
void rvt_log_close(struct rvt_log *log);

/* Reads the next line whose VALID is 1; *end is true if there was none. RVT_ERR_SYNTAX with the
 * line; RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_log_read(struct rvt_log *log, struct rvt_log_line *line, bool *end,
                             struct rvt_diag *diag);

/* How far reading is in the file itself (rvt_input_place). */
uint64_t rvt_log_place(const struct rvt_log *log);

#endif
