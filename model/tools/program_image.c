/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/program_image.h"

#include "io/elf_image.h"
#include "tools/command.h"

/* What is added from here on is seen by space alone. */
static enum rvt_status set_space(struct rvt_image *image, const struct rvt_program_space *space)
{
    const struct rvt_executor executor = {.has_context = space->has_context,
                                          .has_privilege = space->has_privilege,
                                          .privilege = space->privilege,
                                          .context = space->context};

    return rvt_image_set_space(image, &executor);
}

bool rvt_programs_image(const struct rvt_programs *programs, const struct rvt_config *config,
                        struct rvt_image **image)
{
    struct rvt_diag diag;
    bool spaces = false; /* as in rvt_programs_load */

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_elf_open_empty(config, image, &diag);
    if (status == RVT_OK && programs->zcm)
        rvt_image_set_zcm(*image, true);
    for (unsigned i = 0; status == RVT_OK && i < programs->count; i++) {
        const struct rvt_program_file file = rvt_programs_read(programs->name[i]);

        spaces = spaces || file.limited;
        if (spaces)
            status = set_space(*image, &file.space);
        if (status == RVT_OK)
            status = file.raw ? rvt_elf_add_raw(file.path, file.address, *image, &diag)
                              : rvt_elf_add(file.path, *image, &diag);
        if (status != RVT_OK)
            rvt_complain(programs->name[i], &diag);
    }
    return status == RVT_OK;
}
