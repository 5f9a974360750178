/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The bits of irdepth, or of irets in its place, in a packet that reports no implicit returns: they
 * copy the bit before them. A decoder does not look at them. Spec: ETR-FMT-029, -031, -049. */
#ifndef RVT_CHECK_IRDEPTH_CHECK_H
#define RVT_CHECK_IRDEPTH_CHECK_H

#include "wire/packet.h"

/*
 * RVT_OK; RVT_ERR_RESERVED: the bits are not copies, or not ones where ir_fill asks for these
 * (AMB-019). diag gets field, bit, value and clause. packet was read from payload with config. An
 * address that is compressed to bytes by itself is not checked: where it ends depends on the length
 * of the payload (AMB-141).
 */
RVT_MUST_USE
enum rvt_status rvt_irdepth_check(const struct rvt_config *config, const struct rvt_packet *packet,
                                  const struct rvt_payload *payload, struct rvt_diag *diag);

#endif
