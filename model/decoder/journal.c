/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/journal.h"

#include <stdlib.h>
#include <string.h>

enum rvt_status rvt_journal_open(struct rvt_journal *journal, uint32_t entries)
{
    *journal = (struct rvt_journal){.mark = 1, .entries = entries};
    journal->stamp = calloc(entries, sizeof(*journal->stamp));
    journal->note = calloc(2 * (size_t)entries, sizeof(*journal->note));
    return journal->stamp == NULL || journal->note == NULL ? RVT_ERR_MEMORY : RVT_OK;
}

void rvt_journal_close(struct rvt_journal *journal)
{
    free(journal->stamp);
    free(journal->note);
    journal->stamp = NULL;
    journal->note = NULL;
}

void rvt_journal_commit(struct rvt_journal *journal)
{
    if (journal->notes == 0)
        return;
    journal->notes = 0;
    journal->mark++;
    if (journal->mark < UINT32_MAX - 1)
        return;
    memset(journal->stamp, 0, journal->entries * sizeof(*journal->stamp));
    journal->mark = 1;
}
