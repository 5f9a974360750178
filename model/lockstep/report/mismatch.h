/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A finding of a trace encoder's scoreboard as data: what was found, where, what the model expected
 * and why, what the hardware sent, and what the hart retired before it. mismatch_text.h makes the
 * text.
 */
#ifndef RVT_LOCKSTEP_REPORT_MISMATCH_H
#define RVT_LOCKSTEP_REPORT_MISMATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "check/difference.h"
#include "wire/encap_packet.h"

#include "lockstep/report/block_history.h"

/* What a scoreboard compares. */
enum rvt_mismatch_verdict {
    RVT_MISMATCH_BIT_EXACT,
    RVT_MISMATCH_DECODE_EXACT,
    RVT_MISMATCH_INGRESS, /* a row and the program; a finding of every verdict, and the verdict if
                             no packet is observed */
    RVT_MISMATCH_TIMING,  /* cycles and the timing contract; of bit-exact or same-fields */
    RVT_MISMATCH_SAME_FIELDS,
    RVT_MISMATCH_VERDICTS,
};

enum rvt_mismatch_kind {
    RVT_MISMATCH_DIFFERS,        /* a field of a packet differs */
    RVT_MISMATCH_MISSING,        /* count packets from packet on were not observed */
    RVT_MISMATCH_EXTRA,          /* count packets from packet on were not expected */
    RVT_MISMATCH_LATE,           /* expected, observed: cycles after the decision */
    RVT_MISMATCH_STREAMS,        /* the streams do not agree again within count packets */
    RVT_MISMATCH_NULL_PACKET,    /* a null packet, or a packet instead of one, breaks their order */
    RVT_MISMATCH_PACKET_END,     /* a packet ends where it must not, or does not end */
    RVT_MISMATCH_NOT_RETIRED,    /* packets decode to something else than what retired */
    RVT_MISMATCH_UNDECODABLE,    /* a packet cannot be decoded */
    RVT_MISMATCH_UNSYNCHRONISED, /* no synchronisation follows a loss that was reported */
    RVT_MISMATCH_UNREPORTED,     /* the trace ends without reporting something */
    RVT_MISMATCH_CYCLE,          /* expected, observed: cycle of a beat */
    RVT_MISMATCH_NO_CAUSE,       /* a packet left that no row or event causes */
    RVT_MISMATCH_BEATS,          /* packets without beats (expected), or beats without packets */
    RVT_MISMATCH_ROOM,           /* a row was stalled or dropped although there was room */
    RVT_MISMATCH_ROW,            /* a row contradicts the program */
    RVT_MISMATCH_PROGRAM,        /* so many rows do that it is the wrong program */
    RVT_MISMATCH_FAULT,          /* the caller reported a fault of its own */
    RVT_MISMATCH_NOTHING,        /* too little was compared for a verdict */
    RVT_MISMATCH_REFUSED,        /* the model could not follow the hart */
    RVT_MISMATCH_MEMORY,         /* out of memory: something was not compared */
    RVT_MISMATCH_WAIVER,         /* a waiver was not used */
    RVT_MISMATCH_PADDING,        /* padding that the dialect does not have; reason says more */
    RVT_MISMATCH_KINDS,
};

enum {
    RVT_MISMATCH_LINE_BYTES = 768,   /* a packet as a line, with its end */
    RVT_MISMATCH_ITEM_BYTES = 160,   /* what retired, or was decoded */
    RVT_MISMATCH_REASON_BYTES = 256, /* a diagnosis, or a message of the caller */
    RVT_MISMATCH_DETAIL_BYTES = 1536,
    RVT_MISMATCH_CLAUSE_BYTES = 48,
};

/* A packet of one side. */
struct rvt_mismatch_packet {
    bool known;
    size_t bytes;                       /* of byte; 0: not known */
    uint8_t byte[RVT_ENCAP_BYTES_MAX];  /* as in its stream: a payload, or encapsulated */
    char line[RVT_MISMATCH_LINE_BYTES]; /* its name, fields and payload */
};

/* Why the model sent a packet. */
struct rvt_mismatch_cause {
    bool known;
    const char *decision; /* null: te_data; static */
    const char *clause;   /* null: te_data; static */
    uint64_t iaddr;       /* of the item; of te_data the instruction, 0: a response */
    uint64_t cycle;       /* of the item */
    uint64_t decided;     /* cycle of the decision */
};

/* A value of one side. No field of a packet has more than 64 bits. */
struct rvt_mismatch_value {
    bool known;
    bool absent; /* known: the side has no such field, and number is 0 */
    uint64_t number;
};

/* Strings that are pointers are static. What a kind does not have is 0, null or "". */
struct rvt_mismatch {
    enum rvt_mismatch_kind kind;
    enum rvt_mismatch_verdict verdict; /* set by the log, unless it is ingress or timing */
    uint64_t cycle;
    bool worded;             /* of a transport: reason says what is wrong, whatever the kind */
    bool encapsulated;       /* about the byte stream, else about the packet stream */
    bool has_packet;         /* packet is known */
    bool is_data;            /* the packet is te_data */
    bool later_beat;         /* CYCLE: not the first beat of the packet */
    uint64_t packet;         /* number in its stream, from 0 */
    uint64_t count;          /* packets concerned */
    const char *packet_name; /* "F1"; of te_data the name of its kind */
    const char *field;       /* what the values are, as the specification names it */
    struct rvt_mismatch_value expected_value, observed_value;
    struct rvt_differences differences;     /* DIFFERS: field, values and clause are of the first;
                                               STREAMS: of the first packet */
    char clause[RVT_MISMATCH_CLAUSE_BYTES]; /* requirement, or rule of rvt; "": none */
    struct rvt_mismatch_cause cause;
    struct rvt_mismatch_packet expected, observed;
    char retired[RVT_MISMATCH_ITEM_BYTES]; /* what retired, or remained unreported */
    char decoded[RVT_MISMATCH_ITEM_BYTES]; /* what was decoded in its place */
    char reason[RVT_MISMATCH_REASON_BYTES];
    char detail[RVT_MISMATCH_DETAIL_BYTES]; /* further lines, each after a newline */
    char note[RVT_MISMATCH_REASON_BYTES];   /* the last lines, likewise */
    unsigned blocks;
    struct rvt_past_block block[RVT_BLOCK_HISTORY_PRINTED]; /* retired before, oldest first */
};

/* The name of a kind or verdict, such as "missing" or "bit-exact"; static; null: there is none. */
const char *rvt_mismatch_kind_name(enum rvt_mismatch_kind kind);
const char *rvt_mismatch_verdict_name(enum rvt_mismatch_verdict verdict);

/* Sets the clause; null: none. */
void rvt_mismatch_set_clause(struct rvt_mismatch *found, const char *clause);

/* Sets reason and clause from a message that ends with its rule in brackets; without brackets there
 * is no clause. */
void rvt_mismatch_set_message(struct rvt_mismatch *found, const char *message);

/* Sets kind, reason, clause and detail: the model refused a call, what, with status, for the reason
 * in diag if that has one. */
void rvt_mismatch_set_refusal(struct rvt_mismatch *found, const char *what, enum rvt_status status,
                              const struct rvt_diag *diag);

/* Sets field, values and clause from a difference between packets. */
void rvt_mismatch_set_difference(struct rvt_mismatch *found,
                                 const struct rvt_difference *difference);

/* Sets the differences, of which there is one at least, and from the first what is of it. */
void rvt_mismatch_set_differences(struct rvt_mismatch *found,
                                  const struct rvt_differences *differences);

/* Sets what is wrong with padding, as diag says, and that it is reported once. */
void rvt_mismatch_set_padding(struct rvt_mismatch *found, const struct rvt_diag *diag);

/* Sets a packet to the bytes bytes at data, of which at most RVT_ENCAP_BYTES_MAX are kept, and
 * returns a sink for its line. */
struct rvt_text rvt_mismatch_set_packet(struct rvt_mismatch_packet *packet, const uint8_t *data,
                                        size_t bytes);

/* Sets the last blocks of history before number end. */
void rvt_mismatch_set_blocks(struct rvt_mismatch *found, const struct rvt_block_history *history,
                             uint64_t end);

#endif
