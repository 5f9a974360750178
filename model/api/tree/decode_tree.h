/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The public decode tree: a tree of the model, and what it owns if it comes from a file. */
#ifndef RVT_API_TREE_DECODE_TREE_H
#define RVT_API_TREE_DECODE_TREE_H

#include <rvt/tree.h>

#include "api/tree/last_errors.h"
#include "element/decode_tree.h"

struct rvt_tree {
    struct rvt_tree_options options;
    struct rvt_decode_tree *tree;
    struct rvt_last_errors errors;
    struct rvt_program **program; /* of a file: one for each hart */
    size_t programs;
    char *capture; /* of a file; null: none */
};

#endif
