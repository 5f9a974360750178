/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Checks the rows of the ingress port against the program, before any packet is compared. Each
 * block must be a straight line of the program; its itype must be the class of its last
 * instruction; and the address after it must be one to which that instruction leads. Privilege may
 * change only at a trap or a trap return. Spec: E-Trace, "Hart to encoder interface" (ETR-ING-003,
 * 004, 005, 006, 009, 010, 013, 014, 016); ETR-MODE-060.
 */
#ifndef RVT_INGRESS_ROW_CHECKER_H
#define RVT_INGRESS_ROW_CHECKER_H

#include "base/text.h"
#include "ingress/draft_ingress.h"
#include "ingress/tip.h"
#include "program/image.h"

enum { RVT_ROW_CHECKER_EARLY = 64 }; /* branches and jumps of start-up code */

/* The last instruction of a block, or the trap, that precedes the next block. */
struct rvt_row_end {
    enum {
        RVT_ROW_END_NONE,    /* nothing is known: the start, or a gap */
        RVT_ROW_END_RETIRED, /* an instruction */
        RVT_ROW_END_TRAP,
    } kind;
    uint8_t itype, priv;
    bool has_insn;   /* the program has the instruction at pc */
    bool leads_on;   /* the next instruction is at next */
    bool may_repeat; /* or at pc again: an instruction of Zcmp that is shown several times */
    uint64_t pc;     /* of the instruction */
    uint64_t next;
    struct rvt_insn insn;
};

/* In the caller's storage; members may be read, the functions below write them. */
struct rvt_row_checker {
    const struct rvt_config *config; /* borrowed */
    struct rvt_image *image;         /* borrowed */
    struct rvt_row_end before;
    struct rvt_draft_context context; /* of the draft */
    uint64_t blocks;                  /* checked, of those that retire something */
    uint64_t known;                   /* of these, blocks whose last instruction the program has */
    uint64_t agreed; /* of these, correct ones that end with a branch, a jump or a trap return */
    uint64_t breaks; /* rows that the program cannot retire */
};

/* A row that the program cannot retire. */
struct rvt_row_break {
    struct rvt_diag diag;      /* what is wrong: RVT_ERR_INGRESS, field, value and clause */
    unsigned block;            /* number of the block in its row, from 0 */
    struct rvt_row_end before; /* what precedes the block */
    struct rvt_row_end end;    /* how the block ends */
};

/* Nothing precedes the first row. config and image are borrowed. */
void rvt_row_checker_init(struct rvt_row_checker *checker, const struct rvt_config *config,
                          struct rvt_image *image);

/* A gap: what precedes the next row is unknown. */
void rvt_row_checker_restart(struct rvt_row_checker *checker);

/*
 * Checks a row and adds the instructions that it retires to *instructions. Blocks at addresses
 * without code are checked only for what needs no program. The row after one with lost, and after
 * cycles with halted or reset, starts anew, and so does a row with a discontinuity of the context
 * (ETR-CTX-004, DRA-010); what a row shows while the hart is halted or in reset is ignored
 * (ETR-ING-020). RVT_ERR_INGRESS: the first violation is in *found, the rest of the row is not
 * checked, and the next row starts anew. The row must have passed the check of its interface
 * (rvt_row_check).
 */
RVT_MUST_USE
enum rvt_status rvt_row_checker_row(struct rvt_row_checker *checker, const struct rvt_row *row,
                                    uint64_t *instructions, struct rvt_row_break *found);

/* True while more rows contradict the program than branches and jumps agree with it: then it is not
 * what the hart runs. */
static inline bool rvt_row_checker_doubts_program(const struct rvt_row_checker *checker)
{
    return checker->agreed < checker->breaks;
}

/* True while so few branches and jumps agreed that they may be start-up code that another program
 * has, too. */
static inline bool rvt_row_checker_is_early(const struct rvt_row_checker *checker)
{
    return checker->agreed < RVT_ROW_CHECKER_EARLY;
}

/* True if the hart has retired only outside the program. */
static inline bool rvt_row_checker_lacks_program(const struct rvt_row_checker *checker)
{
    return checker->blocks > 0 && checker->known == 0 && checker->breaks == 0;
}

/* Appends the evidence of found, a line each: the block of row, its last instruction in the
 * program, and the instruction before the block. Each line begins with a newline. */
void rvt_row_checker_print(const struct rvt_row_checker *checker, const struct rvt_row *row,
                           const struct rvt_row_break *found, struct rvt_text *text);

#endif
