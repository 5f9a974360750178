/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The trap vector registers of a hart as a YAML mapping: {m: 0x..., s: 0x..., u: 0x..., vs: 0x...},
 * values of mtvec, stvec, utvec and vstvec with their mode bits. */
#ifndef RVT_IO_VECTORS_YAML_H
#define RVT_IO_VECTORS_YAML_H

#include "base/params.h"
#include "io/yaml_value.h"

/* Reads node; registers that it leaves out are unknown. RVT_ERR_SYNTAX; RVT_ERR_PARAMETER for a
 * reserved mode. */
RVT_MUST_USE
enum rvt_status rvt_vectors_read(const struct rvt_yaml_node *node, struct rvt_trap_vectors *vectors,
                                 struct rvt_diag *diag);

#endif
