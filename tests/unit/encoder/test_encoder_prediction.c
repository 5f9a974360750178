/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Branch prediction: counts instead of maps. Each test states whether the branch at 2000 is
 * trained; outcomes are derived by hand from the four states of the predictor. */
#include <stdio.h>

#include "tests/unit/encoder_rig.h"

static struct rvt_config prediction_config(void)
{
    struct rvt_config config = plain_config();

    config.params.bpred_size_p = 6;
    config.options.branch_prediction = true;
    return config;
}

/* Branches that are not taken: predicted correctly from the first on, as entries begin with 01. */
static void predicted(struct rig *rig, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        nottaken(rig, 0x2000);
}

/* Shows: ETR-MODE-026, ETR-MODE-027, ETR-MODE-028, ETR-ALG-034, ETR-ALG-050, ETR-ALG-058 */
Test(encoder_prediction, from_31_on_correct_predictions_are_counted)
{
    static const struct {
        unsigned predicted;
        bool fails; /* then a branch that is taken */
        const char *packets;
    } cases[] = {
        {5, false, "+ S:1000 B5.1f:3000 A:3004 rep-"},
        {30, false, "+ S:1000 B30.3fffffff:3000 A:3004 rep-"},
        {31, false, "+ S:1000 K31:3000 A:3004 rep-"},
        {32, false, "+ S:1000 K32:3000 A:3004 rep-"},
        {100, false, "+ S:1000 K100:3000 A:3004 rep-"},
        {30, true, "+ S:1000 M.3fffffff A:3000 A:3004 rep-"},
        {31, true, "+ S:1000 K31 A:3000 A:3004 rep-"},
        {100, true, "+ S:1000 K100 A:3000 A:3004 rep-"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = prediction_config();
        struct rig rig;

        begin(&rig, &config);
        plain(&rig, 0x1000);
        predicted(&rig, cases[i].predicted);
        if (cases[i].fails)
            taken(&rig, 0x2000);
        jump(&rig, 0x2004);
        plain(&rig, 0x3000);
        plain(&rig, 0x3004);
        end(&rig, cases[i].packets);
        if (cases[i].fails)
            cr_expect(rig.note.decision[2] == (cases[i].predicted == 30
                                                   ? RVT_DECISION_BRANCH_MAP_FULL
                                                   : RVT_DECISION_MISPREDICTION));
    }
}

/* One failure among 31 makes a map of all. Shows: ETR-MODE-027, ETR-ALG-012 */
Test(encoder_prediction, one_failure_among_31_is_told_by_a_map)
{
    static const unsigned places[] = {0, 15, 30};

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        struct rvt_config config = prediction_config();
        struct rig rig;
        char packets[80];

        begin(&rig, &config);
        plain(&rig, 0x1000);
        predicted(&rig, places[i]);
        taken(&rig, 0x2040); /* an entry of its own, so that the others stay */
        predicted(&rig, 30 - places[i]);
        predicted(&rig, 31); /* counting restarts after the map */
        jump(&rig, 0x2004);
        plain(&rig, 0x3000);
        (void)snprintf(packets, sizeof(packets), "+ S:1000 M.%x K31:3000 ntr-",
                       0x7fffffff & ~(1u << places[i]));
        end(&rig, packets);
    }
}

/* Shows: ETR-ALG-050, ETR-ALG-058 */
Test(encoder_prediction, an_address_says_whether_its_branch_failed)
{
    struct rvt_config config = prediction_config();
    struct rig rig;

    begin(&rig, &config); /* the 32nd branch is the target of a jump, as predicted */
    plain(&rig, 0x1000);
    predicted(&rig, 31);
    jump(&rig, 0x2004);
    nottaken(&rig, 0x2000);
    end(&rig, "+ S:1000 K32:2000 ntr-");

    begin(&rig, &config); /* not as predicted */
    plain(&rig, 0x1000);
    predicted(&rig, 31);
    jump(&rig, 0x2004);
    taken(&rig, 0x2000);
    end(&rig, "+ S:1000 K31x:2000 ntr-");

    begin(&rig, &config); /* the 31st is: a map and an address, not a count */
    plain(&rig, 0x1000);
    predicted(&rig, 30);
    jump(&rig, 0x2004);
    taken(&rig, 0x2000);
    end(&rig, "+ S:1000 B31.3fffffff:2000 ntr-");

    begin(&rig, &config); /* before a trap, and failed */
    plain(&rig, 0x1000);
    predicted(&rig, 40);
    taken(&rig, 0x2000);
    trap(&rig, 0x3000);
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 K40x:2000 T1:e5:8000 rep-");
}

/* Shows: ETR-ALG-006, ETR-ALG-010, ETR-ALG-057 */
Test(encoder_prediction, counted_branches_are_told_before_a_sync_packet)
{
    struct rvt_config config = prediction_config();
    struct rig rig;

    begin(&rig, &config);
    plain(&rig, 0x1000);
    predicted(&rig, 40);
    plain(&rig, 0x2004);
    rig.priv = 1;
    plain(&rig, 0x2008);
    end(&rig, "+ S:1000 K40:2004 S:2008/1 rep-");
}

/* Shows: ETR-MODE-023, ETR-MODE-024 */
Test(encoder_prediction, a_sync_packet_restarts_the_predictor_and_its_branch_trains_it)
{
    struct rvt_config config = prediction_config();
    struct rig rig;

    for (unsigned discard = 0; discard < 2; discard++) {
        config.switches.bpred_sync_branch =
            discard ? RVT_BPRED_SYNC_DISCARD : RVT_BPRED_SYNC_TRAIN_AFTER_INIT;
        begin(&rig, &config);
        for (unsigned i = 0; i < 32; i++)
            taken(&rig, 0x2000); /* the first one is synchronised */
        jump(&rig, 0x2004);
        plain(&rig, 0x3000);
        end(&rig, discard ? "+ S:2000t M.0 A:3000 ntr-" : "+ S:2000t K31:3000 ntr-");
    }

    for (unsigned how = 0; how < 3; how++) { /* trained to taken, then synchronised */
        config.switches.table_reset =
            how == 0 ? RVT_TABLE_RESET_EVERY_SYNC : RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
        config.resync.mode = how == 2 ? RVT_RESYNC_CYCLES : RVT_RESYNC_OFF;
        config.resync.max = 15;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        taken(&rig, 0x2000);
        taken(&rig, 0x2000);
        rig.ctype = RVT_CTYPE_PRECISE;
        plain(&rig, 0x2000);
        for (unsigned i = 0; i < 31; i++)
            taken(&rig, 0x2000);
        jump(&rig, 0x2004);
        plain(&rig, 0x3000);
        end(&rig, how == 1 ? "+ S:1000 B2.0:2000 S:2000 K31:3000 ntr-"
                           : "+ S:1000 B2.0:2000 S:2000 M.0 A:3000 ntr-");
    }
}

/* Shows: ETR-MODE-029 */
Test(encoder_prediction, a_full_count_is_told_with_the_address_of_its_branch)
{
    struct rvt_config config = prediction_config();
    struct rig rig;

    config.switches.bcount_max = 1;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    predicted(&rig, 32 + 5);
    jump(&rig, 0x2004);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1000 K32:2000 B5.1f:3000 ntr-");
    cr_expect(rig.note.decision[2] == RVT_DECISION_BRANCH_COUNT_FULL);

    config.switches.bcount_max = 0;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    predicted(&rig, 62);
    end(&rig, "+ S:1000 K31:2000 K31:2000 rep-");
}

/* Shows: ETR-ALG-050 */
Test(encoder_prediction, counting_can_begin_at_32)
{
    struct rvt_config config = prediction_config();

    config.switches.bcount_min = 32;
    for (unsigned count = 31; count <= 33; count++) {
        static const char *const packets[] = {"+ S:1000 B31.7fffffff:3000 ntr-",
                                              "+ S:1000 K32:3000 ntr-", "+ S:1000 K31 A:3000 ntr-"};
        struct rig rig;

        begin(&rig, &config);
        plain(&rig, 0x1000);
        predicted(&rig, count == 33 ? 31 : count);
        if (count == 33) /* the 32nd fails: no map holds it */
            taken(&rig, 0x2000);
        jump(&rig, 0x2004);
        plain(&rig, 0x3000);
        end(&rig, packets[count - 31]);
    }

    struct rig rig;
    begin(&rig, &config); /* nor where an address is due */
    plain(&rig, 0x1000);
    predicted(&rig, 31);
    taken(&rig, 0x2000);
    trap(&rig, 0x3000);
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 K31x:2000 T1:e5:8000 rep-");
}

/* Shows: ETR-SUP-003, ETR-ALG-055 */
Test(encoder_prediction, counted_branches_are_lost_with_a_row)
{
    struct rvt_config config = prediction_config();
    struct rvt_row lost = {.lost = true};
    struct rig rig;

    begin(&rig, &config);
    plain(&rig, 0x1000);
    predicted(&rig, 40);
    plain(&rig, 0x2004);
    lost.cycle = ++rig.cycle;
    cr_assert(rvt_encoder_row(rig.encoder, &lost, NULL) == RVT_OK);
    plain(&rig, 0x3000);
    predicted(&rig, 3);
    jump(&rig, 0x2004);
    plain(&rig, 0x4000);
    end(&rig, "+ S:1000 lost S:3000 B3.7:4000 ntr-");
}

/* Shows: ETR-CTX-002, ETR-ALG-055 */
Test(encoder_prediction, a_context_packet_leaves_the_count)
{
    struct rvt_config config = prediction_config();
    struct rig rig;

    begin(&rig, &config);
    plain(&rig, 0x1000);
    predicted(&rig, 35);
    rig.ctype = RVT_CTYPE_IMPRECISE;
    predicted(&rig, 2);
    jump(&rig, 0x2004);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1000 C:0 K37:3000 ntr-");
}

/* Shows: ETR-MODE-020, ETR-MODE-025 */
Test(encoder_prediction, entries_are_shared_by_addresses)
{
    struct rvt_config config = prediction_config();
    struct rig rig;

    config.params.bpred_size_p = 2; /* bits 2:1 */
    begin(&rig, &config);
    plain(&rig, 0x1000);
    taken(&rig, 0x2000); /* fails: the entry is 11 now */
    rig.trigger = RVT_TRIGGER_NOTIFY;
    plain(&rig, 0x2004);
    for (unsigned i = 0; i < 31; i++)
        taken(&rig, 0x3008); /* the same entry */
    jump(&rig, 0x2004);
    plain(&rig, 0x4000);
    end(&rig, "+ S:1000 B1.0:2004n K31:4000 ntr-");
}
