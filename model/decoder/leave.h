/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Where an instruction leads, and what the decoder's tables learn when it is left. Modes act in
 * series: sequentially inferable jumps, implicit returns, jump target cache (ETR-MODE-065). Spec:
 * E-Trace, "Decoder" (ETR-DEC-008, ETR-DEC-013..017).
 */
#ifndef RVT_DECODER_LEAVE_H
#define RVT_DECODER_LEAVE_H

#include "decoder/walk.h"

/* Leaves the instruction at pc on the way to goal: *next is where it leads, arrival how.
 * RVT_ERR_FLOW as rvt_walk_to. */
RVT_MUST_USE
enum rvt_status rvt_leave(struct rvt_walk *walk, const struct rvt_goal *goal, uint64_t *next,
                          struct rvt_diag *diag);

/* True if the jump at pc is inferred from the load before it. ETR-MODE-060. */
bool rvt_leave_is_sijump(const struct rvt_walk *walk);

/* True if the return at pc would be implicit. ETR-MODE-001. */
bool rvt_leave_is_implicit(const struct rvt_walk *walk);

/* True if all outcomes are used but that of a branch at address. */
bool rvt_leave_is_settled(const struct rvt_walk *walk, uint64_t address);

#endif
