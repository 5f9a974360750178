/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The runners of the topics, one for each kind of case. */
#ifndef RVT_GOLDEN_CASES_TOPICS_H
#define RVT_GOLDEN_CASES_TOPICS_H

#include "golden/golden_case.h"

/* Runs the case with the library and reports each disagreement; RVT_OK unless it is malformed. */
RVT_MUST_USE
enum rvt_status rvt_golden_run(struct rvt_golden_case *c, struct rvt_diag *diag);

/* The same for one topic. */
enum rvt_status rvt_golden_packet(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_encap(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_data(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_frame(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_flow(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_syst(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_sequence(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_stp(struct rvt_golden_case *c, struct rvt_diag *diag);

/* Cases of encap for whole streams, read and written. */
enum rvt_status rvt_golden_encap_parse(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_encap_send(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                      struct rvt_diag *diag);

/* Cases of flow, recognised by their input: program and packets; opcodes; accesses. */
enum { RVT_GOLDEN_INSTRUCTIONS_MAX = 1024 }; /* of a program */
enum rvt_status rvt_golden_decode(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_opcodes(struct rvt_golden_case *c, struct rvt_diag *diag);
enum rvt_status rvt_golden_registers(struct rvt_golden_case *c, struct rvt_diag *diag);

#endif
