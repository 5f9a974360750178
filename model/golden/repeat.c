/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/repeat.h"

#include <stdlib.h>
#include <string.h>

enum { TIMES_MAX = 10000 };

/* A line without its end: how often it is repeated, and where its lines begin. */
static unsigned long read_times(const char **line, const char *end)
{
    char *rest = NULL;
    if (**line < '1' || **line > '9')
        return 1;
    unsigned long times = strtoul(*line, &rest, 10);
    if (rest == NULL || end - rest < 2 || rest[0] != 'x' || rest[1] != ' ' || times > TIMES_MAX)
        return 1;
    *line = rest + 2;
    return times;
}

/* Appends the lines of line to at (null: counts only). Returns the number of characters. */
static size_t put_lines(char *at, const char *line, const char *end)
{
    size_t length = 0;
    while (line < end) {
        const char *stop = line;
        while (stop < end && strncmp(stop, " ; ", 3) != 0)
            stop++;
        size_t part = (size_t)(stop - line);
        if (at != NULL) {
            memcpy(at + length, line, part);
            at[length + part] = '\n';
        }
        length += part + 1;
        line = stop < end ? stop + 3 : end;
    }
    return length;
}

/* Writes the whole text to at (null: counts only). Returns the number of characters. */
static size_t expand(char *at, const char *text)
{
    size_t length = 0;
    while (*text != '\0') {
        const char *end = text + strcspn(text, "\n");
        const char *line = text;
        for (unsigned long times = read_times(&line, end); times > 0; times--)
            length += put_lines(at == NULL ? NULL : at + length, line, end);
        text = end + (*end == '\n');
    }
    return length;
}

char *rvt_golden_repeat(const char *text)
{
    size_t length = expand(NULL, text);
    char *expanded = malloc(length + 1);
    if (expanded == NULL)
        return NULL;
    expanded[expand(expanded, text)] = '\0';
    return expanded;
}
