/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A ring buffer in the order of memory is shown in the order of time. */
#include "fixture.h"

#include "tests/unit/scratch.h"

TestSuite(source_ring, .init = scratch_init, .fini = scratch_fini);

enum { BYTES = 20000 };

static uint8_t byte_of(size_t index)
{
    return (uint8_t)(index * 7 + index / 256);
}

static const char *make_file(void)
{
    const char *path = scratch_path("ring.bin");
    FILE *file = fopen(path, "wb");

    cr_assert(file != NULL);
    for (size_t i = 0; i < BYTES; i++)
        (void)fputc(byte_of(i), file);
    cr_assert(fclose(file) == 0);
    return path;
}

Test(source_ring, begins_where_the_next_byte_would_be_written)
{
    static const uint64_t writes[] = {0, 1, 4096, 10001, BYTES - 1, BYTES};
    const char *path = make_file();

    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        struct rvt_source *source = NULL;
        const uint8_t *data = NULL;
        size_t bytes = 0;
        uint64_t index = 0;

        cr_assert_eq(rvt_source_open_ring(path, writes[i], &source, NULL), RVT_OK);
        for (;;) {
            cr_assert_eq(rvt_source_show(source, &data, &bytes, NULL), RVT_OK);
            if (bytes == 0)
                break;
            size_t used = bytes > 777 ? 777 : bytes;
            for (size_t j = 0; j < used; j++, index++)
                cr_assert_eq(data[j], byte_of((size_t)((writes[i] + index) % BYTES)));
            rvt_source_skip(source, used);
            cr_assert_eq(rvt_source_index(source), index);
        }
        cr_expect_eq(index, BYTES);
        rvt_source_close(source);
    }
}

Test(source_ring, refuses_a_write_pointer_beyond_the_file)
{
    const char *path = make_file();
    struct rvt_source *source = NULL;
    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    cr_expect_eq(rvt_source_open_ring(path, BYTES + 1, &source, &why), RVT_ERR_PARAMETER);
    cr_expect(strcmp(why.field, "write") == 0 && why.value == BYTES + 1);
    cr_expect_eq(rvt_source_open_ring(NULL, 0, &source, &why), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_source_open_ring(path, 0, NULL, &why), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_source_open_ring(scratch_path("none"), 0, &source, &why), RVT_ERR_IO);
    cr_expect_null(source);
}

Test(source_ring, goes_on_at_a_later_byte)
{
    const char *path = make_file();
    struct rvt_source *source = NULL;
    const uint8_t *data = NULL;
    size_t bytes = 0;

    cr_assert_eq(rvt_source_open_ring(path, 10001, &source, NULL), RVT_OK);
    cr_assert_eq(rvt_source_seek(source, 15000, NULL), RVT_OK);
    cr_assert_eq(rvt_source_index(source), 15000);
    cr_assert_eq(rvt_source_show(source, &data, &bytes, NULL), RVT_OK);
    cr_assert(bytes > 0);
    cr_expect_eq(data[0], byte_of((10001 + 15000) % BYTES));
    cr_expect_eq(rvt_source_seek(source, 14999, NULL), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_source_seek(source, BYTES, NULL), RVT_OK);
    cr_expect_eq(rvt_source_seek(source, BYTES + 1, NULL), RVT_ERR_TRUNCATED);
    rvt_source_close(source);
}

Test(source_ring, a_plain_file_goes_on_at_a_later_byte)
{
    const char *path = make_file();
    struct rvt_source *source = NULL;
    const uint8_t *data = NULL;
    size_t bytes = 0;

    cr_assert_eq(rvt_source_open(path, &source, NULL), RVT_OK);
    cr_assert_eq(rvt_source_seek(source, 15000, NULL), RVT_OK);
    cr_assert_eq(rvt_source_index(source), 15000);
    cr_assert_eq(rvt_source_show(source, &data, &bytes, NULL), RVT_OK);
    cr_assert(bytes > 0);
    cr_expect_eq(data[0], byte_of(15000));
    rvt_source_close(source);
}
