/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A bounded text sink: what does not fit is dropped and remembered, never written past the end. */
#ifndef RVT_BASE_TEXT_H
#define RVT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"

struct rvt_text {
    char *out; /* borrowed; always null-terminated */
    size_t capacity;
    size_t length;
    bool cut; /* something did not fit */
};

/* An empty sink over capacity (>= 1) bytes of out, which is borrowed. */
void rvt_text_init(struct rvt_text *text, char *out, size_t capacity);

/* Appends formatted text. */
RVT_PRINTF(2, 3)
void rvt_text_add(struct rvt_text *text, const char *format, ...);

/* What follows appends without a format, for text of which there is much. */

/* length characters of from, as many as fit. */
void rvt_text_put_part(struct rvt_text *text, const char *from, size_t length);

/* length characters of from. */
static inline void rvt_text_put(struct rvt_text *text, const char *from, size_t length)
{
    if (length >= text->capacity - text->length) {
        rvt_text_put_part(text, from, length);
        return;
    }
    memcpy(text->out + text->length, from, length);
    text->length += length;
    text->out[text->length] = '\0';
}

/* A string; the compiler knows how long a literal is. */
static inline void rvt_text_word(struct rvt_text *text, const char *word)
{
    rvt_text_put(text, word, strlen(word));
}

/* The two hexadecimal digits of a byte. */
static inline void rvt_text_byte(struct rvt_text *text, uint8_t byte)
{
    static const char digit[] = "0123456789abcdef";
    const char both[] = {digit[byte >> 4], digit[byte & 15]};

    rvt_text_put(text, both, sizeof both);
}

/* Blanks up to that column, from 0, or one if it is passed already. */
void rvt_text_column(struct rvt_text *text, size_t column);

/* A number in hexadecimal digits, at least (0 to 16) of them, with zeros before it. */
void rvt_text_hex(struct rvt_text *text, uint64_t value, unsigned least);

/* A number in decimal digits, after blanks if it has fewer than width (0 to 20) of them. */
void rvt_text_decimal(struct rvt_text *text, uint64_t value, unsigned width);

/* The two hexadecimal digits of each byte. */
void rvt_text_bytes(struct rvt_text *text, const uint8_t *data, size_t bytes);

/* Appends from so that it can do nothing to a terminal: each control character (C0, DEL, C1), and
 * each byte that is no UTF-8, as \xNN. */
void rvt_text_add_visible(struct rvt_text *text, const char *from);

#endif
