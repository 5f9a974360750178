/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The loadable segments of an ELF file as target memory of OpenCSD, read page by page. */
#ifndef RVT_EXAMPLES_ELF_MEMORY_H
#define RVT_EXAMPLES_ELF_MEMORY_H

#include <opencsd/c_api/opencsd_c_api.h>
#include <stdbool.h>
#include <stdio.h>

enum { ELF_PAGE_BYTES = 4096, ELF_SEGMENTS = 16 };

struct elf_segment {
    FILE *file; /* that of the memory */
    uint64_t address, offset, bytes;
};

struct elf_memory {
    FILE *file;
    unsigned segments;
    struct elf_segment segment[ELF_SEGMENTS];
};

/* Opens the ELF file at path (32 or 64 bits, little-endian) and registers its segments with the
 * decode tree. False: it cannot be read, or has too many segments. Close it after the tree. */
bool elf_memory_open(struct elf_memory *memory, const char *path, dcd_tree_handle_t tree);

/* Closes the file. */
void elf_memory_close(struct elf_memory *memory);

#endif
