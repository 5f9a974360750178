/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP over time: finds ASYNC at any nibble, even where it cuts a packet; follows master, channel,
 * VERSION and timestamps; reports every rule of STP that the stream breaks. Fed nibble by nibble,
 * byte by byte or in blocks, with the same result. Every nibble of the stream belongs to exactly
 * one event, in order. Spec: STP-001..STP-015.
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
    uint64_t at;      /* the nibble of the stream that is looked at next */
    uint64_t lost_at; /* not synced: the first nibble that was not reported yet */
    uint64_t run;     /* not synced: the F just before at */
    uint64_t piece;   /* not synced: nibbles lost for certain */
    unsigned piece_nibbles;
    uint8_t held[RVT_STP_HELD_BYTES]; /* nibbles that cannot be judged yet: from at on */
    unsigned held_from, held_to;
};

/*
 * Makes decoder ready for the first nibble of a stream. config and sinks are copied; what the
 * contexts point to is borrowed. RVT_ERR_PARAMETER for a member of config that is out of range,
 * and for sinks without event.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_decoder_init(struct rvt_stp_decoder *decoder,
                                     const struct rvt_stp_config *config,
                                     const struct rvt_stp_sinks *sinks);

/*
 * Takes the next bytes or the next nibble (0..15). A packet is reported as soon as it is complete
 * and no ASYNC can cut it any more: one that ends with F nibbles, with the nibble behind them.
 */
void rvt_stp_decoder_bytes(struct rvt_stp_decoder *decoder, const uint8_t *data, size_t bytes);
void rvt_stp_decoder_nibble(struct rvt_stp_decoder *decoder, unsigned nibble);

/* The stream ends here: reports what is held. Nothing may be fed behind it. */
void rvt_stp_decoder_finish(struct rvt_stp_decoder *decoder);

#endif
