/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Comparisons of values with a type, inside of cr_assert and cr_expect. */
#ifndef RVT_FAULTS_ASSERT_H
#define RVT_FAULTS_ASSERT_H

#include <stdint.h>

#include "../criterion.h"

typedef char *rvt_fault_str;
typedef char rvt_fault_chr;
typedef int rvt_fault_int;
typedef unsigned rvt_fault_uint;
typedef size_t rvt_fault_sz;
typedef void *rvt_fault_ptr;
typedef uint8_t rvt_fault_u8;
typedef uint16_t rvt_fault_u16;
typedef uint32_t rvt_fault_u32;
typedef uint64_t rvt_fault_u64;
typedef int64_t rvt_fault_i64;

#define rvt_fault_same(type, a, b)                                                                 \
    _Generic((rvt_fault_##type){0}, char *: rvt_fault_same_text,                                   \
             default: rvt_fault_same_bytes)(&(rvt_fault_##type){(rvt_fault_##type)(a)},            \
                                            &(rvt_fault_##type){(rvt_fault_##type)(b)},            \
                                            sizeof(rvt_fault_##type))

static inline bool rvt_fault_same_text(const void *a, const void *b, size_t bytes)
{
    (void)bytes;
    return strcmp(*(char *const *)a, *(char *const *)b) == 0;
}

static inline bool rvt_fault_same_bytes(const void *a, const void *b, size_t bytes)
{
    return memcmp(a, b, bytes) == 0;
}

#define eq(type, a, b)  rvt_fault_same(type, a, b)
#define ne(type, a, b)  (!rvt_fault_same(type, a, b))
#define lt(type, a, b)  ((rvt_fault_##type)(a) < (rvt_fault_##type)(b))
#define le(type, a, b)  ((rvt_fault_##type)(a) <= (rvt_fault_##type)(b))
#define gt(type, a, b)  ((rvt_fault_##type)(a) > (rvt_fault_##type)(b))
#define ge(type, a, b)  ((rvt_fault_##type)(a) >= (rvt_fault_##type)(b))
#define zero(type, ...) ((__VA_ARGS__) == 0)
#define not(...) (!(__VA_ARGS__))

#endif
