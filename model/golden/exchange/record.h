/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Exchanges as records of schema rvt-vector/1: the request, with the expected answer as expect. */
#ifndef RVT_GOLDEN_EXCHANGE_RECORD_H
#define RVT_GOLDEN_EXCHANGE_RECORD_H

#include "golden/golden_case.h"
#include "io/json_build.h"

/* Takes a record, which it borrows. */
typedef enum rvt_status (*rvt_golden_record_sink)(void *context, json_t *record,
                                                  struct rvt_diag *diag);

/* Where the exchanges of a case go. */
struct rvt_golden_exchanges {
    const struct rvt_golden_case *c;
    rvt_golden_record_sink sink;
    void *context;
};

/*
 * Passes one exchange: suffix is added to the name of the case, if not null; config is the one of
 * the request. Takes input and expect, of which null is RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_put(const struct rvt_golden_exchanges *to, const char *suffix,
                                        const char *task, const struct rvt_config *config,
                                        json_t *input, json_t *expect, struct rvt_diag *diag);

/* The answer that refuses a request. */
json_t *rvt_golden_invalid(void);

#endif
