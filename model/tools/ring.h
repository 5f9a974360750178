/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The options --ring and --ring-write: the capture is that of a ring buffer in memory. */
#ifndef RVT_TOOLS_RING_H
#define RVT_TOOLS_RING_H

#include <rvt/trace_file.h>

#include "base/compiler.h"

struct rvt_ring {
    bool given;     /* one of the two */
    uint64_t write; /* byte of the file that would be written next; 0: it is in order of time */
};

/* Takes --ring (argument null) or --ring-write; false if argument is no number. */
RVT_MUST_USE
bool rvt_ring_take(struct rvt_ring *ring, const char *argument);

/* Opens the file at path: as rvt_trace_file_open_ring if an option was given, and then form is
 * ENCAP; else as rvt_trace_file_open. */
RVT_MUST_USE
enum rvt_status rvt_ring_open_file(const struct rvt_ring *ring, const char *path,
                                   const struct rvt_configuration *configuration,
                                   enum rvt_trace_form form, rvt_finding_callback finding,
                                   void *context, struct rvt_trace_file **file,
                                   struct rvt_diagnosis *diagnosis);

#endif
