/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * rvt decode --jobs: threads decode pieces of a stream ahead of their turn (tools/decode_piece.h).
 * What is printed, its order and the findings are those of one decoder: a piece whose first state
 * is not the last one of the piece before, or that has findings, is decoded again in its turn.
 */
#ifndef RVT_TOOLS_DECODE_DECODE_JOBS_H
#define RVT_TOOLS_DECODE_DECODE_JOBS_H

#include "tools/decode/decode_piece.h"
#include "tools/program.h"

struct rvt_decode_jobs; /* opaque */

struct rvt_decode_jobs_options {
    unsigned jobs; /* threads, 2 or more */
    const struct rvt_configuration *configuration;
    const struct rvt_programs *programs; /* each thread loads them */
    uint64_t step_limit, limit;          /* as those of rvt decode */
    const uint8_t *support;              /* the support packet that first took; borrowed */
    size_t support_bytes;                /* 0: it took none */
    struct rvt_piece_decoder *first;     /* the decoder of the beginning; borrowed until close */
};

/* Starts the threads. False: it has complained. */
RVT_MUST_USE
bool rvt_decode_jobs_open(const struct rvt_decode_jobs_options *options,
                          struct rvt_decode_jobs **jobs);

/* Ends the threads and frees; null is accepted. The latest decoder is of no more use. */
void rvt_decode_jobs_close(struct rvt_decode_jobs *jobs);

/* Takes the next item of the stream; decodes others that come before. Errors of a decoder or of the
 * output. */
RVT_MUST_USE
enum rvt_status rvt_decode_jobs_add(struct rvt_decode_jobs *jobs,
                                    const struct rvt_piece_item *item);

/* Decodes what is left, but does not end the stream. Errors as above. */
RVT_MUST_USE
enum rvt_status rvt_decode_jobs_finish(struct rvt_decode_jobs *jobs);

/* The limit of findings was reached: nothing more is decoded. */
bool rvt_decode_jobs_stopped(const struct rvt_decode_jobs *jobs);

/* The decoder that has taken the latest item that was decoded. */
struct rvt_piece_decoder *rvt_decode_jobs_current(const struct rvt_decode_jobs *jobs);

#endif
