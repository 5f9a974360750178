/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/program.h"

#include <string.h>

#include "io/elf_image.h"

bool rvt_programs_add(struct rvt_programs *programs, const char *name)
{
    if (programs->count == RVT_PROGRAMS_MAX)
        return false;
    programs->name[programs->count++] = name;
    return true;
}

/* Adds the program that an argument names. */
static enum rvt_status add(struct rvt_image *image, const char *program, struct rvt_diag *diag)
{
    const char *colon = strchr(program, ':');
    char address[20];
    uint64_t base = 0;

    if (colon && strncmp(program, "0x", 2) == 0 && (size_t)(colon - program) < sizeof address) {
        memcpy(address, program, (size_t)(colon - program));
        address[colon - program] = '\0';
        if (rvt_parse_number(address, &base))
            return rvt_elf_add_raw(colon + 1, base, image, diag);
    }
    return rvt_elf_add(program, image, diag);
}

bool rvt_programs_load(const struct rvt_programs *programs, const struct rvt_config *config,
                       struct rvt_image **image)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_elf_open_empty(config, image, &diag);
    if (status == RVT_OK)
        status = rvt_image_set_zcm(*image, programs->zcm);
    for (unsigned index = 0; status == RVT_OK && index < programs->count; index++) {
        status = add(*image, programs->name[index], &diag);
        if (status != RVT_OK)
            rvt_complain(programs->name[index], &diag);
    }
    return status == RVT_OK;
}
