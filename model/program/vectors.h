/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The addresses of trap handlers, by the trap vector registers of the hart. Spec: privileged
 * architecture, xtvec; E-Trace, "Implicit exception mode" (ETR-MODE-062, AMB-047).
 */
#ifndef RVT_PROGRAM_VECTORS_H
#define RVT_PROGRAM_VECTORS_H

#include "base/compiler.h"
#include "base/params.h"
#include "wire/packet.h"

/*
 * Finds the address of the handler of the trap that packet (F3/1) reports, for the mode in which
 * the packet leaves it out. False: unknown. Spec: E-Trace, "Implicit exception mode" (ETR-MODE-062,
 * AMB-047).
 */
typedef bool (*rvt_vector_source)(void *context, const struct rvt_packet *packet,
                                  uint64_t *address);

/* The names of the registers, as configurations spell them: "m", "s", "u", "vs", null. Static. */
const char *const *rvt_vectors_names(void);

/* The name of a register by its number from 0, and its value if it is known; null after the last
 * register. */
const char *rvt_vectors_entry(const struct rvt_trap_vectors *vectors, unsigned number, bool *known,
                              uint64_t *value);

/* Sets the register called name to value, with its mode bits. RVT_ERR_PARAMETER: no such register,
 * or a reserved mode (2 or 3); vectors are unchanged. */
RVT_MUST_USE
enum rvt_status rvt_vectors_set(struct rvt_trap_vectors *vectors, const char *name, uint64_t value,
                                struct rvt_diag *diag);

/* An rvt_vector_source whose context is a const struct rvt_trap_vectors: the base in the register,
 * plus 4 bytes for each number of an interrupt in mode 1 (vectored). */
bool rvt_vectors_find(void *context, const struct rvt_packet *packet, uint64_t *address);

#endif
