/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/live.h"

#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A descriptor that is readable when the input is; -1: it is a file, which always is. */
static int descriptor_of(const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat info;

    if ((standard ? fstat(STDIN_FILENO, &info) : stat(path, &info)) != 0 || S_ISREG(info.st_mode) ||
        S_ISDIR(info.st_mode))
        return -1;
    return standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

void rvt_live_open(struct rvt_live *live, const char *input_path, struct rvt_output *output,
                   struct rvt_json_list *json)
{
    *live = (struct rvt_live){.fd = descriptor_of(input_path), .output = output, .json = json};
}

void rvt_live_step(struct rvt_live *live)
{
    struct pollfd input = {.fd = live->fd, .events = POLLIN};

    if (live->fd < 0 || poll(&input, 1, 0) != 0)
        return;
    if (live->json != NULL)
        rvt_json_list_pause(live->json, live->output);
    (void)rvt_output_flush(live->output);
}

void rvt_live_close(struct rvt_live *live)
{
    if (live->fd >= 0)
        (void)close(live->fd);
}
