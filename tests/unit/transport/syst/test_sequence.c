/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "transport/syst/channels.h"
#include "transport/syst/sequence.h"

/*
 * Packets are words: OPCODE:PAYLOAD in hexadecimal, "@M.C" for the master and channel of those
 * after it, "LOST" for an undecodable part, "~" for times of which not all bits are known from here
 * on, "T:n" for a time. Packet i, counted from 0, begins at nibble FROM + 32 i. The results are
 * words as well: "M.C=BYTES" and the letter of the ending for a message, "RULE@i" for a finding.
 */
#define FROM (UINT64_C(5) << 36) /* in a long stream */

struct rig {
    struct rvt_text text;
    char out[4096];
};

static void got_message(void *context, const struct rvt_sequence_message *message)
{
    struct rig *rig = context;

    rvt_text_add(&rig->text, " %u.%u=", message->master, message->channel);
    for (size_t i = 0; i < message->bytes; i++)
        rvt_text_add(&rig->text, "%02x", message->byte[i]);
    rvt_text_add(&rig->text, "%c", "SMF"[message->ending]);
    cr_expect(message->parts > 0 && message->at == message->part[0].at);
    cr_expect(rvt_sequence_place(message, 0) == message->at);
    cr_expect(rvt_sequence_place(message, message->bytes - 1) ==
              message->part[message->parts - 1].at);
}

static void got_finding(void *context, const struct rvt_finding *finding)
{
    struct rig *rig = context;

    cr_expect(finding->expects == NULL && (finding->field != NULL || finding->value == 0));
    rvt_text_add(&rig->text, " %s@%" PRIu64, rvt_rule_text(finding->rule)->number,
                 (2 * finding->byte + finding->nibble - FROM) / 32);
}

static void feed(struct rvt_sequence *sequence, const char *words)
{
    struct rvt_stp_event event = {.at = FROM, .nibbles = 10, .trusted = true};
    char copy[1024], *rest = copy, *word;

    (void)snprintf(copy, sizeof copy, "%s", words);
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        char *colon = strchr(word, ':');

        event.packet.payload = colon != NULL ? strtoull(colon + 1, NULL, 16) : 0;
        if (colon != NULL)
            *colon = 0;
        if (word[0] == '@') {
            event.master = (uint16_t)strtoul(word + 1, &word, 10);
            event.channel = (uint16_t)strtoul(word + 1, NULL, 10);
            continue;
        }
        if (word[0] == '~') {
            event.trusted = false;
            continue;
        }
        if (strcmp(word, "T") == 0) {
            event.time = event.packet.payload;
            continue;
        }
        event.lost = strcmp(word, "LOST") == 0;
        event.packet.opcode = RVT_STP_NULL;
        cr_assert(event.lost || rvt_stp_opcode_named(word, &event.packet.opcode), "%s", word);
        event.timed = rvt_stp_form(event.packet.opcode)->timestamp;
        cr_assert(rvt_sequence_event(sequence, &event) == RVT_OK);
        event.at += 32;
    }
    rvt_sequence_finish(sequence, event.at);
}

static void expect(bool from_start, const char *words, const char *expected)
{
    struct rig rig;
    struct rvt_sequence_sinks sinks = {got_message, &rig, got_finding, &rig};
    struct rvt_sequence_config config = {.from_start = from_start};
    struct rvt_sequence *sequence;

    rvt_text_init(&rig.text, rig.out, sizeof rig.out);
    cr_assert(rvt_sequence_open(&config, &sinks, &sequence) == RVT_OK);
    feed(sequence, words);
    rvt_sequence_close(sequence);
    cr_expect(eq(str, rig.out, TEXT(expected)), "%s", words);
}

Test(sequence, the_three_forms_are_messages)
{
    expect(true, "D32MTS:12345671", " 0.0=71563412S");
    expect(true, "D64MTS:123456789abcdef7", " 0.0=f7debc9a78563412S");
    expect(true, "D32TS:00000006 D8:01 D8M:02", " 0.0=060000000102M");
    expect(true, "D32TS:00000006 FLAG", " 0.0=06000000F");
    expect(true, "D32TS:00000006 D64:0807060504030201 D16:0a09 FLAG",
           " 0.0=06000000"
           "0102030405060708"
           "090aF");
}

/* Shows: SEQ-001 */
Test(sequence, a_start_drops_what_is_unfinished)
{
    expect(true, "D32TS:6 D8:1 D32TS:26 D8M:2", " SEQ-001@2 0.0=2600000002M");
    expect(true, "D32TS:6 D32MTS:11", " SEQ-001@1 0.0=11000000S");
    expect(true, "@1.0 D32TS:6 @1.1 D32TS:6 D8M:1 @1.0 D8M:2", " 1.1=0600000001M 1.0=0600000002M");
}

/* Shows: SEQ-002, SEQ-003, SEQ-004 */
Test(sequence, what_has_no_start_is_dropped)
{
    expect(true, "D8:1 D32TS:6 FLAG", " SEQ-002@0 0.0=06000000F");
    expect(true, "D8M:1 D32TS:6 FLAG", " SEQ-003@0 0.0=06000000F");
    expect(true, "FLAG D32TS:6 FLAG FLAG_TS", " SEQ-004@0 0.0=06000000F SEQ-004@3");
    expect(true, "D32TS:6 D8M:1 D8:1 FLAG", " 0.0=0600000001M SEQ-002@2 SEQ-004@3");
    expect(false, "D8:1 D8M:1 D8M:2", " SEQ-003@2");
    expect(false, "D8:1 FLAG FLAG", " SEQ-004@2");
    expect(false, "D8:1 D8:1", "");
}

/* Shows: SEQ-005 */
Test(sequence, a_timestamped_flag_ends_a_message_and_is_reported)
{
    expect(true, "D32TS:6 FLAG_TS", " SEQ-005@1 0.0=06000000F");
}

/* Shows: SEQ-006 */
Test(sequence, four_bit_data_spoil_a_message)
{
    expect(true, "D4:1 D32TS:6 D4:2 D4M:3 D8:4 FLAG D32TS:6 FLAG",
           " SEQ-006@0 SEQ-006@2 0.0=06000000F");
    expect(false, "D4TS:1 D4MTS:2", " SEQ-006@0 SEQ-006@1");
}

/* Shows: SEQ-007 */
Test(sequence, a_loss_spoils_the_messages_of_its_channels)
{
    expect(true, "@1.2 D32TS:6 @2.2 D32TS:6 @1.0 MERR @1.2 FLAG @2.2 FLAG",
           " SEQ-007@2 2.2=06000000F");
    expect(true, "@1.2 D32TS:6 @2.2 D32TS:6 @0.0 GERR @1.2 FLAG @2.2 FLAG", " SEQ-007@2 SEQ-007@2");
    expect(true, "@1.2 D32TS:6 @1.3 D32TS:6 @1.2 CERR FLAG @1.3 FLAG", " SEQ-007@2 1.3=06000000F");
}

/* Shows: SEQ-008 */
Test(sequence, after_a_resynchronisation_nothing_is_known)
{
    expect(true, "@1.2 D32TS:6 LOST LOST D8:1 FLAG FLAG @3.3 FLAG", " SEQ-008@1 SEQ-004@5");
}

/* Ranges that packets separate are reported each. Shows: SEQ-008 */
Test(sequence, each_undecodable_range_is_reported)
{
    expect(true, "D32TS:6 LOST D32TS:6 LOST LOST D32TS:6 LOST", " SEQ-008@1 SEQ-008@3 SEQ-008@6");
}

/* Shows: SEQ-009 */
Test(sequence, the_end_cuts_what_is_under_way)
{
    expect(true, "@2.1 D32TS:6 @1.1 D32TS:6", " SEQ-009@2 SEQ-009@2");
}

/* Shows: SEQ-011, SEQ-012, SEQ-013 */
Test(sequence, frames_that_do_not_fit_the_type)
{
    expect(true, "D32MTS:6", " SEQ-011@0 0.0=06000000S");
    expect(true, "D16MTS:1 D8MTS:1", " SEQ-011@0 SEQ-011@1");
    expect(true, "D32TS:11 FLAG", " SEQ-012@1 0.0=11000000F");
    expect(true, "D64TS:7 FLAG", " SEQ-012@1 0.0=0700000000000000F");
    expect(true, "D16TS:6 D16:0 FLAG", " SEQ-013@0 0.0=06000000F");
    /* a message without a whole header has no type: it might be a SHORT32, or a CLOCK */
    expect(true, "D8TS:1 FLAG ~ D16TS:8 FLAG", " SEQ-013@0 0.0=01F SEQ-013@2 0.0=0800F");
}

/* Shows: SEQ-014 */
Test(sequence, a_clock_message_needs_a_time)
{
    expect(true, "D32TS:01000008 FLAG ~ D32TS:01000008 FLAG",
           " 0.0=08000001F SEQ-014@2 0.0=08000001F");
}

/* Shows: SEQ-015 */
Test(sequence, starts_of_a_channel_go_forward)
{
    expect(true, "T:5 D32TS:6 FLAG T:4 D32TS:6 FLAG T:4 D32TS:6 FLAG T:3 @0.1 D32TS:6 FLAG",
           " 0.0=06000000F SEQ-015@2 0.0=06000000F 0.0=06000000F 0.1=06000000F");
    expect(true, "T:5 D32TS:6 FLAG ~ T:4 D32TS:6 FLAG", " 0.0=06000000F 0.0=06000000F");
    expect(true, "T:100000005 D32TS:6 FLAG T:100000004 D32TS:6 FLAG",
           " 0.0=06000000F SEQ-015@2 0.0=06000000F");
    expect(true, "T:5 D32TS:6 FLAG T:100000004 D32TS:6 FLAG", " 0.0=06000000F 0.0=06000000F");
}

Test(sequence, other_packets_are_transparent)
{
    expect(true, "D32TS:6 NULL VERSION:3 FREQ:1 TRIG:1 ASYNC D8M:1", " 0.0=0600000001M");
}

static void count_bytes(void *context, const struct rvt_sequence_message *message)
{
    *(size_t *)context += message->bytes;
}

/* Shows: SEQ-010 */
Test(sequence, the_longest_message_is_delivered_a_longer_one_is_not)
{
    for (unsigned more = 0; more < 40; more += more == 0 ? 1 : 13) { /* one finding */
        struct rvt_sequence_config config = {.from_start = true};
        size_t bytes = 0;
        struct rig rig;
        struct rvt_sequence_sinks sinks = {count_bytes, &bytes, got_finding, &rig};
        struct rvt_stp_event event = {.at = FROM,
                                      .packet = {.opcode = RVT_STP_D32TS, .payload = 6}};
        struct rvt_sequence *sequence;

        rvt_text_init(&rig.text, rig.out, sizeof rig.out);
        cr_assert(rvt_sequence_open(&config, &sinks, &sequence) == RVT_OK);
        cr_assert(rvt_sequence_event(sequence, &event) == RVT_OK);
        event.packet.opcode = RVT_STP_D8;
        event.at = FROM + 32;
        for (size_t i = RVT_SYST_HEADER_BYTES; i < RVT_SYST_MESSAGE_BYTES_MAX + more; i++)
            cr_assert(rvt_sequence_event(sequence, &event) == RVT_OK);
        event.packet.opcode = RVT_STP_FLAG;
        cr_assert(rvt_sequence_event(sequence, &event) == RVT_OK);
        rvt_sequence_close(sequence);
        cr_expect(eq(sz, bytes, more ? 0 : RVT_SYST_MESSAGE_BYTES_MAX));
        cr_expect(eq(str, rig.out, more ? " SEQ-010@1" : ""));
    }
}

/* Every way to cut the same bytes gives the same message. */
Test(sequence, how_a_message_is_cut_has_no_meaning)
{
    for (unsigned cuts = 0; cuts < 64; cuts++) {
        static const uint8_t bytes[11] = {6, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7};
        char words[256], *at = words;

        at += sprintf(at, "D32TS:6");
        for (unsigned i = 4, c = cuts; i < sizeof bytes;) {
            unsigned left = (unsigned)sizeof bytes - i, size = 1U << (c % 4 < 3 ? c % 4 : 0);
            uint64_t value = 0;

            c /= 4;
            while (size > left)
                size /= 2;
            for (unsigned k = 0; k < size; k++)
                value |= (uint64_t)bytes[i + k] << 8 * k;
            at += sprintf(at, " D%u:%" PRIx64, 8 * size, value);
            i += size;
        }
        (void)sprintf(at, " FLAG");
        expect(true, words, " 0.0=0600000001020304050607F");
    }
}

/* More channels than the table begins with. */
Test(sequence, any_number_of_channels_interleaves)
{
    enum { CHANNELS = 500 };
    struct rvt_sequence_config config = {.from_start = true};
    size_t bytes = 0;
    struct rvt_sequence_sinks sinks = {count_bytes, &bytes, NULL, NULL};
    struct rvt_stp_event event = {.trusted = true};
    struct rvt_sequence *sequence;

    cr_assert(rvt_sequence_open(&config, &sinks, &sequence) == RVT_OK);
    for (unsigned round = 0; round < 3; round++) {
        static const enum rvt_stp_opcode opcode[] = {RVT_STP_D32TS, RVT_STP_D16, RVT_STP_FLAG};

        event.packet.opcode = opcode[round];
        event.packet.payload = round == 0 ? 6 : 0;
        for (unsigned i = 0; i < CHANNELS; i++) {
            event.master = (uint16_t)(i * 131);
            event.channel = (uint16_t)(i / 7);
            cr_assert(rvt_sequence_event(sequence, &event) == RVT_OK);
        }
    }
    rvt_sequence_close(sequence);
    cr_expect(eq(sz, bytes, 6 * CHANNELS));
}

/* More channels than 16 bits count: each is found again. */
Test(sequence, channels_are_counted_in_32_bits)
{
    enum { CHANNELS = 66000 };
    struct rvt_channels channels;

    rvt_channels_init(&channels);
    for (unsigned again = 0; again < 2; again++)
        for (unsigned n = 0; n < CHANNELS; n++) {
            struct rvt_channel *got = rvt_channels_get(&channels, (uint16_t)(n / 256),
                                                       (uint16_t)(n % 256), RVT_CHANNEL_IDLE);

            cr_assert(got != NULL && (again == 0 || got->time == n), "channel %u", n);
            got->time = n;
        }
    cr_expect(eq(sz, channels.count, CHANNELS));
    rvt_channels_fini(&channels);
}
