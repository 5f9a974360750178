/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/expected_bytes.h"

bool rvt_expected_bytes_put(struct rvt_expected_bytes *lanes, const uint8_t *data, size_t bytes)
{
    if (lanes->due - lanes->at + bytes > RVT_EXPECTED_BYTES_MAX - RVT_EXPECTED_BYTES_HISTORY)
        return false;
    for (size_t i = 0; i < bytes; i++)
        lanes->byte[lanes->due++ & (RVT_EXPECTED_BYTES_MAX - 1)] = data[i];
    return true;
}

size_t rvt_expected_bytes_compare(struct rvt_expected_bytes *lanes, const uint8_t *data,
                                  size_t bytes)
{
    size_t same = 0;

    while (same < bytes && lanes->at < lanes->due &&
           rvt_expected_bytes_byte(lanes, lanes->at) == data[same]) {
        lanes->at++;
        same++;
    }
    return same;
}

uint8_t rvt_expected_bytes_byte(const struct rvt_expected_bytes *lanes, uint64_t position)
{
    return lanes->byte[position & (RVT_EXPECTED_BYTES_MAX - 1)];
}

void rvt_bytes_print(struct rvt_text *text, const uint8_t *data, size_t bytes)
{
    if (bytes == 0)
        rvt_text_add(text, "nothing");
    for (size_t i = 0; i < bytes; i++)
        rvt_text_add(text, "%s%02x", i > 0 ? " " : "", data[i]);
}
