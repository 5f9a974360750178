/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A piece of a stream, which rvt decode --jobs decodes ahead of its turn: from an F3/0 up to the
 * next piece, and the first packets of that one. A decoder that begins at the F3/0 has the right
 * state after a few packets or not at all: whether its output counts is decided by comparing its
 * state there with that of the decoder of the piece before (decision 0017).
 */
#ifndef RVT_TOOLS_DECODE_DECODE_PIECE_H
#define RVT_TOOLS_DECODE_DECODE_PIECE_H

#include "tools/decode/decode_step.h"

/* Packets that are decoded in two pieces; packets after which the next F3/0 begins a piece. */
enum { RVT_PIECE_OVERLAP = 16, RVT_PIECE_LEAST = 8192, RVT_PIECE_MOST = 65536 };

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

/* The state of a decoder; bytes 0: there is none that can be compared. */
struct rvt_piece_state {
    uint8_t *byte; /* owned */
    size_t bytes, room;
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
    struct rvt_piece_item *item; /* owned */
    size_t items, room;
    bool follows;                          /* it begins with an F3/0 in the middle */
    uint8_t support[RVT_TE_PAYLOAD_BYTES]; /* the latest support packet before; */
    size_t support_bytes;                  /* 0: there is none */
    struct rvt_piece_decoder *decoder;     /* null: none decodes it ahead */
    bool decoded;                          /* the output of decoder is complete */
    struct rvt_piece_state begins, ends;   /* after the first packets, and at the end */
};

/* Appends a copy of item, with what it owns. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_piece_add(struct rvt_piece *piece, const struct rvt_piece_item *item);

/* Removes all items and states. */
void rvt_piece_clear(struct rvt_piece *piece);

/* Frees what the piece owns, but the decoder. */
void rvt_piece_close(struct rvt_piece *piece);

/* Takes item in its turn; a rule is only shown. Errors of the decoder. */
RVT_MUST_USE
enum rvt_status rvt_piece_take(struct rvt_piece_decoder *decoder,
                               const struct rvt_piece_item *item);

/* Decodes the piece ahead with piece->decoder; sets decoded, and the two states. */
void rvt_piece_decode(struct rvt_piece *piece);

/* Takes the state of decoder. */
void rvt_piece_take_state(struct rvt_piece_state *state, const struct rvt_piece_decoder *decoder);

/* Whether both are known and equal. */
bool rvt_piece_same_state(const struct rvt_piece_state *a, const struct rvt_piece_state *b);

#endif
