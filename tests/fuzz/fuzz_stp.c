/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP: any bytes in pieces of any size, with any switches. Every nibble belongs to one event, each
 * packet is written back to the same nibbles, and the reports do not depend on the pieces. Shows:
 * STP-001, STP-003, STP-005, STP-010
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "transport/stp/stp_decoder.h"

struct reported {
    const uint8_t *data;
    size_t nibbles;
    struct rvt_stp_format format;
    bool le_always;
    uint64_t end, digest;
};

static void digest(struct reported *reported, uint64_t value)
{
    reported->digest = (reported->digest ^ value) * UINT64_C(0x100000001b3);
}

/* The nibble of a lost piece at place. */
static unsigned lost_nibble(const struct rvt_stp_event *event, unsigned place)
{
    return (unsigned)(event->packet.payload >> 4 * (event->nibbles - 1 - place)) & 15U;
}

static void on_event(void *context, const struct rvt_stp_event *event)
{
    struct reported *reported = context;
    uint8_t bytes[32] = {0};
    unsigned nibbles = event->nibbles;

    FUZZ_EXPECT(event->at == reported->end && event->nibbles > 0 &&
                event->nibbles <= RVT_STP_PACKET_NIBBLES);
    reported->end += event->nibbles;
    FUZZ_EXPECT(reported->end <= reported->nibbles);
    if (!event->lost)
        FUZZ_EXPECT(rvt_stp_write(&reported->format, &event->packet, bytes, 0, 2 * sizeof bytes,
                                  &nibbles) == RVT_OK);
    FUZZ_EXPECT(nibbles == event->nibbles);
    for (unsigned i = 0; i < nibbles; i++)
        FUZZ_EXPECT((event->lost ? lost_nibble(event, i) : rvt_stp_nibble(bytes, i)) ==
                    rvt_stp_nibble(reported->data, event->at + i));
    if (event->packet.opcode == RVT_STP_VERSION) {
        reported->format = rvt_stp_announced(&event->packet);
        reported->format.le |= reported->le_always;
    }
    digest(reported, event->nibbles);
    digest(reported, event->time);
    digest(reported, (uint64_t)event->master << 16 | event->channel);
    digest(reported, (event->trusted ? 8U : 0U) | (event->lost ? 4U : 0U) |
                         (event->master_set ? 2U : 0U) | (event->timed ? 1U : 0U));
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct reported *reported = context;

    FUZZ_EXPECT(2 * finding->byte + finding->nibble <= reported->nibbles);
    digest(reported, finding->rule);
    digest(reported, 2 * finding->byte + finding->nibble);
    digest(reported, finding->value);
}

static uint64_t run(const struct rvt_stp_config *config, const uint8_t *data, size_t size,
                    size_t piece)
{
    struct rvt_stp_decoder decoder;
    struct reported reported = {.data = data,
                                .nibbles = 2 * size,
                                .format = {.time_type = config->time_type, .le = config->le_always},
                                .le_always = config->le_always};
    struct rvt_stp_sinks sinks = {.event = on_event,
                                  .event_context = &reported,
                                  .finding = on_finding,
                                  .finding_context = &reported};

    FUZZ_EXPECT(rvt_stp_decoder_init(&decoder, config, &sinks) == RVT_OK);
    for (size_t at = 0; piece > 0 && at < size; at += piece)
        rvt_stp_decoder_bytes(&decoder, data + at, size - at < piece ? size - at : piece);
    for (size_t at = 0; piece == 0 && at < 2 * size; at++)
        rvt_stp_decoder_nibble(&decoder, rvt_stp_nibble(data, at));
    rvt_stp_decoder_finish(&decoder);
    FUZZ_EXPECT(reported.end == reported.nibbles);
    return reported.digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    uint8_t head = fuzz_byte(&input), piece = fuzz_byte(&input);
    const struct rvt_stp_config config = {
        .start = (enum rvt_stp_start)(head & 1),
        .m8_scope = (enum rvt_stp_m8_scope)(head >> 1 & 1),
        .error_scope = (enum rvt_stp_error_scope)(head >> 2 & 1),
        .le_always = (head >> 3 & 1) != 0,
        .version_scope = (enum rvt_stp_version_scope)((head >> 4 & 3) % 3),
        .time_type = (enum rvt_stp_time_type)((head >> 6 & 3) + (piece >> 7)),
        .async_bytes_max = piece & 0x40};
    uint64_t whole = run(&config, input.data, input.left, input.left + 1);

    FUZZ_EXPECT(run(&config, input.data, input.left, piece & 0x1f) == whole);
    return 0;
}
