/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Archives: their members, and damage. */
#include <stdint.h>

#include "golden/archive.h"
#include "tests/unit/scratch.h"

enum { BLOCK = 512, ARCHIVE_BYTES = 8 * BLOCK };

/* An archive that is written block by block. */
struct writer {
    uint8_t data[ARCHIVE_BYTES];
    size_t bytes;
};

/* Writes the sum of a header into it. */
static void put_sum(uint8_t *header)
{
    unsigned sum = 0;

    memset(header + 148, ' ', 8);
    for (unsigned i = 0; i < BLOCK; i++)
        sum += header[i];
    (void)snprintf((char *)header + 148, 8, "%06o", sum);
}

static void put_member(struct writer *writer, const char *prefix, const char *name, char type,
                       const char *content)
{
    uint8_t *header = writer->data + writer->bytes;
    size_t bytes = strlen(content);

    (void)snprintf((char *)header, 100, "%s", name);
    (void)snprintf((char *)header + 124, 12, "%011o", (unsigned)bytes % 4096);
    header[156] = (uint8_t)type;
    memcpy(header + 257, "ustar", 6);
    (void)snprintf((char *)header + 345, 155, "%s", prefix);
    put_sum(header);
    memcpy(header + BLOCK, content, bytes);
    writer->bytes += BLOCK + (bytes + BLOCK - 1) / BLOCK * BLOCK;
}

static enum rvt_status open_archive(const struct writer *writer, size_t bytes,
                                    struct rvt_archive **archive)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    return rvt_archive_open(scratch_bytes("archive", writer->data, bytes), archive, &diag);
}

Test(archive, members, .init = scratch_init, .fini = scratch_fini)
{
    struct writer writer = {.bytes = 0};
    struct rvt_archive *archive = NULL;
    size_t bytes = 0;

    put_member(&writer, "", "pax_global_header", 'g', "comment");
    put_member(&writer, "", "folder/", '5', "");
    put_member(&writer, "", "folder/one", '0', "first");
    put_member(&writer, "long/path", "two", '0', "");
    cr_assert(eq(int, open_archive(&writer, writer.bytes + 2 * BLOCK, &archive), RVT_OK));
    cr_assert(eq(sz, rvt_archive_count(archive), 2));
    cr_expect(eq(str, TEXT(rvt_archive_name(archive, 0)), "folder/one"));
    cr_expect(eq(int, memcmp(rvt_archive_data(archive, 0, &bytes), "first", 5), 0));
    cr_expect(eq(sz, bytes, 5));
    cr_expect(eq(str, TEXT(rvt_archive_name(archive, 1)), "long/path/two"));
    (void)rvt_archive_data(archive, 1, &bytes);
    cr_expect(eq(sz, bytes, 0));
    rvt_archive_close(archive);
}

Test(archive, damage, .init = scratch_init, .fini = scratch_fini)
{
    struct writer writer = {.bytes = 0}, damaged;
    struct rvt_archive *archive = NULL;

    put_member(&writer, "", "one", '0', "first");
    cr_expect(eq(int, open_archive(&writer, writer.bytes, &archive), RVT_ERR_TRUNCATED));
    cr_expect(eq(int, open_archive(&writer, BLOCK + 4, &archive), RVT_ERR_TRUNCATED));
    cr_expect(eq(int, open_archive(&writer, 0, &archive), RVT_ERR_TRUNCATED));
    damaged = writer;
    damaged.data[1] = 'x'; /* of the name */
    cr_expect(eq(int, open_archive(&damaged, sizeof damaged.data, &archive), RVT_ERR_SYNTAX));
    damaged = writer;
    damaged.data[257] = 'x'; /* no ustar */
    put_sum(damaged.data);
    cr_expect(eq(int, open_archive(&damaged, sizeof damaged.data, &archive), RVT_ERR_SYNTAX));
    damaged = writer;
    damaged.data[124] = '9'; /* no octal number */
    put_sum(damaged.data);
    cr_expect(eq(int, open_archive(&damaged, sizeof damaged.data, &archive), RVT_ERR_SYNTAX));
    damaged = writer;
    damaged.data[124] = '7'; /* a size beyond the end */
    put_sum(damaged.data);
    cr_expect(eq(int, open_archive(&damaged, sizeof damaged.data, &archive), RVT_ERR_TRUNCATED));
    cr_expect(eq(ptr, archive, NULL));
}

/* What would leave a vector out without a word. */
Test(archive, omissions, .init = scratch_init, .fini = scratch_fini)
{
    const char types[] = {'1', '2', 'L', 'x'}; /* links, long names of GNU and POSIX */
    struct rvt_archive *archive = NULL;
    struct writer writer = {.bytes = 0};

    for (unsigned i = 0; i < sizeof types; i++) {
        struct writer other = {.bytes = 0};
        put_member(&other, "", "one", types[i], "");
        cr_expect(eq(int, open_archive(&other, sizeof other.data, &archive), RVT_ERR_SYNTAX));
    }
    put_member(&writer, "", "one", '0', "first");
    put_member(&writer, "", "two", '0', "second");
    memset(writer.data, 0, BLOCK); /* no end: a file follows */
    cr_expect(eq(int, open_archive(&writer, sizeof writer.data, &archive), RVT_ERR_SYNTAX));
    cr_expect(eq(ptr, archive, NULL));
}
