/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/yaml_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/members.h"
#include "golden/repeat.h"

/* Keys of texts; in BYTES, blanks mean nothing. */
static const char *const BYTES[] = {"bytes", "body", "parse", "stream", NULL};
static const char *const LINES[] = {"tip", "tips", "listing", NULL};
static const char *const TEXTS[] = {"nibbles", "frame",    "arguments", "text",
                                    "guid",    "accesses", NULL};

/* Sequences of sequences: which of the inner values are text. */
static const struct {
    const char *key;
    unsigned texts; /* bit i: value i */
} INNER[] = {{"pack", 2}, {"packets", 2}, {"messages", 0xe}, {"program", 7}, {NULL, 0}};

json_t *rvt_golden_json_number(uint64_t number)
{
    char text[24];

    if (number <= (uint64_t)1 << 53)
        return json_integer((json_int_t)number);
    (void)snprintf(text, sizeof text, "0x%" PRIx64, number);
    return json_string(text);
}

json_t *rvt_golden_json_bytes(const uint8_t *data, size_t bytes)
{
    char *text = malloc(2 * bytes + 1);
    json_t *value = NULL;

    if (text == NULL)
        return NULL;
    text[0] = '\0';
    for (size_t i = 0; i < bytes; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", data[i]);
    value = json_string(text);
    free(text);
    return value;
}

/* The text without its blanks. */
static json_t *compact(const char *text)
{
    char *digits = malloc(strlen(text) + 1);
    json_t *value = NULL;
    size_t length = 0;

    if (digits == NULL)
        return NULL;
    for (; *text != '\0'; text++)
        if (*text != ' ' && *text != '\n')
            digits[length++] = *text;
    digits[length] = '\0';
    value = json_string(digits);
    free(digits);
    return value;
}

/* The text with its lines written out. */
static json_t *expand(const char *text)
{
    char *lines = rvt_golden_repeat(text);
    json_t *value = lines != NULL ? json_string(lines) : NULL;

    free(lines);
    return value;
}

/* A word, a flag or a number. */
static json_t *plain(const char *text)
{
    char *end = NULL;

    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return json_boolean(text[0] == 't');
    uint64_t number = strtoull(text, &end, text[0] == '0' && text[1] == 'x' ? 16 : 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0')
        return rvt_golden_json_number(number);
    return json_string(text);
}

static json_t *scalar(const char *key, const char *text)
{
    if (key != NULL && rvt_golden_listed(BYTES, key))
        return compact(text);
    if (key != NULL && rvt_golden_listed(LINES, key))
        return expand(text);
    return key != NULL && rvt_golden_listed(TEXTS, key) ? json_string(text) : plain(text);
}

/* How a member of a mapping is read: payload and format are numbers in some. */
static const char *reading(const struct rvt_yaml_node *map, const char *key)
{
    if (strcmp(key, "payload") == 0 && rvt_yaml_get(map, "bits") != NULL)
        return "bytes";
    return strcmp(key, "format") == 0 && rvt_yaml_get(map, "arguments") != NULL ? "text" : key;
}

static json_t *value_of(const char *key, const struct rvt_yaml_node *node);

/* A sequence in the sequence key. */
static json_t *inner(const char *key, const struct rvt_yaml_node *node)
{
    unsigned texts = 0, i = 0;
    json_t *array = json_array();

    for (unsigned k = 0; INNER[k].key != NULL; k++)
        if (key != NULL && strcmp(INNER[k].key, key) == 0)
            texts = INNER[k].texts;
    if (key != NULL && strcmp(key, "send") == 0 && strcmp(node->first->text, "packet") == 0)
        texts = 2;
    for (node = node->first; node != NULL; node = node->next, i++)
        rvt_json_append(&array, value_of(texts >> i & 1 ? "bytes" : NULL, node));
    return array;
}

static json_t *value_of(const char *key, const struct rvt_yaml_node *node)
{
    json_t *value = NULL;

    if (node->kind == RVT_YAML_SCALAR)
        return scalar(key, node->text);
    if (node->kind == RVT_YAML_MAPPING) {
        value = json_object();
        for (const struct rvt_yaml_node *each = node->first; each != NULL; each = each->next)
            rvt_json_put(&value, each->key, value_of(reading(node, each->key), each));
        return value;
    }
    value = json_array();
    for (node = node->first; node != NULL; node = node->next)
        rvt_json_append(&value,
                        node->kind == RVT_YAML_SEQUENCE ? inner(key, node) : value_of(key, node));
    return value;
}

json_t *rvt_golden_json(const struct rvt_yaml_node *node)
{
    return value_of(node->key, node);
}
