/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a carrier breaks: whether packets were lost by it, which, and where that is told. */
#include "tests/unit/scratch.h"

#include <inttypes.h>

#include "base/text.h"
#include "io/output.h"
#include "io/stream.h"
#include "io/transport/stp_text.h"

TestSuite(carried, .init = scratch_init, .fini = scratch_fini);

#define BEGIN "ASYNC\nVERSION 3\nM8 01\n"
#define START "D32TS 01000006 @0000000000000000\n" /* RAW, protocol 1, no checksum */

/* An STP stream of these lines. */
static const char *stp_file(const char *lines)
{
    struct rvt_stp_text text = {.format = {.time_type = RVT_STP_TIME_UNKNOWN}};
    const char *path = scratch_path("s.stp");
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_output_open(path, &text.output, &diag), RVT_OK));
    for (const char *end; (end = strchr(lines, '\n')) != NULL; lines = end + 1)
        cr_assert(rvt_stp_text_line(&text, lines, (size_t)(end - lines), &diag) == RVT_OK, "%s",
                  diag.text);
    cr_assert(eq(int, rvt_stp_text_finish(&text), RVT_OK));
    cr_assert(eq(int, rvt_output_finish(text.output, &diag), RVT_OK));
    return path;
}

static void told(void *context, const struct rvt_finding *finding)
{
    if (rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_INFO)
        rvt_text_add(context, "told %s\n", rvt_rule_text(finding->rule)->number);
}

/* Packets by the first byte of their payload, what is lost by its rule, what is only told. */
static void expect(const char *path, enum rvt_stream_form form, bool framed, const char *expected)
{
    struct rvt_stream *stream = NULL;
    struct rvt_config config;
    struct rvt_stream_item item;
    struct rvt_text text;
    struct rvt_diag diag;
    char out[1024];
    bool end = false;

    rvt_text_init(&text, out, sizeof out);
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    config.transport.frame_stream = framed;
    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_stream_open(path, &config, form, &stream, &diag), RVT_OK));
    rvt_stream_findings(stream, told, &text);
    while (!end) {
        rvt_diag_clear(&diag);
        if (rvt_stream_read(stream, &item, &end, &diag) != RVT_OK)
            rvt_text_add(&text, "lost %s %" PRIu64 "\n", diag.clause, diag.position);
        else if (!end && item.encap.kind == RVT_ENCAP_NORMAL)
            rvt_text_add(&text, "%x\n", item.encap.payload.byte[0]);
    }
    rvt_stream_close(stream);
    cr_expect(eq(str, out, TEXT(expected)));
}

static void expect_stp(const char *lines, const char *expected)
{
    expect(stp_file(lines), RVT_STREAM_STP, false, expected);
}

Test(carried, what_other_channels_break_costs_nothing)
{
    expect_stp(BEGIN START "D16M 1f01\n"
                           "C8 07\nD32TS 00000005 @\nFLAG\n" /* a reserved type */
               START "D32TS 01000006 @\nFLAG\n"              /* unfinished */
                           "M8 02\nD8 11\nD8TS 06 @\nD4 1\n" /* 4 bits */
                           "M8 01\n" START "D16M 2f01\n",
               "told SYST-002\ntold SEQ-001\ntold SEQ-006\n1f\n2f\n");
}

Test(carried, messages_of_others_are_not_of_the_source)
{
    expect_stp(BEGIN START "D16M 1f01\nC8 07\n" START "D16M 2f01\nM8 02\n" START
                           "D16M 3f01\nM8 01\nD32TS 02000006 @\nD16M 4f01\n",
               "1f\n");
}

Test(carried, a_reported_loss_between_two_messages_is_one)
{
    expect_stp(BEGIN START "D16M 1f01\nGERR 00\nM8 01\n" START "D16M 2f01\n",
               "1f\nlost STP-009 31\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nMERR 00\n" START "D16M 2f01\n", "1f\nlost STP-009 31\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nCERR 00\n" START "D16M 2f01\n", "1f\nlost STP-009 31\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nM8 02\nMERR 00\nM8 01\n" START "D16M 2f01\n",
               "told STP-009\n1f\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nC8 07\nCERR 00\nC8 00\n" START "D16M 2f01\n",
               "told STP-009\n1f\n2f\n");
}

Test(carried, a_message_that_is_delivered_is_not_lost)
{
    expect_stp(BEGIN "D32TS 01000086 @0000000000000000\nD16M 1f01\n" START "D16M 2f01\n",
               "told SYST-004\n1f\n2f\n");
    expect_stp("ASYNC\nM8 01\nVERSION 3\nM8 01\n" START "D16M 1f01\n", "told STP-002\n1f\n");
}

Test(carried, a_message_that_is_not_delivered_is_lost)
{
    /* A wrong checksum; what comes behind it is whole. */
    expect_stp(BEGIN START "D16M 1f01\nD32TS 01000406 @\nD16 2f01\nD32M 00000000\n" START
                           "D16M 3f01\n",
               "1f\nlost SYST-008 39\n3f\n");
    /* Its end is missing. */
    expect_stp(BEGIN START "D16M 1f01\n" START "D16 2f01\n" START "D16M 3f01\n",
               "1f\nlost SEQ-001 47\n3f\n");
    /* The last of the stream. */
    expect_stp(BEGIN START "D16M 1f01\nD32TS 01000406 @\nD16 2f01\nD32M 00000000\n",
               "1f\nlost SYST-008 39\n");
}

Test(carried, nibbles_that_are_no_packet_are_a_loss)
{
    expect_stp(BEGIN START "D16M 1f01\nLOST f02000000\n" BEGIN START "D16M 2f01\n",
               "1f\nlost STP-015 31\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nLOST ff0000000\n" BEGIN START "D16M 2f01\n",
               "1f\nlost STP-003 31\n2f\n");
}

Test(carried, a_bad_packet_ends_with_its_message)
{
    /* Headers with a timestamp where there is none: their length is not known. */
    expect_stp(BEGIN START "D16M 1f01\n" START "D16M 2f81\n" START "D16M 3f01\n",
               "1f\nlost ENC-005 44\n3f\n");
    /* It stands where the STP packet does that holds it, not where its message begins. */
    expect_stp(BEGIN START "D16 1f01\nD16M 2f81\n", "1f\nlost ENC-005 30\n");
}

/* Eight messages of a packet. */
#define EIGHT                                                                                      \
    START "D16M 1001\n" START "D16M 1101\n" START "D16M 1201\n" START "D16M 1301\n" START          \
          "D16M 1401\n" START "D16M 1501\n" START "D16M 1601\n" START "D16M 1701\n"

Test(carried, a_packet_that_goes_beyond_its_message_is_bad_where_none_did)
{
    expect_stp(BEGIN EIGHT START "D16M 2f03\n" START "D16M 3f01\n" START "D16M 4f01\n",
               "10\n11\n12\n13\n14\n15\n16\n17\nlost ENC-004 176\n3f\n4f\n");
}

Test(carried, what_comes_shows_that_packets_do_not_go_beyond_their_messages)
{
    /* A length is wrong in the first message, or soon behind another fault. */
    expect_stp(BEGIN START "D16M 2f03\n" EIGHT,
               "lost ENC-004 44\n10\n11\n12\n13\n14\n15\n16\n17\n");
    expect_stp(BEGIN START "D16M 2f81\n" START "D16M 3f03\n" EIGHT,
               "lost ENC-005 28\nlost ENC-004 61\n10\n11\n12\n13\n14\n15\n16\n17\n");
    /* It seems that one goes beyond, until more messages are there. */
    expect_stp(BEGIN START "D16M 2f03\n" START "D16M 3f01\n" START "D16M 4f81\n" EIGHT,
               "2f\nlost ENC-005 61\n10\n11\n12\n13\n14\n15\n16\n17\n");
}

/* Messages of a packet of twelve bytes, more than are looked at in a go. One has no header, the
 * next one a length that is wrong, and few of those behind it are there when it is met. Blocks are
 * not looked for. */
Test(carried, what_comes_shows_it_wherever_the_file_is_cut)
{
    enum { MESSAGES = 200, BAD = 145, LINE = 80 };
    static char lines[LINE * (MESSAGES + 1)] = BEGIN;
    struct rvt_config config;
    struct rvt_stream_item item;
    struct rvt_stream *stream;
    unsigned packets = 0, lost = 0;
    bool end = false;

    for (unsigned i = 0; i < MESSAGES; i++)
        (void)snprintf(lines + strlen(lines), LINE, START "D64 11111111111111%s\nD32M 22222222\n",
                       i == BAD       ? "81"
                       : i == BAD + 1 ? "0f"
                                      : "0b");
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.block_bytes = 64};
    cr_assert(rvt_stream_open(stp_file(lines), &config, RVT_STREAM_STP, &stream, NULL) == RVT_OK);
    while (!end) {
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        if (rvt_stream_read(stream, &item, &end, &diag) != RVT_OK) {
            lost++;
        } else if (!end && item.encap.payload.bytes == 11) {
            /* ASYNC, VERSION and M8 have 29 nibbles, a message 54, 27 of them in front. */
            cr_expect(eq(u64, item.position, (29 + 54 * (packets + lost) + 27) / 2));
            packets++;
        }
    }
    rvt_stream_close(stream);
    cr_expect(eq(uint, packets, MESSAGES - 2));
    cr_expect(eq(uint, lost, 2));
}

/* A packet in two messages, one in a third. */
#define CUT START "D16M 2f03\n" START "D16M 2221\n" START "D16M 4f01\n"

Test(carried, packets_may_go_beyond_their_messages)
{
    /* From the first one on; and later, at the cost of one packet. */
    expect_stp(BEGIN START "D16M 2f03\n" START "D16M 2221\n" START "D16M 4f01\n", "2f\n4f\n");
    expect_stp(BEGIN EIGHT START "D16M 2f03\n" START "D32M 3f010101\n" START "D16M 5f03\n" START
                                 "D32M 4f015150\n",
               "10\n11\n12\n13\n14\n15\n16\n17\nlost ENC-004 176\n1\n3f\n5f\n4f\n");
    /* Again and again, with a whole message in between. */
    expect_stp(BEGIN CUT CUT CUT CUT CUT CUT CUT CUT CUT, "2f\n4f\n2f\n4f\n2f\n4f\n2f\n4f\n2f\n4f\n"
                                                          "2f\n4f\n2f\n4f\n2f\n4f\n2f\n4f\n");
    /* Then the place behind a loss is not known. */
    expect_stp(BEGIN START "D16M 2f03\n" START "D16M 2221\n" START "D16 1f01\n" START "D16M 4f01\n",
               "2f\nlost SEQ-001 63\n");
    expect_stp(BEGIN START "D16M 2f03\n" START "D32M 4f012221\n" START "D16 1f01\n" START
                           "D16M 5f01\n",
               "2f\n4f\nlost SEQ-001 65\n");
}

/* A frame of ID 1 with seven packets of one byte, first, first + 2, ... */
static void put_frame(uint8_t *frame, unsigned first)
{
    memset(frame, 0, 16);
    frame[0] = 1 << 1 | 1;
    for (unsigned i = 0; i < 7; i++) {
        frame[1 + 2 * i] = 1;
        frame[2 + 2 * i] = (uint8_t)(first + 2 * i);
    }
}

static const uint8_t FSYNC[] = {0xff, 0xff, 0xff, 0x7f};

Test(carried, a_loss_in_frames_stands_behind_the_data_before_it)
{
    uint8_t data[2 * sizeof FSYNC + 16 + 6 + 16];

    memcpy(data, FSYNC, 4);
    put_frame(data + 4, 0x10);
    put_frame(data + 20, 0x20); /* six bytes of it are left */
    memcpy(data + 26, FSYNC, 4);
    put_frame(data + 30, 0x30); /* where a packet begins in it is not known */
    expect(scratch_bytes("s.bin", data, sizeof data), RVT_STREAM_FRAME, true,
           "10\n12\n14\n16\n18\n1a\n1c\nlost FRM-008 26\n");
}

Test(carried, bytes_before_the_first_fsync_may_be_of_the_source)
{
    uint8_t data[3 + sizeof FSYNC + 16] = {0};

    memcpy(data + 3, FSYNC, 4);
    put_frame(data + 7, 0x10);
    expect(scratch_bytes("s.bin", data, sizeof data), RVT_STREAM_FRAME, true, "lost FRM-014 3\n");
}

Test(carried, bytes_that_no_id_tells_may_be_of_the_source)
{
    uint8_t data[16];

    put_frame(data, 0x10);
    data[0] = 0x22; /* no ID: fifteen bytes of nobody */
    data[4] = 1 << 1 | 1;
    expect(scratch_bytes("s.bin", data, sizeof data), RVT_STREAM_FRAME, false, "lost FRM-005 0\n");
}

Test(carried, a_packet_that_the_carrier_cuts_is_one_loss)
{
    uint8_t data[16 + 16];

    put_frame(data, 0x10);
    data[13] = 31; /* longer than what is left */
    put_frame(data + 16, 0x20);
    expect(scratch_bytes("s.bin", data, 16 + 5), RVT_STREAM_FRAME, false,
           "10\n12\n14\n16\n18\n1a\nlost FRM-011 16\n");
}
