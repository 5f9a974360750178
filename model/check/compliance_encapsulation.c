/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/compliance_tables.h"

#define AMB    "rvt, docs/ambiguities.md"
#define NORMAL "Unformatted Trace & Diagnostic Data Packet Encapsulation, Normal packets"
#define SYNC   "Unformatted Trace & Diagnostic Data Packet Encapsulation, Null packets"
#define MEMORY "Unformatted Trace & Diagnostic Data Packet Encapsulation, Storage in memory"

static const struct rvt_compliance_rule rules[] = {
    {"AMB-150", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "with indexed framing, the length includes index and payload, and each index is that of the "
     "packet before plus 1",
     AMB},
    {"ENC-002", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "the header byte is whole: length, flow, extend", NORMAL},
    {"ENC-003", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "length counts the bytes of the payload with type and srcID remainder", NORMAL},
    {"ENC-004", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "a packet has all the bytes that its header states", NORMAL},
    {"ENC-005", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "extend is set only if the source has timestamps", NORMAL},
    {"ENC-006", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR, "a payload has 1 to 248 bits", NORMAL},
    {"ENC-007", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "the type field has the configured width", NORMAL},
    {"ENC-010", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "bits without byte boundaries hold a synchronisation sequence", SYNC},
    {"ENC-015", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "the srcID field has the configured width", NORMAL},
    {"ENC-017", RVT_CHECK_ENCAPSULATION, RVT_SEVERITY_ERROR,
     "a packet lies within its block of memory", MEMORY},
};

const struct rvt_compliance_table rvt_compliance_encapsulation = {sizeof rules / sizeof rules[0],
                                                                  rules};
