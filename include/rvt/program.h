/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The program that a hart runs, as the decoder needs it: segments of bytes from ELF files, raw
 * files, buffers, or memory that the caller reads. Where segments overlap the later one wins; where
 * two touch, an instruction may lie across.
 */
#ifndef RVT_PROGRAM_H
#define RVT_PROGRAM_H

#include <rvt/config.h>
#include <rvt/insn.h>

struct rvt_program; /* opaque; owns copies of its segments, about 10 bytes for each byte of code */

/*
 * Reads bytes bytes of memory at address into data. Returns the number of bytes that could be read,
 * 0..bytes, from address on.
 */
typedef size_t (*rvt_program_memory)(void *context, uint64_t address, uint8_t *data, size_t bytes);

RVT_BEGIN_C

/*
 * Creates an empty program. XLEN is 64 if configuration has iaddress_width_p above 32, else 32;
 * its switches say how jalr with x0 counts. zcm, or its switch: the hart has Zcmp and Zcmt in place
 * of Zcd. The caller owns *program and frees it. RVT_ERR_PARAMETER: null; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_new(const struct rvt_configuration *configuration,
                                                     bool zcm, struct rvt_program **program);

/* Frees; null is accepted. Not before the handles that were opened with it are closed. */
RVT_API void rvt_program_free(struct rvt_program *program);

/*
 * Adds the loadable segments of the ELF file at path. RVT_ERR_IO; RVT_ERR_SYNTAX: no RISC-V ELF
 * file, of the wrong class, or with a broken segment; RVT_ERR_CAPACITY: larger than 1 GiB;
 * RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_program_add_elf(struct rvt_program *program, const char *path, struct rvt_diagnosis *diagnosis);

/* Adds the bytes of the file at path, as they are, at address. Errors as rvt_program_add_elf, and
 * RVT_ERR_PARAMETER as rvt_program_add_bytes. */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_add_file(struct rvt_program *program,
                                                          uint64_t address, const char *path,
                                                          struct rvt_diagnosis *diagnosis);

/* Adds a copy of bytes bytes at address. RVT_ERR_PARAMETER: they run past the highest address of
 * XLEN; RVT_ERR_MEMORY. After an error the program is unchanged. */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_add_bytes(struct rvt_program *program,
                                                           uint64_t address, const uint8_t *data,
                                                           size_t bytes);

/*
 * Adds bytes bytes of memory from address on, as memory(context, ...) reads them now, piece by
 * piece; where it reads nothing the program has a hole of 4096 bytes or up to the end. Useful for
 * targets of a debugger and memories of a simulator. Errors as rvt_program_add_bytes.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_add_memory(struct rvt_program *program,
                                                            uint64_t address, uint64_t bytes,
                                                            rvt_program_memory memory,
                                                            void *context);

/* Classifies the instruction at pc. RVT_ERR_NO_CODE: pc is odd, or a byte of the instruction is not
 * in the program; RVT_ERR_PARAMETER: null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_insn(struct rvt_program *program, uint64_t pc,
                                                      struct rvt_insn_info *info);

RVT_END_C

#endif
