/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Undo of a table: to the latest commit, and of a trial nested in it. */
#include "tests/unit/checks.h"

#include <criterion/criterion.h>

#include "decoder/tables.h"
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
    write_entry(&log, table, 1, 51);
    cr_expect(log.notes == 1, "an entry that was saved before the trial is not saved again");
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

/* Shows: ETR-MODE-020 */
Test(undo_log, a_trial_leaves_no_training)
{
    struct rvt_config config;
    struct rvt_tables tables = {.predictor = {0}};

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.bpred_size_p = 4;
    config.options.branch_prediction = true;
    cr_assert(rvt_tables_open(&tables, &config) == RVT_OK);
    struct rvt_tables_point begin = rvt_tables_begin(&tables);
    rvt_tables_train(&tables, 0x80000006, true);
    rvt_tables_train(&tables, 0x80000006, true);
    cr_expect(rvt_branch_predictor_ask(&tables.predictor, 0x80000006));
    rvt_tables_undo(&tables, &begin);
    cr_expect(not(rvt_branch_predictor_ask(&tables.predictor, 0x80000006)));
    rvt_tables_close(&tables);
}

/* After the last mark they begin again with 1; no entry may be taken for one that is saved. */
Test(undo_log, marks_begin_again)
{
    const struct rvt_undo_point commit = {.notes = 0};

    for (uint32_t mark = 1; mark < 3; mark++) {
        uint64_t table[ENTRIES] = {10, 11, 12, 13};
        struct rvt_undo_log log;

        cr_assert(rvt_undo_log_open(&log, ENTRIES) == RVT_OK);
        for (uint32_t i = 0; i < ENTRIES; i++)
            log.stamp[i] = mark + i; /* of long ago */
        log.mark = UINT32_MAX - 2;
        write_entry(&log, table, 0, 20);
        rvt_undo_log_commit(&log);
        cr_expect(log.mark < 3);
        for (uint32_t i = 0; i < ENTRIES; i++)
            cr_expect(log.stamp[i] == 0, "entry %u", i);
        for (uint32_t i = 0; i < ENTRIES; i++)
            write_entry(&log, table, i, 30 + i);
        undo(&log, table, &commit);
        cr_expect(table[0] == 20 && table[1] == 11 && table[2] == 12 && table[3] == 13);
        rvt_undo_log_close(&log);
    }
}
