/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Where trap handlers lie, by the trap vector registers of the hart. Spec: privileged architecture,
 * xtvec; E-Trace, "Implicit exception mode" (ETR-MODE-062, AMB-047).
 */
#ifndef RVT_PROGRAM_VECTORS_H
#define RVT_PROGRAM_VECTORS_H

#include "decoder/decoder.h"

/* A vector source whose context is a const struct rvt_trap_vectors: the base of the register, and
 * with mode 1 (vectored) 4 bytes further on for each number of an interrupt. */
bool rvt_vectors_find(void *context, const struct rvt_packet *packet, uint64_t *address);

#endif
