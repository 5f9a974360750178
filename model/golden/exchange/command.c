/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/command.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "golden/exchange/child.h"

/* The longest answer, and the room for what is read at once. */
enum { ANSWER_BYTES_MAX = 16 * 1024 * 1024, READ_BYTES = 65536 };

struct rvt_command {
    const char *line;
    unsigned seconds; /* of one answer */
    struct rvt_child child;
    char *data; /* what the child printed and nobody took */
    size_t bytes, capacity;
    enum rvt_status ended; /* how a child ended that did not end as it should, and in words */
    struct rvt_diag end;
};

/* A request on its way. */
struct sending {
    const char *text; /* with its newline */
    size_t bytes, sent;
    int64_t until; /* when the answer must be there */
};

static enum rvt_status no_memory(struct rvt_diag *diag)
{
    return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
}

enum rvt_status rvt_command_open(const char *line, unsigned seconds, struct rvt_command **command,
                                 struct rvt_diag *diag)
{
    *command = calloc(1, sizeof **command);
    if (*command == NULL)
        return no_memory(diag);
    (*command)->line = line;
    (*command)->seconds = seconds;
    return RVT_OK;
}

/* Ends the child, if it runs, and keeps the first fault in how one ended. */
static void stop(struct rvt_command *command)
{
    struct rvt_diag diag;
    enum rvt_status status = RVT_OK;

    rvt_diag_clear(&diag);
    if (command->child.id > 0 && command->bytes > 0) {
        rvt_child_kill(&command->child);
        status = rvt_diag_set(&diag, RVT_ERR_TRAILING, NULL, 0, NULL,
                              "the command prints more than answers");
    } else if (command->child.id > 0) {
        status = rvt_child_end(&command->child, (int64_t)command->seconds * 1000, &diag);
    }
    command->bytes = 0;
    if (command->ended != RVT_OK)
        return;
    command->ended = status;
    command->end = diag;
}

/* Writes what the child takes of the request. One that reads no more has perhaps answered. */
static void send_some(const struct rvt_command *command, struct sending *sending)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;

    (void)sigaction(SIGPIPE, &ignore, &before);
    ssize_t sent =
        write(command->child.to, sending->text + sending->sent, sending->bytes - sending->sent);
    if (sent > 0)
        sending->sent += (size_t)sent;
    else if (sent < 0 && errno != EAGAIN && errno != EINTR)
        sending->sent = sending->bytes;
    (void)sigaction(SIGPIPE, &before, NULL);
}

/* Reads what the child printed; *closed: nothing comes any more. */
static enum rvt_status read_some(struct rvt_command *command, bool *closed, struct rvt_diag *diag)
{
    if (command->bytes > ANSWER_BYTES_MAX)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "the answer is too long");
    if (command->capacity - command->bytes < READ_BYTES) {
        size_t capacity = 2 * command->capacity + READ_BYTES;
        char *moved = realloc(command->data, capacity);
        if (moved == NULL)
            return no_memory(diag);
        command->data = moved;
        command->capacity = capacity;
    }
    ssize_t got = read(command->child.from, command->data + command->bytes, READ_BYTES);
    *closed = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
    command->bytes += got > 0 ? (size_t)got : 0;
    return RVT_OK;
}

/* Waits until the child takes or prints something, and passes it on. */
static enum rvt_status move_some(struct rvt_command *command, struct sending *sending, bool *closed,
                                 struct rvt_diag *diag)
{
    struct pollfd ends[] = {{.fd = command->child.from, .events = POLLIN},
                            {.fd = command->child.to, .events = POLLOUT}};
    int64_t left = sending->until - rvt_child_now();
    unsigned count = sending->sent < sending->bytes ? 2 : 1;

    if (left <= 0 || poll(ends, count, (int)left) == 0)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "no answer within %u s",
                            command->seconds);
    if (count == 2 && ends[1].revents != 0)
        send_some(command, sending);
    return ends[0].revents != 0 ? read_some(command, closed, diag) : RVT_OK;
}

/* Sends the request to the child, which runs, and waits for a line of *length bytes at the start of
 * the data; *taken are those with its newline. */
static enum rvt_status exchange(struct rvt_command *command, const char *request, size_t *length,
                                size_t *taken, struct rvt_diag *diag)
{
    struct sending sending = {.text = request,
                              .bytes = strlen(request),
                              .until = rvt_child_now() + (int64_t)command->seconds * 1000};
    enum rvt_status status = RVT_OK;
    const char *end = NULL;
    bool closed = false;

    while (status == RVT_OK && !closed && end == NULL) {
        status = move_some(command, &sending, &closed, diag);
        end = command->bytes > 0 ? memchr(command->data, '\n', command->bytes) : NULL;
    }
    if (status == RVT_OK && command->bytes == 0) {
        status = rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL,
                              "the command ended without an answer");
        stop(command);
    } else if (status != RVT_OK) {
        rvt_child_kill(&command->child);
        command->bytes = 0;
    }
    *length = end != NULL ? (size_t)(end - command->data) : command->bytes;
    *taken = *length + (end != NULL);
    return status;
}

/* Takes the line as the answer. */
static enum rvt_status take(struct rvt_command *command, size_t length, size_t taken,
                            json_t **answer, struct rvt_diag *diag)
{
    json_error_t error;

    *answer = json_loadb(command->data, length, JSON_REJECT_DUPLICATES, &error);
    command->bytes -= taken;
    memmove(command->data, command->data + taken, command->bytes);
    if (json_is_object(*answer))
        return RVT_OK;
    json_decref(*answer);
    *answer = NULL;
    return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "the answer is no JSON object");
}

/* Sends a request with its newline, and takes the answer. */
static enum rvt_status ask(struct rvt_command *command, const char *request, json_t **answer,
                           struct rvt_diag *diag)
{
    size_t length = 0, taken = 0;
    enum rvt_status status = RVT_ERR_TRUNCATED;

    if (command->child.id > 0)
        status = exchange(command, request, &length, &taken, diag);
    if (status == RVT_ERR_TRUNCATED) { /* it does not run, or ended after its last answer */
        rvt_diag_clear(diag);
        status = rvt_child_start(command->line, &command->child, diag);
        if (status == RVT_OK)
            status = exchange(command, request, &length, &taken, diag);
    }
    return status == RVT_OK ? take(command, length, taken, answer, diag) : status;
}

enum rvt_status rvt_command_ask(struct rvt_command *command, const json_t *request, json_t **answer,
                                struct rvt_diag *diag)
{
    size_t bytes = json_dumpb(request, NULL, 0, JSON_COMPACT);
    char *text = bytes > 0 ? malloc(bytes + 2) : NULL;

    *answer = NULL;
    if (text == NULL || json_dumpb(request, text, bytes, JSON_COMPACT) != bytes) {
        free(text);
        return no_memory(diag);
    }
    memcpy(text + bytes, "\n", 2);
    enum rvt_status status = ask(command, text, answer, diag);
    free(text);
    return status;
}

enum rvt_status rvt_command_close(struct rvt_command *command, struct rvt_diag *diag)
{
    if (command == NULL)
        return RVT_OK;
    stop(command);
    enum rvt_status status = command->ended;
    if (status != RVT_OK)
        *diag = command->end;
    free(command->data);
    free(command);
    return status;
}
