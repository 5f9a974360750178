/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The rules that a frame can break by itself. Spec: FRM-004..009, FRM-013. */
#ifndef RVT_TRANSPORT_FRAME_FRAME_CHECK_H
#define RVT_TRANSPORT_FRAME_FRAME_CHECK_H

#include "base/finding.h"
#include "transport/frame/frame.h"

/*
 * Tells of the rules that the frame at bytes (RVT_FRAME_BYTES) breaks, whose halfwords are at those
 * positions, when id holds in front of it (RVT_FRAME_ID_NONE: none). True if it has data before any
 * ID; that is not told if told_unknown.
 */
bool rvt_frame_check(const uint8_t *bytes, const uint64_t *halfword, unsigned id, bool told_unknown,
                     rvt_finding_sink sink, void *context);

#endif
