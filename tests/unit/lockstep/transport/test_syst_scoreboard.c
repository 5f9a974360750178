/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/transport/syst_scoreboard.h"
#include "model/lockstep/items/transport_scoreboard.h"

static struct rvt_syst_scoreboard *open_scoreboard(uint32_t fields)
{
    struct rvt_syst_scoreboard *scoreboard;

    cr_assert(rvt_syst_scoreboard_open(fields, &scoreboard) == RVT_OK);
    return scoreboard;
}

/* A write of data: size as the log2 of nibbles, with or without timestamp and marker; FLAG. */
static void word(struct rvt_syst_scoreboard *scoreboard, unsigned size, bool stamp, bool marker,
                 uint64_t data)
{
    const struct rvt_stp_port_write write = {
        .size = size, .stamp = stamp, .marker = marker, .master = 7, .channel = 9, .data = data};
    rvt_syst_scoreboard_write(scoreboard, 20, &write);
}

static void flag(struct rvt_syst_scoreboard *scoreboard)
{
    const struct rvt_stp_port_write write = {.kind = RVT_STP_WRITE_FLAG, .master = 7, .channel = 9};
    rvt_syst_scoreboard_write(scoreboard, 30, &write);
}

static void take(struct rvt_syst_scoreboard *scoreboard, uint32_t header, bool marked)
{
    const struct rvt_syst_input taken = {.header = header,
                                         .second = 0x55667788,
                                         .length = 3,
                                         .timestamp = UINT64_C(0x0123456789abcdef),
                                         .marked = marked,
                                         .master = 7,
                                         .channel = 9};
    rvt_syst_scoreboard_message(scoreboard, 10, &taken);
}

/* The finding must contain this text. */
static void expect(struct rvt_syst_scoreboard *scoreboard, const char *words)
{
    rvt_transport_end(scoreboard, 99);
    const char *finding = rvt_transport_finding(scoreboard, 0);

    cr_assert(finding != NULL, "no finding: %s", words);
    cr_expect(strstr(finding, words) != NULL, "%s lacks '%s'", finding, words);
    cr_expect(not(rvt_transport_passed(scoreboard)));
    rvt_transport_close(scoreboard);
}

static void expect_none(struct rvt_syst_scoreboard *scoreboard, const char *counts)
{
    rvt_transport_end(scoreboard, 99);
    cr_expect(rvt_transport_finding(scoreboard, 0) == NULL, "%s",
              rvt_transport_finding(scoreboard, 0));
    cr_expect(rvt_transport_passed(scoreboard));
    cr_expect_str_eq(rvt_transport_counts(scoreboard), counts);
    rvt_transport_close(scoreboard);
}

/* RAW with LEN and TS, payload 01 02 03: header, length and 2 bytes of time, time, time and
 * payload. Bytes: 06 0a 00 00 | 03 00 ef cd | ab 89 67 45 | 23 01 01 02 | 03. */
enum { RAW_LEN_TS = 0x00000a06 };

static void write_raw(struct rvt_syst_scoreboard *scoreboard, uint64_t wrong)
{
    take(scoreboard, RAW_LEN_TS, true);
    word(scoreboard, 3, true, false, RAW_LEN_TS);
    word(scoreboard, 3, false, false, 0xcdef0003);
    word(scoreboard, 3, false, false, 0x456789ab ^ wrong);
    rvt_syst_scoreboard_payload(scoreboard, 11, 0x0201, 2, false);
    word(scoreboard, 3, false, false, 0x02010123);
    rvt_syst_scoreboard_payload(scoreboard, 12, 0x03, 1, true);
}

Test(syst_scoreboard, fields_and_payload_as_they_come)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(RVT_SYST_HAS_LEN | RVT_SYST_HAS_TS);

    cr_expect(not(rvt_transport_passed(scoreboard)));
    write_raw(scoreboard, 0);
    word(scoreboard, 1, false, true, 0x03);
    expect_none(scoreboard, "1 messages, 5 writes with 17 bytes compared");
}

Test(syst_scoreboard, a_wrong_value_is_found)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(RVT_SYST_HAS_LEN | RVT_SYST_HAS_TS);

    write_raw(scoreboard, 1);
    expect(scoreboard, "write 2 of the message of cycle 10 differs [SYST-005]");
}

Test(syst_scoreboard, a_wrong_ending_is_found)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(RVT_SYST_HAS_LEN | RVT_SYST_HAS_TS);

    write_raw(scoreboard, 0);
    word(scoreboard, 1, false, false, 0x03);
    expect(scoreboard, "[SystPacket]");
    scoreboard = open_scoreboard(RVT_SYST_HAS_LEN | RVT_SYST_HAS_TS);
    write_raw(scoreboard, 0);
    flag(scoreboard);
    expect(scoreboard, "expected  D8M 03");
}

Test(syst_scoreboard, fields_that_are_not_built_are_not_sent)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(RVT_SYST_HAS_LEN);

    take(scoreboard, RAW_LEN_TS, false);
    rvt_syst_scoreboard_payload(scoreboard, 11, 0x030201, 3, true);
    word(scoreboard, 3, true, false, 0x206);
    word(scoreboard, 3, false, false, 0x02010003);
    word(scoreboard, 1, false, false, 0x03);
    flag(scoreboard);
    expect_none(scoreboard, "1 messages, 4 writes with 9 bytes compared");
}

/* RAW with CHK, no payload: the CRC-32C of 06 04 00 00. */
Test(syst_scoreboard, the_checksum_is_compared)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(RVT_SYST_HAS_CHK);

    take(scoreboard, 0x406, false);
    word(scoreboard, 3, true, false, 0x406);
    rvt_syst_scoreboard_payload(scoreboard, 11, 0, 0, true);
    word(scoreboard, 3, false, false, 0);
    expect(scoreboard, "checksum, byte 4 of the message");
}

Test(syst_scoreboard, short_messages_are_one_write)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(0);

    take(scoreboard, 0x12345671, false); /* SHORT32 */
    word(scoreboard, 3, true, true, 0x12345671);
    take(scoreboard, 0x7, false); /* SHORT64 */
    word(scoreboard, 4, true, true, UINT64_C(0x5566778800000007));
    expect_none(scoreboard, "2 messages, 2 writes with 12 bytes compared");
    scoreboard = open_scoreboard(0);
    take(scoreboard, 0x7, false);
    word(scoreboard, 4, true, true, UINT64_C(0x5566778900000007));
    expect(scoreboard, "write 0 of the message");
}

Test(syst_scoreboard, what_has_no_cause_is_found)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(0);

    word(scoreboard, 3, true, true, 1);
    expect(scoreboard, "[SystNoMessage]");
    scoreboard = open_scoreboard(0);
    rvt_syst_scoreboard_payload(scoreboard, 5, 1, 1, true);
    expect(scoreboard, "[SystOrder]");
    scoreboard = open_scoreboard(0);
    take(scoreboard, 0x6, true);
    word(scoreboard, 3, true, false, 6);
    rvt_syst_scoreboard_payload(scoreboard, 11, 0x0201, 2, false);
    word(scoreboard, 2, false, true, 0x0201); /* the end of the payload is not known yet */
    expect(scoreboard, "[SystEarly]");
    scoreboard = open_scoreboard(0);
    take(scoreboard, 0x6, false);
    take(scoreboard, 0x6, false);
    expect(scoreboard, "before the previous one was complete [SystOrder]");
}

Test(syst_scoreboard, an_end_that_comes_late_is_found)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(0);

    take(scoreboard, 0x6, true);
    word(scoreboard, 3, true, false, 6);
    rvt_syst_scoreboard_payload(scoreboard, 11, 0x04030201, 4, false);
    word(scoreboard, 3, false, false, 0x04030201);
    rvt_syst_scoreboard_payload(scoreboard, 12, 0, 0, true);
    expect(scoreboard, "without its marker [SystPacket]");
}

Test(syst_scoreboard, an_end_that_comes_before_the_last_write_marks_it)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(0);

    take(scoreboard, 0x6, true);
    word(scoreboard, 3, true, false, 6);
    rvt_syst_scoreboard_payload(scoreboard, 11, 0x04030201, 4, false);
    rvt_syst_scoreboard_payload(scoreboard, 12, 0, 0, true);
    word(scoreboard, 3, false, true, 0x04030201);
    expect_none(scoreboard, "1 messages, 2 writes with 8 bytes compared");
}

/* Messages of one write, after a fault that is one finding. */
static void expect_the_rest(struct rvt_syst_scoreboard *scoreboard, uint64_t writes,
                            const char *words)
{
    for (unsigned i = 0; i < 20; i++) {
        take(scoreboard, 0x12345671 + (i << 8), false);
        word(scoreboard, 3, true, true, 0x12345671 + (i << 8));
    }
    cr_expect_eq(rvt_transport_compared(scoreboard), writes, "%s",
                 rvt_transport_counts(scoreboard));
    rvt_transport_end(scoreboard, 99);
    cr_expect_eq(rvt_transport_findings(scoreboard), 1);
    expect(scoreboard, words);
}

/* Writes that nothing causes, that are early, that have no marker, or are none, do not end the
 * comparison. */
Test(syst_scoreboard, the_comparison_goes_on_after_a_fault)
{
    const struct rvt_transport_options options = {.findings_max = 9};
    const struct rvt_stp_port_write none = {.size = 5};

    for (unsigned fault = 0; fault < 4; fault++) {
        static const char *const WORDS[] = {"[SystNoMessage]", "[SystEarly]", "[SystPacket]",
                                            "[StpWrite]"};
        struct rvt_syst_scoreboard *scoreboard = open_scoreboard(0);
        cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
        if (fault == 0) {
            word(scoreboard, 3, true, true, 1);
            expect_the_rest(scoreboard, 20, WORDS[fault]);
            continue;
        }
        take(scoreboard, 0x6, fault == 2);
        word(scoreboard, 3, true, false, 6);
        if (fault == 1)
            word(scoreboard, 3, false, false, 0x04030201); /* before it is taken */
        rvt_syst_scoreboard_payload(scoreboard, 11, 0x04030201, 4, fault != 2);
        if (fault == 3)
            rvt_syst_scoreboard_write(scoreboard, 20, &none);
        if (fault == 2) {
            word(scoreboard, 3, false, false, 0x04030201);
            rvt_syst_scoreboard_payload(scoreboard, 12, 0, 0, true);
        }
        flag(scoreboard);
        expect_the_rest(scoreboard, fault == 3 ? 22 : fault == 2 ? 22 : 23, WORDS[fault]);
    }
}

Test(syst_scoreboard, what_is_left_is_found)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(0);

    take(scoreboard, 0x6, false);
    word(scoreboard, 3, true, false, 6);
    rvt_syst_scoreboard_payload(scoreboard, 11, 0, 0, true);
    rvt_transport_end(scoreboard, 50);
    expect(scoreboard, "[SystMissing]");
}

Test(syst_scoreboard, what_is_no_message_is_found)
{
    struct rvt_syst_scoreboard *scoreboard = open_scoreboard(RVT_SYST_HAS_LEN);

    take(scoreboard, 0x206, false); /* LEN 3 */
    rvt_syst_scoreboard_payload(scoreboard, 11, 0, 4, true);
    expect(scoreboard, "[SystMessage]");
}
