/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/tunnel_scoreboard.h"

#include <assert.h>
#include <inttypes.h>

#include "base/text.h"
#include "transport/syst/syst.h"

#include "lockstep/items/transport_scoreboard.h"
#include "lockstep/transport/tunnel_decode_exact.h"
#include "lockstep/transport/tunnel_messages.h"
#include "lockstep/transport/tunnel_packets.h"
#include "lockstep/transport/tunnel_writes.h"

enum { BEAT_BYTES = 4 };

struct rvt_tunnel_scoreboard {
    struct rvt_transport_scoreboard base;
    struct rvt_tunnel_decode_exact *decode_exact;
    struct rvt_tunnel_messages *messages;
    struct rvt_tunnel_writes *writes;
    bool has_writes; /* it writes itself */
    bool length;
    struct rvt_tunnel_options options;
    struct rvt_syst_input carrier;
    struct rvt_tunnel_packets packets;
};

/* ---- what comes in ---- */

void rvt_tunnel_scoreboard_options(struct rvt_tunnel_scoreboard *scoreboard,
                                   const struct rvt_tunnel_options *options)
{
    scoreboard->options = *options;
}

/* True if the tunnel holds more packets or bytes than it may, which is a finding. What comes after
 * it is not known. */
static bool is_overdue(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle, size_t bytes)
{
    const struct rvt_tunnel_packets *packets = &scoreboard->packets;
    bool agree = scoreboard->has_writes ? rvt_tunnel_writes_agree(scoreboard->writes)
                                        : rvt_tunnel_messages_agree(scoreboard->messages);
    uint64_t done = scoreboard->has_writes ? rvt_tunnel_writes_done(scoreboard->writes)
                                           : rvt_tunnel_messages_done(scoreboard->messages);
    const char *words = NULL;

    if (!agree || done == packets->taken)
        return false;
    if (packets->taken - done == RVT_TUNNEL_PACKETS &&
        rvt_tunnel_packets_at(packets, packets->taken - 1)->whole)
        words = "too many packets were taken and not sent [TunnelOverdue]";
    else if (packets->bytes - rvt_tunnel_packets_at(packets, done)->from + bytes >
             RVT_TUNNEL_OUTSTANDING_BYTES)
        words = "too many bytes were taken and not sent [TunnelOverdue]";
    if (words == NULL)
        return false;
    rvt_transport_fault(scoreboard, cycle, words);
    rvt_transport_lose(scoreboard);
    return true;
}

void rvt_tunnel_scoreboard_beat(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                const uint8_t *data, size_t bytes, bool last)
{
    if (!rvt_transport_comparing(scoreboard))
        return;
    if (bytes == 0)
        rvt_transport_fault(scoreboard, cycle, "a beat without bytes was taken [TunnelBeat]");
    else if (scoreboard->base.decode_exact)
        rvt_tunnel_decode_exact_beat(scoreboard->decode_exact, cycle, data, bytes, last);
    else if (!is_overdue(scoreboard, cycle, bytes))
        rvt_tunnel_packets_take(&scoreboard->packets, cycle, data, bytes, last);
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

void rvt_tunnel_scoreboard_message(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                   uint32_t header, uint16_t length)
{
    const struct rvt_tunnel_route route = route_of(scoreboard);

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->base.decode_exact)
        rvt_tunnel_decode_exact_message(scoreboard->decode_exact, cycle, &route, header, length);
    else
        rvt_tunnel_messages_header(scoreboard->messages, cycle, header, length,
                                   header_of(scoreboard));
}

void rvt_tunnel_scoreboard_payload(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                   uint32_t data, unsigned bytes, bool last)
{
    uint8_t byte[BEAT_BYTES];

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (bytes == 0 || bytes > BEAT_BYTES) {
        rvt_transport_fault(scoreboard, cycle, "a beat has no bytes or too many [TunnelBeat]");
        return;
    }
    for (unsigned i = 0; i < BEAT_BYTES; i++)
        byte[i] = (uint8_t)(data >> 8 * i);
    if (scoreboard->base.decode_exact)
        rvt_tunnel_decode_exact_payload(scoreboard->decode_exact, cycle, byte, bytes, last);
    else
        rvt_tunnel_messages_payload(scoreboard->messages, cycle, byte, bytes, last);
}

void rvt_tunnel_scoreboard_carrier(struct rvt_tunnel_scoreboard *scoreboard,
                                   const struct rvt_syst_input *carrier)
{
    scoreboard->carrier = *carrier;
}

void rvt_tunnel_scoreboard_write(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                 const struct rvt_stp_port_write *write)
{
    const struct rvt_tunnel_route route = route_of(scoreboard);
    struct rvt_syst_input carrier = scoreboard->carrier;
    struct rvt_stp_record record;

    if (!rvt_transport_comparing(scoreboard))
        return;
    scoreboard->has_writes = true;
    if (rvt_stp_port_write_record(write, &record) != RVT_OK) {
        bool found = rvt_transport_fault(scoreboard, cycle,
                                         "the write that was sent fits no STP packet [StpWrite]");
        if (scoreboard->base.decode_exact)
            rvt_tunnel_decode_exact_lose(scoreboard->decode_exact, cycle, found);
        else if (found)
            rvt_tunnel_writes_lose(scoreboard->writes);
    } else if (scoreboard->base.decode_exact) {
        rvt_tunnel_decode_exact_write(scoreboard->decode_exact, cycle, &route, &record);
    } else {
        carrier.header = header_of(scoreboard);
        rvt_tunnel_writes_write(scoreboard->writes, cycle, &carrier, &record);
    }
}

void rvt_tunnel_scoreboard_idle(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle)
{
    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->base.decode_exact)
        rvt_tunnel_decode_exact_idle(scoreboard->decode_exact, cycle);
    else if (scoreboard->has_writes)
        rvt_tunnel_writes_idle(scoreboard->writes, cycle);
    else
        rvt_tunnel_messages_idle(scoreboard->messages, cycle);
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_tunnel_scoreboard *scoreboard = context;

    if (scoreboard->base.decode_exact)
        rvt_tunnel_decode_exact_end(scoreboard->decode_exact, cycle);
    else if (!rvt_transport_comparing(scoreboard))
        return;
    else if (scoreboard->has_writes)
        rvt_tunnel_writes_end(scoreboard->writes, cycle);
    else
        rvt_tunnel_messages_end(scoreboard->messages, cycle);
}

static void free_verdicts(void *context)
{
    struct rvt_tunnel_scoreboard *scoreboard = context;

    rvt_tunnel_decode_exact_close(scoreboard->decode_exact);
    rvt_tunnel_messages_close(scoreboard->messages);
    rvt_tunnel_writes_close(scoreboard->writes);
}

/* Bytes of packets that are equal. */
static uint64_t equal_bytes(const struct rvt_tunnel_scoreboard *scoreboard)
{
    return scoreboard->has_writes ? rvt_tunnel_writes_bytes(scoreboard->writes)
                                  : rvt_tunnel_messages_bytes(scoreboard->messages);
}

static uint64_t compared(const void *context)
{
    const struct rvt_tunnel_scoreboard *scoreboard = context;

    return scoreboard->base.decode_exact
               ? rvt_tunnel_decode_exact_compared(scoreboard->decode_exact)
               : equal_bytes(scoreboard);
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_tunnel_scoreboard *scoreboard = context;

    if (scoreboard->base.decode_exact) {
        rvt_tunnel_decode_exact_counts(scoreboard->decode_exact, text);
        return;
    }
    rvt_text_add(text,
                 "%" PRIu64 " of %" PRIu64 " packets, %" PRIu64 " of %" PRIu64 " bytes compared",
                 scoreboard->has_writes ? rvt_tunnel_writes_packets(scoreboard->writes)
                                        : rvt_tunnel_messages_packets(scoreboard->messages),
                 scoreboard->packets.taken, equal_bytes(scoreboard), scoreboard->packets.bytes);
}

enum rvt_status rvt_tunnel_scoreboard_open(bool length, struct rvt_tunnel_scoreboard **scoreboard)
{
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end, compared, counts,
                                                   free_verdicts,       true};
    struct rvt_tunnel_scoreboard *opened = rvt_transport_open(&KIND);

    *scoreboard = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->length = length;
    if (rvt_tunnel_decode_exact_open(opened, &opened->decode_exact) != RVT_OK ||
        rvt_tunnel_messages_open(opened, &opened->packets, length, &opened->messages) != RVT_OK ||
        rvt_tunnel_writes_open(opened, &opened->packets, length, &opened->writes) != RVT_OK) {
        rvt_transport_close(opened);
        return RVT_ERR_MEMORY;
    }
    *scoreboard = opened;
    return RVT_OK;
}
