/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A bounded text sink: what does not fit is dropped and remembered, never written past the end. */
#ifndef RVT_BASE_TEXT_H
#define RVT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

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

/* Appends from so that it can do nothing to a terminal: each control character (C0, DEL, C1), and
 * each byte that is no UTF-8, as \xNN. */
void rvt_text_add_visible(struct rvt_text *text, const char *from);

#endif
