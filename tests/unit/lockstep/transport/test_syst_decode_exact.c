/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The verdict decode-exact of a source of SyS-T messages: one that cuts and ends messages otherwise
 * passes, and each fault is found once. */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/transport/syst_scoreboard.h"
#include "model/lockstep/items/transport_scoreboard.h"

enum { BYTES_MAX = 64 };

/* The scoreboard, and a source of the test. */
struct bench {
    struct rvt_syst_scoreboard *scoreboard;
    uint64_t cycle;
    size_t largest; /* bytes of a write: 1, 2, 4, 8 */
    size_t first;   /* of the first write of a message */
    bool marked;    /* how the source ends messages */
    bool nulls;     /* after each write */
};

/* A message: its bytes, and what the source takes. */
struct sample {
    struct rvt_syst_input input;
    uint8_t body[BYTES_MAX], byte[BYTES_MAX];
    size_t body_bytes, bytes;
};

static struct bench open_bench(bool decode_exact, unsigned findings,
                               const struct rvt_waivers *waivers)
{
    const struct rvt_transport_options options = {
        .decode_exact = decode_exact, .findings_max = findings, .waivers = waivers};
    struct bench bench = {.largest = 4, .first = 4};

    cr_assert(rvt_syst_scoreboard_open(UINT32_MAX, &bench.scoreboard) == RVT_OK);
    cr_assert(rvt_transport_configure(bench.scoreboard, &options) == RVT_OK);
    return bench;
}

static uint64_t little(const uint8_t *byte, size_t bytes)
{
    uint64_t value = 0;

    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)byte[i] << 8 * i;
    return value;
}

/* Message number i: RAW with a location, length and timestamp, every second one with a checksum;
 * some SHORT64. Header 4, location 5, length 2, timestamp 8, payload from byte 19 on. */
static struct sample sample_of(unsigned i)
{
    struct sample sample = {.input = {.location = 0x56781234,
                                      .timestamp = 0x1000 + i,
                                      .marked = i % 2 == 0,
                                      .master = 7,
                                      .channel = (uint16_t)(i / 4 % 3)}};
    struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                       .loc = true,
                                       .len = true,
                                       .chk = i % 2 == 1,
                                       .ts = true,
                                       .subtype = 5,
                                       .origin = 0x123,
                                       .location = {.file = 0x1234, .line = 0x5678},
                                       .timestamp = sample.input.timestamp,
                                       .body = sample.body,
                                       .body_bytes = 1 + i % 11};

    if (i % 10 == 9)
        message = (struct rvt_syst_message){.type = RVT_SYST_SHORT64, .value = 0x123450000 + i};
    for (size_t at = 0; at < message.body_bytes; at++)
        sample.body[at] = (uint8_t)(i + 3 * at);
    sample.body_bytes = message.body_bytes;
    cr_assert(rvt_syst_write(&message, sample.byte, BYTES_MAX, &sample.bytes, NULL) == RVT_OK);
    sample.input.header = (uint32_t)little(sample.byte, 4);
    sample.input.second = (uint32_t)little(sample.byte + 4, 4);
    sample.input.length = (uint16_t)sample.body_bytes;
    return sample;
}

static void take(struct bench *bench, const struct sample *sample)
{
    size_t at = 0;

    rvt_syst_scoreboard_message(bench->scoreboard, ++bench->cycle, &sample->input);
    if (rvt_syst_short_bytes(sample->input.header) > 0)
        return;
    do {
        size_t bytes = sample->body_bytes - at < 4 ? sample->body_bytes - at : 4;
        uint32_t data = (uint32_t)little(sample->body + at, bytes);
        at += bytes;
        rvt_syst_scoreboard_payload(bench->scoreboard, ++bench->cycle, data, (unsigned)bytes,
                                    at == sample->body_bytes);
    } while (at < sample->body_bytes);
}

static void put(struct bench *bench, const struct rvt_stp_port_write *write)
{
    rvt_syst_scoreboard_write(bench->scoreboard, ++bench->cycle, write);
}

static struct rvt_stp_port_write flag_of(const struct sample *sample)
{
    return (struct rvt_stp_port_write){.kind = RVT_STP_WRITE_FLAG,
                                       .master = sample->input.master,
                                       .channel = sample->input.channel};
}

/* Sends bytes of a message from the first one on; ends says whether these are all. */
static void send_part(struct bench *bench, const struct sample *sample, size_t end, bool ends)
{
    struct rvt_stp_port_write write = flag_of(sample);
    bool is_short = rvt_syst_short_bytes(sample->input.header) > 0 && bench->first == 4;

    for (size_t at = 0; at < end; at += (size_t)1 << (write.size - 1)) {
        size_t largest = is_short ? end : at == 0 ? bench->first : bench->largest;
        write.kind = RVT_STP_WRITE_DATA;
        for (write.size = 4;
             (size_t)1 << (write.size - 1) > largest || (size_t)1 << (write.size - 1) > end - at;
             write.size--)
            ;
        size_t bytes = (size_t)1 << (write.size - 1);
        write.stamp = at == 0;
        write.marker = ends && at + bytes == end && (is_short || (bench->marked && at > 0));
        write.data = little(sample->byte + at, bytes);
        put(bench, &write);
        if (bench->nulls)
            put(bench, &(struct rvt_stp_port_write){.kind = RVT_STP_WRITE_NULL});
    }
    if (write.marker || !ends)
        return;
    write = flag_of(sample);
    put(bench, &write);
}

static void send(struct bench *bench, const struct sample *sample)
{
    send_part(bench, sample, sample->bytes, true);
}

/* Messages from..end are taken and sent. */
static void pass(struct bench *bench, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++) {
        const struct sample sample = sample_of(i);
        take(bench, &sample);
        send(bench, &sample);
    }
}

/* Ends the run; there are so many findings, and so many messages are equal. Closes. */
static void expect(struct bench *bench, unsigned findings, uint64_t equal, const char *words)
{
    rvt_transport_end(bench->scoreboard, ++bench->cycle);
    const char *text = rvt_transport_finding(bench->scoreboard, 0);
    cr_expect_eq(rvt_transport_findings(bench->scoreboard), findings, "%u findings: %s, %s",
                 rvt_transport_findings(bench->scoreboard), text != NULL ? text : "none",
                 findings > 0 && text != NULL && rvt_transport_finding(bench->scoreboard, 1) != NULL
                     ? rvt_transport_finding(bench->scoreboard, 1)
                     : "");
    cr_expect_eq(rvt_transport_compared(bench->scoreboard), equal, "%s",
                 rvt_transport_counts(bench->scoreboard));
    cr_expect_eq(rvt_transport_passed(bench->scoreboard), findings == 0 && equal > 0);
    if (words != NULL && text != NULL)
        cr_expect(strstr(text, words) != NULL, "%s lacks '%s'", text, words);
    rvt_transport_close(bench->scoreboard);
}

/* ---- what is free ---- */

/* Every size of writes, of the first one too, and both endings. */
Test(syst_decode_exact, a_source_with_other_choices_passes)
{
    for (unsigned choice = 0; choice < 32; choice++) {
        struct bench bench = open_bench(true, 1, NULL);
        bench.marked = choice % 2 == 0;
        bench.largest = (size_t)1 << choice / 2 % 4;
        bench.first = (size_t)1 << choice / 8;
        pass(&bench, 0, 100);
        cr_expect(strstr(rvt_transport_counts(bench.scoreboard), " writes, 100 of 100 messages") !=
                  NULL);
        expect(&bench, 0, 100, NULL);
    }
}

Test(syst_decode_exact, bit_exact_does_not_pass_it)
{
    struct bench bench = open_bench(false, 1, NULL);

    bench.largest = 2;
    pass(&bench, 0, 100);
    expect(&bench, 1, 1, "write 1 of the message of cycle 1 differs [SystPacket]");
    bench = open_bench(false, 9, NULL);
    bench.marked = true;
    pass(&bench, 0, 1);
    expect(&bench, 0, 5, NULL);
}

Test(syst_decode_exact, nothing_compared_does_not_pass)
{
    struct bench bench = open_bench(true, 1, NULL);

    expect(&bench, 0, 0, NULL);
}

/* The source writes NULL between the writes of a message. */
Test(syst_decode_exact, null_has_no_meaning)
{
    struct bench bench = open_bench(true, 9, NULL);

    bench.nulls = true;
    pass(&bench, 0, 100);
    expect(&bench, 0, 100, NULL);
}

/* The order of messages has a meaning within a channel alone; messages of several channels may be
 * under way. */
Test(syst_decode_exact, order)
{
    for (unsigned other = 0; other < 2; other++) {
        struct bench bench = open_bench(true, 9, NULL);
        const struct sample one = sample_of(21), two = sample_of(other ? 25 : 22);
        pass(&bench, 0, 20);
        take(&bench, &one);
        take(&bench, &two);
        send(&bench, &two);
        send(&bench, &one);
        pass(&bench, 40, 100);
        expect(&bench, other ? 0 : 1, other ? 82 : 80, NULL);
    }
}

/* ---- faults ---- */

/* Each fault is one finding, and all but the message itself is compared. */
Test(syst_decode_exact, a_message_that_differs_is_found_once)
{
    static const struct {
        unsigned message;
        size_t byte;
        uint8_t bit;
        const char *words;
    } FAULTS[] = {
        {20, 0, 0x10, ": 1 message differs [SystValue]\n  expected  RAW, master 0x7, channel 0x2"},
        {20, 5, 1, ": 1 message differs [SYST-005]"},
        {20, 12, 1, "optional fields, byte 12 of the message: expected 0x10, observed 0x11"},
        {20, 20, 0x40, ": 1 message differs [SystValue]\n"},
        {20, 20, 0x40, "\n  field     payload, byte 20 of the message: expected 0x17, obs"},
        {29, 7, 1, "\n  field     second word, byte 7 of the message: expected 0x"},
        {21, 20, 0x40, ": the checksum is wrong [SYST-008]\n  observed  checksum 0x"},
        {21, 20, 0x40, "\n  field     payload, byte 20 of the message: expected 0x18, obs"},
        {21, 31, 1, "\n  field     checksum, byte 31 of the message: expected 0x"},
        {20, 9, 1, ": the length field does not match the number of bytes [SYST-007]"},
        {20, 9, 2, "[SYST-007]\n  observed  length 0x8\n  expected  RAW, master 0x7"},
        {20, 0, 9, ": the message type is reserved [SYST-002]"},
        {20, 4, 4, ": the location tag is reserved [SYST-006]\n  observed  location 0x4"},
        {29, 0, 2, ": a message of one packet is not a short message [SEQ-011]"},
        {29, 0, 6, ": a short or compact message has the wrong size [SYST-009]"},
    };

    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        struct bench bench = open_bench(true, 9, NULL);
        struct sample sample = sample_of(FAULTS[i].message);
        pass(&bench, 0, 20);
        take(&bench, &sample);
        sample.byte[FAULTS[i].byte] ^= FAULTS[i].bit;
        send(&bench, &sample);
        pass(&bench, 30, 100);
        expect(&bench, 1, 90, FAULTS[i].words);
    }
}

Test(syst_decode_exact, a_message_of_another_master_or_channel_is_found_once)
{
    for (unsigned fault = 0; fault < 2; fault++) {
        struct bench bench = open_bench(true, 9, NULL);
        struct sample sample = sample_of(20);
        pass(&bench, 0, 20);
        take(&bench, &sample);
        sample.input.master ^= fault == 0;
        sample.input.channel ^= fault == 1 ? 8 : 0;
        send(&bench, &sample);
        pass(&bench, 21, 100);
        expect(&bench, 1, 99, ": 1 message differs [SystPacket]");
    }
}

/* Without a length field nothing but the end of the writes says where a message ends. */
Test(syst_decode_exact, a_message_that_ends_elsewhere_is_found_once)
{
    for (unsigned longer = 0; longer < 2; longer++) {
        struct bench bench = open_bench(true, 9, NULL);
        struct sample sample = {
            .input = {.header = 6, .master = 7}, .body_bytes = 8, .byte = {6}, .bytes = 12};
        pass(&bench, 0, 20);
        take(&bench, &sample);
        sample.bytes = longer ? 13 : 11;
        send(&bench, &sample);
        pass(&bench, 20, 100);
        expect(&bench, 1, 100,
               longer ? "[SystValue]\n  expected  RAW, master 0x7, channel 0x0, 12 bytes: 06 00"
                      : "\n  field     end of the message: expected after byte 11, observed after "
                        "byte 10");
    }
}

Test(syst_decode_exact, what_is_missing_is_found_once)
{
    struct bench bench = open_bench(true, 9, NULL);

    pass(&bench, 0, 20);
    for (unsigned i = 20; i < 22; i++) {
        const struct sample sample = sample_of(i);
        take(&bench, &sample);
    }
    pass(&bench, 24, 100);
    expect(&bench, 1, 96, ": 2 messages are missing [SystMissing]\n  expected  RAW");
}

Test(syst_decode_exact, what_is_extra_is_found_once)
{
    struct bench bench = open_bench(true, 9, NULL);
    const struct sample sample = sample_of(12);

    pass(&bench, 0, 20);
    send(&bench, &sample);
    pass(&bench, 20, 100);
    expect(&bench, 1, 100,
           ": 1 message is extra [SystNoMessage]\n  expected  nothing\n  observed  RAW");
}

/* So many messages that the comparison has to search, and lets go of all of them. */
Test(syst_decode_exact, many_that_are_missing_are_found_once)
{
    struct bench bench = open_bench(true, 9, NULL);

    pass(&bench, 0, 20);
    for (unsigned i = 20; i < 120; i++) {
        const struct sample sample = sample_of(i);
        take(&bench, &sample);
    }
    pass(&bench, 120, 300);
    expect(&bench, 1, 300 - 100 - 30, "does not agree again within 32 messages");
}

Test(syst_decode_exact, what_is_left_at_the_end_is_found_once)
{
    for (unsigned begun = 0; begun < 2; begun++) {
        struct bench bench = open_bench(true, 9, NULL);
        const struct sample sample = sample_of(20);
        pass(&bench, 0, 20);
        take(&bench, &sample);
        if (begun)
            send_part(&bench, &sample, 12, false);
        expect(&bench, 1, 20,
               begun ? ": the stream ends inside a message [SEQ-009]\n  observed  first write of"
                     : ": 1 message was never sent [SystMissing]\n  expected  RAW");
    }
}

/* A message that is lost, and writes that are part of none, are one finding. */
Test(syst_decode_exact, a_broken_sequence_is_found_once)
{
    static const char *const WORDS[] = {
        "write 209: a message begins before the previous one has ended [SEQ-001]",
        "data does not belong to a message [SEQ-002]",
        "4-bit data cannot be part of a message [SEQ-006]",
        "the write that was sent fits no STP packet [StpWrite]",
    };

    for (unsigned fault = 0; fault < 4; fault++) {
        struct bench bench = open_bench(true, 9, NULL);
        const struct sample sample = sample_of(20);
        struct rvt_stp_port_write write = {.size = 3, .master = 7, .channel = sample.input.channel};
        pass(&bench, 0, 20);
        take(&bench, &sample);
        if (fault != 1)
            send_part(&bench, &sample, 12, false);
        if (fault == 2 || fault == 3)
            write.size = fault == 2 ? 0 : 5;
        for (unsigned i = 0; fault != 0 && i < 3; i++) {
            put(&bench, &write);
            write.marker = i == 1;
            write.size = 3;
        }
        pass(&bench, 20 + 4, 100);
        expect(&bench, 1, 96, WORDS[fault]);
    }
}

/* Nothing is lost: every message is compared. */
Test(syst_decode_exact, writes_without_a_message_are_found)
{
    static const struct {
        struct rvt_stp_port_write write;
        const char *words;
    } FAULTS[] = {
        {{.kind = RVT_STP_WRITE_FLAG, .master = 7},
         ": a flag does not belong to a message [SEQ-004]\n  observed  FLAG, master 0x7"},
        {{.kind = RVT_STP_WRITE_TRIG}, ": the write belongs to no message [SystNoMessage]"},
        {{.kind = RVT_STP_WRITE_FREQ}, ": the write belongs to no message [SystNoMessage]"},
        {{.kind = RVT_STP_WRITE_MERR}, ": the write belongs to no message [SystNoMessage]"},
        {{.kind = RVT_STP_WRITE_GERR}, ": the write belongs to no message [SystNoMessage]"},
        {{.kind = RVT_STP_WRITE_NULL, .stamp = true}, ": the write belongs to no message [Syst"},
    };

    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        struct bench bench = open_bench(true, 9, NULL);
        pass(&bench, 0, 20);
        put(&bench, &FAULTS[i].write);
        pass(&bench, 20, 100);
        expect(&bench, 1, 100, FAULTS[i].words);
    }
}

/* The message arrives whole, in a form that the sequence does not have. */
Test(syst_decode_exact, other_forms_of_a_whole_message_are_found)
{
    struct bench bench = open_bench(true, 9, NULL);
    const struct sample sample = sample_of(20);
    const struct sample empty = {.input = {.header = 6, .master = 7}, .byte = {6}, .bytes = 4};
    struct rvt_stp_port_write write = flag_of(&sample);

    take(&bench, &sample);
    send_part(&bench, &sample, sample.bytes, false);
    write.stamp = true;
    put(&bench, &write);
    pass(&bench, 21, 40);
    expect(&bench, 1, 20, "write 8: a timestamped flag ends a message [SEQ-005]");
    bench = open_bench(true, 9, NULL);
    take(&bench, &empty);
    write = (struct rvt_stp_port_write){
        .size = 3, .stamp = true, .marker = true, .master = 7, .data = 6};
    put(&bench, &write);
    pass(&bench, 20, 40);
    expect(&bench, 1, 21, "write 0: a message of one packet is not a short message [SEQ-011]");
    bench = open_bench(true, 9, NULL);
    take(&bench, &empty);
    write.size = 1; /* no header at all: the message is lost */
    put(&bench, &write);
    pass(&bench, 20, 40);
    expect(&bench, 1, 20, "write 0: a message of one packet is not a short message [SEQ-011]");
}

/* ---- the port of the source ---- */

/* What must be sent is not known then. */
Test(syst_decode_exact, faults_of_the_input)
{
    struct bench bench = open_bench(true, 9, NULL);
    const struct sample sample = sample_of(20);

    pass(&bench, 0, 20);
    rvt_syst_scoreboard_message(bench.scoreboard, ++bench.cycle, &sample.input);
    pass(&bench, 21, 40);
    expect(&bench, 1, 20, "before the previous one was complete [SystOrder]");
    bench = open_bench(true, 9, NULL);
    pass(&bench, 0, 20);
    rvt_syst_scoreboard_message(bench.scoreboard, ++bench.cycle, &sample.input);
    expect(&bench, 1, 20, "the payload of the latest message never ended [SystOrder]");
    bench = open_bench(true, 9, NULL);
    pass(&bench, 0, 20);
    rvt_syst_scoreboard_payload(bench.scoreboard, ++bench.cycle, 0, 1, true);
    expect(&bench, 1, 20, "payload that belongs to no message was taken [SystOrder]");
    bench = open_bench(true, 9, NULL);
    struct sample wrong = sample_of(20);
    wrong.input.length++;
    pass(&bench, 0, 20);
    take(&bench, &wrong);
    send(&bench, &sample);
    expect(&bench, 1, 20, "the message that was taken is not valid [SystMessage]");
}

/* ---- waivers ---- */

static struct rvt_waivers waive(const char *clause)
{
    struct rvt_waivers waivers = {.count = 1};

    strcpy(waivers.waiver[0].clause, clause);
    strcpy(waivers.waiver[0].reason, "known");
    return waivers;
}

/* The payload of a message differs. */
static void pass_a_fault(struct bench *bench)
{
    struct sample sample = sample_of(20);

    pass(bench, 0, 20);
    take(bench, &sample);
    sample.byte[20] ^= 1;
    send(bench, &sample);
    pass(bench, 21, 100);
}

Test(syst_decode_exact, a_waived_finding_passes_and_the_rest_is_compared)
{
    const struct rvt_waivers waivers = waive("SystValue"), other = waive("SYST-008");
    struct bench bench = open_bench(true, 1, &waivers);

    pass_a_fault(&bench);
    expect(&bench, 0, 99, NULL);
    bench = open_bench(true, 9, &other);
    pass_a_fault(&bench);
    cr_expect_eq(rvt_transport_findings(bench.scoreboard), 1);
    expect(&bench, 2, 99, "[SystValue]");
    bench = open_bench(true, 9, &waivers);
    pass(&bench, 0, 20);
    expect(&bench, 1, 20, "waiver 1 matches no finding [WaiverUsed]");
}

/* A waiver of a broken rule does not waive that the message is missing, nor one of the port that
 * nothing was compared after it. */
Test(syst_decode_exact, a_waiver_does_not_hide_what_is_missing)
{
    struct rvt_waivers waivers = waive("SYST-008");
    struct bench bench = open_bench(true, 9, &waivers);
    struct sample sample = sample_of(21);

    pass(&bench, 0, 20);
    take(&bench, &sample);
    sample.byte[20] ^= 1;
    send(&bench, &sample);
    pass(&bench, 22, 100);
    expect(&bench, 1, 98, ": 1 message is missing [SystMissing]");
    waivers = waive("SystOrder");
    bench = open_bench(true, 9, &waivers);
    pass(&bench, 0, 20);
    rvt_syst_scoreboard_payload(bench.scoreboard, ++bench.cycle, 0, 1, true);
    pass(&bench, 20, 30);
    expect(&bench, 1, 20, "did not find its place again [WaivedRest]");
    waivers = waive("StpWrite");
    bench = open_bench(true, 9, &waivers);
    sample = sample_of(20);
    pass(&bench, 0, 20);
    take(&bench, &sample);
    const struct rvt_stp_port_write write = {.size = 5};
    put(&bench, &write);
    pass(&bench, 21, 100);
    expect(&bench, 1, 99, ": 1 message is missing [SystMissing]");
}

Test(syst_decode_exact, findings_after_the_limit_are_not_recorded)
{
    struct bench bench = open_bench(true, 1, NULL);

    pass_a_fault(&bench);
    pass_a_fault(&bench);
    cr_expect_eq(rvt_transport_findings(bench.scoreboard), 1);
    cr_expect(rvt_transport_finding(bench.scoreboard, 1) == NULL);
    rvt_transport_close(bench.scoreboard);
}
