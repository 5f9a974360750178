/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The report of a compliance check: what was checked, and the verdict; as text, JSON, JUnit XML and
 * SARIF (compliance_write.h). */
#ifndef RVT_IO_REPORT_COMPLIANCE_REPORT_H
#define RVT_IO_REPORT_COMPLIANCE_REPORT_H

#include "check/compliance.h"
#include "io/bytes/output.h"

struct rvt_compliance_report {
    const struct rvt_compliance *compliance;
    const char *stream, *config, *form; /* names of files, "-": stdin; "encap" */
    const char *program, *against;      /* null: none */
    bool checked[RVT_CHECK_LAYERS];     /* the layers that the stream has, and were asked for */
    bool draft;                         /* the profile is that of the draft */
    enum rvt_severity limit;            /* findings from it on fail the check */
    uint64_t packets;                   /* of the source */
};

/* How many rules of the checked layers are so. */
struct rvt_compliance_summary {
    unsigned obeyed; /* and not broken */
    unsigned broken; /* errors and warnings */
    unsigned noted;  /* infos */
    unsigned unexercised;
};

/* Whether the rule was checked: its layer was, and the profile has it. */
bool rvt_compliance_report_checks(const struct rvt_compliance_report *report, unsigned rule);

/* The summary of a report. */
struct rvt_compliance_summary
rvt_compliance_report_summary(const struct rvt_compliance_report *report);

/* Whether no finding that is not waived reaches the limit. */
bool rvt_compliance_report_passed(const struct rvt_compliance_report *report);

/* "obeyed", "broken", "noted" (broken, and an info), "waived" (all findings are), "not exercised"
 * or "not checked"; static. */
const char *rvt_compliance_report_state(const struct rvt_compliance_report *report, unsigned rule);

/* The place of a finding, such as "byte 17 nibble 1, packet 3 (F1)"; "stream" if it has none. */
void rvt_compliance_report_place(const struct rvt_compliance_finding *finding, char *text,
                                 size_t capacity);

#endif
