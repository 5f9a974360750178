/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

void rvt_text_init(struct rvt_text *text, char *out, size_t capacity)
{
    assert(capacity >= 1);
    *text = (struct rvt_text){.out = out, .capacity = capacity};
    out[0] = '\0';
}

void rvt_text_add(struct rvt_text *text, const char *format, ...)
{
    size_t room = text->capacity - text->length; /* with the terminator, so >= 1 */
    va_list arguments;
    int wanted;

    if (text->cut)
        return;
    va_start(arguments, format);
    wanted = vsnprintf(text->out + text->length, room, format, arguments);
    va_end(arguments);
    if (wanted < 0) { /* an encoding error of the C library: keep what was there */
        text->out[text->length] = '\0';
        text->cut = true;
    } else if ((size_t)wanted >= room) {
        text->length = text->capacity - 1;
        text->cut = true;
    } else {
        text->length += (size_t)wanted;
    }
}

/* The bytes of the character at from if it may be shown as it is; 0: it may not. */
static size_t visible(const uint8_t *from, size_t left)
{
    if (from[0] < 0x80)
        return from[0] >= ' ' && from[0] != 0x7f;
    if (from[0] == 0xc2 && left > 1 && from[1] < 0xa0)
        return 0; /* C1 */
    for (size_t bytes = 2; bytes <= 4 && bytes <= left; bytes++)
        if (rvt_utf8_legal(from, bytes) == bytes)
            return bytes;
    return 0;
}

void rvt_text_add_visible(struct rvt_text *text, const char *from)
{
    size_t left = strlen(from);

    while (left > 0) {
        size_t bytes = visible((const uint8_t *)from, left);

        if (bytes > 0)
            rvt_text_add(text, "%.*s", (int)bytes, from);
        else
            rvt_text_add(text, "\\x%02x", (unsigned)(uint8_t)from[0]);
        from += bytes > 0 ? bytes : 1;
        left -= bytes > 0 ? bytes : 1;
    }
}
