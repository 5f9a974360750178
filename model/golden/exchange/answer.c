/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/answer.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 256, SHOWN_BYTES = 96 };

/* Where a comparison is, as "packets[3].bytes". */
struct place {
    struct rvt_text *out;
    char path[PATH_BYTES];
};

/* The value of a number of up to 64 bits, or of a text "0x..."; false if it is neither. */
static bool number_of(const json_t *value, uint64_t *number)
{
    const char *text = json_string_value(value);

    if (json_is_boolean(value) || json_is_integer(value)) {
        *number =
            json_is_integer(value) ? (uint64_t)json_integer_value(value) : json_is_true(value);
        return !json_is_integer(value) || json_integer_value(value) >= 0;
    }
    if (text == NULL || text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
        return false;
    size_t digits = strspn(text + 2, "0123456789abcdefABCDEF");
    errno = 0;
    *number = strtoull(text, NULL, 16);
    return digits > 0 && text[2 + digits] == '\0' && errno == 0;
}

/* Compares texts; a star stands for a word, up to a blank. */
static bool same_text(const char *expected, const char *got)
{
    for (; *expected != '\0'; expected++) {
        if (*expected == '*') {
            got += strcspn(got, " ");
            continue;
        }
        if (tolower((unsigned char)*expected) != tolower((unsigned char)*got))
            return false;
        got++;
    }
    return *got == '\0';
}

static bool differs(const struct place *place, const json_t *expected, const json_t *got)
{
    char *wanted = json_dumps(expected, JSON_ENCODE_ANY | JSON_COMPACT);
    char *found = got != NULL ? json_dumps(got, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;

    rvt_text_add(place->out, "%s is %.*s, expected %.*s", place->path, SHOWN_BYTES,
                 found != NULL ? found : "not there", SHOWN_BYTES, wanted != NULL ? wanted : "?");
    free(wanted);
    free(found);
    return false;
}

static bool compare(struct place *place, const json_t *expected, const json_t *got);

/* Compares the value at a part of the path. */
static bool compare_at(const struct place *place, const char *part, const json_t *expected,
                       const json_t *got)
{
    struct place inner = {.out = place->out};
    struct rvt_text path;

    rvt_text_init(&path, inner.path, sizeof inner.path);
    rvt_text_add(&path, "%s%s%s", place->path, place->path[0] != '\0' && part[0] != '[' ? "." : "",
                 part);
    return compare(&inner, expected, got);
}

static bool compare_arrays(struct place *place, const json_t *expected, const json_t *got)
{
    size_t count = json_array_size(expected);
    char part[24];

    for (size_t i = 0; i < count && i < json_array_size(got); i++) {
        struct rvt_text text;
        rvt_text_init(&text, part, sizeof part);
        rvt_text_add(&text, "[%zu]", i);
        if (!compare_at(place, part, json_array_get(expected, i), json_array_get(got, i)))
            return false;
    }
    if (json_array_size(got) == count)
        return true;
    rvt_text_add(place->out, "%s has %zu elements, expected %zu", place->path, json_array_size(got),
                 count);
    return false;
}

static bool compare_objects(struct place *place, const json_t *expected, const json_t *got)
{
    const char *name = NULL;
    json_t *value = NULL;

    json_object_foreach(
        (json_t *)(uintptr_t)expected, name,
        value) if (!compare_at(place, name, value, json_object_get(got, name))) return false;
    return true;
}

static bool compare(struct place *place, const json_t *expected, const json_t *got)
{
    uint64_t wanted = 0, found = 0;

    if (json_is_null(expected))
        return true;
    if (json_is_object(expected) && json_is_object(got))
        return compare_objects(place, expected, got);
    if (json_is_array(expected) && json_is_array(got))
        return compare_arrays(place, expected, got);
    if (number_of(expected, &wanted) && number_of(got, &found))
        return wanted == found || differs(place, expected, got);
    if (json_is_string(expected) && json_is_string(got) &&
        same_text(json_string_value(expected), json_string_value(got)))
        return true;
    return differs(place, expected, got);
}

bool rvt_golden_answers(const json_t *expected, const json_t *answer, struct rvt_text *text)
{
    struct place place = {.out = text, .path = ""};

    return compare(&place, expected, answer);
}
