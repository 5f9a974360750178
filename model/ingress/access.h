/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The data interface of the ingress: one group of its signals in one cycle. Spec: E-Trace, "Data
 * Trace Interface" (ETR-DAT-015); decision 0003.
 */
#ifndef RVT_INGRESS_ACCESS_H
#define RVT_INGRESS_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "ingress/tip.h"
#include "wire/te_data.h"

#define RVT_ACCESSES_MAX 4 /* groups a cycle */

enum rvt_lresp {
    RVT_LRESP_NONE = 0,
    RVT_LRESP_OKAY = 2,
    RVT_LRESP_ERROR = 3,
};

/* A data access that retired, the response to an earlier split one, or both. */
struct rvt_access {
    uint64_t daddr;
    uint64_t data;    /* of CSRs and unified atomics the LSBs of data: what was stored */
    uint64_t operand; /* of CSRs and unified atomics: the MSBs of data, loaded value or operand */
    uint64_t sdata;   /* split: store data, or operand of an atomic */
    uint64_t ldata;   /* split: load data, with lresp okay */
    uint32_t iaddr_lsbs;
    uint8_t dtype; /* enum rvt_dtype */
    uint8_t dsize; /* 2^dsize bytes */
    uint8_t dblock;
    uint8_t lrid;  /* split: of the request */
    uint8_t lresp; /* split: enum rvt_lresp */
    uint8_t lid;   /* split: which request lresp answers */
    bool dretire;
};

/*
 * Checks the accesses of a row against the rules of the data interface: dtype known, widths, groups
 * filled from 0, an instruction retired in the block of the access, atomics aligned. Returns RVT_OK
 * or RVT_ERR_INGRESS with field, value and clause in diag.
 */
RVT_MUST_USE
enum rvt_status rvt_accesses_check(const struct rvt_config *config, const struct rvt_row *row,
                                   struct rvt_diag *diag);

/* True for an access that a response follows: a load or atomic of a split hart. Spec:
 * ETR-DAT-006. */
bool rvt_access_is_request(const struct rvt_config *config, const struct rvt_access *access);

/* Address of the instruction that access belongs to; the row must have passed the check. */
uint64_t rvt_access_iaddr(const struct rvt_config *config, const struct rvt_row *row,
                          const struct rvt_access *access);

#endif
