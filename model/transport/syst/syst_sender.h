/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A SyS-T message as the packets of STP: DnMTS, DnTS Dn* DnM or DnTS Dn* FLAG, with the largest n
 * that the remaining bytes allow, 32 at most. Spec: MIPI SyS-T, STPv2 Protocol Encoding; decision
 * 0005.
 */
#ifndef RVT_TRANSPORT_SYST_SYST_SENDER_H
#define RVT_TRANSPORT_SYST_SYST_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transport/stp/stp_encoder.h"

/* A message being sent. The user initialises all but the last two members, which are private and
 * begin at 0. */
struct rvt_syst_sender {
    uint16_t master, channel;
    uint64_t time; /* of the first packet */
    bool marked;   /* the last data packet ends it, if there is more than one; else FLAG does */
    const uint8_t *byte; /* the message, borrowed until its last packet */
    size_t bytes;        /* at least RVT_SYST_HEADER_BYTES */
    size_t sent;
    bool ended;
};

/* Puts the next packet of the message into *record; false if none is left. */
bool rvt_syst_sender_next(struct rvt_syst_sender *sender, struct rvt_stp_record *record);

#endif
