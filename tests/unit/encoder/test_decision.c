/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The requirement that each decision and each choice of a format cites. Shows: ETR-ALG-020,
 * ETR-ALG-050, ETR-ALG-051, ETR-ALG-052, ETR-ALG-053, DRA-017 */
#include "tests/unit/checks.h"

#include <string.h>

#include "encoder/decision.h"

/* In the order of the chart, as the comments of decision.h have them. */
static const char *const CLAUSES[] = {
    "ETR-SUP-001",  "ETR-SUP-002", "ETR-SUP-003", "ETR-SUP-004",  "ETR-SUP-008", "ETR-ALG-022",
    "ETR-ALG-023",  "ETR-ALG-024", "ETR-ALG-025", "ETR-ALG-026",  "ETR-ALG-028", "ETR-ALG-028",
    "ETR-SUP-004",  "ETR-ALG-028", "ETR-ALG-028", "ETR-ALG-029",  "ETR-ALG-030", "ETR-ALG-032",
    "ETR-ALG-032",  "ETR-ALG-033", "ETR-ALG-033", "ETR-ALG-033",  "ETR-SUP-004", "ETR-MODE-008",
    "ETR-MODE-011", "ETR-ALG-034", "ETR-ALG-034", "ETR-MODE-029", "ETR-ALG-035", "ETR-SUP-011",
    "ETR-SUP-002",  "DRA-014",     "step 3",      "step 4",       "step 4",      "step 4",
    "step 5",       "step 6",      "step 6",      "step 6",       "step 6",      "step 7",
    "step 7",       "step 7",      "step 8",      "step 8",       "step 9",
};
static const char *const FORMATS[] = {"ETR-FMT-001", "ETR-ALG-050", "ETR-ALG-051", "ETR-MODE-049",
                                      "ETR-ALG-052", "ETR-ALG-053", "ETR-ALG-052"};

Test(decision, each_cites_its_requirement)
{
    const unsigned decisions = sizeof CLAUSES / sizeof CLAUSES[0];

    cr_expect(eq(uint, decisions, RVT_DECISION_DRAFT_CONTEXT + 1));
    for (unsigned i = 0; i < decisions; i++) {
        cr_expect_str_eq(rvt_decision_clause((enum rvt_decision)i), CLAUSES[i], "%u", i);
        for (unsigned j = 0; j < i; j++)
            if (strcmp(CLAUSES[i], CLAUSES[j]) == 0)
                cr_expect(strcmp(rvt_decision_text((enum rvt_decision)i),
                                 rvt_decision_text((enum rvt_decision)j)) != 0,
                          "%u and %u", i, j);
    }
    for (unsigned i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++)
        cr_expect_str_eq(rvt_format_why_clause((enum rvt_format_why)i), FORMATS[i], "%u", i);
}

/* The words of those that share a clause tell them apart. */
Test(decision, words_of_the_steps)
{
    static const struct {
        enum rvt_decision decision;
        const char *word;
    } words[] = {
        {RVT_DECISION_SUPPORT_ENABLE, "enabled"},
        {RVT_DECISION_SUPPORT_END, "ended"},
        {RVT_DECISION_SUPPORT_LOST, "lost"},
        {RVT_DECISION_FIRST, "first traced"},
        {RVT_DECISION_PPCCD, "privilege"},
        {RVT_DECISION_RESYNC, "periodic"},
        {RVT_DECISION_TRAP_RETURN, "trap return"},
        {RVT_DECISION_NOTIFY, "notification"},
        {RVT_DECISION_BEFORE_TRAP, "before a trap"},
        {RVT_DECISION_BEFORE_PPCCD, "before a privilege"},
        {RVT_DECISION_BEFORE_END, "last traced"},
        {RVT_DECISION_BRANCH_MAP_FULL, "map is full"},
        {RVT_DECISION_MISPREDICTION, "mispredicted"},
        {RVT_DECISION_DRAFT_FIRST, "first traced"},
        {RVT_DECISION_DRAFT_PPCH, "privilege"},
        {RVT_DECISION_DRAFT_RESYNC, "periodic"},
        {RVT_DECISION_DRAFT_NOTIFY, "notification"},
        {RVT_DECISION_DRAFT_BEFORE_TRAP, "before a trap"},
        {RVT_DECISION_DRAFT_BEFORE_END, "last traced"},
        {RVT_DECISION_DRAFT_MAP_FULL, "map is full"},
        {RVT_DECISION_DRAFT_COUNT, "mispredicted"},
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        cr_expect(strstr(rvt_decision_text(words[i].decision), words[i].word) != NULL, "%s",
                  words[i].word);
}
