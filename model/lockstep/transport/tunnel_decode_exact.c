/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/tunnel_decode_exact.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "transport/syst/syst.h"

#include "lockstep/items/bytes_text.h"
#include "lockstep/items/item_match.h"
#include "lockstep/transport/syst_part.h"
#include "lockstep/transport/syst_collector.h"
#include "lockstep/items/transport_scoreboard.h"

enum { PRINTED = 10 }; /* bytes of a packet */

/* A packet that was taken, or that a message carries. */
struct packet {
    struct rvt_decoded_item item; /* at: its message or first write */
    uint8_t *byte;                /* owned */
    size_t bytes;
    const char *field;         /* the first field of the message that is wrong; null: none */
    const char *clause;        /* that it breaks */
    uint64_t wanted, observed; /* values of the field */
};

/* Bytes that are being collected to a packet. */
struct collected {
    uint8_t byte[RVT_SYST_PAYLOAD_BYTES_MAX];
    size_t bytes;
};

struct rvt_tunnel_decode_exact {
    void *scoreboard;
    struct rvt_decoded_kind kind; /* of match */
    struct rvt_item_match *match;
    struct rvt_syst_collector *collector; /* of writes */
    struct rvt_tunnel_route route;        /* of the message under way, or of the latest one */
    struct collected taken, sent;         /* the latest packet; payload without writes */
    uint32_t header;                      /* of the message under way, without writes */
    uint16_t length;
    uint64_t messages; /* that began, without writes */
    bool open;         /* a message is under way, without writes */
};

/* ---- packets ---- */

static bool same_bytes(const struct packet *one, const struct packet *other)
{
    return one->bytes == other->bytes && memcmp(one->byte, other->byte, one->bytes) == 0;
}

static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct packet *one = observed;

    return one->field == NULL && same_bytes(one, expected) ? RVT_PAIR_EQUAL : RVT_PAIR_DIFFERS;
}

static bool passes(const void *observed, const void *expected)
{
    (void)observed;
    (void)expected;
    return false;
}

static const char *clause(const void *observed, const void *expected)
{
    const struct packet *one = observed;

    if (observed == NULL)
        return "TunnelMissing";
    if (expected == NULL)
        return "TunnelNoPacket";
    return one->field != NULL ? one->clause : "TunnelBytes";
}

static void words(struct rvt_text *text, const void *item)
{
    const struct packet *packet = item;

    rvt_text_add(text, "%zu bytes: ", packet->bytes);
    rvt_bytes_print(text, packet->byte, packet->bytes < PRINTED ? packet->bytes : PRINTED);
    rvt_text_add(text, "%s, cycle %" PRIu64, packet->bytes > PRINTED ? " ..." : "",
                 packet->item.cycle);
}

static void explain(struct rvt_text *text, const void *observed, const void *expected)
{
    const struct packet *one = observed, *other = expected;
    size_t common = one->bytes < other->bytes ? one->bytes : other->bytes, at = 0;

    if (one->field != NULL) {
        rvt_text_add(text, "\n  field     %s: expected 0x%" PRIx64 ", observed 0x%" PRIx64,
                     one->field, one->wanted, one->observed);
        return;
    }
    while (at < common && one->byte[at] == other->byte[at])
        at++;
    if (at < common)
        rvt_text_add(text, "\n  field     byte %zu of the packet: expected 0x%02x, observed 0x%02x",
                     at, other->byte[at], one->byte[at]);
    else
        rvt_text_add(text,
                     "\n  field     end of the packet: expected after %zu bytes, observed "
                     "after %zu",
                     other->bytes, one->bytes);
}

static void place_message(struct rvt_text *text, uint64_t at)
{
    rvt_text_add(text, "message %" PRIu64, at);
}

static void place_write(struct rvt_text *text, uint64_t at)
{
    rvt_text_add(text, "write %" PRIu64, at);
}

static void release(const void *item)
{
    free(((const struct packet *)item)->byte);
}

/* A copy of these bytes in packet; false, with a finding: out of memory. */
static bool own(const struct rvt_tunnel_decode_exact *verdict, struct packet *packet,
                const uint8_t *byte, size_t bytes)
{
    packet->byte = malloc(bytes > 0 ? bytes : 1);
    if (packet->byte == NULL) {
        rvt_transport_fault(verdict->scoreboard, packet->item.cycle, "out of memory [Memory]");
        return false;
    }
    memcpy(packet->byte, byte, bytes);
    packet->bytes = bytes;
    return true;
}

/* False: there are more bytes than a message can have, and the rest is left out. */
static bool collect(struct collected *collected, const uint8_t *data, size_t bytes)
{
    size_t room = sizeof collected->byte - collected->bytes;
    size_t fits = bytes < room ? bytes : room;

    memcpy(collected->byte + collected->bytes, data, fits);
    collected->bytes += fits;
    return fits == bytes;
}

void rvt_tunnel_decode_exact_beat(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                  const uint8_t *data, size_t bytes, bool last)
{
    struct packet packet = {.item = {.cycle = cycle}};

    if (!collect(&verdict->taken, data, bytes))
        rvt_transport_fault(verdict->scoreboard, cycle,
                            "a packet has more bytes than a message can have [TunnelBeat]");
    if (!last)
        return;
    if (own(verdict, &packet, verdict->taken.byte, verdict->taken.bytes))
        rvt_item_match_expect(verdict->match, &packet);
    verdict->taken.bytes = 0;
}

/* ---- messages ---- */

/* Notes that a field of the message is wrong, unless an earlier one is. */
static void check(struct packet *packet, const char *field, const char *broken, uint64_t wanted,
                  uint64_t observed)
{
    if (wanted == observed || packet->field != NULL)
        return;
    packet->field = field;
    packet->clause = broken;
    packet->wanted = wanted;
    packet->observed = observed;
}

/* A header, as the receiver of a message reads it. */
static void check_header(struct packet *packet, const struct rvt_tunnel_route *route,
                         const struct rvt_syst_message *header)
{
    check(packet, "type", "SYST-002", RVT_SYST_RAW, header->type);
    check(packet, "reserved bit 7", "SYST-004", 0, header->res7);
    check(packet, "origin", "TunnelHeader", route->origin, header->origin);
    check(packet, "subtype", "TunnelHeader", route->protocol, header->subtype);
    check(packet, "reserved bits", "SYST-004", 0, header->res30 + 2U * header->res31);
}

void rvt_tunnel_decode_exact_message(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                     const struct rvt_tunnel_route *route, uint32_t header,
                                     uint16_t length)
{
    if (verdict->open && rvt_transport_fault(verdict->scoreboard, cycle,
                                             "a message was sent before the previous one ended "
                                             "[TunnelOrder]"))
        rvt_item_match_lose(verdict->match);
    verdict->open = true;
    verdict->route = *route;
    verdict->header = header;
    verdict->length = length;
    verdict->sent.bytes = 0;
    verdict->messages++;
}

void rvt_tunnel_decode_exact_payload(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                     const uint8_t *data, size_t bytes, bool last)
{
    struct packet packet = {.item = {.cycle = cycle, .at = verdict->messages - 1}};
    uint32_t header = verdict->header;

    if (!verdict->open) {
        rvt_transport_fault(verdict->scoreboard, cycle,
                            "payload belongs to no message [TunnelOrder]");
        return;
    }
    if (!collect(&verdict->sent, data, bytes))
        rvt_transport_fault(verdict->scoreboard, cycle, "a message is too long [SYST-015]");
    if (!last)
        return;
    verdict->open = false;
    check_header(&packet, &verdict->route,
                 &(struct rvt_syst_message){.type = header & 15U,
                                            .res7 = (header >> 7 & 1U) != 0,
                                            .origin = header >> 12 & 2047U,
                                            .subtype = header >> 24 & 63U,
                                            .res30 = (header >> 30 & 1U) != 0,
                                            .res31 = header >> 31 != 0});
    if ((header & RVT_SYST_HAS_LEN) != 0)
        check(&packet, "LEN", "SYST-007", verdict->sent.bytes, verdict->length);
    if (own(verdict, &packet, verdict->sent.byte, verdict->sent.bytes))
        rvt_item_match_observe(verdict->match, &packet);
}

/* ---- writes ---- */

static void take_received(void *context, const struct rvt_syst_received *received)
{
    const struct rvt_tunnel_decode_exact *verdict = context;
    const struct rvt_syst_message *message = received->message;
    struct packet packet = {.item = {.cycle = received->cycle, .at = received->at}};
    size_t from = message->payload_at;

    check_header(&packet, &verdict->route, message);
    check(&packet, "master", "SystPacket", verdict->route.master, received->master);
    check(&packet, "channel", "SystPacket", verdict->route.channel, received->channel);
    if (own(verdict, &packet, received->byte + from,
            message->type == RVT_SYST_RAW ? message->body_bytes : received->bytes - from))
        rvt_item_match_observe(verdict->match, &packet);
}

/* The packet that a message should carry which no receiver accepts. */
static void take_evidence(void *context, struct rvt_text *text,
                          const struct rvt_syst_received *received)
{
    const struct rvt_tunnel_decode_exact *verdict = context;
    const void *next = rvt_item_match_next(verdict->match);

    (void)received;
    if (next == NULL)
        return;
    rvt_text_add(text, "\n  expected  ");
    words(text, next);
}

void rvt_tunnel_decode_exact_write(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                   const struct rvt_tunnel_route *route,
                                   const struct rvt_stp_record *record)
{
    verdict->kind.place = place_write;
    if (rvt_stp_form(record->opcode)->timestamp) /* the first one of a message */
        verdict->route = *route;
    rvt_syst_collector_write(verdict->collector, cycle, record);
}

void rvt_tunnel_decode_exact_lose(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                  bool found)
{
    verdict->kind.place = place_write;
    rvt_syst_collector_lose(verdict->collector, cycle, found);
}

/* ---- the verdict ---- */

void rvt_tunnel_decode_exact_idle(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle)
{
    if (verdict->open)
        rvt_transport_fault(verdict->scoreboard, cycle,
                            "the tunnel reports idle within a message [TunnelIdle]");
    else
        rvt_item_match_idle(verdict->match, cycle, 0);
}

void rvt_tunnel_decode_exact_end(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle)
{
    if (verdict->taken.bytes > 0)
        rvt_transport_fault(verdict->scoreboard, cycle,
                            "the latest packet never ended [TunnelBeat]");
    if (verdict->open)
        rvt_transport_fault(verdict->scoreboard, cycle,
                            "the latest message never ended [TunnelEnd]");
    rvt_syst_collector_end(verdict->collector, cycle);
    rvt_item_match_finish(verdict->match, cycle, 0);
}

uint64_t rvt_tunnel_decode_exact_compared(const struct rvt_tunnel_decode_exact *verdict)
{
    return rvt_item_match_equal(verdict->match);
}

void rvt_tunnel_decode_exact_counts(const struct rvt_tunnel_decode_exact *verdict,
                                    struct rvt_text *text)
{
    rvt_item_match_counts(verdict->match, text);
}

enum rvt_status rvt_tunnel_decode_exact_open(void *scoreboard,
                                             struct rvt_tunnel_decode_exact **verdict)
{
    static const struct rvt_decoded_kind KIND = {
        .bytes = sizeof(struct packet),
        .name = "packet",
        .reach = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR},
        .compare = compare,
        .passes = passes,
        .clause = clause,
        .words = words,
        .place = place_message,
        .explain = explain,
        .release = release,
        .idle = "the tunnel reports idle while it has a packet [TunnelIdle]"};
    struct rvt_tunnel_decode_exact *opened = calloc(1, sizeof *opened);

    *verdict = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->scoreboard = scoreboard;
    opened->kind = KIND;
    const struct rvt_syst_collector_sink sink = {
        .context = opened, .message = take_received, .evidence = take_evidence};
    enum rvt_status status = rvt_item_match_open(&opened->kind, scoreboard, &opened->match);
    if (status == RVT_OK)
        status = rvt_syst_collector_open(scoreboard, opened->match, &sink, &opened->collector);
    if (status != RVT_OK) {
        rvt_tunnel_decode_exact_close(opened);
        return status;
    }
    *verdict = opened;
    return RVT_OK;
}

void rvt_tunnel_decode_exact_close(struct rvt_tunnel_decode_exact *verdict)
{
    if (verdict == NULL)
        return;
    rvt_syst_collector_close(verdict->collector);
    rvt_item_match_close(verdict->match);
    free(verdict);
}
