/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Program images out of ELF files (RISC-V, 32 and 64 bits) and of raw memory. */
#ifndef RVT_IO_ELF_IMAGE_H
#define RVT_IO_ELF_IMAGE_H

#include "base/params.h"
#include "program/image.h"

/* The largest program file that is read. */
#define RVT_ELF_BYTES_MAX ((size_t)1 << 30)

/*
 * Opens the loadable segments of the ELF file at path as an image, which the caller closes. config
 * gives the ISA switches and the custom instructions; the ELF class must match iaddress_width_p:
 * ELF64 above 32, ELF32 up to 32. RVT_ERR_IO; RVT_ERR_SYNTAX (no RISC-V ELF, no program, wrong
 * class, broken segment, segments that overlap, none executable: byte position in diag);
 * RVT_ERR_CAPACITY (file larger than RVT_ELF_BYTES_MAX); RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_elf_open(const char *path, const struct rvt_config *config,
                             struct rvt_image **image, struct rvt_diag *diag);

/* Opens an image without segments, for the XLEN that config traces. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_elf_open_empty(const struct rvt_config *config, struct rvt_image **image,
                                   struct rvt_diag *diag);

/* Adds the segments of the ELF file at path to image; they win over earlier ones. Errors as
 * rvt_elf_open; after another one than RVT_ERR_MEMORY image is unchanged. */
RVT_MUST_USE
enum rvt_status rvt_elf_add(const char *path, struct rvt_image *image, struct rvt_diag *diag);

/* The same, bias bytes higher than the file says; addresses wrap at xlen. */
RVT_MUST_USE
enum rvt_status rvt_elf_add_biased(const char *path, uint64_t bias, struct rvt_image *image,
                                   struct rvt_diag *diag);

/* Adds the bytes of the file at path unchanged, at address. Errors as rvt_elf_open. */
RVT_MUST_USE
enum rvt_status rvt_elf_add_raw(const char *path, uint64_t address, struct rvt_image *image,
                                struct rvt_diag *diag);

#endif
