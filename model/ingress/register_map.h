/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The map of the control registers: the size of the component, and names to offsets and back. Spec:
 * RISC-V Trace Control Interface, "Trace Encoder Control Interface" (ETR-CTL-001..017).
 */
#ifndef RVT_INGRESS_REGISTER_MAP_H
#define RVT_INGRESS_REGISTER_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "ingress/register_table.h"

enum { RVT_TE_BYTES = 0x1000 }; /* of the component */

#define RVT_UNIT_WORDS (RVT_TE_UNIT / 4)

/* The offset of the register called name ("trTeFilter0Control"). False: there is none. */
bool rvt_register_find(const char *name, uint32_t *offset);

#define RVT_REGISTER_NAME_BYTES 32

/* The name of the register at offset into text, which has RVT_REGISTER_NAME_BYTES; false: none. */
bool rvt_register_name(uint32_t offset, char *text);

#endif
