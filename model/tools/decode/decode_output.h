/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What rvt decode prints: a line per executed instruction, or JSON. */
#ifndef RVT_TOOLS_DECODE_DECODE_OUTPUT_H
#define RVT_TOOLS_DECODE_DECODE_OUTPUT_H

#include <rvt/decoder.h>
#include <rvt/trace_file.h>

#include "io/bytes/output.h"
#include "tools/position.h"

enum rvt_decode_form { RVT_DECODE_PC, RVT_DECODE_JSON };

/* The callbacks' context, and what it must begin with; all borrowed. */
struct rvt_decode_output {
    enum rvt_decode_form form;
    struct rvt_output *output;
    const struct rvt_trace_item *item; /* the packet that is being decoded */
    struct rvt_trace_decoder *decoder;
    struct rvt_positions positions; /* of the packets of decoder */
    const char *stream_path;        /* for notes on stderr */
    bool trial;                     /* findings and losses end the decoding, and are not shown */
    bool muted;                     /* what the decoder reports is not shown */
    bool no_time, no_context;       /* the trace has none */
    uint64_t items, findings;
};

/* The callbacks of form, with context; fault, which counts findings, is left to the caller. They
 * return RVT_ERR_IO of the output. */
struct rvt_decoder_callbacks rvt_decode_callbacks(struct rvt_decode_output *context);

/* What is printed before and after everything else. */
void rvt_decode_begin(struct rvt_decode_output *context);
void rvt_decode_end(struct rvt_decode_output *context);

/* A finding in its place: nothing in the pc form. RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_decode_finding(struct rvt_decode_output *context,
                                   const struct rvt_diagnosis *finding);

#endif
