/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Findings on frames with field and value: each rule once. Shows: FRM-004, FRM-005, FRM-006,
 * FRM-007, FRM-008, FRM-009, FRM-010, FRM-011, FRM-013, FRM-014, FRM-015 */
#include "tests/unit/checks.h"

#include <string.h>

#include "base/text.h"
#include "transport/frame/deformatter.h"

struct lines {
    struct rvt_text text;
    char out[1000];
};

static void take_finding(void *context, const struct rvt_finding *finding)
{
    struct lines *lines = context;

    rvt_text_add(&lines->text, "%s at %u", rvt_rule_text(finding->rule)->number,
                 (unsigned)finding->byte);
    if (finding->field != NULL)
        rvt_text_add(&lines->text, " %s %u", finding->field, (unsigned)finding->value);
    cr_expect(finding->expects == NULL && !finding->has_nibble && !finding->has_channel);
    cr_expect(finding->expected == 0 && (finding->field != NULL || finding->value == 0));
    rvt_text_add(&lines->text, "; ");
}

/* Any number of bytes as hexadecimal digits. */
static size_t bytes_of(const char *digits, uint8_t *bytes)
{
    static const char all[] = "0123456789abcdef";
    size_t nibbles = 0;

    for (; *digits != '\0'; digits++) {
        if (*digits == ' ')
            continue;
        unsigned value = (unsigned)(strchr(all, *digits) - all);
        bytes[nibbles / 2] = (uint8_t)(nibbles % 2 == 0 ? value << 4 : bytes[nibbles / 2] | value);
        nibbles++;
    }
    return nibbles / 2;
}

static void expect(bool streaming, const char *digits, const char *expected)
{
    static struct rvt_deformatter deformatter;
    struct rvt_deformatter_config config;
    uint8_t bytes[200];
    size_t count = bytes_of(digits, bytes);

    for (size_t piece = 1; piece <= count; piece += piece < 4 ? 1 : 16) {
        struct lines lines;
        const struct rvt_deformatter_output output = {.finding = take_finding, .context = &lines};

        rvt_text_init(&lines.text, lines.out, sizeof lines.out);
        rvt_deformatter_defaults(&config, streaming);
        config.hsync = false;
        config.reset_on_four = true;
        rvt_deformatter_init(&deformatter, &config, &output);
        for (size_t at = 0; at < count; at += piece)
            rvt_deformatter_push(&deformatter, bytes + at, count - at < piece ? count - at : piece);
        rvt_deformatter_finish(&deformatter);
        cr_expect_str_eq(lines.out, expected, "%s in pieces of %zu: %s", digits, piece, lines.out);
    }
}

#define FSYNC "ff ff ff 7f "
#define FRAME "21 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 00 "

Test(frame_findings, in_memory)
{
    expect(false, FRAME, "");
    expect(false, "21 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 23 80 ", "FRM-004 at 14 ID 17; ");
    expect(false, "22 01 02 03 04 05 06 07 08 09 0a 0b 21 0d 0e 00 " FRAME,
           "FRM-005 at 0; FRM-006 at 16 ID 16; ");
    expect(false, "21 01 02 03 21 05 06 07 08 09 0a 0b 0c 0d 0e 00 ", "FRM-006 at 4 ID 16; ");
    expect(false, "e1 01 02 03 f9 05 06 07 fd 09 0a 0b 0c 0d 0e 00 ",
           "FRM-007 at 0 ID 112; FRM-007 at 4 ID 124; FRM-007 at 8 ID 126; ");
    expect(false, "21 01 02 03 ff ff ff 7f 08 09 0a 0b 0c 0d 0e 00 ", "FRM-008 at 4; ");
    expect(false, "21 01 02 03 ff 7f 06 07 08 09 0a 0b 0c 0d 0e 00 ", "FRM-009 at 4; ");
    expect(false, FRAME FSYNC FSYNC FSYNC FSYNC "02 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 00 ",
           "FRM-010 at 16; FRM-005 at 32; ");
    expect(false, FRAME "01 02 03 ", "FRM-011 at 16 bytes 3; ");
    expect(false, "21 01 02 03 ff 05 06 07 08 09 0a 0b 0c 0d 0e 00 ", "FRM-013 at 4; ");
}

Test(frame_findings, in_a_stream)
{
    expect(true, FSYNC FRAME, "");
    expect(true, FSYNC, "");
    expect(true, FSYNC "21 01 02 03 04 05 " FSYNC FRAME, "FRM-008 at 10 bytes cut 6; ");
    expect(true, FSYNC "21 01 02 03 04 05 ff 7f 06 07 08 09 0a 0b 0c 0d 0e 00 ", "FRM-009 at 10; ");
    expect(true,
           FSYNC FRAME FSYNC FSYNC FSYNC FSYNC "02 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 00 ",
           "FRM-010 at 20; FRM-005 at 36; ");
    expect(true, FSYNC FRAME "01 02 03 04 05 ", "FRM-011 at 20 bytes 5; ");
    expect(true, "01 02 03 " FSYNC FRAME, "FRM-014 at 3 bytes 3; ");
    expect(true, FRAME FRAME FRAME "01 02 " FSYNC FRAME, "FRM-014 at 50 bytes 50; ");
    expect(true, FRAME FRAME "01 02 ", "FRM-015 at 0 bytes 34; ");
    expect(true, "01 ", "FRM-015 at 0 bytes 1; ");
}

static void take_event(void *context, const struct rvt_frame_event *event)
{
    static const char *const names[] = {[RVT_FRAME_EVENT_FRAME] = "frame",
                                        [RVT_FRAME_EVENT_FSYNC] = "fsync",
                                        [RVT_FRAME_EVENT_HSYNC] = "hsync",
                                        [RVT_FRAME_EVENT_SKIP] = "skip",
                                        [RVT_FRAME_EVENT_CUT] = "cut"};
    struct lines *lines = context;

    rvt_text_add(&lines->text, "%s %u-%u %02x; ", names[event->kind], (unsigned)event->position,
                 (unsigned)event->end, event->data[0]);
    cr_expect(eq(sz, event->bytes > 0, 1));
}

static void expect_events(bool streaming, const char *digits, const char *expected)
{
    static struct rvt_deformatter deformatter;
    struct rvt_deformatter_config config;
    uint8_t bytes[200];
    size_t count = bytes_of(digits, bytes);

    for (size_t piece = 1; piece <= count; piece += piece < 4 ? 1 : 16) {
        struct lines lines;
        const struct rvt_deformatter_output output = {.event = take_event, .context = &lines};

        rvt_text_init(&lines.text, lines.out, sizeof lines.out);
        rvt_deformatter_defaults(&config, streaming);
        rvt_deformatter_init(&deformatter, &config, &output);
        for (size_t at = 0; at < count; at += piece)
            rvt_deformatter_push(&deformatter, bytes + at, count - at < piece ? count - at : piece);
        rvt_deformatter_finish(&deformatter);
        cr_expect_str_eq(lines.out, expected, "%s in pieces of %zu: %s", digits, piece, lines.out);
    }
}

/* Everything in a stream is an event with its place. Shows: FRM-008, FRM-009, FRM-010, FRM-012 */
Test(frame_findings, events)
{
    expect_events(false, FRAME FSYNC FSYNC FSYNC FSYNC FRAME "01 02 ",
                  "frame 0-16 21; fsync 16-20 ff; fsync 20-24 ff; fsync 24-28 ff; fsync 28-32 ff; "
                  "frame 32-48 21; cut 48-50 01; ");
    expect_events(true, FSYNC FRAME FSYNC "21 01 ff 7f 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 00 ",
                  "fsync 0-4 ff; frame 4-20 21; fsync 20-24 ff; frame 24-42 21; ");
    expect_events(true, FSYNC "ff 7f " FRAME, "fsync 0-4 ff; hsync 4-6 ff; frame 6-22 21; ");
    expect_events(true, FRAME "01 02 03 04 05 06 " FSYNC FRAME,
                  "skip 0-16 21; skip 16-22 01; fsync 22-26 ff; frame 26-42 21; ");
    expect_events(true, FSYNC "21 01 02 03 " FSYNC FRAME,
                  "fsync 0-4 ff; cut 4-8 21; fsync 8-12 ff; frame 12-28 21; ");
}

/* Nothing at all is no stream without synchronisation. Shows: FRM-015 */
Test(frame_findings, of_an_empty_stream)
{
    static struct rvt_deformatter deformatter;
    struct rvt_deformatter_config config;
    struct lines lines;
    const struct rvt_deformatter_output output = {.finding = take_finding, .context = &lines};

    rvt_text_init(&lines.text, lines.out, sizeof lines.out);
    rvt_deformatter_defaults(&config, true);
    rvt_deformatter_init(&deformatter, &config, &output);
    rvt_deformatter_finish(&deformatter);
    cr_expect_str_eq(lines.out, "");
}
