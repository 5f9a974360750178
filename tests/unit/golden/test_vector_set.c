/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Sets of golden vectors: that no file of a set is left out without a word. */
#include <sys/stat.h>
#include <unistd.h>

#include "golden/vector_set.h"
#include "tests/unit/scratch.h"

static enum rvt_status open_set(struct rvt_golden_set **set)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    *set = NULL;
    return rvt_golden_set_open(scratch_folder, NULL, set, &diag);
}

Test(vector_set, files, .init = scratch_init, .fini = scratch_fini)
{
    static const char *const MADE[] = {"other.yaml",    "packet/two.yaml",      "packet/README.md",
                                       "packet/README", "packet/v2.0/one.yaml", "packet/v2.0",
                                       "packet"};
    enum { FILES = 5 }; /* before the folders */
    struct rvt_golden_set *set = NULL;

    cr_assert(eq(int, mkdir(scratch_path("packet"), 0777), 0));
    cr_assert(eq(int, mkdir(scratch_path("packet/v2.0"), 0777), 0));
    for (unsigned i = 0; i < FILES; i++)
        (void)scratch_text(MADE[i], "");
    cr_assert(eq(int, open_set(&set), RVT_OK));
    cr_assert(eq(sz, rvt_golden_set_count(set), 2));
    cr_expect(eq(str, TEXT(rvt_golden_set_name(set, 0)), "packet/two.yaml"));
    cr_expect(eq(str, TEXT(rvt_golden_set_name(set, 1)), "packet/v2.0/one.yaml"));
    rvt_golden_set_close(set);
    for (unsigned i = 0; i < sizeof MADE / sizeof MADE[0]; i++)
        (void)remove(scratch_path(MADE[i]));
}

/* A link to itself is a folder that the system does not open. */
Test(vector_set, folder_that_cannot_be_read, .init = scratch_init, .fini = scratch_fini)
{
    struct rvt_golden_set *set = NULL;

    cr_assert(eq(int, symlink("flow", scratch_path("flow")), 0));
    cr_expect(eq(int, open_set(&set), RVT_ERR_IO));
    cr_expect(eq(ptr, set, NULL));
}
