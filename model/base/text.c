/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

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
