/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * How a decoder finds back: what is lost behind a fault, and which F3/0 it believes. Spec: E-Trace,
 * "Decoder" (ETR-DEC-019).
 */
#ifndef RVT_DECODER_RECOVERY_H
#define RVT_DECODER_RECOVERY_H

#include "decoder/decoder_state.h"

/* A loss begins, or goes on, with the packet of that ordinal. contradiction: the fault may be that
 * of an earlier packet. */
void rvt_recovery_lose(struct rvt_decoder *decoder, enum rvt_status cause, uint64_t ordinal,
                       bool contradiction);

/* Tells the loss that ends here, if there is one. to: where the path goes on, null: nowhere.
 * RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_recovery_tell(struct rvt_decoder *decoder, const uint64_t *to);

/* After a fault the position is gone. ETR-DEC-019. */
void rvt_recovery_go_astray(struct rvt_decoder *decoder, enum rvt_status fault, uint64_t ordinal);

/*
 * An F3/0 that contradicts the position: a fault that nobody noticed came before it, or it is the
 * faulty one. So it is not followed before the next F3/0 confirms it; what came between them is
 * told then. If that contradicts it too, or another packet does, or a trap or the end of tracing
 * comes first, which fit anywhere, they tell nothing. *kept: packet waits with them. ETR-DEC-019.
 */
RVT_MUST_USE
enum rvt_status rvt_recovery_settle(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                    bool *kept, struct rvt_diag *diag);

/* The suspect packets tell nothing. */
void rvt_recovery_drop(struct rvt_decoder *decoder);

#endif
