/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A source goes on at a byte: plain and compressed files, and what it refuses. */
#include "fixture.h"

#include <zlib.h>

#include "tests/unit/scratch.h"

TestSuite(source_seek, .init = scratch_init, .fini = scratch_fini);

enum { BYTES = 300000 };

static uint8_t byte_of(uint64_t index)
{
    return (uint8_t)(index * 7 + index / 256);
}

static struct rvt_source *open_source(bool compressed)
{
    const char *path = scratch_path("file");
    gzFile file = gzopen(path, compressed ? "wb" : "wbT");
    struct rvt_source *source = NULL;

    cr_assert(file != NULL);
    for (uint64_t i = 0; i < BYTES; i++)
        (void)gzputc(file, byte_of(i));
    cr_assert_eq(gzclose(file), Z_OK);
    cr_assert_eq(rvt_source_open(path, &source, NULL), RVT_OK);
    return source;
}

static void check_seek(bool compressed)
{
    static const uint64_t places[] = {0, 1, 4095, 4096, 150000, BYTES - 1};
    struct rvt_source *source = open_source(compressed);
    const uint8_t *data = NULL;
    size_t bytes = 0;

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        cr_assert_eq(rvt_source_seek(source, places[i], NULL), RVT_OK);
        cr_assert_eq(rvt_source_index(source), places[i]);
        cr_assert_eq(rvt_source_show(source, &data, &bytes, NULL), RVT_OK);
        cr_assert_gt(bytes, 0);
        cr_assert_eq(data[0], byte_of(places[i]));
    }
    rvt_source_close(source);
}

Test(source_seek, goes_on_in_a_plain_file)
{
    check_seek(false);
}

Test(source_seek, goes_on_in_a_compressed_file)
{
    check_seek(true);
}

Test(source_seek, refuses_what_is_behind_or_beyond)
{
    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    cr_assert_eq(rvt_source_seek(NULL, 0, &why), RVT_ERR_PARAMETER);
    for (unsigned compressed = 0; compressed < 2; compressed++) {
        struct rvt_source *source = open_source(compressed != 0);

        cr_assert_eq(rvt_source_seek(source, 10, &why), RVT_OK);
        cr_assert_eq(rvt_source_seek(source, 9, &why), RVT_ERR_PARAMETER);
        cr_assert_eq(rvt_source_seek(source, BYTES + 1, &why), RVT_ERR_TRUNCATED);
        rvt_source_close(source);
    }
}

/* Of a ring buffer, indices begin at the write pointer. */
Test(source_seek, goes_on_in_a_ring_buffer)
{
    enum { WRITE = 1000 };
    static const uint64_t places[] = {0, 1, BYTES - WRITE - 1, BYTES - WRITE, BYTES - 1};
    struct rvt_source *source = open_source(false);
    const uint8_t *data = NULL;
    size_t bytes = 0;

    rvt_source_close(source);
    cr_assert_eq(rvt_source_open_ring(scratch_path("file"), WRITE, &source, NULL), RVT_OK);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        cr_assert_eq(rvt_source_seek(source, places[i], NULL), RVT_OK);
        cr_assert_eq(rvt_source_index(source), places[i]);
        cr_assert_eq(rvt_source_show(source, &data, &bytes, NULL), RVT_OK);
        cr_assert_gt(bytes, 0);
        cr_assert_eq(data[0], byte_of((places[i] + WRITE) % BYTES));
    }
    cr_assert_eq(rvt_source_seek(source, BYTES - 2, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_source_seek(source, BYTES + 1, NULL), RVT_ERR_TRUNCATED);
    rvt_source_close(source);
}
