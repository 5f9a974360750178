/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Why each packet of a stream was sent: the decision of the chart, deduced from the meaning of the
 * packet (struct rvt_packet_meaning) and from the packets after it. Spec: E-Trace, "Reference
 * Compressed Branch Trace Algorithm" (ETR-ALG-020..039), ETR-SUP-001..004.
 *
 * A stream does not determine the following:
 * - a report before a trap, a change of level or the end may also be that of a due
 *   resynchronisation, since step 7 comes first; so may the report of a notification;
 * - the sync packet of a change of level may coincide with the periodic one, and a precise context
 *   change need not show another value;
 * - the first exception that is reported may follow an unreported trap, in a handler that retired
 *   nothing; after a return to the expected address, only the end of the chain shows whether the
 *   target of a mispredicted return trapped;
 * - where tracing ends after a reported trap, the first instruction that follows may still be that
 *   of its handler (ETR-ALG-038).
 * The reason then has the likeliest decision and all possible ones.
 */
#ifndef RVT_CHECK_PACKET_REASONS_H
#define RVT_CHECK_PACKET_REASONS_H

#include "decoder/decoder.h"
#include "encoder/encoder.h"

struct rvt_reason {
    uint64_t packet;            /* ordinal */
    enum rvt_decision decision; /* the likeliest */
    uint64_t possible;          /* bit n: decision n is possible; the bit of decision is set */
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
    bool enabled;                  /* the latest support packet had ienable set */
    bool tracing;                  /* between a sync packet and the end */
    bool changed;                  /* the latest packet reported other modes */
    bool trapped;                  /* tracing ended directly after a reported trap */
    bool pending;                  /* a report waits for the packet after it */
    bool count_full, returns_full; /* of that report */
    uint64_t packet;               /* of that report */
    uint64_t contexts;             /* F3/2 directly after it */
    enum {
        RVT_CHAIN_NONE,
        RVT_CHAIN_UNREPORTED, /* the latest trap packet reported the trap before the latest */
        RVT_CHAIN_REPORTED,   /* it reported the latest trap */
        RVT_CHAIN_EITHER,
    } chain;
};

/* config (borrowed) is that of the stream, of a version of the specification, not of the draft. */
void rvt_reasons_init(struct rvt_reasons *reasons, const struct rvt_config *config,
                      rvt_reason_sink sink, void *context);

/* Takes what the meaning callback of a decoder reports. Reasons come in the order of the packets,
 * possibly later. RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_reasons_packet(struct rvt_reasons *reasons,
                                   const struct rvt_packet_meaning *meaning);

/* A packet was lost, or the stream ends: no later packet explains the pending report.
 * RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_reasons_break(struct rvt_reasons *reasons);

#endif
