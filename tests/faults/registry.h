/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The tests of a program, as shim/criterion notes them and runner.c finds them. */
#ifndef RVT_FAULTS_REGISTRY_H
#define RVT_FAULTS_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>

/* The rows of a test with parameters: length rows of size bytes; borrowed. */
struct criterion_test_params {
    size_t size;
    void *params;
    size_t length;
};

/*
 * A test (run or run_row is there), or the fixtures of a suite (neither is). The members after
 * parameters are those that a test may set by name; timeout is not used.
 */
struct rvt_fault_test {
    const char *suite;
    const char *test;
    const char *file;
    void (*run)(void);
    void (*run_row)(void *row);
    struct criterion_test_params (*parameters)(void);
    void (*init)(void);
    void (*fini)(void);
    double timeout;
};

/* Ends the process of a test as failed; its fixture is run before, so that no file stays. */
_Noreturn void rvt_fault_test_failed(void);

#endif
