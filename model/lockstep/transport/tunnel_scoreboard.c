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
#include "lockstep/transport/tunnel_decode_exact.h"

enum { PACKETS = 1 << 10, BEAT_BYTES = 4 };

/* A packet that was taken, whole or in part. */
struct packet {
    uint64_t cycle;     /* of its first byte */
    uint64_t from, end; /* its bytes among the expected ones, as far as they were taken */
    bool whole;
};

struct rvt_tunnel_scoreboard {
    struct rvt_transport_scoreboard base;
    struct rvt_tunnel_decode_exact *decode_exact;
    bool length;
    struct rvt_tunnel_options options;
    struct rvt_syst_input carrier;
    struct packet packet[PACKETS];      /* by number */
    uint64_t taken;                     /* packets of which a byte was taken */
    uint64_t done;                      /* packets whose message is complete */
    bool open;                          /* the message of the next packet has begun */
    struct rvt_syst_scoreboard *source; /* compares writes; null before the first one */
    uint64_t forwarded;                 /* expected bytes that it was given */
    struct rvt_expected_bytes expected;
};

/* The packet of the current or next message; null if none was taken. */
static struct packet *next_packet(struct rvt_tunnel_scoreboard *scoreboard)
{
    return scoreboard->done < scoreboard->taken ? &scoreboard->packet[scoreboard->done % PACKETS]
                                                : NULL;
}

static void packet_words(struct rvt_text *text, const struct rvt_tunnel_scoreboard *scoreboard,
                         const struct packet *packet)
{
    rvt_text_add(text,
                 "\n  because   packet %" PRIu64 ", taken from cycle %" PRIu64 " on, %" PRIu64
                 " bytes%s",
                 scoreboard->done, packet->cycle, packet->end - packet->from,
                 packet->whole ? "" : " so far");
}

/* ---- what comes in ---- */

void rvt_tunnel_scoreboard_options(struct rvt_tunnel_scoreboard *scoreboard,
                                   const struct rvt_tunnel_options *options)
{
    scoreboard->options = *options;
}

void rvt_tunnel_scoreboard_beat(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                const uint8_t *data, size_t bytes, bool last)
{
    struct packet *packet = &scoreboard->packet[(scoreboard->taken + PACKETS - 1) % PACKETS];

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (bytes == 0) {
        rvt_transport_fault(scoreboard, cycle, "a beat without bytes was taken [TunnelBeat]");
        return;
    }
    if (scoreboard->base.decode_exact) {
        rvt_tunnel_decode_exact_beat(scoreboard->decode_exact, cycle, data, bytes, last);
        return;
    }
    if (scoreboard->taken == 0 || packet->whole) {
        if (scoreboard->taken - scoreboard->done == PACKETS) {
            rvt_transport_fault(scoreboard, cycle,
                                "too many packets were taken and not sent [TunnelOverdue]");
            return;
        }
        packet = &scoreboard->packet[scoreboard->taken++ % PACKETS];
        *packet = (struct packet){.cycle = cycle, .from = scoreboard->expected.due};
    }
    if (!rvt_expected_bytes_put(&scoreboard->expected, data, bytes)) {
        rvt_transport_fault(scoreboard, cycle,
                            "too many bytes were taken and not sent [TunnelOverdue]");
        return;
    }
    packet->end = scoreboard->expected.due;
    packet->whole = last;
}

/* ---- what goes out ---- */

static struct rvt_tunnel_route route_of(const struct rvt_tunnel_scoreboard *scoreboard)
{
    return (struct rvt_tunnel_route){.protocol = scoreboard->options.protocol,
                                     .origin = scoreboard->options.origin,
                                     .master = scoreboard->carrier.master,
                                     .channel = scoreboard->carrier.channel};
}

static uint32_t header_of(const struct rvt_tunnel_scoreboard *scoreboard)
{
    const struct rvt_tunnel_options *options = &scoreboard->options;
    const struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                             .subtype = options->protocol,
                                             .severity = options->severity,
                                             .origin = options->origin,
                                             .guid = options->guid,
                                             .len = scoreboard->length,
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

static void explain_header(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                           uint32_t expected, uint32_t observed)
{
    const char *clause;
    const char *field = field_of(expected ^ observed, &clause);
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    rvt_text_add(&text,
                 "header of message %" PRIu64 " differs [%s]\n  field     %s"
                 "\n  expected  0x%08" PRIx32 "\n  observed  0x%08" PRIx32,
                 scoreboard->done, clause, field, expected, observed);
    packet_words(&text, scoreboard, next_packet(scoreboard));
    rvt_transport_found(scoreboard);
}

static void explain_length(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                           uint64_t expected, unsigned observed)
{
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    rvt_text_add(&text,
                 "length of message %" PRIu64 " differs [SYST-007]\n  expected  %" PRIu64
                 "\n  observed  %u",
                 scoreboard->done, expected, observed);
    packet_words(&text, scoreboard, next_packet(scoreboard));
    rvt_transport_found(scoreboard);
}

void rvt_tunnel_scoreboard_message(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                   uint32_t header, uint16_t length)
{
    const struct packet *packet = next_packet(scoreboard);
    const struct rvt_tunnel_route route = route_of(scoreboard);
    uint32_t expected = header_of(scoreboard);

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->base.decode_exact) {
        rvt_tunnel_decode_exact_message(scoreboard->decode_exact, cycle, &route, header, length);
        return;
    }
    if (scoreboard->open)
        rvt_transport_fault(scoreboard, cycle,
                            "a message was sent before the previous one ended [TunnelOrder]");
    else if (packet == NULL)
        rvt_transport_fault(scoreboard, cycle,
                            "a message was sent without a packet [TunnelNoPacket]");
    else if (scoreboard->length && !packet->whole)
        rvt_transport_fault(scoreboard, cycle,
                            "a length was sent before the whole packet was taken [TunnelNoPacket]");
    else if (header != expected)
        explain_header(scoreboard, cycle, expected, header);
    else if (scoreboard->length && length != packet->end - packet->from)
        explain_length(scoreboard, cycle, packet->end - packet->from, length);
    scoreboard->open = true;
}

static void explain_byte(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                         const uint8_t *data, size_t bytes)
{
    const struct packet *packet = next_packet(scoreboard);
    const struct rvt_expected_bytes *expected = &scoreboard->expected;
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    if (expected->at == packet->end && packet->whole)
        rvt_text_add(&text,
                     "bytes after the end of packet %" PRIu64 " [TunnelEnd]\n  expected  no byte",
                     scoreboard->done);
    else if (expected->at == packet->end)
        rvt_text_add(&text,
                     "bytes of packet %" PRIu64
                     " were sent before they were taken [TunnelNoPacket]\n  expected  no byte",
                     scoreboard->done);
    else
        rvt_text_add(
            &text, "byte %" PRIu64 " of packet %" PRIu64 " differs [TunnelBytes]\n  expected  %02x",
            expected->at - packet->from, scoreboard->done,
            rvt_expected_bytes_byte(expected, expected->at));
    packet_words(&text, scoreboard, packet);
    rvt_text_add(&text, "\n  observed  ");
    rvt_bytes_print(&text, data, bytes);
    rvt_transport_found(scoreboard);
}

/* The bytes of the beat are as predicted; its last must agree with the end of the packet. */
static void check_end(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                      const struct packet *packet, bool last)
{
    bool ends = packet->whole && scoreboard->expected.at == packet->end;
    struct rvt_text text;

    if (ends == last) {
        scoreboard->done += last;
        scoreboard->open = !last;
        return;
    }
    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    rvt_text_add(&text, "message %" PRIu64 " %s [TunnelEnd]\n  expected  %" PRIu64 " more bytes%s",
                 scoreboard->done, last ? "ends before its packet" : "does not end with its packet",
                 packet->end - scoreboard->expected.at,
                 packet->whole ? "" : " and those of later beats");
    packet_words(&text, scoreboard, packet);
    rvt_transport_found(scoreboard);
}

void rvt_tunnel_scoreboard_payload(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                   uint32_t data, unsigned bytes, bool last)
{
    const struct packet *packet = next_packet(scoreboard);
    uint8_t byte[BEAT_BYTES];

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (bytes == 0 || bytes > BEAT_BYTES) {
        rvt_transport_fault(scoreboard, cycle, "a beat has no bytes or too many [TunnelBeat]");
        return;
    }
    for (unsigned i = 0; i < BEAT_BYTES; i++)
        byte[i] = (uint8_t)(data >> 8 * i);
    if (scoreboard->base.decode_exact) {
        rvt_tunnel_decode_exact_payload(scoreboard->decode_exact, cycle, byte, bytes, last);
        return;
    }
    if (!scoreboard->open || packet == NULL) {
        rvt_transport_fault(scoreboard, cycle, "payload belongs to no message [TunnelOrder]");
        return;
    }
    uint64_t left = packet->end - scoreboard->expected.at;
    size_t known = left < bytes ? (size_t)left : bytes;
    size_t same = rvt_expected_bytes_compare(&scoreboard->expected, byte, known);
    if (same < bytes)
        explain_byte(scoreboard, cycle, byte + same, bytes - same);
    else
        check_end(scoreboard, cycle, packet, last);
}

/* ---- writes ---- */

/* Begins the message of the next packet at the scoreboard of writes. */
static void begin_message(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle)
{
    const struct packet *packet = next_packet(scoreboard);
    struct rvt_syst_input message = scoreboard->carrier;

    message.header = header_of(scoreboard);
    message.length = (uint16_t)(packet->end - packet->from);
    rvt_syst_scoreboard_message(scoreboard->source, cycle, &message);
    scoreboard->forwarded = packet->from;
    scoreboard->open = true;
}

/* Forwards what was taken of the packet since. */
static void forward_payload(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle)
{
    const struct packet *packet = next_packet(scoreboard);

    while (scoreboard->forwarded < packet->end) {
        uint32_t data = 0;
        unsigned bytes = 0;

        while (bytes < BEAT_BYTES && scoreboard->forwarded < packet->end)
            data |=
                (uint32_t)rvt_expected_bytes_byte(&scoreboard->expected, scoreboard->forwarded++)
                << 8 * bytes++;
        rvt_syst_scoreboard_payload(scoreboard->source, cycle, data, bytes,
                                    packet->whole && scoreboard->forwarded == packet->end);
    }
}

static void explain_write(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle)
{
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    rvt_text_add(&text, "%s", rvt_transport_message(scoreboard->source));
    packet_words(&text, scoreboard, next_packet(scoreboard));
    rvt_transport_found(scoreboard);
}

void rvt_tunnel_scoreboard_carrier(struct rvt_tunnel_scoreboard *scoreboard,
                                   const struct rvt_syst_input *carrier)
{
    scoreboard->carrier = *carrier;
}

static void decode_write(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                         const struct rvt_stp_port_write *write)
{
    const struct rvt_tunnel_route route = route_of(scoreboard);
    struct rvt_stp_record record;

    if (rvt_stp_port_write_record(write, &record) == RVT_OK) {
        rvt_tunnel_decode_exact_write(scoreboard->decode_exact, cycle, &route, &record);
        return;
    }
    bool found = rvt_transport_fault(scoreboard, cycle,
                                     "the write that was sent fits no STP packet [StpWrite]");
    rvt_tunnel_decode_exact_lose(scoreboard->decode_exact, cycle, found);
}

void rvt_tunnel_scoreboard_write(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                 const struct rvt_stp_port_write *write)
{
    const struct packet *packet = next_packet(scoreboard);

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->base.decode_exact) {
        decode_write(scoreboard, cycle, write);
        return;
    }
    if (packet == NULL || (scoreboard->length && !packet->whole)) {
        rvt_transport_fault(scoreboard, cycle,
                            "a write was sent before its packet was taken [TunnelNoPacket]");
        return;
    }
    if (scoreboard->source == NULL &&
        rvt_syst_scoreboard_open(UINT32_MAX, &scoreboard->source) != RVT_OK) {
        rvt_transport_fault(scoreboard, cycle, "out of memory [Memory]");
        return;
    }
    if (!scoreboard->open)
        begin_message(scoreboard, cycle);
    forward_payload(scoreboard, cycle);
    rvt_syst_scoreboard_write(scoreboard->source, cycle, write);
    if (!rvt_transport_comparing(scoreboard->source)) {
        explain_write(scoreboard, cycle);
    } else if (rvt_syst_scoreboard_idle(scoreboard->source)) {
        scoreboard->expected.at = packet->end;
        scoreboard->done++;
        scoreboard->open = false;
    }
}

void rvt_tunnel_scoreboard_idle(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle)
{
    const struct packet *packet = next_packet(scoreboard);

    if (scoreboard->base.decode_exact)
        rvt_tunnel_decode_exact_idle(scoreboard->decode_exact, cycle);
    else if (scoreboard->open)
        rvt_transport_fault(scoreboard, cycle,
                            "the tunnel reports idle within a message [TunnelIdle]");
    else if (packet != NULL && (packet->whole || !scoreboard->length))
        rvt_transport_fault(scoreboard, cycle,
                            "the tunnel reports idle while it has a packet [TunnelIdle]");
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_tunnel_scoreboard *scoreboard = context;
    const struct packet *packet = next_packet(scoreboard);
    struct rvt_text text;

    if (scoreboard->base.decode_exact) {
        rvt_tunnel_decode_exact_end(scoreboard->decode_exact, cycle);
        return;
    }
    if (packet == NULL || !rvt_transport_begin(scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    rvt_text_add(&text,
                 "packet %" PRIu64 " was never sent [TunnelMissing]\n  expected  "
                 "%" PRIu64 " more bytes",
                 scoreboard->done, scoreboard->expected.due - scoreboard->expected.at);
    packet_words(&text, scoreboard, packet);
    rvt_transport_found(scoreboard);
}

static void free_owned(void *context)
{
    struct rvt_tunnel_scoreboard *scoreboard = context;

    rvt_transport_close(scoreboard->source);
    rvt_tunnel_decode_exact_close(scoreboard->decode_exact);
}

static uint64_t compared(const void *context)
{
    const struct rvt_tunnel_scoreboard *scoreboard = context;

    return scoreboard->base.decode_exact
               ? rvt_tunnel_decode_exact_compared(scoreboard->decode_exact)
               : scoreboard->expected.at;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_tunnel_scoreboard *scoreboard = context;

    if (scoreboard->base.decode_exact) {
        rvt_tunnel_decode_exact_counts(scoreboard->decode_exact, text);
        return;
    }
    rvt_text_add(
        text, "%" PRIu64 " of %" PRIu64 " packets, %" PRIu64 " of %" PRIu64 " bytes compared",
        scoreboard->done, scoreboard->taken, scoreboard->expected.at, scoreboard->expected.due);
}

enum rvt_status rvt_tunnel_scoreboard_open(bool length, struct rvt_tunnel_scoreboard **scoreboard)
{
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end,  compared, counts,
                                                   free_owned,          true, true};

    *scoreboard = rvt_transport_open(&KIND);
    if (*scoreboard == NULL)
        return RVT_ERR_MEMORY;
    (*scoreboard)->length = length;
    if (rvt_tunnel_decode_exact_open(*scoreboard, &(*scoreboard)->decode_exact) == RVT_OK)
        return RVT_OK;
    rvt_transport_close(*scoreboard);
    *scoreboard = NULL;
    return RVT_ERR_MEMORY;
}
