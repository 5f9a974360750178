/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The findings of a comparison (rvt/lockstep.h) as data: what differs and where, what the model
 * expected and why, what the hardware sent, and what the hart retired before it. The library makes
 * the text of a finding (rvt_comparison_finding) from the same data.
 */
#ifndef RVT_LOCKSTEP_FINDING_H
#define RVT_LOCKSTEP_FINDING_H

#include <rvt/status.h>

struct rvt_comparison; /* rvt/lockstep.h */

/* The verdicts of a comparison; each has its list of findings. A comparison has bit-exact or
 * same-fields, as its options say, or ingress alone if no packet is observed. */
enum rvt_comparison_verdict {
    RVT_COMPARISON_BIT_EXACT,
    RVT_COMPARISON_DECODE_EXACT,
    RVT_COMPARISON_SAME_FIELDS,
    RVT_COMPARISON_INGRESS
};

/* What was compared. A comparison lists ingress findings under each of its verdicts, and timing
 * findings under bit-exact or same-fields. */
enum rvt_finding_verdict {
    RVT_FINDING_BIT_EXACT,
    RVT_FINDING_DECODE_EXACT,
    RVT_FINDING_INGRESS, /* rows and the program */
    RVT_FINDING_TIMING,  /* cycles and the timing contract */
    RVT_FINDING_SAME_FIELDS
};

/* What is wrong. Later versions may append kinds. */
enum rvt_finding_kind {
    RVT_FINDING_DIFFERS,        /* a field of a packet differs */
    RVT_FINDING_MISSING,        /* count packets from packet on were not observed */
    RVT_FINDING_EXTRA,          /* count packets from packet on were not expected */
    RVT_FINDING_LATE,           /* expected, observed: cycles after the decision, allowed and
                                   counted */
    RVT_FINDING_STREAMS,        /* the packets from packet on differ, and the streams do not agree
                                   again within count packets */
    RVT_FINDING_NULL_PACKET,    /* the order of null packets is broken; observed: the byte */
    RVT_FINDING_PACKET_END,     /* a packet ends where it must not, or does not end */
    RVT_FINDING_NOT_RETIRED,    /* packets decode to something else than what retired */
    RVT_FINDING_UNDECODABLE,    /* a packet cannot be decoded; observed: the value of field */
    RVT_FINDING_UNSYNCHRONISED, /* no synchronisation follows a loss that was reported */
    RVT_FINDING_UNREPORTED,     /* the trace ends without reporting what retired says */
    RVT_FINDING_CYCLE,          /* expected, observed: cycle of a beat of packet */
    RVT_FINDING_NO_CAUSE,       /* no row or event causes the packet that left */
    RVT_FINDING_BEATS,          /* at the end; expected: packets without all their beats, observed:
                                   beats without a packet */
    RVT_FINDING_ROOM,           /* a row was stalled or dropped although there was room; observed,
                                   expected: free entries, and the most that explain it */
    RVT_FINDING_ROW,            /* a row contradicts the program; observed: the value of field */
    RVT_FINDING_PROGRAM,        /* so many rows do that the program is the wrong one */
    RVT_FINDING_FAULT,          /* of rvt_comparison_fault */
    RVT_FINDING_NOTHING,        /* too little was compared for a verdict */
    RVT_FINDING_REFUSED,        /* the model could not follow the hart */
    RVT_FINDING_MEMORY,         /* out of memory: something was not compared */
    RVT_FINDING_WAIVER,         /* a waiver of the configuration was not used */
    RVT_FINDING_PADDING         /* same-fields: the first packet whose padding the dialect of the
                                   configuration does not have; observed: the padding, or the bytes
                                   of the payload */
};

/*
 * A finding. Output structure; its pointers are borrowed until the comparison is closed. Where a
 * kind has no such thing, strings are "", pointers to bytes null, and numbers 0.
 */
struct rvt_lockstep_finding {
    size_t size;
    enum rvt_finding_kind kind;
    enum rvt_finding_verdict verdict;
    uint64_t cycle;
    const char *clause; /* the requirement that is broken, as "ETR-FMT-027", or rvt's own rule, as
                           "PacketOnTime" */
    const char *reason; /* in words, where the kind does not say it all */
    /* the packet */
    bool byte_stream; /* of the encapsulated bytes, else of the payloads */
    bool te_data;
    bool has_packet;
    uint64_t packet;         /* its number in the stream, from 0 */
    uint64_t count;          /* packets concerned */
    const char *packet_kind; /* "F1", "F3/0"; of te_data such as "load" */
    /* the field; of several that differ, the first one that no waiver accepts; no field has more
     * than 64 bits */
    const char *field; /* the specification's name; "payload": no field, but the bytes differ */
    bool has_expected, has_observed;
    bool observed_absent; /* has_observed: the packet has no such field */
    uint64_t expected, observed;
    /* why the model expected the packet */
    bool has_cause;
    const char *decision;        /* in words; "": te_data */
    const char *decision_clause; /* "": te_data */
    uint64_t iaddr;              /* of the item; of te_data that of the instruction, 0: unknown */
    uint64_t item_cycle;         /* cycle of the item */
    uint64_t decision_cycle;     /* when the model decided; 0 in timing findings */
    /* the bytes as in the stream: payloads, or encapsulated packets */
    const uint8_t *expected_bytes, *observed_bytes;
    size_t expected_size, observed_size; /* 0..42 */
    const char *expected_packet;         /* its name, fields and payload, in words */
    const char *observed_packet;
    /* decode-exact, in words */
    const char *retired; /* what retired */
    const char *decoded; /* what the packets decode to in its place */
    /* what the hart retired before; see rvt_comparison_finding_block */
    unsigned blocks; /* 0..8 */
};

/* A block that the hart retired, or a trap. Output structure. */
struct rvt_lockstep_block {
    size_t size;
    uint64_t cycle;
    uint64_t first, last; /* addresses of its first and last instruction */
    uint32_t iretire;     /* as in the row; 0: nothing retired, it is a trap */
    uint8_t itype, priv;
    bool lost; /* the encoder dropped its row */
};

/* A waiver of the configuration and how often it was used. Output structure; its strings are
 * borrowed until the comparison is closed. */
struct rvt_lockstep_waiver {
    size_t size;
    const char *text;      /* what it names: "clause ETR-FMT-027, packet F1, count 3, optional" */
    const char *reason;    /* why its findings are accepted */
    uint32_t count;        /* findings of each verdict that it waives at most; 0: all */
    uint64_t bit_exact;    /* findings in which it accepted something so far, by verdict */
    uint64_t decode_exact; /* ... of the comparison */
    uint64_t same_fields;
    uint64_t ingress;
};

RVT_BEGIN_C

/* Finding index of a verdict as data, in *finding. RVT_ERR_PARAMETER: there is no such finding,
 * null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status rvt_comparison_inspect(const struct rvt_comparison *comparison,
                                                            enum rvt_comparison_verdict verdict,
                                                            unsigned index,
                                                            struct rvt_lockstep_finding *finding);

/* Block number number (from 0, the oldest; less than blocks of the finding) of finding index, in
 * *block. RVT_ERR_PARAMETER: there is no such block, null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_comparison_finding_block(const struct rvt_comparison *comparison,
                             enum rvt_comparison_verdict verdict, unsigned index, unsigned number,
                             struct rvt_lockstep_block *block);

/*
 * Waiver index, from 0, of the section waivers of the configuration, in *waiver. A waived finding
 * is in no list and fails no verdict; a waiver that matched nothing is a finding at the end
 * (RVT_FINDING_WAIVER), unless it is optional. RVT_ERR_PARAMETER: there is no such waiver, null, or
 * a wrong size.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_comparison_waiver(const struct rvt_comparison *comparison,
                                                           unsigned index,
                                                           struct rvt_lockstep_waiver *waiver);

/* The name of a kind and of a verdict, such as "missing" and "bit-exact"; static; null: there is no
 * such kind or verdict. */
RVT_API const char *rvt_finding_kind_name(enum rvt_finding_kind kind);
RVT_API const char *rvt_finding_verdict_name(enum rvt_finding_verdict verdict);

RVT_END_C

#endif
