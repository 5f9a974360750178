/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* te_data packets as mappings of the specification's field names. */
#ifndef RVT_GOLDEN_DATA_FIELDS_H
#define RVT_GOLDEN_DATA_FIELDS_H

#include "golden/golden_case.h"
#include "wire/data.h"

/* Reads a mapping; missing fields are 0. Keys in skip (ended by null, or null) are ignored. */
RVT_MUST_USE
enum rvt_status rvt_golden_read_data(const struct rvt_yaml_node *node, const char *const *skip,
                                     struct rvt_data_packet *packet, struct rvt_diag *diag);

/* Reports a disagreement for every field that differs. what: the origin of got. */
void rvt_golden_compare_data(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                             const char *what, const struct rvt_data_packet *expected,
                             const struct rvt_data_packet *got);

/* Cases of flow, recognised by their input: tip; packets. */
enum rvt_status rvt_golden_data_flow(struct rvt_golden_case *c, bool valid, struct rvt_diag *diag);
enum rvt_status rvt_golden_data_decode(struct rvt_golden_case *c, bool valid,
                                       struct rvt_diag *diag);

#endif
