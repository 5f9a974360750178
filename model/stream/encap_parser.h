/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulated bytes to packets. The parser finds where packets begin and end, from the first byte
 * on or from any byte, and again after bytes that are no packet. A packet cannot hold more than N
 * bytes in a row whose five low bits are 0, so the next other byte is a header (ENC-012). A reader
 * that had the wrong place has the right one from there on, whatever it took those bytes for. In
 * memory of blocks each block begins with a header (ENC-017). wire/encap.h reads the contents of
 * the packets.
 */
#ifndef RVT_STREAM_ENCAP_PARSER_H
#define RVT_STREAM_ENCAP_PARSER_H

#include "stream/bit_aligner.h"
#include "wire/encap.h"

/* A packet, null packets included. */
struct rvt_encap_view {
    uint64_t position;   /* of its first byte among those that were pushed */
    const uint8_t *data; /* borrowed; rvt_encap_read cannot fail on it */
    uint16_t bytes;
    uint16_t srcid; /* of a normal packet */
};

/* The packets of one source. */
struct rvt_encap_route {
    uint16_t srcid;
    void (*packet)(void *context, const struct rvt_encap_view *packet);
    void *context;
};

struct rvt_encap_parser_output {
    const struct rvt_encap_route *route; /* borrowed; the first match gets the packet */
    size_t routes;
    /* Receives packets that no route has, in stream order, null packets included; up to
     * RVT_ENCAP_VIEWS of a piece at a time. Null: not reported. */
    void (*packets)(void *context, const struct rvt_encap_view *packet, size_t count);
    /*
     * For speed, in place of packets and routes where these may follow each other without a look at
     * anything but their headers: takes packets of the stream from position on, of the size that
     * the header has in size, as long as it has one and RVT_ENCAP_BYTES_MAX bytes are left. Returns
     * the bytes of these packets. Not with pauses. Null: not called.
     */
    size_t (*walk)(void *context, const uint8_t *size, const uint8_t *data, size_t bytes,
                   uint64_t position);
    /* Receives each fault, that is, bytes that are no packet, with the reason and position in
     * diag. Null: not reported. */
    void (*fault)(void *context, const struct rvt_diag *fault);
    void *context;
    bool pauses; /* the callbacks may call rvt_encap_parser_pause: packets come one at a time */
};

enum { RVT_ENCAP_VIEWS = 64, RVT_ENCAP_ALIGNED_BYTES = 256 };

/* In the caller's storage. position, passed and searching may be read. */
struct rvt_encap_parser {
    const struct rvt_config *config; /* borrowed */
    struct rvt_encap_parser_output output;
    uint64_t position; /* bytes taken */
    uint64_t passed;   /* bytes since the latest packet that are neither packets nor zero */
    bool searching;    /* where the next header is, is unknown */
    bool index_known;  /* with framing indexed */
    uint16_t index_next;
    unsigned nulls;     /* null bytes in a row while searching */
    unsigned nulls_max; /* the most that a packet can hold in a row */
    uint8_t null_mask;  /* bits that are 0 in a null byte */
    uint8_t size[256];  /* of the packet with that header; 0: it is none */
    size_t pending;     /* bytes of an incomplete packet */
    uint8_t incomplete[2 * RVT_ENCAP_BYTES_MAX];
    struct rvt_encap_view view[RVT_ENCAP_VIEWS];
    size_t views;
    bool paused;
    struct rvt_bit_aligner aligner; /* of unaligned streams */
    uint8_t aligned[RVT_ENCAP_ALIGNED_BYTES];
    size_t aligned_bytes, aligned_next;
    bool begins; /* a synchronisation sequence comes after them */
};

/* Prepares for the first byte of a stream: a header (in_place, not for unaligned streams), or
 * any byte. output may be null for callers that use rvt_encap_parser_next alone. */
void rvt_encap_parser_init(struct rvt_encap_parser *parser, const struct rvt_config *config,
                           bool in_place, const struct rvt_encap_parser_output *output);

/* ---- push ---- */

/*
 * Takes bytes of the stream and reports every packet that they complete. Returns how many it took:
 * all, unless a callback made a pause. Unaligned streams are bits
 * as they were captured, lowest first; the position of a packet is that of the byte that holds its
 * first bit.
 */
size_t rvt_encap_parser_push(struct rvt_encap_parser *parser, const uint8_t *data, size_t bytes);

/* Within a callback of an output with pauses: nothing more is reported before the next push, which
 * begins with what was taken before. A push of no bytes does only that. */
void rvt_encap_parser_pause(struct rvt_encap_parser *parser);

/* Ends the stream: reports an incomplete packet. Again after a pause. */
void rvt_encap_parser_finish(struct rvt_encap_parser *parser);

/* Drops an incomplete packet. The next byte is a header, as the caller has found out, and has
 * that position. */
void rvt_encap_parser_restart(struct rvt_encap_parser *parser, uint64_t position);

/* ---- pull: for callers that hold the bytes ---- */

enum rvt_encap_found { RVT_ENCAP_FOUND_NOTHING, RVT_ENCAP_FOUND_PACKET, RVT_ENCAP_FOUND_FAULT };

/*
 * Takes the next *used of the available bytes at data. PACKET: *view is the packet. FAULT: the
 * bytes at view->position are no packet, for the reason in diag (cleared before the call).
 * RVT_ERR_SEQUENCE in diag: with framing indexed, packets are missing before the one that the next
 * call returns (AMB-150). With blocks, RVT_ERR_TRUNCATED may be a packet that goes beyond its block
 * (ENC-017). NOTHING: the parser needs more bytes after those not taken; never if
 * RVT_ENCAP_BYTES_MAX remain. last: there are no more.
 */
enum rvt_encap_found rvt_encap_parser_next(struct rvt_encap_parser *parser, const uint8_t *data,
                                           size_t available, bool last, size_t *used,
                                           struct rvt_encap_view *view, struct rvt_diag *diag);

#endif
