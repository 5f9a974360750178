/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The addresses of trap handlers, by the trap vector registers of the hart. Spec: privileged
 * architecture, xtvec; E-Trace, "Implicit exception mode" (ETR-MODE-062, AMB-047).
 */
#ifndef RVT_PROGRAM_VECTORS_H
#define RVT_PROGRAM_VECTORS_H

#include "base/params.h"
#include "wire/packet.h"

/*
 * Finds the address of the handler of the trap that packet (F3/1) reports, for the mode in which
 * the packet leaves it out. False: unknown. Spec: E-Trace, "Implicit exception mode" (ETR-MODE-062,
 * AMB-047).
 */
typedef bool (*rvt_vector_source)(void *context, const struct rvt_packet *packet,
                                  uint64_t *address);

/* An rvt_vector_source whose context is a const struct rvt_trap_vectors: the base in the register,
 * plus 4 bytes for each number of an interrupt in mode 1 (vectored). */
bool rvt_vectors_find(void *context, const struct rvt_packet *packet, uint64_t *address);

#endif
