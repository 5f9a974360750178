/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Doubts of te_inst packets: why a decoder that receives a packet may not find the execution path
 * that the encoder reports, although the packet is as the specification says. The encoder marks
 * each packet with the doubts that it knows of. Spec: ETR-MODE-004, ETR-MODE-010, ETR-MODE-062,
 * ETR-ALG-072, ETR-ALG-077; ambiguities AMB-021, AMB-030, AMB-047, AMB-081, AMB-105.
 */
#ifndef RVT_ENCODER_DOUBT_H
#define RVT_ENCODER_DOUBT_H

/* Bits; the values are those of enum rvt_encoder_doubt. */
enum rvt_doubt {
    /* More than one return matches: irdepth alone may not identify it (ETR-MODE-010), nor an index
     * that implicit returns changed (AMB-081). */
    RVT_DOUBT_RETURN = 1 << 0,
    /* The F3/0 of a discontinuity that a decoder cannot distinguish from one that a path leads to
     * (AMB-105). */
    RVT_DOUBT_BREAK = 1 << 1,
    /* An implicit return before the packet went to another address than predicted (ETR-
     * MODE-004), or several lead to the address of this F3/0 (AMB-021). */
    RVT_DOUBT_HIDDEN_RETURN = 1 << 2,
    /* The packet omits the address of the handler, and the trap vectors of the configuration
     * lead to another address (ETR-MODE-062, AMB-047). */
    RVT_DOUBT_HANDLER = 1 << 3,
    /* The packet synchronises while branches before it are unreported, so that their outcomes are
     * lost. (ETR-ALG-077) */
    RVT_DOUBT_LOST_BRANCH = 1 << 4,
    /* The target of a trap return before the packet is never reported (AMB-030). */
    RVT_DOUBT_TRAP_RETURN = 1 << 5,
    /* The packet names an instruction that trapped, as if it had retired (ETR-ALG-072, ETR-ALG-074,
     * ETR-ALG-075). */
    RVT_DOUBT_TRAPPED = 1 << 6,
    /* The packet reports a trap again that was reported already (ETR-ALG-071, AMB-043). */
    RVT_DOUBT_TRAP_AGAIN = 1 << 7,
};

enum {
    RVT_DOUBTS = 8,                                            /* how many there are */
    RVT_DOUBTS_AMBIGUOUS = RVT_DOUBT_RETURN | RVT_DOUBT_BREAK, /* a decoder has to choose */
    RVT_DOUBTS_UNDECODABLE = RVT_DOUBT_HIDDEN_RETURN | RVT_DOUBT_HANDLER | RVT_DOUBT_LOST_BRANCH |
                             RVT_DOUBT_TRAP_RETURN | RVT_DOUBT_TRAPPED |
                             RVT_DOUBT_TRAP_AGAIN, /* it follows another path, or none */
};

/* A doubt in words. All strings are static. */
struct rvt_doubt_text {
    enum rvt_doubt doubt;
    const char *kind;   /* "ambiguous" or "undecodable" */
    const char *reason; /* a clause without a full stop */
    const char *advice; /* a sentence without a full stop */
    const char *clause; /* requirement and ambiguity numbers */
};

/* A doubt by its number from 0; null after the last one. */
const struct rvt_doubt_text *rvt_doubt_text(unsigned number);

#endif
