/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/tunnel_scoreboard.h"

#include <assert.h>
#include <inttypes.h>

#include "base/text.h"
#include "transport/syst/syst.h"

#include "lockstep/transport/expected_bytes.h"
#include "lockstep/transport/transport_scoreboard.h"

enum { PACKETS = 1 << 10, BEAT_BYTES = 4 };

/* A packet that was taken. */
struct packet {
    uint64_t cycle;     /* of its first byte */
    uint64_t from, end; /* its bytes in lanes; end: as far as it was taken */
    bool whole;
};

struct rvt_tunnel_scoreboard {
    struct rvt_transport_scoreboard base;
    bool length;
    struct rvt_tunnel_options options;
    struct rvt_syst_input carrier;
    struct packet packet[PACKETS];      /* by number */
    uint64_t taken;                     /* packets that were begun */
    uint64_t done;                      /* packets whose message is complete */
    bool open;                          /* the message of packet done was begun */
    struct rvt_syst_scoreboard *source; /* of writes; null before the first one */
    uint64_t told;                      /* bytes in lanes that it knows */
    struct rvt_expected_bytes lanes;
};

/* Packet done; null if none was begun. */
static struct packet *next_packet(struct rvt_tunnel_scoreboard *judge)
{
    return judge->done < judge->taken ? &judge->packet[judge->done % PACKETS] : NULL;
}

static void packet_words(struct rvt_text *text, const struct rvt_tunnel_scoreboard *judge,
                         const struct packet *packet)
{
    rvt_text_add(
        text,
        "\n  because   packet %" PRIu64 ", taken from cycle %" PRIu64 " on, %" PRIu64 " bytes%s",
        judge->done, packet->cycle, packet->end - packet->from, packet->whole ? "" : " so far");
}

/* ---- what comes in ---- */

void rvt_tunnel_scoreboard_options(struct rvt_tunnel_scoreboard *judge,
                                   const struct rvt_tunnel_options *options)
{
    judge->options = *options;
}

void rvt_tunnel_scoreboard_beat(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                                const uint8_t *data, size_t bytes, bool last)
{
    struct packet *packet = &judge->packet[(judge->taken + PACKETS - 1) % PACKETS];

    if (!rvt_transport_comparing(judge))
        return;
    if (bytes == 0) {
        rvt_transport_fault(judge, cycle, "a beat without bytes was taken [TunnelBeat]");
        return;
    }
    if (judge->taken == 0 || packet->whole) {
        if (judge->taken - judge->done == PACKETS) {
            rvt_transport_fault(judge, cycle, "so many packets were taken [TunnelOverdue]");
            return;
        }
        packet = &judge->packet[judge->taken++ % PACKETS];
        *packet = (struct packet){.cycle = cycle, .from = judge->lanes.due};
    }
    if (!rvt_expected_bytes_put(&judge->lanes, data, bytes)) {
        rvt_transport_fault(judge, cycle, "so many bytes were taken [TunnelOverdue]");
        return;
    }
    packet->end = judge->lanes.due;
    packet->whole = last;
}

/* ---- what goes out ---- */

static uint32_t header_of(const struct rvt_tunnel_scoreboard *judge)
{
    const struct rvt_tunnel_options *options = &judge->options;
    const struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                             .subtype = options->protocol,
                                             .severity = options->severity,
                                             .origin = options->origin,
                                             .guid = options->guid,
                                             .len = judge->length,
                                             .chk = options->checksum,
                                             .ts = options->stamp};
    uint8_t byte[RVT_SYST_MESSAGE_BYTES_MAX - RVT_SYST_PAYLOAD_BYTES_MAX];
    size_t bytes = 0;

    enum rvt_status status = rvt_syst_write(&message, byte, sizeof byte, &bytes, NULL);

    assert(status == RVT_OK);
    (void)status;
    return (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
           (uint32_t)byte[3] << 24;
}

/* The lowest field of a header that differs, and the rule for it. */
static const char *field_of(uint32_t different, const char **clause)
{
    static const struct {
        unsigned end; /* bit behind it */
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

static void explain_header(struct rvt_tunnel_scoreboard *judge, uint64_t cycle, uint32_t expected,
                           uint32_t observed)
{
    const char *clause;
    const char *field = field_of(expected ^ observed, &clause);
    struct rvt_text text;

    if (!rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": header of message %" PRIu64 " differs [%s]\n  field     %s"
                 "\n  expected  0x%08" PRIx32 "\n  observed  0x%08" PRIx32,
                 cycle, judge->done, clause, field, expected, observed);
    packet_words(&text, judge, next_packet(judge));
}

static void explain_length(struct rvt_tunnel_scoreboard *judge, uint64_t cycle, uint64_t expected,
                           unsigned observed)
{
    struct rvt_text text;

    if (!rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": length of message %" PRIu64
                 " differs [SYST-007]\n  expected  %" PRIu64 "\n  observed  %u",
                 cycle, judge->done, expected, observed);
    packet_words(&text, judge, next_packet(judge));
}

void rvt_tunnel_scoreboard_message(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                                   uint32_t header, uint16_t length)
{
    const struct packet *packet = next_packet(judge);
    uint32_t expected = header_of(judge);

    if (!rvt_transport_comparing(judge))
        return;
    if (judge->open)
        rvt_transport_fault(judge, cycle, "a message before the one before it ended [TunnelOrder]");
    else if (packet == NULL)
        rvt_transport_fault(judge, cycle, "a message of no packet that was taken [TunnelNoPacket]");
    else if (judge->length && !packet->whole)
        rvt_transport_fault(judge, cycle,
                            "the length of a packet that was not taken whole [TunnelNoPacket]");
    else if (header != expected)
        explain_header(judge, cycle, expected, header);
    else if (judge->length && length != packet->end - packet->from)
        explain_length(judge, cycle, packet->end - packet->from, length);
    judge->open = true;
}

static void explain_byte(struct rvt_tunnel_scoreboard *judge, uint64_t cycle, const uint8_t *data,
                         size_t bytes)
{
    const struct packet *packet = next_packet(judge);
    const struct rvt_expected_bytes *lanes = &judge->lanes;
    struct rvt_text text;

    if (!rvt_transport_find(judge, cycle, &text))
        return;
    if (lanes->at == packet->end && packet->whole)
        rvt_text_add(&text,
                     "cycle %" PRIu64 ": bytes behind the end of packet %" PRIu64
                     " [TunnelEnd]\n  expected  no byte",
                     cycle, judge->done);
    else if (lanes->at == packet->end)
        rvt_text_add(&text,
                     "cycle %" PRIu64 ": bytes of packet %" PRIu64
                     " that were not taken [TunnelNoPacket]\n  expected  no byte",
                     cycle, judge->done);
    else
        rvt_text_add(&text,
                     "cycle %" PRIu64 ": byte %" PRIu64 " of packet %" PRIu64
                     " differs [TunnelBytes]\n  expected  %02x",
                     cycle, lanes->at - packet->from, judge->done,
                     rvt_expected_bytes_byte(lanes, lanes->at));
    packet_words(&text, judge, packet);
    rvt_text_add(&text, "\n  observed  ");
    rvt_bytes_print(&text, data, bytes);
}

/* The beat is as predicted; whether the packet ends with it must be, too. */
static void check_end(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                      const struct packet *packet, bool last)
{
    bool ends = packet->whole && judge->lanes.at == packet->end;
    struct rvt_text text;

    if (ends == last) {
        judge->done += last;
        judge->open = !last;
        return;
    }
    if (!rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": message %" PRIu64 " %s [TunnelEnd]\n  expected  %" PRIu64
                 " more bytes%s",
                 cycle, judge->done, last ? "ends before its packet" : "does not end",
                 packet->end - judge->lanes.at, packet->whole ? "" : ", and those of later beats");
    packet_words(&text, judge, packet);
}

void rvt_tunnel_scoreboard_payload(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                                   uint32_t data, unsigned bytes, bool last)
{
    const struct packet *packet = next_packet(judge);
    uint8_t byte[BEAT_BYTES];

    if (!rvt_transport_comparing(judge))
        return;
    if (bytes == 0 || bytes > BEAT_BYTES) {
        rvt_transport_fault(judge, cycle, "a beat of no or too many bytes [TunnelBeat]");
        return;
    }
    if (!judge->open || packet == NULL) {
        rvt_transport_fault(judge, cycle, "payload of no message [TunnelOrder]");
        return;
    }
    for (unsigned i = 0; i < BEAT_BYTES; i++)
        byte[i] = (uint8_t)(data >> 8 * i);
    uint64_t left = packet->end - judge->lanes.at;
    size_t known = left < bytes ? (size_t)left : bytes;
    size_t same = rvt_expected_bytes_compare(&judge->lanes, byte, known);
    if (same < bytes)
        explain_byte(judge, cycle, byte + same, bytes - same);
    else
        check_end(judge, cycle, packet, last);
}

/* ---- writes ---- */

/* A message of the next packet for the judge of writes. */
static void begin_message(struct rvt_tunnel_scoreboard *judge, uint64_t cycle)
{
    const struct packet *packet = next_packet(judge);
    struct rvt_syst_input message = judge->carrier;

    message.header = header_of(judge);
    message.length = (uint16_t)(packet->end - packet->from);
    rvt_syst_scoreboard_message(judge->source, cycle, &message);
    judge->told = packet->from;
    judge->open = true;
}

/* What was taken of the packet since. */
static void tell_payload(struct rvt_tunnel_scoreboard *judge, uint64_t cycle)
{
    const struct packet *packet = next_packet(judge);

    while (judge->told < packet->end) {
        uint32_t data = 0;
        unsigned bytes = 0;

        while (bytes < BEAT_BYTES && judge->told < packet->end)
            data |= (uint32_t)rvt_expected_bytes_byte(&judge->lanes, judge->told++) << 8 * bytes++;
        rvt_syst_scoreboard_payload(judge->source, cycle, data, bytes,
                                    packet->whole && judge->told == packet->end);
    }
}

static void explain_write(struct rvt_tunnel_scoreboard *judge, uint64_t cycle)
{
    struct rvt_text text;

    if (!rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text, "%s", rvt_transport_finding(judge->source));
    packet_words(&text, judge, next_packet(judge));
}

void rvt_tunnel_scoreboard_carrier(struct rvt_tunnel_scoreboard *judge,
                                   const struct rvt_syst_input *carrier)
{
    judge->carrier = *carrier;
}

void rvt_tunnel_scoreboard_write(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                                 const struct rvt_stp_port_write *write)
{
    const struct packet *packet = next_packet(judge);

    if (!rvt_transport_comparing(judge))
        return;
    if (packet == NULL || (judge->length && !packet->whole)) {
        rvt_transport_fault(judge, cycle, "a write of no packet that was taken [TunnelNoPacket]");
        return;
    }
    if (judge->source == NULL && rvt_syst_scoreboard_open(UINT32_MAX, &judge->source) != RVT_OK) {
        rvt_transport_fault(judge, cycle, "memory is out [Memory]");
        return;
    }
    if (!judge->open)
        begin_message(judge, cycle);
    tell_payload(judge, cycle);
    rvt_syst_scoreboard_write(judge->source, cycle, write);
    if (!rvt_transport_comparing(judge->source)) {
        explain_write(judge, cycle);
    } else if (rvt_syst_scoreboard_idle(judge->source)) {
        judge->lanes.at = packet->end;
        judge->done++;
        judge->open = false;
    }
}

void rvt_tunnel_scoreboard_idle(struct rvt_tunnel_scoreboard *judge, uint64_t cycle)
{
    const struct packet *packet = next_packet(judge);

    if (judge->open)
        rvt_transport_fault(judge, cycle,
                            "the tunnel says that it is idle within a message [TunnelIdle]");
    else if (packet != NULL && (packet->whole || !judge->length))
        rvt_transport_fault(judge, cycle,
                            "the tunnel says that it is idle and has a packet [TunnelIdle]");
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_tunnel_scoreboard *judge = context;
    const struct packet *packet = next_packet(judge);
    struct rvt_text text;

    if (packet == NULL || !rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": packet %" PRIu64 " never left [TunnelMissing]\n  expected  "
                 "%" PRIu64 " more bytes",
                 cycle, judge->done, judge->lanes.due - judge->lanes.at);
    packet_words(&text, judge, packet);
}

static void free_source(void *judge)
{
    rvt_transport_close(((struct rvt_tunnel_scoreboard *)judge)->source);
}

static uint64_t compared(const void *judge)
{
    return ((const struct rvt_tunnel_scoreboard *)judge)->lanes.at;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_tunnel_scoreboard *judge = context;

    rvt_text_add(text,
                 "%" PRIu64 " of %" PRIu64 " packets, %" PRIu64 " of %" PRIu64 " bytes compared",
                 judge->done, judge->taken, judge->lanes.at, judge->lanes.due);
}

enum rvt_status rvt_tunnel_scoreboard_open(bool length, struct rvt_tunnel_scoreboard **judge)
{
    static const struct rvt_transport_kind KIND = {sizeof **judge, end, compared, counts,
                                                   free_source};

    *judge = rvt_transport_open(&KIND);
    if (*judge == NULL)
        return RVT_ERR_MEMORY;
    (*judge)->length = length;
    return RVT_OK;
}
