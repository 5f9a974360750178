/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Undo of a table: to the latest commit, and of a trial nested in it. */
#include "tests/unit/checks.h"

#include <criterion/criterion.h>

#include "decoder/undo_log.h"

enum { ENTRIES = 4 };

static void write_entry(struct rvt_undo_log *log, uint64_t *table, uint32_t index, uint64_t value)
{
    rvt_undo_log_save(log, index, table[index], 0);
    table[index] = value;
}

static void undo(struct rvt_undo_log *log, uint64_t *table, const struct rvt_undo_point *point)
{
    const struct rvt_undo_note *note;

    while ((note = rvt_undo_log_take(log, point)) != NULL)
        table[note->index] = note->value;
}

Test(undo_log, a_trial_returns_to_where_it_began)
{
    const struct rvt_undo_point commit = {.notes = 0};
    uint64_t table[ENTRIES] = {10, 11, 12, 13};
    struct rvt_undo_log log;

    cr_assert(rvt_undo_log_open(&log, ENTRIES) == RVT_OK);
    write_entry(&log, table, 1, 21);
    struct rvt_undo_point trial = rvt_undo_log_begin(&log);
    write_entry(&log, table, 1, 31);
    write_entry(&log, table, 1, 41);
    write_entry(&log, table, 2, 32);
    undo(&log, table, &trial);
    cr_expect(table[1] == 21 && table[2] == 12);
    undo(&log, table, &commit);
    cr_expect(table[1] == 11);
    rvt_undo_log_close(&log);
}

Test(undo_log, a_commit_is_final)
{
    const struct rvt_undo_point commit = {.notes = 0};
    uint64_t table[ENTRIES] = {10, 11, 12, 13};
    struct rvt_undo_log log;

    cr_assert(rvt_undo_log_open(&log, ENTRIES) == RVT_OK);
    write_entry(&log, table, 3, 23);
    rvt_undo_log_commit(&log);
    undo(&log, table, &commit);
    cr_expect(table[3] == 23);
    for (unsigned i = 0; i < 100; i++)
        write_entry(&log, table, 3, i);
    cr_expect(log.notes == 1, "an entry is saved once since a commit");
    undo(&log, table, &commit);
    cr_expect(table[3] == 23);
    rvt_undo_log_close(&log);
}
