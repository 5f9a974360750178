/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Tip traces in binary: a header, one record per row relative to the row before, an end record.
 * docs/files.md has the layout. */
#ifndef RVT_IO_TIP_TIP_BINARY_H
#define RVT_IO_TIP_TIP_BINARY_H

#include "base/params.h"
#include "ingress/access.h"
#include "ingress/tip.h"
#include "io/bytes/input.h"
#include "io/bytes/output.h"

/* A binary trace: the values that rows are relative to. */
struct rvt_tip_binary {
    unsigned version;
    unsigned columns;
    unsigned blocks;
    bool halfwords; /* the unit of iretire in the trace */
    uint64_t rows;  /* so far */
    uint64_t next_cycle;
    uint64_t next_iaddr; /* address after the latest block */
    uint64_t next_daddr; /* of the latest access */
    struct rvt_row latest;
};

/* True if the file begins like a binary trace. Errors of the input. */
RVT_MUST_USE
enum rvt_status rvt_tip_binary_probe(struct rvt_input *input, bool *binary, struct rvt_diag *diag);

/*
 * Reads the header. RVT_ERR_SYNTAX for an unknown version, or a trace of another interface than
 * params (retires_p, blocks_p, itype_width_p); RVT_ERR_TRUNCATED.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_binary_open(struct rvt_input *input, const struct rvt_params *params,
                                    struct rvt_tip_binary *binary, struct rvt_diag *diag);

/* Reads a row and its accesses, as rvt_tip_text_read does. RVT_ERR_SYNTAX, RVT_ERR_TRUNCATED
 * with the row in diag. */
RVT_MUST_USE
enum rvt_status rvt_tip_binary_read(struct rvt_input *input, struct rvt_tip_binary *binary,
                                    struct rvt_row *row, struct rvt_access *access, bool *end,
                                    struct rvt_diag *diag);

/* Write the header, a row, and the end record. A write error stays in output. */
void rvt_tip_binary_create(struct rvt_output *output, const struct rvt_params *params,
                           unsigned columns, struct rvt_tip_binary *binary);
void rvt_tip_binary_write(struct rvt_output *output, struct rvt_tip_binary *binary,
                          const struct rvt_row *row);
void rvt_tip_binary_end(struct rvt_output *output, const struct rvt_tip_binary *binary);

#endif
