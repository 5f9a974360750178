/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Coverage points of a set of streams: every format, size of branch map and flag; every reason for
 * every format, with and without a branch; every relevant order of packets; sequences of traps
 * after every kind of instruction. Counts how often each point occurred, and states why a point
 * cannot occur. Spec: requirement document, section 16.
 */
#ifndef RVT_CHECK_COVERAGE_H
#define RVT_CHECK_COVERAGE_H

#include "encoder/encoder.h"

enum {
    RVT_COVERAGE_KINDS = 10, /* kinds of packets */
    RVT_COVERAGE_POINTS = 10 + 10 + 6 + 15 + 8 + 30 + 48 + 70 + 29,
};

/* What a hart does, as far as sequences of traps distinguish it. */
enum rvt_coverage_step {
    RVT_COVERAGE_SEQUENTIAL, /* inferable jumps too */
    RVT_COVERAGE_BRANCH,
    RVT_COVERAGE_UPDISCON,
    RVT_COVERAGE_TRAP_RETURN,
    RVT_COVERAGE_GAP, /* what follows is the first qualified item */
    RVT_COVERAGE_EXCEPTION,
    RVT_COVERAGE_INTERRUPT,
};

struct rvt_coverage {
    uint64_t count[RVT_COVERAGE_POINTS];
    unsigned before;             /* kind of the latest packet; RVT_COVERAGE_KINDS: none */
    enum rvt_coverage_step step; /* the latest that is not a trap */
    unsigned traps;              /* since then */
    unsigned interrupts;         /* bit i: the trap i of them is an interrupt */
};

/* Why the encoder sent a packet. */
struct rvt_coverage_reason {
    enum rvt_decision decision;
    bool branch; /* the reported instruction is a branch */
};

/* Resets all counts. */
void rvt_coverage_init(struct rvt_coverage *coverage);

/* Begins a new stream, or that of another hart. */
void rvt_coverage_restart(struct rvt_coverage *coverage);

/* Counts the next packet of a stream of config. reason: null if unknown. */
void rvt_coverage_packet(struct rvt_coverage *coverage, const struct rvt_config *config,
                         const struct rvt_packet *packet, const struct rvt_coverage_reason *reason);

/* Counts the next qualified item, or a gap between such items. */
void rvt_coverage_item(struct rvt_coverage *coverage, enum rvt_coverage_step step);

/* Adds the counts of other. */
void rvt_coverage_add(struct rvt_coverage *coverage, const struct rvt_coverage *other);

/* The name of a point, truncated to capacity; and why it cannot occur, static, or null if it
 * can. */
void rvt_coverage_name(unsigned point, char *text, size_t capacity);
const char *rvt_coverage_impossible(unsigned point);

#endif
