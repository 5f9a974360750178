/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The ingress of draft 0.026 where it differs from that of v2.0: codes of itype and context_type,
 * jump classes, ntkn. Spec: draft 0.026, "Ingress Port" (DRA-006, DRA-008..010, DRA-016).
 */
#ifndef RVT_INGRESS_DRAFT_INGRESS_H
#define RVT_INGRESS_DRAFT_INGRESS_H

#include "base/params.h"
#include "ingress/tip.h"
#include "program/insn.h"

/* DRA-008; 0..5 as in v2.0, 6 is reserved */
enum rvt_draft_itype {
    RVT_DRAFT_ITYPE_COROUTINE_SWAP = 7,
    RVT_DRAFT_ITYPE_UNINFERABLE_CALL = 8,
    RVT_DRAFT_ITYPE_INFERABLE_CALL = 9,
    RVT_DRAFT_ITYPE_UNINFERABLE_TAIL_CALL = 10,
    RVT_DRAFT_ITYPE_INFERABLE_TAIL_CALL = 11,
    RVT_DRAFT_ITYPE_UNINFERABLE_RETURN = 12,
    RVT_DRAFT_ITYPE_INFERABLE_RETURN = 13,
    RVT_DRAFT_ITYPE_OTHER_UNINFERABLE_JUMP = 14,
    RVT_DRAFT_ITYPE_OTHER_INFERABLE_JUMP = 15,
};

/* DRA-010 */
enum rvt_draft_ctype {
    RVT_DRAFT_CTYPE_DISCONTINUITY = 0,
    RVT_DRAFT_CTYPE_PRECISE = 1,
    RVT_DRAFT_CTYPE_IMPRECISE = 2,
    RVT_DRAFT_CTYPE_NOTIFICATION = 3,
};

/*
 * The class of a jump by the draft's calling convention, in the codes of v2.0 (enum rvt_itype 8 to
 * 15): it pairs x1 with x1 and x5 with x5 in a co-routine swap, and every c.jalr is a call. 0 for
 * what is no jump. DRA-006.
 */
enum rvt_itype rvt_draft_jump_class(const struct rvt_insn *insn);

/* The draft's itype of insn when it retires. inferable: a jump whose target register was loaded
 * with a constant (DRA-007). */
uint8_t rvt_draft_itype(const struct rvt_insn *insn, bool taken, bool inferable);

/*
 * As rvt_row_check, by the draft's rules: itype 6 is reserved, 7 is not; ntkn fits its width and
 * the block; there is no notify trigger. RVT_ERR_INGRESS with field, value and number in diag.
 */
RVT_MUST_USE
enum rvt_status rvt_draft_row_check(const struct rvt_config *config, const struct rvt_row *row,
                                    struct rvt_diag *diag);

/* The context of the latest instruction that retired; zeroed: none has. */
struct rvt_draft_context {
    bool known;
    uint64_t value;
};

/* True if execution stopped before row: its context differs from that of the instruction before,
 * and the change is a discontinuity. Takes the context of a row that retires something. DRA-010. */
bool rvt_draft_context_breaks(struct rvt_draft_context *context, const struct rvt_config *config,
                              const struct rvt_row *row);

/* The one of the two checks that the profile of config asks for. */
RVT_MUST_USE
static inline enum rvt_status rvt_profile_row_check(const struct rvt_config *config,
                                                    const struct rvt_row *row,
                                                    struct rvt_diag *diag)
{
    return rvt_is_draft(config) ? rvt_draft_row_check(config, row, diag)
                                : rvt_row_check(&config->params, row, diag);
}

#endif
