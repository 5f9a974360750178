/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/ring.h"

#include "tools/command.h"

bool rvt_ring_take(struct rvt_ring *ring, const char *argument)
{
    ring->given = true;
    return argument == NULL || rvt_parse_number(argument, &ring->write);
}

enum rvt_status rvt_ring_open_file(const struct rvt_ring *ring, const char *path,
                                   const struct rvt_configuration *configuration,
                                   enum rvt_trace_form form, rvt_finding_callback finding,
                                   void *context, struct rvt_trace_file **file,
                                   struct rvt_diagnosis *diagnosis)
{
    return ring->given
               ? rvt_trace_file_open_ring(path, configuration, ring->write, file, diagnosis)
               : rvt_trace_file_open(path, configuration, form, finding, context, file, diagnosis);
}
