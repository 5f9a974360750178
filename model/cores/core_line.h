/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A line of a log, scanned from left to right. Each function moves over what it accepts, and leaves
 * the line as it is if it accepts nothing. */
#ifndef RVT_CORES_CORE_LINE_H
#define RVT_CORES_CORE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "base/digits.h"
#include "base/status.h"

struct rvt_core_line {
    const char *at, *end; /* borrowed; not null-terminated */
    uint64_t number;      /* from 1 */
};

static inline size_t rvt_core_line_left(const struct rvt_core_line *line)
{
    return (size_t)(line->end - line->at);
}

/* The character that comes next; 0 at the end. */
static inline char rvt_core_line_peek(const struct rvt_core_line *line)
{
    return line->at < line->end ? *line->at : '\0';
}

/* Skips blanks and tabs; the number of them. */
static inline size_t rvt_core_line_blanks(struct rvt_core_line *line)
{
    const char *from = line->at;

    while (line->at < line->end && (*line->at == ' ' || *line->at == '\t'))
        line->at++;
    return (size_t)(line->at - from);
}

/* True if the line goes on with text, of length characters. */
static inline bool rvt_core_line_text(struct rvt_core_line *line, const char *text, size_t length)
{
    if (rvt_core_line_left(line) < length || memcmp(line->at, text, length) != 0)
        return false;
    line->at += length;
    return true;
}

#define RVT_CORE_LINE_TEXT(line, literal) rvt_core_line_text(line, literal, sizeof(literal) - 1)

/* Hexadecimal digits without prefix, at most 64 bits. */
static inline bool rvt_core_line_hex(struct rvt_core_line *line, uint64_t *value)
{
    size_t used = 0;

    if (!rvt_hex_number(line->at, rvt_core_line_left(line), &used, value))
        return false;
    line->at += used;
    return true;
}

/* The same after 0x. */
static inline bool rvt_core_line_0x(struct rvt_core_line *line, uint64_t *value)
{
    struct rvt_core_line start = *line;

    if (RVT_CORE_LINE_TEXT(line, "0x") && rvt_core_line_hex(line, value))
        return true;
    *line = start;
    return false;
}

/* Decimal digits, at most 64 bits. */
static inline bool rvt_core_line_decimal(struct rvt_core_line *line, uint64_t *value)
{
    const char *at = line->at;
    uint64_t number = 0;

    for (; at < line->end && *at >= '0' && *at <= '9'; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (at == line->at)
        return false;
    line->at = at;
    *value = number;
    return true;
}

/* Moves to the next blank or tab, or to the end; the number of characters before it. */
static inline size_t rvt_core_line_word(struct rvt_core_line *line)
{
    const char *from = line->at;

    while (line->at < line->end && *line->at != ' ' && *line->at != '\t')
        line->at++;
    return (size_t)(line->at - from);
}

/* Records RVT_ERR_SYNTAX by rule, with the position of the line. Returns it. rule: a string
 * literal. */
RVT_PRINTF(4, 5)
enum rvt_status rvt_core_line_fault(const struct rvt_core_line *line, const char *rule,
                                    struct rvt_diag *diag, const char *format, ...);

#endif
