/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Bytes that come one by one, plain and compressed, up to their end. */
#include "tests/unit/scratch.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <zlib.h>

#include "io/bytes/byte_source.h"

TestSuite(byte_source, .init = scratch_init, .fini = scratch_fini);

enum { ROOM = 64 };

/* What gives these bytes one by one, each to a call of read, and then the end. */
static int sent(const char *data, size_t bytes)
{
    int pair[2];

    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair)));
    for (size_t i = 0; i < bytes; i++)
        cr_assert(eq(sz, (size_t)send(pair[1], data + i, 1, MSG_DONTWAIT), 1), "%zu", i);
    (void)close(pair[1]);
    return pair[0];
}

/* Reads up to ROOM bytes to text. */
static enum rvt_status drain(int fd, char *text, struct rvt_diag *diag)
{
    struct rvt_byte_source *source = NULL;
    enum rvt_status status = RVT_OK;
    size_t have = 0, got = 1;

    rvt_diag_clear(diag);
    cr_assert(eq(int, rvt_byte_source_open(fd, &source, diag), RVT_OK));
    for (; status == RVT_OK && got > 0; have += got)
        status = rvt_byte_source_read(source, (uint8_t *)text + have, ROOM - have, &got, diag);
    text[have] = '\0';
    rvt_byte_source_close(source);
    (void)close(fd);
    return status;
}

/* A gzip file of two members, "abc" and "de"; *first is the size of one. */
static char *packed(size_t *first, size_t *bytes)
{
    static const char *const parts[] = {"abc", "de"};
    const char *path = scratch_path("packed.gz");

    for (unsigned i = 0; i < 2; i++) {
        gzFile file = gzopen(path, "ab");
        cr_assert(gt(int, gzputs(file, parts[i]), 0));
        cr_assert(eq(int, gzclose(file), Z_OK));
        free(scratch_read(path, i == 0 ? first : bytes));
    }
    return scratch_read(path, bytes);
}

Test(byte_source, plain_bytes_come_one_by_one)
{
    char texts[][4] = {"", "a", "abc", "\x1f", "\x1f\x1f", "\x1f\x1f\x8b"};
    struct rvt_diag diag;
    char text[ROOM + 1];

    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        cr_expect(eq(int, drain(sent(texts[i], strlen(texts[i])), text, &diag), RVT_OK));
        cr_expect(eq(str, text, texts[i]));
    }
}

/* As a terminal, whose reader may type on after an end: it is not asked twice. */
Test(byte_source, the_first_end_ends)
{
    char texts[][2] = {"", "a", "\x1f"};

    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct rvt_diag diag;
        char text[ROOM + 1];
        int pair[2];

        cr_assert(zero(int, socketpair(AF_UNIX, SOCK_DGRAM, 0, pair)));
        if (texts[i][0] != '\0')
            cr_assert(eq(sz, (size_t)send(pair[1], texts[i], 1, MSG_DONTWAIT), 1));
        cr_assert(zero(sz, (size_t)send(pair[1], "", 0, MSG_DONTWAIT)));
        cr_assert(eq(sz, (size_t)send(pair[1], "x", 1, MSG_DONTWAIT), 1));
        cr_expect(eq(int, drain(pair[0], text, &diag), RVT_OK));
        cr_expect(eq(str, text, texts[i]));
        (void)close(pair[1]);
    }
}

/* Only the ends of its members end a gzip file. */
Test(byte_source, compressed_bytes_come_one_by_one)
{
    size_t first = 0, bytes = 0;
    char *file = packed(&first, &bytes);
    struct rvt_diag diag;
    char text[ROOM + 1];

    for (size_t cut = 2; cut <= bytes; cut++) {
        enum rvt_status status = drain(sent(file, cut), text, &diag);

        if (cut == first || cut == first + 1 || cut == bytes) {
            cr_expect(eq(int, status, RVT_OK), "%zu of %zu", cut, bytes);
            cr_expect(eq(str, text, cut == bytes ? "abcde" : "abc"));
        } else {
            cr_expect(eq(int, status, RVT_ERR_TRUNCATED), "%zu of %zu", cut, bytes);
            cr_expect(eq(u64, diag.position, strlen(text)));
        }
    }
    free(file);
}

/* What follows the members, as the filling of a tape, is not read. */
Test(byte_source, other_bytes_after_the_members_are_left)
{
    size_t first = 0, bytes = 0;
    char *file = packed(&first, &bytes);
    struct rvt_diag diag;
    char text[ROOM + 1], filled[256] = {0};

    memcpy(filled, file, bytes);
    cr_expect(eq(int, drain(sent(filled, bytes + 4), text, &diag), RVT_OK));
    cr_expect(eq(str, text, "abcde"));
    filled[bytes - 5] ^= 1; /* of the checksum */
    cr_expect(eq(int, drain(sent(filled, bytes + 4), text, &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(u64, diag.position, 5));
    free(file);
}

Test(byte_source, a_descriptor_that_cannot_be_read)
{
    struct rvt_byte_source *source = NULL;
    struct rvt_diag diag;
    uint8_t byte = 0;
    size_t got = 0;
    int fd = open(scratch_path("written"), O_WRONLY | O_CREAT, 0600);

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_byte_source_open(fd, &source, &diag), RVT_OK));
    cr_expect(eq(int, rvt_byte_source_read(source, &byte, 1, &got, &diag), RVT_ERR_IO));
    cr_expect(zero(sz, got));
    rvt_byte_source_close(source);
    rvt_byte_source_close(NULL);
    (void)close(fd);
}
