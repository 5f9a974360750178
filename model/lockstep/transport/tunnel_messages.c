/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/tunnel_messages.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/text.h"

#include "lockstep/items/item_match.h"
#include "lockstep/items/transport_scoreboard.h"

enum { ANCHOR = 12 }; /* equal headers and bytes in a row after which both sides agree again */

/* A header, or a byte of payload. */
struct part {
    struct rvt_decoded_item item;
    bool is_header;
    bool last;       /* of a byte: the last one of its message */
    uint8_t value;   /* of a byte */
    uint64_t packet; /* expected: its number */
    uint64_t offset; /* expected: of a byte in its packet, of a header the bytes of the packet */
    uint32_t header, wanted; /* observed header, and what it must be */
    uint16_t length;         /* observed header */
    bool open;               /* observed: the message before it, or its own, has not ended */
    bool inner;              /* observed byte: others of its beat follow */
};

struct rvt_tunnel_messages {
    void *scoreboard;
    const struct rvt_tunnel_packets *packets;
    bool length;
    struct rvt_decoded_kind kind;
    struct rvt_item_match *match;
    uint64_t known_packets, known_bytes; /* expected so far: headers, bytes */
    uint64_t observed;                   /* parts */
    bool open;                           /* a message is under way */
    uint64_t idle_bytes;                 /* taken at the latest finding on idle */
    uint64_t bytes, whole;               /* equal bytes; packets that are equal as a whole */
    uint64_t run; /* equal bytes of the present packet, in a row from its first one on */
};

/* ---- texts ---- */

/* The lowest field of a header that differs, and the clause for it. */
static const char *field_of(uint32_t different, const char **clause)
{
    static const struct {
        unsigned end; /* bit after it */
        const char *name, *clause;
    } FIELDS[] = {{4, "type", "SYST-002"},           {7, "severity", "TunnelHeader"},
                  {8, "reserved bit 7", "SYST-004"}, {9, "LOC", "TunnelHeader"},
                  {10, "LEN", "TunnelHeader"},       {11, "CHK", "TunnelHeader"},
                  {12, "TS", "TunnelHeader"},        {23, "origin", "TunnelHeader"},
                  {24, "GUID", "TunnelHeader"},      {30, "subtype", "TunnelHeader"},
                  {32, "reserved bits", "SYST-004"}};
    size_t i = 0;

    while ((different & UINT32_MAX >> (32 - FIELDS[i].end)) == 0)
        i++;
    *clause = FIELDS[i].clause;
    return FIELDS[i].name;
}

/* What is wrong with a header in place of that of a packet. */
static void header_words(const struct rvt_tunnel_messages *verdict, struct rvt_text *text,
                         const struct part *sent, const struct part *wanted)
{
    const char *clause;

    if (sent->header != sent->wanted) {
        const char *field = field_of(sent->header ^ sent->wanted, &clause);
        rvt_text_add(text,
                     "header of message %" PRIu64 " differs [%s]\n  field     %s"
                     "\n  expected  0x%08" PRIx32 "\n  observed  0x%08" PRIx32,
                     wanted->packet, clause, field, sent->wanted, sent->header);
    } else {
        rvt_text_add(text,
                     "length of message %" PRIu64 " differs [SYST-007]\n  expected  %" PRIu64
                     "\n  observed  %u",
                     wanted->packet, wanted->offset, sent->length);
    }
    rvt_tunnel_packets_print(verdict->packets, text, wanted->packet);
}

static void byte_words(const struct rvt_tunnel_messages *verdict, struct rvt_text *text,
                       const struct part *sent, const struct part *wanted)
{
    const struct rvt_tunnel_packet *packet =
        rvt_tunnel_packets_at(verdict->packets, wanted->packet);
    uint64_t more = packet->end - packet->from - wanted->offset - 1;

    if (sent->value != wanted->value)
        rvt_text_add(text,
                     "byte %" PRIu64 " of packet %" PRIu64 " differs [TunnelBytes]"
                     "\n  expected  %02x",
                     wanted->offset, wanted->packet, wanted->value);
    else if (sent->inner)
        rvt_text_add(text,
                     "bytes after the end of packet %" PRIu64 " [TunnelEnd]"
                     "\n  expected  no byte",
                     wanted->packet);
    else
        rvt_text_add(
            text, "message %" PRIu64 " %s [TunnelEnd]\n  expected  %" PRIu64 " more bytes%s",
            wanted->packet, sent->last ? "ends before its packet" : "does not end with its packet",
            more, packet->whole ? "" : " and those of later beats");
    rvt_tunnel_packets_print(verdict->packets, text, wanted->packet);
    if (sent->value != wanted->value)
        rvt_text_add(text, "\n  observed  %02x", sent->value);
}

/* A header where a byte is due, or a byte where a header is. */
static void order_words(struct rvt_text *text, const struct part *sent)
{
    rvt_text_add(text, "%s [TunnelOrder]",
                 sent->is_header ? "a message was sent before the previous one ended"
                                 : "payload belongs to no message");
}

static void differs(void *context, struct rvt_text *text, const void *observed,
                    const void *expected)
{
    const struct rvt_tunnel_messages *verdict = context;
    const struct part *sent = observed, *wanted = expected;

    if (sent->is_header != wanted->is_header)
        order_words(text, sent);
    else if (sent->is_header)
        header_words(verdict, text, sent, wanted);
    else
        byte_words(verdict, text, sent, wanted);
}

static void early(void *context, struct rvt_text *text, const void *observed)
{
    const struct rvt_tunnel_messages *verdict = context;
    const struct part *sent = observed;
    uint64_t packet = verdict->known_packets;

    if (sent->is_header == sent->open) {
        order_words(text, sent);
    } else if (!sent->is_header) {
        rvt_text_add(text,
                     "bytes of packet %" PRIu64 " were sent before they were taken "
                     "[TunnelNoPacket]\n  expected  no byte",
                     packet - 1);
        rvt_tunnel_packets_print(verdict->packets, text, packet - 1);
        rvt_text_add(text, "\n  observed  %02x", sent->value);
    } else {
        rvt_text_add(text, "%s [TunnelNoPacket]",
                     packet < verdict->packets->taken
                         ? "a length was sent before the whole packet was taken"
                         : "a message was sent without a packet");
    }
}

/* Bytes from that one on were not sent. */
static void missing_words(const struct rvt_tunnel_packets *packets, struct rvt_text *text,
                          uint64_t packet, uint64_t from)
{
    rvt_text_add(text,
                 "packet %" PRIu64 " was never sent [TunnelMissing]\n  expected  %" PRIu64
                 " more bytes",
                 packet, packets->bytes - from);
    rvt_tunnel_packets_print(packets, text, packet);
}

static void unsent(void *context, struct rvt_text *text, uint64_t count, const void *first)
{
    const struct rvt_tunnel_messages *verdict = context;
    const struct part *wanted = first;
    uint64_t from = rvt_tunnel_packets_at(verdict->packets, wanted->packet)->from;

    (void)count;
    missing_words(verdict->packets, text, wanted->packet,
                  wanted->is_header ? from : from + wanted->offset);
}

/* ---- both sides ---- */

static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct part *sent = observed, *wanted = expected;
    bool equal = wanted->is_header ? sent->header == sent->wanted &&
                                         (!wanted->last || sent->length == wanted->offset)
                                   : sent->value == wanted->value && sent->last == wanted->last;

    if (sent->is_header != wanted->is_header)
        return RVT_PAIR_APART;
    return equal ? RVT_PAIR_EQUAL : RVT_PAIR_DIFFERS;
}

static void count_equal(void *context, const void *expected)
{
    struct rvt_tunnel_messages *verdict = context;
    const struct part *wanted = expected;

    if (wanted->is_header) {
        verdict->run = 0;
        return;
    }
    verdict->bytes++;
    verdict->run = wanted->offset == verdict->run ? verdict->run + 1 : 0;
    verdict->whole += wanted->last && wanted->offset + 1 == verdict->run;
}

/* Expects what was taken since. The header of a message with LEN waits for the whole packet. */
static void know(struct rvt_tunnel_messages *verdict)
{
    const struct rvt_tunnel_packets *packets = verdict->packets;

    for (;;) {
        bool within =
            verdict->known_packets > 0 &&
            verdict->known_bytes < rvt_tunnel_packets_at(packets, verdict->known_packets - 1)->end;
        struct part part = {.packet = verdict->known_packets - within};
        if (!within && !rvt_tunnel_packets_ready(packets, part.packet, verdict->length))
            return;
        const struct rvt_tunnel_packet *packet = rvt_tunnel_packets_at(packets, part.packet);
        part.item.cycle = packet->cycle;
        if (within) {
            part.offset = verdict->known_bytes - packet->from;
            part.value = rvt_tunnel_packets_byte(packets, verdict->known_bytes++);
            part.last = packet->whole && verdict->known_bytes == packet->end;
        } else {
            part.is_header = true;
            part.offset = packet->end - packet->from;
            part.last = verdict->length;
            verdict->known_packets++;
        }
        rvt_item_match_expect(verdict->match, &part);
    }
}

static void observe(struct rvt_tunnel_messages *verdict, uint64_t cycle, struct part *part)
{
    part->item = (struct rvt_decoded_item){.cycle = cycle, .at = verdict->observed++};
    part->open = verdict->open;
    rvt_item_match_observe(verdict->match, part);
}

/* ---- calls ---- */

void rvt_tunnel_messages_header(struct rvt_tunnel_messages *verdict, uint64_t cycle,
                                uint32_t header, uint16_t length, uint32_t expected)
{
    struct part part = {.is_header = true, .header = header, .wanted = expected, .length = length};

    know(verdict);
    observe(verdict, cycle, &part);
    verdict->open = true;
}

void rvt_tunnel_messages_payload(struct rvt_tunnel_messages *verdict, uint64_t cycle,
                                 const uint8_t *data, size_t bytes, bool last)
{
    know(verdict);
    for (size_t i = 0; i < bytes; i++) {
        bool inner = i + 1 < bytes;
        struct part part = {.value = data[i], .inner = inner, .last = last && !inner};
        observe(verdict, cycle, &part);
    }
    verdict->open = !last;
}

void rvt_tunnel_messages_idle(struct rvt_tunnel_messages *verdict, uint64_t cycle)
{
    know(verdict);
    if (verdict->open && verdict->idle_bytes != verdict->packets->bytes) {
        if (rvt_transport_fault(verdict->scoreboard, cycle,
                                "the tunnel reports idle within a message [TunnelIdle]")) {
            rvt_item_match_lose(verdict->match);
            rvt_item_match_drop(verdict->match);
        }
        verdict->idle_bytes = verdict->packets->bytes;
        return;
    }
    rvt_item_match_idle(verdict->match, cycle, 0);
}

void rvt_tunnel_messages_end(struct rvt_tunnel_messages *verdict, uint64_t cycle)
{
    const struct rvt_tunnel_packets *packets = verdict->packets;
    uint64_t next = verdict->known_packets;
    struct rvt_text text;

    know(verdict);
    bool within = next > 0 && !rvt_tunnel_packets_at(packets, next - 1)->whole;
    bool rest = rvt_item_match_agrees(verdict->match) &&
                rvt_item_match_outstanding(verdict->match) == 0 &&
                (within || next < packets->taken);
    rvt_item_match_finish(verdict->match, cycle, 0);
    if (!rest || !rvt_transport_begin(verdict->scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    missing_words(packets, &text, next - within, verdict->known_bytes);
    rvt_transport_found(verdict->scoreboard);
}

uint64_t rvt_tunnel_messages_done(const struct rvt_tunnel_messages *verdict)
{
    const struct part *next = rvt_item_match_next(verdict->match);

    return next != NULL ? next->packet : verdict->known_packets;
}

bool rvt_tunnel_messages_agree(const struct rvt_tunnel_messages *verdict)
{
    return rvt_item_match_agrees(verdict->match);
}

uint64_t rvt_tunnel_messages_packets(const struct rvt_tunnel_messages *verdict)
{
    return verdict->whole;
}

uint64_t rvt_tunnel_messages_bytes(const struct rvt_tunnel_messages *verdict)
{
    return verdict->bytes;
}

enum rvt_status rvt_tunnel_messages_open(void *scoreboard, const struct rvt_tunnel_packets *packets,
                                         bool length, struct rvt_tunnel_messages **verdict)
{
    static const struct rvt_exact_words WORDS = {differs, early, unsent, count_equal};
    static const struct rvt_decoded_kind KIND = {
        .bytes = sizeof(struct part),
        .name = "part",
        .reach = {RVT_ALIGNMENT_WINDOW_MAX, ANCHOR},
        .compare = compare,
        .outstanding_max = RVT_TUNNEL_OUTSTANDING_BYTES + RVT_TUNNEL_PACKETS,
        .idle = "the tunnel reports idle while it has a packet [TunnelIdle]",
        .overdue = "too many bytes were taken and not sent [TunnelOverdue]",
        .exact = &WORDS};
    struct rvt_tunnel_messages *opened = calloc(1, sizeof *opened);

    *verdict = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->scoreboard = scoreboard;
    opened->packets = packets;
    opened->length = length;
    if (rvt_item_match_open(&KIND, scoreboard, &opened->match) != RVT_OK) {
        free(opened);
        return RVT_ERR_MEMORY;
    }
    rvt_item_match_set_context(opened->match, opened);
    *verdict = opened;
    return RVT_OK;
}

void rvt_tunnel_messages_close(struct rvt_tunnel_messages *verdict)
{
    if (verdict == NULL)
        return;
    rvt_item_match_close(verdict->match);
    free(verdict);
}
