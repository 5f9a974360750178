/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/clause_tally.h"

#include <inttypes.h>
#include <string.h>

/* The count of a clause, new if need be; null: there is no room. */
static struct rvt_clause_count *find(struct rvt_clause_tally *tally, const char *clause)
{
    struct rvt_text text;
    unsigned i = 0;

    while (i < tally->count && strcmp(tally->clause[i].clause, clause) != 0)
        i++;
    if (i == RVT_TALLY_CLAUSES)
        return NULL;
    if (i == tally->count) {
        rvt_text_init(&text, tally->clause[i].clause, sizeof tally->clause[i].clause);
        rvt_text_add(&text, "%s", clause);
        tally->count++;
    }
    return &tally->clause[i];
}

void rvt_clause_tally_add(struct rvt_clause_tally *tally, const char *clause, bool waived)
{
    struct rvt_clause_count *count = find(tally, clause);

    if (count == NULL) {
        tally->others++;
        return;
    }
    count->found++;
    count->waived += waived;
}

void rvt_clause_tally_print(const struct rvt_clause_tally *tally, struct rvt_text *text)
{
    for (unsigned i = 0; i < tally->count; i++) {
        const struct rvt_clause_count *count = &tally->clause[i];
        rvt_text_add(text, "%s%s %" PRIu64, i > 0 ? ", " : "",
                     count->clause[0] != '\0' ? count->clause : "no clause", count->found);
        if (count->waived > 0)
            rvt_text_add(text, " (%" PRIu64 " waived)", count->waived);
    }
    if (tally->others > 0)
        rvt_text_add(text, ", others %" PRIu64, tally->others);
}
