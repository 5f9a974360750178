/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Programs: ELF files (RISC-V, 32 and 64 bits) to program images. */
#ifndef RVT_IO_ELF_IMAGE_H
#define RVT_IO_ELF_IMAGE_H

#include "base/params.h"
#include "flow/image.h"

/*
 * Opens the loadable segments of the ELF file at path as an image, which the caller closes. config gives the ISA switches; the ELF
 * class must match iaddress_width_p: above 32 needs ELF64. RVT_ERR_IO; RVT_ERR_SYNTAX (no RISC-V ELF, wrong
 * class, broken segment: byte position in diag); RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_elf_open(const char *path, const struct rvt_config *config,
                             struct rvt_image **image, struct rvt_diag *diag);

#endif
