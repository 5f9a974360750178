/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Golden vectors for programs that are no part of rvt: each case as one or more exchanges, which
 * are a request and the answer that is expected. A case that has no such form gives none.
 */
#ifndef RVT_GOLDEN_EXCHANGE_EXCHANGE_H
#define RVT_GOLDEN_EXCHANGE_EXCHANGE_H

#include "golden/exchange/record.h"

/* Passes the exchanges of the case to the sink. RVT_OK, what the sink returns, RVT_ERR_MEMORY, or
 * that the case is malformed. */
RVT_MUST_USE
enum rvt_status rvt_golden_exchange(const struct rvt_golden_exchanges *to, struct rvt_diag *diag);

#endif
