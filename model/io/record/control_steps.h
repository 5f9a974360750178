/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The steps of a control script that make an encoder go through the same settings again: what is
 * in force from which cycle on, to lines of a file that rvt_control_load reads.
 */
#ifndef RVT_IO_RECORD_CONTROL_STEPS_H
#define RVT_IO_RECORD_CONTROL_STEPS_H

#include "ingress/registers.h"
#include "io/bytes/output.h"

/* In the caller's storage; every member is private. */
struct rvt_control_steps {
    struct rvt_output *output;
    struct rvt_registers registers; /* as the steps so far leave them */
    bool begun;                     /* there is a step */
};

/* No step yet; the registers are as config leaves them. output is borrowed, config copied. */
void rvt_control_steps_init(struct rvt_control_steps *steps, const struct rvt_config *config,
                            struct rvt_output *output);

/* From cycle on, control is in force, or the register at offset reads value. A write error stays in
 * output. */
void rvt_control_steps_control(struct rvt_control_steps *steps, uint64_t cycle,
                               const struct rvt_control *control);
void rvt_control_steps_write(struct rvt_control_steps *steps, uint64_t cycle, uint32_t offset,
                             uint32_t value);

/* Ends the script: a file without steps is one, and a comment says if the encoder is still enabled.
 */
void rvt_control_steps_finish(struct rvt_control_steps *steps);

#endif
