/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/record/control_steps.h"

#include <inttypes.h>
#include <stdio.h>

#include "io/control_file.h"

void rvt_control_steps_init(struct rvt_control_steps *steps, const struct rvt_config *config,
                            struct rvt_output *output)
{
    *steps = (struct rvt_control_steps){.output = output};
    rvt_registers_init(&steps->registers, config);
}

static enum rvt_control_word word_of(const struct rvt_control *control)
{
    if (!control->enable)
        return RVT_CONTROL_OFF;
    if (control->inst_tracing)
        return control->inst_trig_enable ? RVT_CONTROL_TRACE_TRIGGERS : RVT_CONTROL_TRACE;
    return control->inst_trig_enable ? RVT_CONTROL_TRIGGERS : RVT_CONTROL_ENABLED;
}

static void apply(struct rvt_control_steps *steps, const struct rvt_control_step *step)
{
    rvt_control_step_apply(step, &steps->registers);
    steps->begun = true;
}

void rvt_control_steps_write(struct rvt_control_steps *steps, uint64_t cycle, uint32_t offset,
                             uint32_t value)
{
    const struct rvt_control_step step = {
        .cycle = cycle, .word = RVT_CONTROL_WRITE, .offset = offset, .value = value};
    char name[RVT_REGISTER_NAME_BYTES];

    if (!rvt_register_name(offset, name))
        (void)snprintf(name, sizeof name, "0x%03" PRIx32, offset);
    rvt_output_print(steps->output, "- [%" PRIu64 ", %s, 0x%" PRIx32 "]\n", cycle, name, value);
    apply(steps, &step);
}

void rvt_control_steps_control(struct rvt_control_steps *steps, uint64_t cycle,
                               const struct rvt_control *control)
{
    const struct rvt_control_step step = {.cycle = cycle, .word = word_of(control)};
    struct rvt_registers *registers = &steps->registers;

    if (rvt_registers_control(registers).enable) /* triggers may have changed it */
        rvt_registers_set_tracing(registers, control->inst_tracing, control->data_tracing);
    uint32_t before = rvt_registers_read(registers, RVT_TE_DATA_CONTROL);
    uint32_t data = before & ~(uint32_t)(RVT_TE_DATA_TRACING | RVT_TE_DATA_TRIG_ENABLE);
    data |= control->data_tracing ? RVT_TE_DATA_TRACING : 0;
    data |= control->data_trig_enable ? RVT_TE_DATA_TRIG_ENABLE : 0;
    rvt_registers_write(registers, RVT_TE_DATA_CONTROL, data);
    data = rvt_registers_read(registers, RVT_TE_DATA_CONTROL);
    if (data != before)
        rvt_control_steps_write(steps, cycle, RVT_TE_DATA_CONTROL, data);
    rvt_output_print(steps->output, "- [%" PRIu64 ", %s]\n", cycle,
                     rvt_control_word_text(step.word));
    apply(steps, &step);
}

void rvt_control_steps_finish(struct rvt_control_steps *steps)
{
    if (!steps->begun)
        rvt_output_print(steps->output, "[]\n");
    if (rvt_registers_control(&steps->registers).enable)
        rvt_output_print(steps->output,
                         "# Still enabled at the end of the run. rvt encode disables the encoder\n"
                         "# after the last row, and sends the packets that report that.\n");
}
