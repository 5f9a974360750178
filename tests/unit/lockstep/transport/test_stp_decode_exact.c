/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The verdict decode-exact of an STP transmitter: a sender with other choices passes, and each
 * fault is found once. */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/transport/stp_scoreboard.h"
#include "model/lockstep/items/transport_scoreboard.h"

/* The scoreboard, and a transmitter of the test. */
struct bench {
    struct rvt_stp_scoreboard *scoreboard;
    struct rvt_stp_encoder encoder;
    uint64_t cycle;
};

static struct bench open_bench(bool decode_exact, unsigned findings,
                               const struct rvt_waivers *waivers, enum rvt_stp_time_type time_type)
{
    const struct rvt_stp_encoder_config config = {.time_type = time_type};
    const struct rvt_transport_options options = {
        .decode_exact = decode_exact, .findings_max = findings, .waivers = waivers};
    struct bench bench = {.cycle = 0};

    cr_assert(rvt_stp_scoreboard_open(&config, &bench.scoreboard) == RVT_OK);
    cr_assert(rvt_transport_configure(bench.scoreboard, &options) == RVT_OK);
    cr_assert(rvt_stp_encoder_init(&bench.encoder, &config) == RVT_OK);
    return bench;
}

/* Write number i: of eight channels, some with a timestamp. */
static struct rvt_stp_port_write write_of(unsigned i)
{
    return (struct rvt_stp_port_write){.kind = RVT_STP_WRITE_DATA,
                                       .size = 3,
                                       .stamp = i % 4 == 0,
                                       .marker = i % 4 == 3,
                                       .master = (uint16_t)(1 + i / 8 % 2),
                                       .channel = (uint16_t)(i / 4 % 4),
                                       .data = 0x1000 + i,
                                       .time = UINT64_C(0x123456789a) + 16 * i};
}

static void take(struct bench *bench, const struct rvt_stp_port_write *write)
{
    rvt_stp_scoreboard_write(bench->scoreboard, ++bench->cycle, write, 0, 0);
}

/* The transmitter sends the packet of a write. */
static void send(struct bench *bench, const struct rvt_stp_port_write *write)
{
    uint8_t byte[RVT_STP_ENCODER_BYTES_MAX];
    struct rvt_stp_record record;
    size_t bytes;

    cr_assert(rvt_stp_port_write_record(write, &record) == RVT_OK);
    cr_assert(rvt_stp_encoder_put(&bench->encoder, &record, byte, sizeof byte, &bytes) == RVT_OK);
    if (bytes > 0)
        rvt_stp_scoreboard_bytes(bench->scoreboard, ++bench->cycle, byte, bytes);
}

/* Nibbles that the transmitter adds, which are a whole number of bytes. */
static void send_nibbles(struct bench *bench, const char *nibbles)
{
    for (; *nibbles != '\0'; nibbles++) {
        uint8_t nibble = (uint8_t)(*nibbles <= '9' ? *nibbles - '0' : *nibbles - 'a' + 10);
        bool high = (bench->encoder.at++ & 1) != 0;
        bench->encoder.half = (uint8_t)(high ? bench->encoder.half | nibble << 4 : nibble);
        if (high)
            rvt_stp_scoreboard_bytes(bench->scoreboard, ++bench->cycle, &bench->encoder.half, 1);
    }
}

/* Writes from..end are taken and sent. */
static void pass(struct bench *bench, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++) {
        const struct rvt_stp_port_write write = write_of(i);
        take(bench, &write);
        send(bench, &write);
    }
}

/* Ends the run; there are so many findings, and so many packets are equal. Closes. */
static void expect(struct bench *bench, unsigned findings, uint64_t equal, const char *words)
{
    uint8_t byte;
    size_t bytes;

    cr_assert(rvt_stp_encoder_finish(&bench->encoder, &byte, 1, &bytes) == RVT_OK);
    rvt_stp_scoreboard_flush(bench->scoreboard, ++bench->cycle);
    if (bytes > 0)
        rvt_stp_scoreboard_bytes(bench->scoreboard, bench->cycle, &byte, bytes);
    rvt_transport_end(bench->scoreboard, ++bench->cycle);
    const char *text = rvt_transport_finding(bench->scoreboard, 0);
    cr_expect_eq(rvt_transport_findings(bench->scoreboard), findings, "%u findings: %s, %s",
                 rvt_transport_findings(bench->scoreboard), text != NULL ? text : "none",
                 findings > 0 && text != NULL && rvt_transport_finding(bench->scoreboard, 1) != NULL
                     ? rvt_transport_finding(bench->scoreboard, 1)
                     : "");
    cr_expect_eq(rvt_transport_compared(bench->scoreboard), equal, "%s",
                 rvt_transport_counts(bench->scoreboard));
    cr_expect_eq(rvt_transport_passed(bench->scoreboard), findings == 0 && equal > 0);
    if (words != NULL && text != NULL)
        cr_expect(strstr(text, words) != NULL, "%s lacks '%s'", text, words);
    rvt_transport_close(bench->scoreboard);
}

/* Synchronises often, repeats master and channel in the long form, and adds NULL. */
static void pass_differently(struct bench *bench, unsigned end)
{
    bench->encoder.config.sync_bytes = 50;
    for (unsigned i = 0; i < end; i++) {
        pass(bench, i, i + 1);
        if (i % 8 == 0) /* M16 0001, C16 0000, NULL */
            send_nibbles(bench, i / 8 % 2 == 0 ? "f10001f300000" : "f10002f300000");
        if (i % 8 == 0)
            bench->encoder.channel = 0;
    }
}

Test(stp_decode_exact, a_transmitter_with_other_choices_passes)
{
    static const enum rvt_stp_time_type TYPES[] = {RVT_STP_TIME_NATDELTA, RVT_STP_TIME_NAT,
                                                   RVT_STP_TIME_GRAY};

    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        struct bench bench = open_bench(true, 1, NULL, TYPES[i]);
        pass_differently(&bench, 200);
        expect(&bench, 0, 200, NULL);
    }
}

Test(stp_decode_exact, bit_exact_does_not_pass_it)
{
    struct bench bench = open_bench(false, 1, NULL, RVT_STP_TIME_NAT);

    pass_differently(&bench, 200);
    expect(&bench, 1, 28, "byte 28 belongs to no write [StpNoWrite]");
}

Test(stp_decode_exact, nothing_compared_does_not_pass)
{
    struct bench bench = open_bench(true, 1, NULL, RVT_STP_TIME_NAT);

    expect(&bench, 0, 0, NULL);
}

/* Each fault is one finding, and all but the packet itself is compared. */
Test(stp_decode_exact, a_packet_that_differs_is_found_once)
{
    static const char *const WORDS[] = {
        ": 1 packet differs [STP-003]\n  expected  D32TS 00001014, master 0x1, channel 0x1, time",
        ": 1 packet differs [STP-006]",
        ": 1 packet differs [STP-006]",
        ": 1 packet differs [STP-004]",
        ": 1 packet differs [STP-003]",
        ": 1 packet differs [STP-003]"};

    for (unsigned fault = 0; fault < 6; fault++) {
        struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
        struct rvt_stp_port_write write = write_of(20);

        pass(&bench, 0, 20);
        take(&bench, &write);
        write.data ^= fault == 0;
        write.master ^= fault == 1;
        write.channel ^= fault == 2 ? 2 : 0;
        write.time ^= fault == 3;
        write.marker ^= fault == 4;
        write.size -= fault == 5;
        send(&bench, &write);
        pass(&bench, 21, 100);
        expect(&bench, 1, 99, WORDS[fault]);
    }
}

Test(stp_decode_exact, what_is_missing_is_found_once)
{
    struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);

    pass(&bench, 0, 20);
    for (unsigned i = 20; i < 22; i++) {
        const struct rvt_stp_port_write write = write_of(i);
        take(&bench, &write);
    }
    pass(&bench, 22, 100);
    expect(&bench, 1, 98, ": 2 packets are missing [StpMissing]\n  expected  D32TS 00001014");
}

Test(stp_decode_exact, what_is_extra_is_found_once)
{
    struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
    const struct rvt_stp_port_write write = {.kind = RVT_STP_WRITE_TRIG, .data = 0x55, .master = 1};

    pass(&bench, 0, 20);
    send(&bench, &write);
    pass(&bench, 20, 100);
    expect(&bench, 1, 100,
           ": 1 packet is extra [StpNoWrite]\n  expected  nothing\n  observed  TRIG");
}

Test(stp_decode_exact, many_that_are_missing_are_found_once)
{
    struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);

    pass(&bench, 0, 20);
    for (unsigned i = 20; i < 120; i++) {
        const struct rvt_stp_port_write write = write_of(i);
        take(&bench, &write);
    }
    pass(&bench, 120, 200);
    cr_expect_eq(rvt_transport_findings(bench.scoreboard), 1);
    struct rvt_stp_port_write write = write_of(200);
    take(&bench, &write);
    write.data ^= 1;
    send(&bench, &write);
    pass(&bench, 201, 300);
    expect(&bench, 2, 300 - 100 - 30 - 1, "does not agree again within 32 packets");
}

/* More are left at the end than the comparison looks at. */
Test(stp_decode_exact, many_that_are_missing_at_the_end_are_counted)
{
    struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
    struct rvt_stp_port_write write = write_of(20);

    pass(&bench, 0, 20);
    take(&bench, &write);
    write.data ^= 1;
    send(&bench, &write);
    for (unsigned i = 21; i < 121; i++) {
        write = write_of(i);
        take(&bench, &write);
    }
    expect(&bench, 1, 20, ": 1 packet differs, 100 packets are missing [StpMissing]");
}

Test(stp_decode_exact, the_last_one_missing)
{
    struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
    const struct rvt_stp_port_write write = write_of(20);

    pass(&bench, 0, 20);
    take(&bench, &write);
    rvt_stp_scoreboard_idle(bench.scoreboard, ++bench.cycle);
    expect(&bench, 1, 20,
           "reports idle while packets are outstanding [StpIdle]\n  expected  D32TS 00001014");
}

/* What is outstanding when the transmitter is idle is lost, which is one finding, however often it
 * is idle afterwards; or it comes later, which is one finding as well. */
Test(stp_decode_exact, idle_too_early_is_found_once)
{
    for (unsigned late = 0; late < 2; late++) {
        struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
        const struct rvt_stp_port_write write = write_of(20);

        pass(&bench, 0, 20);
        take(&bench, &write);
        rvt_stp_scoreboard_idle(bench.scoreboard, ++bench.cycle);
        if (late == 1)
            send(&bench, &write);
        for (unsigned i = 21; i < 100; i++) {
            pass(&bench, i, i + 1);
            if (bench.encoder.at % 2 == 0)
                rvt_stp_scoreboard_idle(bench.scoreboard, ++bench.cycle);
        }
        expect(&bench, 1, 99, "[StpIdle]");
    }
}

/* A receiver holds back the packet that ends with F; it has left the transmitter. */
Test(stp_decode_exact, idle_with_a_packet_that_the_receiver_holds_back)
{
    struct bench bench = open_bench(true, 1, NULL, RVT_STP_TIME_NAT);
    struct rvt_stp_port_write write = write_of(1);

    write.data = UINT32_MAX;
    pass(&bench, 0, 1);
    send_nibbles(&bench, bench.encoder.at % 2 == 0 ? "0" : "");
    take(&bench, &write);
    send(&bench, &write);
    cr_assert_eq(bench.encoder.at % 2, 0); /* nothing is half */
    rvt_stp_scoreboard_idle(bench.scoreboard, ++bench.cycle);
    cr_expect_eq(rvt_transport_compared(bench.scoreboard), 1);
    expect(&bench, 0, 2, NULL);
}

/* The order of packets has a meaning within a channel alone. */
Test(stp_decode_exact, order)
{
    for (unsigned other = 0; other < 2; other++) {
        struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
        const struct rvt_stp_port_write one = write_of(21), two = write_of(other ? 25 : 22);
        pass(&bench, 0, 20);
        take(&bench, &one);
        take(&bench, &two);
        send(&bench, &two);
        send(&bench, &one);
        pass(&bench, 40, 100);
        expect(&bench, other ? 0 : 1, other ? 82 : 80, NULL);
    }
}

/* Everything up to the next ASYNC is lost, which is one finding. */
Test(stp_decode_exact, a_malformed_stream_is_found_once)
{
    /* a reserved opcode; ASYNC and a reserved VERSION, which leaves timestamps without a type */
    static const char *const NIBBLES[] = {"f00ef00e", "fffffffffffffffffffff0f007"};

    for (size_t i = 0; i < sizeof NIBBLES / sizeof *NIBBLES; i++) {
        struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
        pass(&bench, 0, 20);
        send_nibbles(&bench, NIBBLES[i]);
        pass(&bench, 20, 24);
        rvt_stp_encoder_sync(&bench.encoder);
        pass(&bench, 24, 100);
        expect(&bench, 1, 96, "the opcode or version is reserved [STP-003]");
    }
}

/* After a loss no receiver knows the upper part of a time before the next one that is whole, and no
 * time that is the sum of differences. */
Test(stp_decode_exact, times_after_a_loss)
{
    static const enum rvt_stp_time_type TYPES[] = {RVT_STP_TIME_NATDELTA, RVT_STP_TIME_NAT};

    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        struct bench bench = open_bench(true, 9, NULL, TYPES[i]);
        pass(&bench, 0, 20);
        send_nibbles(&bench, "f00ef00e");
        for (unsigned n = 20; n < 60; n++) {
            struct rvt_stp_port_write write = write_of(n);
            write.time += UINT64_C(1) << 48;
            take(&bench, &write);
            send(&bench, &write);
            if (n != 23)
                continue;
            rvt_stp_encoder_sync(&bench.encoder);
        }
        expect(&bench, 1, 56, "[STP-003]");
        bench = open_bench(true, 9, NULL, TYPES[i]);
        pass(&bench, 0, 20);
        send_nibbles(&bench, "f00ef00e");
        for (unsigned n = 20; n < 60; n++) {
            struct rvt_stp_port_write write = write_of(n);
            write.time += UINT64_C(1) << 48;
            take(&bench, &write);
            if (n == 24) { /* ASYNC, VERSION 3 or 2, NULL, and no time is whole */
                send_nibbles(&bench, "fffffffffffffffffffff0");
                send_nibbles(&bench, i == 0 ? "f002" : "f003");
                bench.encoder.master_set = false;
            }
            send(&bench, &write);
        }
        expect(&bench, 1, 56, "[STP-003]");
    }
}

Test(stp_decode_exact, null_packets_are_not_compared)
{
    struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
    const struct rvt_stp_port_write write = {.kind = RVT_STP_WRITE_NULL};

    pass(&bench, 0, 20);
    take(&bench, &write);
    pass(&bench, 20, 40);
    expect(&bench, 0, 40, NULL);
}

Test(stp_decode_exact, bytes_before_the_first_async)
{
    struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);

    send_nibbles(&bench, "4142");
    pass(&bench, 0, 20);
    expect(&bench, 1, 20, "the stream does not begin with ASYNC [STP-001]");
}

/* A frequency may be repeated, another one is an extra packet. */
Test(stp_decode_exact, frequency)
{
    static const uint64_t VALUES[] = {0x8000, 0x8001};

    for (unsigned i = 0; i < 2; i++) {
        struct bench bench = open_bench(true, 9, NULL, RVT_STP_TIME_NAT);
        const struct rvt_stp_port_write write = {.kind = RVT_STP_WRITE_FREQ, .data = VALUES[0]};
        const struct rvt_stp_port_write again = {.kind = RVT_STP_WRITE_FREQ, .data = VALUES[i]};
        take(&bench, &write);
        send(&bench, &write);
        send(&bench, &again);
        pass(&bench, 0, 20);
        expect(&bench, i, 21, ": 1 packet is extra [StpNoWrite]");
    }
}

/* ---- waivers ---- */

static struct rvt_waivers waive(const char *clause)
{
    struct rvt_waivers waivers = {.count = 1};

    strcpy(waivers.waiver[0].clause, clause);
    strcpy(waivers.waiver[0].reason, "known");
    return waivers;
}

static void pass_a_fault(struct bench *bench)
{
    struct rvt_stp_port_write write = write_of(20);

    pass(bench, 0, 20);
    take(bench, &write);
    write.data ^= 1;
    send(bench, &write);
    pass(bench, 21, 100);
}

Test(stp_decode_exact, a_waived_finding_passes_and_the_rest_is_compared)
{
    const struct rvt_waivers waivers = waive("STP-003"), other = waive("STP-004");
    struct bench bench = open_bench(true, 1, &waivers, RVT_STP_TIME_NAT);

    pass_a_fault(&bench);
    expect(&bench, 0, 99, NULL);
    bench = open_bench(true, 9, &other, RVT_STP_TIME_NAT);
    pass_a_fault(&bench);
    cr_expect_eq(rvt_transport_findings(bench.scoreboard), 1);
    expect(&bench, 2, 99, "[STP-003]");
    bench = open_bench(true, 9, &waivers, RVT_STP_TIME_NAT);
    pass(&bench, 0, 20);
    expect(&bench, 1, 20, "waiver 1 matches no finding [WaiverUsed]");
}

/* A waiver of what began a break does not waive what the break hides. */
Test(stp_decode_exact, a_waived_loss_does_not_hide_what_is_missing)
{
    struct rvt_waivers waivers = waive("STP-003");
    struct bench bench = open_bench(true, 9, &waivers, RVT_STP_TIME_NAT);

    pass(&bench, 0, 20);
    send_nibbles(&bench, "f00ef00e");
    pass(&bench, 20, 24);
    expect(&bench, 1, 20, ": 4 packets were never sent [StpMissing]");
    waivers = waive("STP-003"); /* of the finding that both sides do not agree again */
    bench = open_bench(true, 9, &waivers, RVT_STP_TIME_NAT);
    pass(&bench, 0, 20);
    for (unsigned i = 20; i < 120; i++) {
        const struct rvt_stp_port_write write = write_of(i);
        take(&bench, &write);
    }
    for (unsigned i = 200; i < 240; i++) {
        const struct rvt_stp_port_write write = write_of(i);
        send(&bench, &write);
    }
    expect(&bench, 1, 20, "did not find its place again [WaivedRest]");
}

/* Bit-exact finds its place again, too. */
Test(stp_decode_exact, bit_exact_goes_on_after_a_waived_difference)
{
    const struct rvt_waivers waivers = waive("STP-003");
    struct bench bench = open_bench(false, 9, &waivers, RVT_STP_TIME_NAT);

    pass_a_fault(&bench);
    rvt_transport_end(bench.scoreboard, ++bench.cycle);
    cr_expect(rvt_transport_passed(bench.scoreboard), "%s",
              rvt_transport_finding(bench.scoreboard, 0));
    rvt_transport_close(bench.scoreboard);
}

Test(stp_decode_exact, findings_after_the_limit_are_not_recorded)
{
    struct bench bench = open_bench(true, 1, NULL, RVT_STP_TIME_NAT);

    pass_a_fault(&bench);
    pass_a_fault(&bench);
    cr_expect_eq(rvt_transport_findings(bench.scoreboard), 1);
    cr_expect(rvt_transport_finding(bench.scoreboard, 1) == NULL);
    rvt_transport_close(bench.scoreboard);
}
