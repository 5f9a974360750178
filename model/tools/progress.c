/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LINE_COLUMNS = 79, STRIDE_MAX = 1 << 16, SECONDS_DEFAULT = 3 };

static bool is_shown; /* the cursor is in the line */

static int64_t seconds(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* Seconds until progress is shown. */
static int64_t quiet(void)
{
    const char *text = getenv("RVT_PROGRESS_AFTER");

    return text != NULL ? strtol(text, NULL, 10) : SECONDS_DEFAULT;
}

void rvt_progress_start(struct rvt_progress *progress, const char *what)
{
    *progress = (struct rvt_progress){.what = what, .stride = 1, .look = UINT64_MAX};
    if (isatty(STDERR_FILENO) != 1)
        return;
    progress->look = 0;
    progress->begin = seconds();
    progress->due = progress->begin + quiet();
}

void rvt_progress_of(struct rvt_progress *progress, const char *path)
{
    struct stat info;

    progress->endless =
        progress->endless ||
        (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &info) : stat(path, &info)) != 0 ||
        !S_ISREG(info.st_mode);
    progress->total = progress->endless ? 0 : progress->total + (uint64_t)info.st_size;
}

/* With a total also the percentage, and the time that the rest needs at the same speed. */
static void show(struct rvt_progress *progress, int64_t now)
{
    uint64_t count = progress->count, total = progress->total;
    uint64_t done = progress->at > 0 ? progress->at : count;

    is_shown = true;
    (void)fprintf(stderr, "\rrvt: %" PRIu64, count);
    if (total == 0 || done == 0) {
        (void)fprintf(stderr, " %s", progress->what);
        return;
    }
    double part = done < total ? (double)done / (double)total : 1;
    double left = (double)(now - progress->begin) * (1 - part) / part;
    if (done == count)
        (void)fprintf(stderr, " of %" PRIu64, total);
    (void)fprintf(stderr, " %s, %.0f %%, %.0f s left    ", progress->what, 100 * part, left);
}

/* Shows the progress if it is due, once in a second. The steps between two looks at the clock are
 * as many as a part of a second has. */
static void look(struct rvt_progress *progress)
{
    int64_t now = seconds();

    if (now != progress->seen)
        progress->stride = progress->stride > 1 ? progress->stride / 2 : 1;
    else if (progress->stride < STRIDE_MAX)
        progress->stride *= 2;
    progress->seen = now;
    progress->look = progress->count + progress->stride;
    if (now < progress->due)
        return;
    progress->due = now + 1;
    show(progress, now);
}

void rvt_progress_step(struct rvt_progress *progress)
{
    progress->count++;
    if (progress->count >= progress->look)
        look(progress);
}

void rvt_progress_at(struct rvt_progress *progress, uint64_t at)
{
    progress->at = at;
    rvt_progress_step(progress);
}

void rvt_progress_to(struct rvt_progress *progress, uint64_t count, uint64_t at)
{
    progress->count = count;
    progress->at = at;
    if (count >= progress->look)
        look(progress);
}

void rvt_progress_clear(void)
{
    if (is_shown)
        (void)fprintf(stderr, "\r%*s\r", LINE_COLUMNS, "");
    is_shown = false;
}
