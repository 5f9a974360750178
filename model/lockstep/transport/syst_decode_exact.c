/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/syst_decode_exact.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "transport/syst/syst_names.h"

#include "lockstep/items/bytes_text.h"
#include "lockstep/items/item_match.h"
#include "lockstep/transport/syst_part.h"
#include "lockstep/transport/syst_collector.h"
#include "lockstep/items/transport_scoreboard.h"

enum {
    PASSED_MAX = 256,
    PRINTED = 10, /* bytes of a message */
};

/* A message of either side. */
struct message {
    struct rvt_decoded_item item; /* at: its first write */
    uint16_t master, channel;
    size_t payload_at; /* of expected ones */
    uint8_t *byte;     /* owned, of at least a header */
    size_t bytes;
};

struct rvt_syst_decode_exact {
    void *scoreboard;
    struct rvt_syst_collector *collector;
    struct rvt_item_match *match;
    uint64_t cycle; /* of the present call */
};

/* ---- messages ---- */

static bool same_channel(const struct message *one, const struct message *other)
{
    return one->master == other->master && one->channel == other->channel;
}

static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct message *one = observed, *other = expected;

    return same_channel(one, other) && one->bytes == other->bytes &&
                   memcmp(one->byte, other->byte, one->bytes) == 0
               ? RVT_PAIR_EQUAL
               : RVT_PAIR_DIFFERS;
}

static bool passes(const void *observed, const void *expected)
{
    return !same_channel(observed, expected);
}

static uint32_t header_of(const struct message *message)
{
    uint32_t header = 0;

    for (unsigned i = 0; i < RVT_SYST_HEADER_BYTES; i++)
        header |= (uint32_t)message->byte[i] << 8 * i;
    return header;
}

/* The first byte that differs in *at, its part of the message, null at the end of one, and the
 * clause that it breaks. */
static const char *difference(const struct message *observed, const struct message *expected,
                              size_t *at, const char **clause)
{
    const struct rvt_syst_shape shape = {.header = header_of(expected),
                                         .payload_at = expected->payload_at,
                                         .bytes = expected->bytes,
                                         .whole = true};
    size_t common = observed->bytes < expected->bytes ? observed->bytes : expected->bytes;

    *clause = "SystValue";
    for (*at = 0; *at < common; ++*at)
        if (observed->byte[*at] != expected->byte[*at])
            return rvt_syst_part(&shape, *at, clause);
    return NULL;
}

static const char *clause(const void *observed, const void *expected)
{
    const char *broken;
    size_t at;

    if (observed == NULL)
        return "SystMissing";
    if (expected == NULL)
        return "SystNoMessage";
    if (!same_channel(observed, expected))
        return "SystPacket";
    (void)difference(observed, expected, &at, &broken);
    return broken;
}

static void words(struct rvt_text *text, const void *item)
{
    const struct message *message = item;
    const char *name = rvt_syst_type_name(message->byte[0] & 15U);

    rvt_text_add(text, "%s, master 0x%x, channel 0x%x, %zu bytes: ", name != NULL ? name : "type?",
                 message->master, message->channel, message->bytes);
    rvt_bytes_print(text, message->byte, message->bytes < PRINTED ? message->bytes : PRINTED);
    rvt_text_add(text, "%s, cycle %" PRIu64, message->bytes > PRINTED ? " ..." : "",
                 message->item.cycle);
}

static void explain(struct rvt_text *text, const void *observed, const void *expected)
{
    const struct message *one = observed, *other = expected;
    const char *broken;
    size_t at;
    const char *part = difference(one, other, &at, &broken);

    if (part != NULL)
        rvt_text_add(text,
                     "\n  field     %s, byte %zu of the message: expected 0x%02x, "
                     "observed 0x%02x",
                     part, at, other->byte[at], one->byte[at]);
    else if (one->bytes != other->bytes)
        rvt_text_add(text,
                     "\n  field     end of the message: expected after byte %zu, observed "
                     "after byte %zu",
                     other->bytes - 1, one->bytes - 1);
}

static void place(struct rvt_text *text, uint64_t at)
{
    rvt_text_add(text, "write %" PRIu64, at);
}

static void release(const void *item)
{
    free(((const struct message *)item)->byte);
}

static void fault_of_memory(const struct rvt_syst_decode_exact *verdict)
{
    rvt_transport_fault(verdict->scoreboard, verdict->cycle, "out of memory [Memory]");
}

/* A copy of byte in message; false, with a finding: out of memory. */
static bool own(const struct rvt_syst_decode_exact *verdict, struct message *message,
                const uint8_t *byte)
{
    message->byte = malloc(message->bytes);
    if (message->byte == NULL) {
        fault_of_memory(verdict);
        return false;
    }
    memcpy(message->byte, byte, message->bytes);
    return true;
}

/* ---- what is observed ---- */

static struct message message_of(const struct rvt_syst_received *received)
{
    return (struct message){.item = {.cycle = received->cycle, .at = received->at},
                            .master = received->master,
                            .channel = received->channel,
                            .bytes = received->bytes};
}

static void take_received(void *context, const struct rvt_syst_received *received)
{
    const struct rvt_syst_decode_exact *verdict = context;
    struct message observed = message_of(received);

    if (own(verdict, &observed, received->byte))
        rvt_item_match_observe(verdict->match, &observed);
}

/* How a message that no receiver accepts differs from the next one that was taken. */
static void take_evidence(void *context, struct rvt_text *text,
                          const struct rvt_syst_received *received)
{
    const struct rvt_syst_decode_exact *verdict = context;
    const struct message *next = rvt_item_match_next(verdict->match);
    struct message observed = message_of(received);

    if (next == NULL || !same_channel(&observed, next) || !own(verdict, &observed, received->byte))
        return;
    rvt_text_add(text, "\n  expected  ");
    words(text, next);
    rvt_text_add(text, "\n  observed  ");
    words(text, &observed);
    explain(text, &observed, next);
    release(&observed);
}

/* ---- calls ---- */

void rvt_syst_decode_exact_message(struct rvt_syst_decode_exact *verdict, uint64_t cycle,
                                   const struct rvt_syst_taken *taken)
{
    struct message message = {.item = {.cycle = cycle},
                              .master = taken->master,
                              .channel = taken->channel,
                              .payload_at = taken->payload_at,
                              .bytes = taken->bytes};

    verdict->cycle = cycle;
    if (own(verdict, &message, taken->byte))
        rvt_item_match_expect(verdict->match, &message);
}

void rvt_syst_decode_exact_write(struct rvt_syst_decode_exact *verdict, uint64_t cycle,
                                 const struct rvt_stp_record *record)
{
    verdict->cycle = cycle;
    rvt_syst_collector_write(verdict->collector, cycle, record);
}

void rvt_syst_decode_exact_lose(struct rvt_syst_decode_exact *verdict, uint64_t cycle, bool found)
{
    verdict->cycle = cycle;
    rvt_syst_collector_lose(verdict->collector, cycle, found);
}

void rvt_syst_decode_exact_end(struct rvt_syst_decode_exact *verdict, uint64_t cycle)
{
    verdict->cycle = cycle;
    rvt_syst_collector_end(verdict->collector, cycle);
    rvt_item_match_finish(verdict->match, cycle, 0);
}

uint64_t rvt_syst_decode_exact_compared(const struct rvt_syst_decode_exact *verdict)
{
    return rvt_item_match_equal(verdict->match);
}

void rvt_syst_decode_exact_counts(const struct rvt_syst_decode_exact *verdict,
                                  struct rvt_text *text)
{
    rvt_item_match_counts(verdict->match, text);
}

enum rvt_status rvt_syst_decode_exact_open(void *scoreboard, struct rvt_syst_decode_exact **verdict)
{
    static const struct rvt_decoded_kind KIND = {
        .bytes = sizeof(struct message),
        .name = "message",
        .reach = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR},
        .compare = compare,
        .passes = passes,
        .passed_max = PASSED_MAX,
        .clause = clause,
        .words = words,
        .place = place,
        .explain = explain,
        .release = release};
    struct rvt_syst_decode_exact *opened = calloc(1, sizeof *opened);

    *verdict = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->scoreboard = scoreboard;
    const struct rvt_syst_collector_sink sink = {
        .context = opened, .message = take_received, .evidence = take_evidence};
    enum rvt_status status = rvt_item_match_open(&KIND, scoreboard, &opened->match);
    if (status == RVT_OK)
        status = rvt_syst_collector_open(scoreboard, opened->match, &sink, &opened->collector);
    if (status != RVT_OK) {
        rvt_syst_decode_exact_close(opened);
        return status;
    }
    *verdict = opened;
    return RVT_OK;
}

void rvt_syst_decode_exact_close(struct rvt_syst_decode_exact *verdict)
{
    if (verdict == NULL)
        return;
    rvt_syst_collector_close(verdict->collector);
    rvt_item_match_close(verdict->match);
    free(verdict);
}
