/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include "modes/branch_map.h"

/* Shows: ETR-FMT-023 */
Test(branch_map, the_oldest_branch_is_bit_0_and_taken_is_0)
{
    struct rvt_branch_map map = {0};

    rvt_branch_map_add(&map, true);
    rvt_branch_map_add(&map, false);
    rvt_branch_map_add(&map, false);
    cr_expect(map.count == 3 && map.bits == 6);
    cr_expect(rvt_branch_map_take(&map) == true);
    cr_expect(rvt_branch_map_take(&map) == false);
    cr_expect(map.count == 1 && map.bits == 1);
    rvt_branch_map_clear(&map);
    cr_expect(map.count == 0 && map.bits == 0);
}

/* The outcomes of two packets: more than 32. */
Test(branch_map, sixty_outcomes_are_kept)
{
    struct rvt_branch_map map = {0};

    for (unsigned i = 0; i < 60; i++) {
        rvt_branch_map_add_if(&map, false, true);
        rvt_branch_map_add_if(&map, true, i % 3 != 0);
    }
    cr_expect(map.count == 60);
    for (unsigned i = 0; i < 60; i++)
        cr_expect(rvt_branch_map_take(&map) == (i % 3 != 0), "outcome %u", i);
}

/* Shows: ETR-FMT-024 */
Test(branch_map, bits_above_the_count_are_dropped)
{
    struct rvt_branch_map map = {0};

    rvt_branch_map_add(&map, false);
    rvt_branch_map_append(&map, 0xfffffffd, 2);
    cr_expect(map.count == 3 && map.bits == 3);
    rvt_branch_map_append(&map, 0xff, 0);
    cr_expect(map.count == 3 && map.bits == 3);
}

Test(branch_map, two_packets_fit)
{
    struct rvt_branch_map map = {0};

    rvt_branch_map_append(&map, 0x55555555, RVT_BRANCHES_MAX);
    rvt_branch_map_append(&map, 0x7fffffff, RVT_BRANCHES_MAX);
    cr_expect(map.count == 62);
    for (unsigned i = 0; i < 31; i++)
        cr_expect(rvt_branch_map_take(&map) == (i % 2 == 1));
    for (unsigned i = 0; i < 31; i++)
        cr_expect(!rvt_branch_map_take(&map));
}
