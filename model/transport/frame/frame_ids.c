/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/frame/frame_ids.h"

#include "base/text.h"

void rvt_frame_ids_text(const bool *present, char *text, size_t capacity)
{
    struct rvt_text list;

    rvt_text_init(&list, text, capacity);
    for (unsigned id = 0; id <= RVT_FRAME_ID_MAX; id++) {
        if (!present[id])
            continue;
        if (list.length + sizeof " 0x00 ..." > capacity) {
            rvt_text_add(&list, " ...");
            return;
        }
        rvt_text_add(&list, " 0x%02x", id);
    }
}
