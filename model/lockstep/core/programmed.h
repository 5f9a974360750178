/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What software wrote into trTeInstFeatures and the registers of filters and comparators beside the
 * hardware, until it acts. Other registers are told apart (control) or do not change while rows
 * run. Spec: ETR-CTL-009, ETR-CTL-010, ETR-CTL-015, ETR-CTL-016; decision 0002, "Writes while
 * enabled".
 */
#ifndef RVT_LOCKSTEP_CORE_PROGRAMMED_H
#define RVT_LOCKSTEP_CORE_PROGRAMMED_H

#include "base/params.h"
#include "encoder/encoder.h"

#include "lockstep/core/retired.h"
#include "lockstep/timing/arrivals.h"

struct rvt_programmed; /* opaque */

/* As config leaves the registers. config is copied. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_programmed_open(const struct rvt_config *config,
                                    struct rvt_programmed **programmed);

/* Frees; null is accepted. */
void rvt_programmed_close(struct rvt_programmed *programmed);

/* Software wrote value to the register at offset. Modes, filters and comparators take what they can
 * hold, trTeDataControl its fields that act at once; trTeActive 0 gives them their reset values.
 * RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_programmed_write(struct rvt_programmed *programmed, uint32_t offset,
                                     uint32_t value);

/* Which of what was written. */
enum rvt_programmed_part {
    RVT_PROGRAMMED_ENABLED, /* what comes before trTeActive 0 */
    RVT_PROGRAMMED_ALL,
};

/*
 * A part of what was written acts before row, one after the other, on encoder and, unless they are
 * null, on retired and arrivals; control is what is in force. Does nothing if nothing was written.
 * Statuses of rvt_encoder_program.
 */
RVT_MUST_USE
enum rvt_status rvt_programmed_apply(struct rvt_programmed *programmed,
                                     enum rvt_programmed_part part,
                                     const struct rvt_control *control, struct rvt_encoder *encoder,
                                     struct rvt_retired *retired, struct rvt_arrivals *arrivals,
                                     const struct rvt_row *row, struct rvt_diag *diag);

#endif
