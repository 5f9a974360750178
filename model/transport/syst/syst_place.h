/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The origin of a SyS-T message, and a source of formats for CATALOG messages. */
#ifndef RVT_TRANSPORT_SYST_SYST_PLACE_H
#define RVT_TRANSPORT_SYST_SYST_PLACE_H

#include "transport/syst/syst.h"

/* Where a message comes from. has_channel is false in a stream without masters and channels. */
struct rvt_syst_place {
    uint64_t byte; /* of the message's first byte in the stream; the base of findings */
    bool has_channel;
    uint16_t master;
    uint16_t channel;
    bool has_time; /* the transport gave the first packet a time */
    uint64_t time; /* in ticks of the transport */
};

/* The format string of a CATALOG message: null-terminated, borrowed; null if the collateral has
 * none. */
typedef const char *(*rvt_syst_lookup)(void *context, const struct rvt_syst_place *place,
                                       const struct rvt_syst_message *message);

#endif
