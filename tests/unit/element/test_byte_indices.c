/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Where the bytes of one source lie in the capture. */
#include "tests/unit/checks.h"

#include <stdlib.h>

#include "element/byte_indices.h"

static struct rvt_byte_indices *no_indices(void)
{
    struct rvt_byte_indices *indices = calloc(1, sizeof *indices);

    cr_assert(ne(ptr, indices, NULL));
    return indices;
}

Test(byte_indices, without_bytes_a_position_is_its_index)
{
    struct rvt_byte_indices *indices = no_indices();

    cr_expect(eq(u64, rvt_byte_indices_find(indices, 0), 0));
    cr_expect(eq(u64, rvt_byte_indices_find(indices, 77), 77));
    free(indices);
}

Test(byte_indices, finds_every_byte_of_runs)
{
    static const uint64_t index[] = {16, 17, 18, 20, 21, 40, 41, 42, 43, 99};
    struct rvt_byte_indices *indices = no_indices();

    rvt_byte_indices_add(indices, index, 4); /* a run may go on in the next call */
    rvt_byte_indices_add(indices, index + 4, 6);
    for (size_t i = 0; i < sizeof index / sizeof *index; i++)
        cr_expect(eq(u64, rvt_byte_indices_find(indices, i), index[i]), "%zu", i);
    cr_expect(eq(u64, rvt_byte_indices_find(indices, 10), 100));
    cr_expect(eq(u64, rvt_byte_indices_find(indices, 12), 102));
    cr_expect(eq(u64, indices->runs, 4));
    free(indices);
}

Test(byte_indices, forgets_old_runs)
{
    struct rvt_byte_indices *indices = no_indices();
    const uint64_t runs = RVT_BYTE_RUNS + 10;

    for (uint64_t i = 0; i < runs; i++) {
        const uint64_t index[] = {3 * i, 3 * i + 1};
        rvt_byte_indices_add(indices, index, 2);
    }
    cr_expect(eq(u64, rvt_byte_indices_find(indices, 20), 30)); /* the oldest known byte */
    cr_expect(eq(u64, rvt_byte_indices_find(indices, 21), 31));
    cr_expect(eq(u64, rvt_byte_indices_find(indices, 19), 30));
    cr_expect(eq(u64, rvt_byte_indices_find(indices, 0), 30));
    for (uint64_t i = 10; i < runs; i++)
        cr_assert(eq(u64, rvt_byte_indices_find(indices, 2 * i + 1), 3 * i + 1));
    free(indices);
}
