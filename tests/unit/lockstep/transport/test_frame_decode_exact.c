/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The verdict decode-exact of a trace formatter: one with other choices passes, and each fault is
 * found once. */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/transport/frame_scoreboard.h"
#include "model/lockstep/items/transport_scoreboard.h"
#include "model/transport/frame/formatter.h"

enum { CHUNK_MAX = 5, SOURCES = 3, FIRST_ID = 0x10 };

/* The scoreboard, and a formatter of the test. */
struct bench {
    struct rvt_frame_scoreboard *scoreboard;
    struct rvt_formatter formatter;
    uint64_t cycle;
};

/* What a source offers at once. */
struct chunk {
    unsigned id;
    size_t bytes;
    uint8_t data[CHUNK_MAX];
};

static void forward(void *context, const uint8_t *data, size_t bytes)
{
    struct bench *bench = context;

    rvt_frame_scoreboard_bytes(bench->scoreboard, ++bench->cycle, data, bytes);
}

static void open_bench(struct bench *bench, bool decode_exact, unsigned findings,
                       const struct rvt_waivers *waivers, const struct rvt_formatter_config *config)
{
    static const struct rvt_formatter_config SAME = {.fsync_frames = 64};
    const struct rvt_transport_options options = {
        .decode_exact = decode_exact, .findings_max = findings, .waivers = waivers};

    cr_assert(rvt_frame_scoreboard_open(64, 0, &bench->scoreboard) == RVT_OK);
    cr_assert(rvt_transport_configure(bench->scoreboard, &options) == RVT_OK);
    rvt_formatter_init(&bench->formatter, config != NULL ? config : &SAME, forward, bench);
    bench->cycle = 0;
}

/* Chunk number i, of three sources. */
static struct chunk chunk_of(unsigned i)
{
    struct chunk chunk = {.id = FIRST_ID + i % SOURCES, .bytes = 1 + (i + 4) % CHUNK_MAX};

    for (unsigned j = 0; j < chunk.bytes; j++)
        chunk.data[j] = (uint8_t)(37 * i + 101 * j + i / 7);
    return chunk;
}

static uint64_t bytes_of(unsigned from, unsigned end)
{
    uint64_t bytes = 0;

    for (unsigned i = from; i < end; i++)
        bytes += chunk_of(i).bytes;
    return bytes;
}

static void take(struct bench *bench, const struct chunk *chunk)
{
    rvt_frame_scoreboard_data(bench->scoreboard, ++bench->cycle, chunk->id, chunk->data,
                              chunk->bytes);
}

static void send(struct bench *bench, const struct chunk *chunk)
{
    cr_assert(rvt_formatter_write(&bench->formatter, chunk->id, chunk->data, chunk->bytes, NULL) ==
              RVT_OK);
}

/* Chunks from..end are taken and sent. */
static void pass(struct bench *bench, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++) {
        const struct chunk chunk = chunk_of(i);
        take(bench, &chunk);
        send(bench, &chunk);
    }
}

static void take_only(struct bench *bench, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++) {
        const struct chunk chunk = chunk_of(i);
        take(bench, &chunk);
    }
}

/* Ends the run; there are so many findings, and so many bytes are equal. Closes. */
static void close_bench(struct bench *bench, unsigned findings, uint64_t equal, const char *words)
{
    rvt_transport_end(bench->scoreboard, ++bench->cycle);
    const char *text = rvt_transport_finding(bench->scoreboard, 0);
    const char *next = rvt_transport_finding(bench->scoreboard, 1);
    cr_expect_eq(rvt_transport_findings(bench->scoreboard), findings, "%u findings: %s, %s",
                 rvt_transport_findings(bench->scoreboard), text != NULL ? text : "none",
                 next != NULL ? next : "");
    cr_expect_eq(rvt_transport_compared(bench->scoreboard), equal, "not %u: %s", (unsigned)equal,
                 rvt_transport_counts(bench->scoreboard));
    cr_expect_eq(rvt_transport_passed(bench->scoreboard), findings == 0 && equal > 0);
    if (words != NULL && text != NULL)
        cr_expect(strstr(text, words) != NULL, "%s lacks '%s'", text, words);
    rvt_transport_close(bench->scoreboard);
}

static void flush(struct bench *bench)
{
    rvt_frame_scoreboard_flush(bench->scoreboard, ++bench->cycle);
    rvt_formatter_flush(&bench->formatter);
}

/* The same, with a flush before. */
static void expect(struct bench *bench, unsigned findings, uint64_t equal, const char *words)
{
    flush(bench);
    close_bench(bench, findings, equal, words);
}

/* ---- choices ---- */

static const struct rvt_formatter_config CHOICES[] = {
    {.fsync_frames = 3, .hsync_halfwords = 5},
    {.hsync_halfwords = 1, .at_once = true},
    {.id_frames = 1},
    {.fsync_frames = 2, .id_after_fsync = true},
    {.fsync_frames = 64, .no_delay = true},
};

Test(frame_decode_exact, a_formatter_with_other_choices_passes)
{
    for (size_t i = 0; i < sizeof CHOICES / sizeof *CHOICES; i++) {
        struct bench bench;
        open_bench(&bench, true, 1, NULL, &CHOICES[i]);
        pass(&bench, 0, 200);
        expect(&bench, 0, bytes_of(0, 200), NULL);
    }
}

Test(frame_decode_exact, bit_exact_does_not_pass_it)
{
    for (size_t i = 0; i < sizeof CHOICES / sizeof *CHOICES; i++) {
        struct bench bench;
        open_bench(&bench, false, 1, NULL, &CHOICES[i]);
        pass(&bench, 0, 200);
        flush(&bench);
        rvt_transport_end(bench.scoreboard, ++bench.cycle);
        cr_expect_eq(rvt_transport_findings(bench.scoreboard), 1, "choice %zu", i);
        rvt_transport_close(bench.scoreboard);
    }
}

Test(frame_decode_exact, frames_may_end_anywhere)
{
    struct bench bench;

    open_bench(&bench, true, 1, NULL, NULL);
    for (unsigned i = 0; i < 100; i++) {
        pass(&bench, i, i + 1);
        if (i % 7 == 0)
            rvt_formatter_flush(&bench.formatter);
        if (i % 14 == 0)
            rvt_frame_scoreboard_idle(bench.scoreboard, ++bench.cycle);
    }
    expect(&bench, 0, bytes_of(0, 100), NULL);
}

/* Frames state the order of the bytes of one source alone. */
Test(frame_decode_exact, order)
{
    struct bench bench;

    open_bench(&bench, true, 1, NULL, NULL);
    for (unsigned i = 0; i < 120; i += 12) {
        take_only(&bench, i, i + 12);
        for (unsigned source = SOURCES; source-- > 0;)
            for (unsigned n = source; n < 12; n += SOURCES) {
                const struct chunk chunk = chunk_of(i + n);
                send(&bench, &chunk);
            }
    }
    expect(&bench, 0, bytes_of(0, 120), NULL);
}

Test(frame_decode_exact, nothing_compared_does_not_pass)
{
    struct bench bench;

    open_bench(&bench, true, 1, NULL, NULL);
    expect(&bench, 0, 0, NULL);
}

/* Padding is not compared, whoever it is from. */
Test(frame_decode_exact, bytes_of_id_0_are_padding)
{
    const struct chunk padding = {.id = 0, .bytes = 3, .data = {1, 2, 3}};
    struct bench bench;

    open_bench(&bench, true, 9, NULL, NULL);
    pass(&bench, 0, 20);
    take(&bench, &padding);
    pass(&bench, 20, 40);
    send(&bench, &padding);
    pass(&bench, 40, 60);
    expect(&bench, 0, bytes_of(0, 60), NULL);
}

/* A trigger may leave before or after the bytes of sources, with its own byte. */
Test(frame_decode_exact, trigger)
{
    for (uint8_t byte = 0; byte < 2; byte++) {
        struct bench bench;
        open_bench(&bench, true, 9, NULL, NULL);
        pass(&bench, 0, 20);
        rvt_frame_scoreboard_trigger(bench.scoreboard, ++bench.cycle);
        pass(&bench, 20, 22);
        rvt_formatter_trigger(&bench.formatter, byte);
        pass(&bench, 22, 100);
        expect(&bench, byte, bytes_of(0, 100) + 1 - byte,
               "differs [FrameBytes]\n  expected  0x00 of ID 0x7d, cycle ");
    }
}

/* ---- faults ---- */

/* Each fault is one finding, and all but what it changes is compared. */
Test(frame_decode_exact, a_fault_is_found_once)
{
    static const struct {
        unsigned equal; /* bytes of chunk 20 */
        unsigned bytes; /* bytes of it that are sent */
        const char *words;
    } FAULTS[] = {
        {4, 5, ": 1 byte differs [FrameBytes]\n  expected  0x4b of ID 0x12, cycle"},
        {0, 5, ": 5 bytes differ [FRM-001]\n  expected  0xe6 of ID 0x12, cycle"},
        {0, 5, ": 5 bytes differ [FRM-001]\n  expected  0xe6 of ID 0x12, cycle"},
        {4, 4, ": 1 byte is missing [FrameMissing]\n  expected  0x7a of ID 0x12, cycle"},
        {0, 0, ": 5 bytes are missing [FrameMissing]\n  expected  0xe6 of ID 0x12, cycle"},
        {3, 5, ": 2 bytes differ [FrameBytes]"},
    };

    for (unsigned fault = 0; fault < sizeof FAULTS / sizeof *FAULTS; fault++) {
        struct chunk chunk = chunk_of(20);
        struct bench bench;
        open_bench(&bench, true, 9, NULL, NULL);
        pass(&bench, 0, 20);
        take(&bench, &chunk);
        chunk.bytes = FAULTS[fault].bytes;
        chunk.data[1] ^= fault == 0;
        chunk.id = fault == 1 ? FIRST_ID + SOURCES : fault == 2 ? FIRST_ID : chunk.id;
        if (fault == 5) { /* the order of the bytes of one source */
            chunk.data[1] = chunk_of(20).data[2];
            chunk.data[2] = chunk_of(20).data[1];
        }
        send(&bench, &chunk);
        pass(&bench, 21, 100);
        expect(&bench, 1, bytes_of(0, 100) - 5 + FAULTS[fault].equal, FAULTS[fault].words);
    }
}

Test(frame_decode_exact, what_is_extra_is_found_once)
{
    for (unsigned id = FIRST_ID; id <= FIRST_ID + SOURCES; id++) {
        const struct chunk chunk = {.id = id, .bytes = 1, .data = {0x55}};
        struct bench bench;
        open_bench(&bench, true, 9, NULL, NULL);
        pass(&bench, 0, 20);
        send(&bench, &chunk);
        pass(&bench, 20, 100);
        expect(&bench, 1, bytes_of(0, 100),
               ": 1 byte is extra [FrameNoSource]\n  expected  nothing\n  observed  0x55 of ID");
    }
}

Test(frame_decode_exact, many_that_are_missing_are_found_once)
{
    struct bench bench;

    open_bench(&bench, true, 9, NULL, NULL);
    pass(&bench, 0, 20);
    take_only(&bench, 20, 80);
    pass(&bench, 80, 200);
    cr_expect_eq(rvt_transport_findings(bench.scoreboard), 1);
    cr_expect(rvt_transport_compared(bench.scoreboard) > bytes_of(0, 20) + bytes_of(110, 195));
    cr_expect(strstr(rvt_transport_finding(bench.scoreboard, 0), "agree again within 32 bytes") !=
              NULL);
    rvt_transport_close(bench.scoreboard);
}

/* A formatter cannot know what it has not taken. */
Test(frame_decode_exact, bytes_before_they_are_taken)
{
    const struct chunk chunk = chunk_of(20);

    for (unsigned more = 0; more < 2; more++) {
        struct bench bench;
        open_bench(&bench, true, 9, NULL, NULL);
        pass(&bench, 0, 20);
        send(&bench, &chunk);
        flush(&bench);
        take(&bench, &chunk);
        pass(&bench, 21, more ? 100 : 21);
        expect(&bench, 1, more ? bytes_of(0, 100) : bytes_of(0, 20),
               ": what follows was sent before it went in [FrameNoSource]");
    }
}

Test(frame_decode_exact, a_reserved_id_is_not_taken)
{
    const struct chunk chunk = {.id = 0x70, .bytes = 1};
    struct bench bench;

    open_bench(&bench, true, 9, NULL, NULL);
    pass(&bench, 0, 20);
    take(&bench, &chunk);
    pass(&bench, 20, 40);
    expect(&bench, 1, bytes_of(0, 40), "a reserved source ID was taken [FRM-007]");
}

/* ---- broken rules of frames ---- */

/* Bytes of a formatter that break a rule: a whole frame, or one that FSYNC cuts. */
static const struct {
    uint8_t byte[RVT_FRAME_BYTES];
    size_t bytes;
    const char *words;
} BROKEN[] = {
    {{0xe1, 0x55, 0x00, 0x55}, 16, ": the ID is reserved [FRM-007]\n  observed  ID 0x70"},
    {{[0] = 0x01, [14] = 0x25, [15] = 0x80},
     16,
     "the auxiliary bit of the last ID of a frame is 1 [FRM-004]"},
    {{0xff, 0x55}, 16, ": the ID 0x7f occurs in a frame [FRM-013]"},
    {{0x25, 0x55, 0xff, 0xff, 0xff, 0x7f}, 6, "synchronisation occurs inside a frame [FRM-008]"},
};

static void send_broken(struct bench *bench, size_t which)
{
    rvt_formatter_literal(&bench->formatter, BROKEN[which].byte, BROKEN[which].bytes);
}

Test(frame_decode_exact, a_broken_rule_is_found_once)
{
    for (size_t i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++) {
        for (unsigned lost = 0; lost < 2; lost++) {
            struct bench bench;
            open_bench(&bench, true, 9, NULL, NULL);
            pass(&bench, 0, 20);
            take_only(&bench, 20, 20 + lost);
            send_broken(&bench, i);
            send_broken(&bench, i); /* nothing was found again */
            pass(&bench, 20 + lost, 100);
            expect(&bench, 1, bytes_of(0, 20) + bytes_of(20 + lost, 100), BROKEN[i].words);
        }
    }
}

Test(frame_decode_exact, each_broken_rule_is_found)
{
    struct bench bench;

    open_bench(&bench, true, 9, NULL, NULL);
    for (unsigned i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++) {
        pass(&bench, 30 * i, 30 * i + 30);
        send_broken(&bench, i);
    }
    pass(&bench, 120, 150);
    expect(&bench, sizeof BROKEN / sizeof *BROKEN, bytes_of(0, 150), "[FRM-007]");
}

Test(frame_decode_exact, bytes_before_the_first_id)
{
    static const uint8_t FRAME[RVT_FRAME_BYTES] = {0x40, 0x41, 0x42};
    struct bench bench;

    open_bench(&bench, true, 9, NULL, NULL);
    rvt_formatter_literal(&bench.formatter, FRAME, sizeof FRAME);
    pass(&bench, 0, 40);
    expect(&bench, 1, bytes_of(0, 40), "byte 0: bytes come before the first ID [FRM-005]");
}

/* ---- idle and end ---- */

/* What is outstanding when the formatter is idle is lost, which is one finding, however often it is
 * idle afterwards; or it comes later, which is one finding as well. */
Test(frame_decode_exact, idle_too_early_is_found_once)
{
    for (unsigned late = 0; late < 2; late++) {
        const struct chunk chunk = chunk_of(20);
        struct bench bench;
        open_bench(&bench, true, 9, NULL, NULL);
        pass(&bench, 0, 20);
        rvt_formatter_flush(&bench.formatter);
        take(&bench, &chunk);
        rvt_frame_scoreboard_idle(bench.scoreboard, ++bench.cycle);
        if (late == 1)
            send(&bench, &chunk);
        for (unsigned i = 21; i < 100; i++) {
            pass(&bench, i, i + 1);
            if (i % 5 == 0)
                flush(&bench);
            if (i % 5 == 0)
                rvt_frame_scoreboard_idle(bench.scoreboard, ++bench.cycle);
        }
        expect(&bench, 1, bytes_of(0, 100) - 5,
               "the formatter reports idle while bytes are outstanding [FrameIdle]\n"
               "  expected  0xe6 of ID 0x12, cycle");
    }
}

/* The bytes of a frame in progress need not leave before a flush. */
Test(frame_decode_exact, missing_at_the_end)
{
    static const struct {
        unsigned end; /* chunk after those that are taken and not sent */
        bool flush;
        const char *words; /* null: no finding */
    } CASES[] = {
        {20, true, NULL},
        {21, false, NULL},
        {25, false, NULL}, /* 15 bytes */
        {26, false, ": 20 bytes were never sent [FrameMissing]\n  expected  0xe6 of ID 0x12"},
        {21, true, ": 5 bytes were never sent [FrameMissing]\n  expected  0xe6 of ID 0x12"},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct bench bench;
        open_bench(&bench, true, 9, NULL, NULL);
        pass(&bench, 0, 20);
        flush(&bench);
        take_only(&bench, 20, CASES[i].end);
        if (CASES[i].flush)
            rvt_frame_scoreboard_flush(bench.scoreboard, ++bench.cycle);
        close_bench(&bench, CASES[i].words != NULL, bytes_of(0, 20), CASES[i].words);
    }
}

Test(frame_decode_exact, a_difference_at_the_end)
{
    struct chunk chunk = chunk_of(20);
    struct bench bench;

    open_bench(&bench, true, 9, NULL, NULL);
    pass(&bench, 0, 20);
    take(&bench, &chunk);
    chunk.data[4] ^= 1;
    send(&bench, &chunk);
    expect(&bench, 1, bytes_of(0, 21) - 1, ": 1 byte differs [FrameBytes]");
}

/* ---- waivers ---- */

static void pass_a_fault(struct bench *bench)
{
    struct chunk chunk = chunk_of(20);

    pass(bench, 0, 20);
    take(bench, &chunk);
    chunk.data[1] ^= 1;
    send(bench, &chunk);
    pass(bench, 21, 100);
}

Test(frame_decode_exact, a_waived_finding_passes_and_the_rest_is_compared)
{
    static const struct rvt_waivers SAME = {
        .count = 1, .waiver = {{.clause = "FrameBytes", .reason = "known"}}};
    static const struct rvt_waivers OTHER = {.count = 1,
                                             .waiver = {{.clause = "FRM-001", .reason = "known"}}};
    struct bench bench;

    open_bench(&bench, true, 1, &SAME, NULL);
    pass_a_fault(&bench);
    expect(&bench, 0, bytes_of(0, 100) - 1, NULL);
    open_bench(&bench, true, 9, &OTHER, NULL);
    pass_a_fault(&bench);
    expect(&bench, 2, bytes_of(0, 100) - 1, "[FrameBytes]");
    open_bench(&bench, true, 9, &SAME, NULL);
    pass(&bench, 0, 20);
    expect(&bench, 1, bytes_of(0, 20), "waiver 1 matches no finding [WaiverUsed]");
}

/* A waiver of what began a break does not waive what the break hides. */
Test(frame_decode_exact, a_waived_rule_does_not_hide_what_is_missing)
{
    static const struct rvt_waivers WAIVERS = {
        .count = 1, .waiver = {{.clause = "FRM-008", .reason = "known"}}};
    struct bench bench;

    open_bench(&bench, true, 9, &WAIVERS, NULL);
    pass(&bench, 0, 20);
    take_only(&bench, 20, 21);
    send_broken(&bench, 3);
    pass(&bench, 21, 100);
    expect(&bench, 1, bytes_of(0, 20) + bytes_of(21, 100), ": 5 bytes are missing [FrameMissing]");
}

Test(frame_decode_exact, findings_after_the_limit_are_not_recorded)
{
    struct bench bench;

    open_bench(&bench, true, 1, NULL, NULL);
    pass_a_fault(&bench);
    pass_a_fault(&bench);
    cr_expect_eq(rvt_transport_findings(bench.scoreboard), 1);
    cr_expect(rvt_transport_finding(bench.scoreboard, 1) == NULL);
    rvt_transport_close(bench.scoreboard);
}
