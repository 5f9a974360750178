/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The only place that knows about compiler extensions. */
#ifndef RVT_BASE_COMPILER_H
#define RVT_BASE_COMPILER_H

#if defined(__GNUC__)
#define RVT_MUST_USE __attribute__((warn_unused_result))
#define RVT_PRINTF(format_index, first_index)                                                      \
    __attribute__((format(printf, format_index, first_index)))
#define RVT_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define RVT_MUST_USE
#define RVT_PRINTF(format_index, first_index)
#define RVT_ALWAYS_INLINE inline
#endif

#endif
