/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What is overdue at the end of a run in which several losses were reported. */
#include "lockstep/retirement/retirement_reader.h"

#include <criterion/criterion.h>

/* A trap between two gaps: the second gap may be reported together with the first, so that the
 * trap, which comes before a loss, need not be reported. */
static const struct rvt_retirement ENTRIES[] = {
    {.kind = RVT_RETIREMENT_LOST, .cycle = 10},
    {.kind = RVT_RETIREMENT_LOST, .cycle = 20, .optional = true},
    {.kind = RVT_RETIREMENT_TRAP, .cycle = 20, .interrupt = true, .cause = 5},
    {.kind = RVT_RETIREMENT_LOST, .cycle = 21},
    {.kind = RVT_RETIREMENT_LOST, .cycle = 30, .optional = true},
    {.kind = RVT_RETIREMENT_CODE, .cycle = 40, .address = 0x1000, .bytes = 4, .plain = true},
};

/* Reports losses of the first so many entries, and asks what is overdue. Returns the number of the
 * entry, or UINT64_MAX. */
static uint64_t overdue(unsigned entries, unsigned losses, bool enabled)
{
    const struct rvt_retirement loss = {.kind = RVT_RETIREMENT_LOST};
    struct rvt_retirement_reader reader = {.number = 0};
    struct rvt_retirement_queue queue;
    uint64_t taken;

    cr_assert_eq(rvt_retirement_queue_init(&queue), RVT_OK);
    for (unsigned i = 0; i < entries; i++)
        cr_assert_eq(rvt_retirement_queue_add(&queue, &ENTRIES[i]), RVT_OK);
    for (unsigned i = 0; i < losses; i++)
        cr_assert(rvt_retirement_reader_take(&queue, &reader, &loss, &taken));
    bool is_overdue = rvt_retirement_reader_overdue(&queue, &reader, enabled);
    uint64_t number = is_overdue ? reader.number : UINT64_MAX;
    rvt_retirement_queue_fini(&queue);
    return number;
}

/* Shows: ETR-ALG-009, ETR-SUP-003 */
Test(retirement_reader, overdue_after_losses)
{
    cr_expect_eq(overdue(5, 1, false), 2); /* the loss of cycle 21 is missing */
    cr_expect_eq(overdue(5, 2, false), UINT64_MAX);
    cr_expect_eq(overdue(5, 3, false), UINT64_MAX);
    cr_expect_eq(overdue(6, 2, false), 2); /* whichever losses were reported, the code was not */
    cr_expect_eq(overdue(6, 3, false), 5);
    cr_expect_eq(overdue(6, 2, true), UINT64_MAX);
}
