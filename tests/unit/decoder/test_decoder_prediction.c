/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Branch counts in the decoder. The paths are derived by hand: an entry of the predictor starts
 * with 01, not taken; a count packet stands for branch_count + 31 correct predictions and, without
 * an address or with branch_fmt 11, one misprediction.
 */
#include "tests/unit/decoder_rig.h"

/* Both ways of the branch lead back to 1000. */
static const struct program iterations = PROGRAM(ADD, BEQ(8), JAL(0, -8), JAL(0, -12), ADD);

/* Taken, the branch leaves the loop. */
static const struct program leaves = PROGRAM(ADD, BEQ(8), JAL(0, -8), ADD, JR, ADD);

static struct rvt_config predicting(void)
{
    struct rvt_config config = full_config();

    config.params.bpred_size_p = 4;
    config.params.f0s_width_p = 1;
    config.options.branch_prediction = true;
    return config;
}

/* Shows: ETR-DEC-016, ETR-DEC-017, ETR-DEC-008, AMB-062 */
Test(decoder_prediction, a_count_with_and_without_address)
{
    static const struct path table[] = {
        {"no address: the branch after 31 correct ones is mispredicted",
         "1000 {31 1004 1008 1000} 1004 100c 1010 1014",
         PACKETS(START(0x1000), COUNT(0), ADDRESS(0x1014))},
        {"two more", "1000 {33 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT(2), START(0x100c))},
        {"an address after them", "1000 {30 1004 1008 1000} 1004 1008",
         PACKETS(START(0x1000), COUNT_AT(0, 2, 0x1008), ENDED_REP)},
        {"the address of the last correct one, and on", "1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT_AT(0, 2, 0x1004), BRANCHES(1, 0, 0x100c), ENDED_REP)},
        {"the address of the mispredicted one, and on", "1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT_AT(0, 3, 0x1004), ADDRESS(0x100c), ENDED_REP)},
        {"a misprediction where there is no branch", "1000 !flow/ETR-DEC-017",
         PACKETS(START(0x1000), COUNT_AT(0, 3, 0x1008))},
        {"a target after the count", "1000 {31 1004 1008 1000} 1004 100c 1010 1000",
         PACKETS(START(0x1000), COUNT(0), ADDRESS_U(0x1000), ENDED_REP)},
        {"a discontinuity before all predictions are used", "100c !flow/ETR-DEC-008",
         PACKETS(START(0x100c), COUNT(0))},
        {"the same with an address", "100c !flow/ETR-DEC-009",
         PACKETS(START(0x100c), COUNT_AT(0, 2, 0x1014))},
        {"without the mode", "1000 !reserved/ETR-DEC-019",
         PACKETS(START(0x1000), ENABLED, COUNT(0))},
    };
    struct rvt_config config = predicting();

    FOLLOW(table, leaves, false);
}

/* The outcome of the first branch of a count may be known already.
 * Shows: ETR-DEC-015, ETR-MODE-021, ETR-MODE-022, ETR-MODE-023, AMB-064 */
Test(decoder_prediction, a_pending_branch_goes_first)
{
    static const struct path table[] = {
        {"of a sync packet, not taken", "{32 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1004), COUNT(0), START(0x100c))},
        {"of a sync packet, taken: it trained the predictor", "{32 1004 100c 1000} 1004 1008",
         PACKETS(START_TAKEN(0x1004), COUNT(0), START(0x1008))},
        {"the mispredicted one, then a count",
         "1000 {31 1004 1008 1000} 1004 100c 1000 "
         "{30 1004 1008 1000} 1004 1008",
         PACKETS(START(0x1000), COUNT(0), COUNT_AT(0, 2, 0x1008))},
        {"the mispredicted one, then one of a map: both trained",
         "1000 {31 1004 1008 1000} 1004 100c 1000 1004 100c {31 1000 1004 100c} 1000 1004 1008",
         PACKETS(START(0x1000), COUNT(0), BRANCHES_N(1, 0, 0x100c), COUNT(0), START(0x1008))},
        {"the mispredicted one at an address, then a count",
         "1000 {31 1004 1008 1000} 1004 100c 1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT_AT(0, 3, 0x1004), COUNT(0), START(0x100c))},
        {"the correct one at an address, then a count", "1000 {62 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT_AT(0, 2, 0x1004), COUNT(0), START(0x100c))},
    };
    static const struct path discards = {"of a sync packet, without training",
                                         "1004 100c 1000 {31 1004 1008 1000} 1004 100c",
                                         PACKETS(START_TAKEN(0x1004), COUNT(0), START(0x100c))};
    struct rvt_config config = predicting();

    FOLLOW(table, iterations, false);
    config.switches.bpred_sync_branch = RVT_BPRED_SYNC_DISCARD;
    expect_path(&config, &iterations, &discards, false);
}

/* A format 3 packet after a count.
 * Shows: ETR-DEC-003, ETR-DEC-006, ETR-DEC-016, ETR-DEC-017, ETR-MODE-023, AMB-071 */
Test(decoder_prediction, sync_packets_after_a_count)
{
    static const struct path table[] = {
        {"where the mispredicted branch leads", "1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT(0), START(0x100c))},
        {"further on", "1000 {31 1004 1008 1000} 1004 100c 1000",
         PACKETS(START(0x1000), COUNT(0), START(0x1000))},
        {"on the next branch", "1000 {31 1004 1008 1000} 1004 100c 1000 1004",
         PACKETS(START(0x1000), COUNT(0), START_TAKEN(0x1004))},
        {"where it does not lead", "1000 {31 1004 1008 1000} 1004 !flow/ETR-DEC-009",
         PACKETS(START(0x1000), COUNT(0), START(0x1008))},
        {"a trap: after the mispredicted branch", "1000 {31 1004 1008 1000} 1004 e5@100c 1010",
         PACKETS(START(0x1000), COUNT(0), TRAP(5, 0x1010))},
        {"a trap: after the correct branch", "1000 {30 1004 1008 1000} 1004 e5@1008 1010",
         PACKETS(START(0x1000), COUNT_AT(0, 2, 0x1004), TRAP(5, 0x1010))},
        {"a trap: after the mispredicted branch at an address",
         "1000 {31 1004 1008 1000} 1004 e5@100c 1010",
         PACKETS(START(0x1000), COUNT_AT(0, 3, 0x1004), TRAP(5, 0x1010))},
        {"a context changes nothing", "1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT(0), CONTEXT(0), START(0x100c))},
        {"the end leaves it open", "1000 {31 1004 1008 1000} 1004",
         PACKETS(START(0x1000), COUNT(0), ENDED_REP)},
        {"the predictor is reset",
         "{32 1004 100c 1000} 1004 1008 1000 {31 1004 1008 1000} "
         "1004 100c",
         PACKETS(START_TAKEN(0x1004), COUNT(0), START(0x1000), COUNT(0), START(0x100c))},
    };
    static const struct path kept = {
        "the predictor is kept", "{32 1004 100c 1000} 1004 1008 1000 {31 1004 100c 1000} 1004 1008",
        PACKETS(START_TAKEN(0x1004), COUNT(0), START(0x1000), COUNT(0), START(0x1008))};
    struct rvt_config config = predicting();

    FOLLOW(table, iterations, false);
    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    expect_path(&config, &iterations, &kept, false);
}

/* Other modes reset every table, whatever the position, even if sync packets do not reset them.
 * Shows: ETR-SUP-004, ETR-DEC-012, AMB-126 */
Test(decoder_prediction, a_change_of_modes_resets_the_tables)
{
    static const struct path table[] = {
        {"on the path", "{32 1004 100c 1000} 1004 1008 1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START_TAKEN(0x1004), COUNT(0), MODES(RVT_QUAL_NO_CHANGE, FIELD(BRANCH_PREDICTION)),
                 START(0x1000), COUNT(0), START(0x100c))},
        {"after a trap", "{32 1004 100c 1000} 1004 e5@1008 1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START_TAKEN(0x1004), COUNT(0), TRAP_ONLY(5, 0),
                 MODES(RVT_QUAL_NO_CHANGE, FIELD(BRANCH_PREDICTION)), START(0x1000), COUNT(0),
                 START(0x100c))},
    };
    struct rvt_config config = predicting();

    config.options.implicit_exception = true;
    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    FOLLOW(table, iterations, false);
}

/* More ranges than the buffer holds: they are reported once the whole packet is known to fit.
 * Shows: ETR-DEC-016, ETR-DEC-017, ETR-DEC-019 */
Test(decoder_prediction, a_large_count)
{
    static const struct path table[] = {
        {"a mispredicted branch after it", "1000 {20031 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT(20000), START(0x100c))},
        {"with its address", "1000 {20031 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT_AT(20000, 3, 0x1004), START(0x100c))},
        {"an address that is not reached: nothing is reported",
         "1000 !flow/ETR-DEC-009 1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT_AT(20000, 2, 0x1010), COUNT(0), START(0x1000), COUNT(0),
                 START(0x100c))},
    };
    struct rvt_config config = predicting();

    FOLLOW(table, iterations, false);
}

/* Shows: ETR-DEC-020 */
Test(decoder_prediction, a_count_beyond_the_step_limit, .timeout = 20)
{
    static const struct path table[] = {
        {"without address", "1000 !step limit/ETR-DEC-020 1008",
         PACKETS(START(0x1000), COUNT(UINT32_MAX), COUNT(0), START(0x1008))},
        {"with one", "1000 !step limit/ETR-DEC-020 1008",
         PACKETS(START(0x1000), COUNT_AT(UINT32_MAX, 2, 0x1008), START(0x1008))},
    };
    const uint64_t reported = UINT64_C(0xffffffff) + 31 + 1, limit = 3000;
    struct rvt_config config = predicting();
    struct rvt_image *image = assemble(iterations.code, iterations.count);
    struct rvt_decoder_output output = {0};
    struct rvt_packet start = START(0x1000), count = COUNT(UINT32_MAX);
    struct rvt_decoder *decoder;
    struct rvt_diag diag;

    FOLLOW(table, iterations, false);
    rvt_diag_clear(&diag);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, limit, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &start, &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &count, &diag) == RVT_ERR_STEP_LIMIT);
    cr_expect_str_eq(diag.field, "branch_count");
    cr_expect_str_eq(diag.clause, "ETR-DEC-020");
    cr_expect(diag.value == reported - limit / 3, "%llu are left", (unsigned long long)diag.value);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* The fault says which mode is off. Shows: ETR-DEC-019 */
Test(decoder_prediction, format_0_without_its_mode_is_explained)
{
    static const struct rvt_packet packets[] = {COUNT_AT(0, 2, 0x1004), INDEX(2)};
    static const char *const modes[] = {"branch prediction is off", "the jump target cache is off"};

    for (unsigned i = 0; i < 2; i++) {
        struct rvt_config config = full_config();
        struct rvt_image *image = assemble((const uint32_t[]){ADD, ADD}, 2);
        const struct rvt_decoder_output output = {.context = NULL};
        const struct rvt_packet start = START(0x1000);
        struct rvt_decoder *decoder;
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
        cr_assert(rvt_decoder_packet(decoder, &start, &diag) == RVT_OK);
        cr_expect(rvt_decoder_packet(decoder, &packets[i], &diag) == RVT_ERR_RESERVED);
        cr_expect(strstr(diag.text, modes[i]) != NULL, "%s", diag.text);
        rvt_decoder_close(decoder);
        rvt_image_close(image);
    }
}

static enum rvt_status add_range(void *context, const struct rvt_range *range)
{
    *(uint64_t *)context += range->count;
    return RVT_OK;
}

/* 30 branches and the last one behind them, up to 2^16 instructions on. Shows: ETR-DEC-008 */
Test(decoder_prediction, the_last_branch_of_a_map_may_be_far_away)
{
    static uint8_t code[4 * (31 + 65536)];
    static const struct rvt_packet packets[] = {START(0x1000), FULL_MAP(0x7fffffff)};

    for (unsigned between = 65534; between <= 65536; between++) {
        struct rvt_config config = full_config();
        struct rvt_image *image;
        struct rvt_decoder *decoder;
        uint64_t instructions = 0;
        const struct rvt_decoder_output output = {.range = add_range, .context = &instructions};

        for (unsigned i = 0; i <= between + 30; i++) {
            uint32_t word = i == 0 || (i > 30 && i < between + 30) ? ADD : BEQ(8);
            for (unsigned k = 0; k < 4; k++)
                code[4 * i + k] = (uint8_t)(word >> 8 * k);
        }
        cr_assert(rvt_image_open(32, false, &image) == RVT_OK);
        cr_assert(rvt_image_add(image, 0x1000, code, 4 * (between + 31)) == RVT_OK);
        cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
        cr_expect(rvt_decoder_packet(decoder, &packets[0], NULL) == RVT_OK);
        cr_expect(rvt_decoder_packet(decoder, &packets[1], NULL) == RVT_OK, "%u", between);
        cr_expect(instructions == between + 31, "%u: %llu", between,
                  (unsigned long long)instructions);
        rvt_decoder_close(decoder);
        rvt_image_close(image);
    }
}

/* A count with an address is sent before its limit because a sync packet is next: that of 1000 in
 * another context is not of the instruction after next. At the limit it may be.
 * Shows: ETR-DEC-012, AMB-105 */
Test(decoder_prediction, a_count_with_an_address_comes_just_before_a_sync_packet)
{
    static const struct program program = PROGRAM(ADD, BEQ(8), JAL(0, -8), ADD, JR, ADD);
    static const struct path before = {
        "a break", "1000 {30 1004 1008 1000} 1004 1000",
        PACKETS(START_AT(0x1000, 3, 1), COUNT_AT(0, 2, 0x1004), START_AT(0x1000, 3, 2))};
    static const struct path full = {
        "on the path", "1000 {30 1004 1008 1000} 1004 1008 1000",
        PACKETS(START_AT(0x1000, 3, 1), COUNT_AT(0, 2, 0x1004), START_AT(0x1000, 3, 2))};
    struct rvt_config config = full_config();

    config.params.bpred_size_p = 4;
    config.options.branch_prediction = true;
    expect_path(&config, &program, &before, false);
    config.switches.bcount_max = 0;
    expect_path(&config, &program, &full, false);
}
