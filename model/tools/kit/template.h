/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The templates of `rvt kit`: text with @NAME@ where a value belongs, and with parts that are left
 * out. A part begins with a line "@if CONDITION...@" and ends with a line "@end@"; parts do not
 * nest. A condition is NAME or !NAME; all must hold. A name is of lower-case letters, digits and
 * underscores; it holds if its value is neither "" nor "0".
 */
#ifndef RVT_TOOLS_KIT_TEMPLATE_H
#define RVT_TOOLS_KIT_TEMPLATE_H

#include "tools/command.h"

enum { RVT_TEMPLATE_VALUE = 4096 }; /* bytes of the longest value, with its end */

/* Writes the value called name into value; false: there is none. */
typedef bool rvt_template_value(void *context, const char *name, char value[RVT_TEMPLATE_VALUE]);

/*
 * Writes text, with its values, to output. RVT_ERR_SYNTAX: a name without a value, or a part
 * without its begin or end; *line, from 1, says where. RVT_ERR_IO: output takes nothing more.
 */
RVT_MUST_USE
enum rvt_status rvt_template_expand(const char *text, rvt_template_value *value, void *context,
                                    struct rvt_output *output, unsigned *line);

#endif
