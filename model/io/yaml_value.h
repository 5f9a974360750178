/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Typed readers of YAML nodes. They report what they refuse with its line and column. */
#ifndef RVT_IO_YAML_VALUE_H
#define RVT_IO_YAML_VALUE_H

#include "io/yaml_tree.h"

/* Refuses node: records status, line and the text "column C: ..." in diag and returns status.
 * clause: a string literal or null. */
RVT_PRINTF(5, 6)
enum rvt_status rvt_yaml_refuse(const struct rvt_yaml_node *node, enum rvt_status status,
                                const char *clause, struct rvt_diag *diag, const char *format, ...);

/* As rvt_yaml_get, but a missing entry is refused: RVT_ERR_SYNTAX at the mapping. */
RVT_MUST_USE
enum rvt_status rvt_yaml_need(const struct rvt_yaml_node *map, const char *key,
                              const struct rvt_yaml_node **node, struct rvt_diag *diag);

/* RVT_ERR_SYNTAX unless node is of kind. */
RVT_MUST_USE
enum rvt_status rvt_yaml_expect(const struct rvt_yaml_node *node, enum rvt_yaml_kind kind,
                                struct rvt_diag *diag);

/* RVT_ERR_SYNTAX, naming the key, unless map is a mapping whose keys are all in keys, which ends
 * with null. */
RVT_MUST_USE
enum rvt_status rvt_yaml_only(const struct rvt_yaml_node *map, const char *const *keys,
                              struct rvt_diag *diag);

/*
 * Typed readers of a scalar. RVT_ERR_SYNTAX for any other text; *value is then unset. unsigned:
 * decimal or 0x, up to 64 bits. bool: true or false. choice: one of values, which ends with null,
 * as its index. bytes: hexadecimal digits in pairs, blanks between bytes allowed; at most capacity
 * bytes.
 */
RVT_MUST_USE
enum rvt_status rvt_yaml_unsigned(const struct rvt_yaml_node *node, uint64_t *value,
                                  struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_yaml_bool(const struct rvt_yaml_node *node, bool *value, struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_yaml_choice(const struct rvt_yaml_node *node, const char *const *values,
                                unsigned *value, struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_yaml_bytes(const struct rvt_yaml_node *node, uint8_t *value, size_t capacity,
                               size_t *bytes, struct rvt_diag *diag);

#endif
