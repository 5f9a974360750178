/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/json_list.h"

void rvt_json_list_begin(const struct rvt_json_list *list, struct rvt_output *output,
                         const char *schema)
{
    if (list->on && list->lines)
        rvt_output_print(output, "{\"schema\":\"%s\"}", schema);
    else if (list->on)
        rvt_output_print(output, "[");
}

void rvt_json_list_next(struct rvt_json_list *list, struct rvt_output *output)
{
    if (!list->is_closed)
        rvt_output_print(output, list->has_items && !list->lines ? ",\n" : "\n");
    list->has_items = true;
    list->is_closed = false;
}

void rvt_json_list_pause(struct rvt_json_list *list, struct rvt_output *output)
{
    if (!list->on || !list->lines || list->is_closed)
        return;
    rvt_output_print(output, "\n");
    list->is_closed = true;
}

void rvt_json_list_end(const struct rvt_json_list *list, struct rvt_output *output)
{
    if (list->on && !list->is_closed)
        rvt_output_print(output, list->lines ? "\n" : "\n]\n");
}
