/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/program.h"

#include "tools/command.h"
#include "tools/inputs.h"

bool rvt_programs_add(struct rvt_programs *programs, const char *name)
{
    if (programs->count == RVT_PROGRAMS_MAX)
        return false;
    programs->name[programs->count++] = name;
    rvt_input_note(rvt_programs_read(name).path);
    return true;
}

/* Reads the number in text up to its first end, and passes both. */
static bool take_number(const char **text, char end, uint64_t *number)
{
    const char *found = strchr(*text, end);
    char digits[24];

    if (found == NULL || (size_t)(found - *text) >= sizeof digits)
        return false;
    memcpy(digits, *text, (size_t)(found - *text));
    digits[found - *text] = '\0';
    *text = found + 1;
    return rvt_parse_number(digits, number);
}

/* Reads KEY=N with its end, and passes them. */
static bool take_member(const char **text, const char *key, char end, uint64_t *number)
{
    const char *at = *text;
    size_t bytes = strlen(key);

    if (strncmp(at, key, bytes) != 0)
        return false;
    at += bytes;
    if (!take_number(&at, end, number))
        return false;
    *text = at;
    return true;
}

/* Reads who sees the file, and passes that. */
static void take_space(const char **text, struct rvt_program_space *space)
{
    const char *at = *text;
    uint64_t privilege = 0;

    space->has_context = take_member(&at, "context=", ',', &space->context);
    space->has_privilege = take_member(&at, "privilege=", ':', &privilege) && privilege <= 7;
    space->privilege = (uint8_t)privilege;
    if (space->has_privilege) {
        *text = at;
        return;
    }
    space->has_context = take_member(text, "context=", ':', &space->context);
}

struct rvt_program_file rvt_programs_read(const char *name)
{
    struct rvt_program_file file = {.path = name};
    const char *at;

    RVT_CLEAR(&file.space);
    take_space(&file.path, &file.space);
    file.limited = file.space.has_context || file.space.has_privilege;
    at = file.path;
    file.raw = strncmp(at, "0x", 2) == 0 && take_number(&at, ':', &file.address);
    if (file.raw)
        file.path = at;
    return file;
}

bool rvt_programs_load(const struct rvt_programs *programs,
                       const struct rvt_configuration *configuration, struct rvt_program **program)
{
    struct rvt_diagnosis diagnosis;
    bool spaces = false; /* programs without them pay nothing for them */
    enum rvt_status status = rvt_program_new(configuration, programs->zcm, program);

    RVT_CLEAR(&diagnosis);
    for (unsigned i = 0; status == RVT_OK && i < programs->count; i++) {
        const struct rvt_program_file file = rvt_programs_read(programs->name[i]);

        spaces = spaces || file.limited;
        if (spaces)
            status = rvt_program_set_space(*program, &file.space);
        if (status == RVT_OK)
            status = file.raw ? rvt_program_add_file(*program, file.address, file.path, &diagnosis)
                              : rvt_program_add_elf(*program, file.path, &diagnosis);
        if (status != RVT_OK)
            rvt_complain_diagnosis(programs->name[i], &diagnosis);
    }
    return status == RVT_OK;
}
