/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The JSON reports of several runs, merged: one verdict, and each distinct finding once. Findings
 * are the same if they have the same verdict, kind, clause, kind of packet and field, and, if their
 * values are 0 and 1, the same values: a flag that is set wrongly is not one that is missing. The
 * set has the first one, and the first one in each of up to three other folders of reports: that of
 * another bench may have another cause.
 */
#ifndef RVT_IO_REPORT_REPORT_SET_H
#define RVT_IO_REPORT_REPORT_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "io/bytes/output.h"

struct rvt_report_set; /* opaque */

/* Opens a set without runs. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_report_set_open(struct rvt_report_set **set);

/* Frees; null is accepted. */
void rvt_report_set_close(struct rvt_report_set *set);

/*
 * Adds the report of a run: bytes of JSON with schema rvt-report/1 or rvt-transport-report/1. name
 * is copied. RVT_ERR_SYNTAX: it is none of these, and diag says why; the set is unchanged.
 * RVT_ERR_MEMORY: the set can only be closed.
 */
RVT_MUST_USE
enum rvt_status rvt_report_set_add(struct rvt_report_set *set, const char *name, const char *data,
                                   size_t bytes, struct rvt_diag *diag);

/* A run has no report, and so did not pass. RVT_ERR_MEMORY, as above. */
RVT_MUST_USE
enum rvt_status rvt_report_set_add_missing(struct rvt_report_set *set, const char *name);

/* True if there is a run, and every run passed. */
bool rvt_report_set_passed(const struct rvt_report_set *set);

/* Appends the set as text: a line for each run, and one for each distinct finding. RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_report_set_print(const struct rvt_report_set *set, struct rvt_output *output);

/* Appends the set as JSON, schema rvt-report-set/1 (docs/files.md). RVT_ERR_IO, RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_report_set_write(const struct rvt_report_set *set, struct rvt_output *output);

#endif
