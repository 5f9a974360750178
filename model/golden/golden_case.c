/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/golden_case.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const char *const VERDICTS[] = {"valid", "invalid", NULL};
static const char *const FAULT_KEYS[] = {"verdict", "status",   "field", "bit",
                                         "clause",  "position", NULL};

enum { LINE_BYTES = 1024 };

void rvt_golden_disagree(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                         const char *format, ...)
{
    char line[LINE_BYTES], detail[LINE_BYTES];
    struct rvt_text text;
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(detail, sizeof(detail), format, arguments);
    va_end(arguments);
    rvt_text_init(&text, line, sizeof(line));
    rvt_text_add(&text, "%s:%u: %s: %s", c->path, at->line, c->id, detail);
    if (c->report != NULL)
        c->report->line(c->report->context, line);
    c->faults++;
}

bool rvt_golden_succeeded(struct rvt_golden_case *c, const char *what, enum rvt_status got,
                          const struct rvt_diag *fault)
{
    char text[320] = "";
    if (got == RVT_OK)
        return true;
    if (fault != NULL)
        rvt_diag_format(fault, text, sizeof(text));
    rvt_golden_disagree(c, c->node, "%s failed: %s: %s", what, rvt_status_text(got), text);
    return false;
}

enum rvt_golden_role rvt_golden_role(const struct rvt_golden_case *c)
{
    const struct rvt_yaml_node *verdict = rvt_yaml_get(c->expect, "verdict");
    bool breaks = verdict != NULL && verdict->text != NULL && strcmp(verdict->text, "invalid") == 0;

    if (rvt_yaml_get(c->node, "border") != NULL)
        return RVT_GOLDEN_BORDER;
    return breaks ? RVT_GOLDEN_BREAKS : RVT_GOLDEN_OBEYS;
}

const char *rvt_golden_role_text(enum rvt_golden_role role)
{
    static const char *const TEXT[] = {"obeys", "border", "breaks"};

    return TEXT[role];
}

enum rvt_status rvt_golden_verdict(const struct rvt_golden_case *c, bool *valid,
                                   struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    unsigned choice = 0;
    enum rvt_status status = rvt_yaml_need(c->expect, "verdict", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_choice(node, VERDICTS, &choice, diag);
    *valid = choice == 0;
    return status;
}

enum rvt_status rvt_golden_one_input(const struct rvt_golden_case *c, const char *const *keys,
                                     bool *valid, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_only(c->input, keys, diag);
    if (status == RVT_OK && c->input->count != 1)
        status =
            rvt_yaml_refuse(c->input, RVT_ERR_SYNTAX, NULL, diag, "exactly one input expected");
    return status == RVT_OK ? rvt_golden_verdict(c, valid, diag) : status;
}

static void expect_word(struct rvt_golden_case *c, const char *key, const char *got)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(c->expect, key);
    if (node != NULL && (got == NULL || strcmp(node->text, got) != 0))
        rvt_golden_disagree(c, node, "%s of the fault is %s", key, got == NULL ? "not set" : got);
}

static enum rvt_status expect_number(struct rvt_golden_case *c, const char *key, uint64_t got,
                                     struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(c->expect, key);
    uint64_t value = 0;
    enum rvt_status status = RVT_OK;
    if (node == NULL)
        return RVT_OK;
    status = rvt_yaml_unsigned(node, &value, diag);
    if (status == RVT_OK && value != got)
        rvt_golden_disagree(c, node, "%s of the fault is %" PRIu64, key, got);
    return status;
}

enum rvt_status rvt_golden_expect_fault(struct rvt_golden_case *c, enum rvt_status got,
                                        const struct rvt_diag *fault, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    enum rvt_status status = rvt_yaml_only(c->expect, FAULT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "status", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    if (strcmp(node->text, rvt_status_text(got)) != 0) {
        rvt_golden_disagree(c, node, "the call returned '%s'", rvt_status_text(got));
        return RVT_OK;
    }
    if (fault->status != got)
        rvt_golden_disagree(c, node, "the diagnosis says '%s'", rvt_status_text(fault->status));
    expect_word(c, "field", fault->field);
    expect_word(c, "clause", fault->clause);
    status = expect_number(c, "bit", fault->bit, diag);
    return status == RVT_OK ? expect_number(c, "position", fault->position, diag) : status;
}
