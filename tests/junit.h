/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * JUnit report of a test program with a main of its own. The environment variable RVT_JUNIT names
 * the file; without it the cases are counted, but not reported.
 */
#ifndef RVT_TESTS_JUNIT_H
#define RVT_TESTS_JUNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct junit {
    const char *suite; /* the caller's */
    unsigned passed, failed;
    FILE *cases; /* XML of the cases so far, in text */
    char *text;
    size_t size;
};

/* Begins a report of the suite of this name, which is borrowed until junit_close. Aborts if there
 * is no memory. */
void junit_open(struct junit *report, const char *suite);

/* Adds a case: it failed if failure is not null, and failure says why. The name is formatted as by
 * printf; characters that XML cannot hold become '?'. */
__attribute__((format(printf, 3, 4))) void junit_add(struct junit *report, const char *failure,
                                                     const char *name, ...);

/* Appends the suite to the file that RVT_JUNIT names, prints "N passed, N failed" and frees what
 * the report holds. True if a case passed, none failed, and the file was written. */
bool junit_close(struct junit *report);

#endif
