/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A block of the ingress held against the program: what the encoder cannot see, as it has no
 * instructions. Spec: E-Trace, "Instruction Trace Interface"; ETR-ING-003, ETR-ING-004.
 */
#ifndef RVT_INGRESS_BLOCK_H
#define RVT_INGRESS_BLOCK_H

#include "ingress/tip.h"
#include "program/image.h"

/*
 * Counts the instructions of block (iretire > 0) into *instructions and checks that they are one
 * straight line: only the last may be a branch, a jump or a trap return, and the block ends where
 * an instruction ends. Branches that are not taken may stand in a block of the draft, whose hart
 * counts them (DRA-009). Where the program has no code nothing is checked; *instructions then
 * counts what it has, and the last. RVT_ERR_INGRESS: field, value, clause.
 */
RVT_MUST_USE
enum rvt_status rvt_block_follow(const struct rvt_config *config, struct rvt_image *image,
                                 const struct rvt_block *block, uint64_t *instructions,
                                 struct rvt_diag *diag);

#endif
