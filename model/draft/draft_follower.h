/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The meaning of the packets of draft 0.026, on the execution path and the follower of v2.0. The
 * draft does not describe a decoder; the rules are derived from what its encoder does
 * (DRD-001..006).
 */
#ifndef RVT_DRAFT_DRAFT_FOLLOWER_H
#define RVT_DRAFT_DRAFT_FOLLOWER_H

#include "decoder/follower.h"

/*
 * Takes any packet but F3/3. strict: without a position, packets that need one are errors.
 * RVT_ERR_SEQUENCE: there is no position, or a count lacks its address; RVT_ERR_RESERVED: a format
 * or a mode that the stream does not have; others as rvt_execution_path_follow.
 */
RVT_MUST_USE
enum rvt_status rvt_draft_follower_packet(struct rvt_follower *follower,
                                          const struct rvt_packet *packet, bool strict,
                                          struct rvt_diag *diag);

/* Takes F3/3, before its qual_status is evaluated as in v2.0: decides whether the report before it
 * was final, and clears the count of calls. Errors as rvt_execution_path_follow. DRA-005, DRD-003,
 * DRD-005. */
RVT_MUST_USE
enum rvt_status rvt_draft_follower_support(struct rvt_follower *follower,
                                           const struct rvt_packet *packet, struct rvt_diag *diag);

#endif
