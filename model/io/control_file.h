/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Control scripts: the writes of software to the control registers of a trace encoder, and their
 * cycles. A YAML sequence of [cycle, register, value] and [cycle, word]; see docs/files.md. */
#ifndef RVT_IO_CONTROL_FILE_H
#define RVT_IO_CONTROL_FILE_H

#include "encoder/encoder.h"
#include "ingress/registers.h"
#include "io/yaml_value.h"

/* Words for writes to trTeControl that leave its other fields unchanged. */
enum rvt_control_word {
    RVT_CONTROL_OFF,
    RVT_CONTROL_ENABLED, /* not tracing */
    RVT_CONTROL_TRACE,
    RVT_CONTROL_TRIGGERS, /* trTeInstTrigEnable, not tracing */
    RVT_CONTROL_TRACE_TRIGGERS,
    RVT_CONTROL_WRITE, /* no word: a register and a value */
};

/* A word as a script has it; static; null for RVT_CONTROL_WRITE. */
const char *rvt_control_word_text(enum rvt_control_word word);

struct rvt_control_step {
    uint64_t cycle; /* takes effect before the row of this cycle */
    enum rvt_control_word word;
    uint32_t offset, value;
    unsigned line;
};

struct rvt_control_script {
    struct rvt_control_step *step;
    size_t count, next; /* next: the first one not yet carried out */
    bool strict;        /* refuse values that their register cannot hold */
};

/* Reads a sequence into script, which rvt_control_fini frees. RVT_ERR_SYNTAX, with the line, for
 * anything else, an unknown register, or decreasing cycles; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_control_read(const struct rvt_yaml_node *sequence,
                                 struct rvt_control_script *script, struct rvt_diag *diag);

/* Reads the file at path ("-": stdin) as a strict script. Errors as above, and those of
 * rvt_yaml_open. */
RVT_MUST_USE
enum rvt_status rvt_control_load(const char *path, struct rvt_control_script *script,
                                 struct rvt_diag *diag);

/* Frees what a script owns; a zeroed one is accepted. */
void rvt_control_fini(struct rvt_control_script *script);

/* Carries out the steps due up to and including cycle, in order. Errors of rvt_encoder_program;
 * RVT_ERR_PARAMETER, with the line, from a strict script. */
RVT_MUST_USE
enum rvt_status rvt_control_play(struct rvt_control_script *script, struct rvt_registers *registers,
                                 struct rvt_encoder *encoder, uint64_t cycle,
                                 struct rvt_diag *diag);

/* Sets trTeInstTracing and trTeDataTracing of registers as triggers left them in encoder; while it
 * is disabled they are as software wrote them. */
void rvt_control_follow(struct rvt_registers *registers, const struct rvt_encoder *encoder);

/* Applies step to registers. */
void rvt_control_step_apply(const struct rvt_control_step *step, struct rvt_registers *registers);

/* Reads a register as text: its name, or its offset. RVT_ERR_SYNTAX at node. */
RVT_MUST_USE
enum rvt_status rvt_control_register(const struct rvt_yaml_node *node, const char *text,
                                     uint32_t *offset, struct rvt_diag *diag);

/*
 * Refuses a value that the register at offset cannot hold: a bit written as 1 that reads 0 in
 * registers after the write. Bits that trigger an action instead of holding a value are not
 * checked. RVT_ERR_PARAMETER with the name of the register.
 */
RVT_MUST_USE
enum rvt_status rvt_control_check(const struct rvt_registers *registers, uint32_t offset,
                                  uint32_t value, struct rvt_diag *diag);

#endif
