/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Exchanges of whole streams: rows to packets, packets and program to instructions. */
#ifndef RVT_GOLDEN_EXCHANGE_FLOW_EXCHANGE_H
#define RVT_GOLDEN_EXCHANGE_FLOW_EXCHANGE_H

#include "golden/exchange/record.h"

/* As rvt_golden_exchange, for cases with rows. The answer has the payload of each packet, null
 * where the case does not say it. Of several tip traces, each is one exchange. */
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_encode(const struct rvt_golden_exchanges *to,
                                           struct rvt_diag *diag);

/* The same for cases with a program and packets, which the request has as payloads. A case with a
 * packet that no payload can hold gives no exchange. */
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_decode(const struct rvt_golden_exchanges *to,
                                           struct rvt_diag *diag);

#endif
