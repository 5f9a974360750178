/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the report of a transport's comparison is about. */
#ifndef RVT_IO_REPORT_TRANSPORT_REPORT_H
#define RVT_IO_REPORT_TRANSPORT_REPORT_H

#include "io/report/run_report.h"

/* The report of instance after so many cycles, schema rvt-transport-report/1: the one verdict of
 * scoreboard, which is one of lockstep/transport. Both are borrowed. */
struct rvt_run_report rvt_transport_report(const void *scoreboard, const char *instance,
                                           uint64_t cycles);

#endif
