/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Tests with parameters, as criterion.h of this folder has those without. */
#ifndef RVT_FAULTS_PARAMETERIZED_H
#define RVT_FAULTS_PARAMETERIZED_H

#include "criterion.h"

#define cr_make_param_array(Type, array, count)                                                    \
    (struct criterion_test_params)                                                                 \
    {                                                                                              \
        .size = sizeof(Type), .params = (array), .length = (count)                                 \
    }

#define ParameterizedTestParameters(Suite, Name)                                                   \
    static struct criterion_test_params Suite##_##Name##_parameters(void)

#define ParameterizedTest(Parameter, Suite, Name, ...)                                             \
    static void Suite##_##Name(void *row);                                                         \
    static void Suite##_##Name##_typed(Parameter);                                                 \
    RVT_FAULT_TEST(Suite, Name, .run_row = Suite##_##Name,                                         \
                   .parameters = Suite##_##Name##_parameters, __VA_ARGS__);                        \
    static void Suite##_##Name(void *row)                                                          \
    {                                                                                              \
        Suite##_##Name##_typed(row);                                                               \
    }                                                                                              \
    static void Suite##_##Name##_typed(Parameter)

#endif
