/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "stream/packet_boundary.h"

#include "wire/packet.h"

/* What would be the packet that begins at a byte, and the chain from there. */
struct place {
    uint8_t size; /* of the packet; 0: none, or the chain is not plausible to the end */
    bool starts;  /* the chain has a packet that gives a position */
    uint16_t packets;
};

struct chains {
    size_t bytes;
    struct place place[RVT_BOUNDARY_WINDOW];
    uint8_t passed[RVT_BOUNDARY_WINDOW]; /* chains that are here */
};

/* F3/0, or F3/1 with the address of the handler: decoding can begin there (ETR-DEC-002). */
static bool gives_position(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC &&
           (packet->subformat == RVT_SUBFORMAT_START ||
            (packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr));
}

/* Takes what the packet at a byte is; all of it is there. False: it is no packet. */
static bool take_packet(const struct rvt_config *config, const uint8_t *data, size_t size,
                        struct place *place)
{
    struct rvt_encap encap;
    struct rvt_packet packet;
    size_t used;
    bool te_data = false;

    if (rvt_encap_read(config, data, size, &encap, &used, NULL) != RVT_OK)
        return false;
    if (!rvt_encap_is_own(config, &encap, &te_data) || te_data)
        return true;
    enum rvt_status status =
        rvt_packet_read(config, encap.payload.byte, encap.payload.bytes, &packet, NULL);
    if (status != RVT_OK && !rvt_payload_only_padding(config, status))
        return false;
    place->packets++;
    place->starts |= gives_position(&packet);
    return true;
}

/* The chain from a byte; those of the bytes after it are known. The last packet may be cut. */
static void take_place(const struct rvt_config *config, const uint8_t *data, size_t at,
                       struct chains *chains)
{
    struct place *place = &chains->place[at];
    size_t size = rvt_encap_peek_bytes(config, data[at]), end = at + size;

    *place = (struct place){.size = (uint8_t)size};
    if (size == 0 || end > chains->bytes)
        return;
    if (end < chains->bytes) {
        if (chains->place[end].size == 0)
            place->size = 0;
        place->starts = chains->place[end].starts;
        place->packets = chains->place[end].packets;
    }
    if (place->size > 0 && !take_packet(config, data + at, size, place))
        place->size = 0;
}

/* Follows the chains from the first bytes. Returns how many there are. */
static unsigned pass(struct chains *chains)
{
    unsigned count = 0;

    for (size_t from = 0; from < RVT_ENCAP_BYTES_MAX && from < chains->bytes; from++) {
        count += chains->place[from].size > 0;
        for (size_t at = from; at < chains->bytes && chains->place[at].size > 0;
             at += chains->place[at].size)
            chains->passed[at]++;
    }
    return count;
}

bool rvt_packet_boundary_find(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                              size_t *offset)
{
    struct chains chains = {.bytes = bytes};

    for (size_t at = bytes; at-- > 0;)
        take_place(config, data, at, &chains);
    unsigned count = pass(&chains);
    for (size_t at = 0; count > 0 && at < bytes; at++) {
        const struct place *place = &chains.place[at];

        if (chains.passed[at] < count)
            continue;
        *offset = at;
        return place->starts && place->packets >= RVT_BOUNDARY_PACKETS;
    }
    return false;
}
