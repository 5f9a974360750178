/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Descriptions of decode trees, schema rvt-tree/1 (docs/files.md). */
#ifndef RVT_IO_TREE_TREE_YAML_H
#define RVT_IO_TREE_TREE_YAML_H

#include <rvt/program.h>
#include <rvt/tree.h>

#include "io/yaml_tree.h"

enum { RVT_TREE_FILE_SOURCES_MAX = 1024 };

enum rvt_tree_protocol {
    RVT_TREE_ETRACE, /* E-Trace of a hart */
    RVT_TREE_TUNNEL, /* E-Trace in SyS-T messages on STP */
    RVT_TREE_STP,    /* STP packets with data of software */
    RVT_TREE_SYST    /* SyS-T messages of software on STP */
};

struct rvt_tree_file_source {
    const struct rvt_yaml_node *node; /* the whole entry */
    unsigned carrier_id, id;
    enum rvt_tree_protocol protocol;
    const struct rvt_yaml_node *configuration; /* null for software, like the next ones */
    const struct rvt_yaml_node *memory;        /* a list, read by rvt_tree_file_memory */
    bool zcm;
    uint64_t steps; /* 0: the default */
};

/* Nodes live as long as yaml. */
struct rvt_tree_file {
    struct rvt_yaml *yaml;
    enum rvt_tree_framing framing;
    const struct rvt_yaml_node *capture; /* null: none */
    struct rvt_tree_file_source *source;
    size_t sources;
};

/* An entry of memory: an ELF file, or bytes as they are. */
struct rvt_tree_file_memory {
    const struct rvt_yaml_node *path;
    bool elf;
    uint64_t at;                    /* load bias of an ELF file; address of bytes */
    struct rvt_program_space space; /* who sees it */
};

/*
 * Reads the description at path ("-": stdin). The caller finishes *file. RVT_ERR_SYNTAX or
 * RVT_ERR_PARAMETER with line and column: an unknown, repeated or missing key, a wrong type, an ID
 * that occurs twice or cannot be in this framing, a carrier with E-Trace and STP; otherwise as
 * rvt_yaml_open.
 */
RVT_MUST_USE
enum rvt_status rvt_tree_file_open(const char *path, struct rvt_tree_file *file,
                                   struct rvt_diag *diag);

void rvt_tree_file_fini(struct rvt_tree_file *file);

/* Reads an entry of the memory of a source. RVT_ERR_SYNTAX. */
RVT_MUST_USE
enum rvt_status rvt_tree_file_memory(const struct rvt_yaml_node *node,
                                     struct rvt_tree_file_memory *memory, struct rvt_diag *diag);

/* The path of the file that the description at path calls name: relative to the folder of the
 * description. The caller frees it; null: out of memory. */
RVT_MUST_USE
char *rvt_tree_file_path(const char *path, const char *name);

#endif
