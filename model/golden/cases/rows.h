/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Runs a tip trace and writes by software through an encoder, for the cases of flow. */
#ifndef RVT_GOLDEN_ROWS_H
#define RVT_GOLDEN_ROWS_H

#include "encoder/encoder.h"
#include "golden/golden_case.h"
#include "io/control_file.h"

struct rvt_golden_rows {
    struct rvt_control_script script; /* rvt_control_fini frees it */
    bool has_idle;
    uint64_t idle; /* cycles up to this one pass at the end */
};

/* Reads control, and idle if present. */
RVT_MUST_USE
enum rvt_status rvt_golden_read_rows(const struct rvt_yaml_node *input,
                                     struct rvt_golden_rows *rows, struct rvt_diag *diag);

/* The sinks of packets; data may be null. encoder is the current one. */
struct rvt_golden_sinks {
    rvt_packet_sink inst;
    rvt_data_sink data;
    void *context;
    struct rvt_encoder **encoder;
};

/*
 * Runs the tip trace in the scalar tip, with lines repeated by rvt_golden_repeat. fault receives
 * the result of the library. Reports a disagreement if status and diagnosis differ.
 */
RVT_MUST_USE
enum rvt_status rvt_golden_run_rows(struct rvt_golden_case *c, const struct rvt_yaml_node *tip,
                                    const struct rvt_golden_rows *rows,
                                    const struct rvt_golden_sinks *sinks, struct rvt_diag *fault,
                                    struct rvt_diag *diag);

#endif
