/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Files as bytes: their size, where it is known. */
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
