/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/json_build.h"

#include <stdlib.h>
#include <string.h>

void rvt_json_put(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) == 0)
        return;
    json_decref(*object);
    *object = NULL;
}

json_t *rvt_json_text(const char *text)
{
    json_t *value = json_string(text);

    if (value != NULL)
        return value;
    size_t length = strlen(text);
    char *plain = malloc(length + 1);
    for (size_t i = 0; plain != NULL && i <= length; i++)
        plain[i] = (char)((unsigned char)text[i] < 0x80 ? text[i] : '?');
    value = plain != NULL ? json_string(plain) : NULL;
    free(plain);
    return value;
}

void rvt_json_put_text(json_t **object, const char *name, const char *text)
{
    if (text != NULL && text[0] != '\0')
        rvt_json_put(object, name, rvt_json_text(text));
}

void rvt_json_put_number(json_t **object, const char *name, uint64_t number)
{
    rvt_json_put(object, name, json_integer((json_int_t)number));
}

void rvt_json_append(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) == 0)
        return;
    json_decref(*array);
    *array = NULL;
}

/* A write error stays in the output. */
static int write_part(const char *text, size_t bytes, void *output)
{
    return rvt_output_write(output, text, bytes) == RVT_OK ? 0 : -1;
}

/* json_dumps is no alternative: it may leave out a quotation mark when memory runs out. */
enum rvt_status rvt_json_write(struct rvt_output *output, json_t *value, size_t flags)
{
    int wrong = json_dump_callback(value, write_part, output, flags);

    json_decref(value);
    if (wrong != 0 && !rvt_output_failed(output))
        return RVT_ERR_MEMORY;
    return rvt_output_write(output, "\n", 1);
}
