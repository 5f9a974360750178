/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A program as an ELF file, which rvt_elf_open and any debugger read. */
#ifndef RVT_IO_ELF_WRITER_H
#define RVT_IO_ELF_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include "base/params.h"

/*
 * Writes bytes of code at address as an executable RISC-V ELF file of one segment, of the class
 * that config traces, to path ("-": stdout). RVT_ERR_IO; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_elf_write(const char *path, const struct rvt_config *config, uint64_t address,
                              const uint8_t *code, size_t bytes, struct rvt_diag *diag);

#endif
