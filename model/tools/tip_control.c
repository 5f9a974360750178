/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/tip_control.h"

#include "io/control_file.h"

/* True if the configuration programs trTeControl itself. */
static bool is_programmed(const struct rvt_register_writes *writes)
{
    for (unsigned i = 0; i < writes->count; i++)
        if (writes->write[i].offset == RVT_TE_CONTROL)
            return true;
    return false;
}

void rvt_tip_control(const struct rvt_tip_reader *reader, const struct rvt_config *config,
                     bool enable, struct rvt_registers *registers)
{
    bool trigger = (rvt_tip_columns(reader) & RVT_TIP_TRIGGER) != 0;
    uint32_t value = rvt_registers_read(registers, RVT_TE_CONTROL);
    struct rvt_control_step step = {.word = RVT_CONTROL_OFF};

    if (enable && is_programmed(&config->registers))
        step = (struct rvt_control_step){
            .word = RVT_CONTROL_WRITE, .offset = RVT_TE_CONTROL, .value = value | RVT_TE_ENABLE};
    else if (enable)
        step.word = trigger ? RVT_CONTROL_TRACE_TRIGGERS : RVT_CONTROL_TRACE;
    rvt_control_step_apply(&step, registers);
}
