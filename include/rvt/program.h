/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The program that a hart runs, as the decoder needs it: segments of bytes from ELF files, raw
 * files, buffers, or memory that is read now; and memory that the caller reads when the decoder
 * needs it. Where segments overlap the later one wins, and segments win over memory on demand.
 * Where two touch, an instruction may lie across.
 *
 * A program may have several address spaces: overlays, and the same addresses of several processes.
 * Each is seen in one context, at one privilege, in one of both, or always; without a call of
 * rvt_program_set_space there is one, which is always seen. A decoder sees the spaces of the
 * context and privilege that the trace reported last. Where these overlap, the space with a context
 * and a privilege wins over that with a context, that over the one with a privilege, and that over
 * the one that is always seen. Programs without spaces pay nothing for them.
 */
#ifndef RVT_PROGRAM_H
#define RVT_PROGRAM_H

#include <rvt/config.h>
#include <rvt/insn.h>

struct rvt_program; /* opaque; owns copies of its segments */

/*
 * Reads bytes bytes of memory at address into data. Returns the number of bytes that could be read,
 * 0..bytes, from address on. Must not use the program.
 */
typedef size_t (*rvt_program_memory)(void *context, uint64_t address, uint8_t *data, size_t bytes);

/* Who sees an address space; and who executes, as far as the trace says it. Input structure of
 * rvt_program_set_space; the library provides it to callbacks. */
struct rvt_program_space {
    size_t size;
    bool has_context, has_privilege; /* false: any; who executes: not known */
    uint8_t privilege;               /* as the encoder codes it: 0 U, 1 S, 3 M, 5 VU, 6 VS */
    uint64_t context;
};

/* As rvt_program_memory, for who executes. The same question must have the same answer, until
 * rvt_program_invalidate says otherwise. */
typedef size_t (*rvt_program_space_memory)(void *context, const struct rvt_program_space *executor,
                                           uint64_t address, uint8_t *data, size_t bytes);

/*
 * Classifies the instruction word at pc (of a compressed one bits 15:0). *info is SEQUENTIAL and
 * has the bytes of the instruction, which stay; the function sets insn_class, and of a jump itype
 * (8..15, by which returns and calls are known), rd, rs1 and target. Returns false for an
 * instruction that it does not know: then the patterns of the configuration and the instruction set
 * decide. The same question must have the same answer. Must not use the program.
 */
typedef bool (*rvt_program_classify)(void *context, uint64_t pc, uint32_t word,
                                     struct rvt_insn_info *info);

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
 * file, not linked, a core dump, of the wrong class, with a broken segment, with segments that
 * overlap, or without an executable one;
 * RVT_ERR_CAPACITY: larger than 1 GiB; RVT_ERR_MEMORY. diagnosis has the byte of the file.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_program_add_elf(struct rvt_program *program, const char *path, struct rvt_diagnosis *diagnosis);

/* The same, bias bytes higher than the file says: for position-independent programs. Addresses wrap
 * at XLEN, so that a bias can be negative. */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_add_elf_biased(struct rvt_program *program,
                                                                const char *path, uint64_t bias,
                                                                struct rvt_diagnosis *diagnosis);

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

/*
 * Reads what no segment has through memory(context, ...), in pieces of up to 4096 bytes that do not
 * cross a multiple of 4096, when the decoder needs it (null: no longer). Up to pages pages of 4096
 * bytes are kept; 0: 1024. What memory cannot read is RVT_ERR_NO_CODE, and is asked for again the
 * next time. What was read before is forgotten. RVT_ERR_PARAMETER: null; RVT_ERR_MEMORY: nothing
 * has changed.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_set_memory(struct rvt_program *program,
                                                            rvt_program_memory memory,
                                                            void *context, size_t pages);

/*
 * What is added from here on is seen by space alone (null: always). rvt_program_insn sees what they
 * see who see the space. What was added before stays where it is. RVT_ERR_PARAMETER: null program,
 * or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_set_space(struct rvt_program *program,
                                                           const struct rvt_program_space *space);

/*
 * The same as rvt_program_set_memory, whose place it takes, by a function that also gets who
 * executes. Pages are kept for the 16 latest of these, pages for each. Errors as
 * rvt_program_set_memory; memory must not be null.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_set_space_memory(struct rvt_program *program,
                                                                  rvt_program_space_memory memory,
                                                                  void *context, size_t pages);

/*
 * Memory on demand may have changed from address on, bytes bytes (0: everywhere), as after
 * self-modifying code or a change of overlays: it is read again when it is needed. To be called
 * between two packets, since a packet is decoded with one program. A null program is accepted.
 */
RVT_API void rvt_program_invalidate(struct rvt_program *program, uint64_t address, uint64_t bytes);

/* Asks classify (null: none) for the class of each instruction before the configuration.
 * RVT_ERR_PARAMETER: null program. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_program_set_classify(struct rvt_program *program, rvt_program_classify classify, void *context);

/* Classifies the instruction at pc. RVT_ERR_NO_CODE: pc is odd, or a byte of the instruction is not
 * in the program; RVT_ERR_PARAMETER: null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status rvt_program_insn(struct rvt_program *program, uint64_t pc,
                                                      struct rvt_insn_info *info);

RVT_END_C

#endif
