/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP over time. The decoder finds ASYNC at any nibble, even inside a packet; follows master,
 * channel, VERSION and timestamps; and reports every rule of STP that the stream breaks. It is fed
 * nibble by nibble, byte by byte or in blocks, with the same result. Every nibble of the stream
 * belongs to exactly one event, in order. Spec: STP-001..STP-015.
 */
#ifndef RVT_TRANSPORT_STP_STP_DECODER_H
#define RVT_TRANSPORT_STP_STP_DECODER_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "transport/stp/stp_track.h"

enum { RVT_STP_HELD_BYTES = 64 };

/* Caller's storage; the members are private. */
struct rvt_stp_decoder {
    struct rvt_stp_track track;
    enum rvt_stp_sync { RVT_STP_STARTING, RVT_STP_FLOODED, RVT_STP_HUNTING, RVT_STP_SYNCED } sync;
    uint64_t at;      /* the next nibble of the stream */
    uint64_t lost_at; /* not synced: the first unreported nibble */
    uint64_t run;     /* not synced: the F just before at */
    uint64_t piece;   /* not synced: nibbles that are certainly lost */
    unsigned piece_nibbles;
    uint8_t held[RVT_STP_HELD_BYTES]; /* nibbles that a later ASYNC may cut: from at on */
    unsigned held_from, held_to;
};

/*
 * Prepares decoder for the first nibble of a stream. config and sinks are copied; their contexts
 * are borrowed. RVT_ERR_PARAMETER for a member of config that is out of range, and for sinks
 * without event.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_decoder_init(struct rvt_stp_decoder *decoder,
                                     const struct rvt_stp_config *config,
                                     const struct rvt_stp_sinks *sinks);

/* In place of the first byte of a stream, the byte that is fed first has that place in it. */
void rvt_stp_decoder_enter(struct rvt_stp_decoder *decoder, uint64_t byte);

/*
 * Takes the next bytes or the next nibble (0..15). A packet is reported once it is complete and no
 * ASYNC can cut it any more. One that ends with F nibbles is reported with the nibble after them.
 */
void rvt_stp_decoder_bytes(struct rvt_stp_decoder *decoder, const uint8_t *data, size_t bytes);
void rvt_stp_decoder_nibble(struct rvt_stp_decoder *decoder, unsigned nibble);

/*
 * Bytes (whole ones) are missing here. Reports what was held back, then an event lost without
 * nibbles; what follows is lost up to the next ASYNC.
 */
void rvt_stp_decoder_lose(struct rvt_stp_decoder *decoder);

/* Ends the stream: reports what was held back. Nothing may be fed after it. */
void rvt_stp_decoder_finish(struct rvt_stp_decoder *decoder);

#endif
