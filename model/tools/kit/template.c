/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/kit/template.h"

#include <string.h>

#include "io/bytes/output.h"

static const char NAME_CHARACTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
static const char IF[] = "@if ";
static const char END[] = "@end@";

enum { NAME_MAX_BYTES = 64 };

/* What expands a template. */
struct expansion {
    rvt_template_value *value;
    void *context;
    struct rvt_output *output;
};

/* The value called by the length bytes at name. */
static bool find(const struct expansion *expansion, const char *name, size_t length,
                 char value[RVT_TEMPLATE_VALUE])
{
    char key[NAME_MAX_BYTES];

    if (length == 0 || length >= sizeof key)
        return false;
    memcpy(key, name, length);
    key[length] = '\0';
    return expansion->value(expansion->context, key, value);
}

/* The conditions of a line "@if ...@", from the first one on. *known: all have a value. */
static bool holds(const struct expansion *expansion, const char *text, size_t length, bool *known)
{
    char value[RVT_TEMPLATE_VALUE];
    const char *end = text + length;
    bool all = true;

    *known = length > 0 && end[-1] == '@';
    while (*known && text < end - 1) {
        bool negated = *text == '!';
        text += negated ? 1 : 0;
        size_t bytes = strspn(text, NAME_CHARACTERS);
        *known = find(expansion, text, bytes, value) && (text[bytes] == ' ' || text[bytes] == '@');
        if (*known && (value[0] != '\0' && strcmp(value, "0") != 0) == negated)
            all = false;
        text += bytes + 1;
    }
    return all;
}

/* Writes a line with its values. */
static enum rvt_status write_line(const struct expansion *expansion, const char *text,
                                  size_t length)
{
    char value[RVT_TEMPLATE_VALUE];
    const char *end = text + length;

    for (const char *at = text; at < end;) {
        size_t bytes = *at == '@' ? strspn(at + 1, NAME_CHARACTERS) : 0;
        if (bytes == 0 || at[bytes + 1] != '@') {
            const char *next = memchr(at + 1, '@', (size_t)(end - at - 1));
            size_t plain = (size_t)((next == NULL ? end : next) - at);
            (void)rvt_output_write(expansion->output, at, plain);
            at += plain;
            continue;
        }
        if (!find(expansion, at + 1, bytes, value))
            return RVT_ERR_SYNTAX;
        (void)rvt_output_write(expansion->output, value, strlen(value));
        at += bytes + 2;
    }
    return rvt_output_write(expansion->output, "\n", 1);
}

enum rvt_status rvt_template_expand(const char *text, rvt_template_value *value, void *context,
                                    struct rvt_output *output, unsigned *line)
{
    const struct expansion expansion = {.value = value, .context = context, .output = output};
    bool inside = false, written = true;
    enum rvt_status status = RVT_OK;

    *line = 0;
    while (status == RVT_OK && *text != '\0') {
        size_t length = strcspn(text, "\n");
        bool known = true;
        ++*line;
        if (strncmp(text, IF, sizeof IF - 1) == 0) {
            written = holds(&expansion, text + sizeof IF - 1, length - (sizeof IF - 1), &known);
            status = inside || !known ? RVT_ERR_SYNTAX : RVT_OK;
            inside = true;
        } else if (length == sizeof END - 1 && strncmp(text, END, length) == 0) {
            status = inside ? RVT_OK : RVT_ERR_SYNTAX;
            inside = false;
            written = true;
        } else if (written) {
            status = write_line(&expansion, text, length);
        }
        text += length + (text[length] == '\n' ? 1 : 0);
    }
    return status == RVT_OK && inside ? RVT_ERR_SYNTAX : status;
}
