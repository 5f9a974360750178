/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "packets.h"

#include <stdio.h>
#include <stdlib.h>

/* Copies a structure of the library, which may know more or fewer members. */
static void copy_known(void *to, size_t room, const void *from, size_t size)
{
    size_t bytes = size < room ? size : room;

    memcpy(to, from, bytes);
    memcpy(to, &bytes, sizeof bytes);
}

void rvt_opencsd_packet_set(const struct rvt_monitored_packet *monitored,
                            const struct rvt_configuration *configuration,
                            struct rvt_opencsd_packet *packet)
{
    RVT_CLEAR(packet);
    packet->configuration = configuration;
    packet->is_te_inst = monitored->te_inst != NULL;
    packet->is_te_data = monitored->te_data != NULL;
    packet->bytes =
        monitored->bytes < sizeof packet->payload ? monitored->bytes : sizeof packet->payload;
    memcpy(packet->payload, monitored->payload, packet->bytes);
    if (packet->is_te_inst)
        copy_known(&packet->te_inst, sizeof packet->te_inst, monitored->te_inst,
                   monitored->te_inst->size);
    if (packet->is_te_data)
        copy_known(&packet->te_data, sizeof packet->te_data, monitored->te_data,
                   monitored->te_data->size);
}

/* The length of what was written; snprintf says how much it would have been. */
static size_t append(char *text, size_t capacity, size_t length, const char *word)
{
    int more = snprintf(text + length, capacity - length, "%s", word);

    length += more > 0 ? (size_t)more : 0;
    return length < capacity ? length : capacity - 1;
}

void rvt_opencsd_packet_text(const struct rvt_opencsd_packet *packet, char *text, size_t capacity)
{
    size_t length = append(text, capacity, 0,
                           packet->is_te_inst   ? "te_inst "
                           : packet->is_te_data ? "te_data "
                                                : "unreadable ");
    enum rvt_status status = RVT_ERR_RESERVED;

    if (packet->is_te_inst)
        status = rvt_te_inst_format(packet->configuration, &packet->te_inst, text + length,
                                    capacity - length);
    else if (packet->is_te_data)
        status = rvt_te_data_format(packet->configuration, &packet->te_data, text + length,
                                    capacity - length);
    if (status == RVT_OK)
        return;
    for (size_t i = 0; i < packet->bytes; i++) {
        char digits[8];
        (void)snprintf(digits, sizeof digits, "%02x", packet->payload[i]);
        length = append(text, capacity, length, digits);
    }
}

bool rvt_opencsd_packets_add(struct rvt_opencsd_packets *packets, uint64_t index,
                             const struct rvt_opencsd_packet *packet)
{
    if (packets->count == packets->room) {
        size_t room = packets->room == 0 ? 16 : 2 * packets->room;
        struct rvt_opencsd_queued *grown = realloc(packets->queued, room * sizeof *packets->queued);
        if (grown == NULL)
            return false;
        packets->queued = grown;
        packets->room = room;
    }
    packets->queued[packets->count].index = index;
    packets->queued[packets->count++].packet = *packet;
    return true;
}

const struct rvt_opencsd_queued *rvt_opencsd_packets_next(struct rvt_opencsd_packets *packets)
{
    if (packets->first == packets->count) {
        packets->first = packets->count = 0;
        return NULL;
    }
    return &packets->queued[packets->first++];
}

void rvt_opencsd_packets_clear(struct rvt_opencsd_packets *packets)
{
    free(packets->queued);
    memset(packets, 0, sizeof *packets);
}
