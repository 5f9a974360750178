/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The two forms of a tip trace, text and binary, row by row. Used by tip_file.c alone;
 * docs/files.md has the layouts. */
#ifndef RVT_IO_TIP_TIP_FORMS_H
#define RVT_IO_TIP_TIP_FORMS_H

#include "io/input.h"
#include "io/output.h"
#include "io/tip/tip_access.h"
#include "io/tip/tip_file.h"

enum { RVT_TIP_TEXT_COLUMNS_MAX = 12 + 6 * RVT_BLOCKS_MAX + 13 * RVT_ACCESSES_MAX };

/* A text trace: what stands in each column, from the header. */
struct rvt_tip_text {
    unsigned count;
    unsigned columns;                         /* set of enum rvt_tip_column */
    unsigned blocks;                          /* block columns, 1..RVT_BLOCKS_MAX */
    unsigned groups;                          /* of the data interface, 0..RVT_ACCESSES_MAX */
    uint8_t column[RVT_TIP_TEXT_COLUMNS_MAX]; /* index into the table of names */
};

/*
 * Reads the header line. RVT_ERR_SYNTAX for a missing, unknown or repeated column, or more blocks
 * than blocks_p (line in diag).
 */
RVT_MUST_USE
enum rvt_status rvt_tip_text_open(struct rvt_input *input, const struct rvt_params *params,
                                  struct rvt_tip_text *text, struct rvt_diag *diag);

/*
 * Reads a line as a row, its accesses into access[RVT_ACCESSES_MAX], to which row points then;
 * cycle stays untouched without its column. RVT_ERR_SYNTAX with line and column; errors of the
 * input.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_text_read(struct rvt_input *input, const struct rvt_tip_text *text,
                                  struct rvt_row *row, struct rvt_access *access, bool *end,
                                  struct rvt_diag *diag);

/* Write the header line, and a row; faults stick in output. */
void rvt_tip_text_create(struct rvt_output *output, unsigned columns, unsigned blocks);
void rvt_tip_text_write(struct rvt_output *output, unsigned columns, unsigned blocks,
                        const struct rvt_row *row);

/* A binary trace: what rows are told relative to. */
struct rvt_tip_binary {
    unsigned version;
    unsigned columns;
    unsigned blocks;
    bool halfwords; /* what iretire counts in the trace */
    uint64_t rows;  /* so far */
    uint64_t next_cycle;
    uint64_t next_iaddr; /* address behind the latest block */
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

/* Reads a row, its accesses as above. RVT_ERR_SYNTAX, RVT_ERR_TRUNCATED with the row in diag. */
RVT_MUST_USE
enum rvt_status rvt_tip_binary_read(struct rvt_input *input, struct rvt_tip_binary *binary,
                                    struct rvt_row *row, struct rvt_access *access, bool *end,
                                    struct rvt_diag *diag);

/* Write the header, a row, and the end record; faults stick in output. */
void rvt_tip_binary_create(struct rvt_output *output, const struct rvt_params *params,
                           unsigned columns, struct rvt_tip_binary *binary);
void rvt_tip_binary_write(struct rvt_output *output, struct rvt_tip_binary *binary,
                          const struct rvt_row *row);
void rvt_tip_binary_end(struct rvt_output *output, const struct rvt_tip_binary *binary);

#endif
