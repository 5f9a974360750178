/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * After a difference the bit-exact verdict says once what is wrong and goes on: packets that are
 * missing, extra, altered, early or late.
 */
#include <criterion/criterion.h>

#include "tests/unit/lockstep_fixture.h"

static const struct rvt_lockstep_options options = {.bytes = true, .findings_max = 20};

static struct rig rig;

/* Timestamps make the packets of the loop differ from each other. */
static void defaults(void)
{
    rig_defaults(&rig);
    rig.config.encap.timestamp_bytes = 2;
    rig.hardware_config = rig.config;
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(bit_exact_recovery, .init = defaults, .fini = close_rig);

static void run(void)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 60));
    cr_assert_gt(rig.sent_count, 60);
}

static void leave_out(unsigned first, unsigned count)
{
    memmove(&rig.sent[first], &rig.sent[first + count],
            (rig.sent_count - first - count) * sizeof rig.sent[0]);
    rig.sent_count -= count;
}

static void repeat(unsigned number)
{
    memmove(&rig.sent[number + 1], &rig.sent[number],
            (rig.sent_count - number) * sizeof rig.sent[0]);
    rig.sent_count++;
}

/* The run ends; there are as many findings as words, and each has its words. */
static void expect_findings(const char *const *words)
{
    unsigned count = 0;

    rig_end(&rig);
    for (; words[count] != NULL; count++) {
        const char *text = rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_PACKETS, count);
        cr_assert(text != NULL, "no finding '%s'", words[count]);
        cr_expect(strstr(text, words[count]) != NULL, "'%s' is not in:\n%s", words[count], text);
    }
    const char *more = rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_PACKETS, count);
    cr_expect(more == NULL, "one more: %s", more);
}

static uint64_t comparisons(void)
{
    struct rvt_lockstep_statistics statistics;

    rvt_lockstep_statistics(rig.lockstep, &statistics);
    return statistics.comparisons;
}

Test(bit_exact_recovery, missing_packets_are_one_finding)
{
    static const char *const words[] = {"packet 10 (F1) and 2 after it missing [ETR-ALG-", NULL};

    run();
    leave_out(10, 3);
    rig_pass_bytes(&rig);
    expect_findings(words);
    cr_expect_eq(comparisons(), rig.sent_count);
}

Test(bit_exact_recovery, an_extra_packet_is_one_finding)
{
    static const char *const words[] = {"packet 21 observed, none expected [ETR-ALG-020]", NULL};

    run();
    repeat(20);
    rig.sent[21].encap[3] ^= 0x40;
    rig_pass_bytes(&rig);
    expect_findings(words);
    cr_expect_eq(comparisons(), rig.sent_count - 1);
}

/* The second one is earlier than it may be: a finding at once. That both are extra is clear later,
 * and no further finding. */
Test(bit_exact_recovery, extra_packets_before_the_model_decides_are_one_finding)
{
    static const char *const words[] = {"packet 22 observed, none expected [ETR-ALG-020]", NULL};
    struct rvt_lockstep_options early = options;

    early.early_max = 1;
    cr_assert(rig_open(&rig, &early, true));
    cr_assert(rig_control(&rig, true));
    while (rig.sent_count < 21)
        cr_assert(rig_loop(&rig));
    cr_assert_eq(rig.sent_count, 21);
    for (; rig.sent_count < 23; rig.sent_count++) {
        rig.sent[rig.sent_count] = rig.sent[20];
        rig.sent[rig.sent_count].encap[3] ^= 0x40;
    }
    for (unsigned i = 0; i < 30; i++) {
        rig_pass_bytes(&rig);
        cr_assert(rig_loop(&rig));
    }
    cr_assert(rig_control(&rig, false));
    rig_pass_bytes(&rig);
    expect_findings(words);
    cr_expect_eq(comparisons(), rig.sent_count - 2);
}

Test(bit_exact_recovery, each_bug_is_one_finding)
{
    static const char *const words[] = {"packet 5 (F1) differs",  "packet 15 (F1) missing",
                                        "packet 30 (F1) differs", "packet 31 (F1) differs",
                                        "(F3/3) missing",         NULL};

    run();
    rig.sent[5].encap[4] ^= 0x20;
    rig.sent[30].encap[4] ^= 0x20;
    rig.sent[31].encap[4] ^= 0x20;
    leave_out(15, 1);
    rig.sent_count--;
    rig_pass_bytes(&rig);
    expect_findings(words);
    cr_expect_eq(comparisons(), rig.sent_count);
}

Test(bit_exact_recovery, streams_that_do_not_agree_again_are_one_finding)
{
    static const char *const words[] = {
        "packet 7 (F1) and those after it differ: the streams do not agree again within 32 packets",
        NULL};

    run();
    for (unsigned i = 7; i < rig.sent_count; i++)
        rig.sent[i].encap[1] ^= 0x80; /* the timestamp */
    rig_pass_bytes(&rig);
    expect_findings(words);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "\n  field     timestamp: ") != NULL);
}

Test(bit_exact_recovery, comparing_goes_on_where_the_streams_agree)
{
    static const char *const words[] = {"packet 7 (F1) and those after it differ",
                                        "packet 55 (F1) differs", NULL};

    run();
    for (unsigned i = 7; i < 45; i++)
        rig.sent[i].encap[1] ^= 0x80;
    rig.sent[55].encap[1] ^= 0x80;
    rig_pass_bytes(&rig);
    expect_findings(words);
}

/* Packets before their cycle: a finding for the first, and each is compared. */
Test(bit_exact_recovery, an_encoder_that_is_too_early)
{
    static const char *const words[] = {"cycle 0: encapsulated packet 0 observed, none expected",
                                        NULL};
    struct rvt_lockstep *late = NULL;
    const struct rvt_control control = {.enable = true, .inst_tracing = true};
    const struct rvt_control off = {.enable = false};

    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 0));
    cr_assert_eq(rvt_lockstep_open(&rig.config, &options, NULL, &late), RVT_OK);
    rvt_lockstep_close(rig.lockstep);
    rig.lockstep = late;
    rig.cycle = 0;
    for (unsigned i = 0; i < rig.sent_count; i++)
        rvt_lockstep_bytes(rig.lockstep, rig_now(&rig), rig.sent[i].encap, rig.sent[i].encap_bytes,
                           true, true);
    cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_PACKETS), 1);
    rig.cycle = 1;
    rvt_lockstep_control(rig.lockstep, rig_now(&rig), 0, 0, &control);
    rvt_lockstep_row(rig.lockstep, (struct rvt_instant){.cycle = 1}, 0,
                     &(const struct rvt_row){.cycle = 1});
    rig.cycle = 2;
    rvt_lockstep_control(rig.lockstep, rig_now(&rig), 0, 0, &off);
    expect_findings(words);
    cr_expect_eq(comparisons(), rig.sent_count);
}

Test(bit_exact_recovery, a_late_packet_is_one_finding)
{
    static const char *const words[] = {"late: 101 cycles after its decision, 100 allowed", NULL};
    struct rvt_lockstep_options late = options;

    late.latency_max = 100;
    cr_assert(rig_open(&rig, &late, true));
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < 150; i++) {
        rig.cycle++;
        rvt_lockstep_idle(rig.lockstep, rig_now(&rig));
    }
    rig_pass_bytes(&rig);
    cr_assert(rig_control(&rig, false));
    rig_pass_bytes(&rig);
    const struct rvt_row row = {.cycle = rig.cycle};
    rvt_lockstep_row(rig.lockstep, rig_now(&rig), 0, &row);
    expect_findings(words);
}

/* --- packets that are too far away to be altered ones ----------------------------------------- */

enum { PAUSE = 3400 };

/* Packets 0 to 10, and after a pause the others. */
static void run_to_pause(void)
{
    struct rvt_lockstep_options bounded = options;

    bounded.latency_max = PAUSE / 2;
    cr_assert(rig_open(&rig, &bounded, true));
    cr_assert(rig_control(&rig, true));
    for (unsigned i = 0; i < 10; i++)
        cr_assert(rig_loop(&rig));
    cr_assert_eq(rig.sent_count, 11);
}

static void go_on_after_pause(void)
{
    rig.cycle += PAUSE;
    for (unsigned i = 0; i < 10; i++)
        cr_assert(rig_loop(&rig));
    cr_assert(rig_control(&rig, false));
}

/* Sends packet number once more before itself, and altered. */
static void send_altered(unsigned number)
{
    repeat(number);
    rig.sent[number].encap[3] ^= 0x40;
}

Test(bit_exact_recovery, a_missing_packet_is_not_one_that_was_sent_long_after_it)
{
    static const char *const words[] = {
        "encapsulated packet 10 (F1) late: ",
        "encapsulated packet 10 observed, none expected [ETR-ALG-020]",
        NULL,
    };

    run_to_pause();
    leave_out(10, 1);
    rig_pass_bytes(&rig);
    go_on_after_pause();
    send_altered(10);
    rig_pass_bytes(&rig);
    expect_findings(words);
}

Test(bit_exact_recovery, an_extra_packet_is_not_one_of_what_retires_after_it)
{
    static const char *const words[] = {
        "encapsulated packet 11 observed, none expected [ETR-ALG-020]",
        "encapsulated packet 11 (F1) missing [ETR-ALG-",
        NULL,
    };

    run_to_pause();
    rig.sent[11] = rig.sent[10];
    rig.sent[11].encap[3] ^= 0x40;
    rig.sent_count++;
    rig_pass_bytes(&rig);
    go_on_after_pause();
    leave_out(12, 1);
    rig_pass_bytes(&rig);
    expect_findings(words);
}
