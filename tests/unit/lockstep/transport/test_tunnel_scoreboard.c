/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/transport/transport_scoreboard.h"
#include "model/lockstep/transport/tunnel_scoreboard.h"

/* RAW of severity 4, origin 0x123, protocol 5, with CHK: 6 | 4 << 4 | 1 << 10 | 0x123 << 12 | 5 <<
 * 24; LEN is bit 9. */
enum { HEADER = 0x05123446, HEADER_LEN = 0x05123646 };

static const uint8_t PACKET[] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77};

static struct rvt_tunnel_scoreboard *open_judge(bool length)
{
    struct rvt_tunnel_scoreboard *judge;

    cr_assert(rvt_tunnel_scoreboard_open(length, &judge) == RVT_OK);
    return judge;
}

static void message(struct rvt_tunnel_scoreboard *judge, uint64_t cycle, uint32_t header,
                    uint16_t length)
{
    static const struct rvt_tunnel_options OPTIONS = {
        .protocol = 5, .origin = 0x123, .severity = 4, .checksum = true};

    rvt_tunnel_scoreboard_options(judge, &OPTIONS);
    rvt_tunnel_scoreboard_message(judge, cycle, header, length);
}

/* The packet in beats of four bytes and three, and in words of three, one and three. */
static void first_beat(struct rvt_tunnel_scoreboard *judge)
{
    rvt_tunnel_scoreboard_beat(judge, 10, PACKET, 4, false);
}

static void second_beat(struct rvt_tunnel_scoreboard *judge)
{
    rvt_tunnel_scoreboard_beat(judge, 12, PACKET + 4, 3, true);
}

static void first_words(struct rvt_tunnel_scoreboard *judge)
{
    rvt_tunnel_scoreboard_payload(judge, 20, 0xee332211, 3, false);
    rvt_tunnel_scoreboard_payload(judge, 21, 0xeeeeee44, 1, false);
}

static void expect(struct rvt_tunnel_scoreboard *judge, const char *words)
{
    const char *finding = rvt_transport_finding(judge);

    cr_assert(finding != NULL, "no finding: %s", words);
    cr_expect(strstr(finding, words) != NULL, "%s lacks '%s'", finding, words);
    cr_expect(not(rvt_transport_passed(judge)));
    rvt_transport_close(judge);
}

static void expect_none(struct rvt_tunnel_scoreboard *judge, const char *counts)
{
    rvt_tunnel_scoreboard_idle(judge, 98);
    rvt_transport_end(judge, 99);
    cr_expect(rvt_transport_finding(judge) == NULL, "%s", rvt_transport_finding(judge));
    cr_expect(rvt_transport_passed(judge));
    cr_expect_str_eq(rvt_transport_counts(judge), counts);
    rvt_transport_close(judge);
}

Test(tunnel_scoreboard, a_packet_that_streams_is_compared_as_it_comes)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(false);

    cr_expect(not(rvt_transport_passed(judge)));
    for (unsigned packet = 0; packet < 2; packet++) {
        first_beat(judge);
        message(judge, 10, HEADER, 0xdead); /* nobody sends a length */
        first_words(judge);
        second_beat(judge);
        rvt_tunnel_scoreboard_payload(judge, 22, 0xee776655, 3, true);
    }
    expect_none(judge, "2 of 2 packets, 14 of 14 bytes compared");
}

Test(tunnel_scoreboard, with_lengths_a_packet_is_held)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(true);

    first_beat(judge);
    rvt_tunnel_scoreboard_idle(judge, 11); /* it has nothing to begin a message with */
    second_beat(judge);
    message(judge, 13, HEADER_LEN, 7);
    first_words(judge);
    rvt_tunnel_scoreboard_payload(judge, 22, 0xee776655, 3, true);
    expect_none(judge, "1 of 1 packets, 7 of 7 bytes compared");
    judge = open_judge(true);
    first_beat(judge);
    message(judge, 11, HEADER_LEN, 7);
    expect(judge, "cycle 11: the length of a packet that was not taken whole [TunnelNoPacket]");
    judge = open_judge(true);
    first_beat(judge);
    second_beat(judge);
    message(judge, 13, HEADER_LEN, 8);
    expect(judge, "length of message 0 differs [SYST-007]\n  expected  7\n  observed  8");
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
        struct rvt_tunnel_scoreboard *judge = open_judge(false);

        first_beat(judge);
        message(judge, 10, HEADER ^ CASES[i].flip, 0);
        expect(judge, CASES[i].words);
    }
}

Test(tunnel_scoreboard, a_wrong_byte_is_found_in_its_cycle)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(false);

    first_beat(judge);
    message(judge, 10, HEADER, 0);
    rvt_tunnel_scoreboard_payload(judge, 20, 0xaa332211, 4, false);
    expect(judge, "cycle 20: byte 3 of packet 0 differs [TunnelBytes]\n  expected  44\n"
                  "  because   packet 0, taken from cycle 10 on, 4 bytes so far\n  observed  aa");
}

Test(tunnel_scoreboard, a_message_is_its_packet_whole)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(false);

    first_beat(judge);
    message(judge, 10, HEADER, 0);
    first_words(judge);
    rvt_tunnel_scoreboard_payload(judge, 22, 0x55, 1, false);
    expect(judge, "bytes of packet 0 that were not taken [TunnelNoPacket]");
    judge = open_judge(false);
    first_beat(judge);
    message(judge, 10, HEADER, 0);
    rvt_tunnel_scoreboard_payload(judge, 20, 0x44332211, 4, true); /* the packet goes on */
    expect(judge, "message 0 ends before its packet [TunnelEnd]");
    judge = open_judge(false);
    first_beat(judge);
    second_beat(judge);
    message(judge, 10, HEADER, 0);
    first_words(judge);
    rvt_tunnel_scoreboard_payload(judge, 22, 0x776655, 3, false);
    expect(judge, "message 0 does not end [TunnelEnd]");
    judge = open_judge(false);
    first_beat(judge);
    second_beat(judge);
    first_beat(judge);
    message(judge, 10, HEADER, 0);
    first_words(judge);
    rvt_tunnel_scoreboard_payload(judge, 22, 0x11776655, 4, true); /* the next one joins */
    expect(judge, "bytes behind the end of packet 0 [TunnelEnd]");
}

Test(tunnel_scoreboard, order_is_kept)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(false);

    message(judge, 9, HEADER, 0);
    expect(judge, "cycle 9: a message of no packet that was taken [TunnelNoPacket]");
    judge = open_judge(false);
    first_beat(judge);
    rvt_tunnel_scoreboard_payload(judge, 11, 0x44332211, 4, false);
    expect(judge, "payload of no message [TunnelOrder]");
    judge = open_judge(false);
    first_beat(judge);
    message(judge, 10, HEADER, 0);
    message(judge, 11, HEADER, 0);
    expect(judge, "before the one before it ended [TunnelOrder]");
}

Test(tunnel_scoreboard, idle_is_empty)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(false);

    first_beat(judge);
    rvt_tunnel_scoreboard_idle(judge, 11);
    expect(judge, "cycle 11: the tunnel says that it is idle and has a packet [TunnelIdle]");
    judge = open_judge(true);
    first_beat(judge);
    second_beat(judge);
    rvt_tunnel_scoreboard_idle(judge, 13);
    expect(judge, "idle and has a packet [TunnelIdle]");
    judge = open_judge(false);
    first_beat(judge);
    message(judge, 10, HEADER, 0);
    first_words(judge);
    rvt_tunnel_scoreboard_idle(judge, 22); /* all that was taken has left, the message goes on */
    expect(judge, "idle within a message [TunnelIdle]");
}

Test(tunnel_scoreboard, what_is_left_and_what_is_no_beat_is_found)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(false);

    first_beat(judge);
    message(judge, 10, HEADER, 0);
    first_words(judge);
    second_beat(judge);
    rvt_transport_end(judge, 50);
    expect(judge, "packet 0 never left [TunnelMissing]\n  expected  3 more bytes");
    judge = open_judge(false);
    rvt_tunnel_scoreboard_beat(judge, 3, PACKET, 0, true);
    expect(judge, "[TunnelBeat]");
    judge = open_judge(false);
    first_beat(judge);
    message(judge, 10, HEADER, 0);
    rvt_tunnel_scoreboard_payload(judge, 11, 0, 0, false);
    expect(judge, "[TunnelBeat]");
    judge = open_judge(false);
    for (unsigned i = 0; rvt_transport_finding(judge) == NULL; i++)
        rvt_tunnel_scoreboard_beat(judge, i, PACKET, 7, true);
    expect(judge, "so many packets were taken [TunnelOverdue]");
    judge = open_judge(false);
    for (unsigned i = 0; rvt_transport_finding(judge) == NULL; i++)
        rvt_tunnel_scoreboard_beat(judge, i, PACKET, 7, false);
    expect(judge, "so many bytes were taken [TunnelOverdue]");
}

/* ---- a tunnel that writes itself ---- */

enum { DATA16 = 2, DATA32 = 3 };

static void put(struct rvt_tunnel_scoreboard *judge, uint64_t cycle, unsigned size, bool stamp,
                bool marker, uint32_t data)
{
    static const struct rvt_tunnel_options OPTIONS = {
        .protocol = 5, .origin = 0x123, .severity = 4};
    static const struct rvt_syst_input CARRIER = {.marked = true, .master = 7, .channel = 9};
    const struct rvt_stp_port_write write = {
        .size = size, .stamp = stamp, .marker = marker, .master = 7, .channel = 9, .data = data};

    rvt_tunnel_scoreboard_options(judge, &OPTIONS);
    rvt_tunnel_scoreboard_carrier(judge, &CARRIER);
    rvt_tunnel_scoreboard_write(judge, cycle, &write);
}

/* The packet in D32TS, D32, D16, D8M; the header without CHK. */
Test(tunnel_scoreboard, writes_are_compared_as_they_leave)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(false);

    for (unsigned packet = 0; packet < 2; packet++) {
        first_beat(judge);
        put(judge, 10, DATA32, true, false, HEADER ^ 1 << 10);
        put(judge, 11, DATA32, false, false, 0x44332211);
        second_beat(judge);
        put(judge, 12, DATA16, false, false, 0x6655);
        put(judge, 13, 1, false, true, 0x77);
    }
    expect_none(judge, "2 of 2 packets, 14 of 14 bytes compared");
}

Test(tunnel_scoreboard, with_lengths_writes_wait_for_the_packet)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(true);

    first_beat(judge);
    second_beat(judge);
    put(judge, 13, DATA32, true, false, HEADER_LEN ^ 1 << 10);
    put(judge, 14, DATA32, false, false, 0x22110007);
    put(judge, 15, DATA32, false, false, 0x66554433);
    put(judge, 16, 1, false, true, 0x77);
    expect_none(judge, "1 of 1 packets, 7 of 7 bytes compared");
    judge = open_judge(true);
    first_beat(judge);
    put(judge, 11, DATA32, true, false, HEADER_LEN ^ 1 << 10);
    expect(judge, "cycle 11: a write of no packet that was taken [TunnelNoPacket]");
}

Test(tunnel_scoreboard, a_wrong_write_is_found_in_its_cycle)
{
    struct rvt_tunnel_scoreboard *judge = open_judge(false);

    put(judge, 9, DATA32, true, false, HEADER ^ 1 << 10);
    expect(judge, "cycle 9: a write of no packet that was taken [TunnelNoPacket]");
    judge = open_judge(false);
    first_beat(judge);
    put(judge, 10, DATA32, true, false, HEADER);
    expect(judge, "cycle 10: write 0 of the message of cycle 10 differs [SystValue]");
    judge = open_judge(false);
    first_beat(judge);
    put(judge, 10, DATA32, true, false, HEADER ^ 1 << 10);
    put(judge, 11, DATA32, false, false, 0x44332211);
    put(judge, 12, DATA16, false, false, 0x6655); /* before it is taken */
    expect(judge, "[SystEarly]\n  because   packet 0, taken from cycle 10 on, 4 bytes so far");
    judge = open_judge(false);
    first_beat(judge);
    second_beat(judge);
    put(judge, 13, DATA32, true, false, HEADER ^ 1 << 10);
    put(judge, 14, DATA32, false, false, 0x44332211);
    rvt_transport_end(judge, 50);
    expect(judge, "packet 0 never left [TunnelMissing]");
}
