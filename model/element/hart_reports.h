/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the decoders of a hart report, as elements: each has the packet that produced it. The
 * elements go to a queue; the decoder of te_inst pauses while that is nearly full. Spec: E-Trace,
 * "Decoder" (ETR-DEC-001..021), ETR-DAT-001..013.
 */
#ifndef RVT_ELEMENT_HART_REPORTS_H
#define RVT_ELEMENT_HART_REPORTS_H

#include "base/params.h"
#include "decoder/data_decoder.h"
#include "decoder/decoder.h"
#include "element/element_queue.h"

/* The decoder defers at most 256 packets; the index of each is needed until it is decoded. */
enum { RVT_HART_REPORTS_DEFERRED = 512 };

/* Every member is private but ordinal, and those that rvt_hart_reports_init takes. */
struct rvt_hart_reports {
    const struct rvt_params *params;   /* borrowed */
    struct rvt_element_queue *queue;   /* borrowed */
    const struct rvt_decoder *decoder; /* borrowed */
    unsigned id;                       /* of the elements */
    unsigned xlen;
    uint64_t mask;                             /* of addresses */
    uint64_t ordinal;                          /* packets and gaps that the decoder has taken */
    uint64_t latest;                           /* index of the packet in progress */
    uint64_t index[RVT_HART_REPORTS_DEFERRED]; /* of the latest ones */
    bool began;                                /* the first element was added */
    bool synchronised;
    enum rvt_element_loss lost; /* not synchronised: why */
    uint64_t after;             /* where the latest range ends */
    enum rvt_insn_kind last;    /* its last instruction; SEQUENTIAL: something came after it */
    bool executed;              /* ... and a branch was taken */
    struct rvt_element_context context;
};

/* Begins before the first packet, with params, queue, id and xlen of reports. The caller sets
 * decoder before it takes a packet. */
void rvt_hart_reports_init(struct rvt_hart_reports *reports);

/* The callbacks for the decoder of te_inst. */
struct rvt_decoder_output rvt_hart_reports_output(struct rvt_hart_reports *reports);

/* The next packet, or gap, begins at index. */
void rvt_hart_reports_begin(struct rvt_hart_reports *reports, uint64_t index);

/* Of the first bytes bytes of the source, from index on, it is not known where packets begin. */
void rvt_hart_reports_skip(struct rvt_hart_reports *reports, uint64_t index, uint64_t bytes);

/* The decoder of te_inst takes that packet, or a gap in its place: it is number ordinal - 1. */
void rvt_hart_reports_count(struct rvt_hart_reports *reports);

/* A timestamp of the packet in progress. */
void rvt_hart_reports_time(struct rvt_hart_reports *reports, uint64_t time);

/* An access that the packet in progress reports. */
void rvt_hart_reports_access(struct rvt_hart_reports *reports,
                             const struct rvt_data_report *access);

/* A fault of a packet that was counted, or of the one in progress (number ordinal). */
void rvt_hart_reports_fault(struct rvt_hart_reports *reports, const struct rvt_diag *diag,
                            uint64_t packet);

/* The position is not known from that packet on. */
void rvt_hart_reports_lose(struct rvt_hart_reports *reports, enum rvt_element_loss reason,
                           uint64_t packet);

/* The source ends at index. */
void rvt_hart_reports_end(struct rvt_hart_reports *reports, uint64_t index);

#endif
