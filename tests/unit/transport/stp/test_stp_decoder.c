/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/stp_rig.h"

static const struct rvt_stp_config DEFAULTS;

/* Shows: STP-001, STP-010 */
Test(stp_decoder, begins_with_async)
{
    stp_expect(&DEFAULTS, "", "", "");
    stp_expect(&DEFAULTS, STP_ASYNC, "0 ASYNC", "");
    stp_expect(&DEFAULTS, STP_ASYNC "f003 112 46",
               "0 ASYNC; 22 VERSION 3; 26 M8 12 m 12 c 0; 29 lost 46", "STP-010 29 nibbles 2");
    stp_expect(&DEFAULTS, STP_ASYNC "f003 112 4ff",
               "0 ASYNC; 22 VERSION 3; 26 M8 12 m 12 c 0; "
               "29 D8 ff m 12 c 0",
               "");
}

/* A first nibble that is not F, and too many F. */
Test(stp_decoder, nibbles_before_async_are_lost)
{
    stp_expect(&DEFAULTS, "4" STP_ASYNC "f003", "0 lost 4; 1 ASYNC; 23 VERSION 3", "STP-001 0");
    stp_expect(&DEFAULTS, "fff" STP_ASYNC "f003", "0 lost fff; 3 ASYNC; 25 VERSION 3", "STP-001 0");
    stp_expect(&DEFAULTS, "1234567890abcdef12" STP_ASYNC,
               "0 lost 1234567890abcdef; 16 lost 12; 18 ASYNC", "STP-001 0");
    stp_expect(&DEFAULTS, "ff", "0 lost ff", "STP-001 0");
}

/* Of a run of F that begins in the longest packet, any part may arrive with it. Shows: STP-005 */
Test(stp_decoder, a_run_of_f_after_the_longest_packet_may_be_divided)
{
    stp_expect(&DEFAULTS,
               STP_ASYNC "f003 112 f7 1111111111111111 e 111111111111111f"
                         "fffffffffffffffffff" STP_ASYNC "f003",
               "0 ASYNC; 22 VERSION 3; 26 M8 12 m 12 c 0; "
               "29 D64TS 1111111111111111 @111111111111111f/16 time 111111111111111f m 12 c 0; "
               "64 lost ffffffffffffffff; 80 lost fff; 83 ASYNC m 12 c 0; 105 VERSION 3",
               "STP-005 64 nibbles 13");
}

/* Nibbles are counted in 64 bits, lost ones as well. Shows: STP-003 */
Test(stp_decoder, a_loss_may_be_anywhere)
{
    static const uint8_t reserved[] = {0x0f, 0x0c, 0, 0}; /* f0c is reserved */
    static struct rvt_stp_decoder decoder;
    static struct stp_log log;
    const struct rvt_stp_config config = {.start = RVT_STP_START_SYNCED};

    stp_open(&decoder, &config, &log);
    decoder.at = log.next = UINT64_C(1) << 33;
    for (unsigned i = 0; i < 8; i++)
        rvt_stp_decoder_nibble(&decoder, (uint32_t)reserved[i / 2] >> 4 * (i & 1) & 15U);
    rvt_stp_decoder_finish(&decoder);
    cr_expect(strncmp(log.events, "8589934592 lost f0c", 19) == 0, "%s", log.events);
}

/* Bytes are missing after a part of a packet. What follows them looks like a packet, but is lost up
 * to the next ASYNC. Shows: STP-001 */
Test(stp_decoder, looks_for_async_after_a_hole)
{
    const struct rvt_stp_config config = {.start = RVT_STP_START_HUNT};
    struct stp_stream before = stp_stream(STP_ASYNC "f003 414 4");
    struct stp_stream after = stp_stream("4144" STP_ASYNC "f003 414 0");
    struct rvt_stp_decoder decoder;
    struct stp_log log;

    stp_open(&decoder, &config, &log);
    rvt_stp_decoder_bytes(&decoder, before.byte, before.nibbles / 2);
    rvt_stp_decoder_lose(&decoder);
    rvt_stp_decoder_bytes(&decoder, after.byte, after.nibbles / 2);
    rvt_stp_decoder_finish(&decoder);
    cr_expect(
        eq(str, log.events,
           TEXT("0 ASYNC; 22 VERSION 3; 26 D8 14; 29 lost 4; 30 lost 0; 30 lost 4144; 34 ASYNC; "
                "56 VERSION 3; 60 D8 14; 63 NULL")));
    cr_expect(eq(str, log.findings,
                 TEXT("STP-006 26; STP-010 29 nibbles 1; STP-006 60; STP-014 63 NULL packets 1")));
}
