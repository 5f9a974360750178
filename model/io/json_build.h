/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Building JSON values so that no failed allocation leaves a member out: the value becomes null,
 * and then so does what it is added to, up to the whole text.
 */
#ifndef RVT_IO_JSON_BUILD_H
#define RVT_IO_JSON_BUILD_H

#include <jansson.h>

#include "io/bytes/output.h"

/* Adds a member to *object, which the caller owns, and takes value. If memory runs out, or *object
 * or value is null, *object becomes null. */
void rvt_json_put(json_t **object, const char *name, json_t *value);

/* Text as a value; if it is not UTF-8, as names of files may be, its bytes from 0x80 on become '?'.
 * Null: out of memory. */
json_t *rvt_json_text(const char *text);

/* Adds a text, or a number, as rvt_json_put does. A text that is null or "" is left out. */
void rvt_json_put_text(json_t **object, const char *name, const char *text);
void rvt_json_put_number(json_t **object, const char *name, uint64_t number);

/* The same for an element of *array. */
void rvt_json_append(json_t **array, json_t *value);

/* Appends value, which it frees, and a newline; flags as for json_dumps. RVT_ERR_MEMORY: value is
 * null, or memory ran out; RVT_ERR_IO, which output explains. */
RVT_MUST_USE
enum rvt_status rvt_json_write(struct rvt_output *output, json_t *value, size_t flags);

#endif
