/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A list of JSON values, as an array or as lines. Lines begin with an object that has the schema
 * of the others, {"schema":"..."}, and each value is a line: a reader takes them one by one.
 */
#ifndef RVT_TOOLS_JSON_LIST_H
#define RVT_TOOLS_JSON_LIST_H

#include <stdbool.h>

#include "io/bytes/output.h"

struct rvt_json_list {
    bool on;        /* else nothing is printed */
    bool lines;     /* else an array */
    bool has_items; /* so far */
    bool is_closed; /* the latest line has its end */
};

/* Begins the list. schema: such as "rvt-dump/1". */
void rvt_json_list_begin(const struct rvt_json_list *list, struct rvt_output *output,
                         const char *schema);

/* Before each value. */
void rvt_json_list_next(struct rvt_json_list *list, struct rvt_output *output);

/* Between two values, before what is printed so far is read: ends the latest line. */
void rvt_json_list_pause(struct rvt_json_list *list, struct rvt_output *output);

/* Ends the list. */
void rvt_json_list_end(const struct rvt_json_list *list, struct rvt_output *output);

#endif
