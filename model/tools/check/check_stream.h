/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The check of a stream, layer by layer: carrier, encapsulation, packets, and with a program the
 * decoding. */
#ifndef RVT_TOOLS_CHECK_CHECK_STREAM_H
#define RVT_TOOLS_CHECK_CHECK_STREAM_H

#include "check/compliance.h"
#include "io/stream.h"
#include "program/image.h"

struct rvt_check_stream_options {
    const char *path;
    const struct rvt_config *config;
    enum rvt_stream_form form;
    struct rvt_image *image; /* null: nothing is decoded */
    uint64_t steps;          /* instructions that one packet may report; 0: the default */
    bool allow_empty;        /* a stream without packets is no finding */
    /* Takes each payload of the source; null: none. */
    void (*payload)(void *context, bool te_data, const struct rvt_payload *payload);
    void *context;
};

/* Checks the stream; findings go to compliance. *packets: of the source. RVT_ERR_IO,
 * RVT_ERR_SYNTAX, RVT_ERR_MEMORY: the stream cannot be read, as diag says. */
RVT_MUST_USE
enum rvt_status rvt_check_stream(const struct rvt_check_stream_options *options,
                                 struct rvt_compliance *compliance, uint64_t *packets,
                                 struct rvt_diag *diag);

#endif
