/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/transport/frame_scoreboard.h"
#include "model/lockstep/items/transport_scoreboard.h"

/* FSYNC; ID 0x12, data 0x41 0x42 0x43, ID 0, zeros, derived by hand. 0x42 is at the even byte 2,
 * 0x43 after it; ID 0 is byte 4. */
static const uint8_t STREAM[] = {0xff, 0xff, 0xff, 0x7f, 0x25, 0x41, 0x42, 0x43, 0x01, 0x00,
                                 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};

static struct rvt_frame_scoreboard *open_scoreboard(void)
{
    struct rvt_frame_scoreboard *scoreboard;

    cr_assert(rvt_frame_scoreboard_open(64, 0, &scoreboard) == RVT_OK);
    rvt_frame_scoreboard_data(scoreboard, 5, 0x12, (const uint8_t[]){0x41, 0x42, 0x43}, 3);
    return scoreboard;
}

static void expect(struct rvt_frame_scoreboard *scoreboard, const char *words)
{
    rvt_transport_end(scoreboard, 99);
    const char *finding = rvt_transport_finding(scoreboard, 0);

    cr_assert(finding != NULL, "no finding: %s", words);
    cr_expect(strstr(finding, words) != NULL, "%s lacks '%s'", finding, words);
    cr_expect(not(rvt_transport_passed(scoreboard)));
    rvt_transport_close(scoreboard);
}

/* The stream in beats of lanes bytes, with the flush after the first early bytes. */
static void send(struct rvt_frame_scoreboard *scoreboard, const uint8_t *stream, size_t lanes,
                 size_t early)
{
    for (size_t at = 0; at < sizeof STREAM; at += lanes) {
        if (at == early)
            rvt_frame_scoreboard_flush(scoreboard, 20 + at);
        rvt_frame_scoreboard_bytes(scoreboard, 20 + at, stream + at, lanes);
    }
}

Test(frame_scoreboard, bytes_are_compared_early_and_late)
{
    for (size_t lanes = 1; lanes <= 4; lanes *= 2) {
        for (size_t early = 0; early <= 8; early += 4) {
            struct rvt_frame_scoreboard *scoreboard = open_scoreboard();

            send(scoreboard, STREAM, lanes, early);
            rvt_frame_scoreboard_idle(scoreboard, 90);
            rvt_transport_end(scoreboard, 99);
            cr_expect(rvt_transport_finding(scoreboard, 0) == NULL, "%s",
                      rvt_transport_finding(scoreboard, 0));
            cr_expect(rvt_transport_passed(scoreboard));
            cr_expect_str_eq(rvt_transport_counts(scoreboard),
                             "3 bytes of sources, 20 of 20 bytes compared");
            rvt_transport_close(scoreboard);
        }
    }
}

Test(frame_scoreboard, a_wrong_byte_is_named_with_its_place)
{
    static const struct {
        size_t byte;
        const char *words;
    } CASES[] = {
        {3, "byte 3 differs [FRM-008]"},
        {4, "byte 0, ID 0x12, of frame 0: expected 0x25, observed 0x24"},
        {6, "cycle 26: byte 6 differs [FrameBytes]"},
        {19, "byte 15, auxiliary bits, of frame 0"},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        for (size_t early = 0; early <= 8; early += 8) {
            struct rvt_frame_scoreboard *scoreboard = open_scoreboard();
            uint8_t stream[sizeof STREAM];

            memcpy(stream, STREAM, sizeof stream);
            stream[CASES[i].byte] ^= 1;
            send(scoreboard, stream, 1, early);
            expect(scoreboard, CASES[i].words);
        }
    }
}

/* Each byte alone, in the cycle in which it is determined; the frame is not complete, so the bytes
 * after it are not missing. */
Test(frame_scoreboard, a_wrong_byte_is_found_before_its_frame_is_complete)
{
    static const struct {
        size_t byte;
        const char *words;
    } CASES[] = {
        {2, "cycle 12: byte 2 differs [FRM-008]"},    {4, "cycle 14: byte 4 differs [FrameBytes]"},
        {5, "cycle 15: byte 5 differs [FrameBytes]"}, {6, "cycle 16: byte 6 differs [FrameBytes]"},
        {7, "cycle 17: byte 7 differs [FrameBytes]"},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct rvt_frame_scoreboard *scoreboard = open_scoreboard();

        for (size_t at = 0; at <= CASES[i].byte; at++) {
            uint8_t byte = STREAM[at] ^ (at == CASES[i].byte ? 0x40 : 0);
            cr_expect(rvt_transport_finding(scoreboard, 0) == NULL);
            rvt_frame_scoreboard_bytes(scoreboard, 10 + at, &byte, 1);
        }
        rvt_transport_end(scoreboard, 99);
        cr_expect(strstr(rvt_transport_finding(scoreboard, 0), "missing") == NULL, "%s",
                  rvt_transport_finding(scoreboard, 0));
        expect(scoreboard, CASES[i].words);
    }
}

/* What was outstanding when the formatter reports idle is lost, and what follows is compared. */
Test(frame_scoreboard, the_comparison_goes_on_after_idle)
{
    struct rvt_frame_scoreboard *scoreboard = open_scoreboard();
    const struct rvt_transport_options options = {.findings_max = 9};
    const uint8_t byte = 0x41;

    cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
    rvt_frame_scoreboard_flush(scoreboard, 6);
    rvt_frame_scoreboard_bytes(scoreboard, 7, STREAM, 16);
    rvt_frame_scoreboard_idle(scoreboard, 8); /* four bytes are outstanding */
    for (unsigned i = 0; i < 20; i++) {
        rvt_frame_scoreboard_data(scoreboard, 10 + i, 0x12, &byte, 1);
        rvt_frame_scoreboard_flush(scoreboard, 10 + i);
        rvt_frame_scoreboard_bytes(scoreboard, 10 + i, (const uint8_t[16]){0x25, 0x41, 0x01}, 16);
        rvt_frame_scoreboard_idle(scoreboard, 11 + i);
    }
    rvt_frame_scoreboard_data(scoreboard, 50, 0x12, &byte, 1);
    rvt_frame_scoreboard_idle(scoreboard, 51); /* a frame is not complete */
    rvt_frame_scoreboard_idle(scoreboard, 52);
    cr_expect_eq(rvt_transport_findings(scoreboard), 2);
    cr_expect_str_eq(rvt_transport_counts(scoreboard),
                     "24 bytes of sources, 336 of 342 bytes compared");
    expect(scoreboard, "cycle 8: the formatter reports idle");
}

/* Byte 2 holds 0x42 or, if another ID follows, that ID: it cannot be sent before that is known. */
Test(frame_scoreboard, a_byte_at_an_even_place_waits_for_what_follows)
{
    for (size_t order = 0; order < 3; order++) {
        struct rvt_frame_scoreboard *scoreboard;

        cr_assert(rvt_frame_scoreboard_open(0, 0, &scoreboard) == RVT_OK);
        rvt_frame_scoreboard_data(scoreboard, 5, 0x12, (const uint8_t[]){0x41, 0x42}, 2);
        rvt_frame_scoreboard_bytes(scoreboard, 6, (const uint8_t[]){0x25, 0x41}, 2);
        if (order == 0) {
            rvt_frame_scoreboard_bytes(scoreboard, 6, (const uint8_t[]){0x42}, 1);
            rvt_frame_scoreboard_data(scoreboard, 7, 0x12, (const uint8_t[]){0x43}, 1);
            expect(scoreboard, "no byte: data 0x42 for byte 2 of frame 0 waits for the byte");
            continue;
        }
        rvt_frame_scoreboard_data(scoreboard, 7, order == 1 ? 0x12 : 0x33, (const uint8_t[]){0x43},
                                  1);
        rvt_frame_scoreboard_bytes(
            scoreboard, 7,
            order == 1 ? (const uint8_t[]){0x42, 0x43} : (const uint8_t[]){0x67, 0x42}, 2);
        rvt_transport_end(scoreboard, 9); /* no frame is complete, so no byte is missing */
        cr_expect(rvt_transport_finding(scoreboard, 0) == NULL, "%s",
                  rvt_transport_finding(scoreboard, 0));
        cr_expect(rvt_transport_passed(scoreboard));
        rvt_transport_close(scoreboard);
    }
}

Test(frame_scoreboard, what_is_left_and_what_has_no_cause_is_found)
{
    struct rvt_frame_scoreboard *scoreboard = open_scoreboard();

    rvt_frame_scoreboard_idle(scoreboard, 9);
    expect(scoreboard, "[FrameIdle]");
    scoreboard = open_scoreboard();
    rvt_frame_scoreboard_flush(scoreboard, 9);
    rvt_frame_scoreboard_bytes(scoreboard, 10, STREAM, 16);
    rvt_transport_end(scoreboard, 11);
    expect(scoreboard, "4 bytes were never sent [FrameMissing]");
    scoreboard = open_scoreboard();
    rvt_frame_scoreboard_bytes(scoreboard, 10, STREAM, 9); /* without a flush */
    expect(scoreboard, "cycle 10: byte 8 was sent before any source determined it [FrameNoSource]");
    scoreboard = open_scoreboard();
    for (unsigned i = 0; i < 4; i++)
        rvt_frame_scoreboard_bytes(scoreboard, 10, STREAM + 4, 16);
    rvt_transport_end(scoreboard, 11);
    expect(scoreboard, "differs");
    scoreboard = open_scoreboard();
    rvt_frame_scoreboard_data(scoreboard, 6, 0x70, STREAM, 1);
    expect(scoreboard, "[FRM-007]");
    scoreboard = open_scoreboard();
    rvt_frame_scoreboard_bytes(scoreboard, 10, STREAM, 0);
    expect(scoreboard, "[FrameBeat]");
}
