/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A set of the IDs of formatter frames as text. */
#ifndef RVT_TRANSPORT_FRAME_FRAME_IDS_H
#define RVT_TRANSPORT_FRAME_FRAME_IDS_H

#include "transport/frame/frame.h"

/*
 * Writes the IDs of the set, present[RVT_FRAME_ID_MAX + 1], as " 0x01 0x10", null-terminated, into
 * text (capacity bytes, at least 16). "..." replaces those that have no room.
 */
void rvt_frame_ids_text(const bool *present, char *text, size_t capacity);

#endif
