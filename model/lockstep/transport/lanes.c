/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/lanes.h"

bool rvt_lanes_put(struct rvt_lanes *lanes, const uint8_t *data, size_t bytes)
{
    if (lanes->due - lanes->at + bytes > RVT_LANES_BYTES - RVT_LANES_BEHIND)
        return false;
    for (size_t i = 0; i < bytes; i++)
        lanes->byte[lanes->due++ & (RVT_LANES_BYTES - 1)] = data[i];
    return true;
}

size_t rvt_lanes_compare(struct rvt_lanes *lanes, const uint8_t *data, size_t bytes)
{
    size_t same = 0;

    while (same < bytes && lanes->at < lanes->due &&
           rvt_lanes_byte(lanes, lanes->at) == data[same]) {
        lanes->at++;
        same++;
    }
    return same;
}

uint8_t rvt_lanes_byte(const struct rvt_lanes *lanes, uint64_t position)
{
    return lanes->byte[position & (RVT_LANES_BYTES - 1)];
}

void rvt_lanes_words(struct rvt_text *text, const uint8_t *data, size_t bytes)
{
    if (bytes == 0)
        rvt_text_add(text, "nothing");
    for (size_t i = 0; i < bytes; i++)
        rvt_text_add(text, "%s%02x", i > 0 ? " " : "", data[i]);
}
