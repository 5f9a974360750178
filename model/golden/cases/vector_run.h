/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Runs the cases of vector files with the library, and counts. */
#ifndef RVT_GOLDEN_CASES_VECTOR_RUN_H
#define RVT_GOLDEN_CASES_VECTOR_RUN_H

#include "golden/vector_file.h"

/*
 * Runs every case of file index of the set, reports the disagreements (report: null for none), and
 * adds the number of cases to *passed and *failed. A status other than RVT_OK, as of
 * rvt_golden_file: the file is rejected, nothing was added.
 */
RVT_MUST_USE
enum rvt_status rvt_golden_run_file(const struct rvt_golden_set *set, size_t index,
                                    const struct rvt_golden_report *report, unsigned *passed,
                                    unsigned *failed, struct rvt_diag *diag);

#endif
