/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Encoders that send nothing, a packet twice, two packets in the wrong order, or not all te_data:
 * each is found with its position and clause. */
#include <criterion/criterion.h>

#include "tests/unit/lockstep_fixture.h"
#include "wire/data.h"

enum { DATA_CONTROL = 0x010, DATA_TRACING = 1 << 1, TURNS = 5 };

static const struct rvt_lockstep_options options = {.packets = true, .findings_max = 3};

static struct rig rig;
static bool is_data[SENT_MAX]; /* of each packet of rig.sent */

static void close_rig(void)
{
    rig_close(&rig);
}

static void defaults(void)
{
    rig_defaults(&rig);
    memset(is_data, 0, sizeof is_data);
}

TestSuite(lockstep_faults, .init = defaults, .fini = close_rig);

static void expect_words(enum rvt_verdict verdict, const char *const *words)
{
    const char *text = rig_finding(&rig, verdict);

    for (; *words != NULL; words++)
        cr_expect(strstr(text, *words) != NULL, "'%s' is not in:\n%s", *words, text);
}

static void run(void)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, TURNS));
}

static void swap(unsigned first, unsigned second)
{
    const struct sent sent = rig.sent[first];

    rig.sent[first] = rig.sent[second];
    rig.sent[second] = sent;
}

Test(lockstep_faults, an_encoder_that_sends_nothing)
{
    static const char *const bit[] = {"cycle 13: packet 0 (F3/3) and 7 after it missing",
                                      "[ETR-SUP-001]", NULL};
    static const char *const decode[] = {"cycle 13: no packet was decoded", NULL};

    run();
    rig_end(&rig);
    expect_words(RVT_VERDICT_PACKETS, bit);
    expect_words(RVT_VERDICT_DECODE_EXACT, decode);
}

Test(lockstep_faults, an_encoder_that_repeats_its_last_packet)
{
    static const char *const bit[] = {"packet 8 (F3/3) observed, none expected [ETR-ALG-020]",
                                      "observed  F3/3", NULL};
    static const char *const decode[] = {"packet 8 does not decode to what retired [ETR-SUP-002]",
                                         NULL};

    run();
    rig_pass_packets(&rig);
    rig.passed_on--;
    rig_pass_packets(&rig);
    rig_end(&rig);
    expect_words(RVT_VERDICT_PACKETS, bit);
    expect_words(RVT_VERDICT_DECODE_EXACT, decode);
}

Test(lockstep_faults, an_encoder_that_swaps_two_packets)
{
    static const char *const bit[] = {"packet 1 (F1) observed, none expected", "observed  F1",
                                      NULL};
    static const char *const decode[] = {"packet 1 ", NULL};

    run();
    swap(1, 2);
    rig_pass_packets(&rig);
    rig_end(&rig);
    expect_words(RVT_VERDICT_PACKETS, bit);
    expect_words(RVT_VERDICT_DECODE_EXACT, decode);
}

/* An encoder that is enabled and disabled agrees with the model, whatever its ingress is tied to.
 */
Test(lockstep_faults, a_run_without_rows)
{
    static const char *const words[] = {"cycle 3: nothing retired while", NULL};

    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 0));
    rig_pass_packets(&rig);
    rig_end(&rig);
    expect_words(RVT_VERDICT_PACKETS, words);
    expect_words(RVT_VERDICT_DECODE_EXACT, words);
}

/* --- te_data ---------------------------------------------------------------------------------- */

static enum rvt_status record_data(void *context, const struct rvt_data_packet *packet,
                                   const struct rvt_data_origin *origin)
{
    (void)context;
    (void)origin;
    is_data[rig.sent_count] = true;
    return rvt_data_write(&rig.hardware_config, packet, &rig.sent[rig.sent_count++].payload, NULL);
}

/* Each iteration of the loop loads once. */
static void run_data(void)
{
    const struct rvt_control on = {.enable = true, .inst_tracing = true, .data_tracing = true};
    struct rvt_access access = {.dretire = true, .dsize = 2};
    struct rvt_row load = loop_branch;

    rig.config.options.data_trace = true;
    rig.config.encap.type_bits = 1;
    rig.hardware_config = rig.config;
    cr_assert(rig_open(&rig, &options, true));
    rvt_encoder_data_sink(rig.hardware, record_data, NULL);
    rvt_lockstep_write(rig.lockstep, DATA_CONTROL, DATA_TRACING);
    const struct rvt_row begin = {.cycle = ++rig.cycle};
    rvt_lockstep_control(rig.lockstep, rig_now(&rig), 0, 0, &on);
    cr_assert_eq(rvt_encoder_control(rig.hardware, &begin, &on, NULL), RVT_OK);
    load.accesses = 1;
    load.access = &access;
    for (unsigned i = 0; i < TURNS; i++) {
        access.daddr = 0x2000 + 4 * i;
        cr_assert(rig_row(&rig, &load));
        cr_assert(rig_row(&rig, &loop_jump));
    }
    cr_assert(rig_control(&rig, false));
}

/* Passes what the hardware sent, except te_data from number first on. */
static void pass_all_but(unsigned first)
{
    unsigned data = 0;

    for (unsigned i = 0; i < rig.sent_count; i++) {
        const struct rvt_payload *payload = &rig.sent[i].payload;
        if (!is_data[i])
            rvt_lockstep_packet(rig.lockstep, rig_now(&rig), payload->byte, payload->bytes);
        else if (data++ < first)
            rvt_lockstep_data_packet(rig.lockstep, rig_now(&rig), payload->byte, payload->bytes);
    }
    rig_end(&rig);
}

/* Shows: ETR-DAT-011 */
Test(lockstep_faults, te_data_that_agrees_is_compared)
{
    struct rvt_lockstep_statistics statistics;

    run_data();
    pass_all_but(TURNS);
    rvt_lockstep_statistics(rig.lockstep, &statistics);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
    cr_expect_eq(statistics.te_data, TURNS);
}

/* Shows: ETR-DAT-011 */
Test(lockstep_faults, an_encoder_that_leaves_out_its_last_te_data)
{
    static const char *const bit[] = {"packet 10 (load) missing [ETR-DAT-011]",
                                      "an access of the instruction at 0x1000 in cycle 10", NULL};

    run_data();
    pass_all_but(TURNS - 1);
    expect_words(RVT_VERDICT_PACKETS, bit);
}

/* Shows: ETR-DAT-011 */
Test(lockstep_faults, an_encoder_that_leaves_out_all_te_data)
{
    static const char *const bit[] = {"packet 2 (load) missing [ETR-DAT-011]",
                                      "an access of the instruction at 0x1000 in cycle 2", NULL};

    run_data();
    pass_all_but(0);
    expect_words(RVT_VERDICT_PACKETS, bit);
}
