/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Which F3/0 a decoder believes after a contradiction. An F3/0 that contradicts the position shows
 * that an undetected fault came before it, or that it is faulty itself. So it is not followed
 * before the next F3/0 confirms it. Spec: E-Trace, "Decoder" (ETR-DEC-019).
 */
#ifndef RVT_DECODER_RECOVERY_H
#define RVT_DECODER_RECOVERY_H

#include "decoder/packet_processor.h"

/*
 * Takes packet while there are suspect packets. An F3/0 that confirms them has them reported. If it
 * contradicts them as well, or another packet does, or a trap or the end of tracing comes first,
 * which fit anywhere, they are dropped. *kept: packet waits with the suspects, and must not be
 * taken yet. Errors as rvt_decoder_packet; after RVT_WAIT, the same call again goes on.
 */
RVT_MUST_USE
enum rvt_status rvt_recovery_settle(struct rvt_packet_processor *processor,
                                    const struct rvt_packet *packet, bool *kept,
                                    struct rvt_diag *diag);

/* Drops the suspect packets: they report nothing. */
void rvt_recovery_drop(struct rvt_packet_processor *processor);

#endif
