/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Allocations of jansson that fail: json_set_alloc_funcs(failing_malloc, free). */
#ifndef TESTS_UNIT_JSON_MEMORY_H
#define TESTS_UNIT_JSON_MEMORY_H

#include <stdlib.h>

static unsigned allocations, failing; /* made; the number of the one that fails, from 0 */

/* Fails once. */
static void *failing_malloc(size_t bytes)
{
    return allocations++ != failing ? malloc(bytes) : NULL;
}

#endif
