/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Synchronisation packets: the position that they give, and how it is connected with the path
 * before. Spec: E-Trace, "Decoder" (ETR-DEC-002..006, ETR-DEC-012).
 */
#ifndef RVT_DECODER_SYNC_H
#define RVT_DECODER_SYNC_H

#include "decoder/follower.h"

/* Takes an F3/0. Errors as rvt_execution_path_follow and rvt_execution_path_start. */
RVT_MUST_USE
enum rvt_status rvt_sync_start(struct rvt_follower *follower, const struct rvt_packet *packet,
                               struct rvt_diag *diag);

/* Takes an F3/1. RVT_ERR_PARAMETER: with implicit exception, the vector of the handler is unknown;
 * others as rvt_execution_path_start. */
RVT_MUST_USE
enum rvt_status rvt_sync_trap(struct rvt_follower *follower, const struct rvt_packet *packet,
                              struct rvt_diag *diag);

#endif
