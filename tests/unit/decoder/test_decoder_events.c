/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Events of the decoder: a change of the context is reported where it comes, and only there. Shows:
 * ETR-DEC-002, ETR-DEC-004, ETR-CTX-006 */
#include "tests/unit/decoder_rig.h"

static const struct program line = PROGRAM(ADD, ADD, ADD, ADD, ADD, JR, ADD);

#define TRAP_AT(number, handler, level, ctx)                                                       \
    {                                                                                              \
        .format = 3, .subformat = 1, .branch = true, .privilege = level, .thaddr = true,           \
        .ecause = number, .context = ctx, .address = (handler) >> 1                                \
    }

Test(decoder_events, a_context_is_reported_when_it_changes)
{
    static const struct path table[] = {
        {"the first sync packet has one", "sync context 1000", PACKETS(START(0x1000))},
        {"the same context again", "sync context 1000 1004 1008",
         PACKETS(START_AT(0x1000, 3, 5), START_AT(0x1008, 3, 5))},
        {"another context", "sync context 1000 1004 context 1008",
         PACKETS(START_AT(0x1000, 3, 5), START_AT(0x1008, 3, 6))},
        {"another, and the same again", "sync context 1000 1004 context 1008 100c",
         PACKETS(START_AT(0x1000, 3, 5), START_AT(0x1008, 3, 6), START_AT(0x100c, 3, 6))},
        {"and back", "sync context 1000 1004 context 1008 context 100c",
         PACKETS(START_AT(0x1000, 3, 5), START_AT(0x1008, 3, 6), START_AT(0x100c, 3, 5))},
        {"a trap into the same context", "sync context 1000 e5@1004 1008",
         PACKETS(START_AT(0x1000, 3, 5), TRAP_AT(5, 0x1008, 3, 5))},
        {"a trap into another level", "sync context 1000 e5@1004 context 1008",
         PACKETS(START_AT(0x1000, 1, 5), TRAP_AT(5, 0x1008, 3, 5))},
        {"a trap into another context", "sync context 1000 e5@1004 context 1008",
         PACKETS(START_AT(0x1000, 3, 5), TRAP_AT(5, 0x1008, 3, 6))},
        {"what the handler had, stays", "sync context 1000 e5@1004 context 1008 100c",
         PACKETS(START_AT(0x1000, 3, 5), TRAP_AT(5, 0x1008, 3, 6), START_AT(0x100c, 3, 6))},
        {"F3/2, then F3/0 of the same context", "sync context 1000 context 1004",
         PACKETS(START_AT(0x1000, 3, 5), CONTEXT(6), START_AT(0x1004, 3, 6))},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, line, true);
}

/* In draft 0.026 as well, and F3/2 counts only where the position is known. Shows: DRD-005 */
Test(decoder_events, a_context_packet_of_the_draft_is_an_event)
{
    static const struct path table[] = {
        {"before any sync packet", "", PACKETS({.format = 3, .subformat = 2, .context = 7})},
        {"then the sync packet is the first", "sync context 1000",
         PACKETS({.format = 3, .subformat = 2, .context = 7}, START_AT(0x1000, 3, 7))},
        {"while tracing", "sync context 1000 context",
         PACKETS(START_AT(0x1000, 3, 5), {.format = 3, .subformat = 2, .context = 7})},
        {"and it is known after it", "sync context 1000 context 1004",
         PACKETS(START_AT(0x1000, 3, 5), {.format = 3, .subformat = 2, .context = 7},
                 START_AT(0x1004, 3, 7))},
    };
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.nocontext_p = false;
    config.params.context_width_p = 8;
    config.params.ctype_width_p = 2;
    config.options.full_address = true;
    FOLLOW(table, line, true);
}

/* A count is no packet of a stream without branch prediction. Shows: DRF-001 */
Test(decoder_events, a_count_of_the_draft_needs_branch_prediction)
{
    static const struct program branches = PROGRAM(BEQ(0), ADD);
    static const struct path table[] = {
        {"without", "1000 !reserved/DRF-001",
         PACKETS(START(0x1000),
                 {.format = 1, .branch_fmt = 1, .branch_count = 1, .no_mispred = true})},
    };
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.bpred_size_p = 4;
    config.options.full_address = true;
    FOLLOW(table, branches, false);
}

/* With draft_bpred_init enable a sync packet keeps the predictor, but not the first one after
 * undecodable packets. Shows: DRA-004 */
Test(decoder_events, the_draft_keeps_no_predictor_over_a_loss)
{
    static const struct program loop = PROGRAM(BEQ(0), JR);
    static const struct path table[] = {
        {"kept", "{36 1000}",
         PACKETS(START_TAKEN(0x1000), BRANCHES(3, 0, 0x1000), START_TAKEN(0x1000),
                 {.format = 1, .branch_fmt = 1, .no_mispred = true})},
        {"reset", "1000 1000 1000 1000 !reserved/DRF-014 1000 !flow/DRD-004",
         PACKETS(START_TAKEN(0x1000), BRANCHES(3, 0, 0x1000), {.format = 0}, START_TAKEN(0x1000),
                 {.format = 1, .branch_fmt = 1, .no_mispred = true})},
    };
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.bpred_size_p = 4;
    config.options.branch_prediction = true;
    config.options.full_address = true;
    config.switches.draft_bpred_init = RVT_DRAFT_BPRED_INIT_ENABLE;
    config.switches.bpred_sync_branch = RVT_BPRED_SYNC_DISCARD;
    FOLLOW(table, loop, false);
}

/* The ingress of the draft may hide a branch that is not taken at a reported address. Its outcome
 * is unknown, so that it trains nothing when a trap follows it: the count later predicts it, and 30
 * more, as not taken. Shows: DRA-004, DRA-009 */
Test(decoder_events, a_hidden_branch_in_front_of_a_trap_trains_nothing)
{
    static const struct program loop = PROGRAM(JR, BEQ(8), JAL(0, -4), LOOP);
    static const struct path table[] = {
        {"a count", "1000 1004 e5@? 1000 1004 {30 1008 1004}",
         PACKETS(START(0x1000), ADDRESS(0x1004), TRAP(5, 0x1000), ADDRESS(0x1004),
                 {.format = 1, .branch_fmt = 1, .no_mispred = true})},
    };
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.bpred_size_p = 4;
    config.params.ntkn_width_p = 3;
    config.options.branch_prediction = true;
    config.options.full_address = true;
    config.switches.draft_bpred_init = RVT_DRAFT_BPRED_INIT_ENABLE;
    FOLLOW(table, loop, false);
}

/* A sync packet whose target is reached does not write the cache, unless the switches say so.
 * AMB-082 */
Test(decoder_events, a_sync_packet_populates_the_cache_where_the_switch_says_so)
{
    static const struct path written = {
        "written", "1000 1004 1008 100c 1010 1014 1014 100c",
        PACKETS(START(0x1000), START(0x100c), ADDRESS(0x1014), INDEX(6))};
    static const struct path not_written = {
        "not written", "1000 1004 1008 100c 1010 1014 !flow/ETR-DEC-014",
        PACKETS(START(0x1000), START(0x100c), ADDRESS(0x1014), INDEX(6))};
    static const struct program jumps = PROGRAM(ADD, ADD, JR, ADD, ADD, JR, ADD);

    for (unsigned populate = 0; populate < 2; populate++) {
        struct rvt_config config = full_config();

        config.params.cache_size_p = 4;
        config.options.jump_target_cache = true;
        config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
        config.switches.jtc_sync_populate = (enum rvt_jtc_sync_populate)populate;
        expect_path(&config, &jumps, populate ? &written : &not_written, false);
    }
}
