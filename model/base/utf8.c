/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/utf8.h"

/* Bytes of the character that begins at text, at most bytes; 0 if it is none. */
static size_t character(const uint8_t *text, size_t bytes)
{
    uint8_t first = text[0], low = 0x80, high = 0xbf;
    size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4 || length > bytes)
        return 0;
    if (first == 0xe0)
        low = 0xa0; /* shorter forms exist below */
    else if (first == 0xed)
        high = 0x9f; /* surrogates above */
    else if (first == 0xf0)
        low = 0x90;
    else if (first == 0xf4)
        high = 0x8f;
    if (text[1] < low || text[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

size_t rvt_utf8_legal(const uint8_t *text, size_t bytes)
{
    size_t at = 0;

    while (at < bytes) {
        size_t length = character(text + at, bytes - at);

        if (length == 0)
            break;
        at += length;
    }
    return at;
}
