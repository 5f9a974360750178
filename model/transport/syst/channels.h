/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The channels of an STP stream, by master and channel, and the message that each one collects. */
#ifndef RVT_TRANSPORT_SYST_CHANNELS_H
#define RVT_TRANSPORT_SYST_CHANNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* The place of a part of a message in the stream. */
struct rvt_sequence_part {
    uint32_t from; /* the first byte of the message that the packet carries */
    uint64_t at;   /* the packet's first nibble, counted from the beginning of the stream */
};

enum rvt_channel_state {
    RVT_CHANNEL_UNKNOWN,  /* after a loss: data may belong to a message whose start is lost */
    RVT_CHANNEL_IDLE,     /* no message is open */
    RVT_CHANNEL_OPEN,     /* a message is open */
    RVT_CHANNEL_POISONED, /* a message is open and cannot be delivered any more */
};

struct rvt_channel {
    uint16_t master, channel;
    enum rvt_channel_state state;
    bool started, trusted; /* a message has begun; all bits of its time are known */
    uint64_t time, at;     /* of the latest message: timestamp, first nibble */
    uint8_t *byte;         /* its bytes so far; owned */
    size_t bytes, bytes_room;
    struct rvt_sequence_part *part; /* the packets that carried them; owned */
    size_t parts, parts_room;
};

struct rvt_channels {
    struct rvt_channel **channel; /* owned, in the order of their first packets */
    size_t count, room;
    uint32_t *slot; /* open hash table: 1 + index of a channel, 0: free */
    size_t slots;   /* a power of 2, more than twice count */
};

/* Makes a table without channels. Nothing is allocated before the first one. */
void rvt_channels_init(struct rvt_channels *channels);

/* Frees every channel. */
void rvt_channels_fini(struct rvt_channels *channels);

/* The channel with these numbers; a new one is added, empty, in that state. Its address stays
 * valid until rvt_channels_fini. Null: no memory, and nothing has changed. */
RVT_MUST_USE
struct rvt_channel *rvt_channels_get(struct rvt_channels *channels, uint16_t master,
                                     uint16_t channel, enum rvt_channel_state fresh);

/* Appends the low bytes (1..8) of value, least significant first; the packet at nibble at
 * carries them. False: no memory, and nothing was appended. */
RVT_MUST_USE
bool rvt_channel_append(struct rvt_channel *channel, uint64_t value, size_t bytes, uint64_t at);

#endif
