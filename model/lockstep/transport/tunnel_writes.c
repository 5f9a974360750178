/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/tunnel_writes.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/text.h"

#include "lockstep/transport/syst_bit_exact.h"
#include "lockstep/items/transport_scoreboard.h"

enum { BEAT_BYTES = 4 };

struct rvt_tunnel_writes {
    void *scoreboard;
    const struct rvt_tunnel_packets *packets;
    bool length;
    struct rvt_syst_bit_exact *writes;
    struct rvt_syst_taking taking; /* the latest message */
    uint64_t begun;                /* packets whose messages began */
    uint64_t forwarded;            /* bytes of packets that messages were given */
    uint64_t ahead;                /* messages from this one on began ahead of their writes */
    uint64_t idle_bytes;           /* taken at the latest finding on idle */
    uint64_t whole, bytes;         /* packets that are equal, their bytes */
    unsigned run;                  /* equal writes of a message, in a row from its first one on */
};

/* ---- texts ---- */

static void evidence(void *context, struct rvt_text *text, uint64_t message)
{
    const struct rvt_tunnel_writes *verdict = context;

    rvt_tunnel_packets_print(verdict->packets, text, message);
}

static void missing_words(const struct rvt_tunnel_writes *verdict, struct rvt_text *text,
                          uint64_t packet)
{
    rvt_text_add(
        text,
        "packet %" PRIu64 " was never sent [TunnelMissing]\n  expected  %" PRIu64 " more bytes",
        packet, verdict->packets->bytes - rvt_tunnel_packets_at(verdict->packets, packet)->from);
    rvt_tunnel_packets_print(verdict->packets, text, packet);
}

static void unsent(void *context, struct rvt_text *text, const struct rvt_syst_write *first)
{
    missing_words(context, text, first->message);
}

/* ---- messages ---- */

/* Gives the latest message what was taken of its packet since. */
static void forward(struct rvt_tunnel_writes *verdict, uint64_t cycle)
{
    const struct rvt_tunnel_packets *packets = verdict->packets;

    if (rvt_syst_bit_exact_complete(verdict->writes))
        return;
    const struct rvt_tunnel_packet *packet = rvt_tunnel_packets_at(packets, verdict->begun - 1);
    while (verdict->forwarded < packet->end) {
        uint32_t data = 0;
        unsigned bytes = 0;
        while (bytes < BEAT_BYTES && verdict->forwarded < packet->end)
            data |= (uint32_t)rvt_tunnel_packets_byte(packets, verdict->forwarded++) << 8 * bytes++;
        (void)rvt_syst_taking_payload(&verdict->taking, data, bytes,
                                      packet->whole && verdict->forwarded == packet->end);
        rvt_syst_bit_exact_know(verdict->writes, cycle, &verdict->taking);
    }
}

/* Begins the message of the next packet, if there is one and the latest message is complete. */
static bool begin(struct rvt_tunnel_writes *verdict, uint64_t cycle,
                  const struct rvt_syst_input *carrier, bool ahead)
{
    struct rvt_syst_input input = *carrier;

    if (!rvt_syst_bit_exact_complete(verdict->writes) ||
        !rvt_tunnel_packets_ready(verdict->packets, verdict->begun, verdict->length))
        return false;
    const struct rvt_tunnel_packet *packet =
        rvt_tunnel_packets_at(verdict->packets, verdict->begun);
    input.length = (uint16_t)(packet->end - packet->from);
    if (!rvt_syst_taking_begin(&verdict->taking, cycle, &input, UINT32_MAX))
        return false;
    rvt_syst_bit_exact_begin(verdict->writes, verdict->begun++, ahead, &verdict->taking);
    rvt_syst_bit_exact_know(verdict->writes, cycle, &verdict->taking);
    verdict->forwarded = packet->from;
    forward(verdict, cycle);
    return true;
}

/* Begins all messages that can: both sides do not agree, and any of them may come. */
static void look_ahead(struct rvt_tunnel_writes *verdict, uint64_t cycle,
                       const struct rvt_syst_input *carrier)
{
    if (rvt_tunnel_writes_agree(verdict))
        return;
    if (verdict->ahead > verdict->begun)
        verdict->ahead = verdict->begun;
    while (begin(verdict, cycle, carrier, true))
        ;
}

/* Both sides agree, and what is due is the first write of a message that began ahead: it begins
 * with the present write. */
static void retract(struct rvt_tunnel_writes *verdict)
{
    struct rvt_item_match *writes = rvt_syst_bit_exact_writes(verdict->writes);
    const struct rvt_syst_write *next = rvt_item_match_next(writes);

    if (next == NULL || next->index > 0 || next->message < verdict->ahead)
        return;
    verdict->begun = next->message;
    rvt_item_match_retract(writes, rvt_item_match_outstanding(writes));
    rvt_syst_bit_exact_forget(verdict->writes);
}

/* ---- calls ---- */

void rvt_tunnel_writes_write(struct rvt_tunnel_writes *verdict, uint64_t cycle,
                             const struct rvt_syst_input *carrier,
                             const struct rvt_stp_record *record)
{
    struct rvt_item_match *writes = rvt_syst_bit_exact_writes(verdict->writes);

    forward(verdict, cycle);
    if (rvt_tunnel_writes_agree(verdict)) {
        retract(verdict);
        if (rvt_item_match_outstanding(writes) == 0) {
            verdict->ahead = UINT64_MAX;
            (void)begin(verdict, cycle, carrier, false);
        }
    }
    look_ahead(verdict, cycle, carrier);
    rvt_syst_bit_exact_write(verdict->writes, cycle, record);
    look_ahead(verdict, cycle, carrier);
}

void rvt_tunnel_writes_lose(struct rvt_tunnel_writes *verdict)
{
    rvt_item_match_lose(rvt_syst_bit_exact_writes(verdict->writes));
}

static void count_equal(void *context, const struct rvt_syst_write *write)
{
    struct rvt_tunnel_writes *verdict = context;
    const struct rvt_tunnel_packet *packet =
        rvt_tunnel_packets_at(verdict->packets, write->message);

    verdict->run = write->index == 0 ? 1 : write->index == verdict->run ? verdict->run + 1 : 0;
    if (!write->last || verdict->run != write->index + 1)
        return;
    verdict->whole++;
    verdict->bytes += packet->end - packet->from;
}

/* True if writes of the latest message were sent and others are to come. */
static bool is_open(const struct rvt_tunnel_writes *verdict)
{
    const struct rvt_syst_write *next =
        rvt_item_match_next(rvt_syst_bit_exact_writes(verdict->writes));

    return next != NULL ? next->index > 0 : !rvt_syst_bit_exact_complete(verdict->writes);
}

/* The messages of the packets that the tunnel may have begun to send are lost. */
static void give_up(struct rvt_tunnel_writes *verdict)
{
    struct rvt_item_match *writes = rvt_syst_bit_exact_writes(verdict->writes);

    rvt_item_match_lose(writes);
    rvt_item_match_drop(writes);
    rvt_syst_bit_exact_forget(verdict->writes);
    while (rvt_tunnel_packets_ready(verdict->packets, verdict->begun, verdict->length))
        verdict->begun++;
}

void rvt_tunnel_writes_idle(struct rvt_tunnel_writes *verdict, uint64_t cycle)
{
    struct rvt_item_match *writes = rvt_syst_bit_exact_writes(verdict->writes);
    const char *words = NULL;

    forward(verdict, cycle);
    if (!rvt_tunnel_writes_agree(verdict)) {
        rvt_item_match_idle(writes, cycle, 0);
        return;
    }
    if (is_open(verdict))
        words = "the tunnel reports idle within a message [TunnelIdle]";
    else if (rvt_tunnel_packets_ready(verdict->packets, rvt_tunnel_writes_done(verdict),
                                      verdict->length))
        words = "the tunnel reports idle while it has a packet [TunnelIdle]";
    if (words != NULL && verdict->idle_bytes != verdict->packets->bytes &&
        rvt_transport_fault(verdict->scoreboard, cycle, words))
        give_up(verdict);
    verdict->idle_bytes = verdict->packets->bytes;
}

void rvt_tunnel_writes_end(struct rvt_tunnel_writes *verdict, uint64_t cycle)
{
    struct rvt_item_match *writes = rvt_syst_bit_exact_writes(verdict->writes);
    uint64_t done = rvt_tunnel_writes_done(verdict);
    struct rvt_text text;

    forward(verdict, cycle);
    bool rest = rvt_tunnel_writes_agree(verdict) && rvt_item_match_outstanding(writes) == 0 &&
                done < verdict->packets->taken;
    rvt_item_match_finish(writes, cycle, 0);
    if (!rest || !rvt_transport_begin(verdict->scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    missing_words(verdict, &text, done);
    rvt_transport_found(verdict->scoreboard);
}

uint64_t rvt_tunnel_writes_done(const struct rvt_tunnel_writes *verdict)
{
    const struct rvt_syst_write *next =
        rvt_item_match_next(rvt_syst_bit_exact_writes(verdict->writes));

    if (next != NULL)
        return next->message;
    return rvt_syst_bit_exact_complete(verdict->writes) ? verdict->begun : verdict->begun - 1;
}

bool rvt_tunnel_writes_agree(const struct rvt_tunnel_writes *verdict)
{
    return rvt_item_match_agrees(rvt_syst_bit_exact_writes(verdict->writes));
}

uint64_t rvt_tunnel_writes_packets(const struct rvt_tunnel_writes *verdict)
{
    return verdict->whole;
}

uint64_t rvt_tunnel_writes_bytes(const struct rvt_tunnel_writes *verdict)
{
    return verdict->bytes;
}

enum rvt_status rvt_tunnel_writes_open(void *scoreboard, const struct rvt_tunnel_packets *packets,
                                       bool length, struct rvt_tunnel_writes **verdict)
{
    struct rvt_tunnel_writes *opened = calloc(1, sizeof *opened);

    *verdict = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    const struct rvt_syst_bit_exact_user user = {
        .context = opened,
        .no_message = "a write was sent before its packet was taken [TunnelNoPacket]",
        .unsent = unsent,
        .evidence = evidence,
        .equal = count_equal};
    opened->scoreboard = scoreboard;
    opened->packets = packets;
    opened->length = length;
    opened->ahead = UINT64_MAX;
    if (rvt_syst_bit_exact_open(scoreboard, &user, &opened->writes) != RVT_OK) {
        free(opened);
        return RVT_ERR_MEMORY;
    }
    *verdict = opened;
    return RVT_OK;
}

void rvt_tunnel_writes_close(struct rvt_tunnel_writes *verdict)
{
    if (verdict == NULL)
        return;
    rvt_syst_bit_exact_close(verdict->writes);
    free(verdict);
}
