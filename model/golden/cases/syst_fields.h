/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* SyS-T messages as mappings, for the cases of vectors/syst. */
#ifndef RVT_GOLDEN_SYST_FIELDS_H
#define RVT_GOLDEN_SYST_FIELDS_H

#include "golden/golden_case.h"
#include "transport/syst/syst_check.h"

#define RVT_GOLDEN_SYST_BYTES 512

/* A message, and room for the body that it points to. */
struct rvt_golden_syst {
    struct rvt_syst_message message;
    uint8_t body[RVT_GOLDEN_SYST_BYTES];
};

/* Reads a mapping of fields; missing ones are 0. */
RVT_MUST_USE
enum rvt_status rvt_golden_read_syst(const struct rvt_yaml_node *node, struct rvt_golden_syst *syst,
                                     struct rvt_diag *diag);

/* Reports a disagreement for every field that differs, except for lengths and checksums. */
void rvt_golden_compare_syst(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                             const struct rvt_syst_message *expected,
                             const struct rvt_syst_message *got);

/* Cases recognised by their input: messages; format. */
RVT_MUST_USE
enum rvt_status rvt_golden_syst_messages(struct rvt_golden_case *c, struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_golden_syst_format(struct rvt_golden_case *c, struct rvt_diag *diag);

#endif
