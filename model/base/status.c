/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/status.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

const char *rvt_status_text(enum rvt_status status)
{
    switch (status) {
    case RVT_OK:
        return "ok";
    case RVT_ERR_PARAMETER:
        return "parameter";
    case RVT_ERR_TRUNCATED:
        return "truncated";
    case RVT_ERR_TRAILING:
        return "trailing";
    case RVT_ERR_RESERVED:
        return "reserved";
    case RVT_ERR_CHECKSUM:
        return "checksum";
    case RVT_ERR_CAPACITY:
        return "capacity";
    case RVT_ERR_INGRESS:
        return "ingress";
    case RVT_ERR_SEQUENCE:
        return "sequence";
    case RVT_ERR_NO_CODE:
        return "no code";
    case RVT_ERR_FLOW:
        return "flow";
    case RVT_ERR_STEP_LIMIT:
        return "step limit";
    case RVT_ERR_SYNTAX:
        return "syntax";
    case RVT_ERR_IO:
        return "input/output";
    case RVT_ERR_MEMORY:
        return "memory";
    case RVT_ERR_SINK:
        return "sink";
    case RVT_WAIT:
        return "wait";
    case RVT_ERR_STATE:
        return "state";
    }
    return "unknown status";
}

void rvt_diag_clear(struct rvt_diag *diag)
{
    diag->status = RVT_OK;
    diag->position = 0;
    diag->bit = 0;
    diag->value = 0;
    diag->unit = NULL;
    diag->field = NULL;
    diag->clause = NULL;
    diag->text[0] = '\0'; /* called in each cycle: the rest of the text is not cleared */
}

enum rvt_status rvt_diag_set(struct rvt_diag *diag, enum rvt_status status, const char *field,
                             uint64_t value, const char *clause, const char *format, ...)
{
    char text[sizeof diag->text];
    struct rvt_text visible;
    va_list arguments;

    if (!diag || diag->status != RVT_OK)
        return status;
    rvt_diag_clear(diag);
    diag->status = status;
    diag->field = field;
    diag->value = value;
    diag->clause = clause;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rvt_text_init(&visible, diag->text, sizeof diag->text);
    rvt_text_add_visible(&visible, text); /* it may show parts of an input */
    return status;
}

void rvt_diag_at(struct rvt_diag *diag, const char *unit, uint64_t position)
{
    if (!diag || diag->status == RVT_OK || diag->unit)
        return;
    diag->unit = unit;
    diag->position = position;
}

/* Fields that hold addresses are always printed in hexadecimal; other small values are not. */
static bool is_address(const char *field)
{
    static const char *const names[] = {"pc", "address", "iaddr", "epc", "tval"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(field, names[i]) == 0)
            return true;
    return false;
}

static void add_value(struct rvt_text *line, const char *field, uint64_t value)
{
    if (value <= UINT16_MAX && !is_address(field))
        rvt_text_add(line, "%" PRIu64, value);
    else
        rvt_text_add(line, "0x%" PRIx64, value);
}

void rvt_diag_format(const struct rvt_diag *diag, char *text, unsigned capacity)
{
    struct rvt_text line;

    rvt_text_init(&line, text, capacity);
    if (diag->unit)
        rvt_text_add(&line, "%s %" PRIu64 ": ", diag->unit, diag->position);
    rvt_text_add(&line, "%s", diag->text[0] ? diag->text : rvt_status_text(diag->status));
    if (!diag->field && !diag->clause)
        return;
    rvt_text_add(&line, " [");
    if (diag->field) {
        rvt_text_add(&line, "%s = ", diag->field);
        add_value(&line, diag->field, diag->value);
        if (diag->bit)
            rvt_text_add(&line, " at bit %u", diag->bit);
    }
    if (diag->clause)
        rvt_text_add(&line, "%s%s", diag->field ? ", " : "", diag->clause);
    rvt_text_add(&line, "]");
}

struct rvt_diagnosis rvt_diagnosis_of(const struct rvt_diag *diag)
{
    struct rvt_diagnosis made = {.size = sizeof made,
                                 .status = diag->status,
                                 .bit = diag->bit,
                                 .position = diag->position,
                                 .value = diag->value,
                                 .unit = diag->unit,
                                 .field = diag->field,
                                 .clause = diag->clause};

    _Static_assert(sizeof made.text == sizeof diag->text, "texts of one size");
    memcpy(made.text, diag->text, sizeof made.text);
    return made;
}
