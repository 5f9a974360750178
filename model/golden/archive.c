/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/archive.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes/input.h"

/* Fields of a header of ustar. */
enum {
    BLOCK = 512,
    NAME_BYTES = 100,
    SIZE_AT = 124,
    SIZE_DIGITS = 11,
    SUM_AT = 148,
    SUM_BYTES = 8,
    TYPE_AT = 156,
    MAGIC_AT = 257,
    PREFIX_AT = 345,
    PREFIX_BYTES = 155,
    GROW = 64
};

struct member {
    char name[NAME_BYTES + PREFIX_BYTES + 2];
    size_t at, bytes;
};

struct rvt_archive {
    uint8_t *data;
    size_t bytes, capacity;
    size_t count, room;
    struct member *member;
};

static enum rvt_status no_memory(struct rvt_diag *diag)
{
    return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
}

static enum rvt_status append(struct rvt_archive *archive, const uint8_t *data, size_t bytes,
                              struct rvt_diag *diag)
{
    if (bytes > RVT_ARCHIVE_BYTES_MAX - archive->bytes)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, NULL, 0, NULL, "the archive is too large");
    if (bytes > archive->capacity - archive->bytes) {
        size_t capacity = 2 * (archive->bytes + bytes);
        uint8_t *moved = realloc(archive->data, capacity);
        if (moved == NULL)
            return no_memory(diag);
        archive->data = moved;
        archive->capacity = capacity;
    }
    memcpy(archive->data + archive->bytes, data, bytes);
    archive->bytes += bytes;
    return RVT_OK;
}

/* Reads the whole file, uncompressed. */
static enum rvt_status read_all(struct rvt_archive *archive, const char *path,
                                struct rvt_diag *diag)
{
    struct rvt_input *input = NULL;
    const uint8_t *data = NULL;
    size_t available = 1;
    enum rvt_status status = rvt_input_open(path, &input, diag);
    while (status == RVT_OK && available > 0) {
        status = rvt_input_peek(input, RVT_INPUT_PEEK_MAX, &data, &available, diag);
        if (status == RVT_OK && available > 0) {
            status = append(archive, data, available, diag);
            rvt_input_skip(input, available);
        }
    }
    rvt_input_close(input);
    return status;
}

static enum rvt_status damaged(size_t at, struct rvt_diag *diag)
{
    (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "byte %zu: no header of an archive",
                       at);
    return RVT_ERR_SYNTAX;
}

/* The octal number of digits at text; false if it is none. */
static bool read_octal(const uint8_t *text, unsigned digits, size_t *number)
{
    *number = 0;
    unsigned i = 0;
    for (; i < digits && text[i] >= '0' && text[i] <= '7'; i++)
        *number = 8 * *number + (size_t)(text[i] - '0');
    return i > 0 && (i == digits || text[i] == '\0' || text[i] == ' ');
}

/* True if the checksum of the header is right: the sum of its bytes, those of the sum as blanks. */
static bool sum_is_right(const uint8_t *header)
{
    size_t sum = 0, wanted = 0;
    for (unsigned i = 0; i < BLOCK; i++)
        sum += i >= SUM_AT && i < SUM_AT + SUM_BYTES ? ' ' : header[i];
    return read_octal(header + SUM_AT, SUM_BYTES - 2, &wanted) && sum == wanted;
}

static enum rvt_status add_member(struct rvt_archive *archive, const uint8_t *header, size_t at,
                                  size_t bytes, struct rvt_diag *diag)
{
    if (archive->count == archive->room) {
        size_t room = archive->room + GROW;
        void *moved = realloc(archive->member, room * sizeof(archive->member[0]));
        if (moved == NULL)
            return no_memory(diag);
        archive->member = moved;
        archive->room = room;
    }
    struct member *member = &archive->member[archive->count++];
    const char *name = (const char *)header, *prefix = name + PREFIX_AT;
    (void)snprintf(member->name, sizeof(member->name), "%.*s%s%.*s", PREFIX_BYTES, prefix,
                   *prefix != '\0' ? "/" : "", NAME_BYTES, name);
    member->at = at;
    member->bytes = bytes;
    return RVT_OK;
}

/* True if only zeros follow. */
static bool is_end(const struct rvt_archive *archive, size_t at)
{
    while (at < archive->bytes && archive->data[at] == 0)
        at++;
    return at == archive->bytes;
}

/* Adds a regular file, passes folders and comments (g) over, and refuses what cannot be read or
 * would change the next name: links, long names. */
static enum rvt_status take_member(struct rvt_archive *archive, size_t at, size_t bytes,
                                   struct rvt_diag *diag)
{
    const uint8_t *header = archive->data + at;
    char type = (char)header[TYPE_AT];
    if (type == '0' || type == '\0')
        return add_member(archive, header, at + BLOCK, bytes, diag);
    if (type == '5' || type == 'g')
        return RVT_OK;
    (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                       "byte %zu: neither file nor folder, or a name too long for ustar", at);
    return RVT_ERR_SYNTAX;
}

/* Finds the members: a header and its data, in blocks, up to zeros. */
static enum rvt_status read_members(struct rvt_archive *archive, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    for (size_t at = 0; status == RVT_OK; at += BLOCK) {
        size_t bytes = 0;
        if (archive->bytes - at < BLOCK)
            return rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL, "the archive has no end");
        const uint8_t *header = archive->data + at;
        if (header[0] == '\0' && is_end(archive, at))
            return RVT_OK;
        if (memcmp(header + MAGIC_AT, "ustar", 5) != 0 || !sum_is_right(header) ||
            !read_octal(header + SIZE_AT, SIZE_DIGITS, &bytes))
            return damaged(at, diag);
        size_t blocks = (bytes + BLOCK - 1) / BLOCK;
        if (blocks > (archive->bytes - at - BLOCK) / BLOCK)
            return rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL, "a file is incomplete");
        status = take_member(archive, at, bytes, diag);
        at += blocks * BLOCK;
    }
    return status;
}

enum rvt_status rvt_archive_open(const char *path, struct rvt_archive **archive,
                                 struct rvt_diag *diag)
{
    struct rvt_archive *opened = calloc(1, sizeof(*opened));
    if (opened == NULL)
        return no_memory(diag);
    enum rvt_status status = read_all(opened, path, diag);
    if (status == RVT_OK)
        status = read_members(opened, diag);
    if (status != RVT_OK) {
        rvt_archive_close(opened);
        return status;
    }
    *archive = opened;
    return RVT_OK;
}

void rvt_archive_close(struct rvt_archive *archive)
{
    if (archive == NULL)
        return;
    free(archive->data);
    free(archive->member);
    free(archive);
}

size_t rvt_archive_count(const struct rvt_archive *archive)
{
    return archive->count;
}

const char *rvt_archive_name(const struct rvt_archive *archive, size_t index)
{
    return archive->member[index].name;
}

const uint8_t *rvt_archive_data(const struct rvt_archive *archive, size_t index, size_t *bytes)
{
    *bytes = archive->member[index].bytes;
    return archive->data + archive->member[index].at;
}
