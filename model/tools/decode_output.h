/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What rvt decode prints: a line per executed instruction, or JSON. */
#ifndef RVT_TOOLS_DECODE_OUTPUT_H
#define RVT_TOOLS_DECODE_OUTPUT_H

#include "decoder/data_decoder.h"
#include "decoder/decoder.h"
#include "io/output.h"
#include "io/stream.h"
#include "tools/position.h"

enum rvt_decode_form { RVT_DECODE_PC, RVT_DECODE_JSON };

/* The callbacks' context; all borrowed. */
struct rvt_decode_output {
    enum rvt_decode_form form;
    const struct rvt_config *config;
    struct rvt_image *image;
    struct rvt_output *output;
    const struct rvt_stream_item *item; /* the packet that is being decoded */
    const struct rvt_decoder *decoder;
    struct rvt_positions positions; /* of the packets of decoder */
    const char *stream_path;        /* for notes on stderr */
    uint64_t items;
};

/* The callbacks of form, with context. Faults of the output are returned, RVT_ERR_IO. */
struct rvt_decoder_output rvt_decode_callbacks(struct rvt_decode_output *context);

/* What stands before and behind everything else. */
void rvt_decode_begin(struct rvt_decode_output *context);
void rvt_decode_end(struct rvt_decode_output *context, uint64_t findings);

/* A data access in its place. RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_decode_access(struct rvt_decode_output *context,
                                  const struct rvt_data_report *access);

/* A finding in its place: nothing in the pc form. RVT_ERR_MEMORY, RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_decode_finding(struct rvt_decode_output *context, const struct rvt_diag *diag);

#endif
