/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/bytes/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "io/bytes/file.h"
#include "io/bytes/replacement.h"

enum { BUFFER_BYTES = 65536, PRINT_BYTES = 1024 };

struct rvt_output {
    int fd;
    gzFile gzip;                 /* compressed files; else null */
    struct rvt_replacement file; /* path null: written directly */
    int error;                   /* errno of the first fault; 0: none */
    bool in_place;
    off_t passed, whole; /* bytes that the system has, and where the file was last whole */
    bool in_memory;
    uint8_t *buffer;
    size_t filled, room, limit; /* limit: of room, in memory */
};

/* An output without a sink, whose buffer has room bytes. Null: no memory. */
static struct rvt_output *make(size_t room)
{
    struct rvt_output *made = calloc(1, sizeof *made);
    uint8_t *buffer = malloc(room);

    if (!made || !buffer) {
        free(made);
        free(buffer);
        return NULL;
    }
    made->fd = -1;
    made->buffer = buffer;
    made->room = room;
    return made;
}

static void release(struct rvt_output *output)
{
    if (output->file.path)
        rvt_replacement_release(&output->file);
    free(output->buffer);
    free(output);
}

/* True if the file can be replaced by another of its name: it is regular or does not exist. */
static bool can_replace(const char *path)
{
    struct stat info;

    return stat(path, &info) != 0 ? errno == ENOENT : S_ISREG(info.st_mode);
}

static int open_sink(struct rvt_output *output, const char *path)
{
    if (strcmp(path, "-") == 0)
        return dup(STDOUT_FILENO);
    if (can_replace(path))
        return rvt_replacement_open(path, &output->file);
    return open(path, O_WRONLY | O_CLOEXEC);
}

static bool ends_in_gz(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

enum rvt_status rvt_output_open(const char *path, struct rvt_output **output, struct rvt_diag *diag)
{
    struct rvt_output *made = make(BUFFER_BYTES);
    if (!made)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->fd = open_sink(made, path);
    if (made->fd < 0) {
        enum rvt_status status = rvt_file_fault(diag, "cannot create", errno);
        release(made);
        return status;
    }
    if (ends_in_gz(path)) {
        made->gzip = gzdopen(made->fd, "wb");
        if (!made->gzip) {
            (void)close(made->fd);
            made->fd = -1;
            rvt_output_discard(made);
            return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
        }
    }
    *output = made;
    return RVT_OK;
}

/* A descriptor of path that is locked and empty; -1 with errno. File systems without locks and
 * devices are written without. */
static int open_locked(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    if (fd < 0)
        return -1;
    bool busy = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!busy && (ftruncate(fd, 0) == 0 || !can_replace(path)))
        return fd;
    int error = busy ? EBUSY : errno;
    (void)close(fd);
    errno = error;
    return -1;
}

enum rvt_status rvt_output_open_in_place(const char *path, struct rvt_output **output,
                                         struct rvt_diag *diag)
{
    struct rvt_output *made = make(BUFFER_BYTES);
    if (!made)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->fd = open_locked(path);
    if (made->fd < 0) {
        enum rvt_status status =
            errno == EBUSY ? rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "another run writes it")
                           : rvt_file_fault(diag, "cannot create", errno);
        release(made);
        return status;
    }
    made->in_place = true;
    *output = made;
    return RVT_OK;
}

static void fail(struct rvt_output *output, int error)
{
    if (output->error)
        return;
    output->error = error ? error : EIO;
    if (output->in_place && ftruncate(output->fd, output->whole) != 0)
        return; /* a device, which has no length */
}

/* Passes bytes to the system or to the compressor. */
static void pass(struct rvt_output *output, const uint8_t *data, size_t bytes)
{
    while (bytes && !output->error) {
        errno = 0;
        ssize_t done = output->gzip ? gzwrite(output->gzip, data, (unsigned)bytes)
                                    : write(output->fd, data, bytes);
        if (done > 0) {
            data += done;
            bytes -= (size_t)done;
            output->passed += done;
        } else if (errno != EINTR) {
            fail(output, errno);
        }
    }
}

static void flush(struct rvt_output *output)
{
    pass(output, output->buffer, output->filled);
    output->filled = 0;
}

/* Makes the buffer of an output in memory larger, or drops what it has. */
static void grow(struct rvt_output *output)
{
    size_t room = output->room <= output->limit / 2 ? 2 * output->room : output->limit;
    uint8_t *larger = room > output->room ? realloc(output->buffer, room) : NULL;

    if (larger) {
        output->buffer = larger;
        output->room = room;
        return;
    }
    fail(output, room > output->room ? ENOMEM : EFBIG);
    output->filled = 0;
}

/* The buffer is full. */
static void make_room(struct rvt_output *output)
{
    if (output->in_memory)
        grow(output);
    else
        flush(output);
}

enum rvt_status rvt_output_write(struct rvt_output *output, const void *data, size_t bytes)
{
    const uint8_t *from = data;

    while (bytes) {
        if (output->filled == output->room)
            make_room(output);
        size_t room = output->room - output->filled;
        size_t part = bytes < room ? bytes : room;
        memcpy(output->buffer + output->filled, from, part);
        output->filled += part;
        from += part;
        bytes -= part;
    }
    return output->error ? RVT_ERR_IO : RVT_OK;
}

struct rvt_text rvt_output_text(struct rvt_output *output, size_t bytes)
{
    struct rvt_text text;

    while (output->room - output->filled < bytes)
        make_room(output);
    rvt_text_init(&text, (char *)output->buffer + output->filled, bytes);
    return text;
}

enum rvt_status rvt_output_take(struct rvt_output *output, const struct rvt_text *text)
{
    output->filled += text->length;
    return output->error ? RVT_ERR_IO : RVT_OK;
}

enum rvt_status rvt_output_flush(struct rvt_output *output)
{
    flush(output);
    return output->error ? RVT_ERR_IO : RVT_OK;
}

enum rvt_status rvt_output_open_memory(size_t limit, struct rvt_output **output)
{
    struct rvt_output *made = make(BUFFER_BYTES);

    if (!made)
        return RVT_ERR_MEMORY;
    made->in_memory = true;
    made->limit = limit;
    *output = made;
    return RVT_OK;
}

enum rvt_status rvt_output_empty(struct rvt_output *output, struct rvt_output *to)
{
    if (to) {
        flush(to);
        pass(to, output->buffer, output->filled);
    }
    output->filled = 0;
    output->error = 0;
    return to && to->error ? RVT_ERR_IO : RVT_OK;
}

enum rvt_status rvt_output_whole(struct rvt_output *output, bool now)
{
    if (now || output->filled > BUFFER_BYTES / 2) {
        flush(output);
        if (!output->error)
            output->whole = output->passed;
    }
    return output->error ? RVT_ERR_IO : RVT_OK;
}

enum rvt_status rvt_output_print(struct rvt_output *output, const char *format, ...)
{
    char text[PRINT_BYTES];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text) {
        fail(output, EOVERFLOW);
        return RVT_ERR_IO;
    }
    return rvt_output_write(output, text, (size_t)length);
}

bool rvt_output_failed(const struct rvt_output *output)
{
    return output->error != 0;
}

void rvt_output_explain(const struct rvt_output *output, struct rvt_diag *diag)
{
    if (output->error)
        (void)rvt_file_fault(diag, "cannot write", output->error);
}

/* Closes the descriptor, and the compressor before it. */
static void close_sink(struct rvt_output *output)
{
    errno = 0;
    if (output->gzip ? gzclose_w(output->gzip) != Z_OK : output->fd >= 0 && close(output->fd) != 0)
        fail(output, errno);
    output->gzip = NULL;
    output->fd = -1;
}

enum rvt_status rvt_output_finish(struct rvt_output *output, struct rvt_diag *diag)
{
    if (!output)
        return RVT_OK;
    flush(output);
    close_sink(output);
    if (!output->error && output->file.path && !rvt_replacement_install(&output->file))
        fail(output, errno);
    enum rvt_status status = RVT_OK;
    if (output->error) {
        status = RVT_ERR_IO;
        rvt_output_explain(output, diag);
    }
    release(output);
    return status;
}

void rvt_output_discard(struct rvt_output *output)
{
    if (!output)
        return;
    close_sink(output);
    release(output);
}
