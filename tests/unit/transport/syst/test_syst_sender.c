/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <inttypes.h>

#include "base/text.h"
#include "transport/syst/syst_sender.h"

/* The packets for the first bytes of this message. */
static void expect(const uint8_t *byte, size_t bytes, bool marked, const char *expected)
{
    struct rvt_syst_sender sender = {
        .master = 3, .channel = 4, .time = 5, .marked = marked, .byte = byte, .bytes = bytes};
    struct rvt_stp_record record;
    struct rvt_text text;
    char out[256];

    rvt_text_init(&text, out, sizeof out);
    while (rvt_syst_sender_next(&sender, &record)) {
        const struct rvt_stp_form *form = rvt_stp_form(record.opcode);

        rvt_text_add(&text, " %s", form->name);
        if (form->payload_nibbles > 0)
            rvt_text_add(&text, ":%" PRIx64, record.payload);
        cr_expect(record.master == 3 && record.channel == 4 && record.time == 5);
    }
    cr_expect(eq(str, out, TEXT(expected)));
}

static const uint8_t raw[] = {6, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7};

Test(syst_sender, cuts_words_then_the_rest)
{
    expect(raw, sizeof raw, false, " D32TS:6 D32:4030201 D16:605 D8:7 FLAG");
    expect(raw, sizeof raw, true, " D32TS:6 D32:4030201 D16:605 D8M:7");
    expect(raw, 8, false, " D32TS:6 D32:4030201 FLAG");
    expect(raw, 8, true, " D32TS:6 D32M:4030201");
    expect(raw, 6, true, " D32TS:6 D16M:201");
}

Test(syst_sender, a_message_without_a_second_packet_ends_with_a_flag)
{
    expect(raw, 4, false, " D32TS:6 FLAG");
    expect(raw, 4, true, " D32TS:6 FLAG");
}

Test(syst_sender, short_messages_are_one_packet)
{
    static const uint8_t short32[] = {0x21, 0x43, 0x65, 0x87};
    static const uint8_t short64[] = {7, 0, 0, 0, 1, 2, 3, 4};
    static const uint8_t compact64[] = {0, 0, 0, 1, 5, 6, 7, 8};

    expect(short32, 4, false, " D32MTS:87654321");
    expect(short64, 8, true, " D64MTS:403020100000007");
    expect(compact64, 8, false, " D64MTS:807060501000000");
}
