/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/yaml_value.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/digits.h"

static const char *kind_text(enum rvt_yaml_kind kind)
{
    switch (kind) {
    case RVT_YAML_SCALAR:
        return "a value";
    case RVT_YAML_SEQUENCE:
        return "a list";
    case RVT_YAML_MAPPING:
        return "a mapping";
    }
    return "?";
}

enum rvt_status rvt_yaml_refuse(const struct rvt_yaml_node *node, enum rvt_status status,
                                const char *clause, struct rvt_diag *diag, const char *format, ...)
{
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    (void)rvt_diag_set(diag, status, NULL, 0, clause, "column %u: %s", node->column, text);
    if (diag != NULL)
        rvt_diag_at(diag, "line", node->line);
    return status;
}

enum rvt_status rvt_yaml_need(const struct rvt_yaml_node *map, const char *key,
                              const struct rvt_yaml_node **node, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(map, RVT_YAML_MAPPING, diag);
    if (status != RVT_OK)
        return status;
    const struct rvt_yaml_node *found = rvt_yaml_get(map, key);
    if (found == NULL)
        return rvt_yaml_refuse(map, RVT_ERR_SYNTAX, NULL, diag, "key '%s' is missing", key);
    *node = found;
    return RVT_OK;
}

enum rvt_status rvt_yaml_expect(const struct rvt_yaml_node *node, enum rvt_yaml_kind kind,
                                struct rvt_diag *diag)
{
    if (node->kind == kind)
        return RVT_OK;
    return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "%s%sexpected %s, found %s",
                           node->key != NULL ? node->key : "", node->key != NULL ? ": " : "",
                           kind_text(kind), kind_text(node->kind));
}

enum rvt_status rvt_yaml_only(const struct rvt_yaml_node *map, const char *const *keys,
                              struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(map, RVT_YAML_MAPPING, diag);
    for (const struct rvt_yaml_node *node = map->first; status == RVT_OK && node != NULL;
         node = node->next) {
        const char *const *key = keys;
        while (*key != NULL && strcmp(*key, node->key) != 0)
            key++;
        if (*key == NULL) {
            (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "column %u: unknown key '%s'",
                               node->key_column, node->key);
            rvt_diag_at(diag, "line", node->key_line);
            status = RVT_ERR_SYNTAX;
        }
    }
    return status;
}

/* Refuses a scalar of the wrong form. */
static enum rvt_status wrong(const struct rvt_yaml_node *node, const char *what,
                             struct rvt_diag *diag)
{
    const char *key = node->key != NULL ? node->key : "value";
    return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "%s: '%.40s' is not %s", key,
                           node->text, what);
}

enum rvt_status rvt_yaml_unsigned(const struct rvt_yaml_node *node, uint64_t *value,
                                  struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    const char *at = node->text;
    bool hexadecimal = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
    unsigned base = hexadecimal ? 16 : 10;
    at += hexadecimal ? 2 : 0;
    uint64_t number = 0;
    bool good = *at != '\0';
    for (; good && *at != '\0'; at++) {
        unsigned next = rvt_hex_digit(*at);
        good = next < base && number <= (UINT64_MAX - next) / base;
        if (good)
            number = number * base + next;
    }
    if (!good)
        return wrong(node, "a number (decimal or 0x, at most 64 bits)", diag);
    *value = number;
    return RVT_OK;
}

enum rvt_status rvt_yaml_bool(const struct rvt_yaml_node *node, bool *value, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    if (strcmp(node->text, "true") != 0 && strcmp(node->text, "false") != 0)
        return wrong(node, "true or false", diag);
    *value = node->text[0] == 't';
    return RVT_OK;
}

enum rvt_status rvt_yaml_choice(const struct rvt_yaml_node *node, const char *const *values,
                                unsigned *value, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    char what[100];
    struct rvt_text text;
    rvt_text_init(&text, what, sizeof(what));
    rvt_text_add(&text, "one of");
    for (unsigned index = 0; values[index] != NULL; index++) {
        if (strcmp(values[index], node->text) == 0) {
            *value = index;
            return RVT_OK;
        }
        rvt_text_add(&text, "%s %s", index == 0 ? "" : ",", values[index]);
    }
    if (values[0] != NULL && values[1] == NULL)
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "%s: expected %s, found '%.40s'",
                               node->key != NULL ? node->key : "value", values[0], node->text);
    return wrong(node, what, diag);
}

enum rvt_status rvt_yaml_bytes(const struct rvt_yaml_node *node, uint8_t *value, size_t capacity,
                               size_t *bytes, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    size_t count = 0;
    for (const char *at = node->text; *at != '\0';) {
        if (*at == ' ' || *at == '\n') {
            at++;
            continue;
        }
        unsigned high = rvt_hex_digit(at[0]);
        unsigned low = high > 15 ? high : rvt_hex_digit(at[1]);
        if (low > 15)
            return wrong(node, "hexadecimal bytes, two digits each", diag);
        if (count == capacity) {
            return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "more than %zu bytes",
                                   capacity);
        }
        value[count++] = (uint8_t)(high << 4 | low);
        at += 2;
    }
    *bytes = count;
    return RVT_OK;
}
