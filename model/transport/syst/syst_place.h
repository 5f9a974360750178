/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Where a SyS-T message comes from, and who knows the format of a CATALOG message from there. */
#ifndef RVT_TRANSPORT_SYST_SYST_PLACE_H
#define RVT_TRANSPORT_SYST_SYST_PLACE_H

#include "transport/syst/syst.h"

/* Where a message comes from. A stream without masters and channels has has_channel false. */
struct rvt_syst_place {
    uint64_t byte; /* of the message's first byte in the stream; added to every finding's byte */
    bool has_channel;
    uint16_t master;
    uint16_t channel;
    bool has_time; /* the transport gave the message's first packet a time */
    uint64_t time; /* in ticks of the transport */
};

/* The format string of a CATALOG message: null-terminated, borrowed; null if the collateral has
 * none. */
typedef const char *(*rvt_syst_lookup)(void *context, const struct rvt_syst_place *place,
                                       const struct rvt_syst_message *message);

#endif
