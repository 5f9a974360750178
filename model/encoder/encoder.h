/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The trace encoder: rows of the ingress to te_inst packets, by the reference algorithm on
 * previous, current and next. Allocates nothing; memory does not grow with the length of the trace.
 * Spec: E-Trace, "Reference Compressed Branch Trace Algorithm" (ETR-ALG-001..058, ETR-SUP, ETR-CTX,
 * ETR-RSY); decision 0001.
 */
#ifndef RVT_ENCODER_ENCODER_H
#define RVT_ENCODER_ENCODER_H

#include "base/params.h"
#include "encoder/data_encoder.h"
#include "ingress/tip.h"
#include "wire/packet.h"

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
    RVT_DECISION_CHANGED,             /* 5  ETR-SUP-004 behind a change of modes (AMB-126) */
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
    RVT_DECISION_RETURNS_FULL,        /*    ETR-MODE-011 the 256th return that was not told */
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

struct rvt_origin {
    enum rvt_decision decision;
    uint64_t cycle; /* of the row that holds the reported item, or that caused the event */
    uint64_t time;  /* of the reported item's row, or for events of the latest qualified row with
                       items: source of the  encapsulation timestamp */
    uint64_t iaddr; /* address of the reported item; 0 for events */
    uint8_t block;  /* of its row that holds it; 0 for events */
    enum rvt_format_why format_why;
    bool ambiguous; /* the packet does not tell which return is meant: irdepth alone may not
                       (ETR-MODE-010), nor an index that implicit returns changed (AMB-081); or it
                       is the F3/0 of a discontinuity, and nothing tells that no path leads there
                       from the instruction before (AMB-105) */
    bool strayed;   /* an implicit return since the packet before misleads a decoder until it
                       synchronises: it went elsewhere (ETR-MODE-004), or nothing tells it from
                       others before this F3/0, to whose address it leads as they do (AMB-021) */
};

/*
 * Takes a packet; it and origin are borrowed for the call. Any status but RVT_OK stops the encoder
 * call, which returns RVT_ERR_SINK.
 */
typedef enum rvt_status (*rvt_packet_sink)(void *context, const struct rvt_packet *packet,
                                           const struct rvt_origin *origin);

/* What software programs; trTeActive and trTeEnable are one. Spec: ETR-CTL-001, ETR-CTL-004. */
struct rvt_control {
    bool enable;
    bool inst_tracing;
    bool inst_trig_enable;
    bool data_tracing; /* with options.data_trace */
    bool data_trig_enable;
};

struct rvt_encoder;   /* opaque; one per instruction trace */
struct rvt_registers; /* ingress/registers.h */

/* Opens an encoder, disabled, its filters as config->registers leaves them. config is copied; it
 * must have passed rvt_config_check. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_encoder_open(const struct rvt_config *config, rvt_packet_sink sink,
                                 void *context, struct rvt_encoder **encoder);

/* Where te_data goes, without effect unless options.data_trace is set: to be told before the first
 * row. te_inst and te_data leave in the order of one stream, see decision 0003. */
void rvt_encoder_data_sink(struct rvt_encoder *encoder, rvt_data_sink sink, void *context);

/* Frees without flushing; null is accepted. */
void rvt_encoder_close(struct rvt_encoder *encoder);

/*
 * Programs the encoder from the cycle of the given row on; only cycle of row is read.
 * Enabling sends the support packet; disabling ends tracing, then sends the closing one.
 */
RVT_MUST_USE
enum rvt_status rvt_encoder_control(struct rvt_encoder *encoder, const struct rvt_row *row,
                                    const struct rvt_control *control, struct rvt_diag *diag);

/*
 * Programs the encoder from the cycle of row on with what the control registers say: control,
 * options, resynchronisation, filters. Called behind each write; a call that changes nothing does
 * nothing. The encapsulation is the caller's. Errors as rvt_encoder_control.
 */
RVT_MUST_USE
enum rvt_status rvt_encoder_program(struct rvt_encoder *encoder, const struct rvt_row *row,
                                    const struct rvt_registers *registers, struct rvt_diag *diag);

/* The configuration in force; inside of the sink: for the packet that it takes. Lives as long as
 * encoder. */
const struct rvt_config *rvt_encoder_config(const struct rvt_encoder *encoder);

/* trTeInstTracing and trTeDataTracing, as software and triggers left them. */
bool rvt_encoder_tracing(const struct rvt_encoder *encoder);
bool rvt_encoder_data_tracing(const struct rvt_encoder *encoder);

/*
 * Takes the next cycle in which something happened (items, triggers, halted or reset changes);
 * cycles left out are idle. A cycle after a trigger or a change of halted or reset may be left out
 * if it is idle: the encoder then lets it pass before it takes row. Returns RVT_OK; RVT_ERR_INGRESS
 * (nothing taken); RVT_ERR_SINK.
 */
RVT_MUST_USE
enum rvt_status rvt_encoder_row(struct rvt_encoder *encoder, const struct rvt_row *row,
                                struct rvt_diag *diag);

/*
 * Tells that the cycles behind the latest that has passed, up to and including cycle, were stalled:
 * the hart showed nothing new in them. They count for resynchronisation and for nothing else; in
 * particular they are no idle cycles, so nothing ends in them. Spec: ETR-RSY-001; decision 0001.
 */
void rvt_encoder_stall(struct rvt_encoder *encoder, uint64_t cycle);

/* Tells that the cycles up to and including cycle were idle, so that a pending END can leave. */
RVT_MUST_USE
enum rvt_status rvt_encoder_idle(struct rvt_encoder *encoder, uint64_t cycle,
                                 struct rvt_diag *diag);

#endif
