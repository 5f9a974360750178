/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Criterion with its new-style assertions. Their macros put an int into a bit-field of one bit,
 * which gcc reports at each use, so that warning is off in test programs; the model itself is
 * compiled with it.
 */
#ifndef RVT_TESTS_UNIT_CHECKS_H
#define RVT_TESTS_UNIT_CHECKS_H

#include <stdint.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#pragma GCC diagnostic ignored "-Wconversion"

/* A constant text as an operand of eq(str, ...). */
#define TEXT(text) ((char *)(uintptr_t)(text))

#endif
