/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Long runs of equal null packets in the text of rvt dump: the first and the last one, and their
 * number. */
#ifndef RVT_TOOLS_NULL_RUN_H
#define RVT_TOOLS_NULL_RUN_H

#include "io/stream.h"

/* A longer run is a long one; those of synchronisation sequences are not. */
enum { RVT_NULL_RUN_SHORT = 64 };

struct rvt_null_run {
    struct rvt_stream_item null; /* the latest one */
    uint64_t rest;               /* after the first */
    bool running;
    uint64_t position[RVT_NULL_RUN_SHORT]; /* of the first ones of the rest */
};

/* True if item goes on with the run: its line is printed when the run ends. Else prints what a run
 * has left, and begins one if item is a null packet. */
bool rvt_null_run_take(struct rvt_null_run *run, const struct rvt_config *config,
                       struct rvt_output *output, const struct rvt_stream_item *item);

/* Prints what a run has left; it ends. */
void rvt_null_run_end(struct rvt_null_run *run, const struct rvt_config *config,
                      struct rvt_output *output);

#endif
