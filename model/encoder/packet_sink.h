/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Where an encoder sends its te_inst packets, and what it says of each: its origin. */
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
                       items: source of the  encapsulation timestamp */
    uint64_t iaddr; /* address of the reported item; 0 for events */
    uint8_t block;  /* of its row that holds it; 0 for events */
    enum rvt_format_why format_why;
    bool ambiguous; /* the packet does not tell which return is meant: irdepth alone may not
                       (ETR-MODE-010), nor an index that implicit returns changed (AMB-081); or it
                       is the F3/0 of a discontinuity, and nothing tells that no path leads there
                       from the instruction before (AMB-105) */
    bool strayed;   /* an implicit return since the packet before misleads a decoder until it
                       synchronises: it went elsewhere (ETR-MODE-004), or nothing tells it from
                       others before this F3/0, to whose address it leads as they do (AMB-021) */
};

/*
 * Takes a packet; it and origin are borrowed for the call. Any status but RVT_OK stops the encoder
 * call, which returns RVT_ERR_SINK.
 */
typedef enum rvt_status (*rvt_packet_sink)(void *context, const struct rvt_packet *packet,
                                           const struct rvt_origin *origin);

#endif
