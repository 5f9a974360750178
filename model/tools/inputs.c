/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/inputs.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUTS_MAX = 128 };

static const char *inputs[INPUTS_MAX];
static unsigned count;

void rvt_input_note(const char *path)
{
    if (count < INPUTS_MAX)
        inputs[count++] = path;
}

/* What is at path, "-" being descriptor standard; false if it is no file that could be lost. */
static bool look(const char *path, int standard, struct stat *info)
{
    int wrong = strcmp(path, "-") == 0 ? fstat(standard, info) : stat(path, info);

    return wrong == 0 && S_ISREG(info->st_mode);
}

const char *rvt_input_overwritten(const char *path)
{
    struct stat output, input;

    if (!look(path, STDOUT_FILENO, &output))
        return NULL;
    for (unsigned i = 0; i < count; i++)
        if (look(inputs[i], STDIN_FILENO, &input) && input.st_dev == output.st_dev &&
            input.st_ino == output.st_ino)
            return inputs[i];
    return NULL;
}
