/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/items/transport_scoreboard.h"
#include "model/lockstep/transport/tunnel_scoreboard.h"

/* RAW of severity 4, origin 0x123, protocol 5, with CHK: 6 | 4 << 4 | 1 << 10 | 0x123 << 12 | 5 <<
 * 24; LEN is bit 9. */
enum { HEADER = 0x05123446, HEADER_LEN = 0x05123646 };

static const uint8_t PACKET[] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77};

static struct rvt_tunnel_scoreboard *open_scoreboard(bool length)
{
    struct rvt_tunnel_scoreboard *scoreboard;

    cr_assert(rvt_tunnel_scoreboard_open(length, &scoreboard) == RVT_OK);
    return scoreboard;
}

static void message(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle, uint32_t header,
                    uint16_t length)
{
    static const struct rvt_tunnel_options OPTIONS = {
        .protocol = 5, .origin = 0x123, .severity = 4, .checksum = true};

    rvt_tunnel_scoreboard_options(scoreboard, &OPTIONS);
    rvt_tunnel_scoreboard_message(scoreboard, cycle, header, length);
}

/* The packet in beats of four bytes and three, and in words of three, one and three. */
static void first_beat(struct rvt_tunnel_scoreboard *scoreboard)
{
    rvt_tunnel_scoreboard_beat(scoreboard, 10, PACKET, 4, false);
}

static void second_beat(struct rvt_tunnel_scoreboard *scoreboard)
{
    rvt_tunnel_scoreboard_beat(scoreboard, 12, PACKET + 4, 3, true);
}

static void first_words(struct rvt_tunnel_scoreboard *scoreboard)
{
    rvt_tunnel_scoreboard_payload(scoreboard, 20, 0xee332211, 3, false);
    rvt_tunnel_scoreboard_payload(scoreboard, 21, 0xeeeeee44, 1, false);
}

static void expect(struct rvt_tunnel_scoreboard *scoreboard, const char *words)
{
    rvt_transport_end(scoreboard, 99);
    const char *finding = rvt_transport_finding(scoreboard, 0);

    cr_assert(finding != NULL, "no finding: %s", words);
    cr_expect(strstr(finding, words) != NULL, "%s lacks '%s'", finding, words);
    cr_expect(not(rvt_transport_passed(scoreboard)));
    rvt_transport_close(scoreboard);
}

static void expect_none(struct rvt_tunnel_scoreboard *scoreboard, const char *counts)
{
    rvt_tunnel_scoreboard_idle(scoreboard, 98);
    rvt_transport_end(scoreboard, 99);
    cr_expect(rvt_transport_finding(scoreboard, 0) == NULL, "%s",
              rvt_transport_finding(scoreboard, 0));
    cr_expect(rvt_transport_passed(scoreboard));
    cr_expect_str_eq(rvt_transport_counts(scoreboard), counts);
    rvt_transport_close(scoreboard);
}

Test(tunnel_scoreboard, a_packet_that_streams_is_compared_as_it_comes)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

    cr_expect(not(rvt_transport_passed(scoreboard)));
    for (unsigned packet = 0; packet < 2; packet++) {
        first_beat(scoreboard);
        message(scoreboard, 10, HEADER, 0xdead); /* without LEN the length is not compared */
        first_words(scoreboard);
        second_beat(scoreboard);
        rvt_tunnel_scoreboard_payload(scoreboard, 22, 0xee776655, 3, true);
    }
    expect_none(scoreboard, "2 of 2 packets, 14 of 14 bytes compared");
}

Test(tunnel_scoreboard, with_lengths_a_packet_is_held)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(true);

    first_beat(scoreboard);
    rvt_tunnel_scoreboard_idle(scoreboard, 11); /* it has nothing to begin a message with */
    second_beat(scoreboard);
    message(scoreboard, 13, HEADER_LEN, 7);
    first_words(scoreboard);
    rvt_tunnel_scoreboard_payload(scoreboard, 22, 0xee776655, 3, true);
    expect_none(scoreboard, "1 of 1 packets, 7 of 7 bytes compared");
    scoreboard = open_scoreboard(true);
    first_beat(scoreboard);
    message(scoreboard, 11, HEADER_LEN, 7);
    expect(scoreboard,
           "cycle 11: a length was sent before the whole packet was taken [TunnelNoPacket]");
    scoreboard = open_scoreboard(true);
    first_beat(scoreboard);
    second_beat(scoreboard);
    message(scoreboard, 13, HEADER_LEN, 8);
    expect(scoreboard, "length of message 0 differs [SYST-007]\n  expected  7\n  observed  8");
}

Test(tunnel_scoreboard, a_wrong_header_is_named_with_its_field)
{
    static const struct {
        uint32_t flip;
        const char *words;
    } CASES[] = {
        {1, "[SYST-002]\n  field     type"},
        {1 << 6, "[TunnelHeader]\n  field     severity"},
        {1 << 7, "[SYST-004]\n  field     reserved bit 7"},
        {1 << 8, "field     LOC"},
        {1 << 9, "field     LEN"},
        {1 << 10, "field     CHK"},
        {1 << 11, "field     TS"},
        {1 << 22, "field     origin\n  expected  0x05123446\n  observed  0x05523446"},
        {1 << 23, "field     GUID"},
        {1 << 24, "field     subtype"},
        {UINT32_C(1) << 31, "[SYST-004]\n  field     reserved bits"},
        {0x7 << 10, "field     CHK"},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

        first_beat(scoreboard);
        message(scoreboard, 10, HEADER ^ CASES[i].flip, 0);
        expect(scoreboard, CASES[i].words);
    }
}

Test(tunnel_scoreboard, a_wrong_byte_is_found_in_its_cycle)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

    first_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    rvt_tunnel_scoreboard_payload(scoreboard, 20, 0xaa332211, 4, false);
    expect(scoreboard,
           "cycle 20: byte 3 of packet 0 differs [TunnelBytes]\n  expected  44\n"
           "  because   packet 0, taken from cycle 10 on, 4 bytes so far\n  observed  aa");
}

Test(tunnel_scoreboard, a_message_is_its_packet_whole)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

    first_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    first_words(scoreboard);
    rvt_tunnel_scoreboard_payload(scoreboard, 22, 0x55, 1, false);
    expect(scoreboard, "bytes of packet 0 were sent before they were taken [TunnelNoPacket]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    rvt_tunnel_scoreboard_payload(scoreboard, 20, 0x44332211, 4, true); /* the packet goes on */
    expect(scoreboard, "message 0 ends before its packet [TunnelEnd]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    second_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    first_words(scoreboard);
    rvt_tunnel_scoreboard_payload(scoreboard, 22, 0x776655, 3, false);
    expect(scoreboard, "message 0 does not end with its packet [TunnelEnd]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    second_beat(scoreboard);
    first_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    first_words(scoreboard);
    rvt_tunnel_scoreboard_payload(scoreboard, 22, 0x11776655, 4,
                                  true); /* with bytes of the next packet */
    expect(scoreboard, "bytes after the end of packet 0 [TunnelEnd]");
}

Test(tunnel_scoreboard, order_is_kept)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

    message(scoreboard, 9, HEADER, 0);
    expect(scoreboard, "cycle 9: a message was sent without a packet [TunnelNoPacket]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    rvt_tunnel_scoreboard_payload(scoreboard, 11, 0x44332211, 4, false);
    expect(scoreboard, "payload belongs to no message [TunnelOrder]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    message(scoreboard, 11, HEADER, 0);
    expect(scoreboard, "before the previous one ended [TunnelOrder]");
}

Test(tunnel_scoreboard, idle_is_empty)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

    first_beat(scoreboard);
    rvt_tunnel_scoreboard_idle(scoreboard, 11);
    expect(scoreboard, "cycle 11: the tunnel reports idle while it has a packet [TunnelIdle]");
    scoreboard = open_scoreboard(true);
    first_beat(scoreboard);
    second_beat(scoreboard);
    rvt_tunnel_scoreboard_idle(scoreboard, 13);
    expect(scoreboard, "idle while it has a packet [TunnelIdle]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    first_words(scoreboard);
    rvt_tunnel_scoreboard_idle(scoreboard,
                               22); /* every byte taken was sent, but the message has not ended */
    expect(scoreboard, "idle within a message [TunnelIdle]");
}

/* What was outstanding when the tunnel reports idle is lost, and what follows is compared. */
Test(tunnel_scoreboard, the_comparison_goes_on_after_idle)
{
    const struct rvt_transport_options options = {.findings_max = 9};

    for (unsigned fault = 0; fault < 2; fault++) {
        struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);
        cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
        for (unsigned i = 0; i < 20; i++) {
            first_beat(scoreboard);
            second_beat(scoreboard);
            if (i != 5 || fault == 1)
                message(scoreboard, 10 + i, HEADER, 0);
            if (i != 5) {
                first_words(scoreboard);
                rvt_tunnel_scoreboard_payload(scoreboard, 22, 0xee776655, 3, true);
            }
            rvt_tunnel_scoreboard_idle(scoreboard, 30 + i);
            rvt_tunnel_scoreboard_idle(scoreboard, 31 + i);
        }
        cr_expect_eq(rvt_transport_findings(scoreboard), 1);
        cr_expect_str_eq(rvt_transport_counts(scoreboard),
                         "19 of 20 packets, 133 of 140 bytes compared");
        expect(scoreboard, fault == 1 ? "cycle 35: the tunnel reports idle within a message"
                                      : "cycle 35: the tunnel reports idle while it has a packet");
    }
}

Test(tunnel_scoreboard, what_is_left_and_what_is_no_beat_is_found)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

    first_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    first_words(scoreboard);
    second_beat(scoreboard);
    rvt_transport_end(scoreboard, 50);
    expect(scoreboard, "packet 0 was never sent [TunnelMissing]\n  expected  3 more bytes");
    scoreboard = open_scoreboard(false);
    rvt_tunnel_scoreboard_beat(scoreboard, 3, PACKET, 0, true);
    expect(scoreboard, "[TunnelBeat]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    message(scoreboard, 10, HEADER, 0);
    rvt_tunnel_scoreboard_payload(scoreboard, 11, 0, 0, false);
    expect(scoreboard, "[TunnelBeat]");
    scoreboard = open_scoreboard(false);
    for (unsigned i = 0; rvt_transport_finding(scoreboard, 0) == NULL; i++)
        rvt_tunnel_scoreboard_beat(scoreboard, i, PACKET, 7, true);
    expect(scoreboard, "too many packets were taken and not sent [TunnelOverdue]");
    scoreboard = open_scoreboard(false);
    for (unsigned i = 0; rvt_transport_finding(scoreboard, 0) == NULL; i++)
        rvt_tunnel_scoreboard_beat(scoreboard, i, PACKET, 7, false);
    expect(scoreboard, "too many bytes were taken and not sent [TunnelOverdue]");
}

/* ---- a tunnel that writes itself ---- */

enum { DATA16 = 2, DATA32 = 3 };

static void put(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle, unsigned size, bool stamp,
                bool marker, uint32_t data)
{
    static const struct rvt_tunnel_options OPTIONS = {
        .protocol = 5, .origin = 0x123, .severity = 4};
    static const struct rvt_syst_input CARRIER = {.marked = true, .master = 7, .channel = 9};
    const struct rvt_stp_port_write write = {
        .size = size, .stamp = stamp, .marker = marker, .master = 7, .channel = 9, .data = data};

    rvt_tunnel_scoreboard_options(scoreboard, &OPTIONS);
    rvt_tunnel_scoreboard_carrier(scoreboard, &CARRIER);
    rvt_tunnel_scoreboard_write(scoreboard, cycle, &write);
}

/* The packet in D32TS, D32, D16, D8M; the header without CHK. */
Test(tunnel_scoreboard, writes_are_compared_as_they_leave)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

    for (unsigned packet = 0; packet < 2; packet++) {
        first_beat(scoreboard);
        put(scoreboard, 10, DATA32, true, false, HEADER ^ 1 << 10);
        put(scoreboard, 11, DATA32, false, false, 0x44332211);
        second_beat(scoreboard);
        put(scoreboard, 12, DATA16, false, false, 0x6655);
        put(scoreboard, 13, 1, false, true, 0x77);
    }
    expect_none(scoreboard, "2 of 2 packets, 14 of 14 bytes compared");
}

Test(tunnel_scoreboard, writes_are_compared_after_idle)
{
    const struct rvt_transport_options options = {.findings_max = 9};

    for (unsigned fault = 0; fault < 2; fault++) {
        struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);
        cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
        for (unsigned i = 0; i < 20; i++) {
            first_beat(scoreboard);
            second_beat(scoreboard);
            if (i != 5 || fault == 1)
                put(scoreboard, 10, DATA32, true, false, HEADER ^ 1 << 10);
            if (i != 5) {
                put(scoreboard, 11, DATA32, false, false, 0x44332211);
                put(scoreboard, 12, DATA16, false, false, 0x6655);
                put(scoreboard, 13, 1, false, true, 0x77);
            }
            rvt_tunnel_scoreboard_idle(scoreboard, 30 + i);
            rvt_tunnel_scoreboard_idle(scoreboard, 31 + i);
        }
        cr_expect_eq(rvt_transport_findings(scoreboard), 1);
        cr_expect_str_eq(rvt_transport_counts(scoreboard),
                         "19 of 20 packets, 133 of 140 bytes compared");
        expect(scoreboard, fault == 1 ? "cycle 35: the tunnel reports idle within a message"
                                      : "cycle 35: the tunnel reports idle while it has a packet");
    }
}

Test(tunnel_scoreboard, with_lengths_writes_wait_for_the_packet)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(true);

    first_beat(scoreboard);
    second_beat(scoreboard);
    put(scoreboard, 13, DATA32, true, false, HEADER_LEN ^ 1 << 10);
    put(scoreboard, 14, DATA32, false, false, 0x22110007);
    put(scoreboard, 15, DATA32, false, false, 0x66554433);
    put(scoreboard, 16, 1, false, true, 0x77);
    expect_none(scoreboard, "1 of 1 packets, 7 of 7 bytes compared");
    scoreboard = open_scoreboard(true);
    first_beat(scoreboard);
    put(scoreboard, 11, DATA32, true, false, HEADER_LEN ^ 1 << 10);
    expect(scoreboard, "cycle 11: a write was sent before its packet was taken [TunnelNoPacket]");
}

Test(tunnel_scoreboard, a_wrong_write_is_found_in_its_cycle)
{
    struct rvt_tunnel_scoreboard *scoreboard = open_scoreboard(false);

    put(scoreboard, 9, DATA32, true, false, HEADER ^ 1 << 10);
    expect(scoreboard, "cycle 9: a write was sent before its packet was taken [TunnelNoPacket]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    put(scoreboard, 10, DATA32, true, false, HEADER);
    expect(scoreboard, "cycle 10: write 0 of the message of cycle 10 differs [SystValue]");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    put(scoreboard, 10, DATA32, true, false, HEADER ^ 1 << 10);
    put(scoreboard, 11, DATA32, false, false, 0x44332211);
    put(scoreboard, 12, DATA16, false, false, 0x6655); /* before it is taken */
    expect(scoreboard, "[SystEarly]\n  because   packet 0, taken from cycle 10 on, 4 bytes so far");
    scoreboard = open_scoreboard(false);
    first_beat(scoreboard);
    second_beat(scoreboard);
    put(scoreboard, 13, DATA32, true, false, HEADER ^ 1 << 10);
    put(scoreboard, 14, DATA32, false, false, 0x44332211);
    rvt_transport_end(scoreboard, 50);
    expect(scoreboard, "packet 0 was never sent [TunnelMissing]");
}
