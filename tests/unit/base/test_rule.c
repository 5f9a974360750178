/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The rules of the transports: each number once, and how bad it is to break it. */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>

#include "base/rule.h"

/* What readers can live with; every other rule is broken by an error. */
static const char *const WARNINGS[] = {
    "SYST-014", "SYST-016", "SYST-017", "SYST-102", "SYST-103", "SYST-104", "SYST-105", "SYST-106",
    "STP-006",  "STP-007",  "STP-008",  "STP-009",  "STP-013",  "STP-015",  "SEQ-004",  "SEQ-005",
    "SEQ-012",  "SEQ-014",  "SEQ-015",  "FRM-004",  "FRM-005",  "FRM-007",  "FRM-014",
};
static const char *const INFOS[] = {
    "SYST-101", "STP-011", "STP-012", "STP-014", "SEQ-013", "FRM-006", "FRM-010",
};

static bool is_among(const char *number, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(number, list[i]) == 0)
            return true;
    return false;
}

#define IS_AMONG(number, list) is_among(number, list, sizeof(list) / sizeof((list)[0]))

/* In the order of the numbers; FRM-001 to -003 and -012 cannot be broken by a stream. */
Test(rule, numbers_and_severities)
{
    static const struct {
        const char *group;
        unsigned first, last;
    } groups[] = {{"SYST", 1, 18}, {"SYST", 101, 106}, {"STP", 1, 15},
                  {"SEQ", 1, 15},  {"FRM", 4, 11},     {"FRM", 13, 15}};
    unsigned rule = 0;

    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        for (unsigned n = groups[i].first; n <= groups[i].last; n++) {
            char number[12];
            enum rvt_severity severity;

            (void)snprintf(number, sizeof number, "%s-%03u", groups[i].group, n);
            severity = IS_AMONG(number, INFOS)      ? RVT_SEVERITY_INFO
                       : IS_AMONG(number, WARNINGS) ? RVT_SEVERITY_WARNING
                                                    : RVT_SEVERITY_ERROR;
            const struct rvt_rule_text *text = rvt_rule_text((enum rvt_rule)rule++);
            cr_expect_str_eq(text->number, number);
            cr_expect(eq(int, (int)text->severity, (int)severity), "%s", number);
            cr_expect(strlen(text->title) > 10 && text->title[strlen(text->title) - 1] != '.');
        }
    cr_expect(eq(uint, rule, RVT_RULES));
    cr_expect_str_eq(rvt_severity_text(RVT_SEVERITY_INFO), "info");
    cr_expect_str_eq(rvt_severity_text(RVT_SEVERITY_WARNING), "warning");
    cr_expect_str_eq(rvt_severity_text(RVT_SEVERITY_ERROR), "error");
}
