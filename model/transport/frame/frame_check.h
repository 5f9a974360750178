/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The rules that a frame can break by itself. Spec: FRM-004..009, FRM-013. */
#ifndef RVT_TRANSPORT_FRAME_FRAME_CHECK_H
#define RVT_TRANSPORT_FRAME_FRAME_CHECK_H

#include "base/finding.h"
#include "transport/frame/frame.h"

/*
 * Reports the rules that the frame at bytes (RVT_FRAME_BYTES) breaks. halfword: the positions of
 * its halfwords. id: the current ID before the frame (RVT_FRAME_ID_NONE: none). Returns true if the
 * frame has data before any ID, which is not reported again if unknown_reported.
 */
bool rvt_frame_check(const uint8_t *bytes, const uint64_t *halfword, unsigned id,
                     bool unknown_reported, rvt_finding_sink sink, void *context);

#endif
