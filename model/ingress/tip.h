/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The ingress: the signals from a hart to a trace encoder in one cycle. Spec: E-Trace, "Hart to
 * encoder interface" (ETR-ING-001..020); decision 0001 for rows, items, events. */
#ifndef RVT_INGRESS_TIP_H
#define RVT_INGRESS_TIP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "program/insn.h"

#define RVT_BLOCKS_MAX 4

struct rvt_access; /* ingress/access.h */

/* ETR-CTX-001..004 */
enum rvt_ctype {
    RVT_CTYPE_UNREPORTED = 0,
    RVT_CTYPE_IMPRECISE = 1,
    RVT_CTYPE_PRECISE = 2,
    RVT_CTYPE_DISCONTINUITY = 3,
};

/* bits of trigger, ETR-ING-019 */
enum {
    RVT_TRIGGER_ON = 1u << 0,
    RVT_TRIGGER_OFF = 1u << 1,
    RVT_TRIGGER_NOTIFY = 1u << 2, /* block 0; block k is this << k */
};

/* Instructions at contiguous addresses, of which only the last may be "special". */
struct rvt_block {
    uint64_t iaddr;    /* address of the first instruction; faulting address for itype 1 without
                          retirement */
    uint32_t iretire;  /* half-words, or instructions 0..1 with retires_p 1 */
    uint8_t itype;     /* enum rvt_itype, itype_width_p bits */
    uint8_t ilastsize; /* size of the last instruction is 2^ilastsize half-words */
    uint8_t ntkn; /* draft-0.026: branches not taken, the last one included; ntkn_width_p bits */
    bool sijump;
};

/* One cycle of the ingress port. */
struct rvt_row {
    uint64_t cycle; /* number of this cycle, strictly increasing from row to row */
    uint64_t tval, context, time;
    uint64_t stalled; /* of a tip trace: cycles directly before this one in which the hart was
                         stalled; they are no idle cycles */
    uint32_t cause;
    uint32_t trigger;
    uint32_t impdef; /* for filters alone */
    uint8_t priv;
    uint8_t ctype;
    uint8_t blocks; /* entries of block that are in use, 0..RVT_BLOCKS_MAX */
    bool halted, reset;
    bool lost; /* the encoder had no room for the items of this row; its sideband signals still act
                */
    uint8_t accesses; /* groups of the data interface that are in use */
    struct rvt_block block[RVT_BLOCKS_MAX];
    const struct rvt_access *access; /* borrowed; as long as the row is used */
};

/*
 * Checks a row against the interface rules that concern one row: reserved codes, itype 1/2 only in
 * the newest group, groups filled from 0, widths, iretire and ilastsize consistent, alignment.
 * Returns RVT_OK or RVT_ERR_INGRESS with field, value and ETR-ING number in diag.
 */
RVT_MUST_USE
enum rvt_status rvt_row_check(const struct rvt_params *params, const struct rvt_row *row,
                              struct rvt_diag *diag);

/* True for a block that ends in an exception or interrupt. ETR-ING-007. */
static inline bool rvt_block_is_trap(const struct rvt_block *block)
{
    return block->itype == RVT_ITYPE_EXCEPTION || block->itype == RVT_ITYPE_INTERRUPT;
}

/* Half-words that block retires. ETR-ING-002. */
static inline uint32_t rvt_block_halfwords(const struct rvt_params *params,
                                           const struct rvt_block *block)
{
    return rvt_counts_halfwords(params) ? block->iretire : block->iretire << block->ilastsize;
}

/* Address of the last instruction of block (iretire > 0). ETR-ING-003. */
uint64_t rvt_block_last(const struct rvt_params *params, const struct rvt_block *block);

#endif
