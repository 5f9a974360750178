/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the tests use of Criterion, for programs that run each test thousands of times: a test is a
 * function, runs in a plain child process, and ends at its first failed comparison.
 */
#ifndef RVT_FAULTS_CRITERION_H
#define RVT_FAULTS_CRITERION_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "tests/faults/registry.h"

#define RVT_FAULT_TEST(Suite, Name, ...)                                                           \
    static struct rvt_fault_test Suite##_##Name##_test = {                                         \
        .suite = #Suite, .test = #Name, .file = __FILE__, __VA_ARGS__};                            \
    static struct rvt_fault_test *Suite##_##Name##_pointer                                         \
        __attribute__((used, section("rvt_fault_tests"))) = &Suite##_##Name##_test

#define Test(Suite, Name, ...)                                                                     \
    static void Suite##_##Name(void);                                                              \
    RVT_FAULT_TEST(Suite, Name, .run = Suite##_##Name, __VA_ARGS__);                               \
    static void Suite##_##Name(void)

#define TestSuite(Suite, ...)                                                                      \
    static struct rvt_fault_test Suite##_suite = {.suite = #Suite, .file = __FILE__, __VA_ARGS__}; \
    static struct rvt_fault_test *Suite##_suite_pointer                                            \
        __attribute__((used, section("rvt_fault_tests"))) = &Suite##_suite

#define cr_assert(condition, ...)                                                                  \
    do {                                                                                           \
        if (!(condition))                                                                          \
            rvt_fault_test_failed();                                                               \
    } while (0)
#define cr_assert_not(condition, ...)      cr_assert(!(condition))
#define cr_assert_fail(...)                cr_assert(0)
#define cr_assert_eq(a, b, ...)            cr_assert((a) == (b))
#define cr_assert_neq(a, b, ...)           cr_assert((a) != (b))
#define cr_assert_lt(a, b, ...)            cr_assert((a) < (b))
#define cr_assert_leq(a, b, ...)           cr_assert((a) <= (b))
#define cr_assert_gt(a, b, ...)            cr_assert((a) > (b))
#define cr_assert_geq(a, b, ...)           cr_assert((a) >= (b))
#define cr_assert_null(pointer, ...)       cr_assert((pointer) == NULL)
#define cr_assert_not_null(pointer, ...)   cr_assert((pointer) != NULL)
#define cr_assert_str_eq(a, b, ...)        cr_assert(strcmp((a), (b)) == 0)
#define cr_assert_str_neq(a, b, ...)       cr_assert(strcmp((a), (b)) != 0)
#define cr_assert_str_empty(text, ...)     cr_assert((text)[0] == '\0')
#define cr_assert_str_not_empty(text, ...) cr_assert((text)[0] != '\0')
#define cr_assert_arr_eq(a, b, bytes, ...) cr_assert(memcmp((a), (b), (bytes)) == 0)

#define cr_expect               cr_assert
#define cr_expect_not           cr_assert_not
#define cr_expect_eq            cr_assert_eq
#define cr_expect_neq           cr_assert_neq
#define cr_expect_lt            cr_assert_lt
#define cr_expect_leq           cr_assert_leq
#define cr_expect_gt            cr_assert_gt
#define cr_expect_geq           cr_assert_geq
#define cr_expect_null          cr_assert_null
#define cr_expect_not_null      cr_assert_not_null
#define cr_expect_str_eq        cr_assert_str_eq
#define cr_expect_str_neq       cr_assert_str_neq
#define cr_expect_str_empty     cr_assert_str_empty
#define cr_expect_str_not_empty cr_assert_str_not_empty
#define cr_expect_arr_eq        cr_assert_arr_eq
#define cr_log_info(...)        ((void)0)

#endif
