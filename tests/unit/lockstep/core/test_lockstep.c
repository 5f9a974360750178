/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include <stdlib.h>

#include "tests/unit/lockstep_fixture.h"

static const struct rvt_lockstep_options packets_only = {.packets = true, .findings_max = 3};
static const struct rvt_lockstep_options bytes_only = {.bytes = true, .findings_max = 3};

static struct rig rig;

static void open_rig(const struct rvt_lockstep_options *options)
{
    cr_assert(rig_open(&rig, options, true));
}

static void close_rig(void)
{
    rig_close(&rig);
}

static void defaults(void)
{
    rig_defaults(&rig);
}

TestSuite(lockstep, .init = defaults, .fini = close_rig);

static unsigned findings(enum rvt_verdict verdict)
{
    return rvt_lockstep_findings(rig.lockstep, verdict);
}

static void expect_words(enum rvt_verdict verdict, const char *const *words)
{
    const char *text = rig_finding(&rig, verdict);

    for (; *words != NULL; words++)
        cr_expect(strstr(text, *words) != NULL, "'%s' is not in:\n%s", *words, text);
}

Test(lockstep, an_encoder_that_agrees_passes_both_verdicts)
{
    struct rvt_lockstep_statistics statistics;

    open_rig(&packets_only);
    cr_assert(rig_session(&rig, 40));
    rig_pass_packets(&rig);
    rig_end(&rig);
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
    cr_expect_eq(findings(RVT_VERDICT_DECODE_EXACT), 0, "%s",
                 rig_finding(&rig, RVT_VERDICT_DECODE_EXACT));
    cr_expect_eq(statistics.rows, 80);
    cr_expect_eq(statistics.instructions, 120);
    cr_expect_gt(rig.sent_count, 40);
    cr_expect_eq(statistics.comparisons, rig.sent_count);
    cr_expect_eq(statistics.decoded, rig.sent_count);
    cr_expect_eq(rvt_lockstep_first_cycle(rig.lockstep), UINT64_MAX);
}

Test(lockstep, a_wrong_field_is_explained_in_full)
{
    static const char *const words[] = {"cycle 82: packet 3 (F1) differs [ETR-FMT-025]",
                                        "address: expected",
                                        "expected  F1 format=1 branches=1",
                                        "because   ",
                                        "ETR-ALG-030",
                                        "observed  F1 format=1",
                                        "retired   0x1000..0x1004, itype 5, priv 3, cycle 4",
                                        NULL};

    open_rig(&packets_only);
    cr_assert(rig_session(&rig, 40));
    rig.sent[3].payload.byte[1] ^= 0x10;
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(!rvt_lockstep_passed(rig.lockstep));
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 1);
    cr_expect_eq(rvt_lockstep_first_cycle(rig.lockstep), 82);
    expect_words(RVT_VERDICT_PACKETS, words);
}

Test(lockstep, at_most_eight_blocks_are_shown)
{
    const char *text;
    unsigned lines = 0;

    open_rig(&packets_only);
    cr_assert(rig_session(&rig, 40));
    rig.sent[20].payload.byte[0] ^= 4;
    rig_pass_packets(&rig);
    for (text = rig_finding(&rig, RVT_VERDICT_PACKETS); text != NULL; lines++) {
        text = strstr(text, "\n  retired");
        text = text != NULL ? text + 1 : NULL;
    }
    cr_expect_eq(lines - 1, 8);
}

Test(lockstep, a_packet_before_the_model_expects_it_is_a_mismatch)
{
    static const char *const words[] = {"packet 1 (F1) observed, none expected", NULL};
    static const uint8_t early[] = {0x05, 0xfd};

    open_rig(&packets_only);
    cr_assert(rig_control(&rig, true));
    rig_pass_packets(&rig);
    rvt_lockstep_packet(rig.lockstep, rig_now(&rig), early, sizeof early);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 1);
    expect_words(RVT_VERDICT_PACKETS, words);
}

Test(lockstep, a_packet_may_be_as_early_as_the_options_say)
{
    struct rvt_lockstep_options options = packets_only;
    const struct rvt_payload *payload = &rig.sent[0].payload;

    options.early_max = 1;
    open_rig(&options);
    cr_assert(rig_control(&rig, true));
    cr_assert(rig_loop(&rig));
    cr_assert(rig_loop(&rig));
    rig_pass_packets(&rig);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 0);
    rvt_lockstep_packet(rig.lockstep, rig_now(&rig), payload->byte, payload->bytes);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 0);
    rvt_lockstep_packet(rig.lockstep, rig_now(&rig), payload->byte, payload->bytes);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 1);
}

Test(lockstep, a_packet_that_came_early_is_compared_when_it_is_expected)
{
    struct rvt_lockstep_options options = packets_only;
    uint8_t wrong[RVT_PAYLOAD_BYTES_MAX];

    options.early_max = 1;
    open_rig(&options);
    cr_assert(rig_session(&rig, 2));
    struct rvt_lockstep *other = NULL;
    const struct rvt_control control = {.enable = true, .inst_tracing = true};
    cr_assert_eq(rvt_lockstep_open(&rig.config, &options, NULL, &other), RVT_OK);
    rvt_lockstep_packet(other, (struct rvt_instant){.cycle = 0}, rig.sent[0].payload.byte,
                        rig.sent[0].payload.bytes);
    rvt_lockstep_control(other, (struct rvt_instant){.cycle = 1}, 0, 0, &control);
    cr_expect_eq(rvt_lockstep_findings(other, RVT_VERDICT_PACKETS), 0);
    rvt_lockstep_close(other);
    cr_assert_eq(rvt_lockstep_open(&rig.config, &options, NULL, &other), RVT_OK);
    memcpy(wrong, rig.sent[0].payload.byte, sizeof wrong);
    wrong[0] ^= 0x10;
    rvt_lockstep_packet(other, (struct rvt_instant){.cycle = 0}, wrong, rig.sent[0].payload.bytes);
    rvt_lockstep_control(other, (struct rvt_instant){.cycle = 1}, 0, 0, &control);
    rvt_lockstep_end(other, (struct rvt_instant){.cycle = 2});
    const char *finding = rvt_lockstep_finding(other, RVT_VERDICT_PACKETS, 0);
    cr_assert(finding != NULL);
    cr_expect(strstr(finding, "cycle 0: packet 0 (F3/3) differs") != NULL, "%s", finding);
    rvt_lockstep_close(other);
}

Test(lockstep, an_early_packet_that_is_never_expected_is_found_at_the_end)
{
    struct rvt_lockstep_options options = packets_only;

    options.early_max = 2;
    open_rig(&options);
    cr_assert(rig_session(&rig, 3));
    rig_pass_packets(&rig);
    rvt_lockstep_packet(rig.lockstep, rig_now(&rig), rig.sent[0].payload.byte,
                        rig.sent[0].payload.bytes);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 0);
    rig_end(&rig);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 1);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "none expected") != NULL);
}

Test(lockstep, a_packet_that_never_comes_is_missing_at_the_end)
{
    static const char *const words[] = {"packet 7 (F3/3) missing", "ETR-SUP-002", NULL};

    open_rig(&packets_only);
    cr_assert(rig_session(&rig, 5));
    rig.sent_count--;
    rig_pass_packets(&rig);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 0);
    rig_end(&rig);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 1);
    expect_words(RVT_VERDICT_PACKETS, words);
}

Test(lockstep, a_late_packet_is_missing_once_its_time_is_up)
{
    struct rvt_lockstep_options options = packets_only;

    options.latency_max = 100;
    open_rig(&options);
    cr_assert(rig_control(&rig, true));
    rig.cycle += 100;
    rvt_lockstep_idle(rig.lockstep, rig_now(&rig));
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 0);
    rig.cycle++;
    rvt_lockstep_idle(rig.lockstep, rig_now(&rig));
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 1);
}

Test(lockstep, cycles_in_which_the_sink_held_do_not_count_as_latency)
{
    struct rvt_lockstep_options options = packets_only;

    options.latency_max = 100;
    open_rig(&options);
    cr_assert(rig_control(&rig, true));
    rig.cycle += 500;
    rig.held += 400;
    rvt_lockstep_idle(rig.lockstep, rig_now(&rig));
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 0);
    rig_pass_packets(&rig);
    struct rvt_lockstep_statistics statistics;
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect_eq(statistics.latency_max, 100);
}

Test(lockstep, a_run_without_comparison_fails)
{
    open_rig(&packets_only);
    rig_end(&rig);
    cr_expect(!rvt_lockstep_passed(rig.lockstep));
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "nothing was compared") != NULL);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_DECODE_EXACT), "no packet was decoded") != NULL);
}

Test(lockstep, comparing_stops_after_the_findings_asked_for)
{
    open_rig(&packets_only);
    cr_assert(rig_session(&rig, 40));
    for (unsigned i = 5; i < rig.sent_count; i += 5)
        rig.sent[i].payload.byte[1] ^= 4;
    cr_assert_gt(rig.sent_count, 25);
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 3);
    cr_expect_eq(rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_PACKETS, 3), NULL);
}

Test(lockstep, a_row_that_breaks_the_interface_fails_every_verdict)
{
    const struct rvt_row wrong = {.block = {{.iaddr = LOOP_BASE, .iretire = 2, .itype = 7}}};

    open_rig(&packets_only);
    cr_assert(rig_control(&rig, true));
    cr_expect(!rig_row(&rig, &wrong));
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 1);
    cr_expect_eq(findings(RVT_VERDICT_DECODE_EXACT), 1);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_DECODE_EXACT), "ETR-ING-005") != NULL);
}

/* Rows that no hart with this program can retire. Shows: ETR-ING-003, ETR-ING-004. */
Test(lockstep, a_block_that_is_no_straight_line_of_the_program_fails_every_verdict)
{
    static const struct {
        struct rvt_block block;
        const char *word;
    } wrong[] = {
        {{.iaddr = LOOP_BASE, .iretire = 6, .ilastsize = 1},
         "the branch or jump at 0x1004 [iretire = 6, ETR-ING-004]"},
        {{.iaddr = LOOP_BASE + 4, .iretire = 6, .itype = RVT_ITYPE_RETURN, .ilastsize = 1},
         "the branch or jump at 0x1004 [iretire = 6, ETR-ING-004]"},
        {{.iaddr = LOOP_BASE, .iretire = 3, .ilastsize = 1},
         "instruction at 0x1002, but the program has none there [ilastsize = 1, ETR-ING-003]"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct rvt_row row = {.block = {wrong[i].block}};
        rig_defaults(&rig);
        open_rig(&packets_only);
        cr_assert(rig_control(&rig, true));
        cr_assert(rig_loop(&rig));
        cr_assert_eq(findings(RVT_VERDICT_PACKETS), 0);
        (void)rig_row(&rig, &row);
        cr_expect_eq(findings(RVT_VERDICT_PACKETS), 1, "row %zu", i);
        cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_DECODE_EXACT), wrong[i].word) != NULL, "%s",
                  rig_finding(&rig, RVT_VERDICT_DECODE_EXACT));
        if (i + 1 < sizeof wrong / sizeof wrong[0])
            rig_close(&rig);
    }
}

/* Packets that the model expects of a trace-off five cycles before software disables the trace. */
static unsigned long expected_packets(uint64_t stalled_cycles)
{
    static const struct rvt_row off = {
        .trigger = RVT_TRIGGER_OFF,
        .block = {
            {.iaddr = LOOP_BASE, .iretire = 4, .itype = RVT_ITYPE_TAKEN_BRANCH, .ilastsize = 1}}};
    const struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    const struct rvt_control none = {.enable = false};

    cr_assert(rig_open(&rig, &packets_only, false));
    rvt_lockstep_control(rig.lockstep, rig_now(&rig), 0, 0, &on);
    cr_assert(rig_row(&rig, &off));
    rig.cycle += 5;
    rvt_lockstep_control(rig.lockstep, rig_now(&rig), stalled_cycles, 0, &none);
    rig_end(&rig);
    const char *words = strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), " and ");
    cr_assert(words != NULL);
    return strtoul(words + strlen(" and "), NULL, 10) + 1;
}

Test(lockstep, tracing_does_not_end_in_a_stalled_cycle)
{
    unsigned long idle = expected_packets(0); /* ended, then disabled */

    rig_close(&rig);
    rig_defaults(&rig);
    cr_expect_eq(expected_packets(4), idle - 1); /* one packet for both */
}

/* --- bytes ---------------------------------------------------------------------------------- */

Test(lockstep, bytes_that_agree_pass_with_null_packets_between)
{
    static const uint8_t nulls[] = {0x00, 0x00, 0x80};
    struct rvt_lockstep_statistics statistics;

    rig.config.encap.srcid_bits = rig.hardware_config.encap.srcid_bits = 12;
    rig.config.encap.srcid = rig.hardware_config.encap.srcid = 0xabc;
    open_rig(&bytes_only);
    cr_assert(rig_session(&rig, 10));
    rvt_lockstep_bytes(rig.lockstep, rig_now(&rig), nulls, sizeof nulls, true, true);
    rig_pass_bytes(&rig);
    rig_end(&rig);
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
    cr_expect_eq(findings(RVT_VERDICT_DECODE_EXACT), 0, "%s",
                 rig_finding(&rig, RVT_VERDICT_DECODE_EXACT));
    cr_expect_eq(statistics.comparisons, rig.sent_count);
    cr_expect_eq(statistics.decoded, rig.sent_count);
}

Test(lockstep, nulls_are_found_where_none_belong)
{
    static const uint8_t null = 0x00;

    rig.config.encap.nulls = RVT_NULLS_NONE;
    open_rig(&bytes_only);
    cr_assert(rig_session(&rig, 10));
    rvt_lockstep_bytes(rig.lockstep, rig_now(&rig), &null, 1, true, true);
    rig_pass_bytes(&rig);
    rig_end(&rig);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "[ENC-009]") != NULL);
}

Test(lockstep, a_packet_needs_a_sequence_within_the_period)
{
    rig.config.encap.nulls = RVT_NULLS_FRAMED;
    rig.config.encap.sync_period = 4;
    open_rig(&bytes_only);
    cr_assert(rig_session(&rig, 10));
    for (unsigned i = 0; i < 32; i++) /* N + 1 */
        rvt_lockstep_bytes(rig.lockstep, rig_now(&rig), &(const uint8_t){0}, 1, true, true);
    cr_assert(rig.sent_count > 4);
    rig_pass_bytes(&rig);
    rig_end(&rig);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "[ENC-010, ENC-019]") != NULL);
}

Test(lockstep, bytes_may_come_one_at_a_time)
{
    open_rig(&bytes_only);
    cr_assert(rig_session(&rig, 10));
    for (unsigned i = 0; i < rig.sent_count; i++)
        for (size_t at = 0; at < rig.sent[i].encap_bytes; at++)
            rvt_lockstep_bytes(rig.lockstep, rig_now(&rig), &rig.sent[i].encap[at], 1, false,
                               false);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
}

/* A field of the encapsulation that differs: position of the byte, bits to invert, what the finding
 * names. */
static const struct {
    const char *name;
    size_t byte;
    uint8_t bits;
    const char *words;
} wrong_encap[] = {
    {"flow", 0, 0x20, "flow: expected 0x0, observed 0x1"},
    {"srcid whole byte", 1, 0x01, "srcID: expected 0xabc, observed 0xabd"},
    {"srcid remainder", 2, 0x01, "srcID: expected 0xabc, observed 0xbbc"},
    {"timestamp", 2, 0x10, "timestamp: expected"},
    {"payload", 5, 0x80, "encapsulated packet 2 (F1) differs [ETR-"},
};

Test(lockstep, a_wrong_field_of_the_encapsulation_is_named)
{
    for (size_t i = 0; i < sizeof wrong_encap / sizeof wrong_encap[0]; i++) {
        rig_defaults(&rig);
        rig.config.encap.srcid_bits = 12;
        rig.config.encap.srcid = 0xabc;
        rig.config.encap.timestamp_bytes = 2;
        rig.hardware_config = rig.config;
        open_rig(&bytes_only);
        cr_assert(rig_session(&rig, 10));
        rig.sent[2].encap[wrong_encap[i].byte] ^= wrong_encap[i].bits;
        rig_pass_bytes(&rig);
        cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), wrong_encap[i].words) != NULL,
                  "%s: %s", wrong_encap[i].name, rig_finding(&rig, RVT_VERDICT_PACKETS));
        if (i + 1 < sizeof wrong_encap / sizeof wrong_encap[0])
            rig_close(&rig);
    }
}

Test(lockstep, a_wrong_mark_of_the_end_is_found)
{
    open_rig(&bytes_only);
    cr_assert(rig_control(&rig, true));
    rvt_lockstep_bytes(rig.lockstep, rig_now(&rig), rig.sent[0].encap, rig.sent[0].encap_bytes,
                       true, false);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS),
                     "end of packet not marked, but a packet ends after these bytes") != NULL);
}

Test(lockstep, a_byte_stream_that_breaks_off_is_found)
{
    open_rig(&bytes_only);
    cr_assert(rig_session(&rig, 3));
    rig.sent_count--;
    rig_pass_bytes(&rig);
    rvt_lockstep_bytes(rig.lockstep, rig_now(&rig), rig.sent[rig.sent_count].encap, 1, true, false);
    rig_end(&rig);
    cr_expect_eq(findings(RVT_VERDICT_PACKETS), 2);
    cr_expect(strstr(rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_PACKETS, 1),
                     "ends inside a packet") != NULL);
}

/* --- opening -------------------------------------------------------------------------------- */

Test(lockstep, opening_without_a_stream_and_a_program_is_refused)
{
    const struct rvt_lockstep_options nothing = {.findings_max = 1};
    struct rvt_lockstep *lockstep = NULL;

    cr_expect_eq(rvt_lockstep_open(&rig.config, &nothing, NULL, &lockstep), RVT_ERR_PARAMETER);
    cr_expect_eq(lockstep, NULL);
}

Test(lockstep, the_decode_exact_verdict_needs_a_program)
{
    const struct rvt_lockstep_options decode = {.packets = true, .decode_exact = true};
    struct rvt_lockstep *lockstep = NULL;

    cr_expect_eq(rvt_lockstep_open(&rig.config, &decode, NULL, &lockstep), RVT_ERR_PARAMETER);
    cr_expect_eq(lockstep, NULL);
}

Test(lockstep, without_a_program_only_bits_are_compared)
{
    cr_assert(rig_open(&rig, &packets_only, false));
    cr_expect(rvt_lockstep_has_verdict(rig.lockstep, RVT_VERDICT_PACKETS));
    cr_expect(!rvt_lockstep_has_verdict(rig.lockstep, RVT_VERDICT_DECODE_EXACT));
}
