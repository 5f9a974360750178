/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The decoder's position on the execution path, where its instruction leads (next_pc in the
 * specification's pseudo-code), and what the tables learn when it is left. Modes act in this order:
 * sequentially inferable jumps, implicit returns, jump target cache (ETR-MODE-065). Spec: E-Trace,
 * "Decoder" (ETR-DEC-008, ETR-DEC-013..017).
 */
#ifndef RVT_DECODER_NEXT_PC_H
#define RVT_DECODER_NEXT_PC_H

#include "decoder/branch_outcomes.h"
#include "decoder/decoder_output.h"
#include "decoder/tables.h"
#include "program/image.h"

struct rvt_output_buffer;
struct rvt_path_replays; /* execution_path.h */

/* What is known of the successor of the instruction at pc. */
enum rvt_successor {
    RVT_SUCCESSOR_KNOWN,    /* the program and the outcomes determine it */
    RVT_SUCCESSOR_EXPECTED, /* an implicit return leads there, unless a packet says otherwise */
    RVT_SUCCESSOR_OPEN,     /* an uninferable discontinuity, or a branch without outcome */
};

struct rvt_path {
    const struct rvt_config *config;  /* borrowed */
    struct rvt_image *image;          /* borrowed */
    struct rvt_tables *tables;        /* borrowed */
    struct rvt_output_buffer *buffer; /* borrowed */
    struct rvt_path_replays *replays; /* borrowed */
    struct rvt_executor executor;     /* at pc */
    struct rvt_options mode;          /* operating mode of the stream */
    uint64_t step_limit;              /* instructions per packet */
    uint32_t depth_mask;              /* of irdepth */
    struct rvt_outcomes outcomes;     /* unused ones; the first may be that of the branch at pc */
    uint64_t pc;                      /* the last instruction known to have retired */
    struct rvt_insn insn;             /* at pc */
    uint64_t pair_target;             /* where it leads, if pair */
    bool pair;             /* pc is a jump, and the load of its register comes directly before it */
    bool counted;          /* the instruction at pc has updated stack, returned and branched, or
                              these were reset after it */
    bool dropped;          /* a call at pc is not counted (AMB-015) */
    bool trained;          /* the branch at pc has trained the predictor */
    bool expected;         /* end is UPDISCON: an implicit return would have led to pc as well */
    enum rvt_path_end end; /* how pc was reached */
    uint32_t irets;        /* implicit returns since the latest branch or packet (ETR-MODE-011) */
    bool returned;         /* a return since the latest call (ETR-MODE-008) */
    bool branched;         /* a branch since the latest return */
    struct {
        bool valid; /* modes changed while pc was the position */
        enum rvt_successor successor;
        uint64_t address;
    } before_change; /* where pc led under the previous modes */
    bool passed;     /* on the way to this goal, a return was taken to be implicit that might have
                        been the reported one */
};

/* Which arrival at the address of a goal ends the path. */
enum rvt_stop {
    RVT_STOP_UPDISCON,    /* the one by an uninferable discontinuity */
    RVT_STOP_TENTATIVE,   /* that, or the first one with all outcomes used */
    RVT_STOP_FIRST,       /* the same, and the first one is certain: F3/0, notify */
    RVT_STOP_LAST_BRANCH, /* no address: the branch that uses the last outcome */
};

/* Where the path to a reported instruction ends. */
struct rvt_goal {
    enum rvt_stop stop;
    uint64_t address;
    const struct rvt_executor *executor; /* borrowed: who sees the instruction there, if a
                                            discontinuity leads there; null: as on the path */
    bool no_updiscon;                    /* an uninferable discontinuity on the way is an error */
    bool no_trap;      /* so is an ecall or ebreak, which never retires (ETR-ING-016) */
    bool by_index;     /* the address is entry index of the jump target cache */
    bool write_cache;  /* the target of a discontinuity is written to the jump target cache */
    bool irreport;     /* the packet reports irdepth */
    bool next;         /* it must be the very next instruction */
    bool predicted;    /* no return on the way was mispredicted */
    bool mispredicted; /* the first return on the way was mispredicted */
    bool lenient;      /* implicit returns are not checked: the packet cannot report them */
    bool announce;     /* report RVT_EVENT_CONTEXT just before the last instruction */
    uint32_t index;    /* by_index */
    uint32_t irdepth;  /* or irets */
};

/* Leaves the instruction at pc on the way to goal: *next is its successor, path->end how it leads
 * there. RVT_ERR_FLOW as rvt_execution_path_follow. */
RVT_MUST_USE
enum rvt_status rvt_next_pc(struct rvt_path *path, const struct rvt_goal *goal, uint64_t *next,
                            struct rvt_diag *diag);

/* Where the instruction at pc leads, without leaving it. *address is 0 if OPEN. ETR-DEC-006. */
enum rvt_successor rvt_path_successor(const struct rvt_path *path, uint64_t *address);

/* True if the target of the jump at pc is inferred from the load before it. ETR-MODE-060. */
bool rvt_path_is_sijump(const struct rvt_path *path);

/* True if the return at pc would be implicit. ETR-MODE-001. */
bool rvt_path_is_implicit_return(const struct rvt_path *path);

/* True if the instruction at pc is a branch whose outcome is there, and it was taken. */
static inline bool rvt_path_takes_branch(const struct rvt_path *path)
{
    const struct rvt_outcomes *outcomes = &path->outcomes;

    if (path->insn.kind != RVT_INSN_BRANCH || rvt_outcomes_left(outcomes) == 0)
        return false;
    bool predicted = outcomes->map.count == 0 && path->mode.branch_prediction;
    return rvt_outcomes_peek(
        outcomes, predicted && rvt_branch_predictor_ask(&path->tables->predictor, path->pc));
}

/* True if all outcomes are used except for that of a branch at address. */
bool rvt_path_outcomes_are_used(const struct rvt_path *path, uint64_t address);

/* Changes to other modes: resets the tables and the history of returns. A trap after pc may have
 * been taken before the change, so the successor of pc remains that under the previous modes.
 * AMB-126. */
void rvt_path_restart(struct rvt_path *path, const struct rvt_options *mode);

/* A trap was taken after the instruction at pc: updates the tables as if pc had been left, without
 * following it. pop: a return at pc pops the stack. */
void rvt_path_leave_by_trap(struct rvt_path *path, bool pop);

#endif
