/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/compliance_tables.h"

#define RVT "rvt, docs/check.md"

static const struct rvt_compliance_rule rules[] = {
    {"CHK-001", RVT_CHECK_STREAM, RVT_SEVERITY_ERROR,
     "the stream holds packets of the configured source", RVT},
    {"CHK-002", RVT_CHECK_STREAM, RVT_SEVERITY_INFO,
     "the stream ends with a support packet that reports the end of tracing", RVT},
    {"CHK-003", RVT_CHECK_STREAM, RVT_SEVERITY_ERROR, "every byte of the stream can be read", RVT},
    {"CHK-004", RVT_CHECK_STREAM, RVT_SEVERITY_INFO,
     "the stream begins with a packet, without filling before it", RVT},
    {"CHK-005", RVT_CHECK_STREAM, RVT_SEVERITY_ERROR, "every waiver that is not optional is used",
     RVT},
    {"CHK-006", RVT_CHECK_LOSSLESS, RVT_SEVERITY_ERROR, "packets decode to exactly what retired",
     RVT},
    {"CHK-007", RVT_CHECK_LOSSLESS, RVT_SEVERITY_ERROR, "the program can retire every row", RVT},
    {"CHK-008", RVT_CHECK_CHOICES, RVT_SEVERITY_WARNING, "the packets are those of the model", RVT},
};

const struct rvt_compliance_table rvt_compliance_stream = {sizeof rules / sizeof rules[0], rules};
