/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Undo for a table: what an entry held before it was first written since a mark. A trial costs what
 * it touches, whatever the size of the table.
 */
#ifndef RVT_DECODER_JOURNAL_H
#define RVT_DECODER_JOURNAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct rvt_journal {
    uint32_t *stamp; /* the mark since which an entry is noted; one per entry of the table; owned */
    struct rvt_journal_note {
        uint64_t value; /* what the entry held */
        uint32_t extra;
        uint32_t index;
        uint32_t stamp;
    } * note;       /* owned; room for two marks, one within the other */
    uint32_t notes; /* in use */
    uint32_t mark;  /* the latest; never 0 */
    uint32_t entries;
};

/* Opens a journal for a table of entries entries. RVT_ERR_MEMORY. rvt_journal_close frees it; a
 * zeroed struct may be closed too. */
RVT_MUST_USE
enum rvt_status rvt_journal_open(struct rvt_journal *journal, uint32_t entries);
void rvt_journal_close(struct rvt_journal *journal);

/* Forgets all notes: what the table holds now cannot be undone any more. */
void rvt_journal_commit(struct rvt_journal *journal);

/* Where a trial began. */
struct rvt_journal_point {
    uint32_t notes, mark;
};

/* Begins a trial; one may run at a time. */
static inline struct rvt_journal_point rvt_journal_begin(struct rvt_journal *journal)
{
    struct rvt_journal_point point = {.notes = journal->notes, .mark = journal->mark};

    journal->mark++;
    return point;
}

/* To be called before entry index, which holds value and extra, is written. */
static inline void rvt_journal_write(struct rvt_journal *journal, uint32_t index, uint64_t value,
                                     uint32_t extra)
{
    if (journal->stamp[index] == journal->mark)
        return;
    journal->note[journal->notes++] = (struct rvt_journal_note){
        .value = value, .extra = extra, .index = index, .stamp = journal->stamp[index]};
    journal->stamp[index] = journal->mark;
}

/*
 * Takes the latest note since point back, so that the caller can write its entry; null: that was
 * all, the trial is over. A point of zeros stands for the latest commit.
 */
static inline const struct rvt_journal_note *rvt_journal_undo(struct rvt_journal *journal,
                                                              const struct rvt_journal_point *point)
{
    if (journal->notes == point->notes) {
        if (point->mark != 0)
            journal->mark = point->mark;
        return NULL;
    }
    const struct rvt_journal_note *note = &journal->note[--journal->notes];
    journal->stamp[note->index] = note->stamp;
    return note;
}

#endif
