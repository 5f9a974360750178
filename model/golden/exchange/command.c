/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/command.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/file.h"

/* The longest answer. */
enum { ANSWER_BYTES_MAX = 16 * 1024 * 1024 };

struct rvt_command {
    const char *line;
    unsigned seconds; /* of one answer */
    pid_t child;      /* 0: it does not run */
    FILE *to, *from;
};

enum rvt_status rvt_command_open(const char *line, unsigned seconds, struct rvt_command **command,
                                 struct rvt_diag *diag)
{
    *command = calloc(1, sizeof **command);
    if (*command == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    (*command)->line = line;
    (*command)->seconds = seconds;
    return RVT_OK;
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

/* Ends the child. */
static void stop(struct rvt_command *command)
{
    if (command->to != NULL)
        (void)fclose(command->to);
    if (command->from != NULL)
        (void)fclose(command->from);
    if (command->child > 0)
        (void)waitpid(command->child, NULL, 0);
    command->to = command->from = NULL;
    command->child = 0;
}

/* Starts the child, with pipes to and from it. */
static enum rvt_status start(struct rvt_command *command, struct rvt_diag *diag)
{
    int to[2], from[2];

    if (pipe(to) != 0)
        return rvt_file_fault(diag, "cannot start the command", errno);
    if (pipe(from) != 0) {
        close_both(to);
        return rvt_file_fault(diag, "cannot start the command", errno);
    }
    pid_t child = fork();
    if (child == 0) {
        (void)close(to[1]);
        (void)close(from[0]);
        become(command->line, to[0], from[1]);
    }
    (void)close(to[0]);
    (void)close(from[1]);
    command->to = fdopen(to[1], "w");
    command->from = fdopen(from[0], "r");
    if (child > 0 && command->to != NULL && command->from != NULL) {
        command->child = child;
        return RVT_OK;
    }
    enum rvt_status status = rvt_file_fault(diag, "cannot start the command", errno);
    stop(command);
    return status;
}

/* Waits for the answer; false if it does not come in time: then the child and what it started are
 * killed. */
static bool await(const struct rvt_command *command)
{
    struct pollfd from = {.fd = fileno(command->from), .events = POLLIN};

    if (poll(&from, 1, (int)(command->seconds * 1000)) != 0)
        return true;
    (void)kill(-command->child, SIGKILL);
    return false;
}

/* Reads a line, which the caller frees; null after a fault. */
static enum rvt_status read_line(struct rvt_command *command, char **line, struct rvt_diag *diag)
{
    size_t capacity = 0;

    if (!await(command))
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "no answer within %u s",
                            command->seconds);
    ssize_t length = getline(line, &capacity, command->from);

    if (length > 0 && length <= ANSWER_BYTES_MAX)
        return RVT_OK;
    free(*line);
    *line = NULL;
    return length <= 0
               ? rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL,
                              "the command ended without an answer")
               : rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "the answer is too long");
}

static enum rvt_status parse(const char *line, json_t **answer, struct rvt_diag *diag)
{
    json_error_t error;

    *answer = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(*answer))
        return RVT_OK;
    json_decref(*answer);
    *answer = NULL;
    return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "the answer is no JSON object");
}

/* Writes the request; false if the child does not take it. */
static bool send(struct rvt_command *command, const char *request)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;

    (void)sigaction(SIGPIPE, &ignore, &before);
    bool sent = fprintf(command->to, "%s\n", request) >= 0 && fflush(command->to) == 0;
    (void)sigaction(SIGPIPE, &before, NULL);
    return sent;
}

/* Sends the request to the child, which runs, and reads its line. */
static enum rvt_status exchange(struct rvt_command *command, const char *request, char **line,
                                struct rvt_diag *diag)
{
    (void)send(command, request); /* one that ends has perhaps answered before */
    enum rvt_status status = read_line(command, line, diag);
    if (status != RVT_OK)
        stop(command);
    return status;
}

enum rvt_status rvt_command_ask(struct rvt_command *command, const json_t *request, json_t **answer,
                                struct rvt_diag *diag)
{
    char *text = json_dumps(request, JSON_COMPACT), *line = NULL;
    bool running = command->child > 0;
    enum rvt_status status = RVT_ERR_TRUNCATED;

    *answer = NULL;
    if (text == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    if (running)
        status = exchange(command, text, &line, diag);
    if (status == RVT_ERR_TRUNCATED) { /* it does not run, or ended after its last answer */
        status = start(command, diag);
        if (status == RVT_OK)
            status = exchange(command, text, &line, diag);
    }
    if (status == RVT_OK)
        status = parse(line, answer, diag);
    free(line);
    free(text);
    return status;
}

void rvt_command_close(struct rvt_command *command)
{
    if (command == NULL)
        return;
    stop(command);
    free(command);
}
