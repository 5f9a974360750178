/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rules that a carrier breaks: whether packets were lost, which, and where that is reported. Each
 * capture is fed as a whole, and again in pieces of every size: the results are the same. */
#include "tests/unit/stp_file.h"

#include <inttypes.h>

#include "base/text.h"
#include "transport/carrier/packet_stream.h"

TestSuite(packet_stream, .init = scratch_init, .fini = scratch_fini);

/* What comes out of a capture: packets by the first byte of their payload, faults and losses by
 * their clause and position; and what the carrier breaks without loss. */
struct result {
    char events[2048], findings[1024];
    struct rvt_text event, finding;
    unsigned packets, faults;
    struct rvt_carrier_others others;
};

static void on_packet(void *context, const struct rvt_encap_event *event)
{
    struct result *result = context;

    if (event->encap.kind != RVT_ENCAP_NORMAL)
        return;
    rvt_text_add(&result->event, "%x\n", event->encap.payload.byte[0]);
    result->packets++;
}

static void on_fault(void *context, enum rvt_encap_event_kind kind, const struct rvt_diag *diag)
{
    struct result *result = context;

    cr_expect(eq(int, kind == RVT_ENCAP_EVENT_LOSS, diag->status == RVT_ERR_SEQUENCE));
    rvt_text_add(&result->event, "lost %s %" PRIu64 "\n", diag->clause, diag->position);
    result->faults++;
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct result *result = context;

    if (rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_INFO)
        rvt_text_add(&result->finding, "found %s\n", rvt_rule_text(finding->rule)->number);
}

/* Feeds the capture in pieces of this many bytes. */
static void feed(struct result *result, const struct rvt_config *config, enum rvt_carrier carrier,
                 const uint8_t *data, size_t bytes, size_t piece)
{
    const struct rvt_packet_stream_output output = {
        .packet = on_packet, .fault = on_fault, .context = result};
    struct rvt_packet_stream *stream = NULL;

    *result = (struct result){.packets = 0};
    rvt_text_init(&result->event, result->events, sizeof result->events);
    rvt_text_init(&result->finding, result->findings, sizeof result->findings);
    cr_assert(rvt_packet_stream_open(config, carrier, on_finding, result, &stream) == RVT_OK);
    for (size_t at = 0; at < bytes; at += piece)
        cr_assert(rvt_packet_stream_push(stream, data + at, bytes - at < piece ? bytes - at : piece,
                                         &output) == RVT_OK);
    cr_assert(rvt_packet_stream_finish(stream, &output) == RVT_OK);
    result->others = *rvt_packet_stream_others(stream);
    rvt_packet_stream_close(stream);
}

/* The result of the whole capture, and that of pieces of every size. */
static struct result feed_all(const struct rvt_config *config, enum rvt_carrier carrier,
                              const uint8_t *data, size_t bytes)
{
    struct result whole, cut;

    feed(&whole, config, carrier, data, bytes, bytes);
    for (size_t piece = 1; piece < bytes; piece++) {
        feed(&cut, config, carrier, data, bytes, piece);
        cr_expect(eq(str, cut.events, whole.events), "pieces of %zu", piece);
        cr_expect(eq(str, cut.findings, whole.findings), "pieces of %zu", piece);
    }
    return whole;
}

static void expect(const uint8_t *data, size_t bytes, enum rvt_carrier carrier, bool framed,
                   const char *findings, const char *events)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    config.transport.frame_stream = framed;
    struct result result = feed_all(&config, carrier, data, bytes);
    cr_expect(eq(str, result.findings, TEXT(findings)));
    cr_expect(eq(str, result.events, TEXT(events)));
}

static void expect_stp_findings(const char *lines, const char *findings, const char *events)
{
    size_t bytes = 0;
    char *data = scratch_read(stp_file(lines), &bytes);

    expect((const uint8_t *)data, bytes, RVT_CARRIER_STP, false, findings, events);
    free(data);
}

static void expect_stp(const char *lines, const char *events)
{
    expect_stp_findings(lines, "", events);
}

/* Shows: SEQ-001, SEQ-006, SYST-002 */
Test(packet_stream, what_other_channels_break_costs_nothing)
{
    expect_stp_findings(BEGIN START "D16M 1f01\n"
                                    "C8 07\nD32TS 00000005 @\nFLAG\n" /* a reserved type */
                        START "D32TS 01000006 @\nFLAG\n"              /* unfinished */
                                    "M8 02\nD8 11\nD8TS 06 @\nD4 1\n" /* 4 bits */
                                    "M8 01\n" START "D16M 2f01\n",
                        "found SYST-002\nfound SEQ-001\nfound SEQ-006\n", "1f\n2f\n");
}

/* Shows: STP-006, SYST-003 */
Test(packet_stream, messages_of_others_are_not_of_the_source)
{
    expect_stp(BEGIN START "D16M 1f01\nC8 07\n" START "D16M 2f01\nM8 02\n" START
                           "D16M 3f01\nM8 01\nD32TS 02000006 @\nD16M 4f01\n",
               "1f\n");
}

/* Others may use any edition of SyS-T: binary data, which edition 1.0 has not, breaks no rule.
 * Shows: SYST-104 */
Test(packet_stream, binary_data_of_others_is_accepted)
{
    expect_stp(BEGIN START "D16M 1f01\nC8 07\nD32TS 00000009 @\nD32M 01020304\nC8 00\n" START
                           "D16M 2f01\n",
               "1f\n2f\n");
}

/* Three messages of others: of the first one, its channel and protocol. */
Test(packet_stream, the_first_message_of_others_is_described)
{
    struct rvt_config config;
    struct result result;
    size_t bytes = 0;
    char *data =
        scratch_read(stp_file(BEGIN START "D16M 1f01\nC8 07\n" START "D16M 2f01\nC8 05\n"
                                          "D32TS 02000006 @\nD16M 3f01\n" START "D16M 4f01\n"),
                     &bytes);

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    feed(&result, &config, RVT_CARRIER_STP, (const uint8_t *)data, bytes, bytes);
    cr_expect(eq(u64, result.others.messages, 3));
    cr_expect(eq(u16, result.others.master, 1));
    cr_expect(eq(u16, result.others.channel, 7));
    cr_expect(eq(u8, result.others.protocol, 1));
    free(data);
}

/* Masters and channels have 16 bits. Shows: STP-011 */
Test(packet_stream, others_may_have_large_numbers)
{
    struct rvt_config config;
    struct result result;
    size_t bytes = 0;
    char *data = scratch_read(
        stp_file(BEGIN START "D16M 1f01\nM16 1234\nC16 5678\n" START "D16M 2f01\n"), &bytes);

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    feed(&result, &config, RVT_CARRIER_STP, (const uint8_t *)data, bytes, bytes);
    cr_expect(eq(u16, result.others.master, 0x1234));
    cr_expect(eq(u16, result.others.channel, 0x5678));
    free(data);
}

/* The stream ends in a message. Shows: SEQ-009 */
Test(packet_stream, a_message_cut_by_the_end_is_lost)
{
    expect_stp(BEGIN START "D16M 1f01\n" START "D16 2f01\n", "1f\nlost SEQ-009 47\n");
}

/* The first message of the source has no body. Shows: ENC-004 */
Test(packet_stream, a_message_may_be_empty)
{
    expect_stp_findings(BEGIN "D32MTS 01000006 @0000000000000000\n" START "D16M 1f01\n",
                        "found SEQ-011\n", "1f\n");
}

/* Of one packet, a finding that may be a loss comes after those that cannot be one.
 * Shows: STP-004, STP-007 */
Test(packet_stream, a_finding_that_may_be_a_loss_waits)
{
    expect_stp_findings(BEGIN "D32TS 01000006 @0000000000000005\nD16M 1f01\nASYNC\n" START
                              "D16M 2f01\n",
                        "found STP-007\nfound STP-004\nfound SEQ-015\nfound STP-002\n", "1f\n2f\n");
}

/* Shows: STP-009 */
Test(packet_stream, a_reported_loss_between_two_messages_is_one)
{
    expect_stp(BEGIN START "D16M 1f01\nGERR 00\nM8 01\n" START "D16M 2f01\n",
               "1f\nlost STP-009 31\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nMERR 00\n" START "D16M 2f01\n", "1f\nlost STP-009 31\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nCERR 00\n" START "D16M 2f01\n", "1f\nlost STP-009 31\n2f\n");
    expect_stp_findings(BEGIN START "D16M 1f01\nM8 02\nMERR 00\nM8 01\n" START "D16M 2f01\n",
                        "found STP-009\n", "1f\n2f\n");
    expect_stp_findings(BEGIN START "D16M 1f01\nC8 07\nCERR 00\nC8 00\n" START "D16M 2f01\n",
                        "found STP-009\n", "1f\n2f\n");
}

/* Shows: STP-002, SYST-004 */
Test(packet_stream, a_message_that_is_delivered_is_not_lost)
{
    expect_stp_findings(BEGIN "D32TS 01000086 @0000000000000000\nD16M 1f01\n" START "D16M 2f01\n",
                        "found SYST-004\n", "1f\n2f\n");
    expect_stp_findings("ASYNC\nM8 01\nVERSION 3\nM8 01\n" START "D16M 1f01\n", "found STP-002\n",
                        "1f\n");
}

/* Shows: SEQ-001, SYST-008 */
Test(packet_stream, a_message_that_is_not_delivered_is_lost)
{
    /* A wrong checksum; what follows is whole. */
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

/* Shows: STP-003, STP-015 */
Test(packet_stream, nibbles_that_are_no_packet_are_a_loss)
{
    expect_stp(BEGIN START "D16M 1f01\nLOST f02000000\n" BEGIN START "D16M 2f01\n",
               "1f\nlost STP-015 31\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nLOST ff0000000\n" BEGIN START "D16M 2f01\n",
               "1f\nlost STP-003 31\n2f\n");
}

/* Shows: ENC-005 */
Test(packet_stream, a_bad_packet_ends_with_its_message)
{
    /* A header with a timestamp, where the configuration has none: its length is unknown. */
    expect_stp(BEGIN START "D16M 1f01\n" START "D16M 2f81\n" START "D16M 3f01\n",
               "1f\nlost ENC-005 44\n3f\n");
    /* Its position is that of the STP packet that holds it, not of its message. */
    expect_stp(BEGIN START "D16 1f01\nD16M 2f81\n", "1f\nlost ENC-005 30\n");
}

/* Eight messages of one packet each. */
#define EIGHT                                                                                      \
    START "D16M 1001\n" START "D16M 1101\n" START "D16M 1201\n" START "D16M 1301\n" START          \
          "D16M 1401\n" START "D16M 1501\n" START "D16M 1601\n" START "D16M 1701\n"

/* Shows: ENC-004 */
Test(packet_stream, a_packet_that_crosses_its_message_is_a_fault_if_none_did_before)
{
    expect_stp(BEGIN EIGHT START "D16M 2f03\n" START "D16M 3f01\n" START "D16M 4f01\n",
               "10\n11\n12\n13\n14\n15\n16\n17\nlost ENC-004 176\n3f\n4f\n");
    expect_stp(BEGIN EIGHT START "D16M 1801\n" START "D16M 2f03\n" START "D16M 3f01\n",
               "10\n11\n12\n13\n14\n15\n16\n17\n18\nlost ENC-004 193\n3f\n");
}

/* Shows: ENC-004, ENC-005 */
Test(packet_stream, later_messages_show_that_packets_do_not_cross_theirs)
{
    /* A wrong length in the first message, or soon after another fault. */
    expect_stp(BEGIN START "D16M 2f03\n" EIGHT,
               "lost ENC-004 44\n10\n11\n12\n13\n14\n15\n16\n17\n");
    expect_stp(BEGIN START "D16M 2f81\n" START "D16M 3f03\n" EIGHT,
               "lost ENC-005 28\nlost ENC-004 61\n10\n11\n12\n13\n14\n15\n16\n17\n");
    /* One seems to cross the end of its message, until more messages are there. */
    expect_stp(BEGIN START "D16M 2f03\n" START "D16M 3f01\n" START "D16M 4f81\n" EIGHT,
               "2f\nlost ENC-005 61\n10\n11\n12\n13\n14\n15\n16\n17\n");
}

enum { MESSAGES = 200, BAD = 145, LINE = 80 };

/* Counts packets, and checks where they are. */
static void on_long_packet(void *context, const struct rvt_encap_event *event)
{
    struct result *result = context;

    /* ASYNC, VERSION and M8 have 29 nibbles, a message 54: 27 of them before its packet. */
    cr_expect(eq(u64, event->position, (29 + 54 * (result->packets + result->faults) + 27) / 2));
    result->packets++;
}

/* Messages with a packet of twelve bytes each, more than the reader looks at in one go. One has no
 * header, the next one a wrong length, and few of the messages after it are there when it is met.
 * Blocks do not count in messages. Shows: ENC-004, ENC-005, ENC-017 */
Test(packet_stream, later_messages_show_it_wherever_the_capture_is_cut)
{
    static char lines[LINE * (MESSAGES + 1)] = BEGIN;
    static const size_t pieces[] = {1, 7, 64, 1000, 4096, 100000};
    struct rvt_config config;
    size_t bytes = 0;

    for (unsigned i = 0; i < MESSAGES; i++)
        (void)snprintf(lines + strlen(lines), LINE, START "D64 11111111111111%s\nD32M 22222222\n",
                       i == BAD       ? "81"
                       : i == BAD + 1 ? "0f"
                                      : "0b");
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.block_bytes = 64};
    char *data = scratch_read(stp_file(lines), &bytes);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        struct result result = {.packets = 0};
        const struct rvt_packet_stream_output output = {
            .packet = on_long_packet, .fault = on_fault, .context = &result};
        struct rvt_packet_stream *stream = NULL;

        rvt_text_init(&result.event, result.events, sizeof result.events);
        cr_assert(rvt_packet_stream_open(&config, RVT_CARRIER_STP, NULL, NULL, &stream) == RVT_OK);
        for (size_t at = 0; at < bytes; at += pieces[i])
            cr_assert(rvt_packet_stream_push(stream, (const uint8_t *)data + at,
                                             bytes - at < pieces[i] ? bytes - at : pieces[i],
                                             &output) == RVT_OK);
        cr_assert(rvt_packet_stream_finish(stream, &output) == RVT_OK);
        rvt_packet_stream_close(stream);
        cr_expect(eq(uint, result.packets, MESSAGES - 2));
        cr_expect(eq(uint, result.faults, 2));
    }
    free(data);
}

/* A packet in two messages, one in a third. */
#define CUT START "D16M 2f03\n" START "D16M 2221\n" START "D16M 4f01\n"

/* Shows: ENC-004, SEQ-001 */
Test(packet_stream, packets_may_cross_their_messages)
{
    /* From the first one on; and later, at the cost of one packet. */
    expect_stp(BEGIN START "D16M 2f03\n" START "D16M 2221\n" START "D16M 4f01\n", "2f\n4f\n");
    expect_stp(BEGIN EIGHT START "D16M 2f03\n" START "D32M 3f010101\n" START "D16M 5f03\n" START
                                 "D32M 4f015150\n",
               "10\n11\n12\n13\n14\n15\n16\n17\nlost ENC-004 176\n1\n3f\n5f\n4f\n");
    /* Again and again, with a whole message in between. */
    expect_stp(BEGIN CUT CUT CUT CUT CUT CUT CUT CUT CUT, "2f\n4f\n2f\n4f\n2f\n4f\n2f\n4f\n2f\n4f\n"
                                                          "2f\n4f\n2f\n4f\n2f\n4f\n2f\n4f\n");
    /* Then the place of the next packet is unknown after a loss. */
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

/* Shows: FRM-008, ENC-012 */
Test(packet_stream, a_loss_in_frames_comes_after_the_data_before_it)
{
    uint8_t data[2 * sizeof FSYNC + 16 + 6 + 16];

    memcpy(data, FSYNC, 4);
    put_frame(data + 4, 0x10);
    put_frame(data + 20, 0x20); /* only six bytes of it remain */
    memcpy(data + 26, FSYNC, 4);
    put_frame(data + 30, 0x30); /* where a packet begins in it is unknown */
    expect(data, sizeof data, RVT_CARRIER_FRAME, true, "",
           "10\n12\n14\n16\n18\n1a\n1c\nlost FRM-008 26\n");
}

/* Shows: FRM-014 */
Test(packet_stream, bytes_before_the_first_fsync_may_be_of_the_source)
{
    uint8_t data[3 + sizeof FSYNC + 16] = {0};

    memcpy(data + 3, FSYNC, 4);
    put_frame(data + 7, 0x10);
    expect(data, sizeof data, RVT_CARRIER_FRAME, true, "", "lost FRM-014 3\n");
}

/* Shows: FRM-005 */
Test(packet_stream, bytes_without_an_id_may_be_of_the_source)
{
    uint8_t data[16];

    put_frame(data, 0x10);
    data[0] = 0x22; /* no ID: fifteen bytes of no source */
    data[4] = 1 << 1 | 1;
    expect(data, sizeof data, RVT_CARRIER_FRAME, false, "", "lost FRM-005 0\n");
}

/* Shows: FRM-011, ENC-004 */
Test(packet_stream, a_packet_cut_by_the_carrier_is_one_loss)
{
    uint8_t data[16 + 16];

    put_frame(data, 0x10);
    data[13] = 31; /* longer than what remains */
    put_frame(data + 16, 0x20);
    expect(data, 16 + 5, RVT_CARRIER_FRAME, false, "", "10\n12\n14\n16\n18\n1a\nlost FRM-011 16\n");
}

/* Sources of frames that others have, and a rule that costs nothing. Shows: FRM-004, FRM-007 */
Test(packet_stream, other_ids_of_frames_are_noted)
{
    struct rvt_config config;
    uint8_t data[32];

    put_frame(data, 0x10);
    data[13] = 0;
    data[14] = 0x22 << 1 | 1; /* the ID of the next frame, with its auxiliary bit */
    data[15] = 0x80;
    put_frame(data + 16, 0x20);
    data[16] = 0x5e; /* two bytes of ID 0x22 */
    data[18] = 1 << 1 | 1;
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    struct result result = feed_all(&config, RVT_CARRIER_FRAME, data, sizeof data);
    for (unsigned id = 0; id <= RVT_FRAME_ID_MAX; id++)
        cr_expect(result.others.id[id] == (id == 0x22), "ID %u", id);
    cr_expect(eq(str, result.findings, TEXT("found FRM-004\n")));
    cr_expect(eq(str, result.events, TEXT("10\n12\n14\n16\n18\n1a\n22\n24\n26\n28\n2a\n2c\n")));
}

/* A message of one packet that is not short is whole, if its type alone breaks the rule; one whose
 * bytes are missing is lost. Shows: SEQ-011, SEQ-013 */
Test(packet_stream, messages_of_one_packet)
{
    expect_stp_findings(BEGIN START "D16M 1f01\nD32MTS 01000006 @\n" START "D16M 2f01\n",
                        "found SEQ-011\n", "1f\n2f\n");
    expect_stp(BEGIN START "D16M 1f01\nD16MTS 1f01 @\n" START "D16M 2f01\n",
               "1f\nlost SEQ-011 31\n2f\n");
}
