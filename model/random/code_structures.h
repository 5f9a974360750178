/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The structures of random code: loops, functions, jumps of every kind. */
#ifndef RVT_RANDOM_CODE_STRUCTURES_H
#define RVT_RANDOM_CODE_STRUCTURES_H

#include "random/code_builder.h"

enum { RVT_CODE_STRUCTURE_MAX = 200 }; /* instructions of one structure */

/* Appends one structure, sampled by frequency. */
void rvt_code_structures_add(struct rvt_code_builder *builder);

/* Appends an entry with a few sequential instructions and a return. */
void rvt_code_structures_add_leaf(struct rvt_code_builder *builder);

#endif
