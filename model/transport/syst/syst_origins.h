/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The clock and latest time of each origin of SyS-T messages. An origin is a GUID, or a module
 * without GUID, on a master and channel; its units share one clock. */
#ifndef RVT_TRANSPORT_SYST_SYST_ORIGINS_H
#define RVT_TRANSPORT_SYST_SYST_ORIGINS_H

#include "transport/syst/clock.h"
#include "transport/syst/syst_place.h"

/* The kind of a record. */
enum rvt_origin_kind {
    RVT_ORIGIN_NONE, /* an empty slot */
    RVT_ORIGIN_GUID,
    RVT_ORIGIN_MODULE,
    RVT_ORIGIN_CHANNEL, /* a channel: the clock of origins without one of their own */
};

struct rvt_syst_origin {
    enum rvt_origin_kind kind;
    uint8_t name[RVT_SYST_GUID_BYTES]; /* the GUID, or the module in its first byte */
    bool has_channel;
    uint16_t master, channel;
    bool synchronised;            /* a CLOCK message was seen */
    bool has_clock;               /* and the transport gave it a time */
    struct rvt_clock clock;       /* the latest */
    bool has_time;                /* a timestamp was seen */
    uint64_t time;                /* the latest */
    bool unsynchronised_reported; /* SYST-106 was reported */
};

struct rvt_syst_origins; /* opaque */

/* Room for count origins; null: no memory. */
struct rvt_syst_origins *rvt_syst_origins_open(size_t count);

/* Frees; null is accepted. */
void rvt_syst_origins_close(struct rvt_syst_origins *origins);

/* Forgets all origins. Allocates nothing. */
void rvt_syst_origins_reset(struct rvt_syst_origins *origins);

/* The record of the message's origin, or with RVT_ORIGIN_CHANNEL that of its channel. A missing
 * record is added if add is true. Null: there is none, or no room for it. */
struct rvt_syst_origin *rvt_syst_origins_find(struct rvt_syst_origins *origins,
                                              enum rvt_origin_kind kind,
                                              const struct rvt_syst_place *place,
                                              const struct rvt_syst_message *message, bool add);

/* RVT_ORIGIN_GUID or RVT_ORIGIN_MODULE. */
enum rvt_origin_kind rvt_syst_origin_kind(const struct rvt_syst_message *message);

#endif
