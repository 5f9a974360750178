/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A YAML document as a tree of nodes with their positions. The subset of YAML that data files need:
 * one document; no anchors, aliases or tags; keys are plain words, and none occurs twice in a
 * mapping. A scalar is the text as written: "off" is no boolean here.
 */
#ifndef RVT_IO_YAML_TREE_H
#define RVT_IO_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Limits that protect against hostile files. */
enum {
    RVT_YAML_DEPTH_MAX = 16,
    RVT_YAML_KEYS_MAX = 512,      /* of one mapping */
    RVT_YAML_NODES_MAX = 1 << 22, /* of the document */
    RVT_YAML_BYTES_MAX = 64 * 1024 * 1024,
};

enum rvt_yaml_kind { RVT_YAML_SCALAR, RVT_YAML_SEQUENCE, RVT_YAML_MAPPING };

/* Read only; lives as long as the document. */
struct rvt_yaml_node {
    enum rvt_yaml_kind kind;
    unsigned line, column; /* of the node, from 1 */
    const char *text;      /* scalar: its text, null-terminated, without zero bytes; else null */
    const char *key;       /* in a mapping: its key; else null */
    unsigned key_line, key_column;     /* of the key, from 1 */
    size_t count;                      /* entries of a sequence or mapping */
    const struct rvt_yaml_node *first; /* first entry */
    const struct rvt_yaml_node *next;  /* next entry of the same parent */
};

struct rvt_yaml; /* owns the nodes */

/*
 * Reads the document in the file at path ("-": stdin). Returns RVT_OK and *yaml, which the caller
 * closes; RVT_ERR_IO; RVT_ERR_SYNTAX (with line and column) for a file outside of this subset;
 * RVT_ERR_CAPACITY beyond a limit; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_yaml_open(const char *path, struct rvt_yaml **yaml, struct rvt_diag *diag);

/* The same for bytes in memory, which need not stay after the call. */
RVT_MUST_USE
enum rvt_status rvt_yaml_parse(const uint8_t *data, size_t bytes, struct rvt_yaml **yaml,
                               struct rvt_diag *diag);

/* Frees the document and its nodes; null is accepted. */
void rvt_yaml_close(struct rvt_yaml *yaml);

/* The root node; never null. */
const struct rvt_yaml_node *rvt_yaml_root(const struct rvt_yaml *yaml);

/* The entry of a mapping under key, or null; also null if map is null or no mapping. */
const struct rvt_yaml_node *rvt_yaml_get(const struct rvt_yaml_node *map, const char *key);

#endif
