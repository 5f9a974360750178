/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/bytes/input.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/bytes/byte_source.h"
#include "io/bytes/file.h"

/* Window sizes: powers of two, multiples of every page size in use. */
enum { MAP_BYTES = 4 * 1024 * 1024, BUFFER_BYTES = 4 * RVT_INPUT_PEEK_MAX };

struct rvt_input {
    int fd;
    struct rvt_byte_source *source; /* null: the file is mapped */
    uint64_t file_bytes;            /* mapped files; else 0 */
    uint64_t window_from;           /* offset of window[0] */
    uint8_t *window;                /* the mapping, the buffer, or held */
    size_t at, filled;              /* next byte and end of the bytes in window */
    size_t mapped;                  /* bytes to unmap */
    bool ended;                     /* the file ends with window */
    uint64_t first;    /* of a ring buffer: offset in the file of the byte that comes first */
    uint8_t *held;     /* the bytes before it, which come last; owned */
    size_t held_bytes; /* 0: they are in window */
    uint64_t line;
};

static enum rvt_status out_of_memory(struct rvt_diag *diag)
{
    (void)rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    return RVT_ERR_MEMORY;
}

/* True for a regular file that is not compressed: it can be mapped, and has *bytes. */
static bool can_map(int fd, uint64_t *bytes)
{
    struct stat info;
    uint8_t magic[2] = {0, 0};

    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0 ||
        lseek(fd, 0, SEEK_CUR) != 0)
        return false;
    if (pread(fd, magic, sizeof magic, 0) < 0 || (magic[0] == 0x1f && magic[1] == 0x8b))
        return false;
    *bytes = (uint64_t)info.st_size;
    return true;
}

static enum rvt_status start(struct rvt_input *input, int fd, struct rvt_diag *diag)
{
    struct stat info;

    if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
        (void)close(fd);
        return rvt_file_fault(diag, "cannot read", EISDIR);
    }
    if (can_map(fd, &input->file_bytes)) {
        input->fd = fd;
        return RVT_OK;
    }
    input->window = malloc(BUFFER_BYTES);
    enum rvt_status status =
        input->window ? rvt_byte_source_open(fd, &input->source, diag) : out_of_memory(diag);
    if (status != RVT_OK)
        (void)close(fd);
    else
        input->fd = fd;
    return status;
}

enum rvt_status rvt_input_open(const char *path, struct rvt_input **input, struct rvt_diag *diag)
{
    struct rvt_input *made = calloc(1, sizeof *made);
    if (!made)
        return out_of_memory(diag);
    made->fd = -1;
    int fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    enum rvt_status status =
        fd < 0 ? rvt_file_fault(diag, "cannot open", errno) : start(made, fd, diag);
    if (status != RVT_OK) {
        free(made->window);
        free(made);
        return status;
    }
    *input = made;
    return RVT_OK;
}

/* Frees the window. */
static void drop_window(struct rvt_input *input)
{
    if (input->mapped)
        (void)munmap(input->window, input->mapped);
    else if (input->window != input->held)
        free(input->window);
    input->window = NULL;
    input->mapped = 0;
}

void rvt_input_close(struct rvt_input *input)
{
    if (!input)
        return;
    if (input->source)
        rvt_byte_source_close(input->source);
    drop_window(input);
    free(input->held);
    (void)close(input->fd);
    free(input);
}

/* Maps the window that begins in the page of the next byte. */
static enum rvt_status remap(struct rvt_input *input, struct rvt_diag *diag)
{
    uint64_t next = input->window_from + input->at;
    uint64_t from = next - next % RVT_INPUT_PEEK_MAX;
    struct stat info;

    drop_window(input);
    input->window_from = next;
    input->at = input->filled = 0;
    if (fstat(input->fd, &info) != 0 || (uint64_t)info.st_size < input->file_bytes)
        return rvt_file_fault(diag, "the file shrank while it was read", EIO);
    uint64_t left = input->file_bytes - from;
    size_t bytes = left < MAP_BYTES ? (size_t)left : MAP_BYTES;
    void *mapping = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, input->fd, (off_t)from);
    if (mapping == MAP_FAILED)
        return rvt_file_fault(diag, "cannot map", errno);
    input->window = mapping;
    input->mapped = bytes;
    input->window_from = from;
    input->at = (size_t)(next - from);
    input->filled = bytes;
    input->ended = bytes == left;
    return RVT_OK;
}

/* Moves the remaining bytes to the front of the buffer, and takes what there is after them, until
 * it has as many as wanted. */
static enum rvt_status refill(struct rvt_input *input, size_t wanted, struct rvt_diag *diag)
{
    size_t left = input->filled - input->at;
    enum rvt_status status = RVT_OK;

    assert(input->window != NULL); /* a source has one */
    if (left && input->at)
        memmove(input->window, input->window + input->at, left);
    input->window_from += input->at;
    input->at = 0;
    input->filled = left;
    while (status == RVT_OK && !input->ended && input->filled < wanted) {
        size_t got = 0;

        status = rvt_byte_source_read(input->source, input->window + input->filled,
                                      BUFFER_BYTES - input->filled, &got, diag);
        input->filled += got;
        input->ended = status == RVT_OK && got == 0;
    }
    return status;
}

/* At the end of the file: what is left of it, and the bytes held, are the last window. */
static enum rvt_status wrap(struct rvt_input *input, struct rvt_diag *diag)
{
    size_t left = input->filled - input->at;
    uint8_t *joined = realloc(input->held, left + input->held_bytes);

    if (joined == NULL)
        return out_of_memory(diag);
    input->held = joined;
    memmove(joined + left, joined, input->held_bytes);
    if (input->window != NULL)
        memcpy(joined, input->window + input->at, left);
    drop_window(input);
    input->window = joined;
    input->window_from += input->at;
    input->at = 0;
    input->filled = left + input->held_bytes;
    input->held_bytes = 0;
    return RVT_OK;
}

enum rvt_status rvt_input_peek(struct rvt_input *input, size_t wanted, const uint8_t **data,
                               size_t *available, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    if (input->filled - input->at < wanted && !input->ended)
        status = input->source ? refill(input, wanted, diag) : remap(input, diag);
    if (status == RVT_OK && input->filled - input->at < wanted && input->held_bytes > 0 &&
        input->held_bytes == input->first)
        status = wrap(input, diag);
    if (status != RVT_OK)
        return status;
    *available = input->filled - input->at;
    *data = *available ? input->window + input->at : NULL;
    return RVT_OK;
}

void rvt_input_skip(struct rvt_input *input, size_t bytes)
{
    input->at += bytes;
}

/* Holds the next bytes of the file, up to the one that comes first. */
static enum rvt_status hold_piece(struct rvt_input *input, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t bytes = 0, held = input->held_bytes;
    enum rvt_status status = rvt_input_peek(input, 1, &data, &bytes, diag);

    if (status != RVT_OK)
        return status;
    if (bytes == 0)
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, "write", input->first, NULL,
                            "the write pointer is beyond the end of the file, which has %zu bytes",
                            held);
    if (bytes > input->first - held)
        bytes = (size_t)(input->first - held);
    uint8_t *larger = realloc(input->held, held + bytes);
    if (larger == NULL)
        return out_of_memory(diag);
    memcpy(larger + held, data, bytes);
    input->held = larger;
    input->held_bytes += bytes;
    rvt_input_skip(input, bytes);
    return RVT_OK;
}

enum rvt_status rvt_input_open_ring(const char *path, uint64_t write, struct rvt_input **input,
                                    struct rvt_diag *diag)
{
    struct rvt_input *made = NULL;
    enum rvt_status status = rvt_input_open(path, &made, diag);

    if (status != RVT_OK)
        return status;
    made->first = write;
    while (status == RVT_OK && made->held_bytes < write)
        status = hold_piece(made, diag);
    if (status == RVT_OK)
        *input = made;
    else
        rvt_input_close(made);
    return status;
}

/* Moves the window of a mapped file that has that byte or ends before it. */
static void move_window(struct rvt_input *input, uint64_t offset)
{
    drop_window(input);
    input->at = input->filled = 0;
    input->window_from = offset;
    input->ended = offset == input->file_bytes;
}

enum rvt_status rvt_input_seek(struct rvt_input *input, uint64_t offset, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    size_t shown = 1;

    if (!input->source && offset + input->first > input->window_from + input->filled &&
        offset + input->first <= input->file_bytes)
        move_window(input, offset + input->first);
    while (status == RVT_OK && shown > 0 && rvt_input_offset(input) < offset) {
        const uint8_t *data = NULL;
        uint64_t left = offset - rvt_input_offset(input);

        status = rvt_input_peek(input, 1, &data, &shown, diag);
        if (status == RVT_OK)
            rvt_input_skip(input, shown < left ? shown : (size_t)left);
    }
    if (status != RVT_OK || shown > 0)
        return status;
    (void)rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL, "the file ends before this byte");
    rvt_diag_at(diag, "byte", offset);
    return RVT_ERR_TRUNCATED;
}

uint64_t rvt_input_bytes(const struct rvt_input *input)
{
    return input->file_bytes;
}

uint64_t rvt_input_offset(const struct rvt_input *input)
{
    return input->window_from + input->at - input->first;
}

uint64_t rvt_input_place(const struct rvt_input *input)
{
    return input->source ? rvt_byte_source_place(input->source) : rvt_input_offset(input);
}

/* Shows the bytes up to the next newline, or RVT_INPUT_PEEK_MAX of them, or all that are left. */
static enum rvt_status peek_line(struct rvt_input *input, const uint8_t **data, size_t *available,
                                 const uint8_t **newline, struct rvt_diag *diag)
{
    size_t searched = 0;

    *available = input->filled - input->at;
    *data = *available ? input->window + input->at : NULL;
    for (;;) {
        *newline = NULL;
        if (*data && *available > searched)
            *newline = memchr(*data + searched, '\n', *available - searched);
        if (*newline || *available >= RVT_INPUT_PEEK_MAX)
            return RVT_OK;
        searched = *available;
        enum rvt_status status = rvt_input_peek(input, searched + 1, data, available, diag);
        if (status != RVT_OK || *available == searched)
            return status;
    }
}

enum rvt_status rvt_input_line(struct rvt_input *input, const char **line, size_t *length,
                               bool *end, struct rvt_diag *diag)
{
    size_t available = 0;
    const uint8_t *data = NULL, *newline = NULL;
    enum rvt_status status = peek_line(input, &data, &available, &newline, diag);

    input->line++;
    if (status != RVT_OK)
        return status;
    size_t bytes = newline ? (size_t)(newline - data) : available;
    if (bytes >= RVT_INPUT_PEEK_MAX) {
        (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "the line is too long");
        rvt_diag_at(diag, "line", input->line);
        return RVT_ERR_SYNTAX;
    }
    *end = !newline && bytes == 0;
    *line = (const char *)data;
    *length = bytes && data[bytes - 1] == '\r' ? bytes - 1 : bytes;
    input->at += newline ? bytes + 1 : bytes;
    return RVT_OK;
}

uint64_t rvt_input_line_number(const struct rvt_input *input)
{
    return input->line;
}
