/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The trace encoder: rows of the ingress to te_inst packets, by an algorithm on the previous,
 * current and next item. Allocates memory in open only. Spec: E-Trace, "Reference Compressed Branch
 * Trace Algorithm" (ETR-ALG-001..058, ETR-SUP, ETR-CTX, ETR-RSY); decision 0001.
 */
#ifndef RVT_ENCODER_ENCODER_H
#define RVT_ENCODER_ENCODER_H

#include "base/params.h"
#include "encoder/chart.h"
#include "encoder/data_encoder.h"
#include "encoder/packet_sink.h"
#include "ingress/control.h"
#include "ingress/tip.h"

struct rvt_encoder;   /* opaque; one per instruction trace */
struct rvt_registers; /* ingress/registers.h */

/*
 * Opens an encoder with the decisions of chart. It is disabled; its filters are set as
 * config->registers leaves them. config is copied; it must have passed rvt_config_check. chart is
 * borrowed; it must be that of config->spec_profile: rvt_encoder_profile_open
 * (draft/encoder_profile.h) selects it. sink gets context with each packet. RVT_ERR_MEMORY:
 * *encoder is unset.
 */
RVT_MUST_USE
enum rvt_status rvt_encoder_open(const struct rvt_config *config,
                                 const struct rvt_encoder_chart *chart, rvt_packet_sink sink,
                                 void *context, struct rvt_encoder **encoder);

/* Sets the sink of te_data; no effect unless options.data_trace is set. Call it before the first
 * row. te_inst and te_data are sent in the order of one stream, see decision 0003. */
void rvt_encoder_data_sink(struct rvt_encoder *encoder, rvt_data_sink sink, void *context);

/* Frees without flushing; null is accepted. */
void rvt_encoder_close(struct rvt_encoder *encoder);

/*
 * Programs the encoder from the cycle of the given row on; only cycle of row is read.
 * Enabling sends the support packet; disabling ends tracing, then sends the closing one.
 */
RVT_MUST_USE
enum rvt_status rvt_encoder_control(struct rvt_encoder *encoder, const struct rvt_row *row,
                                    const struct rvt_control *control, struct rvt_diag *diag);

/*
 * Programs the encoder from the cycle of row on with the contents of the control registers:
 * control, options, resynchronisation, filters. Call it after each write; a call that changes
 * nothing has no effect. The caller handles the encapsulation. Errors as rvt_encoder_control.
 */
RVT_MUST_USE
enum rvt_status rvt_encoder_program(struct rvt_encoder *encoder, const struct rvt_row *row,
                                    const struct rvt_registers *registers, struct rvt_diag *diag);

/* The configuration in force; inside the sink, that of the packet. Owned by encoder. */
const struct rvt_config *rvt_encoder_config(const struct rvt_encoder *encoder);

/* trTeInstTracing and trTeDataTracing, as software and triggers left them. */
bool rvt_encoder_tracing(const struct rvt_encoder *encoder);
bool rvt_encoder_data_tracing(const struct rvt_encoder *encoder);

/*
 * Takes the next cycle in which something happened (items, triggers, halted or reset changes);
 * cycles left out are idle. An idle cycle after a trigger or a change of halted or reset may be
 * left out too: the encoder inserts it before row. Returns RVT_OK; RVT_ERR_INGRESS (nothing taken);
 * RVT_ERR_SINK.
 */
RVT_MUST_USE
enum rvt_status rvt_encoder_row(struct rvt_encoder *encoder, const struct rvt_row *row,
                                struct rvt_diag *diag);

/*
 * The cycles after the latest one, up to and including cycle, were stalled: the hart presented
 * nothing new. They count for resynchronisation only. They are not idle cycles, so tracing cannot
 * end in them. Spec: ETR-RSY-001; decision 0001.
 */
void rvt_encoder_stall(struct rvt_encoder *encoder, uint64_t cycle);

/* The cycles up to and including cycle were idle: sends a pending END. RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_encoder_idle(struct rvt_encoder *encoder, uint64_t cycle,
                                 struct rvt_diag *diag);

#endif
