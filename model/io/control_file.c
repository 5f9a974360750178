/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/control_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const WORDS[] = {"off", "enabled", "trace", "triggers", "trace_triggers", NULL};

/* The fields that writing 1 clears. */
enum {
    CONTROL_STICKY = RVT_TE_INST_STALL_OR_OVERFLOW,
    DATA_STICKY = RVT_TE_DATA_STALL_OR_OVERFLOW | RVT_TE_DATA_DROP,
};

const char *rvt_control_word_text(enum rvt_control_word word)
{
    return WORDS[word];
}

enum rvt_status rvt_control_register(const struct rvt_yaml_node *node, const char *text,
                                     uint32_t *offset, struct rvt_diag *diag)
{
    char *end = NULL;
    unsigned long long number = strtoull(text, &end, 0);

    if (rvt_register_find(text, offset))
        return RVT_OK;
    if (*text < '0' || *text > '9' || *end != '\0' || number >= RVT_TE_BYTES || number % 4 != 0)
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "unknown register '%.40s'", text);
    *offset = (uint32_t)number;
    return RVT_OK;
}

static enum rvt_status read_write(const struct rvt_yaml_node *name, struct rvt_control_step *step,
                                  struct rvt_diag *diag)
{
    uint64_t value = 0;
    enum rvt_status status = rvt_yaml_expect(name, RVT_YAML_SCALAR, diag);

    if (status == RVT_OK)
        status = rvt_control_register(name, name->text, &step->offset, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(name->next, &value, diag);
    if (status == RVT_OK && value > UINT32_MAX)
        status = rvt_yaml_refuse(name->next, RVT_ERR_SYNTAX, NULL, diag,
                                 "the value does not fit a register of 32 bits");
    step->word = RVT_CONTROL_WRITE;
    step->value = (uint32_t)value;
    return status;
}

static enum rvt_status read_step(const struct rvt_yaml_node *node, struct rvt_control_step *step,
                                 struct rvt_diag *diag)
{
    unsigned word = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SEQUENCE, diag);

    if (status == RVT_OK && (node->count < 2 || node->count > 3))
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag,
                                 "expected [cycle, word] or [cycle, register, value]");
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(node->first, &step->cycle, diag);
    if (status != RVT_OK)
        return status;
    step->line = node->line;
    if (node->count == 3)
        return read_write(node->first->next, step, diag);
    status = rvt_yaml_choice(node->first->next, WORDS, &word, diag);
    step->word = (enum rvt_control_word)word;
    return status;
}

enum rvt_status rvt_control_read(const struct rvt_yaml_node *sequence,
                                 struct rvt_control_script *script, struct rvt_diag *diag)
{
    uint64_t cycle = 0;
    enum rvt_status status = rvt_yaml_expect(sequence, RVT_YAML_SEQUENCE, diag);

    *script = (struct rvt_control_script){0};
    if (status != RVT_OK)
        return status;
    script->step = calloc(sequence->count + 1, sizeof(*script->step));
    if (script->step == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    for (const struct rvt_yaml_node *node = sequence->first; status == RVT_OK && node != NULL;
         node = node->next) {
        struct rvt_control_step *step = &script->step[script->count++];
        status = read_step(node, step, diag);
        if (status == RVT_OK && step->cycle < cycle)
            status =
                rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag,
                                "cycle %" PRIu64 " is earlier than the one before", step->cycle);
        cycle = step->cycle;
    }
    if (status != RVT_OK)
        rvt_control_fini(script);
    return status;
}

enum rvt_status rvt_control_load(const char *path, struct rvt_control_script *script,
                                 struct rvt_diag *diag)
{
    struct rvt_yaml *yaml = NULL;
    enum rvt_status status = rvt_yaml_open(path, &yaml, diag);

    if (status != RVT_OK)
        return status;
    status = rvt_control_read(rvt_yaml_root(yaml), script, diag);
    rvt_yaml_close(yaml);
    script->strict = status == RVT_OK;
    return status;
}

void rvt_control_fini(struct rvt_control_script *script)
{
    free(script->step);
    *script = (struct rvt_control_script){0};
}

void rvt_control_step_apply(const struct rvt_control_step *step, struct rvt_registers *registers)
{
    bool tracing = step->word == RVT_CONTROL_TRACE || step->word == RVT_CONTROL_TRACE_TRIGGERS;
    bool triggers = step->word == RVT_CONTROL_TRIGGERS || step->word == RVT_CONTROL_TRACE_TRIGGERS;
    uint32_t bits = rvt_registers_read(registers, RVT_TE_CONTROL) &
                    ~(uint32_t)(RVT_TE_ENABLE | RVT_TE_INST_TRACING | RVT_TE_INST_TRIG_ENABLE |
                                CONTROL_STICKY); /* writing 1 would clear the last */

    if (step->word == RVT_CONTROL_WRITE) {
        rvt_registers_write(registers, step->offset, step->value);
        return;
    }
    bits |= RVT_TE_ACTIVE;
    bits |= step->word != RVT_CONTROL_OFF ? RVT_TE_ENABLE : 0;
    bits |= tracing ? RVT_TE_INST_TRACING : 0;
    bits |= triggers ? RVT_TE_INST_TRIG_ENABLE : 0;
    rvt_registers_write(registers, RVT_TE_CONTROL, bits);
}

void rvt_control_follow(struct rvt_registers *registers, const struct rvt_encoder *encoder)
{
    if (rvt_registers_control(registers).enable)
        rvt_registers_set_tracing(registers, rvt_encoder_tracing(encoder),
                                  rvt_encoder_data_tracing(encoder));
}

enum rvt_status rvt_control_play(struct rvt_control_script *script, struct rvt_registers *registers,
                                 struct rvt_encoder *encoder, uint64_t cycle, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    while (status == RVT_OK && script->next < script->count &&
           script->step[script->next].cycle <= cycle) {
        const struct rvt_control_step *step = &script->step[script->next++];
        struct rvt_row row = {.cycle = step->cycle};
        rvt_control_follow(registers, encoder);
        rvt_control_step_apply(step, registers);
        if (script->strict && step->word == RVT_CONTROL_WRITE)
            status = rvt_control_check(registers, step->offset, step->value, diag);
        if (status != RVT_OK)
            rvt_diag_at(diag, "line", step->line);
        else
            status = rvt_encoder_program(encoder, &row, registers, diag);
    }
    return status;
}

enum rvt_status rvt_control_check(const struct rvt_registers *registers, uint32_t offset,
                                  uint32_t value, struct rvt_diag *diag)
{
    uint32_t held = rvt_registers_read(registers, offset);
    uint32_t acts = offset == RVT_TE_CONTROL        ? RVT_TE_ENABLE | CONTROL_STICKY
                    : offset == RVT_TE_DATA_CONTROL ? DATA_STICKY
                                                    : 0u;
    char name[RVT_REGISTER_NAME_BYTES] = "the register";

    if ((value & ~held & ~acts) == 0)
        return RVT_OK;
    (void)rvt_register_name(offset, name);
    return rvt_diag_set(diag, RVT_ERR_PARAMETER, NULL, 0, NULL,
                        "%s cannot hold 0x%" PRIx32 ", it reads back 0x%" PRIx32, name, value,
                        held);
}
