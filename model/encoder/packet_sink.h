/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The sink of an encoder's te_inst packets, and the origin of each packet: why, when and for which
 * instruction it was sent. */
#ifndef RVT_ENCODER_PACKET_SINK_H
#define RVT_ENCODER_PACKET_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "encoder/decision.h"
#include "wire/te_inst.h"

struct rvt_origin {
    enum rvt_decision decision;
    uint64_t cycle; /* of the row that holds the reported item, or that caused the event */
    uint64_t time;  /* of the reported item's row, or for events of the latest qualified row with
                       items: source of the encapsulation timestamp */
    uint64_t iaddr; /* address of the reported item; 0 for events */
    uint8_t block;  /* of its row that holds it; 0 for events */
    enum rvt_format_why format_why;
    bool ambiguous;   /* the packet does not identify one return: irdepth alone may not
                       (ETR-MODE-010), nor an index that implicit returns changed (AMB-081); or it
                       is the F3/0 of a discontinuity that a decoder cannot distinguish from one
                       that a path leads to (AMB-105) */
    bool undecodable; /* no decoder can follow the path from the packet before to this one: an
                       implicit return went to another address than predicted (ETR-MODE-004), or
                       several lead to the address of this F3/0 (AMB-021) */
};

/*
 * Takes a packet; it and origin are borrowed for the call. Any status but RVT_OK stops the encoder
 * call, which returns RVT_ERR_SINK.
 */
typedef enum rvt_status (*rvt_packet_sink)(void *context, const struct rvt_packet *packet,
                                           const struct rvt_origin *origin);

#endif
