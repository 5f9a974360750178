/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/core_line.h"

#include <stdarg.h>
#include <stdio.h>

enum rvt_status rvt_core_line_fault(const struct rvt_core_line *line, const char *rule,
                                    struct rvt_diag *diag, const char *format, ...)
{
    char text[sizeof((struct rvt_diag *)0)->text];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, rule, "%s", text);
    rvt_diag_at(diag, "line", line->number);
    return RVT_ERR_SYNTAX;
}
