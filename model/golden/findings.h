/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Findings of the checkers, collected and compared with a sequence of mappings: rule and byte;
 * nibble, master, channel, field, value, expected where the case names them.
 */
#ifndef RVT_GOLDEN_FINDINGS_H
#define RVT_GOLDEN_FINDINGS_H

#include "base/finding.h"
#include "golden/golden_case.h"

#define RVT_GOLDEN_FINDINGS_MAX 256

struct rvt_golden_findings {
    size_t count; /* of all; those beyond the capacity are only counted */
    struct rvt_finding finding[RVT_GOLDEN_FINDINGS_MAX];
};

/* An rvt_finding_sink; context is a struct rvt_golden_findings. */
void rvt_golden_collect(void *context, const struct rvt_finding *finding);

/* Reports a disagreement unless got is the sequence node (null: empty), in its order. */
RVT_MUST_USE
enum rvt_status rvt_golden_compare_findings(struct rvt_golden_case *c,
                                            const struct rvt_yaml_node *node,
                                            const struct rvt_golden_findings *got,
                                            struct rvt_diag *diag);

#endif
