/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/items/bytes_text.h"

void rvt_bytes_print(struct rvt_text *text, const uint8_t *data, size_t bytes)
{
    if (bytes == 0)
        rvt_text_add(text, "nothing");
    for (size_t i = 0; i < bytes; i++)
        rvt_text_add(text, "%s%02x", i > 0 ? " " : "", data[i]);
}
