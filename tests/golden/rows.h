/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A tip trace and what software does meanwhile, through an encoder: what cases of flow share. */
#ifndef RVT_TESTS_GOLDEN_ROWS_H
#define RVT_TESTS_GOLDEN_ROWS_H

#include "encoder/encoder.h"
#include "golden.h"
#include "io/control_file.h"

struct golden_rows {
    struct rvt_control_script script; /* rvt_control_fini frees it */
    bool has_idle;
    uint64_t idle; /* cycles up to this one pass at the end */
};

/* Reads control, and idle if it is there. */
RVT_MUST_USE
enum rvt_status golden_read_rows(const struct rvt_yaml_node *input, struct golden_rows *rows,
                                 struct rvt_diag *diag);

/* Where packets go; data may be null. encoder is the one at work. */
struct golden_sinks {
    rvt_packet_sink inst;
    rvt_data_sink data;
    void *context;
    struct rvt_encoder **encoder;
};

/*
 * Runs the tip trace in the scalar tip, its lines repeated as golden_repeat says. What the library
 * returns goes to fault; disagrees if it returns something else than it diagnoses.
 */
RVT_MUST_USE
enum rvt_status golden_run_rows(struct golden_case *c, const struct rvt_yaml_node *tip,
                                const struct golden_rows *rows, const struct golden_sinks *sinks,
                                struct rvt_diag *fault, struct rvt_diag *diag);

#endif
