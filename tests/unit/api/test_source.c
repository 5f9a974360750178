/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Files as bytes: their size, where it is known, and how far reading is. */
#include <criterion/criterion.h>

#include <rvt/rvt.h>

#include "tests/unit/scratch.h"

TestSuite(source, .init = scratch_init, .fini = scratch_fini);

Test(source, has_the_size_of_a_plain_file)
{
    struct rvt_source *source = NULL;
    const uint8_t *data = NULL;
    size_t bytes = 0;

    cr_assert_eq(rvt_source_open(scratch_text("plain", "0123456789"), &source, NULL), RVT_OK);
    cr_expect_eq(rvt_source_bytes(source), 10);
    cr_assert_eq(rvt_source_show(source, &data, &bytes, NULL), RVT_OK);
    cr_assert_eq(bytes, 10);
    rvt_source_skip(source, 4);
    cr_expect_eq(rvt_source_index(source), 4);
    cr_expect_eq(rvt_source_place(source), 4);
    cr_expect_eq(rvt_source_bytes(source), 10);
    rvt_source_close(source);
}

Test(source, does_not_know_the_size_of_a_compressed_file)
{
    static const uint8_t empty[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3,
                                    3,    0,    0, 0, 0, 0, 0, 0, 0, 0};
    struct rvt_source *source = NULL;

    cr_assert_eq(rvt_source_open(scratch_bytes("empty.gz", empty, sizeof empty), &source, NULL),
                 RVT_OK);
    cr_expect_eq(rvt_source_bytes(source), 0);
    rvt_source_close(source);
}

Test(source, has_its_place_in_a_compressed_file)
{
    static const uint8_t abc[] = {0x1f, 0x8b, 8, 0,    0,    0,    0,    0, 0, 3, 0x4b, 0x4c,
                                  0x4a, 6,    0, 0xc2, 0x41, 0x24, 0x35, 3, 0, 0, 0};
    struct rvt_source *source = NULL;
    const uint8_t *data = NULL;
    size_t bytes = 0;

    cr_assert_eq(rvt_source_open(scratch_bytes("abc.gz", abc, sizeof abc), &source, NULL), RVT_OK);
    cr_expect_eq(rvt_source_place(source), 0);
    cr_assert_eq(rvt_source_show(source, &data, &bytes, NULL), RVT_OK);
    cr_assert_eq(bytes, 3);
    cr_assert_arr_eq(data, "abc", 3);
    cr_expect_eq(rvt_source_place(source), sizeof abc);
    rvt_source_close(source);
}

Test(source, has_its_place_in_a_ring_buffer)
{
    struct rvt_source *source = NULL;
    const uint8_t *data = NULL;
    size_t bytes = 0;

    cr_assert_eq(rvt_source_open_ring(scratch_text("ring", "0123456789"), 6, &source, NULL),
                 RVT_OK);
    cr_expect_eq(rvt_source_place(source), 0);
    cr_assert_eq(rvt_source_show(source, &data, &bytes, NULL), RVT_OK);
    cr_assert_geq(bytes, 4);
    rvt_source_skip(source, 4);
    cr_expect_eq(rvt_source_place(source), 4);
    rvt_source_close(source);
}
