/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Files of golden vectors, rvt-vectors/1: header, configuration, cases with their ids. */
#ifndef RVT_GOLDEN_VECTOR_FILE_H
#define RVT_GOLDEN_VECTOR_FILE_H

#include "golden/golden_case.h"
#include "golden/vector_set.h"

/* What takes the cases of a file. take ends the file by a status other than RVT_OK. */
struct rvt_golden_visitor {
    enum rvt_status (*take)(void *context, struct rvt_golden_case *c, struct rvt_diag *diag);
    void *context;
    const struct rvt_golden_report *report; /* of the cases */
};

/*
 * Passes each case of file index of the set to the visitor, in order. RVT_OK, or what the visitor
 * returns, or as rvt_golden_set_load; RVT_ERR_SYNTAX and RVT_ERR_PARAMETER, with the line, for a
 * file or a configuration that is malformed. Cases before the malformed one are passed.
 */
RVT_MUST_USE
enum rvt_status rvt_golden_file(const struct rvt_golden_set *set, size_t index,
                                const struct rvt_golden_visitor *visitor, struct rvt_diag *diag);

#endif
