/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/syst_scoreboard.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "transport/syst/crc32c.h"
#include "transport/syst/syst_sender.h"

#include "lockstep/transport/syst_decode_exact.h"
#include "lockstep/transport/syst_part.h"
#include "lockstep/transport/transport_scoreboard.h"

enum { QUEUE = 4, OFFER_BYTES = 4, TS_BYTES = 8, LENGTH_BYTES = 2 };

/* A message, while its payload is taken and its writes are sent. */
struct message {
    uint64_t cycle;
    struct rvt_syst_input taken;
    uint8_t byte[RVT_SYST_MESSAGE_BYTES_MAX + RVT_SYST_HEADER_BYTES];
    size_t payload_at, bytes; /* bytes known so far */
    bool whole;               /* all bytes are known */
    struct rvt_syst_sender sender;
    unsigned writes;
};

struct rvt_syst_scoreboard {
    struct rvt_transport_scoreboard base;
    uint64_t writes, bytes; /* compared, all equal; of decode-exact, writes that were sent */
    uint32_t fields;
    struct message message[QUEUE]; /* by number */
    uint64_t taken, done;          /* messages taken, messages written whole */
    uint8_t copy[RVT_SYST_MESSAGE_BYTES_MAX];
    struct rvt_syst_decode_exact *decode_exact;
};

/* ---- what comes in ---- */

/* The port was used against its protocol: nothing is known about what must be sent. */
static void fault_of_input(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                           const char *message)
{
    rvt_transport_fault(scoreboard, cycle, message);
    rvt_transport_lose(scoreboard);
}

static void put_word(struct message *message, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        message->byte[message->bytes++] = (uint8_t)(word >> 8 * i);
}

static void put_location(struct rvt_syst_message *fields, const struct rvt_syst_input *taken)
{
    unsigned part = taken->tag & 1 ? 32 : 16;

    fields->location.tag = taken->tag;
    fields->location.file = (uint32_t)(taken->location & (UINT64_MAX >> (64 - part)));
    fields->location.line = (uint32_t)(taken->location >> part & (UINT64_MAX >> (64 - part)));
    fields->location.address = part == 32 ? taken->location : taken->location & (UINT64_MAX >> 32);
}

/* The header and the optional fields, as the model writes them for an empty payload. */
static bool put_fields(struct message *message, uint32_t header)
{
    const struct rvt_syst_input *taken = &message->taken;
    struct rvt_syst_message fields = {.type = RVT_SYST_RAW,
                                      .loc = (header & RVT_SYST_HAS_LOC) != 0,
                                      .len = (header & RVT_SYST_HAS_LEN) != 0,
                                      .ts = (header & RVT_SYST_HAS_TS) != 0,
                                      .guid = (header & RVT_SYST_HAS_GUID) != 0,
                                      .timestamp = taken->timestamp};

    memcpy(fields.guid_bytes, taken->guid, sizeof fields.guid_bytes);
    put_location(&fields, taken);
    if (rvt_syst_write(&fields, message->byte, sizeof message->byte, &message->payload_at, NULL) !=
        RVT_OK)
        return false;
    put_word(message, header); /* in place of the header of RAW */
    message->bytes = message->payload_at;
    if (fields.len) {
        size_t at = message->payload_at - (fields.ts ? TS_BYTES : 0) - LENGTH_BYTES;
        message->byte[at] = (uint8_t)taken->length;
        message->byte[at + 1] = (uint8_t)(taken->length >> 8);
    }
    return true;
}

/* True if the model's reader accepts the message and its writer writes the same bytes. */
static bool is_message(struct rvt_syst_scoreboard *scoreboard, const struct message *message)
{
    struct rvt_syst_message read;
    size_t used = 0, bytes = 0;

    return rvt_syst_read(message->byte, message->bytes, &read, &used, NULL) == RVT_OK &&
           used == message->bytes &&
           rvt_syst_write(&read, scoreboard->copy, sizeof scoreboard->copy, &bytes, NULL) ==
               RVT_OK &&
           bytes == used && memcmp(scoreboard->copy, message->byte, bytes) == 0;
}

static void complete(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                     struct message *message)
{
    message->whole = true;
    if (!is_message(scoreboard, message)) {
        fault_of_input(scoreboard, cycle, "the message that was taken is not valid [SystMessage]");
    } else if (scoreboard->base.decode_exact) {
        rvt_syst_decode_exact_message(scoreboard->decode_exact, cycle,
                                      &(struct rvt_syst_taken){.master = message->taken.master,
                                                               .channel = message->taken.channel,
                                                               .payload_at = message->payload_at,
                                                               .byte = message->byte,
                                                               .bytes = message->bytes});
        scoreboard->done++;
    } else if (message->taken.marked && message->bytes > RVT_SYST_HEADER_BYTES &&
               message->sender.sent == message->bytes) {
        rvt_transport_fault(scoreboard, cycle,
                            "the last packet was written without its marker [SystPacket]");
    }
}

void rvt_syst_scoreboard_message(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                                 const struct rvt_syst_input *taken)
{
    struct message *message = &scoreboard->message[scoreboard->taken % QUEUE];
    unsigned bytes = rvt_syst_short_bytes(taken->header);
    uint32_t optional = RVT_SYST_HAS_LOC | RVT_SYST_HAS_LEN | RVT_SYST_HAS_CHK | RVT_SYST_HAS_TS |
                        RVT_SYST_HAS_GUID;

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->taken - scoreboard->done == QUEUE ||
        (scoreboard->taken > scoreboard->done &&
         !scoreboard->message[(scoreboard->taken - 1) % QUEUE].whole)) {
        fault_of_input(scoreboard, cycle,
                       "a message was taken before the previous one was complete [SystOrder]");
        return;
    }
    scoreboard->taken++;
    message->cycle = cycle;
    message->taken = *taken;
    message->bytes = 0;
    message->whole = false;
    message->writes = 0;
    message->sender = (struct rvt_syst_sender){.master = taken->master,
                                               .channel = taken->channel,
                                               .marked = taken->marked,
                                               .byte = message->byte};
    if (bytes > 0) {
        put_word(message, taken->header);
        if (bytes > RVT_SYST_HEADER_BYTES)
            put_word(message, taken->second);
        complete(scoreboard, cycle, message);
        return;
    }
    message->taken.header &= ~optional | scoreboard->fields;
    if (!put_fields(message, message->taken.header))
        fault_of_input(scoreboard, cycle, "the message that was taken is not valid [SystMessage]");
}

void rvt_syst_scoreboard_payload(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                                 uint32_t data, unsigned bytes, bool last)
{
    if (!rvt_transport_comparing(scoreboard))
        return;
    struct message *message =
        scoreboard->taken > 0 ? &scoreboard->message[(scoreboard->taken - 1) % QUEUE] : NULL;
    if (message == NULL || message->whole || bytes > OFFER_BYTES ||
        message->bytes + bytes > message->payload_at + RVT_SYST_PAYLOAD_BYTES_MAX) {
        fault_of_input(scoreboard, cycle,
                       "payload that belongs to no message was taken [SystOrder]");
        return;
    }
    for (unsigned i = 0; i < bytes; i++)
        message->byte[message->bytes++] = (uint8_t)(data >> 8 * i);
    if (!last)
        return;
    if (message->taken.header & RVT_SYST_HAS_CHK)
        put_word(message, rvt_crc32c(0, message->byte, message->bytes));
    complete(scoreboard, cycle, message);
}

/* ---- what goes out ---- */

static void explain(struct rvt_syst_scoreboard *scoreboard, const struct message *message,
                    uint64_t cycle, size_t at, const struct rvt_stp_record *expected,
                    const struct rvt_stp_record *observed)
{
    struct rvt_text text;
    const struct rvt_syst_shape shape = {.header = message->taken.header,
                                         .payload_at = message->payload_at,
                                         .bytes = message->bytes,
                                         .whole = message->whole};
    const char *clause;
    const char *part = rvt_syst_part(&shape, at, &clause);

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    if (expected->opcode != observed->opcode || expected->master != observed->master ||
        expected->channel != observed->channel)
        clause = "SystPacket";
    rvt_text_add(&text, "write %u of the message of cycle %" PRIu64 " differs [%s]\n  field     ",
                 message->writes, message->cycle, clause);
    if (at < message->bytes)
        rvt_text_add(&text, "%s, byte %zu of the message", part, at);
    else
        rvt_text_add(&text, "end of the message");
    rvt_text_add(&text, ": expected 0x%" PRIx64 ", observed 0x%" PRIx64, expected->payload,
                 observed->payload);
    rvt_text_add(&text, "\n  expected  ");
    rvt_stp_record_print(&text, expected);
    rvt_text_add(&text, "\n  observed  ");
    rvt_stp_record_print(&text, observed);
    rvt_text_add(&text, "\n  because   header 0x%08" PRIx32 ", %zu bytes%s, %s",
                 message->taken.header, message->bytes, message->whole ? "" : " so far",
                 message->taken.marked ? "ends with a marker" : "ends with FLAG");
    rvt_transport_found(scoreboard);
}

/* The next write of message in *record; false if the bytes taken so far do not determine it. */
static bool next_record(struct message *message, struct rvt_stp_record *record)
{
    message->sender.bytes = message->whole ? message->bytes : RVT_SYST_MESSAGE_BYTES_MAX;
    if (!message->whole && message->sender.sent + OFFER_BYTES > message->bytes)
        return false;
    return rvt_syst_sender_next(&message->sender, record);
}

void rvt_syst_scoreboard_write(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                               const struct rvt_stp_port_write *write)
{
    struct rvt_stp_record expected, observed;

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (rvt_stp_port_write_record(write, &observed) != RVT_OK) {
        bool found = rvt_transport_fault(scoreboard, cycle,
                                         "the write that was sent fits no STP packet [StpWrite]");
        rvt_syst_decode_exact_lose(scoreboard->decode_exact, cycle, found);
        return;
    }
    if (scoreboard->base.decode_exact) {
        rvt_syst_decode_exact_write(scoreboard->decode_exact, cycle, &observed);
        scoreboard->writes++;
        return;
    }
    if (scoreboard->done == scoreboard->taken) {
        rvt_transport_fault(scoreboard, cycle, "a write belongs to no message [SystNoMessage]");
        return;
    }
    struct message *message = &scoreboard->message[scoreboard->done % QUEUE];
    size_t at = message->sender.sent;
    if (!next_record(message, &expected)) {
        rvt_transport_fault(scoreboard, cycle,
                            "payload was written before it was taken [SystEarly]");
        return;
    }
    if (expected.opcode != observed.opcode || expected.payload != observed.payload ||
        expected.master != observed.master || expected.channel != observed.channel) {
        explain(scoreboard, message, cycle, at, &expected, &observed);
        return;
    }
    message->writes++;
    scoreboard->writes++;
    scoreboard->bytes += message->sender.sent - at;
    if (message->sender.ended)
        scoreboard->done++;
}

bool rvt_syst_scoreboard_idle(const struct rvt_syst_scoreboard *scoreboard)
{
    return scoreboard->done == scoreboard->taken;
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_syst_scoreboard *scoreboard = context;
    const struct message *message = &scoreboard->message[scoreboard->done % QUEUE];
    struct rvt_text text;

    if (scoreboard->base.decode_exact) {
        if (scoreboard->done != scoreboard->taken)
            fault_of_input(scoreboard, cycle,
                           "the payload of the latest message never ended [SystOrder]");
        rvt_syst_decode_exact_end(scoreboard->decode_exact, cycle);
        return;
    }
    if (scoreboard->done == scoreboard->taken ||
        !rvt_transport_begin(scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    rvt_text_add(&text,
                 "the message of cycle %" PRIu64 " was never completed "
                 "[SystMissing]\n  expected  %zu bytes\n  observed  %u writes, %zu bytes",
                 message->cycle, message->bytes, message->writes, message->sender.sent);
    rvt_transport_found(scoreboard);
}

static uint64_t compared(const void *context)
{
    const struct rvt_syst_scoreboard *scoreboard = context;

    return scoreboard->base.decode_exact ? rvt_syst_decode_exact_compared(scoreboard->decode_exact)
                                         : scoreboard->writes;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_syst_scoreboard *scoreboard = context;

    if (scoreboard->base.decode_exact) {
        rvt_text_add(text, "%" PRIu64 " writes, ", scoreboard->writes);
        rvt_syst_decode_exact_counts(scoreboard->decode_exact, text);
        return;
    }
    rvt_text_add(text, "%" PRIu64 " messages, %" PRIu64 " writes with %" PRIu64 " bytes compared",
                 scoreboard->taken, scoreboard->writes, scoreboard->bytes);
}

static void free_verdict(void *scoreboard)
{
    rvt_syst_decode_exact_close(((struct rvt_syst_scoreboard *)scoreboard)->decode_exact);
}

enum rvt_status rvt_syst_scoreboard_open(uint32_t fields, struct rvt_syst_scoreboard **scoreboard)
{
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end,  compared, counts,
                                                   free_verdict,        true, true};

    *scoreboard = rvt_transport_open(&KIND);
    if (*scoreboard == NULL)
        return RVT_ERR_MEMORY;
    (*scoreboard)->fields = fields;
    if (rvt_syst_decode_exact_open(*scoreboard, &(*scoreboard)->decode_exact) == RVT_OK)
        return RVT_OK;
    rvt_transport_close(*scoreboard);
    *scoreboard = NULL;
    return RVT_ERR_MEMORY;
}
