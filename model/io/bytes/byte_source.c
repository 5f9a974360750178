/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/bytes/byte_source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "io/bytes/file.h"

enum { RAW_BYTES = 256 * 1024 };

struct rvt_byte_source {
    int fd;             /* borrowed */
    uint64_t taken;     /* bytes of the descriptor */
    uint64_t unpacked;  /* bytes */
    size_t at, filled;  /* next byte and end of the bytes in raw */
    bool looked;        /* packed is known */
    bool packed;        /* the bytes are compressed */
    bool between;       /* at the end of a member of a gzip file */
    bool ended;         /* the descriptor has no more bytes */
    z_stream unpacking; /* packed */
    uint8_t raw[RAW_BYTES];
};

enum rvt_status rvt_byte_source_open(int fd, struct rvt_byte_source **source, struct rvt_diag *diag)
{
    struct rvt_byte_source *made = calloc(1, sizeof *made);

    if (made == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->fd = fd;
    *source = made;
    return RVT_OK;
}

void rvt_byte_source_close(struct rvt_byte_source *source)
{
    if (source != NULL && source->packed)
        (void)inflateEnd(&source->unpacking);
    free(source);
}

/* ---- the descriptor ---- */

/* Reads what the descriptor has, up to room bytes, and waits only if it has none; *got 0: the end.
 */
static enum rvt_status read_some(struct rvt_byte_source *source, uint8_t *to, size_t room,
                                 size_t *got, struct rvt_diag *diag)
{
    ssize_t bytes;

    do
        bytes = read(source->fd, to, room);
    while (bytes < 0 && errno == EINTR);
    if (bytes < 0)
        return rvt_file_fault(diag, "cannot read", errno);
    *got = (size_t)bytes;
    source->taken += *got;
    source->ended = bytes == 0;
    return RVT_OK;
}

/* Reads until raw has that many bytes, or all that are left. */
static enum rvt_status need(struct rvt_byte_source *source, size_t bytes, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    if (source->at > 0)
        memmove(source->raw, source->raw + source->at, source->filled - source->at);
    source->filled -= source->at;
    source->at = 0;
    while (status == RVT_OK && source->filled < bytes && !source->ended) {
        size_t got = 0;

        status = read_some(source, source->raw + source->filled,
                           sizeof source->raw - source->filled, &got, diag);
        source->filled += got;
    }
    return status;
}

/* Whether the next bytes begin a gzip file, or a member of one. */
static enum rvt_status look(struct rvt_byte_source *source, bool *packed, struct rvt_diag *diag)
{
    enum rvt_status status = need(source, 1, diag);

    if (status == RVT_OK && source->filled > 0 && source->raw[0] == 0x1f)
        status = need(source, 2, diag);
    *packed = source->filled > 1 && source->raw[0] == 0x1f && source->raw[1] == 0x8b;
    return status;
}

/* ---- compressed bytes ---- */

static enum rvt_status gzip_fault(const struct rvt_byte_source *source, enum rvt_status status,
                                  struct rvt_diag *diag)
{
    const char *text = source->unpacking.msg;

    if (status == RVT_ERR_TRUNCATED)
        (void)rvt_diag_set(diag, status, NULL, 0, NULL, "the gzip file is incomplete");
    else
        (void)rvt_diag_set(diag, status, NULL, 0, NULL, "damaged gzip file: %s",
                           text ? text : "unknown method");
    rvt_diag_at(diag, "byte", source->unpacked);
    return status;
}

/* Goes on with the next member of a gzip file, if there is one. */
static enum rvt_status next_member(struct rvt_byte_source *source, bool *there,
                                   struct rvt_diag *diag)
{
    enum rvt_status status = look(source, there, diag);

    source->between = !*there;
    (void)inflateReset(&source->unpacking);
    return status;
}

/* Unpacks the bytes in raw, up to room bytes; *got may be 0. */
static enum rvt_status unpack_some(struct rvt_byte_source *source, uint8_t *to, size_t room,
                                   size_t *got, struct rvt_diag *diag)
{
    z_stream *unpacking = &source->unpacking;

    unpacking->next_in = source->raw;
    unpacking->avail_in = (uInt)source->filled;
    unpacking->next_out = to;
    unpacking->avail_out = (uInt)room;
    int code = inflate(unpacking, Z_SYNC_FLUSH);
    source->at = source->filled - unpacking->avail_in;
    *got = room - unpacking->avail_out;
    source->unpacked += *got;
    source->between = code == Z_STREAM_END;
    if (code == Z_BUF_ERROR && source->ended)
        return gzip_fault(source, RVT_ERR_TRUNCATED, diag);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return gzip_fault(source, RVT_ERR_SYNTAX, diag);
    return RVT_OK;
}

/* Unpacks what the descriptor has. */
static enum rvt_status unpack(struct rvt_byte_source *source, uint8_t *to, size_t room, size_t *got,
                              struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    bool there = true;

    while (status == RVT_OK && there && *got == 0) {
        status = source->between ? next_member(source, &there, diag) : need(source, 1, diag);
        if (status == RVT_OK && there)
            status = unpack_some(source, to, room, got, diag);
    }
    return status;
}

/* ---- reading ---- */

/* Takes plain bytes, first those that were read to look at them. */
static enum rvt_status take_plain(struct rvt_byte_source *source, uint8_t *to, size_t room,
                                  size_t *got, struct rvt_diag *diag)
{
    size_t held = source->filled - source->at;

    if (held == 0)
        return source->ended ? RVT_OK : read_some(source, to, room, got, diag);
    *got = held < room ? held : room;
    memcpy(to, source->raw + source->at, *got);
    source->at += *got;
    return RVT_OK;
}

/* Decides how the bytes are read. */
static enum rvt_status begin(struct rvt_byte_source *source, struct rvt_diag *diag)
{
    bool packed = false;
    enum rvt_status status = look(source, &packed, diag);

    source->looked = true;
    if (status == RVT_OK && packed && inflateInit2(&source->unpacking, 16 + MAX_WBITS) != Z_OK)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    source->packed = packed && status == RVT_OK;
    return status;
}

enum rvt_status rvt_byte_source_read(struct rvt_byte_source *source, uint8_t *to, size_t room,
                                     size_t *got, struct rvt_diag *diag)
{
    enum rvt_status status = source->looked ? RVT_OK : begin(source, diag);

    *got = 0;
    if (status != RVT_OK)
        return status;
    return source->packed ? unpack(source, to, room, got, diag)
                          : take_plain(source, to, room, got, diag);
}

uint64_t rvt_byte_source_place(const struct rvt_byte_source *source)
{
    return source->taken - (source->filled - source->at);
}
