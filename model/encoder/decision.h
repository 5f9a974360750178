/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Why an encoder sent a packet, and why the packet has its format: each decision of the algorithm
 * with its requirement number and a text. Spec: E-Trace, "Reference Compressed Branch Trace
 * Algorithm" (ETR-ALG-020..058), "Support packets" (ETR-SUP); draft 0.026 (DRA-017).
 */
#ifndef RVT_ENCODER_DECISION_H
#define RVT_ENCODER_DECISION_H

/* Why a packet was sent: the decision of the chart, by requirement number. */
enum rvt_decision {
    RVT_DECISION_SUPPORT_ENABLE,      /* ETR-SUP-001 */
    RVT_DECISION_SUPPORT_END,         /* ETR-SUP-002 */
    RVT_DECISION_SUPPORT_LOST,        /* ETR-SUP-003 */
    RVT_DECISION_SUPPORT_CHANGE,      /* ETR-SUP-004 modes have changed */
    RVT_DECISION_SUPPORT_RESTART,     /* ETR-SUP-008 with support_on_restart (AMB-123) */
    RVT_DECISION_TRAP_AFTER_TRAP,     /* 3a ETR-ALG-022 */
    RVT_DECISION_TRAP_AFTER_REPORTED, /* 3b ETR-ALG-023 */
    RVT_DECISION_HANDLER,             /* 3c ETR-ALG-024 */
    RVT_DECISION_HANDLER_REPORTED,    /* 3d ETR-ALG-025 */
    RVT_DECISION_FIRST_EXCEPTION,     /* 4  ETR-ALG-026 */
    RVT_DECISION_FIRST,               /* 5  ETR-ALG-028 first qualified */
    RVT_DECISION_PPCCD,               /* 5  ETR-ALG-028 privilege or precise context change */
    RVT_DECISION_CHANGED,             /* 5  ETR-SUP-004 after a change of modes (AMB-126) */
    RVT_DECISION_RESYNC,              /* 5  ETR-ALG-028 resync state 3 */
    RVT_DECISION_TRAP_RETURN,         /* 5  ETR-ALG-028 with xret_sync always (AMB-033) */
    RVT_DECISION_UPDISCON_EXCEPTION,  /* 6a ETR-ALG-029 */
    RVT_DECISION_UPDISCON,            /* 6b ETR-ALG-030 */
    RVT_DECISION_RESYNC_BRANCHES,     /* 7  ETR-ALG-032 resync state 2 */
    RVT_DECISION_NOTIFY,              /* 7  ETR-ALG-032 */
    RVT_DECISION_BEFORE_TRAP,         /* 8  ETR-ALG-033 */
    RVT_DECISION_BEFORE_PPCCD,        /* 8  ETR-ALG-033 */
    RVT_DECISION_BEFORE_END,          /* 8  ETR-ALG-033 */
    RVT_DECISION_BEFORE_CHANGE,       /* 8  ETR-SUP-004 */
    RVT_DECISION_IMPLICIT_RETURNS,    /*    ETR-MODE-008 ir_flush_before_sync */
    RVT_DECISION_RETURNS_FULL,        /* ETR-MODE-011 the 256th unreported return */
    RVT_DECISION_BRANCH_MAP_FULL,     /* 9  ETR-ALG-034 branches = 31 */
    RVT_DECISION_MISPREDICTION,       /* 9  ETR-ALG-034 pbc >= 31, and the prediction failed */
    RVT_DECISION_BRANCH_COUNT_FULL,   /* 9  ETR-MODE-029 */
    RVT_DECISION_CONTEXT,             /* 10 ETR-ALG-035 */
    RVT_DECISION_LAST_TRAP,           /*    ETR-SUP-011 report_last_trap */
    RVT_DECISION_CONTEXT_BREAK,       /*    ETR-SUP-002 ctype3 support_break */
    /* draft-0.026, by the steps of its chart (DRA-017) */
    RVT_DECISION_DRAFT_SUPPORT,         /* DRA-014 */
    RVT_DECISION_DRAFT_EXCEPTION,       /* 3 */
    RVT_DECISION_DRAFT_FIRST,           /* 4 */
    RVT_DECISION_DRAFT_PPCH,            /* 4 */
    RVT_DECISION_DRAFT_RESYNC,          /* 4 */
    RVT_DECISION_DRAFT_UPDISCON,        /* 5 */
    RVT_DECISION_DRAFT_RESYNC_BRANCHES, /* 6 */
    RVT_DECISION_DRAFT_TRAP,            /* 6 */
    RVT_DECISION_DRAFT_DISCONTINUITY,   /* 6 */
    RVT_DECISION_DRAFT_NOTIFY,          /* 6 */
    RVT_DECISION_DRAFT_BEFORE_TRAP,     /* 7 */
    RVT_DECISION_DRAFT_BEFORE_PPCH,     /* 7 */
    RVT_DECISION_DRAFT_BEFORE_END,      /* 7 */
    RVT_DECISION_DRAFT_MAP_FULL,        /* 8 */
    RVT_DECISION_DRAFT_COUNT,           /* 8 */
    RVT_DECISION_DRAFT_CONTEXT,         /* 9 */
};

/* Clause of a decision ("ETR-ALG-024") and its name in words; static. */
const char *rvt_decision_clause(enum rvt_decision decision);
const char *rvt_decision_text(enum rvt_decision decision);

/* Why a packet has its format. */
enum rvt_format_why {
    RVT_FORMAT_WHY_DECISION,    /* the decision has one format only */
    RVT_FORMAT_WHY_PREDICTED,   /* F0s0: enough correct predictions    ETR-ALG-050 */
    RVT_FORMAT_WHY_CACHED,      /* F0s1: the cache holds the target    ETR-ALG-051 */
    RVT_FORMAT_WHY_NOT_INDEXED, /* F1, F2: although it does            ETR-MODE-049 */
    RVT_FORMAT_WHY_BRANCHES,    /* F1: branches are pending            ETR-ALG-052 */
    RVT_FORMAT_WHY_FULL,        /* F1: 31 of them, and an address      ETR-ALG-053 */
    RVT_FORMAT_WHY_NO_BRANCHES, /* F2                                  ETR-ALG-052 */
};

/* Clause and words, as for decisions. */
const char *rvt_format_why_clause(enum rvt_format_why why);
const char *rvt_format_why_text(enum rvt_format_why why);

#endif
