/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Register writes that are not in force yet: trTeInstFeatures, trTeDataControl, and the registers
 * of filters and comparators. Control (rvt_lockstep_control) comes separately; other registers do
 * not change while rows are taken. Spec: ETR-CTL-009, ETR-CTL-010, ETR-CTL-015, ETR-CTL-016;
 * decision 0002, "Writes while enabled".
 */
#ifndef RVT_LOCKSTEP_CORE_WRITE_QUEUE_H
#define RVT_LOCKSTEP_CORE_WRITE_QUEUE_H

#include "base/params.h"
#include "encoder/encoder.h"

#include "lockstep/core/decode_exact.h"
#include "lockstep/timing/ingress_arrivals.h"

struct rvt_write_queue; /* opaque */

/* No writes; the registers are as config leaves them. config is copied. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_write_queue_open(const struct rvt_config *config,
                                     struct rvt_write_queue **writes);

/* Frees; null is accepted. */
void rvt_write_queue_close(struct rvt_write_queue *writes);

/* Software wrote value to the register at offset. Of trTeDataControl only the fields count that act
 * while enabled; trTeActive 0 resets modes, filters and comparators. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_write_queue_add(struct rvt_write_queue *writes, uint32_t offset,
                                    uint32_t value);

/* Takes the writes one after the other, in the cycle from which on they are in force; value: what
 * the register then reads. trTeActive 0 is a write of 0 to each register that it resets. */
struct rvt_write_sink {
    void *context;
    void (*write)(void *context, uint64_t cycle, uint32_t offset, uint32_t value);
};

/* sink is copied. */
void rvt_write_queue_sink(struct rvt_write_queue *writes, const struct rvt_write_sink *sink);

/* Which of the writes. */
enum rvt_write_queue_part {
    RVT_WRITE_QUEUE_ENABLED, /* those before trTeActive 0 */
    RVT_WRITE_QUEUE_ALL,
};

/*
 * Applies the writes of a part before row, one after the other, to encoder and, unless they are
 * null, to decode_exact and arrivals. control is the control in force. Without writes it does
 * nothing. Statuses of rvt_encoder_program.
 */
RVT_MUST_USE
enum rvt_status
rvt_write_queue_apply(struct rvt_write_queue *writes, enum rvt_write_queue_part part,
                      const struct rvt_control *control, struct rvt_encoder *encoder,
                      struct rvt_decode_exact *decode_exact, struct rvt_ingress_arrivals *arrivals,
                      const struct rvt_row *row, struct rvt_diag *diag);

#endif
