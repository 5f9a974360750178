/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/guid_text.h"

#include <string.h>

enum { GUID_BYTES = 16 };

bool rvt_guid_parse(const char *text, uint8_t *guid)
{
    static const char digits[] = "0123456789abcdef";
    bool braces = text[0] == '{';
    const char *at = text + braces;

    for (unsigned i = 0; i < GUID_BYTES; i++) {
        unsigned byte = 0;

        if ((i == 4 || i == 6 || i == 8 || i == 10) && *at++ != '-')
            return false;
        for (unsigned j = 0; j < 2; j++, at++) {
            char lower = *at >= 'A' && *at <= 'F' ? (char)(*at - 'A' + 'a') : *at;
            const char *digit = lower != '\0' ? strchr(digits, lower) : NULL;

            if (digit == NULL)
                return false;
            byte = byte << 4 | (unsigned)(digit - digits);
        }
        guid[i] = (uint8_t)byte;
    }
    return strcmp(at, braces ? "}" : "") == 0;
}

void rvt_guid_format(const uint8_t *guid, char *text)
{
    static const char digits[] = "0123456789abcdef";

    *text++ = '{';
    for (unsigned i = 0; i < GUID_BYTES; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *text++ = '-';
        *text++ = digits[guid[i] >> 4];
        *text++ = digits[guid[i] & 15];
    }
    *text++ = '}';
    *text = '\0';
}
