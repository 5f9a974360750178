/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/input.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "io/file.h"

/* Window sizes: powers of two, multiples of every page size in use. */
enum { MAP_BYTES = 4 * 1024 * 1024, BUFFER_BYTES = 4 * RVT_INPUT_PEEK_MAX };

/* What a file that is not mapped is read from: the bytes of the descriptor, and if they are
 * compressed, what they become. */
struct source {
    size_t at, filled;  /* next byte and end of the bytes in raw */
    bool looked;        /* packed is known */
    bool packed;        /* they are compressed */
    bool between;       /* at the end of a member of a gzip file */
    bool ended;         /* the descriptor has no more bytes */
    z_stream unpacking; /* packed */
    uint8_t raw[BUFFER_BYTES];
};

struct rvt_input {
    int fd;
    struct source *source; /* null: the file is mapped */
    uint64_t file_bytes;   /* mapped files; else 0 */
    uint64_t window_from;  /* offset of window[0] */
    uint8_t *window;       /* the mapping or the buffer */
    size_t at, filled;     /* next byte and end of the bytes in window */
    size_t mapped;         /* bytes to unmap */
    bool ended;            /* the file ends with window */
    uint64_t line;
};

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
    input->source = calloc(1, sizeof *input->source);
    if (!input->window || !input->source) {
        (void)close(fd);
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    }
    input->fd = fd;
    return RVT_OK;
}

enum rvt_status rvt_input_open(const char *path, struct rvt_input **input, struct rvt_diag *diag)
{
    struct rvt_input *made = calloc(1, sizeof *made);
    if (!made)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->fd = -1;
    int fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    enum rvt_status status =
        fd < 0 ? rvt_file_fault(diag, "cannot open", errno) : start(made, fd, diag);
    if (status != RVT_OK) {
        free(made->window);
        free(made->source);
        free(made);
        return status;
    }
    *input = made;
    return RVT_OK;
}

void rvt_input_close(struct rvt_input *input)
{
    if (!input)
        return;
    if (input->source) {
        if (input->source->packed)
            (void)inflateEnd(&input->source->unpacking);
        free(input->source);
        free(input->window);
    } else if (input->mapped) {
        (void)munmap(input->window, input->mapped);
    }
    (void)close(input->fd);
    free(input);
}

/* Maps the window that begins in the page of the next byte. */
static enum rvt_status remap(struct rvt_input *input, struct rvt_diag *diag)
{
    uint64_t next = input->window_from + input->at;
    uint64_t from = next - next % RVT_INPUT_PEEK_MAX;
    struct stat info;

    if (input->mapped)
        (void)munmap(input->window, input->mapped);
    input->window = NULL;
    input->window_from = next;
    input->at = input->filled = input->mapped = 0;
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

/* Reads what the descriptor has, up to room bytes, and waits only if it has none; *got 0: the end.
 */
static enum rvt_status read_some(struct rvt_input *input, uint8_t *to, size_t room, size_t *got,
                                 struct rvt_diag *diag)
{
    ssize_t bytes;

    do
        bytes = read(input->fd, to, room);
    while (bytes < 0 && errno == EINTR);
    if (bytes < 0)
        return rvt_file_fault(diag, "cannot read", errno);
    *got = (size_t)bytes;
    input->source->ended = bytes == 0;
    return RVT_OK;
}

/* Reads until raw has that many bytes, or all that are left. */
static enum rvt_status need(struct rvt_input *input, size_t bytes, struct rvt_diag *diag)
{
    struct source *source = input->source;
    enum rvt_status status = RVT_OK;

    if (source->at > 0)
        memmove(source->raw, source->raw + source->at, source->filled - source->at);
    source->filled -= source->at;
    source->at = 0;
    while (status == RVT_OK && source->filled < bytes && !source->ended) {
        size_t got = 0;

        status = read_some(input, source->raw + source->filled, sizeof source->raw - source->filled,
                           &got, diag);
        source->filled += got;
    }
    return status;
}

/* Whether the next bytes begin a gzip file, or a member of one. */
static enum rvt_status look(struct rvt_input *input, bool *packed, struct rvt_diag *diag)
{
    const struct source *source = input->source;
    enum rvt_status status = need(input, 1, diag);

    if (status == RVT_OK && source->filled > 0 && source->raw[0] == 0x1f)
        status = need(input, 2, diag);
    *packed = source->filled > 1 && source->raw[0] == 0x1f && source->raw[1] == 0x8b;
    return status;
}

/* Decides how the bytes are read. */
static enum rvt_status begin(struct rvt_input *input, struct rvt_diag *diag)
{
    struct source *source = input->source;
    bool packed = false;
    enum rvt_status status = look(input, &packed, diag);

    source->looked = true;
    if (status == RVT_OK && packed && inflateInit2(&source->unpacking, 16 + MAX_WBITS) != Z_OK)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    source->packed = packed;
    return status;
}

static enum rvt_status gzip_fault(const struct rvt_input *input, enum rvt_status status,
                                  struct rvt_diag *diag)
{
    const char *text = input->source->unpacking.msg;

    if (status == RVT_ERR_TRUNCATED)
        (void)rvt_diag_set(diag, status, NULL, 0, NULL, "the gzip file is incomplete");
    else
        (void)rvt_diag_set(diag, status, NULL, 0, NULL, "damaged gzip file: %s",
                           text ? text : "unknown method");
    rvt_diag_at(diag, "byte", input->window_from + input->filled);
    return status;
}

/* Goes on with the next member of a gzip file; what is no member is not read. */
static enum rvt_status next_member(struct rvt_input *input, struct rvt_diag *diag)
{
    enum rvt_status status = look(input, &input->source->between, diag);

    input->ended = !input->source->between;
    input->source->between = false;
    (void)inflateReset(&input->source->unpacking);
    return status;
}

/* Unpacks what the descriptor has, up to the end of the window. */
static enum rvt_status unpack(struct rvt_input *input, struct rvt_diag *diag)
{
    struct source *source = input->source;
    z_stream *unpacking = &source->unpacking;
    size_t room = BUFFER_BYTES - input->filled;
    enum rvt_status status = source->between ? next_member(input, diag) : need(input, 1, diag);

    if (status != RVT_OK || input->ended)
        return status;
    unpacking->next_in = source->raw;
    unpacking->avail_in = (uInt)source->filled;
    unpacking->next_out = input->window + input->filled;
    unpacking->avail_out = (uInt)room;
    int code = inflate(unpacking, Z_SYNC_FLUSH);
    source->at = source->filled - unpacking->avail_in;
    input->filled += room - unpacking->avail_out;
    source->between = code == Z_STREAM_END;
    if (code == Z_BUF_ERROR && source->ended)
        return gzip_fault(input, RVT_ERR_TRUNCATED, diag);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return gzip_fault(input, RVT_ERR_SYNTAX, diag);
    return RVT_OK;
}

/* Takes plain bytes, first those that were read to look at them. */
static enum rvt_status take_plain(struct rvt_input *input, struct rvt_diag *diag)
{
    struct source *source = input->source;
    size_t got = source->filled - source->at;

    if (got > 0) {
        memcpy(input->window + input->filled, source->raw, got);
        source->at = source->filled;
    } else {
        enum rvt_status status = read_some(input, input->window + input->filled,
                                           BUFFER_BYTES - input->filled, &got, diag);
        if (status != RVT_OK)
            return status;
    }
    input->filled += got;
    input->ended = got == 0;
    return RVT_OK;
}

/* Moves the remaining bytes to the front of the buffer, and takes what there is after them, until
 * it has as many as wanted. */
static enum rvt_status refill(struct rvt_input *input, size_t wanted, struct rvt_diag *diag)
{
    size_t left = input->filled - input->at;
    enum rvt_status status = input->source->looked ? RVT_OK : begin(input, diag);

    assert(input->window != NULL); /* a source has one */
    if (left && input->at)
        memmove(input->window, input->window + input->at, left);
    input->window_from += input->at;
    input->at = 0;
    input->filled = left;
    while (status == RVT_OK && !input->ended && input->filled < wanted)
        status = input->source->packed ? unpack(input, diag) : take_plain(input, diag);
    return status;
}

enum rvt_status rvt_input_peek(struct rvt_input *input, size_t wanted, const uint8_t **data,
                               size_t *available, struct rvt_diag *diag)
{
    if (input->filled - input->at < wanted && !input->ended) {
        enum rvt_status status = input->source ? refill(input, wanted, diag) : remap(input, diag);
        if (status != RVT_OK)
            return status;
    }
    *available = input->filled - input->at;
    *data = *available ? input->window + input->at : NULL;
    return RVT_OK;
}

void rvt_input_skip(struct rvt_input *input, size_t bytes)
{
    input->at += bytes;
}

/* Moves the window of a mapped file that has that byte or ends before it. */
static void move_window(struct rvt_input *input, uint64_t offset)
{
    if (input->mapped)
        (void)munmap(input->window, input->mapped);
    input->window = NULL;
    input->mapped = input->at = input->filled = 0;
    input->window_from = offset;
    input->ended = offset == input->file_bytes;
}

enum rvt_status rvt_input_seek(struct rvt_input *input, uint64_t offset, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    size_t shown = 1;

    if (!input->source && offset <= input->file_bytes && offset - rvt_input_offset(input) > 0)
        move_window(input, offset);
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
    return input->window_from + input->at;
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
