/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/channels.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 64, FIRST_ROOM = 16, FIRST_BYTES = 64 };

void rvt_channels_init(struct rvt_channels *channels)
{
    *channels = (struct rvt_channels){.channel = NULL};
}

void rvt_channels_fini(struct rvt_channels *channels)
{
    for (size_t i = 0; i < channels->count; i++) {
        free(channels->channel[i]->byte);
        free(channels->channel[i]->part);
        free(channels->channel[i]);
    }
    free(channels->channel);
    free(channels->slot);
}

/* Makes room for need elements of size bytes in array. False: no memory; array is unchanged. */
static bool grow(void **array, size_t *room, size_t need, size_t first, size_t size)
{
    size_t wanted = *room == 0 ? first : *room;
    void *grown;

    if (need <= *room)
        return true;
    while (wanted < need)
        wanted *= 2;
    grown = realloc(*array, wanted * size);
    if (grown == NULL)
        return false;
    *array = grown;
    *room = wanted;
    return true;
}

/* The slot of this channel, or the free one where it belongs. There is always a free one. */
static size_t slot_of(const struct rvt_channels *channels, uint16_t master, uint16_t channel)
{
    uint32_t key = ((uint32_t)master << 16 | channel) * UINT32_C(2654435761);
    size_t i = key >> 8 & (channels->slots - 1);

    for (; channels->slot[i] != 0; i = (i + 1) & (channels->slots - 1)) {
        const struct rvt_channel *held = channels->channel[channels->slot[i] - 1];

        if (held->master == master && held->channel == channel)
            break;
    }
    return i;
}

/* Moves the channels to a larger table. False: no memory; the old one stays. */
static bool widen(struct rvt_channels *channels)
{
    size_t slots = channels->slots == 0 ? FIRST_SLOTS : 2 * channels->slots;
    uint32_t *slot = calloc(slots, sizeof(*slot));

    if (slot == NULL)
        return false;
    free(channels->slot);
    channels->slot = slot;
    channels->slots = slots;
    for (size_t i = 0; i < channels->count; i++) {
        const struct rvt_channel *held = channels->channel[i];

        slot[slot_of(channels, held->master, held->channel)] = (uint32_t)(i + 1);
    }
    return true;
}

static struct rvt_channel *add(struct rvt_channels *channels, uint16_t master, uint16_t channel,
                               enum rvt_channel_state fresh)
{
    void *array = channels->channel;
    bool fits = grow(&array, &channels->room, channels->count + 1, FIRST_ROOM,
                     sizeof(struct rvt_channel *));
    struct rvt_channel *added;

    channels->channel = array;
    if (!fits || (2 * (channels->count + 1) >= channels->slots && !widen(channels)))
        return NULL;
    added = calloc(1, sizeof(*added));
    if (added == NULL)
        return NULL;
    added->master = master;
    added->channel = channel;
    added->state = fresh;
    channels->slot[slot_of(channels, master, channel)] = (uint32_t)(channels->count + 1);
    channels->channel[channels->count++] = added;
    return added;
}

struct rvt_channel *rvt_channels_get(struct rvt_channels *channels, uint16_t master,
                                     uint16_t channel, enum rvt_channel_state fresh)
{
    if (channels->slots > 0) {
        uint32_t held = channels->slot[slot_of(channels, master, channel)];

        if (held != 0)
            return channels->channel[held - 1];
    }
    return add(channels, master, channel, fresh);
}

bool rvt_channel_append(struct rvt_channel *channel, uint64_t value, size_t bytes, uint64_t at)
{
    void *byte = channel->byte, *part = channel->part;
    bool fits =
        grow(&byte, &channel->bytes_room, channel->bytes + bytes, FIRST_BYTES, 1) &&
        grow(&part, &channel->parts_room, channel->parts + 1, FIRST_ROOM, sizeof(*channel->part));

    channel->byte = byte;
    channel->part = part;
    if (!fits)
        return false;
    channel->part[channel->parts++] =
        (struct rvt_sequence_part){.from = (uint32_t)channel->bytes, .at = at};
    for (size_t i = 0; i < bytes; i++)
        channel->byte[channel->bytes++] = (uint8_t)(value >> 8 * i);
    return true;
}
