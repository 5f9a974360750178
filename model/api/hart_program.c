/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/hart_program.h"

#include <stdlib.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/instruction.h"
#include "io/elf_image.h"

enum { PIECE = 4096 }; /* bytes of memory that are read at once */

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
    if (status == RVT_OK && zcm)
        status = rvt_image_set_zcm(made->image, true);
    if (status != RVT_OK)
        rvt_program_free(made);
    else
        *program = made;
    return status;
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
    struct rvt_diag diag = {.status = RVT_OK};

    if (program == NULL || path == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    return rvt_diagnosis_set(diagnosis, &diag, rvt_elf_add(path, program->image, &diag));
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

    if (program == NULL || memory == NULL || (bytes > 0 && address > UINT64_MAX - (bytes - 1)))
        return RVT_ERR_PARAMETER;
    uint8_t *data = malloc(bytes > 0 && bytes <= SIZE_MAX ? (size_t)bytes : 1);
    if (data == NULL || bytes > SIZE_MAX) {
        free(data);
        return RVT_ERR_MEMORY;
    }
    /* Contiguous pieces are one segment: an image is made anew for each. */
    size_t from = 0, at = 0;
    while (status == RVT_OK && at < bytes) {
        size_t wanted = bytes - at < PIECE ? (size_t)(bytes - at) : PIECE;
        size_t got = memory(context, address + at, data + at, wanted);
        if (got < wanted) {
            status = rvt_program_add_bytes(program, address + from, data + from, at + got - from);
            from = at + wanted;
        }
        at += wanted;
    }
    if (status == RVT_OK && from < at)
        status = rvt_program_add_bytes(program, address + from, data + from, at - from);
    free(data);
    return status;
}

enum rvt_status rvt_program_insn(struct rvt_program *program, uint64_t pc,
                                 struct rvt_insn_info *info)
{
    struct rvt_insn insn;

    if (program == NULL || info == NULL)
        return RVT_ERR_PARAMETER;
    enum rvt_status status = rvt_image_insn(program->image, pc, &insn, NULL);
    return status == RVT_OK ? rvt_instruction_give(info, &insn) : status;
}
