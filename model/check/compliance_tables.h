/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a rule of compliance_rule.h is, and the tables of the rules, by what they are about. Each is
 * sorted by number. */
#ifndef RVT_CHECK_COMPLIANCE_TABLES_H
#define RVT_CHECK_COMPLIANCE_TABLES_H

#include "base/rule.h"

/* What checks the rule, from the outside of a stream to what it means. */
enum rvt_check_layer {
    RVT_CHECK_STREAM,        /* the file as a whole */
    RVT_CHECK_FRAMING,       /* formatter frames */
    RVT_CHECK_STP,           /* STP packets */
    RVT_CHECK_SEQUENCE,      /* SyS-T messages out of STP packets */
    RVT_CHECK_SYST,          /* SyS-T messages */
    RVT_CHECK_ENCAPSULATION, /* encapsulated packets */
    RVT_CHECK_PACKETS,       /* te_inst payloads, without a program */
    RVT_CHECK_DATA,          /* te_data payloads */
    RVT_CHECK_DECODING,      /* te_inst packets and the program */
    RVT_CHECK_LOSSLESS,      /* what packets decode to, and what retired */
    RVT_CHECK_CHOICES,       /* the packets of the model for what retired */
    RVT_CHECK_LAYERS
};

struct rvt_compliance_rule {
    const char *number; /* "ETR-FMT-042" */
    enum rvt_check_layer layer;
    enum rvt_severity severity;
    const char *sentence; /* what a stream must do */
    const char *clause;   /* the document and its chapter */
};

struct rvt_compliance_table {
    unsigned count;
    const struct rvt_compliance_rule *rule;
};

extern const struct rvt_compliance_table rvt_compliance_stream;        /* CHK */
extern const struct rvt_compliance_table rvt_compliance_transport;     /* FRM, SEQ, STP, SYST */
extern const struct rvt_compliance_table rvt_compliance_encapsulation; /* ENC, and its AMB */
extern const struct rvt_compliance_table rvt_compliance_packets; /* what packets hold and mean */
extern const struct rvt_compliance_table rvt_compliance_encoder; /* what an encoder decides */

#endif
