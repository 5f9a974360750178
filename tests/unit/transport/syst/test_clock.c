/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Times that cannot be converted; vectors/syst/time.yaml has those that can. Shows: SYST-016 */
#include "tests/unit/checks.h"

#include "transport/syst/clock.h"
#include "transport/syst/syst_check.h"

static enum rvt_status convert(uint64_t value, uint64_t frequency, uint64_t transport, uint64_t t,
                               uint64_t hz, struct rvt_clock_time *time)
{
    const struct rvt_clock clock = {.value = value, .frequency = frequency, .transport = transport};

    return rvt_clock_convert(&clock, t, hz, time);
}

Test(clock, frequencies_of_0_convert_nothing)
{
    struct rvt_clock_time time;

    cr_expect(convert(0, 0, 0, 1, 1, &time) == RVT_ERR_PARAMETER);
    cr_expect(convert(0, 1, 0, 1, 0, &time) == RVT_ERR_PARAMETER);
    cr_expect(convert(0, 1, 0, 1, 1, &time) == RVT_OK);
}

Test(clock, times_beyond_64_bits)
{
    struct rvt_clock_time time;

    cr_expect(convert(0, 1, 0, UINT64_MAX, 2, &time) == RVT_ERR_CAPACITY);
    cr_expect(convert(0, 1, 0, UINT64_MAX, UINT64_MAX, &time) == RVT_ERR_CAPACITY);
    cr_expect(convert(0, 1, 1, UINT64_MAX, 1, &time) == RVT_ERR_CAPACITY);
    cr_expect(convert(0, UINT64_MAX, 1, UINT64_MAX, UINT64_MAX - 1, &time) == RVT_OK);
    cr_expect(eq(u64, time.ticks, UINT64_MAX));
}

Test(clock, times_before_0)
{
    struct rvt_clock_time time;

    cr_expect(convert(10, 1, 9, 0, 1, &time) == RVT_ERR_CAPACITY);
    cr_expect(convert(10, 1, 10, 0, 1, &time) == RVT_OK);
    cr_expect(eq(u64, time.ticks, 0));
    /* A third before 0 is before 0. */
    cr_expect(convert(1, 3, 0, 0, 1, &time) == RVT_ERR_CAPACITY);
    cr_expect(convert(1, 3, 1, 0, 1, &time) == RVT_OK);
    cr_expect(time.ticks == 0 && time.numerator == 2 && time.denominator == 3);
}

Test(clock, closing_nothing)
{
    rvt_syst_checker_close(NULL);
}
