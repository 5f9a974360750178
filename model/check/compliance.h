/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * How a stream keeps the rules of compliance_rule.h: how often each was obeyed, and where each was
 * broken. A rule that was neither is not exercised: nothing in the stream could break it, or it was
 * not checked.
 */
#ifndef RVT_CHECK_COMPLIANCE_H
#define RVT_CHECK_COMPLIANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/finding.h"
#include "base/status.h"
#include "check/compliance_rule.h"

enum {
    RVT_COMPLIANCE_RULES_MAX = 256,
    RVT_COMPLIANCE_FINDINGS_MAX = 10000, /* kept; others are only counted */
    RVT_COMPLIANCE_TEXT_BYTES = 320,
};

/* A broken rule and its place. Strings but text are static. */
struct rvt_compliance_finding {
    unsigned rule;              /* index */
    enum rvt_severity severity; /* that of the rule */
    const char *unit;           /* "byte" or "line"; null: the stream as a whole */
    uint64_t position;          /* of that unit, in the file */
    bool has_nibble;            /* the place is a nibble of that byte */
    unsigned nibble;
    bool has_packet;    /* it lies in a packet of the source: */
    uint64_t packet;    /* its number among the te_inst packets, from 0 */
    const char *name;   /* of the packet: "F1"; null: unknown */
    const char *field;  /* as the specification names it; null: none */
    uint64_t value;     /* of the field */
    const char *waived; /* why it is accepted; null: it is not. Lives as long as the waivers */
    char text[RVT_COMPLIANCE_TEXT_BYTES]; /* what is wrong, in one line, without place and rule */
};

struct rvt_rule_compliance {
    uint64_t obeyed, broken, waived; /* waived: of broken */
};

/* Why a finding is accepted; null: it is not. */
typedef const char *(*rvt_compliance_waiver)(void *context,
                                             const struct rvt_compliance_finding *finding);

struct rvt_compliance {
    struct rvt_rule_compliance rule[RVT_COMPLIANCE_RULES_MAX]; /* by index */
    uint64_t count[RVT_SEVERITY_ERROR + 1];                    /* findings that are not waived */
    uint64_t waived;                                           /* findings */
    struct rvt_compliance_finding *finding;                    /* the first ones, as they came */
    size_t findings, room;
    bool incomplete; /* memory ran out: findings were not kept */
    rvt_compliance_waiver waiver;
    void *waiver_context;
};

/* Begins without a finding. waiver may be null. */
void rvt_compliance_init(struct rvt_compliance *compliance, rvt_compliance_waiver waiver,
                         void *waiver_context);

/* Frees what the findings took. */
void rvt_compliance_fini(struct rvt_compliance *compliance);

/* The rule with that number was obeyed count times. A number without a rule (null too) is nothing
 * that a stream can break, and is left out. */
void rvt_compliance_obey(struct rvt_compliance *compliance, const char *number, uint64_t count);

/* The same for a rule of that layer alone. */
void rvt_compliance_obey_in(struct rvt_compliance *compliance, enum rvt_check_layer layer,
                            const char *number, uint64_t count);

/* A rule was broken as finding says; its severity and waived are set here. */
void rvt_compliance_break(struct rvt_compliance *compliance,
                          const struct rvt_compliance_finding *finding);

/* The same, accepted for a reason that lives as long as the findings; the waiver is not asked. */
void rvt_compliance_waive(struct rvt_compliance *compliance,
                          const struct rvt_compliance_finding *finding, const char *reason);

/* The finding of a diagnosis: rule, place, field, value, text. Without a known clause it is other
 * (CHK-003). */
struct rvt_compliance_finding rvt_compliance_of_diag(const struct rvt_diag *diag);

/* The finding of a transport. */
struct rvt_compliance_finding rvt_compliance_of_finding(const struct rvt_finding *finding);

/* A finding of the rule with that number, which exists, without a place. */
struct rvt_compliance_finding rvt_compliance_of_rule(const char *number);

#endif
