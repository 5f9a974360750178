/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/custom_insn.h"

#include <stddef.h>

static bool is_compressed(uint32_t word)
{
    return (word & 3) != 3;
}

const char *rvt_custom_class_name(enum rvt_custom_class custom_class)
{
    static const char *const NAME[RVT_CUSTOM_CLASSES] = {
        [RVT_CUSTOM_SEQUENTIAL] = "sequential",
        [RVT_CUSTOM_TRAP_RETURN] = "trap_return",
        [RVT_CUSTOM_CALL] = "uninferable_call",
        [RVT_CUSTOM_JUMP] = "uninferable_jump",
        [RVT_CUSTOM_SWAP] = "coroutine_swap",
        [RVT_CUSTOM_RETURN] = "return",
        [RVT_CUSTOM_OTHER_JUMP] = "other_uninferable_jump",
    };

    return custom_class < RVT_CUSTOM_CLASSES ? NAME[custom_class] : NULL;
}

const char *rvt_custom_insn_fault(const struct rvt_custom_insn *insn)
{
    if ((insn->mask & 3) != 3)
        return "mask must contain bits 1:0, which show the size of the instruction";
    if (insn->match & ~insn->mask)
        return "match has bits that mask does not have";
    if (is_compressed(insn->match) && insn->mask > UINT16_MAX)
        return "match is a compressed instruction, but mask has more than 16 bits";
    return NULL;
}

bool rvt_custom_insns_find(const struct rvt_custom_insns *insns, uint32_t word,
                           enum rvt_custom_class *custom_class)
{
    for (unsigned i = 0; i < insns->count; i++) {
        if ((word & insns->insn[i].mask) != insns->insn[i].match)
            continue;
        *custom_class = insns->insn[i].custom_class;
        return true;
    }
    return false;
}
