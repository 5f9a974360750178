/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Bit-exact after a difference, of every scoreboard of the transports: each break is one finding
 * that says how much is altered, missing or extra, and what follows is compared. The same faults go
 * into the stream of each scoreboard, element by element; an element is a byte or a write.
 */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>

#include "model/lockstep/transport/arbiter_scoreboard.h"
#include "model/lockstep/transport/frame_scoreboard.h"
#include "model/lockstep/transport/stp_scoreboard.h"
#include "model/lockstep/transport/syst_scoreboard.h"
#include "model/lockstep/items/transport_scoreboard.h"
#include "model/lockstep/transport/tunnel_scoreboard.h"
#include "model/transport/frame/formatter.h"
#include "model/transport/syst/crc32c.h"

enum how { RIGHT, ALTERED, STRANGE }; /* STRANGE: an element that the stream does not have */

/* A scoreboard, and the hardware that it compares. */
struct driver {
    const char *name, *unit; /* unit: what findings count */
    unsigned units,
        counted; /* of an element: units; comparisons that the scoreboard counts, 0: not of each */
    unsigned window;                   /* elements after which a break is over at the latest */
    const char *clause;                /* of a difference at FIRST */
    const char *summary;               /* with one altered element there */
    void *(*open)(unsigned *elements); /* that the hardware sends */
    void (*feed)(void *scoreboard, unsigned element); /* what the element comes from is taken */
    void (*send)(void *scoreboard, unsigned element, enum how how);
};

enum { FIRST = 150, SECOND = 260, WRITES = 400 }; /* places of faults; elements that are writes */

/* What the hardware does at an element: so many strange ones before it, and so many elements from
 * it on that are altered, or are missing. */
struct fault {
    unsigned at, extra, altered, missing;
};

/* ---- arbiter ---- */

static void *open_arbiter(unsigned *count)
{
    struct rvt_arbiter_scoreboard *scoreboard;

    cr_assert(rvt_arbiter_scoreboard_open(2, false, &scoreboard) == RVT_OK);
    *count = WRITES;
    return scoreboard;
}

static struct rvt_stp_port_write arbiter_write(unsigned element, enum how how)
{
    return (struct rvt_stp_port_write){.size = 3,
                                       .master = (uint16_t)(how == RIGHT ? 1 : 2),
                                       .data = how == STRANGE ? 0x55aa0000 : 7 * element};
}

static void feed_arbiter(void *scoreboard, unsigned element)
{
    const struct rvt_stp_port_write write = arbiter_write(element, RIGHT);

    rvt_arbiter_scoreboard_take(scoreboard, element, element % 2, &write);
}

static void send_arbiter(void *scoreboard, unsigned element, enum how how)
{
    const struct rvt_stp_port_write write = arbiter_write(element, how);

    rvt_arbiter_scoreboard_write(scoreboard, 1000 + element, &write);
}

/* ---- STP transmitter ---- */

enum { STP_WRITES = 200, STP_BYTES = 4000 };

/* What the model sends for the writes, and after how many of these each byte is whole. */
static struct {
    uint8_t byte[STP_BYTES];
    unsigned writes[STP_BYTES];
    unsigned bytes, taken;
} stp;

static struct rvt_stp_port_write stp_write(unsigned number)
{
    uint32_t mixed = (number + 1) * UINT32_C(2654435761);

    return (struct rvt_stp_port_write){.kind = RVT_STP_WRITE_DATA,
                                       .size = 3,
                                       .stamp = true,
                                       .master = 5,
                                       .channel = 2,
                                       .data = mixed ^ mixed >> 15,
                                       .time = 0x1234 + 21 * number};
}

static void *open_stp(unsigned *count)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};
    struct rvt_stp_scoreboard *scoreboard;
    struct rvt_stp_encoder encoder;

    cr_assert(rvt_stp_scoreboard_open(&config, &scoreboard) == RVT_OK);
    cr_assert(rvt_stp_encoder_init(&encoder, &config) == RVT_OK);
    stp.bytes = stp.taken = 0;
    for (unsigned i = 0; i < STP_WRITES; i++) {
        const struct rvt_stp_port_write write = stp_write(i);
        struct rvt_stp_record record;
        size_t bytes = 0;
        cr_assert(rvt_stp_port_write_record(&write, &record) == RVT_OK);
        cr_assert(rvt_stp_encoder_put(&encoder, &record, stp.byte + stp.bytes,
                                      STP_BYTES - stp.bytes, &bytes) == RVT_OK);
        while (bytes-- > 0)
            stp.writes[stp.bytes++] = i + 1;
    }
    *count = stp.bytes;
    return scoreboard;
}

static void feed_stp(void *scoreboard, unsigned element)
{
    while (stp.taken < stp.writes[element]) {
        const struct rvt_stp_port_write write = stp_write(stp.taken++);
        rvt_stp_scoreboard_write(scoreboard, element, &write, 0, 0);
    }
}

static void send_stp(void *scoreboard, unsigned element, enum how how)
{
    uint8_t byte = how == STRANGE ? 0x5a : stp.byte[element] ^ (how == ALTERED ? 1 : 0);

    rvt_stp_scoreboard_bytes(scoreboard, 1000 + element, &byte, 1);
}

/* ---- trace formatter ---- */

enum { FRAME_INPUTS = 600, FRAME_BYTES = 1000 };

/* What the model sends, and after how many bytes of a source each byte is known; the flush is one
 * more. */
static struct {
    uint8_t byte[FRAME_BYTES];
    unsigned inputs[FRAME_BYTES];
    unsigned bytes, taken;
} frame;

static void collect_frame(void *context, const uint8_t *data, size_t bytes)
{
    const unsigned *taken = context;

    cr_assert(frame.bytes + bytes <= FRAME_BYTES);
    for (size_t i = 0; i < bytes; i++) {
        frame.inputs[frame.bytes] = *taken;
        frame.byte[frame.bytes++] = data[i];
    }
}

static uint8_t frame_input(unsigned number)
{
    return (uint8_t)((number + 1) * UINT32_C(2654435761) >> 22);
}

static void *open_frame(unsigned *count)
{
    static const struct rvt_formatter_config CONFIG = {.fsync_frames = 8, .at_once = true};
    struct rvt_frame_scoreboard *scoreboard;
    struct rvt_formatter formatter;
    unsigned taken = 0;

    cr_assert(rvt_frame_scoreboard_open(8, 0, &scoreboard) == RVT_OK);
    frame.bytes = frame.taken = 0;
    rvt_formatter_init(&formatter, &CONFIG, collect_frame, &taken);
    while (taken++ < FRAME_INPUTS) {
        const uint8_t byte = frame_input(taken - 1);
        cr_assert(rvt_formatter_write(&formatter, 0x10 + taken / 40, &byte, 1, NULL) == RVT_OK);
    }
    rvt_formatter_flush(&formatter);
    *count = frame.bytes;
    return scoreboard;
}

static void feed_frame(void *scoreboard, unsigned element)
{
    for (; frame.taken < frame.inputs[element]; frame.taken++) {
        const uint8_t byte = frame_input(frame.taken);
        if (frame.taken == FRAME_INPUTS)
            rvt_frame_scoreboard_flush(scoreboard, element);
        else
            rvt_frame_scoreboard_data(scoreboard, element, 0x10 + (frame.taken + 1) / 40, &byte, 1);
    }
}

static void send_frame(void *scoreboard, unsigned element, enum how how)
{
    uint8_t byte = how == STRANGE ? 0x5a : frame.byte[element] ^ (how == ALTERED ? 1 : 0);

    rvt_frame_scoreboard_bytes(scoreboard, 1000 + element, &byte, 1);
}

/* ---- source of SyS-T messages ---- */

static uint32_t mixed(unsigned number)
{
    uint32_t value = (number + 1) * UINT32_C(2654435761);

    return value ^ value >> 15;
}

/* Messages of RAW with 12 bytes of payload, each in D32TS, D32, D32 and D32M. */
enum { SYST_WRITES = 4, SYST_HEADER = 0x6 };

static void *open_syst(unsigned *count)
{
    struct rvt_syst_scoreboard *scoreboard;

    cr_assert(rvt_syst_scoreboard_open(0, &scoreboard) == RVT_OK);
    *count = WRITES;
    return scoreboard;
}

static void feed_syst(void *scoreboard, unsigned element)
{
    static const struct rvt_syst_input INPUT = {
        .header = SYST_HEADER, .marked = true, .master = 7, .channel = 9};
    unsigned index = element % SYST_WRITES;

    if (index == 0)
        rvt_syst_scoreboard_message(scoreboard, element, &INPUT);
    else
        rvt_syst_scoreboard_payload(scoreboard, element, mixed(element), 4,
                                    index == SYST_WRITES - 1);
}

/* A write of a message of so many, with that value; a strange one is none. */
static struct rvt_stp_port_write message_write(unsigned index, unsigned writes, uint32_t value,
                                               enum how how)
{
    return (struct rvt_stp_port_write){.size = 3,
                                       .stamp = how != STRANGE && index == 0,
                                       .marker = how != STRANGE && index == writes - 1,
                                       .master = 7,
                                       .channel = 9,
                                       .data = how == STRANGE ? 0x55aa0000
                                                              : value ^ (how == ALTERED ? 1 : 0)};
}

static void send_syst(void *scoreboard, unsigned element, enum how how)
{
    unsigned index = element % SYST_WRITES;
    const struct rvt_stp_port_write write =
        message_write(index, SYST_WRITES, index == 0 ? SYST_HEADER : mixed(element), how);

    rvt_syst_scoreboard_write(scoreboard, 1000 + element, &write);
}

/* ---- tunnel ---- */

enum { PARTS = 8, PACKET = 7, TUNNEL_HEADER = 0x05123046 }; /* a header and the packet's bytes */

static void *open_tunnel(unsigned *count)
{
    static const struct rvt_tunnel_options OPTIONS = {
        .protocol = 5, .origin = 0x123, .severity = 4};
    struct rvt_tunnel_scoreboard *scoreboard;

    cr_assert(rvt_tunnel_scoreboard_open(false, &scoreboard) == RVT_OK);
    rvt_tunnel_scoreboard_options(scoreboard, &OPTIONS);
    *count = WRITES;
    return scoreboard;
}

static void feed_tunnel(void *scoreboard, unsigned element)
{
    uint8_t packet[PACKET];

    if (element % PARTS > 0)
        return;
    for (unsigned i = 0; i < PACKET; i++)
        packet[i] = (uint8_t)mixed(element + 1 + i);
    rvt_tunnel_scoreboard_beat(scoreboard, element, packet, PACKET, true);
}

static void send_tunnel(void *scoreboard, unsigned element, enum how how)
{
    unsigned index = element % PARTS, wrong = how == ALTERED ? 1 : 0;

    if (how == STRANGE)
        rvt_tunnel_scoreboard_payload(scoreboard, 1000 + element, 0x5a, 1, false);
    else if (index == 0)
        rvt_tunnel_scoreboard_message(scoreboard, 1000 + element, TUNNEL_HEADER ^ wrong, 0);
    else
        rvt_tunnel_scoreboard_payload(scoreboard, 1000 + element, (mixed(element) & 0xff) ^ wrong,
                                      1, index == PARTS - 1);
}

/* ---- tunnel that writes itself ---- */

/* The header, two writes of the timestamp, three of the packet, the checksum. The timestamp is that
 * of the first write, and every message has another. */
enum { TIMED_WRITES = 7, TIMED_BYTES = 12, TIMED_HEADER = TUNNEL_HEADER | 3 << 10 };

static uint64_t time_of(unsigned message)
{
    return UINT64_C(0x123456789) + 0x1111 * message;
}

static uint32_t timed_value(unsigned element)
{
    unsigned index = element % TIMED_WRITES, first = element - index;
    uint64_t time = time_of(element / TIMED_WRITES);
    uint32_t word[TIMED_WRITES - 1] = {TIMED_HEADER,     (uint32_t)time,   (uint32_t)(time >> 32),
                                       mixed(first + 3), mixed(first + 4), mixed(first + 5)};
    uint8_t byte[4 * (TIMED_WRITES - 1)];

    for (unsigned i = 0; i < sizeof byte; i++)
        byte[i] = (uint8_t)(word[i / 4] >> 8 * (i % 4));
    return index < TIMED_WRITES - 1 ? word[index] : rvt_crc32c(0, byte, sizeof byte);
}

static void *open_timed(unsigned *count)
{
    static const struct rvt_tunnel_options OPTIONS = {
        .protocol = 5, .origin = 0x123, .severity = 4, .checksum = true, .stamp = true};
    struct rvt_tunnel_scoreboard *scoreboard;

    cr_assert(rvt_tunnel_scoreboard_open(false, &scoreboard) == RVT_OK);
    rvt_tunnel_scoreboard_options(scoreboard, &OPTIONS);
    *count = 60 * TIMED_WRITES;
    return scoreboard;
}

static void feed_timed(void *scoreboard, unsigned element)
{
    uint8_t packet[TIMED_BYTES];

    if (element % TIMED_WRITES > 0)
        return;
    for (unsigned i = 0; i < TIMED_BYTES; i++)
        packet[i] = (uint8_t)(mixed(element + 3 + i / 4) >> 8 * (i % 4));
    rvt_tunnel_scoreboard_beat(scoreboard, element, packet, TIMED_BYTES, true);
}

static void send_timed(void *scoreboard, unsigned element, enum how how)
{
    const struct rvt_syst_input carrier = {
        .marked = true, .master = 7, .channel = 9, .timestamp = time_of(element / TIMED_WRITES)};
    const struct rvt_stp_port_write write =
        message_write(element % TIMED_WRITES, TIMED_WRITES, timed_value(element), how);

    rvt_tunnel_scoreboard_carrier(scoreboard, &carrier);
    rvt_tunnel_scoreboard_write(scoreboard, 1000 + element, &write);
}

/* ---- all of them ---- */

static const struct driver DRIVERS[] = {
    {"arbiter", "write", 1, 1, 32, "ArbiterWrite", "399 of 400 writes", open_arbiter, feed_arbiter,
     send_arbiter},
    {"stp", "nibble", 2, 1, 64, "STP-003", "1330 of 1331 bytes", open_stp, feed_stp, send_stp},
    {"frame", "byte", 1, 1, 128, "FrameBytes", "695 of 696 bytes", open_frame, feed_frame,
     send_frame},
    {"syst", "write", 1, 1, 32, "SystValue", "399 writes with 1596 bytes", open_syst, feed_syst,
     send_syst},
    {"tunnel", "part", 1, 0, 128, "TunnelBytes", "49 of 50 packets, 349 of 350 bytes", open_tunnel,
     feed_tunnel, send_tunnel},
    {"tunnel writes", "write", 1, 0, 32, "SystValue", "59 of 60 packets, 708 of 720 bytes",
     open_timed, feed_timed, send_timed},
};

static unsigned elements; /* of the latest run */

enum { COUNT = sizeof DRIVERS / sizeof DRIVERS[0], FINDINGS_MAX = 9 };

/* A run with faults. lead: elements that go in before they leave. */
static void *run(const struct driver *driver, const struct fault *fault, unsigned faults,
                 unsigned lead, const struct rvt_waivers *waivers)
{
    const struct rvt_transport_options options = {.findings_max = FINDINGS_MAX, .waivers = waivers};
    void *scoreboard = driver->open(&elements);
    unsigned fed = 0;

    cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
    for (unsigned i = 0; i < elements; i++) {
        enum how how = RIGHT;
        bool missing = false;
        while (fed < elements && fed <= i + lead)
            driver->feed(scoreboard, fed++);
        for (unsigned f = 0; f < faults; f++) {
            for (unsigned extra = 0; i == fault[f].at && extra < fault[f].extra; extra++)
                driver->send(scoreboard, i, STRANGE);
            if (i >= fault[f].at && i - fault[f].at < fault[f].altered)
                how = ALTERED;
            missing = missing || (i >= fault[f].at && i - fault[f].at < fault[f].missing);
        }
        if (!missing)
            driver->send(scoreboard, i, how);
    }
    rvt_transport_end(scoreboard, 9999);
    return scoreboard;
}

/* There are so many findings, and all but so many elements are equal. Closes. first, second: words
 * of findings, or null. */
static void expect(const struct driver *driver, void *scoreboard, unsigned findings,
                   unsigned unequal, const char *first, const char *second)
{
    const char *words[] = {first, second};
    uint64_t equal = (uint64_t)(elements - unequal) * driver->counted;
    const char *text = rvt_transport_finding(scoreboard, 0);

    cr_expect_eq(rvt_transport_findings(scoreboard), findings, "%s: %u findings, not %u: %s",
                 driver->name, rvt_transport_findings(scoreboard), findings,
                 text != NULL ? text : "none");
    cr_expect(rvt_transport_compared(scoreboard) == equal ||
                  (driver->counted == 0 && rvt_transport_compared(scoreboard) > 0),
              "%s: not %u: %s", driver->name, (unsigned)equal, rvt_transport_counts(scoreboard));
    cr_expect_eq(rvt_transport_passed(scoreboard), findings == 0);
    for (unsigned i = 0; i < 2 && words[i] != NULL; i++) {
        text = rvt_transport_finding(scoreboard, i);
        cr_expect(text != NULL && strstr(text, words[i]) != NULL, "%s: %s lacks '%s'", driver->name,
                  text != NULL ? text : "nothing", words[i]);
    }
    rvt_transport_close(scoreboard);
}

/* "3 bytes are missing" */
static const char *parts(const struct driver *driver, char *text, unsigned lost, const char *one,
                         const char *many)
{
    unsigned units = lost * driver->units;

    (void)snprintf(text, 64, "\n  in all    %u %s%s %s", units, driver->unit, units == 1 ? "" : "s",
                   units == 1 ? one : many);
    return text;
}

static const unsigned LEADS[] = {0, 3, 60, 1000};

/* Each fault alone is one finding that says what it is. */
Test(exact_recovery, each_break_is_one_finding)
{
    static const struct {
        struct fault fault;
        unsigned elements, unequal;
        const char *one, *many;
    } CASES[] = {
        {{.at = FIRST, .missing = 1}, 1, 1, "is missing", "are missing"},
        {{.at = FIRST, .missing = 3}, 3, 3, "is missing", "are missing"},
        {{.at = FIRST, .extra = 1}, 1, 0, "is extra", "are extra"},
        {{.at = FIRST, .extra = 3}, 3, 0, "is extra", "are extra"},
    };

    for (unsigned d = 0; d < COUNT; d++) {
        for (unsigned i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
            for (unsigned lead = 0; lead < sizeof LEADS / sizeof LEADS[0]; lead++) {
                char text[64];
                void *scoreboard = run(&DRIVERS[d], &CASES[i].fault, 1, LEADS[lead], NULL);
                expect(&DRIVERS[d], scoreboard, 1, CASES[i].unequal,
                       parts(&DRIVERS[d], text, CASES[i].elements, CASES[i].one, CASES[i].many),
                       NULL);
            }
        }
    }
}

/* An altered element is what it always was, and what follows is compared. */
Test(exact_recovery, an_altered_element_does_not_end_the_comparison)
{
    const struct fault fault = {.at = FIRST, .altered = 1};

    for (unsigned d = 0; d < COUNT; d++) {
        for (unsigned lead = 0; lead < sizeof LEADS / sizeof LEADS[0]; lead++) {
            void *scoreboard = run(&DRIVERS[d], &fault, 1, LEADS[lead], NULL);
            cr_expect(strstr(rvt_transport_finding(scoreboard, 0), "in all") == NULL, "%s",
                      rvt_transport_finding(scoreboard, 0));
            cr_expect(strstr(rvt_transport_counts(scoreboard), DRIVERS[d].summary) != NULL, "%s",
                      rvt_transport_counts(scoreboard));
            expect(&DRIVERS[d], scoreboard, 1, 1, DRIVERS[d].clause, NULL);
        }
    }
}

Test(exact_recovery, what_is_between_two_breaks_is_compared)
{
    const struct fault faults[] = {{.at = FIRST, .altered = 1}, {.at = SECOND, .missing = 2}};

    for (unsigned d = 0; d < COUNT; d++) {
        char text[64];
        void *scoreboard = run(&DRIVERS[d], faults, 2, 3, NULL);
        expect(&DRIVERS[d], scoreboard, 2, 3, DRIVERS[d].clause,
               parts(&DRIVERS[d], text, 2, "is missing", "are missing"));
    }
}

Test(exact_recovery, a_permanent_fault_is_one_finding)
{
    for (unsigned d = 0; d < COUNT; d++) {
        const struct fault fault = {.at = FIRST, .altered = UINT32_MAX};
        char text[128];
        (void)snprintf(text, sizeof text, "the streams do not agree again within %u %ss",
                       DRIVERS[d].window * DRIVERS[d].units, DRIVERS[d].unit);
        void *scoreboard = run(&DRIVERS[d], &fault, 1, 3, NULL);
        expect(&DRIVERS[d], scoreboard, 1, elements - FIRST, text, NULL);
    }
}

/* Nothing agrees in the window, and later everything does. */
Test(exact_recovery, the_place_is_found_again_after_the_window)
{
    for (unsigned d = 0; d < COUNT; d++) {
        const struct fault fault = {.at = FIRST, .altered = DRIVERS[d].window + 10};
        expect(&DRIVERS[d], run(&DRIVERS[d], &fault, 1, 3, NULL), 1, fault.altered,
               "the streams do not agree again", NULL);
    }
}

Test(exact_recovery, a_break_at_the_end_is_found)
{
    for (unsigned d = 0; d < COUNT; d++) {
        const struct driver *driver = &DRIVERS[d];
        rvt_transport_close(driver->open(&elements));
        const struct fault last = {.at = elements - 1, .altered = 1};
        const struct fault gap = {.at = elements - 3, .missing = 2};
        char text[64];

        expect(driver, run(driver, &last, 1, 3, NULL), 1, 1, "differs", NULL);
        expect(driver, run(driver, &gap, 1, 3, NULL), 1, 2,
               parts(driver, text, 2, "is missing", "are missing"), NULL);
    }
}

/* A waived difference does not end the comparison, and hides no other. */
Test(exact_recovery, waivers)
{
    const struct fault faults[] = {{.at = FIRST, .altered = 1}, {.at = SECOND, .missing = 2}};

    for (unsigned d = 0; d < COUNT; d++) {
        struct rvt_waivers waivers = {.count = 1,
                                      .waiver = {{.has_kind = true, .kind = RVT_MISMATCH_DIFFERS}}};
        char text[64];

        (void)snprintf(waivers.waiver[0].clause, sizeof waivers.waiver[0].clause, "%s",
                       DRIVERS[d].clause);
        expect(&DRIVERS[d], run(&DRIVERS[d], faults, 1, 3, &waivers), 0, 1, NULL, NULL);
        expect(&DRIVERS[d], run(&DRIVERS[d], faults, 2, 3, &waivers), 1, 3,
               parts(&DRIVERS[d], text, 2, "is missing", "are missing"), NULL);
        expect(&DRIVERS[d], run(&DRIVERS[d], NULL, 0, 3, &waivers), 1, 0, "[WaiverUsed]", NULL);
    }
}

/* A place that is lost for good after a waived difference fails the run. */
Test(exact_recovery, a_waiver_does_not_hide_the_rest)
{
    for (unsigned d = 0; d < COUNT; d++) {
        const struct fault fault = {.at = FIRST, .altered = UINT32_MAX};
        const struct rvt_waivers waivers = {
            .count = 1, .waiver = {{.has_kind = true, .kind = RVT_MISMATCH_STREAMS}}};
        void *scoreboard = run(&DRIVERS[d], &fault, 1, 3, &waivers);
        expect(&DRIVERS[d], scoreboard, 1, elements - FIRST,
               "did not find its place again [WaivedRest]", NULL);
    }
}

/* Messages that a tunnel was expected to send while a break was not over are compared whole, with
 * the timestamps that they begin with. */
Test(exact_recovery, a_timestamp_after_a_break_is_compared)
{
    const struct driver *driver = &DRIVERS[COUNT - 1];
    const struct fault faults[] = {{.at = FIRST, .altered = 1},
                                   {.at = 25 * TIMED_WRITES + 1, .altered = 1}};

    for (unsigned lead = 0; lead < sizeof LEADS / sizeof LEADS[0]; lead++)
        expect(driver, run(driver, faults, 2, LEADS[lead], NULL), 2, 2, "SystValue",
               "optional fields, byte 4 of the message");
}
