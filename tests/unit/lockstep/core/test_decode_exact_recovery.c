/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * After a finding the decode-exact verdict is silent up to the next synchronisation packet and then
 * compares again, although the loop retires the same addresses over and over. Losses at the output
 * of the encoder.
 */
#include <criterion/criterion.h>

#include "tests/unit/lockstep_fixture.h"

static struct rvt_lockstep_options options;

static struct rig rig;
static unsigned limit; /* packets that are passed on while the hart runs */

static void defaults(void)
{
    rig_defaults(&rig);
    limit = 0;
    options = (struct rvt_lockstep_options){
        .packets = true, .decode_exact = true, .early_max = 1, .findings_max = 50};
    rig.config.resync.mode = RVT_RESYNC_PACKETS;
    rig.hardware_config = rig.config;
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(decode_exact_recovery, .init = defaults, .fini = close_rig);

static bool read_packet(unsigned number, struct rvt_packet *packet)
{
    const struct rvt_payload *payload = &rig.sent[number].payload;

    return rvt_packet_read(&rig.config, payload->byte, payload->bytes, packet, NULL) == RVT_OK;
}

/* Number of the first packet from number on that is, or is not, an F3 of subformat. */
static unsigned find(unsigned number, unsigned subformat, bool is)
{
    struct rvt_packet packet;

    for (; number < rig.sent_count; number++)
        if (read_packet(number, &packet) &&
            (packet.format == RVT_FORMAT_SYNC && packet.subformat == subformat) == is)
            return number;
    cr_assert_fail("no such packet");
    return 0;
}

static void leave_out(unsigned first, unsigned count)
{
    memmove(&rig.sent[first], &rig.sent[first + count],
            (rig.sent_count - first - count) * sizeof rig.sent[0]);
    rig.sent_count -= count;
}

static unsigned findings(void)
{
    return rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_DECODE_EXACT);
}

static const char *finding(unsigned index)
{
    const char *text = rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_DECODE_EXACT, index);

    return text != NULL ? text : "";
}

static struct rvt_lockstep_statistics finish(void)
{
    struct rvt_lockstep_statistics statistics;

    rig_pass_packets(&rig);
    rig_end(&rig);
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    return statistics;
}

static void run(void)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 200));
    cr_assert_gt(rig.sent_count, 100);
}

Test(decode_exact_recovery, an_altered_packet_is_one_finding)
{
    run();
    unsigned sync = find(20, RVT_SUBFORMAT_START, true);
    rig.sent[sync + 2].payload.byte[1] ^= 0x40;
    struct rvt_lockstep_statistics statistics = finish();
    cr_expect_eq(findings(), 1, "%u: %s\n%s", findings(), finding(0), finding(1));
    cr_expect(strstr(finding(0), "cannot be decoded [ETR-DEC-002]") != NULL, "%s", finding(0));
    cr_expect(strstr(finding(0), "\n  packet    F") != NULL, "%s", finding(0));
    cr_expect(strstr(finding(0), "\n  retired   0x1000..0x1004, itype 5") != NULL, "%s",
              finding(0));
    cr_expect_gt(statistics.skipped, 0);
    cr_expect_lt(statistics.skipped, 30);
    cr_expect_eq(statistics.decoded + statistics.skipped, rig.sent_count);
    cr_expect_eq(statistics.undecodable, 0);
}

/* Iterations of the loop are alike, so the end of tracing shows that one is missing. */
Test(decode_exact_recovery, a_missing_packet_is_one_finding)
{
    run();
    leave_out(find(20, RVT_SUBFORMAT_START, true) + 2, 1);
    struct rvt_lockstep_statistics statistics = finish();
    cr_expect_eq(findings(), 1, "%u: %s\n%s", findings(), finding(0), finding(1));
    cr_expect(strstr(finding(0), "decoded   the end of tracing") != NULL, "%s", finding(0));
    cr_expect_eq(statistics.decoded, rig.sent_count);
}

Test(decode_exact_recovery, an_extra_packet_is_one_finding)
{
    run();
    unsigned sync = find(20, RVT_SUBFORMAT_START, true);
    memmove(&rig.sent[sync + 3], &rig.sent[sync + 2],
            (rig.sent_count - sync - 2) * sizeof rig.sent[0]);
    rig.sent_count++;
    finish();
    cr_expect_eq(findings(), 1, "%u: %s\n%s", findings(), finding(0), finding(1));
}

Test(decode_exact_recovery, a_bug_in_each_of_three_intervals_is_three_findings)
{
    run();
    unsigned number = 10;
    for (unsigned i = 0; i < 3; i++) {
        number = find(number + 20, RVT_SUBFORMAT_START, true);
        rig.sent[number + 1].payload.byte[1] ^= 0x40;
    }
    finish();
    cr_expect_eq(findings(), 3, "%u: %s\n%s", findings(), finding(0), finding(3));
    /* Only the first line numbers the packet: the decoder counts anew after each finding. */
    for (unsigned i = 0; i < 3; i++)
        cr_expect(strstr(finding(i), "because   packet") == NULL, "%s", finding(i));
}

/* Whether a packet can be read does not depend on what came before it; each kind is found once. */
Test(decode_exact_recovery, an_unreadable_packet_is_found_after_a_break)
{
    run();
    unsigned sync = find(20, RVT_SUBFORMAT_START, true);
    rig.sent[sync + 2].payload.byte[1] ^= 0x40;
    for (unsigned i = sync + 6; i < sync + 9; i++) {
        memset(&rig.sent[i].payload.byte[1], 0xff, 30);
        rig.sent[i].payload.bytes = 31; /* too long for any packet */
    }
    struct rvt_lockstep_statistics statistics = finish();
    cr_expect_eq(findings(), 2, "%u: %s\n%s", findings(), finding(0), finding(1));
    cr_expect(strstr(finding(1), "cannot be decoded [ETR-DEC-018]") != NULL, "%s", finding(1));
    cr_expect_lt(find(sync + 3, RVT_SUBFORMAT_START, true) - sync, 30);
    cr_expect_gt(find(sync + 3, RVT_SUBFORMAT_START, true), sync + 8);
    cr_expect_eq(statistics.decoded + statistics.skipped, rig.sent_count);
}

/* A synchronisation at an address that never retired is a finding of its own. */
Test(decode_exact_recovery, a_sync_packet_with_a_wrong_address)
{
    struct rvt_packet packet;

    run();
    unsigned sync = find(20, RVT_SUBFORMAT_START, true);
    rig.sent[sync + 2].payload.byte[1] ^= 0x40;
    unsigned next = find(sync + 2, RVT_SUBFORMAT_START, true);
    cr_assert(read_packet(next, &packet));
    packet.address = (LOOP_BASE + 8) >> 1; /* the branch always skips it */
    cr_assert_eq(rvt_packet_write(&rig.config, &packet, &rig.sent[next].payload, NULL), RVT_OK);
    finish();
    cr_expect_eq(findings(), 2, "%u: %s\n%s", findings(), finding(0), finding(2));
    cr_expect(strstr(finding(1), "retired   nothing more") != NULL, "%s", finding(1));
    cr_expect(strstr(finding(1), "decoded   instructions from 0x1008") != NULL, "%s", finding(1));
}

/* Rows that the lockstep sees and the encoder loses, as at a full output. */
static void run_with_loss(void)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < 120; i++) {
        struct rvt_row row = i % 2 == 0 ? loop_branch : loop_jump;
        row.cycle = ++rig.cycle;
        row.time = rig.cycle / 4;
        row.priv = 3;
        row.blocks = 1;
        rvt_lockstep_row(rig.lockstep, rig_now(&rig), 0, &row);
        row.lost = i >= 40 && i < 60;
        cr_assert_eq(rvt_encoder_row(rig.hardware, &row, NULL), RVT_OK);
        for (; rig.passed_on < rig.sent_count && rig.passed_on < limit; rig.passed_on++)
            rvt_lockstep_packet(rig.lockstep, rig_now(&rig), rig.sent[rig.passed_on].payload.byte,
                                rig.sent[rig.passed_on].payload.bytes);
    }
    cr_assert(rig_control(&rig, false));
}

Test(decode_exact_recovery, a_loss_at_the_output_is_followed)
{
    options.output_losses = true;
    run_with_loss();
    struct rvt_lockstep_statistics statistics = finish();
    cr_expect_eq(findings(), 0, "%s", finding(0));
    cr_expect_eq(statistics.decoded, rig.sent_count);
    cr_expect_eq(statistics.skipped, 0);
}

Test(decode_exact_recovery, a_loss_at_the_output_is_a_finding_where_there_is_none)
{
    run_with_loss();
    finish();
    cr_expect_eq(findings(), 1, "%s", finding(1));
    cr_expect(strstr(finding(0), "[ETR-SUP-003]") != NULL, "%s", finding(0));
}

/* The number of the first packet that reports a loss. */
static unsigned find_trace_lost(void)
{
    struct rvt_packet packet;
    unsigned lost = 0;

    do
        lost = find(lost + 1, RVT_SUBFORMAT_SUPPORT, true);
    while (!read_packet(lost, &packet) ||
           packet.support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_TRACE_LOST);
    return lost;
}

/* After a loss there must be a synchronisation. */
Test(decode_exact_recovery, a_loss_without_synchronisation)
{
    options.output_losses = true;
    run_with_loss();
    unsigned lost = find_trace_lost();
    cr_assert_eq(find(lost + 1, RVT_SUBFORMAT_START, true), lost + 1);
    leave_out(lost + 1, 1);
    finish();
    cr_expect_eq(findings(), 1, "%u: %s\n%s", findings(), finding(0), finding(1));
    cr_expect(strstr(finding(0), "no synchronisation follows the loss") != NULL, "%s", finding(0));
}

/* The same where the encoder sends nothing more, and the hart goes on. */
Test(decode_exact_recovery, a_loss_that_ends_the_stream)
{
    options.output_losses = true;
    run_with_loss();
    unsigned lost = find_trace_lost();
    rig_close(&rig);
    defaults();
    options.output_losses = true;
    limit = lost + 1;
    run_with_loss();
    rig_end(&rig);
    cr_expect_eq(findings(), 1, "%u: %s\n%s", findings(), finding(0), finding(1));
    cr_expect(strstr(finding(0), "no synchronisation follows the loss") != NULL, "%s", finding(0));
}
