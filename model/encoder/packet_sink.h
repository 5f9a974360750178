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
#include "encoder/doubt.h"
#include "wire/te_inst.h"

struct rvt_origin {
    enum rvt_decision decision;
    uint64_t cycle; /* of the row that holds the reported item, or that caused the event */
    uint64_t time;  /* of the reported item's row, or for events of the latest qualified row with
                       items: source of the encapsulation timestamp */
    uint64_t iaddr; /* address of the reported item; 0 for events */
    uint8_t block;  /* of its row that holds it; 0 for events */
    enum rvt_format_why format_why;
    unsigned doubts; /* bits of enum rvt_doubt; 0: a decoder can follow */
};

/*
 * Takes a packet; it and origin are borrowed for the call. Any status but RVT_OK stops the encoder
 * call, which returns RVT_ERR_SINK.
 */
typedef enum rvt_status (*rvt_packet_sink)(void *context, const struct rvt_packet *packet,
                                           const struct rvt_origin *origin);

#endif
