/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Nodes of vector files as JSON values. */
#ifndef RVT_GOLDEN_EXCHANGE_YAML_JSON_H
#define RVT_GOLDEN_EXCHANGE_YAML_JSON_H

#include "io/json_build.h"
#include "io/yaml_tree.h"

/*
 * The value of a node, whose key says what is text: bytes are text without blanks, lines of equal
 * rows are written out. A number is a number up to 2^53, and a text "0x..." beyond. The caller
 * releases it; null: memory ran out.
 */
json_t *rvt_golden_json(const struct rvt_yaml_node *node);

/* A number in this form. */
json_t *rvt_golden_json_number(uint64_t number);

/* Bytes as text, two digits each. */
json_t *rvt_golden_json_bytes(const uint8_t *data, size_t bytes);

#endif
