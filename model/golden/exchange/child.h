/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A program that runs in a shell, with a pipe to it and one from it. */
#ifndef RVT_GOLDEN_EXCHANGE_CHILD_H
#define RVT_GOLDEN_EXCHANGE_CHILD_H

#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

struct rvt_child {
    pid_t id;     /* 0: none runs; then the rest means nothing */
    int to, from; /* neither blocks */
};

/* A clock that never goes back, in milliseconds. */
int64_t rvt_child_now(void);

/* Starts the line for /bin/sh, in a process group of its own. RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_child_start(const char *line, struct rvt_child *child, struct rvt_diag *diag);

/*
 * Closes the input of the child, which runs, and waits for its end. RVT_ERR_TRAILING: it prints
 * more; RVT_ERR_CAPACITY: it did not end within that time, in milliseconds. In both cases it is
 * killed. RVT_ERR_TRUNCATED: it ended by a signal, or with another exit code than 0.
 */
RVT_MUST_USE
enum rvt_status rvt_child_end(struct rvt_child *child, int64_t time, struct rvt_diag *diag);

/* Kills the child, which runs, and what it started. */
void rvt_child_kill(struct rvt_child *child);

#endif
