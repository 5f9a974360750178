/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The decode-exact verdict of the lockstep. */
#include <criterion/criterion.h>

#include "tests/unit/lockstep_fixture.h"

static const struct rvt_lockstep_options decode_exact = {
    .packets = true, .decode_exact = true, .findings_max = 1};
/* The same for rows that the loop cannot retire. */
static const struct rvt_lockstep_options unchecked = {
    .packets = true, .decode_exact = true, .unchecked_rows = true, .findings_max = 1};

static struct rig rig;

static void defaults(void)
{
    rig_defaults(&rig);
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(decode_exact, .init = defaults, .fini = close_rig);

static const char *finding(void)
{
    return rig_finding(&rig, RVT_VERDICT_DECODE_EXACT);
}

Test(decode_exact, an_encoder_that_synchronises_more_often_is_right_but_not_equal)
{
    rig.hardware_config.resync.mode = RVT_RESYNC_PACKETS;
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_session(&rig, 60));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect_gt(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_PACKETS), 0);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* The loop; an exception at the jump interrupts its second iteration. */
static bool session_with_trap(void)
{
    static const struct rvt_row trap = {
        .cause = 2,
        .tval = 0x99,
        .block = {{.iaddr = LOOP_BASE + 12, .itype = RVT_ITYPE_EXCEPTION}}};

    return rig_control(&rig, true) && rig_loop(&rig) && rig_row(&rig, &loop_branch) &&
           rig_row(&rig, &trap) && rig_loop(&rig) && rig_loop(&rig) && rig_control(&rig, false);
}

Test(decode_exact, a_trap_between_instructions_is_reported)
{
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(session_with_trap());
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* The configuration has the mode, the support packets of the stream say that it is off: the packet
 * of the trap then has the address of the handler. Shows: ETR-FMT-005, ETR-MODE-062 */
Test(decode_exact, the_stream_says_that_implicit_exceptions_are_off)
{
    rig.config.options.implicit_exception = true;
    rig.hardware_config = rig.config;
    rig.hardware_config.options.implicit_exception = false;
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(session_with_trap());
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* A hart that stops after an instruction and executes it again in another context executed it
 * twice; it is not presented again in the sense of ETR-ING-018. Shows: ETR-CTX-004 */
Test(decode_exact, an_instruction_again_in_another_context_is_reported_again)
{
    static const struct rvt_row once = {
        .block = {{.iaddr = LOOP_BASE, .iretire = 2, .itype = RVT_ITYPE_NONE, .ilastsize = 1}}};
    struct rvt_row again = once, branch = loop_branch, jump = loop_jump;

    branch.block[0].iaddr += 4;
    branch.block[0].iretire -= 2;
    branch.context = jump.context = 5;
    again.ctype = RVT_CTYPE_DISCONTINUITY;
    again.context = 5;
    rig.config.params.nocontext_p = false;
    rig.config.params.ctype_width_p = 2;
    rig.hardware_config = rig.config;
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig) && rig_row(&rig, &once) &&
              rig_row(&rig, &again) && rig_row(&rig, &branch) && rig_row(&rig, &jump) &&
              rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* Finds the packet of the trap and gives it another cause. */
Test(decode_exact, another_cause_of_a_trap_is_found)
{
    bool found = false;

    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(session_with_trap());
    for (unsigned i = 0; i < rig.sent_count; i++) {
        struct rvt_packet packet;
        struct rvt_payload *payload = &rig.sent[i].payload;
        if (rvt_packet_read(&rig.config, payload->byte, payload->bytes, &packet, NULL) != RVT_OK ||
            packet.format != RVT_FORMAT_SYNC || packet.subformat != RVT_SUBFORMAT_TRAP)
            continue;
        packet.ecause ^= 1;
        cr_assert_eq(rvt_packet_write(&rig.config, &packet, payload, NULL), RVT_OK);
        found = true;
    }
    cr_assert(found);
    rig_pass_packets(&rig);
    cr_expect(strstr(finding(), "does not decode to what retired") != NULL, "%s", finding());
    cr_expect(strstr(finding(), "retired   trap, interrupt 0, cause 2, tval 0x99") != NULL, "%s",
              finding());
    cr_expect(strstr(finding(), "decoded   trap, interrupt 0, cause 3") != NULL, "%s", finding());
}

/* A packet reports another address: that of the nop, which never retired. */
Test(decode_exact, an_address_that_was_not_reached_is_found)
{
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_session(&rig, 20));
    struct rvt_packet packet;
    struct rvt_payload *payload = &rig.sent[1].payload;
    cr_assert_eq(rvt_packet_read(&rig.config, payload->byte, payload->bytes, &packet, NULL),
                 RVT_OK);
    cr_assert_eq(packet.address, LOOP_BASE >> 1);
    packet.address = (LOOP_BASE + 8) >> 1;
    cr_assert_eq(rvt_packet_write(&rig.config, &packet, payload, NULL), RVT_OK);
    rig_pass_packets(&rig);
    cr_expect(strstr(finding(), "decoded   instructions from 0x1008") != NULL, "%s", finding());
    cr_expect(strstr(finding(), "retired   instructions from 0x1000") != NULL, "%s", finding());
}

Test(decode_exact, what_the_trace_omits_is_found_at_the_end)
{
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_session(&rig, 20));
    rig.sent_count -= 2;
    rig_pass_packets(&rig);
    cr_expect_str_empty(finding());
    rig_end(&rig);
    cr_expect(strstr(finding(), "the trace ends without reporting instructions") != NULL, "%s",
              finding());
}

/* The encoder sends nothing after its first packets, and software never disables it. */
Test(decode_exact, a_silent_encoder_is_found_without_disabling_it)
{
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < 60; i++)
        cr_assert(rig_loop(&rig));
    rig.sent_count = 2;
    rig_pass_packets(&rig);
    cr_expect_str_empty(finding());
    rig_end(&rig);
    cr_expect(strstr(finding(), "the trace ends without reporting instructions") != NULL, "%s",
              finding());
}

Test(decode_exact, an_encoder_that_is_still_enabled_may_keep_what_needs_no_packet)
{
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < 60; i++)
        cr_assert(rig_loop(&rig));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

Test(decode_exact, an_unreadable_packet_is_found)
{
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_session(&rig, 20));
    memset(rig.sent[4].payload.byte, 0xff, sizeof rig.sent[4].payload.byte);
    rig.sent[4].payload.byte[0] = 0xef; /* F3/3 followed by noise */
    rig.sent[4].payload.bytes = 31;
    rig_pass_packets(&rig);
    cr_expect(strstr(finding(), "cannot be decoded") != NULL, "%s", finding());
}

/* The flag changes no path, so that everything is decoded all the same. Shows: ETR-FMT-027 */
Test(decode_exact, an_updiscon_flag_without_a_sync_packet_is_one_finding)
{
    struct rvt_lockstep_options ten = decode_exact;

    ten.findings_max = 10;
    cr_assert(rig_open(&rig, &ten, true));
    cr_assert(rig_session(&rig, 20));
    for (unsigned i = 4; i < 10; i += 2) {
        struct rvt_packet packet;
        struct rvt_payload *payload = &rig.sent[i].payload;
        cr_assert_eq(rvt_packet_read(&rig.config, payload->byte, payload->bytes, &packet, NULL),
                     RVT_OK);
        cr_assert(packet.format == RVT_FORMAT_DIFF_DELTA && packet.branches > 0);
        packet.updiscon = true;
        cr_assert_eq(rvt_packet_write(&rig.config, &packet, payload, NULL), RVT_OK);
    }
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_DECODE_EXACT), 1);
    cr_expect(strstr(finding(),
                     "packet 5 (F1) is not of format 3, but updiscon of the packet before "
                     "says that such a packet follows at once [ETR-FMT-027]") != NULL,
              "%s", finding());
    struct rvt_lockstep_statistics statistics;
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect_eq(statistics.decoded, rig.sent_count);
}

/* Payloads that are not compressed lose nothing by other padding. Shows: ETR-CMP-005 */
Test(decode_exact, padding_of_zeros_is_one_finding)
{
    struct rvt_lockstep_options ten = decode_exact;

    ten.findings_max = 10;
    rig.config.switches.compress = rig.hardware_config.switches.compress = RVT_COMPRESS_NONE;
    rig.hardware_config.dialect.padding = RVT_PADDING_ZERO;
    cr_assert(rig_open(&rig, &ten, true));
    cr_assert(rig_session(&rig, 20));
    for (unsigned i = 5; i < 10; i++) /* what the loop sends has no padding other than zeros */
        rig.sent[i].payload.byte[rig.sent[i].payload.bytes - 1] ^= 0xf0;
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_DECODE_EXACT), 1);
    cr_expect(strstr(finding(), " (F1) has other padding: ") != NULL, "%s", finding());
}

Test(decode_exact, rows_that_were_lost_need_not_be_reported)
{
    static const struct rvt_row lost = {
        .lost = true,
        .block = {
            {.iaddr = LOOP_BASE, .iretire = 4, .itype = RVT_ITYPE_TAKEN_BRANCH, .ilastsize = 1}}};

    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < 10; i++)
        cr_assert(rig_loop(&rig));
    for (unsigned i = 0; i < 5; i++)
        cr_assert(rig_row(&rig, &lost));
    for (unsigned i = 0; i < 10; i++)
        cr_assert(rig_loop(&rig));
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* A loss after te_data is reported again, but not after a response without a request: the
 * comparison cannot know which of the two it was until something else is reported. Shows:
 * ETR-SUP-003 */
static void lose_again(bool handler)
{
    static const struct rvt_row lost = {.lost = true};
    static const struct rvt_access answer = {.lresp = RVT_LRESP_OKAY};
    static const struct rvt_row response = {.accesses = 1, .access = &answer};
    struct rvt_row trap = {.cause = 7,
                           .block = {{.iaddr = LOOP_BASE, .itype = RVT_ITYPE_INTERRUPT}}};

    rig.config.options.data_trace = true;
    rig.config.encap.type_bits = 1;
    rig.config.switches.dat_signalling = RVT_DAT_SPLIT;
    rig.config.params.lresp_width_p = 2;
    rig.hardware_config = rig.config;
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig));
    cr_assert(rig_row(&rig, &lost) && rig_row(&rig, &response) && rig_row(&rig, &lost));
    for (unsigned i = 0; i < 3; i++)
        cr_assert(rig_row(&rig, &trap) && rig_row(&rig, &lost));
    trap.cause = 9;
    if (handler)
        cr_assert(rig_row(&rig, &trap));
    cr_assert(rig_loop(&rig) && rig_loop(&rig) && rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

Test(decode_exact, traps_between_losses_need_not_be_reported)
{
    lose_again(false);
}

Test(decode_exact, a_trap_after_losses_is_reported)
{
    lose_again(true);
}

/* A loss whose later row loses te_data is reported twice, one whose first row does once, though
 * both are lost rows with accesses. Shows: ETR-SUP-003, ETR-FMT-005 */
Test(decode_exact, a_loss_with_te_data_may_be_reported_twice)
{
    static const struct rvt_access store = {.dretire = true, .dtype = RVT_DTYPE_STORE, .dsize = 2};
    const struct rvt_control on = {.enable = true, .inst_tracing = true, .data_tracing = true};
    struct rvt_row lost = {.lost = true,
                           .block = {{.iaddr = LOOP_BASE, .iretire = 4, .ilastsize = 1}}};

    rig.config.options.data_trace = true;
    rig.config.encap.type_bits = 1;
    rig.hardware_config = rig.config;
    cr_assert(rig_open(&rig, &unchecked, true));
    rvt_lockstep_write(rig.lockstep, 0x10, 3); /* trTeDataControl: implemented, tracing */
    const struct rvt_row begin = {.cycle = ++rig.cycle};
    rvt_lockstep_control(rig.lockstep, rig_now(&rig), 0, 0, &on);
    cr_assert_eq(rvt_encoder_control(rig.hardware, &begin, &on, NULL), RVT_OK);
    cr_assert(rig_loop(&rig));
    for (unsigned first = 0; first < 2; first++) {
        for (unsigned i = 0; i < 4; i++) {
            lost.accesses = i > 0 || first ? 1 : 0;
            lost.access = &store;
            cr_assert(rig_row(&rig, &lost));
        }
        cr_assert(rig_loop(&rig) && rig_loop(&rig));
    }
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

Test(decode_exact, a_loss_that_did_not_happen_is_found)
{
    struct rvt_packet packet = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT};
    struct rvt_payload payload;

    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_session(&rig, 20));
    rvt_support_fill(&packet.support, &rig.config, true, RVT_QUAL_TRACE_LOST);
    cr_assert_eq(rvt_packet_write(&rig.config, &packet, &payload, NULL), RVT_OK);
    rig.sent_count = 6;
    rig_pass_packets(&rig);
    rvt_lockstep_packet(rig.lockstep, rig_now(&rig), payload.byte, payload.bytes);
    cr_expect(strstr(finding(), "decoded   a loss of rows") != NULL, "%s", finding());
}

/* A hart with data trace presents a pop and return several times at its address, the last time as a
 * return; and a push whose last presentation begins a block. Shows: ETR-ING-018. */
Test(decode_exact, an_instruction_that_is_presented_again_is_reported_once)
{
    static const struct rvt_row single = {
        .block = {{.iaddr = LOOP_BASE, .iretire = 2, .ilastsize = 1}}};
    static const struct rvt_row jump = {
        .block = {{.iaddr = LOOP_BASE + 12, .iretire = 2, .ilastsize = 1}}};

    cr_assert(rig_open(&rig, &unchecked, true));
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < 10; i++) {
        cr_assert(rig_row(&rig, &single) && rig_row(&rig, &single)); /* and in rig_loop */
        cr_assert(rig_row(&rig, &loop_branch));
        cr_assert(rig_row(&rig, &jump) && rig_row(&rig, &jump) && rig_row(&rig, &jump));
        cr_assert(rig_row(&rig, &loop_jump));
    }
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
    cr_expect_gt(rig.sent_count, 10);
}

/* After a trap the same address is an instruction of the handler. */
Test(decode_exact, an_instruction_after_a_trap_is_reported_again)
{
    static const struct rvt_row single = {
        .block = {{.iaddr = LOOP_BASE, .iretire = 2, .ilastsize = 1}}};
    static const struct rvt_row trap = {
        .cause = 2, .block = {{.iaddr = LOOP_BASE + 4, .itype = RVT_ITYPE_EXCEPTION}}};

    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true));
    cr_assert(rig_loop(&rig));
    cr_assert(rig_row(&rig, &single) && rig_row(&rig, &trap));
    cr_assert(rig_loop(&rig));
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* A push that an exception interrupts has been presented as retired: the trace reports the
 * exception after it. Shows: ETR-ING-018. */
Test(decode_exact, an_exception_may_interrupt_what_was_presented)
{
    static const struct rvt_row branch = {.block = {{.iaddr = LOOP_BASE,
                                                     .iretire = 4,
                                                     .itype = RVT_ITYPE_NONTAKEN_BRANCH,
                                                     .ilastsize = 1}}};
    static const struct rvt_row push = {
        .block = {{.iaddr = LOOP_BASE + 8, .iretire = 2, .ilastsize = 1}}};
    static const struct rvt_row trap = {
        .cause = 2, .block = {{.iaddr = LOOP_BASE + 8, .itype = RVT_ITYPE_EXCEPTION}}};

    cr_assert(rig_open(&rig, &unchecked, true));
    cr_assert(rig_control(&rig, true));
    cr_assert(rig_loop(&rig));
    cr_assert(rig_row(&rig, &branch) && rig_row(&rig, &push) && rig_row(&rig, &push));
    cr_assert(rig_row(&rig, &trap));
    cr_assert(rig_loop(&rig));
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* Off and on again without disabling: the end of tracing is reported. */
static bool pause(void)
{
    struct rvt_control control = {.enable = true};
    struct rvt_row row = {.cycle = ++rig.cycle};

    rvt_lockstep_control(rig.lockstep, rig_now(&rig), 0, 0, &control);
    if (rvt_encoder_control(rig.hardware, &row, &control, NULL) != RVT_OK)
        return false;
    control.inst_tracing = true;
    row.cycle = ++rig.cycle;
    rvt_lockstep_control(rig.lockstep, rig_now(&rig), 0, 0, &control);
    return rvt_encoder_control(rig.hardware, &row, &control, NULL) == RVT_OK;
}

/* Exception at the target of a jump: reported at once. Shows: ETR-ALG-029 */
static const struct rvt_row fault_at_target = {
    .cause = 2, .tval = 0x99, .block = {{.iaddr = LOOP_BASE, .itype = RVT_ITYPE_EXCEPTION}}};

/* A trap that was reported before tracing ended; the trap after it, equal to it, is another one.
 * Shows: ETR-ALG-023 */
Test(decode_exact, an_equal_trap_after_an_end_is_another_trap)
{
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig) && rig_row(&rig, &fault_at_target));
    cr_assert(pause() && rig_row(&rig, &fault_at_target) && rig_loop(&rig) && rig_loop(&rig));
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* A trap that only the handler after the pause reports. Shows: ETR-ALG-024, ETR-ALG-038 */
Test(decode_exact, a_trap_before_an_end_may_be_reported_after_it)
{
    struct rvt_row interrupt = fault_at_target;

    interrupt.block[0].itype = RVT_ITYPE_INTERRUPT;
    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig) && rig_row(&rig, &loop_branch));
    cr_assert(rig_row(&rig, &interrupt) && pause() && rig_loop(&rig) && rig_loop(&rig));
    cr_assert(rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", finding());
}

/* True if a packet is F3 with subformat; *packet is its contents. */
static bool is_sync(const struct sent *sent, unsigned subformat, struct rvt_packet *packet)
{
    return rvt_packet_read(&rig.config, sent->payload.byte, sent->payload.bytes, packet, NULL) ==
               RVT_OK &&
           packet->format == RVT_FORMAT_SYNC && packet->subformat == subformat;
}

/* An encoder that reports a trap before tracing ends and, with the handler, again after it. The
 * handler gets F3/0. Shows: ETR-ALG-009, ETR-ALG-025 */
Test(decode_exact, a_trap_reported_on_both_sides_of_an_end_is_found)
{
    struct rvt_packet trap, handler;
    unsigned number = 0;

    cr_assert(rig_open(&rig, &decode_exact, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig) && rig_row(&rig, &fault_at_target));
    cr_assert(pause() && rig_loop(&rig) && rig_loop(&rig) && rig_control(&rig, false));
    while (number < rig.sent_count && !is_sync(&rig.sent[number], RVT_SUBFORMAT_TRAP, &trap))
        number++;
    while (number < rig.sent_count && !is_sync(&rig.sent[number], RVT_SUBFORMAT_START, &handler))
        number++;
    cr_assert_lt(number, rig.sent_count);
    trap.thaddr = true;
    trap.branch = handler.branch;
    trap.address = handler.address;
    cr_assert_eq(rvt_packet_write(&rig.config, &trap, &rig.sent[number].payload, NULL), RVT_OK);
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(strstr(finding(), "decoded   trap, interrupt 0, cause 2, tval 0x99") != NULL, "%s",
              finding());
}
