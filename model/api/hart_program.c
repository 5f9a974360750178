/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/hart_program.h"

#include <stdlib.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/instruction.h"
#include "api/structure.h"
#include "base/bits.h"
#include "io/elf_image.h"

/* Bytes of memory that are read at once; pages of memory on demand, unless the caller sets them. */
enum { PIECE = 4096, CACHE_PAGES = 1024 };

enum rvt_status rvt_program_new(const struct rvt_configuration *configuration, bool zcm,
                                struct rvt_program **program)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || program == NULL)
        return RVT_ERR_PARAMETER;
    struct rvt_program *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    enum rvt_status status = rvt_elf_open_empty(&configuration->config, &made->image, &diag);
    if (status != RVT_OK) {
        rvt_program_free(made);
        return status;
    }
    if (zcm)
        rvt_image_set_zcm(made->image, true);
    *program = made;
    return RVT_OK;
}

void rvt_program_free(struct rvt_program *program)
{
    if (program == NULL)
        return;
    rvt_image_close(program->image);
    free(program);
}

enum rvt_status rvt_program_add_elf(struct rvt_program *program, const char *path,
                                    struct rvt_diagnosis *diagnosis)
{
    return rvt_program_add_elf_biased(program, path, 0, diagnosis);
}

enum rvt_status rvt_program_add_elf_biased(struct rvt_program *program, const char *path,
                                           uint64_t bias, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (program == NULL || path == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    return rvt_diagnosis_set(diagnosis, &diag,
                             rvt_elf_add_biased(path, bias, program->image, &diag));
}

enum rvt_status rvt_program_add_file(struct rvt_program *program, uint64_t address,
                                     const char *path, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (program == NULL || path == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    return rvt_diagnosis_set(diagnosis, &diag,
                             rvt_elf_add_raw(path, address, program->image, &diag));
}

enum rvt_status rvt_program_add_bytes(struct rvt_program *program, uint64_t address,
                                      const uint8_t *data, size_t bytes)
{
    if (program == NULL || (data == NULL && bytes > 0))
        return RVT_ERR_PARAMETER;
    return bytes > 0 ? rvt_image_add(program->image, address, data, bytes) : RVT_OK;
}

enum rvt_status rvt_program_add_memory(struct rvt_program *program, uint64_t address,
                                       uint64_t bytes, rvt_program_memory memory, void *context)
{
    enum rvt_status status = RVT_OK;
    uint8_t data[PIECE];

    if (program == NULL || memory == NULL)
        return RVT_ERR_PARAMETER;
    uint64_t highest = rvt_mask(rvt_image_xlen(program->image));
    if (bytes > 0 && (address > highest || bytes - 1 > highest - address))
        return RVT_ERR_PARAMETER;
    for (uint64_t at = 0; status == RVT_OK && at < bytes; at += PIECE) {
        size_t wanted = bytes - at < PIECE ? (size_t)(bytes - at) : PIECE;
        size_t got = memory(context, address + at, data, wanted);
        status = rvt_image_add(program->image, address + at, data, got < wanted ? got : wanted);
    }
    return status;
}

enum rvt_status rvt_program_set_memory(struct rvt_program *program, rvt_program_memory memory,
                                       void *context, size_t pages)
{
    if (program == NULL)
        return RVT_ERR_PARAMETER;
    return rvt_image_set_source(program->image, memory, context, pages > 0 ? pages : CACHE_PAGES);
}

enum rvt_status rvt_program_set_space(struct rvt_program *program,
                                      const struct rvt_program_space *space)
{
    struct rvt_program_space known = {.size = sizeof known};

    if (program == NULL ||
        (space != NULL && rvt_structure_take(&known, sizeof known, space) != RVT_OK))
        return RVT_ERR_PARAMETER;
    const struct rvt_executor executor = {.has_context = known.has_context,
                                          .has_privilege = known.has_privilege,
                                          .privilege = known.privilege,
                                          .context = known.context};
    return rvt_image_set_space(program->image, &executor);
}

static size_t read_space(void *context, const struct rvt_executor *executor, uint64_t address,
                         uint8_t *data, size_t bytes)
{
    const struct rvt_program *program = context;
    const struct rvt_program_space made = {.size = sizeof made,
                                           .has_context = executor->has_context,
                                           .has_privilege = executor->has_privilege,
                                           .privilege = executor->privilege,
                                           .context = executor->context};

    return program->memory(program->memory_context, &made, address, data, bytes);
}

enum rvt_status rvt_program_set_space_memory(struct rvt_program *program,
                                             rvt_program_space_memory memory, void *context,
                                             size_t pages)
{
    if (program == NULL || memory == NULL)
        return RVT_ERR_PARAMETER;
    enum rvt_status status = rvt_image_set_space_source(program->image, read_space, program,
                                                        pages > 0 ? pages : CACHE_PAGES);
    if (status != RVT_OK)
        return status;
    program->memory = memory;
    program->memory_context = context;
    return RVT_OK;
}

void rvt_program_invalidate(struct rvt_program *program, uint64_t address, uint64_t bytes)
{
    uint64_t last = bytes > UINT64_MAX - address ? UINT64_MAX : address + bytes - 1;

    if (program != NULL)
        rvt_image_invalidate(program->image, bytes > 0 ? address : 0,
                             bytes > 0 ? last : UINT64_MAX);
}

static bool classify(void *context, uint32_t word, uint64_t pc, struct rvt_insn *insn)
{
    const struct rvt_program *program = context;
    struct rvt_insn_info info = {
        .size = sizeof info, .insn_class = RVT_INSN_CLASS_SEQUENTIAL, .bytes = insn->size};

    if (!program->classify(program->classify_context, pc,
                           insn->size == 2 ? word & UINT16_MAX : word, &info))
        return false;
    *insn = rvt_instruction_of(&info, insn->size, rvt_image_xlen(program->image));
    return true;
}

enum rvt_status rvt_program_set_classify(struct rvt_program *program, rvt_program_classify function,
                                         void *context)
{
    if (program == NULL)
        return RVT_ERR_PARAMETER;
    program->classify = function;
    program->classify_context = context;
    rvt_image_set_classifier(program->image, function != NULL ? classify : NULL, program);
    return RVT_OK;
}

enum rvt_status rvt_program_insn(struct rvt_program *program, uint64_t pc,
                                 struct rvt_insn_info *info)
{
    struct rvt_insn insn;

    if (program == NULL || info == NULL)
        return RVT_ERR_PARAMETER;
    rvt_image_select_set(program->image);
    enum rvt_status status = rvt_image_insn(program->image, pc, &insn, NULL);
    return status == RVT_OK ? rvt_instruction_give(info, &insn) : status;
}
