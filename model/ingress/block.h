/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Checks a block of the ingress against the program, which an encoder, having no instructions,
 * cannot do. Spec: E-Trace, "Instruction Trace Interface"; ETR-ING-003, ETR-ING-004. */
#ifndef RVT_INGRESS_BLOCK_H
#define RVT_INGRESS_BLOCK_H

#include "ingress/tip.h"
#include "program/image.h"

/*
 * Counts the instructions of block (iretire > 0) into *instructions and checks that they are one
 * straight line: only the last may be a branch, a jump or a trap return, and the block ends where
 * an instruction ends. A block of the draft may contain branches that are not taken, because the
 * hart counts them (DRA-009). Addresses without code are not checked; *instructions then counts the
 * known instructions and the last. RVT_ERR_INGRESS: field, value, clause.
 */
RVT_MUST_USE
enum rvt_status rvt_block_follow(const struct rvt_config *config, struct rvt_image *image,
                                 const struct rvt_block *block, uint64_t *instructions,
                                 struct rvt_diag *diag);

#endif
