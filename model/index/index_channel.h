/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulated bytes of one ID of a capture, or of all its bytes, to the events of an index.
 * Spec: packet encapsulation (ENC-001..020).
 */
#ifndef RVT_INDEX_INDEX_CHANNEL_H
#define RVT_INDEX_INDEX_CHANNEL_H

#include "index/index_packet.h"

/*
 * Bytes whose places are known: those that the parser has not taken yet, and those held. The more
 * are held, the less often a packet is cut and takes the slow way through the parser. For an array
 * of up to 64 KiB gcc copies the places of a run with rep movs, which takes long to start.
 */
enum {
    RVT_INDEX_PLACES = 16384, /* a power of 2 */
    RVT_INDEX_HELD_BYTES = RVT_INDEX_PLACES - RVT_INDEX_REST_BYTES
};

/* Where a reader of the carrier begins that is to see the byte index first. */
typedef uint64_t (*rvt_index_restart)(const void *context, uint64_t index);

struct rvt_index_channel {
    struct rvt_index_store *store; /* borrowed, as the next three */
    struct rvt_index_packets *packets;
    rvt_index_restart restart;
    const void *restart_context;
    uint32_t id;
    bool framed; /* the bytes have places of their own, and packets the ID of the channel */
    struct rvt_encap_parser parser;
    struct rvt_encap_parser_output output;
    size_t stream; /* number of the latest one in the store */
    bool lost;     /* since the latest packet, from lost_at on */
    uint64_t lost_at;
    uint64_t fed; /* bytes, with those held */
    size_t held;
    uint8_t data[RVT_INDEX_HELD_BYTES]; /* held */
    uint64_t place[RVT_INDEX_PLACES];   /* of the byte with a number: modulo the size */
};

/* Prepares a channel, whose pointers and id are set and the rest zeroed, for the first byte. It
 * must not move afterwards. */
void rvt_index_channel_start(struct rvt_index_channel *channel);

/* The same to go on after rest. */
void rvt_index_channel_resume(struct rvt_index_channel *channel, const struct rvt_index_rest *rest);

/* Takes bytes of the capture that have their places: some may be held until the flush. */
void rvt_index_channel_feed(struct rvt_index_channel *channel, const uint8_t *data,
                            const uint64_t *place, size_t bytes);

/* Takes bytes of the capture, all of which are those of the channel. */
void rvt_index_channel_push(struct rvt_index_channel *channel, const uint8_t *data, size_t bytes);

/* Takes what is held. */
void rvt_index_channel_flush(struct rvt_index_channel *channel);

/* The carrier lost bytes before the byte index. */
void rvt_index_channel_lose(struct rvt_index_channel *channel, uint64_t index);

/* In place of bytes: takes a packet that was read; it begins at byte index, not before the one
 * before. What was lost before it has its ID in STP, and else none. */
void rvt_index_channel_packet(struct rvt_index_channel *channel, const struct rvt_encap *encap,
                              uint64_t index);

/* In place of bytes: at byte index of the capture something was lost. */
void rvt_index_channel_fault(struct rvt_index_channel *channel, uint64_t index);

/* What is not taken yet, after a flush. */
struct rvt_index_rest rvt_index_channel_rest(const struct rvt_index_channel *channel);

#endif
