/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "transport/syst/syst_stream.h"

struct rig {
    struct rvt_text text;
    char out[1024];
};

static void got_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct rig *rig = context;

    rvt_text_add(&rig->text, "type %u of %u.%u at %u, %zu bytes, %" PRIu64 " Hz, %s\n",
                 arrival->message->type, arrival->raw->master, arrival->raw->channel,
                 (unsigned)arrival->raw->at, arrival->raw->bytes, arrival->transport_hz,
                 arrival->clock != NULL ? "clock" : "no clock");
}

static void got_finding(void *context, const struct rvt_finding *finding)
{
    struct rig *rig = context;
    char line[160];

    rvt_finding_format(finding, line, sizeof line);
    rvt_text_add(&rig->text, "%s\n", line);
}

static void got_refused(void *context, const struct rvt_sequence_message *raw)
{
    struct rig *rig = context;

    rvt_text_add(&rig->text, "refused: %u.%u, %zu bytes\n", raw->master, raw->channel, raw->bytes);
}

/* Nibbles in order of time, as hexadecimal digits; blanks are ignored. */
static void expect(const char *nibbles, const char *expected)
{
    struct rig rig;
    struct rvt_syst_stream_sinks sinks = {
        .message = got_message, .refused = got_refused, .finding = got_finding, .context = &rig};
    struct rvt_syst_stream_config config = {.sequence = {.from_start = true}};
    struct rvt_syst_stream *stream;
    uint8_t data[256] = {0};
    size_t count = 0;

    rvt_text_init(&rig.text, rig.out, sizeof rig.out);
    for (const char *at = nibbles; *at != 0; at++) {
        const char *digits = "0123456789abcdef";

        if (*at == ' ')
            continue;
        data[count / 2] |= (uint8_t)((strchr(digits, *at) - digits) << 4 * (count & 1));
        count++;
    }
    cr_assert(rvt_syst_stream_open(&config, &sinks, &stream) == RVT_OK);
    cr_assert(rvt_syst_stream_bytes(stream, data, (count + 1) / 2) == RVT_OK);
    cr_assert(rvt_syst_stream_finish(stream) == RVT_OK);
    rvt_syst_stream_close(stream);
    cr_expect(eq(str, rig.out, TEXT(expected)));
}

/* ASYNC, VERSION NAT, FREQ 1000 Hz, master 1, channel 2: 43 nibbles. */
#define BEGINNING "fffffffffffffffffffff0 f003 f08000003e8 101 302"
/* A timestamp of 64 bits. */
#define TIME "e0000000000000005"

Test(syst_stream, goes_from_nibbles_to_messages)
{
    /* A CLOCK, then a timestamped RAW with the CLOCK's time converted to that of the transport. */
    expect(BEGINNING " f6 01000008" TIME " 70000000000000007 7000000000000000a fe"
                     " f6 00000806 206 70000000000000009 fe",
           "type 8 of 1.2 at 43, 20 bytes, 1000 Hz, clock\n"
           "type 6 of 1.2 at 106, 12 bytes, 1000 Hz, clock\n");
}

/* Shows: STP-014, SYST-105 */
Test(syst_stream, the_frequency_of_the_transport_may_have_40_bits)
{
    expect(BEGINNING " f0f0 fedcba9876 f6 00000006" TIME " fe",
           "type 6 of 1.2 at 57, 4 bytes, 1094624909430 Hz, no clock\n");
}

/* A wrong checksum is found in the packet that holds it. */
Test(syst_stream, findings_of_a_message_have_the_places_of_its_packets)
{
    expect(BEGINNING " f6 00000406" TIME " fa 00000000",
           "byte 35 nibble 0: master 1 channel 2: SYST-008 error: the checksum is wrong "
           "[checksum: expected 0x12fcfdaf, observed 0x0]\n"
           "refused: 1.2, 8 bytes\n");
}

/* A missing byte is reported after the last packet. */
Test(syst_stream, missing_bytes_come_after_the_message)
{
    expect(BEGINNING " f6 00000406" TIME " fe",
           "byte 36 nibble 0: master 1 channel 2: SYST-005 error: an optional field is incomplete "
           "[checksum: 0x0 of 0x4 bytes]\n"
           "refused: 1.2, 4 bytes\n");
}

Test(syst_stream, findings_of_the_transport_pass_through)
{
    expect(BEGINNING " 400 f6 00000006" TIME " f0c 00000000000000000",
           "byte 21 nibble 1: master 1 channel 2: SEQ-002 error: data does not belong to a message "
           "[data 0x0]\n"
           "byte 36 nibble 1: STP-003 error: the opcode or version is reserved [opcode 0xf0c]\n"
           "byte 36 nibble 1: master 1 channel 2: SEQ-008 error: a bad packet or a "
           "resynchronisation interrupts a message [first byte of the message 0x17]\n");
}

/* What the STP decoder refuses, the stream refuses. */
Test(syst_stream, a_bad_configuration_is_refused)
{
    const struct rvt_syst_stream_sinks sinks = {.message = got_message};
    struct rvt_syst_stream_config config = {.stp = {.start = RVT_STP_START_SYNCED + 1}};
    struct rvt_syst_stream *stream = NULL;

    cr_expect(rvt_syst_stream_open(&config, &sinks, &stream) == RVT_ERR_PARAMETER);
}
