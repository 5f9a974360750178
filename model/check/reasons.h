/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Why each packet of a stream was sent: the decision of the chart, deduced from what the packet
 * turned out to be (struct rvt_packet_meaning) and from the packets behind it. Spec: E-Trace, "Reference
 * Compressed Branch Trace Algorithm" (ETR-ALG-020..039), ETR-SUP-001..004.
 *
 * What a stream does not tell:
 * - a report before a trap, a change of level or the end may as well be that of a due
 *   resynchronisation (step 7 comes first); so may one that was asked for;
 * - a sync packet of a change of level may be due at the same time as the periodic one, and a
 *   precise context change need not show another value;
 * - an exception told first of all may have been a trap before it, in a handler that retired
 *   nothing; behind a return with its address expected, only the end of the chain tells whether
 *   the target of a mispredicted return trapped;
 * - where tracing ends behind a trap that was told, the first instruction of what follows may still
 *   be that of its handler (ETR-ALG-038).
 * The reason then names the likeliest decision and all that are possible.
 */
#ifndef RVT_CHECK_REASONS_H
#define RVT_CHECK_REASONS_H

#include "decoder/decoder.h"
#include "encoder/encoder.h"

struct rvt_reason {
    uint64_t packet;            /* ordinal */
    enum rvt_decision decision; /* the likeliest */
    uint64_t possible;          /* bit n: decision n is possible; that of decision is set */
};

/* True if the stream determines the decision. */
static inline bool rvt_reason_is_sure(const struct rvt_reason *reason)
{
    return (reason->possible & (reason->possible - 1)) == 0;
}

/* Any status but RVT_OK stops the call, which returns RVT_ERR_SINK. */
typedef enum rvt_status (*rvt_reason_sink)(void *context, const struct rvt_reason *reason);

/* Members are the object's own. */
struct rvt_reasons {
    const struct rvt_config *config;
    rvt_reason_sink sink;
    void *context;
    bool enabled;                  /* the latest support packet said ienable */
    bool tracing;                  /* between a sync packet and the end */
    bool changed;                  /* the latest packet told of other modes */
    bool trapped;                  /* tracing ended directly behind a trap that was told */
    bool waiting;                  /* a report waits for what comes behind it */
    bool count_full, returns_full; /* of that report */
    uint64_t packet;               /* of that report */
    uint64_t contexts;             /* F3/2 directly behind it */
    enum {
        RVT_CHAIN_NONE,
        RVT_CHAIN_UNREPORTED, /* the latest trap packet told of the trap before the latest */
        RVT_CHAIN_REPORTED,   /* it told of the latest */
        RVT_CHAIN_EITHER,
    } chain;
};

/* config (borrowed) is that of the stream, of a version of the specification, not of the draft. */
void rvt_reasons_init(struct rvt_reasons *why, const struct rvt_config *config,
                      rvt_reason_sink sink, void *context);

/* Takes what the decoder tells by its step callback. Reasons come in the order of the packets, but
 * may come later. RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_reasons_packet(struct rvt_reasons *why,
                                   const struct rvt_packet_meaning *meaning);

/* A packet was lost, or the stream ends: the report that waits is not explained by what follows.
 * RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_reasons_break(struct rvt_reasons *why);

#endif
