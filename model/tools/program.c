/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/program.h"

#include "tools/command.h"
#include "tools/inputs.h"

bool rvt_programs_add(struct rvt_programs *programs, const char *name)
{
    bool raw = false;
    uint64_t address = 0;

    if (programs->count == RVT_PROGRAMS_MAX)
        return false;
    programs->name[programs->count++] = name;
    rvt_input_note(rvt_programs_path(name, &raw, &address));
    return true;
}

const char *rvt_programs_path(const char *name, bool *raw, uint64_t *address)
{
    const char *colon = strchr(name, ':');
    char digits[20];

    *raw = false;
    if (colon != NULL && strncmp(name, "0x", 2) == 0 && (size_t)(colon - name) < sizeof digits) {
        memcpy(digits, name, (size_t)(colon - name));
        digits[colon - name] = '\0';
        *raw = rvt_parse_number(digits, address);
    }
    return *raw ? colon + 1 : name;
}

bool rvt_programs_load(const struct rvt_programs *programs,
                       const struct rvt_configuration *configuration, struct rvt_program **program)
{
    struct rvt_diagnosis diagnosis;
    enum rvt_status status = rvt_program_new(configuration, programs->zcm, program);

    RVT_CLEAR(&diagnosis);
    for (unsigned i = 0; status == RVT_OK && i < programs->count; i++) {
        bool raw = false;
        uint64_t address = 0;
        const char *path = rvt_programs_path(programs->name[i], &raw, &address);

        status = raw ? rvt_program_add_file(*program, address, path, &diagnosis)
                     : rvt_program_add_elf(*program, path, &diagnosis);
        if (status != RVT_OK)
            rvt_complain_diagnosis(programs->name[i], &diagnosis);
    }
    return status == RVT_OK;
}
