/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/expected_bytes.h"

bool rvt_expected_bytes_put(struct rvt_expected_bytes *expected, const uint8_t *data, size_t bytes)
{
    if (expected->due - expected->at + bytes > RVT_EXPECTED_BYTES_MAX - RVT_EXPECTED_BYTES_HISTORY)
        return false;
    for (size_t i = 0; i < bytes; i++)
        expected->byte[expected->due++ & (RVT_EXPECTED_BYTES_MAX - 1)] = data[i];
    return true;
}

size_t rvt_expected_bytes_compare(struct rvt_expected_bytes *expected, const uint8_t *data,
                                  size_t bytes)
{
    size_t same = 0;

    while (same < bytes && expected->at < expected->due &&
           rvt_expected_bytes_byte(expected, expected->at) == data[same]) {
        expected->at++;
        same++;
    }
    return same;
}

uint8_t rvt_expected_bytes_byte(const struct rvt_expected_bytes *expected, uint64_t position)
{
    return expected->byte[position & (RVT_EXPECTED_BYTES_MAX - 1)];
}

void rvt_bytes_print(struct rvt_text *text, const uint8_t *data, size_t bytes)
{
    if (bytes == 0)
        rvt_text_add(text, "nothing");
    for (size_t i = 0; i < bytes; i++)
        rvt_text_add(text, "%s%02x", i > 0 ? " " : "", data[i]);
}
