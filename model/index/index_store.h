/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The contents of an index: for each block of the capture and each ID, how many events of each kind
 * there are, and where the first ones lie. A full index has every event as well.
 */
#ifndef RVT_INDEX_INDEX_STORE_H
#define RVT_INDEX_INDEX_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rvt/index.h>

#include "stream/encap_parser.h"

/* Computes the checksum of bytes after those that gave before; 0 at first. */
typedef uint32_t (*rvt_index_checksum)(uint32_t before, const uint8_t *data, size_t bytes);

enum {
    RVT_INDEX_REST_BYTES = 2 * RVT_ENCAP_BYTES_MAX,
    RVT_INDEX_FSYNCS = 8,
    RVT_INDEX_SUPPORTS_MAX = 256
};

/* What an index is of. */
struct rvt_index_shape {
    enum rvt_tree_framing framing;
    bool stp;        /* without frames: E-Trace in messages on STP */
    bool mid_packet; /* without frames: the first bytes may be the end of a packet */
    bool full;
    uint64_t granularity;   /* bytes of a block */
    uint32_t configuration; /* checksum of the members of the configuration that matter */
};

/* True if messages or a ring buffer are read, which only a reader that began at byte 0 can do. */
static inline bool rvt_index_shape_begins_anew(const struct rvt_index_shape *shape)
{
    return shape->stp || shape->mid_packet;
}

/* A support packet. They are in order, and no two are the same. */
struct rvt_index_support {
    uint32_t bytes;
    uint8_t payload[RVT_PAYLOAD_BYTES_MAX];
};

/* An event at byte index of the capture. */
struct rvt_index_note {
    enum rvt_index_kind kind;
    uint32_t id;
    uint64_t index;
    uint64_t restart; /* SYNC: where a reader of the carrier begins */
    uint64_t value;   /* SYNC: address; TRAP: cause; SUPPORT: qual_status */
    bool has_time;
    uint64_t time;    /* of the packet, or the latest one before it */
    uint32_t support; /* SYNC: number of the latest support packet before it, from 1; 0: none */
};

/* What one ID has in one block; first and last are bytes of the capture. */
struct rvt_index_block {
    uint64_t number;
    uint32_t id;
    uint32_t packets; /* of an ID that is not E-Trace: bytes */
    uint32_t count[RVT_INDEX_KINDS];
    uint64_t first[RVT_INDEX_KINDS];
    uint64_t last_sync, first_restart, last_restart;
    uint32_t first_support, last_support; /* before the first and last of them, as in notes */
    bool sync_timed;                      /* all synchronisation packets have times */
    uint64_t first_time, last_time;       /* of the first and last of them */
    uint64_t low_address, high_address;   /* of synchronisation packets */
};

/* An ID that has data or events. */
struct rvt_index_stream {
    uint32_t id;
    uint64_t first;   /* byte of its first packet or event */
    uint64_t packets; /* of an ID that is not E-Trace: bytes */
    uint32_t support; /* the latest support packet, as in notes */
    bool timed;
    uint64_t time;           /* the latest one */
    bool implicit_exception; /* as its latest support packet says */
    bool opened;             /* block is valid */
    size_t block;            /* its latest one */
    uint64_t block_end;      /* byte after it; 0: to be computed */
};

/* What a reader of encapsulated bytes has not taken yet. */
struct rvt_index_rest {
    uint32_t id;       /* of the frames; 0 without */
    uint64_t position; /* of the first of them, in bytes of this reader */
    bool searching, index_known, lost;
    uint32_t nulls;
    uint16_t index_next;
    uint64_t lost_at;
    uint32_t bytes;
    uint8_t byte[RVT_INDEX_REST_BYTES];
    uint64_t place[RVT_INDEX_REST_BYTES];
};

/* Zeroed, and shape set: empty. The arrays are owned. */
struct rvt_index_store {
    struct rvt_index_shape shape;
    uint64_t covered;  /* bytes with a checksum */
    uint64_t next;     /* <= covered: where the building goes on; 0 if it begins anew */
    uint32_t frame_id; /* the current ID there */
    bool hunting;      /* no FSYNC was found yet */
    uint64_t fsyncs; /* so far; the latest ones: modulo their number. Of STP: where readers begin */
    uint64_t fsync[RVT_INDEX_FSYNCS];
    struct rvt_index_stream *stream;
    size_t streams, stream_room;
    struct rvt_index_block *block; /* of one ID: in ascending order */
    size_t blocks, block_room;
    struct rvt_index_note *note;
    size_t notes, note_room;
    struct rvt_index_support *support;
    size_t supports, support_room;
    uint32_t *checksum; /* of each block of the capture; the last one may be incomplete */
    size_t checksums, checksum_room;
    struct rvt_index_rest *rest;
    size_t rests, rest_room;
    enum rvt_status status; /* RVT_ERR_MEMORY: the store is of no more use */
};

/* Frees what the store has; it is empty afterwards. */
void rvt_index_store_clear(struct rvt_index_store *store);

/* The stream with that ID; index: of its first packet or event, if it is new. Null without
 * memory. Valid until the next call. */
struct rvt_index_stream *rvt_index_store_stream(struct rvt_index_store *store, uint32_t id,
                                                uint64_t index);

/* Opens the block of the byte index for stream, if it is new; null without memory. */
struct rvt_index_block *rvt_index_store_open(struct rvt_index_store *store,
                                             struct rvt_index_stream *stream, uint64_t index);

/* The block of the byte index for stream; null without memory. Most are in the latest one. */
static inline struct rvt_index_block *rvt_index_store_block(struct rvt_index_store *store,
                                                            struct rvt_index_stream *stream,
                                                            uint64_t index)
{
    return index < stream->block_end ? &store->block[stream->block]
                                     : rvt_index_store_open(store, stream, index);
}

/* Adds an event of stream, at or after its latest one; note->id is that of stream. */
void rvt_index_store_note(struct rvt_index_store *store, struct rvt_index_stream *stream,
                          const struct rvt_index_note *note);

/* The same for an event of the capture itself. */
void rvt_index_store_note_source(struct rvt_index_store *store, enum rvt_index_kind kind,
                                 uint64_t index, uint64_t value);

/* Removes all events; what is known of the capture, the checksums, stays. */
void rvt_index_store_restart(struct rvt_index_store *store);

/* The number of a support packet with that payload, from 1; 0: there are too many different ones.
 * Others may have other numbers afterwards. */
uint32_t rvt_index_store_support(struct rvt_index_store *store, const struct rvt_payload *payload);

/* Puts the contents into an order that depends on them alone. */
void rvt_index_store_sort(struct rvt_index_store *store);

/* Adds the bytes from byte at of the capture on to the checksums; bytes that have one already are
 * passed over. at <= covered. */
void rvt_index_store_cover(struct rvt_index_store *store, rvt_index_checksum checksum, uint64_t at,
                           const uint8_t *data, size_t bytes);

/* Compares the blocks that lie wholly in the bytes from byte at of the capture on with their
 * checksums. False: one differs, and *block is its first byte. */
bool rvt_index_store_check(const struct rvt_index_store *store, rvt_index_checksum checksum,
                           uint64_t at, const uint8_t *data, size_t bytes, uint64_t *block);

#endif
