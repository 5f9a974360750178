/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A SyS-T message cut into the packets of STP: DnMTS, DnTS Dn* DnM or DnTS Dn* FLAG, with the
 * largest n that is left, 32 at most. Spec: MIPI SyS-T, STPv2 Protocol Encoding; decision 0005.
 */
#ifndef RVT_TRANSPORT_SYST_SYST_SENDER_H
#define RVT_TRANSPORT_SYST_SYST_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transport/stp/stp_encoder.h"

/* A message on its way. Initialise all but the last two members; they are private and begin 0. */
struct rvt_syst_sender {
    uint16_t master, channel;
    uint64_t time; /* of the first packet */
    bool marked;   /* the last data packet ends it, if there is a second one; else FLAG does */
    const uint8_t *byte; /* the message, borrowed until its last packet */
    size_t bytes;        /* at least RVT_SYST_HEADER_BYTES */
    size_t sent;
    bool ended;
};

/* The next packet of the message into *record; false if there is none left. */
bool rvt_syst_sender_next(struct rvt_syst_sender *sender, struct rvt_stp_record *record);

#endif
