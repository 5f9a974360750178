/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The verdict decode-exact of a tunnel: one with other choices passes, and each fault is found
 * once. */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/items/transport_scoreboard.h"
#include "model/lockstep/transport/tunnel_scoreboard.h"
#include "model/transport/syst/syst.h"

enum { PROTOCOL = 5, ORIGIN = 0x123, MASTER = 7, CHANNEL = 9, BYTES_MAX = 64, CUT = 3 };

/* The scoreboard, and a tunnel of the test. */
struct bench {
    struct rvt_tunnel_scoreboard *scoreboard;
    uint64_t cycle;
    bool writes; /* the tunnel writes to a transmitter */
    size_t word; /* bytes of a beat of payload, or of a write */
    bool marked; /* writes end with a marker */
    uint16_t channel;
    bool restless; /* another channel is stated but for the first write of a message */
};

/* What a tunnel sends for a packet. */
struct sample {
    struct rvt_syst_message message;
    uint8_t body[BYTES_MAX];
    uint16_t length; /* at the port */
    uint16_t master, channel;
};

static struct bench open_bench(bool decode_exact, unsigned findings, bool writes,
                               const struct rvt_waivers *waivers)
{
    const struct rvt_transport_options options = {
        .decode_exact = decode_exact, .findings_max = findings, .waivers = waivers};
    struct bench bench = {.writes = writes, .word = 4, .channel = CHANNEL};

    cr_assert(rvt_tunnel_scoreboard_open(false, &bench.scoreboard) == RVT_OK);
    cr_assert(rvt_transport_configure(bench.scoreboard, &options) == RVT_OK);
    return bench;
}

/* Packet number i: 2 to 13 bytes. The body belongs to the caller's copy, see body_of. */
static struct sample sample_of(unsigned i)
{
    struct sample sample = {.master = MASTER, .channel = CHANNEL};

    sample.message = (struct rvt_syst_message){.type = RVT_SYST_RAW,
                                               .subtype = PROTOCOL,
                                               .origin = ORIGIN,
                                               .severity = 4,
                                               .body_bytes = 2 + i % 12};
    sample.length = (uint16_t)sample.message.body_bytes;
    for (size_t at = 0; at < sample.message.body_bytes; at++)
        sample.body[at] = (uint8_t)(37 * i + 101 * at + i / 7);
    return sample;
}

static uint32_t little(const uint8_t *byte, size_t bytes)
{
    uint32_t value = 0;

    for (size_t i = 0; i < bytes; i++)
        value |= (uint32_t)byte[i] << 8 * i;
    return value;
}

static uint32_t header_of(const struct rvt_syst_message *message)
{
    return message->type | (uint32_t)message->severity << 4 | (uint32_t)message->res7 << 7 |
           (uint32_t)message->len << 9 | (uint32_t)message->chk << 10 |
           (uint32_t)message->ts << 11 | (uint32_t)message->origin << 12 |
           (uint32_t)message->guid << 23 | (uint32_t)message->subtype << 24 |
           (uint32_t)message->res30 << 30 | (uint32_t)message->res31 << 31;
}

/* The packet is taken in beats of a few bytes. */
static void take(struct bench *bench, const struct sample *sample)
{
    size_t bytes = sample->message.body_bytes;

    for (size_t at = 0; at < bytes; at += CUT)
        rvt_tunnel_scoreboard_beat(bench->scoreboard, ++bench->cycle, sample->body + at,
                                   bytes - at < CUT ? bytes - at : CUT, bytes - at <= CUT);
}

/* How the tunnel is configured. */
static void tell(struct bench *bench)
{
    static const struct rvt_tunnel_options OPTIONS = {
        .protocol = PROTOCOL, .origin = ORIGIN, .severity = 4};
    const struct rvt_syst_input carrier = {.master = MASTER, .channel = bench->channel};

    rvt_tunnel_scoreboard_options(bench->scoreboard, &OPTIONS);
    rvt_tunnel_scoreboard_carrier(bench->scoreboard, &carrier);
}

static void begin(struct bench *bench, const struct sample *sample)
{
    tell(bench);
    rvt_tunnel_scoreboard_message(bench->scoreboard, ++bench->cycle, header_of(&sample->message),
                                  sample->length);
}

static void send_payload(struct bench *bench, const uint8_t *byte, size_t bytes, bool ends)
{
    for (size_t at = 0; at < bytes; at += bench->word) {
        size_t part = bytes - at < bench->word ? bytes - at : bench->word;

        rvt_tunnel_scoreboard_payload(bench->scoreboard, ++bench->cycle, little(byte + at, part),
                                      (unsigned)part, ends && at + part == bytes);
    }
}

static void put(struct bench *bench, const struct rvt_stp_port_write *write)
{
    bool first = write->kind == RVT_STP_WRITE_DATA && write->stamp;

    bench->channel ^= bench->restless && !first ? 0x40 : 0;
    tell(bench);
    bench->channel ^= bench->restless && !first ? 0x40 : 0;
    rvt_tunnel_scoreboard_write(bench->scoreboard, ++bench->cycle, write);
}

/* The message in writes of 4, 2 and 1 bytes, or of 1 byte, but the header. */
static void send_writes(struct bench *bench, const struct sample *sample, bool ends)
{
    struct rvt_syst_message message = sample->message;
    uint8_t byte[2 * BYTES_MAX];
    size_t bytes, part;

    message.body = sample->body;
    cr_assert(rvt_syst_write(&message, byte, sizeof byte, &bytes, NULL) == RVT_OK);
    for (size_t at = 0; at < bytes; at += part) {
        for (part = at == 0 ? 4 : bench->word; part > bytes - at; part /= 2)
            ;
        put(bench,
            &(struct rvt_stp_port_write){.kind = RVT_STP_WRITE_DATA,
                                         .size = part == 4 ? 3 : (unsigned)part,
                                         .stamp = at == 0,
                                         .marker = ends && bench->marked && at + part == bytes,
                                         .master = sample->master,
                                         .channel = sample->channel,
                                         .data = little(byte + at, part)});
    }
    if (ends && !bench->marked)
        put(bench, &(struct rvt_stp_port_write){.kind = RVT_STP_WRITE_FLAG,
                                                .master = sample->master,
                                                .channel = sample->channel});
}

static void send(struct bench *bench, const struct sample *sample)
{
    if (bench->writes) {
        send_writes(bench, sample, true);
        return;
    }
    begin(bench, sample);
    send_payload(bench, sample->body, sample->message.body_bytes, true);
}

/* Packets from..end are taken and sent. */
static void pass(struct bench *bench, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++) {
        const struct sample sample = sample_of(i);
        take(bench, &sample);
        send(bench, &sample);
    }
}

static void take_only(struct bench *bench, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++) {
        const struct sample sample = sample_of(i);
        take(bench, &sample);
    }
}

/* Ends the run; there are so many findings, and so many packets are equal. Closes. */
static void expect(struct bench *bench, unsigned findings, uint64_t equal, const char *words)
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
    if (words != NULL)
        cr_expect(text != NULL && strstr(text, words) != NULL, "%s lacks '%s'",
                  text != NULL ? text : "nothing", words);
    rvt_transport_close(bench->scoreboard);
}

/* ---- choices ---- */

/* Shows: SYST-002 */
Test(tunnel_decode_exact, other_optional_fields_pass_where_bit_exact_fails)
{
    for (unsigned decode = 0; decode < 2; decode++) {
        for (unsigned writes = 0; writes < 2; writes++) {
            struct bench bench = open_bench(decode != 0, decode != 0 ? 9 : 1, writes != 0, NULL);

            for (unsigned i = 0; i < 40; i++) {
                struct sample sample = sample_of(i);
                take(&bench, &sample);
                sample.message.severity = i % 8;
                sample.message.len = i % 2 != 0;
                if (!sample.message.len)
                    sample.length = 0xdead; /* nothing says it */
                sample.message.chk = i % 3 != 0;
                sample.message.ts = i % 5 != 0;
                sample.message.guid = i % 7 != 0;
                send(&bench, &sample);
            }
            if (decode != 0) {
                expect(&bench, 0, 40, NULL);
                continue;
            }
            rvt_transport_end(bench.scoreboard, ++bench.cycle);
            const char *text = rvt_transport_finding(bench.scoreboard, 0);
            cr_expect(text != NULL && strstr(text, writes != 0 ? "field     header, byte 0"
                                                               : "field     severity") != NULL,
                      "%s", text);
            rvt_transport_close(bench.scoreboard);
        }
    }
}

Test(tunnel_decode_exact, cuts_and_endings_are_free)
{
    static const size_t WORDS[] = {1, 2, 4};

    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        for (unsigned form = 0; form < 3; form++) {
            struct bench bench = open_bench(true, 9, form > 0, NULL);

            bench.word = WORDS[i];
            bench.marked = form == 2;
            pass(&bench, 0, 40);
            rvt_tunnel_scoreboard_idle(bench.scoreboard, ++bench.cycle);
            cr_expect_str_eq(rvt_transport_counts(bench.scoreboard), "40 of 40 packets compared");
            expect(&bench, 0, 40, NULL);
        }
    }
}

/* A tunnel that holds packets, or sends a message while its packet is still taken. */
Test(tunnel_decode_exact, the_time_of_a_message_is_free)
{
    struct bench bench = open_bench(true, 9, false, NULL);
    const struct sample last = sample_of(30);

    take_only(&bench, 0, 30);
    for (unsigned i = 0; i < 30; i++) {
        const struct sample sample = sample_of(i);
        send(&bench, &sample);
    }
    rvt_tunnel_scoreboard_beat(bench.scoreboard, ++bench.cycle, last.body, 2, false);
    begin(&bench, &last);
    send_payload(&bench, last.body, 2, false);
    rvt_tunnel_scoreboard_beat(bench.scoreboard, ++bench.cycle, last.body + 2,
                               last.message.body_bytes - 2, true);
    send_payload(&bench, last.body + 2, last.message.body_bytes - 2, true);
    expect(&bench, 0, 31, NULL);
}

/* ---- faults ---- */

enum fault {
    NO_FAULT,
    BYTE,
    LAST_BYTE,
    SHORT,
    LONG,
    MISSING,
    TWICE,
    SWAPPED,
    TYPE,
    SUBTYPE,
    ORIGIN_BIT,
    TWO_FIELDS,
    RESERVED,
    RESERVED_HIGH,
    LENGTH,
    MASTER_BIT,
    CHANNEL_BIT
};

static void send_wrong(struct bench *bench, enum fault fault, unsigned number)
{
    struct sample sample = sample_of(number), next = sample_of(number + 1);
    size_t *bytes = &sample.message.body_bytes;

    take(bench, &sample);
    take(bench, &next);
    switch (fault) {
    case NO_FAULT:
        break;
    case BYTE:
        sample.body[0] ^= 0x80;
        break;
    case LAST_BYTE:
        sample.body[*bytes - 1] ^= 1;
        break;
    case SHORT:
        sample.length = (uint16_t)-- * bytes;
        break;
    case LONG:
        sample.body[*bytes] = 0x55;
        sample.length = (uint16_t)++ * bytes;
        break;
    case TWICE:
        send(bench, &sample);
        break;
    case SWAPPED:
        send(bench, &next);
        break;
    case TYPE:
        sample.message.type = RVT_SYST_STRING;
        break;
    case SUBTYPE:
        sample.message.subtype ^= 0x20;
        break;
    case ORIGIN_BIT:
        sample.message.origin ^= 0x400;
        break;
    case TWO_FIELDS: /* the lower one is named */
        sample.message.origin ^= 0x200;
        sample.message.subtype ^= 0x10;
        break;
    case RESERVED:
        sample.message.res7 = true;
        break;
    case RESERVED_HIGH:
        sample.message.res31 = true;
        break;
    case LENGTH:
        sample.message.len = true;
        sample.length ^= 1;
        break;
    case MASTER_BIT:
        sample.master ^= 0x8000;
        break;
    case CHANNEL_BIT:
        sample.channel ^= 1;
        break;
    case MISSING:
        break;
    }
    if (fault != MISSING)
        send(bench, &sample);
    if (fault != SWAPPED)
        send(bench, &next);
}

struct fault_case {
    enum fault fault;
    uint64_t unequal; /* of 40 packets */
    const char *words;
};

static void expect_faults(bool writes, const struct fault_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct bench bench = open_bench(true, 9, writes, NULL);

        pass(&bench, 0, 10);
        send_wrong(&bench, cases[i].fault, 10);
        pass(&bench, 12, 40);
        expect(&bench, cases[i].fault == NO_FAULT ? 0 : 1, 40 - cases[i].unequal, cases[i].words);
    }
}

/* Shows: SYST-002, SYST-004, SYST-007 */
Test(tunnel_decode_exact, each_fault_at_the_port_of_messages_is_found_once)
{
    static const struct fault_case CASES[] = {
        {NO_FAULT, 0, NULL},
        {BYTE, 1,
         "message 10: 1 packet differs [TunnelBytes]\n  expected  12 bytes: 73 d8 3d a2 07 6c d1 "
         "36 9b 00 ..., cycle 59\n  observed  12 bytes: f3 d8 3d a2 07 6c d1 36 9b 00 ..., cycle "
         "68\n  field     byte 0 of the packet: expected 0x73, observed 0xf3"},
        {LAST_BYTE, 1, "field     byte 11 of the packet: expected 0xca, observed 0xcb"},
        {SHORT, 1, "field     end of the packet: expected after 12 bytes, observed after 11"},
        {LONG, 1, "field     end of the packet: expected after 12 bytes, observed after 13"},
        {MISSING, 1, "message 10: 1 packet is missing [TunnelMissing]"},
        {TWICE, 0, "message 11: 1 packet is extra [TunnelNoPacket]"},
        {SWAPPED, 2, "message 10: 2 packets differ [TunnelBytes]"},
        {TYPE, 1, "differs [SYST-002]"},
        {SUBTYPE, 1, "[TunnelHeader]"},
        {SUBTYPE, 1, "field     subtype: expected 0x5, observed 0x25"},
        {ORIGIN_BIT, 1, "field     origin: expected 0x123, observed 0x523"},
        {TWO_FIELDS, 1, "field     origin: expected 0x123, observed 0x323"},
        {RESERVED, 1, "differs [SYST-004]"},
        {RESERVED, 1, "field     reserved bit 7: expected 0x0, observed 0x1"},
        {RESERVED_HIGH, 1, "field     reserved bits: expected 0x0, observed 0x2"},
        {LENGTH, 1, "differs [SYST-007]"},
        {LENGTH, 1, "field     LEN: expected 0xc, observed 0xd"},
    };

    expect_faults(false, CASES, sizeof CASES / sizeof *CASES);
}

/* Shows: SYST-002, SYST-004 */
Test(tunnel_decode_exact, each_fault_of_writes_is_found_once)
{
    static const struct fault_case CASES[] = {
        {NO_FAULT, 0, NULL},
        {BYTE, 1, "write 43: 1 packet differs [TunnelBytes]"},
        {SHORT, 1, "field     end of the packet: expected after 12 bytes, observed after 11"},
        {LONG, 1, "observed after 13"},
        {MISSING, 1, "1 packet is missing [TunnelMissing]"},
        {TWICE, 0, "1 packet is extra [TunnelNoPacket]"},
        {SWAPPED, 2, "2 packets differ [TunnelBytes]"},
        {SUBTYPE, 1, "field     subtype: expected 0x5, observed 0x25"},
        {ORIGIN_BIT, 1, "field     origin: expected 0x123, observed 0x523"},
        {RESERVED, 1, "field     reserved bit 7: expected 0x0, observed 0x1"},
        {RESERVED_HIGH, 1, "[SYST-004]"},
        {RESERVED_HIGH, 1, "field     reserved bits: expected 0x0, observed 0x2"},
        {TYPE, 1, "[SYST-002]"},
        {MASTER_BIT, 1, "differs [SystPacket]"},
        {MASTER_BIT, 1, "field     master: expected 0x7, observed 0x8007"},
        {CHANNEL_BIT, 1, "field     channel: expected 0x9, observed 0x8"},
    };

    expect_faults(true, CASES, sizeof CASES / sizeof *CASES);
}

/* Shows: ENC-014 */
Test(tunnel_decode_exact, two_packets_in_a_message_are_found)
{
    struct bench bench = open_bench(true, 9, false, NULL);
    struct sample both = sample_of(10);
    const struct sample second = sample_of(11);

    pass(&bench, 0, 10);
    take_only(&bench, 10, 12);
    memcpy(both.body + both.message.body_bytes, second.body, second.message.body_bytes);
    both.message.body_bytes += second.message.body_bytes;
    send(&bench, &both);
    pass(&bench, 12, 40);
    expect(&bench, 1, 38, "observed  25 bytes: 73 d8 3d a2");
}

/* A wrong protocol in every message is one finding; then the tunnel never agrees again. */
Test(tunnel_decode_exact, a_tunnel_with_another_protocol_is_found_once)
{
    struct bench bench = open_bench(true, 9, false, NULL);

    for (unsigned i = 0; i < 80; i++) {
        struct sample sample = sample_of(i);
        take(&bench, &sample);
        sample.message.subtype = 6;
        send(&bench, &sample);
    }
    expect(&bench, 1, 0, "[TunnelHeader]");
}

/* ---- order ---- */

Test(tunnel_decode_exact, the_order_of_a_message_is_kept)
{
    struct bench bench = open_bench(true, 9, false, NULL);
    const struct sample sample = sample_of(10);

    pass(&bench, 0, 10);
    send_payload(&bench, sample.body, 3, true);
    pass(&bench, 10, 40);
    expect(&bench, 1, 40, "payload belongs to no message [TunnelOrder]");

    bench = open_bench(true, 9, false, NULL);
    pass(&bench, 0, 10);
    take(&bench, &sample);
    begin(&bench, &sample);
    send_payload(&bench, sample.body, 3, false);
    send(&bench, &sample);
    pass(&bench, 11, 40);
    expect(&bench, 1, 40, "a message was sent before the previous one ended [TunnelOrder]");
}

Test(tunnel_decode_exact, idle_is_empty)
{
    struct bench bench = open_bench(true, 9, false, NULL);
    const struct sample sample = sample_of(10);

    pass(&bench, 0, 10);
    rvt_tunnel_scoreboard_idle(bench.scoreboard, ++bench.cycle);
    cr_expect_eq(rvt_transport_findings(bench.scoreboard), 0);
    take(&bench, &sample);
    rvt_tunnel_scoreboard_idle(bench.scoreboard, ++bench.cycle);
    expect(&bench, 1, 10, "the tunnel reports idle while it has a packet [TunnelIdle]");

    bench = open_bench(true, 9, false, NULL);
    pass(&bench, 0, 10);
    take(&bench, &sample);
    begin(&bench, &sample);
    rvt_tunnel_scoreboard_idle(bench.scoreboard, ++bench.cycle);
    send_payload(&bench, sample.body, sample.message.body_bytes, true);
    expect(&bench, 1, 11, "the tunnel reports idle within a message [TunnelIdle]");
}

Test(tunnel_decode_exact, what_is_left_at_the_end_is_found)
{
    const struct sample sample = sample_of(10);

    for (unsigned writes = 0; writes < 2; writes++) {
        struct bench bench = open_bench(true, 9, writes != 0, NULL);

        pass(&bench, 0, 10);
        take_only(&bench, 10, 13);
        expect(&bench, 1, 10, "3 packets were never sent [TunnelMissing]");
    }
    struct bench bench = open_bench(true, 9, false, NULL);
    pass(&bench, 0, 10);
    rvt_tunnel_scoreboard_beat(bench.scoreboard, ++bench.cycle, sample.body, 2, false);
    expect(&bench, 1, 10, "the latest packet never ended [TunnelBeat]");

    bench = open_bench(true, 1, false, NULL);
    pass(&bench, 0, 10);
    take(&bench, &sample);
    begin(&bench, &sample);
    send_payload(&bench, sample.body, 3, false);
    expect(&bench, 1, 10, "the latest message never ended [TunnelEnd]");

    bench = open_bench(true, 9, true, NULL);
    pass(&bench, 0, 10);
    take(&bench, &sample);
    send_writes(&bench, &sample, false);
    expect(&bench, 1, 10, "[SEQ-");

    bench = open_bench(true, 9, false, NULL);
    expect(&bench, 0, 0, NULL); /* nothing was compared, which does not pass */
}

Test(tunnel_decode_exact, a_packet_has_at_most_the_bytes_of_a_message)
{
    static const uint8_t BYTES[RVT_SYST_PAYLOAD_BYTES_MAX];

    for (unsigned more = 0; more < 2; more++) {
        struct bench bench = open_bench(true, 1, false, NULL);
        struct sample sample = sample_of(0);

        rvt_tunnel_scoreboard_beat(bench.scoreboard, ++bench.cycle, BYTES, sizeof BYTES, more == 0);
        if (more > 0)
            rvt_tunnel_scoreboard_beat(bench.scoreboard, ++bench.cycle, BYTES, 1, true);
        sample.message.len = true;
        sample.length = RVT_SYST_PAYLOAD_BYTES_MAX;
        begin(&bench, &sample);
        send_payload(&bench, BYTES, sizeof BYTES, true);
        expect(&bench, more, more == 0 ? 1 : 0,
               more > 0 ? "a packet has more bytes than a message can have [TunnelBeat]" : NULL);
    }
}

/* A write that no STP packet can carry loses the message, and nothing else. */
Test(tunnel_decode_exact, a_write_that_fits_no_packet_is_found_once)
{
    struct bench bench = open_bench(true, 9, true, NULL);
    const struct sample sample = sample_of(10);

    pass(&bench, 0, 10);
    take(&bench, &sample);
    put(&bench, &(struct rvt_stp_port_write){
                    .kind = RVT_STP_WRITE_DATA, .size = 5, .master = MASTER, .channel = CHANNEL});
    pass(&bench, 11, 40);
    expect(&bench, 1, 39, "the write that was sent fits no STP packet [StpWrite]");
}

/* The channel is that of the first write of a message, whatever came before. */
Test(tunnel_decode_exact, the_channel_may_change_between_messages)
{
    struct bench bench = open_bench(true, 9, true, NULL);

    for (unsigned i = 0; i < 40; i++) {
        struct sample sample = sample_of(i);

        take(&bench, &sample);
        sample.channel = bench.channel = (uint16_t)(CHANNEL + i / 4 % 2);
        if (i % 16 == 2) { /* no receiver can find its end */
            send_writes(&bench, &sample, false);
            bench.channel ^= 0x100;
        } else {
            send(&bench, &sample);
        }
    }
    cr_expect_str_eq(rvt_transport_counts(bench.scoreboard), "37 of 40 packets compared");
    expect(&bench, 3, 37, "[SEQ-001]");
}

Test(tunnel_decode_exact, the_channel_may_change_within_a_message)
{
    struct bench bench = open_bench(true, 9, true, NULL);

    bench.restless = true;
    pass(&bench, 0, 40);
    expect(&bench, 0, 40, NULL);
}

/* ---- waivers ---- */

Test(tunnel_decode_exact, a_waived_difference_does_not_end_the_comparison)
{
    struct rvt_waivers waivers = {.count = 1,
                                  .waiver = {{.clause = "TunnelHeader", .reason = "known"}}};
    struct bench bench = open_bench(true, 1, false, &waivers);

    pass(&bench, 0, 10);
    send_wrong(&bench, SUBTYPE, 10);
    pass(&bench, 12, 40);
    expect(&bench, 0, 39, NULL);
}
