/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/transport/stp_scoreboard.h"
#include "model/lockstep/items/transport_scoreboard.h"

static struct rvt_stp_scoreboard *open_scoreboard(void)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};
    struct rvt_stp_scoreboard *scoreboard;

    cr_assert(rvt_stp_scoreboard_open(&config, &scoreboard) == RVT_OK);
    return scoreboard;
}

/* ASYNC, VERSION 3, M8 05, C8 02, D8TS 7f of time 1234, derived by hand; the last nibble is
 * half a byte: 22 + 4 + 3 + 3 + 2 + 2 + 1 + 16 nibbles. */
static const uint8_t STREAM[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                 0xff, 0x0f, 0x0f, 0x30, 0x01, 0x35, 0x20, 0x4f, 0xf7,
                                 0x0e, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x32};

static const struct rvt_stp_port_write D8TS = {.kind = RVT_STP_WRITE_DATA,
                                               .size = 1,
                                               .stamp = true,
                                               .master = 5,
                                               .channel = 2,
                                               .data = 0xabcd7f,
                                               .time = 0x1234};

/* A write in cycle 10, then the stream in beats of lanes bytes. */
static void send(struct rvt_stp_scoreboard *scoreboard, const uint8_t *stream, size_t bytes,
                 size_t lanes)
{
    rvt_stp_scoreboard_write(scoreboard, 10, &D8TS, 0, 0);
    for (size_t at = 0; at < bytes; at += lanes)
        rvt_stp_scoreboard_bytes(scoreboard, 11 + at, stream + at,
                                 bytes - at < lanes ? bytes - at : lanes);
}

/* The finding must contain this text. */
static void expect(const struct rvt_stp_scoreboard *scoreboard, const char *words)
{
    const char *finding = rvt_transport_finding(scoreboard, 0);

    cr_assert(finding != NULL);
    cr_expect(strstr(finding, words) != NULL, "%s lacks '%s'", finding, words);
    cr_expect(not(rvt_transport_passed(scoreboard)));
}

Test(stp_scoreboard, predicted_bytes_pass_in_beats_of_any_size)
{
    for (size_t lanes = 1; lanes <= 8; lanes++) {
        struct rvt_stp_scoreboard *scoreboard = open_scoreboard();

        cr_expect(not(rvt_transport_passed(scoreboard)));
        send(scoreboard, STREAM, sizeof STREAM, lanes);
        rvt_stp_scoreboard_flush(scoreboard, 90); /* half a byte: 4 and NULL */
        rvt_stp_scoreboard_bytes(scoreboard, 91, (const uint8_t[]){0x04}, 1);
        rvt_stp_scoreboard_flush(scoreboard, 92); /* nothing is half */
        rvt_transport_end(scoreboard, 93);
        cr_expect(rvt_transport_finding(scoreboard, 0) == NULL, "%s",
                  rvt_transport_finding(scoreboard, 0));
        cr_expect(rvt_transport_passed(scoreboard));
        cr_expect_str_eq(rvt_transport_counts(scoreboard),
                         "1 writes, 27 of 27 bytes compared, 1 flushes");
        rvt_transport_close(scoreboard);
    }
}

Test(stp_scoreboard, a_wrong_nibble_is_named_with_its_packet)
{
    static const struct {
        size_t byte;
        uint8_t flip;
        const char *words;
    } CASES[] = {
        {0, 0x10, "byte 0, high nibble, differs [STP-001]"},
        {12, 0x10, "nibble 3 of VERSION"},
        {14, 0x01, "byte 14, low nibble, differs [STP-006]"},
        {15, 0x20, "nibble 2 of C8 02: expected 0x2, observed 0x0"},
        {17, 0x01, "nibble 2 of D8TS 7f @1234/16: expected 0x7, observed 0x6"},
        {18, 0x01, "[STP-004]"},
        {25, 0x20, "the write of cycle 10: D8TS 7f, master 0x5, channel 0x2, time 0x1234"},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct rvt_stp_scoreboard *scoreboard = open_scoreboard();
        uint8_t stream[sizeof STREAM];

        memcpy(stream, STREAM, sizeof stream);
        stream[CASES[i].byte] ^= CASES[i].flip;
        send(scoreboard, stream, sizeof stream, 3);
        rvt_transport_end(scoreboard, 99);
        expect(scoreboard, CASES[i].words);
        rvt_transport_close(scoreboard);
    }
}

Test(stp_scoreboard, a_byte_without_a_write_is_found)
{
    struct rvt_stp_scoreboard *scoreboard = open_scoreboard();

    rvt_stp_scoreboard_bytes(scoreboard, 3, STREAM, 1);
    expect(scoreboard, "cycle 3: byte 0 belongs to no write [StpNoWrite]");
    rvt_transport_close(scoreboard);
    scoreboard = open_scoreboard();
    send(scoreboard, STREAM, sizeof STREAM, 8);
    rvt_stp_scoreboard_bytes(scoreboard, 60, (const uint8_t[]){0x04}, 1); /* without a flush */
    expect(scoreboard, "half a byte waits");
    rvt_transport_close(scoreboard);
}

Test(stp_scoreboard, bytes_that_never_come_are_found)
{
    struct rvt_stp_scoreboard *scoreboard = open_scoreboard();

    send(scoreboard, STREAM, sizeof STREAM - 1, 8);
    rvt_transport_end(scoreboard, 99);
    expect(scoreboard, "cycle 99: 1 bytes were never sent [StpMissing]");
    expect(scoreboard, "byte 25: 0x32");
    rvt_transport_close(scoreboard);
}

Test(stp_scoreboard, half_a_byte_is_not_idle)
{
    struct rvt_stp_scoreboard *scoreboard = open_scoreboard();

    rvt_stp_scoreboard_idle(scoreboard, 9);
    send(scoreboard, STREAM, sizeof STREAM, 8);
    cr_expect(rvt_transport_finding(scoreboard, 0) == NULL);
    rvt_stp_scoreboard_idle(scoreboard, 99);
    expect(scoreboard, "[StpIdle]");
    rvt_transport_close(scoreboard);
}

/* An idle that is too early does not end the comparison, and what was outstanding is lost. */
Test(stp_scoreboard, the_comparison_goes_on_after_idle)
{
    struct rvt_stp_scoreboard *scoreboard = open_scoreboard();
    const struct rvt_transport_options options = {.findings_max = 9};

    cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
    send(scoreboard, STREAM, sizeof STREAM, 8);
    rvt_stp_scoreboard_idle(scoreboard, 70);
    rvt_stp_scoreboard_idle(scoreboard, 71); /* the same half byte */
    rvt_stp_scoreboard_flush(scoreboard, 72);
    rvt_stp_scoreboard_idle(scoreboard, 73); /* and the byte that it becomes */
    for (unsigned i = 0; i < 20; i++) {
        rvt_stp_scoreboard_sync(scoreboard);
        rvt_stp_scoreboard_write(scoreboard, 80 + i, &D8TS, 0, 0);
        rvt_stp_scoreboard_flush(scoreboard, 80 + i);
        rvt_stp_scoreboard_bytes(scoreboard, 80 + i, STREAM, sizeof STREAM);
        rvt_stp_scoreboard_bytes(scoreboard, 80 + i, (const uint8_t[]){0x04}, 1);
        rvt_stp_scoreboard_idle(scoreboard, 80 + i);
    }
    cr_expect_eq(rvt_transport_findings(scoreboard), 2);
    cr_expect_str_eq(rvt_transport_counts(scoreboard),
                     "21 writes, 566 of 567 bytes compared, 21 flushes");
    rvt_transport_close(scoreboard);
}

/* A nibble that is lost is one finding, although every byte after it is another one. */
Test(stp_scoreboard, a_lost_nibble_is_found)
{
    struct rvt_stp_scoreboard *scoreboard = open_scoreboard();
    uint8_t shifted[sizeof STREAM];
    enum { LOST = 15 }; /* the low nibble of this byte */

    for (size_t i = 0; i < sizeof STREAM; i++) {
        unsigned next = i + 1 < sizeof STREAM ? STREAM[i + 1] & 15 : 4;
        shifted[i] = (uint8_t)(i < LOST ? STREAM[i] : STREAM[i] >> 4 | next << 4);
    }
    send(scoreboard, shifted, sizeof shifted, 1);
    rvt_stp_scoreboard_idle(scoreboard, 98); /* even the half byte was sent */
    rvt_transport_end(scoreboard, 99);
    expect(scoreboard, "cycle 26: byte 15, low nibble, differs [STP-006]");
    expect(scoreboard, "\n  in all    1 nibble is missing");
    rvt_transport_close(scoreboard);
}

Test(stp_scoreboard, requests_come_before_the_next_write)
{
    struct rvt_stp_scoreboard *scoreboard = open_scoreboard();
    const uint8_t other[] = {0xf4, 0xff};

    send(scoreboard, STREAM, sizeof STREAM, 8);
    rvt_stp_scoreboard_sync(scoreboard);
    rvt_stp_scoreboard_write(scoreboard, 70, &D8TS, 0, 0);
    rvt_stp_scoreboard_bytes(scoreboard, 71, other, sizeof other); /* 4, then F F F of ASYNC */
    cr_expect(rvt_transport_finding(scoreboard, 0) == NULL);
    rvt_stp_scoreboard_bytes(scoreboard, 72, (const uint8_t[]){0x41}, 1);
    rvt_transport_end(scoreboard, 99);
    expect(scoreboard, "of ASYNC");
    rvt_transport_close(scoreboard);
}

Test(stp_scoreboard, a_write_without_a_packet_is_found)
{
    struct rvt_stp_scoreboard *scoreboard = open_scoreboard();
    const struct rvt_stp_port_write write = {.kind = RVT_STP_WRITE_KINDS};

    rvt_stp_scoreboard_write(scoreboard, 4, &write, 0, 0);
    expect(scoreboard, "[StpWrite]");
    rvt_transport_close(scoreboard);
}

Test(stp_scoreboard, a_beat_without_bytes_is_found)
{
    struct rvt_stp_scoreboard *scoreboard = open_scoreboard();

    rvt_stp_scoreboard_bytes(scoreboard, 4, STREAM, 0);
    expect(scoreboard, "[StpBeat]");
    rvt_transport_close(scoreboard);
}

Test(stp_scoreboard, writes_are_packets)
{
    static const struct {
        struct rvt_stp_port_write write;
        enum rvt_stp_opcode opcode;
        uint64_t payload;
    } CASES[] = {
        {{.kind = RVT_STP_WRITE_DATA, .size = 0, .data = 0xff}, RVT_STP_D4, 0xf},
        {{.kind = RVT_STP_WRITE_DATA, .size = 4, .marker = true, .stamp = true, .data = UINT64_MAX},
         RVT_STP_D64MTS,
         UINT64_MAX},
        {{.kind = RVT_STP_WRITE_DATA, .size = 3, .marker = true}, RVT_STP_D32M, 0},
        {{.kind = RVT_STP_WRITE_FLAG, .stamp = true, .data = 9}, RVT_STP_FLAG_TS, 0},
        {{.kind = RVT_STP_WRITE_TRIG, .data = 0x1ff}, RVT_STP_TRIG, 0xff},
        {{.kind = RVT_STP_WRITE_FREQ, .data = UINT64_C(0xffffffff)}, RVT_STP_FREQ, 0xffffffff},
        {{.kind = RVT_STP_WRITE_FREQ, .data = UINT64_C(0x100000000)},
         RVT_STP_FREQ_40,
         UINT64_C(1) << 32},
        {{.kind = RVT_STP_WRITE_MERR, .stamp = true, .data = 0x102}, RVT_STP_MERR, 2},
        {{.kind = RVT_STP_WRITE_GERR}, RVT_STP_GERR, 0},
        {{.kind = RVT_STP_WRITE_NULL, .stamp = true}, RVT_STP_NULL_TS, 0},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct rvt_stp_record record;

        cr_assert(rvt_stp_port_write_record(&CASES[i].write, &record) == RVT_OK);
        cr_expect(record.opcode == CASES[i].opcode, "case %zu", i);
        cr_expect(record.payload == CASES[i].payload, "case %zu", i);
    }
}
