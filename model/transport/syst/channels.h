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

/* Where a part of a message stands in the stream. */
struct rvt_sequence_part {
    uint32_t from; /* the first byte of the message that the packet carries */
    uint64_t at;   /* the packet's first nibble, counted from the beginning of the stream */
};

enum rvt_channel_state {
    RVT_CHANNEL_UNKNOWN,  /* behind a loss: what comes may belong to a message without its start */
    RVT_CHANNEL_IDLE,     /* no message is under way */
    RVT_CHANNEL_OPEN,     /* one is */
    RVT_CHANNEL_POISONED, /* one is, and cannot be delivered any more */
};

struct rvt_channel {
    uint16_t master, channel;
    enum rvt_channel_state state;
    bool started, trusted; /* a message ever began; the time of the latest one is known whole */
    uint64_t time, at;     /* of the latest one: timestamp, first nibble */
    uint8_t *byte;         /* what it has so far; owned */
    size_t bytes, bytes_room;
    struct rvt_sequence_part *part; /* where it came from; owned */
    size_t parts, parts_room;
};

struct rvt_channels {
    struct rvt_channel **channel; /* owned, in the order in which they were seen first */
    size_t count, room;
    uint32_t *slot; /* open hash table: 1 + index of a channel, 0: free */
    size_t slots;   /* a power of 2, more than twice count */
};

/* A table without channels; nothing is allocated before the first one. */
void rvt_channels_init(struct rvt_channels *channels);

/* Frees every channel. */
void rvt_channels_fini(struct rvt_channels *channels);

/*
 * The channel of this name; one that was not there is added, empty, in that state. Its address
 * stays until fini. Null without memory, and nothing has changed.
 */
RVT_MUST_USE
struct rvt_channel *rvt_channels_get(struct rvt_channels *channels, uint16_t master,
                                     uint16_t channel, enum rvt_channel_state fresh);

/* Appends the low bytes (1..8) of value, least significant first, which the packet at nibble at
 * carries; false without memory, and nothing was appended. */
RVT_MUST_USE
bool rvt_channel_append(struct rvt_channel *channel, uint64_t value, size_t bytes, uint64_t at);

#endif
