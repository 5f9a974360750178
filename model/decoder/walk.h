/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Follows the path of execution through the program: from the last reported instruction to the one
 * that a packet reports, along branch outcomes. Spec: E-Trace, "Decoder" (ETR-DEC-003,
 * ETR-DEC-007..011, ETR-DEC-013..017, ETR-DEC-020).
 */
#ifndef RVT_DECODER_WALK_H
#define RVT_DECODER_WALK_H

#include "decoder/account.h"
#include "decoder/outcomes.h"
#include "decoder/tables.h"
#include "program/image.h"

/* Where the instruction at pc leads. */
enum rvt_successor {
    RVT_SUCCESSOR_KNOWN,    /* the program and the outcomes tell it */
    RVT_SUCCESSOR_EXPECTED, /* an implicit return leads there, unless it is told otherwise */
    RVT_SUCCESSOR_OPEN,     /* an uninferable discontinuity, or a branch without outcome */
};

struct rvt_walk {
    const struct rvt_config *config; /* borrowed */
    struct rvt_image *image;         /* borrowed */
    struct rvt_tables *tables;       /* borrowed */
    struct rvt_account *account;     /* borrowed */
    struct rvt_options mode;         /* as the stream has it */
    uint64_t step_limit;             /* instructions per walk */
    uint32_t depth_mask;             /* of irdepth */
    struct rvt_outcomes outcomes; /* not yet used; the first may be that of the instruction at pc */
    uint64_t pc;                  /* the last instruction known to have retired */
    struct rvt_insn insn;         /* at pc */
    uint64_t pair_target;         /* where it leads, if pair */
    bool pair;                    /* a jump whose load is directly before it */
    bool counted;                 /* stack, returned and branched have learned from what is at pc,
                                     or began anew behind it */
    bool dropped;                 /* a call at pc is not counted (AMB-015) */
    bool trained;                 /* the branch at pc has trained the predictor already */
    bool expected;                /* UPDISCON: an implicit return would have led to pc too */
    enum rvt_arrival arrival;     /* how pc was reached */
    uint32_t irets; /* implicit returns since the latest branch or packet (ETR-MODE-011) */
    bool returned;  /* a return since the latest call (ETR-MODE-008) */
    bool branched;  /* a branch since the latest return */
    struct {
        bool meant; /* modes changed while pc was the position */
        enum rvt_successor successor;
        uint64_t address;
    } foreseen;   /* where it led under the modes of before */
    bool crossed; /* this walk: a return that might have been the reported one, but held */
};

enum rvt_stop {
    RVT_STOP_UPDISCON,    /* where an uninferable discontinuity leads to the address */
    RVT_STOP_TENTATIVE,   /* there, or at the first arrival with all outcomes used */
    RVT_STOP_FIRST,       /* the same, and it is meant: F3/0, notify */
    RVT_STOP_LAST_BRANCH, /* on the owner of the last outcome */
};

/* Where a walk ends. */
struct rvt_goal {
    enum rvt_stop stop;
    uint64_t address;
    bool no_updiscon; /* crossing a discontinuity is an error */
    bool by_index;    /* the address is what the jump target cache holds at index */
    bool write_cache; /* the target of a discontinuity goes to the cache */
    bool irreport;    /* the packet tells irdepth */
    bool next;        /* it must be the very next instruction */
    bool holds;       /* no return on the way was mispredicted */
    bool fails;       /* the first return on the way was mispredicted */
    bool lenient;     /* implicit returns are not checked: the packet cannot tell of them */
    bool announce;    /* RVT_EVENT_CONTEXT just before the last instruction */
    uint32_t index;   /* by_index */
    uint32_t irdepth; /* or irets */
};

/* Starts at pc, which is reported. RVT_ERR_NO_CODE, RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_walk_start(struct rvt_walk *walk, uint64_t pc, struct rvt_diag *diag);

/*
 * Walks from the instruction behind pc to goal. RVT_ERR_FLOW: a branch without an outcome, outcomes
 * left over, a discontinuity that no packet tells the target of, a cache entry that was never
 * written; RVT_ERR_NO_CODE; RVT_ERR_STEP_LIMIT; RVT_ERR_SINK. After an error the place is unknown.
 */
RVT_MUST_USE
enum rvt_status rvt_walk_to(struct rvt_walk *walk, const struct rvt_goal *goal,
                            struct rvt_diag *diag);

/* *address is 0 if OPEN. Changes nothing. ETR-DEC-006. */
enum rvt_successor rvt_walk_successor(const struct rvt_walk *walk, uint64_t *address);

/* Other modes from here on: tables begin anew, and what led to pc counts no more. A trap behind pc
 * may have been taken before, so where pc leads remains what the modes of before said. AMB-126. */
void rvt_walk_restart(struct rvt_walk *walk, const struct rvt_options *mode);

/* The instruction at pc is left without its successor being walked to: a trap was taken. Tables
 * that are kept learn from it. pop: so does the stack from a return. */
void rvt_walk_abandon(struct rvt_walk *walk, bool pop);

#endif
