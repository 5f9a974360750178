/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the packets of draft 0.026 mean to a decoder, on the walk and the follower of v2.0 (walk.h,
 * follow.h). The draft's commit has no decoder text; the rules are derived from what its encoder
 * does (DRD-001..006).
 */
#ifndef RVT_DRAFT_DRAFT_FOLLOWER_H
#define RVT_DRAFT_DRAFT_FOLLOWER_H

#include "decoder/follower.h"

/*
 * Takes any packet but F3/3. strict: without a position, packets that need one are errors.
 * RVT_ERR_SEQUENCE; RVT_ERR_RESERVED: a format or a mode that is not there; RVT_ERR_FLOW and the
 * others as rvt_execution_path_follow.
 */
RVT_MUST_USE
enum rvt_status rvt_draft_follower_packet(struct rvt_follower *follower,
                                          const struct rvt_packet *packet, bool strict,
                                          struct rvt_diag *diag);

/* What F3/3 means to the path, before qual_status is looked at as in v2.0: the report before it was
 * final or not, and no call is counted any more. DRA-005, DRD-003, DRD-005. */
RVT_MUST_USE
enum rvt_status rvt_draft_follower_support(struct rvt_follower *follower,
                                           const struct rvt_packet *packet, struct rvt_diag *diag);

#endif
