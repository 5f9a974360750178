/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What is known of the successor of a branch whose outcome a count has reported. */
#include <criterion/criterion.h>

#include "base/config_check.h"
#include "decoder/next_pc.h"
#include "program/image.h"

enum { PC = 0x1000, TARGET = 0x1040 };

struct rig {
    struct rvt_config config;
    struct rvt_image *image;
    struct rvt_tables tables;
    struct rvt_path path;
};

/* A branch of 4 bytes at PC, in a stream with branch prediction; its entry predicts taken. */
static void open_rig(struct rig *rig, struct rvt_outcomes outcomes)
{
    rvt_config_defaults(&rig->config, RVT_PROFILE_V2_0_4);
    rig->config.params.bpred_size_p = 4;
    cr_assert_eq(rvt_image_open(32, false, &rig->image), RVT_OK);
    cr_assert_eq(rvt_tables_open(&rig->tables, &rig->config), RVT_OK);
    rvt_tables_train(&rig->tables, PC, true);
    rvt_tables_train(&rig->tables, PC, true);
    rig->path = (struct rvt_path){.config = &rig->config,
                                  .image = rig->image,
                                  .tables = &rig->tables,
                                  .mode = {.branch_prediction = true},
                                  .outcomes = outcomes,
                                  .pc = PC,
                                  .insn = {.kind = RVT_INSN_BRANCH, .size = 4, .target = TARGET}};
}

static void close_rig(struct rig *rig)
{
    rvt_tables_close(&rig->tables);
    rvt_image_close(rig->image);
}

/* Shows: ETR-DEC-006 ETR-DEC-016 */
Test(next_pc, a_count_stands_for_the_prediction)
{
    static const struct {
        struct rvt_outcomes outcomes;
        uint64_t successor;
    } cases[] = {
        {{.predicted = 1}, TARGET},
        {{.predicted = 1, .failed = true}, TARGET},
        {{.failed = true}, PC + 4},
        {{.map = {.count = 1, .bits = 1}, .predicted = 1}, PC + 4},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rig rig;
        uint64_t address;

        open_rig(&rig, cases[i].outcomes);
        cr_expect_eq(rvt_path_successor(&rig.path, &address), RVT_SUCCESSOR_KNOWN);
        cr_expect_eq(address, cases[i].successor, "case %zu", i);
        close_rig(&rig);
    }
}

/* Shows: ETR-MODE-025 */
Test(next_pc, a_trap_trains_with_the_outcome_of_a_count)
{
    struct rig rig;

    open_rig(&rig, (struct rvt_outcomes){.failed = true});
    rvt_path_leave_by_trap(&rig.path, false);
    rvt_tables_train(&rig.tables, PC, false);
    cr_expect(!rvt_branch_predictor_ask(&rig.tables.predictor, PC));
    close_rig(&rig);
}
