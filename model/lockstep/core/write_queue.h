/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What software wrote into trTeInstFeatures and the registers of filters and comparators beside the
 * hardware, until it acts. Other registers are told apart (control) or do not change while rows
 * run. Spec: ETR-CTL-009, ETR-CTL-010, ETR-CTL-015, ETR-CTL-016; decision 0002, "Writes while
 * enabled".
 */
#ifndef RVT_LOCKSTEP_CORE_WRITE_QUEUE_H
#define RVT_LOCKSTEP_CORE_WRITE_QUEUE_H

#include "base/params.h"
#include "encoder/encoder.h"

#include "lockstep/core/decode_exact.h"
#include "lockstep/timing/ingress_arrivals.h"

struct rvt_write_queue; /* opaque */

/* As config leaves the registers. config is copied. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_write_queue_open(const struct rvt_config *config,
                                     struct rvt_write_queue **writes);

/* Frees; null is accepted. */
void rvt_write_queue_close(struct rvt_write_queue *writes);

/* Software wrote value to the register at offset. Modes, filters and comparators take what they can
 * hold, trTeDataControl its fields that act at once; trTeActive 0 gives them their reset values.
 * RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_write_queue_add(struct rvt_write_queue *writes, uint32_t offset,
                                    uint32_t value);

/* Which of what was written. */
enum rvt_write_queue_part {
    RVT_WRITE_QUEUE_ENABLED, /* what comes before trTeActive 0 */
    RVT_WRITE_QUEUE_ALL,
};

/*
 * A part of what was written acts before row, one after the other, on encoder and, unless they are
 * null, on decode_exact and arrivals; control is what is in force. Does nothing if nothing was written.
 * Statuses of rvt_encoder_program.
 */
RVT_MUST_USE
enum rvt_status rvt_write_queue_apply(struct rvt_write_queue *writes,
                                      enum rvt_write_queue_part part,
                                      const struct rvt_control *control,
                                      struct rvt_encoder *encoder, struct rvt_decode_exact *decode_exact,
                                      struct rvt_ingress_arrivals *arrivals,
                                      const struct rvt_row *row, struct rvt_diag *diag);

#endif
