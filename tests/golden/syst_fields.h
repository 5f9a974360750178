/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* SyS-T messages as mappings, and what the cases of vectors/syst share. */
#ifndef RVT_TESTS_GOLDEN_SYST_FIELDS_H
#define RVT_TESTS_GOLDEN_SYST_FIELDS_H

#include "golden.h"
#include "transport/syst/syst_check.h"

#define GOLDEN_SYST_BYTES 512

/* A message, and room for the body that it points to. */
struct golden_syst {
    struct rvt_syst_message message;
    uint8_t body[GOLDEN_SYST_BYTES];
};

/* Reads a mapping of fields; what it leaves out is 0. */
RVT_MUST_USE
enum rvt_status golden_read_syst(const struct rvt_yaml_node *node, struct golden_syst *syst,
                                 struct rvt_diag *diag);

/* Disagrees for every field that differs; lengths and checksums are not compared. */
void golden_compare_syst(struct golden_case *c, const struct rvt_yaml_node *at,
                         const struct rvt_syst_message *expected,
                         const struct rvt_syst_message *got);

/* Kinds of cases, by their input: messages; format. */
RVT_MUST_USE
enum rvt_status golden_syst_messages(struct golden_case *c, struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status golden_syst_format(struct golden_case *c, struct rvt_diag *diag);

#endif
