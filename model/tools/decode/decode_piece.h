/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A piece of a stream, which rvt decode --jobs decodes ahead of its turn: from an F3/0 up to the
 * next piece, and the first items of that one. A decoder that begins at the F3/0 has the right
 * state after a few packets or not at all: whether its output counts is decided by comparing its
 * state there with that of the decoder of the piece before (decision 0017).
 */
#ifndef RVT_TOOLS_DECODE_DECODE_PIECE_H
#define RVT_TOOLS_DECODE_DECODE_PIECE_H

#include "tools/decode/decode_step.h"

/* Items of a piece after which decoders are compared, and at which they are at last; items after
 * which the next F3/0 begins a piece, and the most that it has. */
enum {
    RVT_PIECE_OVERLAP = 16,
    RVT_PIECE_OVERLAP_MOST = 64,
    RVT_PIECE_LEAST = 4096,
    RVT_PIECE_MOST = 65536
};

/* What a stream has at one place. */
struct rvt_piece_item {
    enum {
        RVT_PIECE_PACKET,
        RVT_PIECE_OTHER, /* a packet of another source: after a rule, the limit is looked at */
        RVT_PIECE_GAP,
        RVT_PIECE_RULE
    } kind;
    bool is_data;
    uint8_t bytes;
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];
    uint64_t position;
    const char *unit;
    union {
        struct rvt_diagnosis *gap;     /* owned */
        struct rvt_rule_finding *rule; /* owned */
    };
};

/* Items in the order of the stream; borrowed. */
struct rvt_piece_items {
    const struct rvt_piece_item *item;
    size_t count;
};

/* Where the decoders of two pieces are compared: after the first items of the later one. */
struct rvt_piece_cut {
    uint8_t *state; /* owned */
    size_t bytes;   /* of state; 0: there is none that can be compared */
    size_t room;
    size_t items; /* that were taken */
};

/* A decoder with a program of its own. Zeroed, and configuration, step_limit and out.form set, it
 * can be opened. */
struct rvt_piece_decoder {
    struct rvt_decode_output out;
    struct rvt_program *program;
    struct rvt_output *memory; /* out.output while it decodes ahead */
    struct rvt_trace_item item;
    struct rvt_encap_packet packet;
};

struct rvt_piece {
    struct rvt_piece_item *item; /* owned; room for RVT_PIECE_MOST, which stay in their place */
    size_t items;
    bool follows;                          /* it begins with an F3/0 in the middle */
    uint8_t support[RVT_TE_PAYLOAD_BYTES]; /* the latest support packet before; */
    size_t support_bytes;                  /* 0: there is none */
    struct rvt_piece_items next;           /* the first items of the next piece */
    struct rvt_piece_decoder *decoder;     /* null: none decodes it ahead */
    bool decoded;                          /* the output of decoder is complete */
    struct rvt_piece_cut begins, ends;     /* in this piece, and in the next one */
};

/* Makes room for the items of a zeroed piece. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_piece_open(struct rvt_piece *piece);

/* Appends a copy of item, with what it owns, to fewer than RVT_PIECE_MOST. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_piece_add(struct rvt_piece *piece, const struct rvt_piece_item *item);

/* The items with which the piece begins, as far as decoders are compared there. */
struct rvt_piece_items rvt_piece_first(const struct rvt_piece *piece);

/* Removes all items and states. */
void rvt_piece_clear(struct rvt_piece *piece);

/* Frees what the piece owns, but the decoder. */
void rvt_piece_close(struct rvt_piece *piece);

/* Takes item in its turn; a rule is only shown. Errors of the decoder. */
RVT_MUST_USE
enum rvt_status rvt_piece_take(struct rvt_piece_decoder *decoder,
                               const struct rvt_piece_item *item);

/* Decodes the piece ahead with piece->decoder; sets decoded, and the two cuts. */
void rvt_piece_decode(struct rvt_piece *piece);

/* Decoder has taken that many items of a piece: the cut is there, with its state, if it has one
 * that can be compared and these are enough items. Returns whether it is. */
bool rvt_piece_cut(struct rvt_piece_cut *cut, const struct rvt_piece_decoder *decoder,
                   size_t items);

/* Whether both are known, in the same place, and of the same state. */
bool rvt_piece_same_cut(const struct rvt_piece_cut *a, const struct rvt_piece_cut *b);

#endif
