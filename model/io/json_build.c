/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/json_build.h"

void rvt_json_put(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) == 0)
        return;
    json_decref(*object);
    *object = NULL;
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
