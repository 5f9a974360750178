/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/digits.h"
#include "base/utf8.h"
#include "base/words.h"

enum { HEX_DIGITS_MAX = 16, DECIMAL_DIGITS_MAX = 20 };

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
        text->capacity = text->length + 1;
        text->cut = true;
    } else if ((size_t)wanted >= room) {
        text->length = text->capacity - 1;
        text->cut = true;
    } else {
        text->length += (size_t)wanted;
    }
}

void rvt_text_put_part(struct rvt_text *text, const char *from, size_t length)
{
    size_t room = text->capacity - text->length - 1;

    text->cut = text->cut || length > room;
    if (length > room)
        length = room;
    memcpy(text->out + text->length, from, length);
    text->length += length;
    text->out[text->length] = '\0';
}

void rvt_text_column(struct rvt_text *text, size_t column)
{
    size_t room = text->capacity - text->length - 1;
    size_t blanks = text->length < column ? column - text->length : 1;

    text->cut = text->cut || blanks > room;
    if (blanks > room)
        blanks = room;
    memset(text->out + text->length, ' ', blanks);
    text->length += blanks;
    text->out[text->length] = '\0';
}

/* The digits of value from its highest nibble on. */
static void store_hex(char *to, uint64_t value)
{
    rvt_words_store((uint8_t *)to, rvt_hex_eight((uint32_t)(value >> 32)));
    rvt_words_store((uint8_t *)to + 8, rvt_hex_eight((uint32_t)value));
}

void rvt_text_hex(struct rvt_text *text, uint64_t value, unsigned least)
{
    unsigned digits = (67 - (unsigned)__builtin_clzll(value | 1)) / 4;
    char all[HEX_DIGITS_MAX];

    assert(least <= HEX_DIGITS_MAX);
    if (digits < least)
        digits = least;
    value <<= 4 * (HEX_DIGITS_MAX - digits);
    if (text->capacity - text->length > HEX_DIGITS_MAX) {
        store_hex(text->out + text->length, value);
        text->length += digits;
        text->out[text->length] = '\0';
        return;
    }
    store_hex(all, value);
    rvt_text_put(text, all, digits);
}

void rvt_text_decimal(struct rvt_text *text, uint64_t value, unsigned width)
{
    char digits[DECIMAL_DIGITS_MAX];
    size_t at = sizeof digits;

    if (value < 10 && width <= 1) {
        digits[0] = (char)('0' + value);
        rvt_text_put(text, digits, 1);
        return;
    }
    do
        digits[--at] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    assert(width <= sizeof digits);
    while (sizeof digits - at < width)
        digits[--at] = ' ';
    rvt_text_put(text, digits + at, sizeof digits - at);
}

void rvt_text_bytes(struct rvt_text *text, const uint8_t *data, size_t bytes)
{
    for (; bytes >= 4; bytes -= 4, data += 4)
        rvt_text_hex(text,
                     (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 | (uint32_t)data[2] << 8 |
                         data[3],
                     8);
    for (; bytes > 0; bytes--, data++)
        rvt_text_byte(text, *data);
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
