/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Instructions of a hart that the instruction set manual does not define, as patterns. Each has the
 * class that E-Trace gives such a jump or return. Spec: E-Trace, jump classification (ETR-ING-005,
 * ETR-ING-014).
 */
#ifndef RVT_BASE_CUSTOM_INSN_H
#define RVT_BASE_CUSTOM_INSN_H

#include <stdbool.h>
#include <stdint.h>

/* The target of a custom jump is known only at run time: a pattern does not show it. */
enum rvt_custom_class {
    RVT_CUSTOM_SEQUENTIAL,
    RVT_CUSTOM_TRAP_RETURN,
    RVT_CUSTOM_CALL,
    RVT_CUSTOM_JUMP,
    RVT_CUSTOM_SWAP,
    RVT_CUSTOM_RETURN,
    RVT_CUSTOM_OTHER_JUMP,
    RVT_CUSTOM_CLASSES
};

#define RVT_CUSTOM_INSNS_MAX 32

struct rvt_custom_insn {
    uint32_t mask, match; /* word & mask == match; of a compressed instruction bits 15:0 */
    enum rvt_custom_class custom_class;
};

struct rvt_custom_insns {
    unsigned count;
    struct rvt_custom_insn insn[RVT_CUSTOM_INSNS_MAX];
};

/* The name of a class, as configurations have it; static; null from RVT_CUSTOM_CLASSES on. */
const char *rvt_custom_class_name(enum rvt_custom_class custom_class);

/* What is wrong with a pattern, as one impersonal line: match has bits outside of mask, mask leaves
 * the size open (bits 1:0), or a compressed instruction has more than 16 bits. Null: nothing. */
const char *rvt_custom_insn_fault(const struct rvt_custom_insn *insn);

/* Finds the first pattern that word (of a compressed instruction bits 15:0) has. False: none. */
bool rvt_custom_insns_find(const struct rvt_custom_insns *insns, uint32_t word,
                           enum rvt_custom_class *custom_class);

#endif
