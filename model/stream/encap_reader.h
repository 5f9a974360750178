/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulated bytes to packets, whatever carried the bytes. The caller feeds pieces of any size,
 * reports what the carrier lost between them, and takes packets, faults and losses out in stream
 * order. The result does not depend on how the bytes were cut into pieces. After a loss the reader
 * finds the next packet again: where it may begin depends on the source of the bytes.
 */
#ifndef RVT_STREAM_ENCAP_READER_H
#define RVT_STREAM_ENCAP_READER_H

#include "base/finding.h"
#include "stream/encap_parser.h"

/* How packets lie in the bytes. */
enum rvt_encap_source {
    RVT_ENCAP_SOURCE_PLAIN, /* of a port or memory; bits or blocks, as configured */
    /* The same, of memory that was written over: it may begin in the middle of a packet, and the
     * first one is looked for (packet_boundary.h), but not in bits or blocks, which show it. */
    RVT_ENCAP_SOURCE_RING,
    RVT_ENCAP_SOURCE_FRAMES, /* formatter data: after a loss a packet may begin anywhere */
    /* Bodies of messages: a packet begins with its message and ends in it, until a packet is seen
     * that crosses the end of its message. */
    RVT_ENCAP_SOURCE_MESSAGES,
};

/* Bytes of the stream. */
struct rvt_encap_piece {
    const uint8_t *data; /* borrowed for the call */
    size_t bytes;
    const uint64_t
        *place;  /* of each byte: its offset in what the user knows, below 2^63; null: bytes
                              are counted from the first one that was fed */
    bool begins; /* the first byte begins a message */
};

enum rvt_encap_event_kind {
    RVT_ENCAP_EVENT_NONE,   /* more bytes are needed; after the end: there is nothing more */
    RVT_ENCAP_EVENT_PACKET, /* a packet or null packet */
    RVT_ENCAP_EVENT_FAULT,  /* bytes that are no packet, or packets that are missing */
    RVT_ENCAP_EVENT_LOSS,   /* the carrier lost something here */
    RVT_ENCAP_EVENT_SKIPPED /* of RING, at most once, first: bytes before the first packet */
};

struct rvt_encap_event {
    uint64_t position;      /* PACKET, FAULT, SKIPPED: place of its first byte */
    uint64_t bytes;         /* SKIPPED */
    struct rvt_encap encap; /* PACKET */
};

struct rvt_encap_reader; /* opaque; holds at most what was fed and not taken yet */

/* Opens a reader for the first byte of a stream, where a packet begins. config is copied.
 * RVT_ERR_MEMORY. The caller closes *reader. */
RVT_MUST_USE
enum rvt_status rvt_encap_reader_open(const struct rvt_config *config, enum rvt_encap_source source,
                                      struct rvt_encap_reader **reader);

/* In place of the first byte of a stream, the byte that is fed first has that position in it, and
 * begins a packet. Not for unaligned bits. */
void rvt_encap_reader_enter(struct rvt_encap_reader *reader, uint64_t position);

/* Frees; null is accepted. */
void rvt_encap_reader_close(struct rvt_encap_reader *reader);

/* Returns to the state after open. Allocates nothing. */
void rvt_encap_reader_reset(struct rvt_encap_reader *reader);

/* Appends bytes. RVT_ERR_MEMORY; then the piece is lost and the reader is of no more use. */
RVT_MUST_USE
enum rvt_status rvt_encap_reader_feed(struct rvt_encap_reader *reader,
                                      const struct rvt_encap_piece *piece);

/* Records that the carrier lost something after the bytes fed so far, as loss explains. Errors as
 * those of rvt_encap_reader_feed. */
RVT_MUST_USE
enum rvt_status rvt_encap_reader_lose(struct rvt_encap_reader *reader,
                                      const struct rvt_finding *loss);

/* Ends the stream. place: where a byte after the last one would be; not used for PLAIN. */
void rvt_encap_reader_end(struct rvt_encap_reader *reader, uint64_t place);

/*
 * Takes the next event out. *event is set as it says. diag (cleared before
 * the call) explains FAULT and LOSS, with the place in bytes. FAULT: RVT_ERR_SEQUENCE: with framing
 * indexed, packets are missing before the one that the next call returns (AMB-150);
 * RVT_ERR_TRUNCATED: a packet ends early, goes beyond its block (ENC-017), or, once at the end, the
 * unaligned bits hold no synchronisation sequence (ENC-010); the others are those of
 * rvt_encap_read. LOSS: RVT_ERR_SEQUENCE with the number and title of the rule.
 */
enum rvt_encap_event_kind rvt_encap_reader_next(struct rvt_encap_reader *reader,
                                                struct rvt_encap_event *event,
                                                struct rvt_diag *diag);

#endif
