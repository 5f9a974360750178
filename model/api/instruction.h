/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The public view of instructions. */
#ifndef RVT_API_INSTRUCTION_H
#define RVT_API_INSTRUCTION_H

#include <rvt/insn.h>

#include "program/insn.h"

/* Sets the caller's *info to what insn says. RVT_ERR_PARAMETER as rvt_structure_give. */
RVT_MUST_USE
enum rvt_status rvt_instruction_give(struct rvt_insn_info *info, const struct rvt_insn *insn);

/* The instruction of size bytes that info describes; UNKNOWN if it describes none. */
struct rvt_insn rvt_instruction_of(const struct rvt_insn_info *info, uint8_t size, unsigned xlen);

#endif
