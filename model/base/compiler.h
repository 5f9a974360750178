/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The compiler extensions that the public headers do not need. */
#ifndef RVT_BASE_COMPILER_H
#define RVT_BASE_COMPILER_H

#include <rvt/export.h>

#if defined(__GNUC__)
#define RVT_PRINTF(format_index, first_index)                                                      \
    __attribute__((format(printf, format_index, first_index)))
#define RVT_ALWAYS_INLINE inline __attribute__((always_inline))
#define RVT_NEVER_INLINE  __attribute__((noinline))
#else
#define RVT_PRINTF(format_index, first_index)
#define RVT_ALWAYS_INLINE inline
#define RVT_NEVER_INLINE
#endif

#endif
