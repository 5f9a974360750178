/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The requirement that defines each field of a te_inst packet, for messages. Spec: E-Trace,
 * "Instruction Trace Encoder Output Packets" (ETR-FMT-001..049); draft 0.026 (DRF-001..013).
 */
#ifndef RVT_WIRE_PACKET_CLAUSE_H
#define RVT_WIRE_PACKET_CLAUSE_H

#include "base/params.h"
#include "wire/te_inst.h"

/* The requirement that defines a field of a packet, such as "ETR-FMT-027"; static; null if
 * unknown. */
const char *rvt_packet_clause(const struct rvt_config *config, const struct rvt_packet *packet,
                              const char *field);

#endif
