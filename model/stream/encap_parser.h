/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulated bytes to packets: finds where packets begin and end, from the first byte on or from
 * any byte, and again behind what is no packet. More than N bytes whose five low bits are 0 cannot
 * lie in a packet, so the next other byte is a header (ENC-012); a reader that is wrong about the
 * place is right again behind them, whatever it took them for. In memory of blocks each block
 * begins with a header (ENC-017). What the packets hold is read by wire/encap.h, at that.
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
    const struct rvt_encap_route *route; /* borrowed; the first that fits has the packet */
    size_t routes;
    /* Told of packets that no route has, in stream order; null packets among them. Null: not told.
     */
    void (*packets)(void *context, const struct rvt_encap_view *packet, size_t count);
    /* Told of what is no packet, as diag says, with its position. Null: not told. */
    void (*fault)(void *context, const struct rvt_diag *fault);
    void *context;
};

enum { RVT_ENCAP_VIEWS = 64 };

/* In the caller's storage; position, passed and searching may be read. */
struct rvt_encap_parser {
    const struct rvt_config *config; /* borrowed */
    struct rvt_encap_parser_output output;
    uint64_t position; /* bytes taken */
    uint64_t passed;   /* bytes passed over since the latest packet: neither packets nor zero */
    bool searching;    /* where the next header is, is not known */
    bool index_known;  /* with framing indexed */
    uint16_t index_next;
    unsigned nulls,
        nulls_max;     /* null bytes in a row while searching; most that a packet can hold */
    uint8_t null_mask; /* bits that are 0 in a null byte */
    uint8_t size[256]; /* of the packet with that header; 0: it is none */
    size_t carried;    /* bytes of a packet that is not complete */
    uint8_t carry[2 * RVT_ENCAP_BYTES_MAX];
    struct rvt_encap_view view[RVT_ENCAP_VIEWS];
    size_t views;
    struct rvt_bit_aligner aligner; /* of unaligned streams */
};

/* Prepares for the first byte of a stream: a header (in_place, not of unaligned streams), or any
 * byte. output may be null for those who call rvt_encap_parser_next alone. */
void rvt_encap_parser_init(struct rvt_encap_parser *parser, const struct rvt_config *config,
                           bool in_place, const struct rvt_encap_parser_output *output);

/* ---- push ---- */

/*
 * Takes bytes of the stream; all packets that are complete are told before it returns. Of unaligned
 * streams the bytes are bits as they were captured, lowest first; the position of a packet is the
 * byte that its first bit is in.
 */
void rvt_encap_parser_push(struct rvt_encap_parser *parser, const uint8_t *data, size_t bytes);

/* Ends the stream: tells of a packet that is not complete. */
void rvt_encap_parser_finish(struct rvt_encap_parser *parser);

/* Drops what is begun; the next byte is a header, as others have found out, and counts as that at
 * position. */
void rvt_encap_parser_restart(struct rvt_encap_parser *parser, uint64_t position);

/* ---- pull: for those who hold the bytes ---- */

enum rvt_encap_found { RVT_ENCAP_FOUND_NOTHING, RVT_ENCAP_FOUND_PACKET, RVT_ENCAP_FOUND_FAULT };

/*
 * Takes the next *used of the available bytes at data. PACKET: *view is the packet; FAULT: what
 * stands there, at view->position, is no packet, diag (cleared before the call) says why.
 * RVT_ERR_SEQUENCE in diag: with framing indexed, packets are missing in front of the one that the
 * next call tells (AMB-150); with blocks, RVT_ERR_TRUNCATED may be a packet that goes beyond its
 * block (ENC-017). NOTHING: more bytes are needed behind those not taken; never if
 * RVT_ENCAP_BYTES_MAX are left. last: there are none.
 */
enum rvt_encap_found rvt_encap_parser_next(struct rvt_encap_parser *parser, const uint8_t *data,
                                           size_t available, bool last, size_t *used,
                                           struct rvt_encap_view *view, struct rvt_diag *diag);

#endif
