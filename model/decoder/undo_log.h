/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Undo for a table: the value of each entry before it was first written since a mark. The cost of a
 * trial depends on the entries that it writes, not on the size of the table.
 */
#ifndef RVT_DECODER_UNDO_LOG_H
#define RVT_DECODER_UNDO_LOG_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct rvt_undo_note {
    uint64_t value; /* of the entry before */
    uint32_t extra;
    uint32_t index;
    uint32_t stamp;
};

struct rvt_undo_log {
    uint32_t *stamp; /* the mark since which an entry is saved; one per table entry; owned */
    struct rvt_undo_note *note; /* owned; room for three marks, nested */
    uint32_t notes;             /* in use */
    uint32_t mark;              /* the latest; never 0 */
    uint32_t entries;
};

/* Opens a log for a table of entries entries. RVT_ERR_MEMORY. rvt_undo_log_close frees it; it may
 * also be called on a zeroed struct. */
RVT_MUST_USE
enum rvt_status rvt_undo_log_open(struct rvt_undo_log *log, uint32_t entries);
void rvt_undo_log_close(struct rvt_undo_log *log);

/* Empties the log: what the table holds now can no longer be undone. */
void rvt_undo_log_commit(struct rvt_undo_log *log);

/* Where a trial began. */
struct rvt_undo_point {
    uint32_t notes, mark;
};

/* Begins a trial; one may run at a time. */
static inline struct rvt_undo_point rvt_undo_log_begin(struct rvt_undo_log *log)
{
    struct rvt_undo_point point = {.notes = log->notes, .mark = log->mark};

    log->mark++;
    return point;
}

/* To be called before entry index, which holds value and extra, is written. */
static inline void rvt_undo_log_save(struct rvt_undo_log *log, uint32_t index, uint64_t value,
                                     uint32_t extra)
{
    if (log->stamp[index] == log->mark)
        return;
    log->note[log->notes++] = (struct rvt_undo_note){
        .value = value, .extra = extra, .index = index, .stamp = log->stamp[index]};
    log->stamp[index] = log->mark;
}

/*
 * Removes the latest note since point and returns it, so that the caller can restore its entry.
 * Null: there is none left, the trial is over. A point of zeros stands for the latest commit.
 */
static inline const struct rvt_undo_note *rvt_undo_log_take(struct rvt_undo_log *log,
                                                            const struct rvt_undo_point *point)
{
    if (log->notes == point->notes) {
        if (point->mark != 0)
            log->mark = point->mark;
        return NULL;
    }
    const struct rvt_undo_note *note = &log->note[--log->notes];
    log->stamp[note->index] = note->stamp;
    return note;
}

#endif
