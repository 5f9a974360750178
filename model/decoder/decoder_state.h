/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The decoder within: what decoder.c and recovery.c share, for nobody else. */
#ifndef RVT_DECODER_DECODER_STATE_H
#define RVT_DECODER_DECODER_STATE_H

#include "decoder/decoder.h"
#include "decoder/follow.h"
#include "decoder/hold.h"
#include "decoder/suspects.h"

struct rvt_decoder {
    struct rvt_config config; /* with the options of the stream */
    struct rvt_decoder_output output;
    struct rvt_follow follow;
    bool strict;    /* without a position: packets that need one are errors, not ignored */
    bool repeating; /* the packet in hand repeats the address of the position (AMB-131) */
    struct rvt_hold hold;
    uint64_t ordinal;   /* of the packet to come */
    uint64_t sync;      /* the packet behind the latest that gave a position or ended one */
    uint64_t tentative; /* packet that reported the position, if that was inferred */
    bool losing;        /* loss goes on */
    struct rvt_loss loss;
    bool trying; /* nothing is told, nor suspected */
    bool healed; /* trying: a jump led to a full address */
    /* a trial of suspects restores what stands above */
    struct rvt_suspects suspects;
    struct rvt_tables tables;
    struct rvt_account account;
};

/* Takes the next packet of the stream, or keeps it back. Errors as rvt_decoder_packet. */
RVT_MUST_USE
enum rvt_status rvt_decoder_advance(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                    struct rvt_diag *diag);

#endif
