/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Ranges of packets that no decoder can follow: decode-exact pauses from the packet that the
 * model's encoder marks to the next synchronisation, and no longer. */
#include <criterion/criterion.h>

#include "tests/unit/lockstep_fixture.h"

/* Some rows skip instructions, to bring about what is undecodable. */
static const struct rvt_lockstep_options decode_exact = {.packets = true,
                                                         .decode_exact = true,
                                                         .unchecked_rows = true,
                                                         .early_max = 1,
                                                         .findings_max = 1};

static struct rig rig;
static struct rvt_lockstep_options options;
static uint64_t context;
static uint32_t trigger; /* of the next row */

/* A call counter, and contexts whose changes synchronise. */
static void defaults(void)
{
    rig_defaults(&rig);
    options = decode_exact;
    context = 0;
    trigger = 0;
    rig.config.options.implicit_return = true;
    rig.config.params.call_counter_size_p = 2;
    rig.config.params.nocontext_p = false;
    rig.config.params.ctype_width_p = 2;
    rig.hardware_config = rig.config;
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(undecodable, .init = defaults, .fini = close_rig);

/* 1000 jal ra, 1010; 1004 nop; 1008 nop; 100c nop; 1010 jalr x0, ra; 1014 nop */
static void open_rig(void)
{
    static const uint8_t code[] = {0xef, 0, 0, 1, 0x13, 0,    0, 0, 0x13, 0, 0, 0,
                                   0x13, 0, 0, 0, 0x67, 0x80, 0, 0, 0x13, 0, 0, 0};

    cr_assert_eq(rvt_image_open(64, false, &rig.image), RVT_OK);
    cr_assert_eq(rvt_image_add(rig.image, LOOP_BASE, code, sizeof code), RVT_OK);
    cr_assert(rig_open(&rig, &options, false));
}

/* One instruction of four bytes. */
static void retire(uint64_t offset, enum rvt_itype itype, enum rvt_ctype ctype)
{
    struct rvt_row row = {.cycle = ++rig.cycle, .priv = 3, .blocks = 1, .trigger = trigger};

    trigger = 0;
    row.ctype = (uint8_t)ctype;
    context = ctype != RVT_CTYPE_UNREPORTED ? 7 : context;
    row.context = context;
    row.block[0] = (struct rvt_block){
        .iaddr = LOOP_BASE + offset, .iretire = 2, .ilastsize = 1, .itype = (uint8_t)itype};
    rvt_lockstep_row(rig.lockstep, rig_now(&rig), 0, &row);
    cr_assert_eq(rvt_encoder_row(rig.hardware, &row, NULL), RVT_OK);
}

/* A call, and a return to address back; then another context, in which the trace continues. */
static void play(uint64_t back)
{
    cr_assert(rig_control(&rig, true));
    retire(0x0, RVT_ITYPE_INFERABLE_CALL, RVT_CTYPE_UNREPORTED);
    retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_UNREPORTED);
    retire(back, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    retire(back + 4, RVT_ITYPE_NONE, RVT_CTYPE_PRECISE);
    retire(back + 8, back == 0x4 ? RVT_ITYPE_NONE : RVT_ITYPE_RETURN, RVT_CTYPE_UNREPORTED);
    cr_assert(rig_control(&rig, false));
}

static struct rvt_lockstep_statistics end(void)
{
    struct rvt_lockstep_statistics statistics;

    rig_end(&rig);
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    return statistics;
}

static const char *finding(void)
{
    return rig_finding(&rig, RVT_VERDICT_DECODE_EXACT);
}

/* Shows: ETR-MODE-004 */
Test(undecodable, a_return_to_its_call_is_compared)
{
    open_rig();
    play(0x4);
    rig_pass_packets(&rig);
    struct rvt_lockstep_statistics statistics = end();
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
    cr_expect_eq(statistics.undecodable, 0);
    cr_expect_eq(statistics.decoded, rig.sent_count);
    cr_expect_eq(rvt_lockstep_undecodable_bound(rig.lockstep, 0), UINT64_MAX);
}

/* Shows: ETR-MODE-004 */
Test(undecodable, a_return_elsewhere_is_skipped_up_to_the_next_synchronisation)
{
    open_rig();
    play(0x8);
    rig_pass_packets(&rig);
    struct rvt_lockstep_statistics statistics = end();
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
    cr_expect_gt(statistics.undecodable, 0);
    cr_expect_gt(statistics.decoded, 0);
    cr_expect_eq(statistics.decoded + statistics.undecodable, rig.sent_count);
    uint64_t first = rvt_lockstep_undecodable_bound(rig.lockstep, 0),
             after = rvt_lockstep_undecodable_bound(rig.lockstep, 1);
    cr_expect_leq(after - first, statistics.undecodable);
    cr_expect_lt(after, rig.sent_count);
    cr_expect_eq(rvt_lockstep_undecodable_bound(rig.lockstep, 2), UINT64_MAX);
}

/* If the tables survive sync packets, a decoder that begins within the trace does not know that the
 * return at 1010 is an implicit one: the comparison pauses up to the end of tracing.
 * Shows: ETR-MODE-003 */
Test(undecodable, decoding_cannot_resume_where_tables_survive_a_synchronisation)
{
    rig.config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    rig.config.resync.mode = RVT_RESYNC_OFF;
    rig.hardware_config = rig.config;
    open_rig();
    cr_assert(rig_control(&rig, true));
    retire(0x8, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    retire(0xc, RVT_ITYPE_NONE, RVT_CTYPE_PRECISE);
    retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_UNREPORTED);
    retire(0x0, RVT_ITYPE_INFERABLE_CALL, RVT_CTYPE_UNREPORTED);
    retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_UNREPORTED);
    retire(0x8, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED); /* undecodable */
    retire(0x0, RVT_ITYPE_INFERABLE_CALL, RVT_CTYPE_UNREPORTED);
    retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_PRECISE);
    retire(0x4, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    retire(0x8, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    struct rvt_lockstep_statistics statistics = end();
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
    cr_expect_gt(statistics.undecodable, 1);
    cr_expect_gt(statistics.decoded, 2);
}

/* Execution stops after a notification and continues where a path would lead as well: the
 * comparison pauses up to the F3/0 there, which is compared. AMB-105. Shows: ETR-CTX-004 */
Test(undecodable, a_break_that_looks_like_a_path_is_left_out)
{
    open_rig();
    cr_assert(rig_control(&rig, true));
    retire(0x4, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    trigger = RVT_TRIGGER_NOTIFY;
    retire(0x8, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_DISCONTINUITY);
    retire(0x4, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    struct rvt_lockstep_statistics statistics = end();
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
    cr_expect_eq(statistics.undecodable, 1);
    cr_expect_eq(statistics.decoded + statistics.undecodable, rig.sent_count);
}

/* After the synchronisation the trace is compared again: its last packets are missing. */
Test(undecodable, packets_after_it_are_compared)
{
    open_rig();
    play(0x8);
    rig.sent_count -= 2;
    rig_pass_packets(&rig);
    (void)end();
    cr_expect(strstr(finding(), "the trace ends without reporting") != NULL, "%s", finding());
}

/* A run that is undecodable from its first instruction on, here because the trap vector is not
 * known, fails. */
Test(undecodable, a_run_of_which_nothing_is_compared_fails)
{
    struct rvt_row row = {.priv = 3, .blocks = 1, .cause = 7};

    rig.config.options.implicit_exception = true;
    rig.hardware_config = rig.config;
    open_rig();
    cr_assert(rig_control(&rig, true));
    row.cycle = ++rig.cycle;
    row.block[0] = (struct rvt_block){.iaddr = LOOP_BASE, .itype = RVT_ITYPE_INTERRUPT};
    rvt_lockstep_row(rig.lockstep, rig_now(&rig), 0, &row);
    cr_assert_eq(rvt_encoder_row(rig.hardware, &row, NULL), RVT_OK);
    retire(0x4, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    retire(0x8, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    (void)end();
    cr_expect(strstr(finding(),
                     "none of 4 packets reports an instruction that retired: no decoder can "
                     "follow 2") != NULL,
              "%s", finding());
}

/* Blocks of one row, each the return at 1010 to itself. */
static void retire_returns(unsigned blocks)
{
    struct rvt_row row = {.cycle = ++rig.cycle, .priv = 3, .blocks = (uint8_t)blocks};

    for (unsigned i = 0; i < blocks; i++)
        row.block[i] = (struct rvt_block){
            .iaddr = LOOP_BASE + 0x10, .iretire = 2, .ilastsize = 1, .itype = RVT_ITYPE_RETURN};
    rvt_lockstep_row(rig.lockstep, rig_now(&rig), 0, &row);
    cr_assert_eq(rvt_encoder_row(rig.hardware, &row, NULL), RVT_OK);
}

/* A row retires one address once in each of its blocks. Decoding resumes with the block that the
 * synchronisation names, whichever it is: the number of returns afterwards is compared.
 * Shows: ETR-ING-008, ETR-MODE-004 */
static void resume_in_a_block(unsigned before)
{
    rig.config.params.blocks_p = 4;
    rig.config.resync.mode = RVT_RESYNC_HALFWORDS;
    rig.config.resync.max = 0; /* every 16 half-words */
    rig.hardware_config = rig.config;
    open_rig();
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < before; i++)
        retire(0x4, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    retire(0x0, RVT_ITYPE_INFERABLE_CALL, RVT_CTYPE_UNREPORTED);
    for (unsigned i = 0; i < 4; i++)
        retire_returns(4); /* the first one goes elsewhere than the counter says */
    retire(0x14, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    cr_assert(rig_control(&rig, false));
}

Test(undecodable, decoding_resumes_in_the_block_that_was_synchronised)
{
    for (unsigned before = 0; before < 4; before++) {
        resume_in_a_block(before);
        rig_pass_packets(&rig);
        struct rvt_lockstep_statistics statistics = end();
        cr_expect(rvt_lockstep_passed(rig.lockstep), "%u before: %s", before, finding());
        cr_expect_gt(statistics.undecodable, 0);
        cr_expect_gt(statistics.decoded, 4);
        close_rig();
        defaults();
    }
    open_rig();
}

/* --- which packet of the hardware is marked --------------------------------------------------- */

/* Another context in an F3/0. */
static void change_context(unsigned number)
{
    struct rvt_packet packet;
    struct rvt_payload *payload = &rig.sent[number].payload;

    cr_assert_eq(rvt_packet_read(&rig.config, payload->byte, payload->bytes, &packet, NULL),
                 RVT_OK);
    cr_assert_eq(packet.subformat, RVT_SUBFORMAT_START);
    packet.context ^= 1;
    cr_assert_eq(rvt_packet_write(&rig.config, &packet, payload, NULL), RVT_OK);
}

/* The run is compared and paused as that of hardware that sends the model's packets. */
static void expect_paused(void)
{
    rig_pass_packets(&rig);
    struct rvt_lockstep_statistics statistics = end();
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
    cr_expect_gt(statistics.undecodable, 0);
    cr_expect_gt(statistics.decoded, 0);
}

/* The model marks its own packets: a different packet is always compared. */
Test(undecodable, hardware_that_sends_another_packet_is_not_excused)
{
    open_rig();
    play(0x8);
    change_context(2); /* the marked packet */
    rig_pass_packets(&rig);
    (void)end();
    cr_expect_str_not_empty(finding());
}

Test(undecodable, a_packet_with_the_same_fields_is_marked)
{
    rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    open_rig();
    play(0x8);
    expect_paused();
}

Test(undecodable, a_packet_that_differs_as_a_waiver_says_is_marked)
{
    static const struct rvt_waivers waivers = {
        .waiver = {{.packet = "F3/0", .field = "context", .count = 1, .reason = "known"}},
        .count = 1};

    options.waivers = &waivers;
    open_rig();
    play(0x8);
    change_context(1);
    change_context(2);
    expect_paused();
}

Test(undecodable, a_packet_after_another_one_is_marked)
{
    open_rig();
    play(0x8);
    change_context(1);
    expect_paused();
}

Test(undecodable, a_packet_after_an_extra_one_is_marked)
{
    open_rig();
    play(0x8);
    memmove(&rig.sent[1], &rig.sent[0], rig.sent_count++ * sizeof rig.sent[0]);
    expect_paused();
}

/* Two calls whose returns go elsewhere, with packets between each and the next synchronisation. */
static void play_twice(void)
{
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < 2; i++) {
        retire(0x0, RVT_ITYPE_INFERABLE_CALL, RVT_CTYPE_UNREPORTED);
        retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_UNREPORTED);
        retire(0x8, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
        retire(0xc, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
        retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_UNREPORTED);
        retire(0xc, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
        retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_UNREPORTED);
        retire(0x4, RVT_ITYPE_NONE, RVT_CTYPE_PRECISE);
        retire(0x8, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
        retire(0xc, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
        retire(0x10, RVT_ITYPE_RETURN, RVT_CTYPE_UNREPORTED);
    }
    retire(0x14, RVT_ITYPE_NONE, RVT_CTYPE_UNREPORTED);
    cr_assert(rig_control(&rig, false));
}

/* After the first marked packet, which the hardware sends twice, the synchronisation is another
 * one: decoding goes on there all the same, and pauses again at the second marked packet. */
Test(undecodable, other_packets_within_the_pause_do_not_end_it)
{
    static const uint64_t bounds[] = {2, 4, 6, 7, UINT64_MAX};

    open_rig();
    play_twice();
    change_context(3);
    memmove(&rig.sent[3], &rig.sent[2], (rig.sent_count++ - 2) * sizeof rig.sent[0]);
    expect_paused();
    for (unsigned i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        cr_expect_eq(rvt_lockstep_undecodable_bound(rig.lockstep, i), bounds[i], "%u", i);
}
