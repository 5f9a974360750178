/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the tests of the public interface share. They include public headers alone. */
#ifndef RVT_TESTS_UNIT_API_FIXTURE_H
#define RVT_TESTS_UNIT_API_FIXTURE_H

#include <criterion/criterion.h>
#include <rvt/rvt.h>

/* The defaults of the specification: differential addresses, RV32. */
static inline struct rvt_configuration *default_configuration(void)
{
    struct rvt_configuration *configuration = NULL;

    cr_assert_eq(rvt_configuration_new(NULL, &configuration), RVT_OK);
    return configuration;
}

/* The same with a value changed. */
static inline void put(struct rvt_configuration *configuration, const char *key, unsigned value)
{
    cr_assert_eq(rvt_configuration_set(configuration, key, value, NULL), RVT_OK, "%s", key);
}

#endif
