/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Exchanges of packets: to write the bytes of fields, and to read the fields of bytes. A case that
 * gives fields is both, if it is valid.
 */
#ifndef RVT_GOLDEN_EXCHANGE_PACKET_EXCHANGE_H
#define RVT_GOLDEN_EXCHANGE_PACKET_EXCHANGE_H

#include "golden/exchange/record.h"

/* As rvt_golden_exchange, for valid cases with the fields or the bytes of te_inst, te_data, and
 * encapsulated packets. */
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_inst_fields(const struct rvt_golden_exchanges *to,
                                                struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_inst_bytes(const struct rvt_golden_exchanges *to,
                                               struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_data_fields(const struct rvt_golden_exchanges *to,
                                                struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_data_bytes(const struct rvt_golden_exchanges *to,
                                               struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_encap_fields(const struct rvt_golden_exchanges *to,
                                                 struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_golden_exchange_encap_bytes(const struct rvt_golden_exchanges *to,
                                                struct rvt_diag *diag);

#endif
