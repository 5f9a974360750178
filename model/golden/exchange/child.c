/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "io/bytes/file.h"

enum { PAUSE = 5 }; /* milliseconds between two looks at a child that ends */

int64_t rvt_child_now(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* In the child: becomes the command, with these ends of the pipes. */
static void become(const char *line, int in, int out)
{
    (void)setpgid(0, 0);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0) {
        (void)close(in);
        (void)close(out);
        (void)signal(SIGPIPE, SIG_DFL);
        (void)execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    }
    _exit(127);
}

static void close_both(const int *ends)
{
    (void)close(ends[0]);
    (void)close(ends[1]);
}

enum rvt_status rvt_child_start(const char *line, struct rvt_child *child, struct rvt_diag *diag)
{
    int to[2], from[2];

    if (pipe(to) != 0)
        return rvt_file_fault(diag, "cannot start the command", errno);
    if (pipe(from) != 0) {
        close_both(to);
        return rvt_file_fault(diag, "cannot start the command", errno);
    }
    pid_t id = fork();
    if (id == 0) {
        (void)close(to[1]);
        (void)close(from[0]);
        become(line, to[0], from[1]);
    }
    if (id < 0) {
        enum rvt_status status = rvt_file_fault(diag, "cannot start the command", errno);
        close_both(to);
        close_both(from);
        return status;
    }
    (void)setpgid(id, id); /* as the child does: whichever is first */
    (void)close(to[0]);
    (void)close(from[1]);
    (void)fcntl(to[1], F_SETFL, O_NONBLOCK);
    (void)fcntl(from[0], F_SETFL, O_NONBLOCK);
    *child = (struct rvt_child){.id = id, .to = to[1], .from = from[0]};
    return RVT_OK;
}

/* Waits until the child prints more or closes its output; true if it closed it. */
static bool is_silent(const struct rvt_child *child, int64_t until)
{
    struct pollfd from = {.fd = child->from, .events = POLLIN};
    int64_t left = until - rvt_child_now();
    char byte;

    return poll(&from, 1, left > 0 ? (int)left : 0) == 1 && read(child->from, &byte, 1) == 0;
}

/* True if the child has ended by then. */
static bool has_ended(const struct rvt_child *child, int64_t until, int *how)
{
    while (waitpid(child->id, how, WNOHANG) == 0) {
        if (rvt_child_now() >= until)
            return false;
        (void)poll(NULL, 0, PAUSE);
    }
    return true;
}

static enum rvt_status status_of(int how, struct rvt_diag *diag)
{
    if (WIFEXITED(how) && WEXITSTATUS(how) == 0)
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL, "the command ended with %s %d",
                        WIFEXITED(how) ? "exit code" : "signal",
                        WIFEXITED(how) ? WEXITSTATUS(how) : WTERMSIG(how));
}

enum rvt_status rvt_child_end(struct rvt_child *child, int64_t time, struct rvt_diag *diag)
{
    int64_t until = rvt_child_now() + time;
    int how = 0;

    (void)close(child->to);
    child->to = -1;
    bool silent = is_silent(child, until);
    if (silent && has_ended(child, until, &how)) {
        (void)close(child->from);
        child->id = 0;
        return status_of(how, diag);
    }
    bool late = silent || rvt_child_now() >= until;
    rvt_child_kill(child);
    return late ? rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "the command does not end")
                : rvt_diag_set(diag, RVT_ERR_TRAILING, NULL, 0, NULL,
                               "the command prints more than answers");
}

void rvt_child_kill(struct rvt_child *child)
{
    (void)kill(-child->id, SIGKILL);
    if (child->to >= 0)
        (void)close(child->to);
    (void)close(child->from);
    (void)waitpid(child->id, NULL, 0);
    child->id = 0;
}
