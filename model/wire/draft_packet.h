/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_inst packets of the draft of April 2019 (0.026-DRAFT as of commit 22098c9 of its repository):
 * the format walks that wire/packet.h uses for profile draft-0.026. Spec: draft 0.026, "Trace
 * Encoder Output Packets" (DRF-001..013).
 */
#ifndef RVT_WIRE_DRAFT_PACKET_H
#define RVT_WIRE_DRAFT_PACKET_H

#include "base/bits.h"
#include "base/params.h"
#include "wire/te_inst.h"

/* Any packet of the draft, field by field in transmission order. */
void rvt_draft_walk(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p);

/* Width of a branch map with branches (1..31) valid bits: 1, 9, 17, 25 or 31. */
unsigned rvt_draft_map_bits(unsigned branches);

/* The requirement that defines a field of a packet of the draft, such as "DRF-005"; static; null if
 * unknown. */
const char *rvt_draft_clause(const struct rvt_packet *packet, const char *field);

#endif
