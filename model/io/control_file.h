/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Control scripts: what software does to the control registers of a trace encoder, and in which
 * cycle. A YAML sequence of [cycle, register, value] and [cycle, word]; docs/files.md.
 */
#ifndef RVT_IO_CONTROL_FILE_H
#define RVT_IO_CONTROL_FILE_H

#include "encoder/encoder.h"
#include "ingress/registers.h"
#include "io/yaml_value.h"

/* Words for writes of trTeControl that leave its other fields alone. */
enum rvt_control_word {
    RVT_CONTROL_OFF,
    RVT_CONTROL_ENABLED, /* not tracing */
    RVT_CONTROL_TRACE,
    RVT_CONTROL_TRIGGERS, /* trTeInstTrigEnable, not tracing */
    RVT_CONTROL_TRACE_TRIGGERS,
    RVT_CONTROL_WRITE, /* no word: a register and a value */
};

struct rvt_control_step {
    uint64_t cycle; /* acts before the row of this cycle */
    enum rvt_control_word word;
    uint32_t offset, value;
    unsigned line;
};

struct rvt_control_script {
    struct rvt_control_step *step;
    size_t count, next; /* next: the first one that has not acted */
    bool strict;        /* a value that its register cannot hold is refused */
};

/*
 * Reads a sequence into script, which rvt_control_fini frees. RVT_ERR_SYNTAX, with the line, for
 * anything else, an unknown register, or cycles that fall; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_control_read(const struct rvt_yaml_node *sequence,
                                 struct rvt_control_script *script, struct rvt_diag *diag);

/* Reads the file at path ("-": stdin), strictly. The same, and errors of rvt_yaml_open. */
RVT_MUST_USE
enum rvt_status rvt_control_load(const char *path, struct rvt_control_script *script,
                                 struct rvt_diag *diag);

/* Frees what a script owns; a zeroed one is accepted. */
void rvt_control_fini(struct rvt_control_script *script);

/* Carries out what is due up to and including cycle, step by step. Errors of rvt_encoder_program;
 * RVT_ERR_PARAMETER, with the line, from a strict script. */
RVT_MUST_USE
enum rvt_status rvt_control_play(struct rvt_control_script *script, struct rvt_registers *registers,
                                 struct rvt_encoder *encoder, uint64_t cycle,
                                 struct rvt_diag *diag);

/* Does to registers what step says. */
void rvt_control_step_apply(const struct rvt_control_step *step, struct rvt_registers *registers);

/* Reads a register as text: its name, or its offset. RVT_ERR_SYNTAX at node. */
RVT_MUST_USE
enum rvt_status rvt_control_register(const struct rvt_yaml_node *node, const char *text,
                                     uint32_t *offset, struct rvt_diag *diag);

/*
 * Refuses a value that the register at offset could not hold: a bit that was written as 1 and reads
 * 0 in registers behind the write. Bits that act instead of being held are not looked at.
 * RVT_ERR_PARAMETER, its text naming the register.
 */
RVT_MUST_USE
enum rvt_status rvt_control_check(const struct rvt_registers *registers, uint32_t offset,
                                  uint32_t value, struct rvt_diag *diag);

#endif
