/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A SyS-T message under check, and how a rule that it breaks is reported. */
#ifndef RVT_TRANSPORT_SYST_SYST_SUBJECT_H
#define RVT_TRANSPORT_SYST_SYST_SUBJECT_H

#include "base/finding.h"
#include "transport/syst/syst_place.h"

/* Everything in it is borrowed. */
struct rvt_syst_subject {
    rvt_finding_sink sink; /* null: findings are dropped */
    void *sink_context;
    rvt_syst_lookup lookup; /* null: there is no collateral */
    void *lookup_context;
    const struct rvt_syst_place *place;
    const uint8_t *data; /* the message */
    size_t bytes;        /* available at data */
    size_t used;         /* of them, the message's own */
    const struct rvt_syst_message *message;
};

/*
 * Reports to the sink that the message breaks rule at byte offset at. field and expects are
 * literals; field may be null (there is no value), and expects too (there is nothing to compare
 * the value with).
 */
void rvt_syst_report(const struct rvt_syst_subject *subject, enum rvt_rule rule, size_t at,
                     const char *field, uint64_t value, const char *expects, uint64_t expected);

#endif
