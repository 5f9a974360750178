/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Sets of IDs as text, and what a buffer without room for all of them shows. */
#include "tests/unit/checks.h"

#include <string.h>

#include "transport/frame/frame_ids.h"

Test(frame_ids, lists_the_ids_in_order)
{
    bool present[RVT_FRAME_ID_MAX + 1] = {false};
    char text[64];

    rvt_frame_ids_text(present, text, sizeof text);
    cr_expect(eq(str, text, TEXT("")));
    present[0x01] = present[0x6f] = present[0x10] = true;
    rvt_frame_ids_text(present, text, sizeof text);
    cr_expect(eq(str, text, TEXT(" 0x01 0x10 0x6f")));
}

Test(frame_ids, dots_replace_ids_without_room)
{
    bool present[RVT_FRAME_ID_MAX + 1];

    memset(present, 1, sizeof present);
    for (size_t capacity = 16; capacity < 6 * sizeof present; capacity++) {
        char text[6 * sizeof present];
        size_t length;

        rvt_frame_ids_text(present, text, capacity);
        length = strlen(text);
        cr_assert(lt(sz, length, capacity));
        cr_expect(length == 5 * sizeof present || strcmp(text + length - 3, "...") == 0);
    }
}
