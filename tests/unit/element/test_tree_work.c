/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The work of a decode tree: in order, and never more than fits. */
#include "tests/unit/checks.h"

#include <stdlib.h>
#include <string.h>

#include "element/tree_work.h"

static struct rvt_tree_works works; /* large */

Test(tree_work, is_done_in_order)
{
    const uint8_t data[] = {1, 2, 3, 4, 5};
    const uint64_t position[] = {10, 11, 13, 14, 15};
    const struct rvt_finding loss = {.rule = RVT_RULE_FRM_005, .byte = 12};
    const struct rvt_tree_work *work;

    cr_expect(eq(ptr, (void *)(uintptr_t)rvt_tree_works_first(&works), NULL));
    rvt_tree_works_data(&works, 7, data, position, 2);
    rvt_tree_works_loss(&works, &loss);
    rvt_tree_works_data(&works, 8, data + 2, position + 2, 3);
    rvt_tree_works_end(&works);
    work = rvt_tree_works_first(&works);
    cr_assert(work != NULL && work->kind == RVT_TREE_WORK_DATA);
    cr_expect(work->id == 7 && work->first == 0 && work->count == 2);
    rvt_tree_works_next(&works);
    work = rvt_tree_works_first(&works);
    cr_assert(work != NULL && work->kind == RVT_TREE_WORK_LOSS);
    cr_expect(work->loss.rule == RVT_RULE_FRM_005 && work->loss.byte == 12);
    rvt_tree_works_next(&works);
    work = rvt_tree_works_first(&works);
    cr_assert(work != NULL && work->kind == RVT_TREE_WORK_DATA);
    cr_expect(work->id == 8 && work->first == 2 && work->count == 3);
    cr_expect(eq(int, memcmp(works.data, data, sizeof data), 0));
    cr_expect(eq(int, memcmp(works.position, position, sizeof position), 0));
    rvt_tree_works_next(&works);
    work = rvt_tree_works_first(&works);
    cr_assert(work != NULL && work->kind == RVT_TREE_WORK_END);
    rvt_tree_works_next(&works);
    cr_expect(rvt_tree_works_first(&works) == NULL && works.bytes == 0 && !works.overflow);
}

Test(tree_work, bytes_that_do_not_fit_are_an_overflow)
{
    static const uint8_t data[RVT_TREE_CHUNK_MAX + 1];

    rvt_tree_works_data(&works, 0, data, NULL, RVT_TREE_CHUNK_MAX);
    cr_expect(eq(int, works.overflow, false));
    rvt_tree_works_data(&works, 0, data, NULL, 1);
    cr_expect(works.overflow);
    cr_expect(eq(sz, works.count, 1));
    rvt_tree_works_clear(&works);
    cr_expect(rvt_tree_works_first(&works) == NULL && !works.overflow);
    rvt_tree_works_data(&works, 0, data, NULL, RVT_TREE_CHUNK_MAX + 1);
    cr_expect(works.overflow);
}

Test(tree_work, work_that_does_not_fit_is_an_overflow)
{
    for (unsigned i = 0; i < RVT_TREE_WORK_MAX; i++)
        rvt_tree_works_end(&works);
    cr_expect(eq(int, works.overflow, false));
    rvt_tree_works_end(&works);
    cr_expect(works.overflow);
    cr_expect(eq(sz, works.count, RVT_TREE_WORK_MAX));
}
