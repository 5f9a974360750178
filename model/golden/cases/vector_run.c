/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/cases/vector_run.h"

#include "golden/cases/topics.h"

struct counts {
    unsigned passed, failed;
};

static enum rvt_status run_case(void *context, struct rvt_golden_case *c, struct rvt_diag *diag)
{
    struct counts *counts = context;
    enum rvt_status status = rvt_golden_run(c, diag);

    counts->passed += c->faults == 0;
    counts->failed += c->faults != 0;
    return status;
}

enum rvt_status rvt_golden_run_file(const struct rvt_golden_set *set, size_t index,
                                    const struct rvt_golden_report *report, unsigned *passed,
                                    unsigned *failed, struct rvt_diag *diag)
{
    struct counts counts = {0, 0};
    const struct rvt_golden_visitor visitor = {run_case, &counts, report};
    enum rvt_status status = rvt_golden_file(set, index, &visitor, diag);

    if (status == RVT_OK) {
        *passed += counts.passed;
        *failed += counts.failed;
    }
    return status;
}
