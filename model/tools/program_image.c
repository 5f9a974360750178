/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/program_image.h"

#include "io/elf_image.h"
#include "tools/command.h"

bool rvt_programs_image(const struct rvt_programs *programs, const struct rvt_config *config,
                        struct rvt_image **image)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_elf_open_empty(config, image, &diag);
    if (status == RVT_OK && programs->zcm)
        rvt_image_set_zcm(*image, true);
    for (unsigned i = 0; status == RVT_OK && i < programs->count; i++) {
        bool raw = false;
        uint64_t address = 0;
        const char *path = rvt_programs_path(programs->name[i], &raw, &address);

        status =
            raw ? rvt_elf_add_raw(path, address, *image, &diag) : rvt_elf_add(path, *image, &diag);
        if (status != RVT_OK)
            rvt_complain(programs->name[i], &diag);
    }
    return status == RVT_OK;
}
