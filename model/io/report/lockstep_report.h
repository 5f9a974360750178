/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the report of a trace encoder's comparison is about. */
#ifndef RVT_IO_REPORT_LOCKSTEP_REPORT_H
#define RVT_IO_REPORT_LOCKSTEP_REPORT_H

#include "io/report/run_report.h"
#include "lockstep/core/lockstep.h"

/* The report of instance after so many cycles, schema rvt-report/1: both verdicts, of which decides
 * is the one that the options of lockstep chose. lockstep and instance are borrowed. */
struct rvt_run_report rvt_lockstep_report(const struct rvt_lockstep *lockstep,
                                          enum rvt_verdict decides, const char *instance,
                                          uint64_t cycles);

#endif
