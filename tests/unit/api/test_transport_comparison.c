/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The comparisons of the transports, each with hardware that is right and hardware that is not. */
#include "tests/unit/api/fixture.h"

/* Newer than the library: a member more. */
struct newer_write {
    struct rvt_port_write known;
    uint64_t more;
};

static struct rvt_port_write data_write(uint8_t data_size, bool stamp, bool marker, uint64_t data)
{
    return (struct rvt_port_write){.size = sizeof(struct rvt_port_write),
                                   .data_size = data_size,
                                   .stamp = stamp,
                                   .marker = marker,
                                   .master = 5,
                                   .channel = 2,
                                   .data = data,
                                   .time = 0x1234};
}

/* Ends the run, which must pass after so many comparisons, and closes. */
static void expect_equal(struct rvt_transport_comparison *comparison, uint64_t compared,
                         const char *summary)
{
    const char *finding;

    cr_assert_eq(rvt_transport_comparison_compared(comparison), compared);
    rvt_transport_comparison_end(comparison, 99);
    finding = rvt_transport_comparison_finding(comparison);
    cr_assert_null(finding, "%s", finding);
    cr_assert(rvt_transport_comparison_passed(comparison));
    cr_assert_str_eq(rvt_transport_comparison_summary(comparison), summary);
    rvt_transport_comparison_close(comparison);
}

/* Ends the run, which has a finding with this text, and closes. */
static void expect_finding(struct rvt_transport_comparison *comparison, const char *text)
{
    rvt_transport_comparison_end(comparison, 99);
    const char *finding = rvt_transport_comparison_finding(comparison);

    cr_assert_not_null(finding, "%s", text);
    cr_assert_not_null(strstr(finding, text), "%s lacks '%s'", finding, text);
    cr_assert_not(rvt_transport_comparison_passed(comparison));
    rvt_transport_comparison_close(comparison);
}

/* ---- STP transmitter ---- */

static struct rvt_transport_comparison *open_stp(void)
{
    struct rvt_transport_comparison *comparison = NULL;
    struct rvt_stp_format_options format;

    RVT_CLEAR(&format);
    format.time = RVT_STP_CLOCK_NAT;
    cr_assert_eq(rvt_stp_comparison_open(&format, &comparison), RVT_OK);
    return comparison;
}

/* ASYNC, VERSION 3, M8 05, C8 02, D8TS 7f of time 1234, NULL, derived by hand: 22 + 4 + 3 + 3 + 2 +
 * 2 + 1 + 16 nibbles, and the one that completes the last byte. */
static const uint8_t STP_BYTES[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0x0f, 0x0f, 0x30, 0x01, 0x35, 0x20, 0x4f, 0xf7,
                                    0x0e, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x32, 0x04};

static void send_stp(struct rvt_transport_comparison *comparison, uint8_t wrong)
{
    const struct rvt_port_write write = data_write(1, true, false, 0xabcd7f);

    rvt_stp_comparison_sync(comparison);
    cr_assert_eq(rvt_stp_comparison_write(comparison, 10, &write, 0, 0), RVT_OK);
    rvt_stp_comparison_flush(comparison, 10);
    for (size_t i = 0; i < sizeof STP_BYTES; i++) {
        const uint8_t byte = (uint8_t)(STP_BYTES[i] ^ (i == 18 ? wrong : 0));
        rvt_stp_comparison_bytes(comparison, 11 + i, &byte, 1);
    }
}

Test(transport_comparison, stp)
{
    struct rvt_transport_comparison *comparison = open_stp();

    cr_assert_not(rvt_transport_comparison_passed(comparison));
    send_stp(comparison, 0);
    rvt_stp_comparison_idle(comparison, 90);
    expect_equal(comparison, sizeof STP_BYTES, "1 writes, 27 of 27 bytes compared, 1 flushes");
    comparison = open_stp();
    send_stp(comparison, 1);
    expect_finding(comparison, "cycle 29: byte 18, low nibble, differs [STP-004]");
}

Test(transport_comparison, stp_format_is_that_of_the_options)
{
    struct rvt_transport_comparison *comparison = NULL;
    struct rvt_stp_format_options format;

    RVT_CLEAR(&format);
    cr_assert_eq(rvt_stp_comparison_open(&format, &comparison), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_stp_comparison_open(NULL, &comparison), RVT_ERR_PARAMETER);
    format.time = RVT_STP_CLOCK_NAT;
    cr_assert_eq(rvt_stp_comparison_open(&format, NULL), RVT_ERR_PARAMETER);
    format.little_endian = true;
    cr_assert_eq(rvt_stp_comparison_open(&format, &comparison), RVT_ERR_PARAMETER);
    format.little_endian = false;
    format.little_endian_always = true;
    cr_assert_eq(rvt_stp_comparison_open(&format, &comparison), RVT_OK);
    cr_assert_null(rvt_transport_comparison_finding(comparison));
    send_stp(comparison, 0);
    expect_finding(comparison, "nibble 1 of M8 05: expected 0x5, observed 0x0");
}

/* Decode-exact: another write is a finding, and both are returned one after the other. */
Test(transport_comparison, stp_decode_exact)
{
    struct rvt_transport_comparison *comparison = open_stp();
    struct rvt_transport_comparison_options options;
    const struct rvt_port_write more = data_write(1, false, false, 1);

    cr_assert_eq(rvt_transport_comparison_configure(comparison, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_transport_comparison_configure(NULL, &options), RVT_ERR_PARAMETER);
    RVT_CLEAR(&options);
    options.decode_exact = true;
    options.findings_max = 2;
    cr_assert_eq(rvt_transport_comparison_configure(comparison, &options), RVT_OK);
    send_stp(comparison, 0);
    cr_assert_eq(rvt_stp_comparison_write(comparison, 50, &more, 0, 0), RVT_OK);
    rvt_stp_comparison_idle(comparison, 90);
    cr_assert_eq(rvt_transport_comparison_compared(comparison), 1);
    cr_assert_eq(rvt_transport_comparison_findings(comparison), 1);
    cr_assert_str_eq(rvt_transport_comparison_next_finding(comparison),
                     rvt_transport_comparison_finding(comparison));
    cr_assert_null(rvt_transport_comparison_next_finding(comparison));
    cr_assert_eq(rvt_stp_comparison_write(comparison, 94, &more, 0, 0), RVT_OK);
    rvt_stp_comparison_idle(comparison, 95);
    rvt_transport_comparison_end(comparison, 99);
    cr_assert_eq(rvt_transport_comparison_findings(comparison), 2);
    cr_assert_not_null(strstr(rvt_transport_comparison_next_finding(comparison), "cycle 95: "));
    cr_assert_str_eq(rvt_transport_comparison_summary(comparison),
                     "3 writes, 1 of 3 packets compared, 1 flushes");
    expect_finding(comparison, "cycle 90: ");
}

Test(transport_comparison, decode_exact_is_not_there_for_an_arbiter)
{
    struct rvt_transport_comparison *comparison = NULL;
    struct rvt_transport_comparison_options options;

    RVT_CLEAR(&options);
    options.decode_exact = true;
    cr_assert_eq(rvt_arbiter_comparison_open(2, true, &comparison), RVT_OK);
    cr_assert_eq(rvt_transport_comparison_configure(comparison, &options), RVT_ERR_PARAMETER);
    options.decode_exact = false;
    cr_assert_eq(rvt_transport_comparison_configure(comparison, &options), RVT_OK);
    rvt_transport_comparison_close(comparison);
}

/* ---- arbiter ---- */

static void run_arbiter(struct rvt_transport_comparison *comparison, unsigned first)
{
    for (unsigned i = 0; i < 2; i++) {
        unsigned source = (first + i) % 2;
        struct rvt_port_write write = data_write(1, true, false, source);
        rvt_arbiter_comparison_offers(comparison, 10 + i, i == 0 ? 3 : 1u << source, 1u << source);
        cr_assert_eq(rvt_arbiter_comparison_take(comparison, 10 + i, source, &write), RVT_OK);
        cr_assert_eq(rvt_arbiter_comparison_write(comparison, 11 + i, &write), RVT_OK);
    }
}

Test(transport_comparison, arbiter)
{
    struct rvt_transport_comparison *comparison = NULL;

    cr_assert_eq(rvt_arbiter_comparison_open(0, true, &comparison), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_arbiter_comparison_open(RVT_ARBITER_SOURCES + 1, true, &comparison),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_arbiter_comparison_open(2, true, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_arbiter_comparison_open(2, true, &comparison), RVT_OK);
    run_arbiter(comparison, 0);
    expect_equal(comparison, 2, "2 sources, 2 of 2 writes compared");
    cr_assert_eq(rvt_arbiter_comparison_open(2, true, &comparison), RVT_OK);
    run_arbiter(comparison, 1);
    expect_finding(comparison, "[ArbiterOrder]");
    cr_assert_eq(rvt_arbiter_comparison_open(2, false, &comparison), RVT_OK);
    run_arbiter(comparison, 1);
    expect_equal(comparison, 2, "2 sources, 2 of 2 writes compared");
}

/* ---- source of SyS-T messages ---- */

/* RAW with LEN and TS, payload 01 02 03: header, length and 2 bytes of time, time, time and
 * payload. Bytes: 06 0a 00 00 | 03 00 ef cd | ab 89 67 45 | 23 01 01 02 | 03. */
static void run_syst(struct rvt_transport_comparison *comparison, uint64_t wrong)
{
    const uint64_t data[] = {0xa06, 0xcdef0003, 0x456789ab, 0x02010123, 0x03};
    struct rvt_port_message message;

    RVT_CLEAR(&message);
    message.header = 0xa06;
    message.length = 3;
    message.timestamp = UINT64_C(0x0123456789abcdef);
    message.marked = true;
    message.master = 5;
    message.channel = 2;
    cr_assert_eq(rvt_syst_comparison_message(comparison, 10, &message), RVT_OK);
    rvt_syst_comparison_payload(comparison, 11, 0x030201, 3, true);
    for (unsigned i = 0; i < 5; i++) {
        const struct rvt_port_write write =
            data_write(i < 4 ? 3 : 1, i == 0, i == 4, data[i] ^ (i == 2 ? wrong : 0));
        cr_assert_eq(rvt_syst_comparison_write(comparison, 20 + i, &write), RVT_OK);
    }
}

Test(transport_comparison, syst)
{
    struct rvt_transport_comparison *comparison = NULL;
    const uint32_t fields = RVT_PORT_LENGTH | RVT_PORT_TIMESTAMP;

    cr_assert_eq(rvt_syst_comparison_open(fields, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_syst_comparison_open(fields, &comparison), RVT_OK);
    run_syst(comparison, 0);
    expect_equal(comparison, 5, "1 messages, 5 writes with 17 bytes compared");
    cr_assert_eq(rvt_syst_comparison_open(fields, &comparison), RVT_OK);
    run_syst(comparison, 1);
    expect_finding(comparison, "write 2 of the message of cycle 10 differs [SYST-005]");
}

/* ---- tunnel ---- */

/* RAW of severity 4, origin 0x123, protocol 5: 6 | 4 << 4 | 0x123 << 12 | 5 << 24. */
enum { TUNNEL_HEADER = 0x05123046 };

static struct rvt_transport_comparison *open_tunnel(void)
{
    struct rvt_transport_comparison *comparison = NULL;
    struct rvt_port_header header;

    RVT_CLEAR(&header);
    header.protocol = 5;
    header.severity = 4;
    header.origin = 0x123;
    cr_assert_eq(rvt_tunnel_comparison_open(false, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_tunnel_comparison_open(false, &comparison), RVT_OK);
    cr_assert_eq(rvt_tunnel_comparison_header(comparison, &header), RVT_OK);
    rvt_tunnel_comparison_beat(comparison, 10, (const uint8_t[]){0x11, 0x22, 0x33, 0x44, 0x55}, 5,
                               true);
    return comparison;
}

/* A header with a value that no message can have is refused. */
Test(transport_comparison, tunnel_header_with_a_value_that_is_too_wide)
{
    for (unsigned field = 0; field < 3; field++) {
        struct rvt_transport_comparison *comparison = open_tunnel();
        struct rvt_port_header header;

        RVT_CLEAR(&header);
        header.protocol = field == 0 ? 1 << 6 : 0;
        header.severity = field == 1 ? 1 << 3 : 0;
        header.origin = field == 2 ? 1 << 11 : 0;
        cr_assert_eq(rvt_tunnel_comparison_header(comparison, &header), RVT_ERR_PARAMETER);
        rvt_tunnel_comparison_message(comparison, 12, TUNNEL_HEADER, 0);
        expect_finding(comparison, "too wide [ComparisonCall]");
    }
}

Test(transport_comparison, tunnel_of_messages)
{
    for (uint32_t wrong = 0; wrong < 2; wrong++) {
        struct rvt_transport_comparison *comparison = open_tunnel();

        rvt_tunnel_comparison_message(comparison, 12, TUNNEL_HEADER, 0);
        rvt_tunnel_comparison_payload(comparison, 13, 0x44332211 ^ wrong << 16, 4, false);
        rvt_tunnel_comparison_payload(comparison, 14, 0x55, 1, true);
        if (wrong != 0) {
            expect_finding(comparison, "byte 2 of packet 0 differs [TunnelBytes]");
            continue;
        }
        rvt_tunnel_comparison_idle(comparison, 90);
        expect_equal(comparison, 5, "1 of 1 packets, 5 of 5 bytes compared");
    }
}

/* Decode-exact: a message of another severity carries the same packet. */
Test(transport_comparison, tunnel_decode_exact)
{
    struct rvt_transport_comparison *comparison = open_tunnel();
    struct rvt_transport_comparison_options options;

    rvt_transport_comparison_close(comparison);
    RVT_CLEAR(&options);
    options.decode_exact = true;
    cr_assert_eq(rvt_tunnel_comparison_open(false, &comparison), RVT_OK);
    cr_assert_eq(rvt_transport_comparison_configure(comparison, &options), RVT_OK);
    rvt_tunnel_comparison_beat(comparison, 10, (const uint8_t[]){0x11, 0x22}, 2, true);
    rvt_tunnel_comparison_message(comparison, 12, 0x6 | 7 << 4, 0);
    rvt_tunnel_comparison_payload(comparison, 13, 0x2211, 2, true);
    rvt_tunnel_comparison_idle(comparison, 90);
    expect_equal(comparison, 1, "1 of 1 packets compared");
}

Test(transport_comparison, tunnel_of_writes)
{
    const uint64_t data[] = {TUNNEL_HEADER, 0x44332211, 0x55};

    for (uint64_t wrong = 0; wrong < 2; wrong++) {
        struct rvt_transport_comparison *comparison = open_tunnel();
        struct rvt_port_message carrier;

        RVT_CLEAR(&carrier);
        carrier.marked = true;
        carrier.master = 5;
        carrier.channel = 2;
        cr_assert_eq(rvt_tunnel_comparison_carrier(comparison, &carrier), RVT_OK);
        for (unsigned i = 0; i < 3; i++) {
            const struct rvt_port_write write =
                data_write(i < 2 ? 3 : 1, i == 0, i == 2, data[i] ^ (i == 1 ? wrong : 0));
            cr_assert_eq(rvt_tunnel_comparison_write(comparison, 20 + i, &write), RVT_OK);
        }
        if (wrong == 0)
            expect_equal(comparison, 5, "1 of 1 packets, 5 of 5 bytes compared");
        else
            expect_finding(comparison, "write 1 of the message of cycle 20 differs");
    }
}

/* ---- trace formatter ---- */

/* FSYNC; ID 0x12, data 0x41 0x42 0x43, ID 0, zeros, derived by hand. */
static const uint8_t FRAME_BYTES[] = {0xff, 0xff, 0xff, 0x7f, 0x25, 0x41, 0x42, 0x43, 0x01, 0x00,
                                      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};

Test(transport_comparison, frame)
{
    struct rvt_transport_comparison *comparison = NULL;

    cr_assert_eq(rvt_frame_comparison_open(64, 0, NULL), RVT_ERR_PARAMETER);
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        cr_assert_eq(rvt_frame_comparison_open(64, 0, &comparison), RVT_OK);
        rvt_frame_comparison_data(comparison, 5, 0x12, (const uint8_t[]){0x41, 0x42, 0x43}, 3);
        rvt_frame_comparison_flush(comparison, 6);
        for (size_t i = 0; i < sizeof FRAME_BYTES; i++) {
            const uint8_t byte = (uint8_t)(FRAME_BYTES[i] ^ (i == 7 ? wrong : 0));
            rvt_frame_comparison_bytes(comparison, 10 + i, &byte, 1);
        }
        rvt_frame_comparison_idle(comparison, 90);
        if (wrong == 0)
            expect_equal(comparison, sizeof FRAME_BYTES,
                         "3 bytes of sources, 20 of 20 bytes compared");
        else
            expect_finding(comparison, "[FrameBytes]");
    }
}

/* Decode-exact: a frame without FSYNC says the same. */
Test(transport_comparison, frame_decode_exact)
{
    struct rvt_transport_comparison *comparison = NULL;
    struct rvt_transport_comparison_options options;

    RVT_CLEAR(&options);
    options.decode_exact = true;
    cr_assert_eq(rvt_frame_comparison_open(64, 0, &comparison), RVT_OK);
    cr_assert_eq(rvt_transport_comparison_configure(comparison, &options), RVT_OK);
    rvt_frame_comparison_data(comparison, 5, 0x12, (const uint8_t[]){0x41, 0x42, 0x43}, 3);
    rvt_frame_comparison_flush(comparison, 6);
    rvt_frame_comparison_bytes(comparison, 10, FRAME_BYTES + 4, sizeof FRAME_BYTES - 4);
    rvt_frame_comparison_idle(comparison, 90);
    expect_equal(comparison, 3, "3 bytes of sources, 3 of 3 bytes compared");
}

Test(transport_comparison, frame_of_a_trigger_is_missing_at_the_end)
{
    struct rvt_transport_comparison *comparison = NULL;

    cr_assert_eq(rvt_frame_comparison_open(0, 0, &comparison), RVT_OK);
    rvt_frame_comparison_trigger(comparison, 5);
    rvt_frame_comparison_flush(comparison, 6);
    rvt_transport_comparison_end(comparison, 7);
    expect_finding(comparison, "[FrameMissing]");
}

/* ---- every kind ---- */

Test(transport_comparison, nothing_compared_is_no_success)
{
    struct rvt_transport_comparison *comparison = open_stp();

    rvt_transport_comparison_end(comparison, 1);
    cr_assert_null(rvt_transport_comparison_finding(comparison));
    cr_assert_not(rvt_transport_comparison_passed(comparison));
    rvt_transport_comparison_close(comparison);
    rvt_transport_comparison_close(NULL);
}

Test(transport_comparison, a_fault_of_the_program_is_the_finding)
{
    struct rvt_transport_comparison *comparison = open_stp();

    send_stp(comparison, 0);
    rvt_transport_comparison_fault(comparison, 44, "a lane is unknown [Lane]");
    expect_finding(comparison, "cycle 44: a lane is unknown [Lane]");
}

Test(transport_comparison, a_call_of_another_kind_is_the_finding)
{
    const struct rvt_port_write write = data_write(1, false, false, 0);
    struct rvt_port_message message;
    struct rvt_port_header header;

    RVT_CLEAR(&message);
    RVT_CLEAR(&header);
    for (unsigned call = 0; call < 24; call++) {
        struct rvt_transport_comparison *comparison = NULL;
        enum rvt_status status = RVT_ERR_PARAMETER;

        if (call < 5) /* calls of the STP transmitter to an arbiter; all others to one */
            cr_assert_eq(rvt_arbiter_comparison_open(2, true, &comparison), RVT_OK);
        else
            comparison = open_stp();
        switch (call) {
        case 0:
            rvt_stp_comparison_sync(comparison);
            break;
        case 1:
            status = rvt_stp_comparison_write(comparison, 7, &write, 0, 0);
            break;
        case 2:
            rvt_stp_comparison_flush(comparison, 7);
            break;
        case 3:
            rvt_stp_comparison_bytes(comparison, 7, STP_BYTES, 1);
            break;
        case 4:
            rvt_stp_comparison_idle(comparison, 7);
            break;
        case 5:
            rvt_arbiter_comparison_offers(comparison, 7, 1, 1);
            break;
        case 6:
            status = rvt_arbiter_comparison_take(comparison, 7, 0, &write);
            break;
        case 7:
            status = rvt_arbiter_comparison_write(comparison, 7, &write);
            break;
        case 8:
            status = rvt_syst_comparison_message(comparison, 7, &message);
            break;
        case 9:
            rvt_syst_comparison_payload(comparison, 7, 0, 1, true);
            break;
        case 10:
            status = rvt_syst_comparison_write(comparison, 7, &write);
            break;
        case 11:
            status = rvt_tunnel_comparison_header(comparison, &header);
            break;
        case 12:
            rvt_tunnel_comparison_beat(comparison, 7, STP_BYTES, 1, true);
            break;
        case 13:
            rvt_tunnel_comparison_message(comparison, 7, 0, 0);
            break;
        case 14:
            rvt_tunnel_comparison_payload(comparison, 7, 0, 1, true);
            break;
        case 15:
            status = rvt_tunnel_comparison_carrier(comparison, &message);
            break;
        case 16:
            status = rvt_tunnel_comparison_write(comparison, 7, &write);
            break;
        case 17:
            rvt_tunnel_comparison_idle(comparison, 7);
            break;
        case 18:
            rvt_frame_comparison_data(comparison, 7, 1, STP_BYTES, 1);
            break;
        case 19:
            rvt_frame_comparison_trigger(comparison, 7);
            break;
        case 20:
            rvt_frame_comparison_flush(comparison, 7);
            break;
        case 21:
            rvt_frame_comparison_bytes(comparison, 7, STP_BYTES, 1);
            break;
        case 22:
            rvt_frame_comparison_idle(comparison, 7);
            break;
        default:
            status = rvt_stp_comparison_write(comparison, 7, NULL, 0, 0);
            break;
        }
        cr_assert_eq(status, RVT_ERR_PARAMETER, "call %u", call);
        expect_finding(comparison, "[ComparisonCall]");
    }
}

Test(transport_comparison, structures_of_other_versions)
{
    struct rvt_transport_comparison *comparison = open_stp();
    struct newer_write newer;
    struct rvt_port_write older = data_write(1, false, false, 0x7f);

    RVT_CLEAR(&newer);
    newer.known = data_write(1, true, false, 0x7f);
    newer.known.size = sizeof newer;
    cr_assert_eq(rvt_stp_comparison_write(comparison, 10, &newer.known, 0, 0), RVT_OK);
    older.size = offsetof(struct rvt_port_write, time);
    cr_assert_eq(rvt_stp_comparison_write(comparison, 10, &older, 0, 0), RVT_OK);
    cr_assert_null(rvt_transport_comparison_finding(comparison));
    newer.more = 1;
    cr_assert_eq(rvt_stp_comparison_write(comparison, 11, &newer.known, 0, 0), RVT_ERR_PARAMETER);
    expect_finding(comparison, "cycle 11: ");
}
