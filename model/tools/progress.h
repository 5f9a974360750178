/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * How far a long command is: a line on stderr, if that is a terminal, from the third second on.
 * RVT_PROGRESS_AFTER in the environment is another number of seconds.
 */
#ifndef RVT_TOOLS_PROGRESS_H
#define RVT_TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct rvt_progress {
    const char *what; /* what is counted, such as "rows" */
    uint64_t count;
    uint64_t total;           /* what at will be, or count; 0: not known. For the caller to set */
    uint64_t at;              /* a place in the files that are read; 0: count has the total */
    uint64_t look, stride;    /* the clock is read when count is look; the latest distance */
    int64_t due, seen, begin; /* seconds: when to show, of the latest look and of the start */
    bool endless;             /* a file has no size */
};

void rvt_progress_start(struct rvt_progress *progress, const char *what);

/* path is a file that is read ("-": stdin): its size counts to the total of at. That of a pipe is
 * not known. */
void rvt_progress_of(struct rvt_progress *progress, const char *path);

/* One more. */
void rvt_progress_step(struct rvt_progress *progress);

/* One more, after which reading is at that byte of the files (rvt_input_place). */
void rvt_progress_at(struct rvt_progress *progress, uint64_t at);

/* A long step, after which there are count, and reading is at that byte of the files; 0: count has
 * the total. */
void rvt_progress_to(struct rvt_progress *progress, uint64_t count, uint64_t at);

/* Clears the line, if it is shown: before another one, and at the end. */
void rvt_progress_clear(void);

#endif
