/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The speed of the transports, with everything in memory: each program tests/bench/NAME_bench.c
 * compares what it measures with bars and exits with 0 if all are met. */
#ifndef RVT_TESTS_BENCH_TRANSPORT_H
#define RVT_TESTS_BENCH_TRANSPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

enum { BENCH_PASSES = 9 };

/* Seconds of processor time of a pass of work. */
static inline double bench_pass(void (*work)(void *context), void *context)
{
    struct timespec from, to;

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    work(context);
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

/* The same of the fastest pass. */
static inline double bench_best(void (*work)(void *context), void *context)
{
    double fastest = bench_pass(work, context);

    for (int pass = 1; pass < BENCH_PASSES; pass++) {
        double seconds = bench_pass(work, context);
        if (seconds < fastest)
            fastest = seconds;
    }
    return fastest;
}

/* Prints a line with the measurement and its bar; true if it is met. */
static inline bool bench_bar(const char *name, double value, double bar, const char *unit)
{
    (void)printf("  %-6s %-32s %9.1f  >= %g %s\n", value >= bar ? "ok" : "FAILED", name, value, bar,
                 unit);
    return value >= bar;
}

#endif
