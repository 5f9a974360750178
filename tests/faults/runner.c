/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Unit, property and golden tests in one program, each in a child process of its own.
 *
 * runner list      one line for each test: number, file, suite.test, row
 * runner measure   runs every test without a fault: number, outcome, microseconds, faults reached
 * runner hunt      for each line of stdin, "fault microseconds:test ...", runs these tests in order
 *                  with the fault active until one fails: fault, test or -, outcome
 *
 * Columns are separated by tabs. An outcome is passed, failed, a signal's number, or late: more
 * than twenty times the microseconds and a second of processor time.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/faults/registry.h"
#include "tests/faults/selection.h"

#define MEMORY_MAX (UINT64_C(2) << 30)
#define RUNS_MAX   16384
#define LATE_TIMES 20
#define LATE_LEAST 1000000 /* microseconds */
#define LINE_BYTES (RUNS_MAX * 24)

extern struct rvt_fault_test *__start_rvt_fault_tests[], *__stop_rvt_fault_tests[];

struct run {
    const struct rvt_fault_test *test;
    const struct rvt_fault_test *fixture; /* of the suite; null if there is none */
    size_t row;
};

static struct run runs[RUNS_MAX];
static size_t count;
static const struct run *current;

static void finish(const struct run *run)
{
    if (run->test->fini != NULL)
        run->test->fini();
    if (run->fixture != NULL && run->fixture->fini != NULL)
        run->fixture->fini();
}

void rvt_fault_test_failed(void)
{
    finish(current);
    _exit(1);
}

static const struct rvt_fault_test *fixture_of(const struct rvt_fault_test *test)
{
    for (struct rvt_fault_test **at = __start_rvt_fault_tests; at < __stop_rvt_fault_tests; at++)
        if ((*at)->run == NULL && (*at)->run_row == NULL && strcmp((*at)->file, test->file) == 0 &&
            strcmp((*at)->suite, test->suite) == 0)
            return *at;
    return NULL;
}

static void find_runs(void)
{
    for (struct rvt_fault_test **at = __start_rvt_fault_tests; at < __stop_rvt_fault_tests; at++) {
        size_t rows = (*at)->run != NULL       ? 1
                      : (*at)->run_row != NULL ? (*at)->parameters().length
                                               : 0;

        for (size_t row = 0; row < rows && count < RUNS_MAX; row++)
            runs[count++] = (struct run){*at, fixture_of(*at), row};
    }
}

/* The test, in the child. */
static void execute(const struct run *run, unsigned fault, unsigned long limit)
{
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)(limit / 1000000),
                                           .tv_usec = (suseconds_t)(limit % 1000000)}};
    struct rlimit memory = {MEMORY_MAX, MEMORY_MAX}, none = {0, 0};
    int null = open("/dev/null", O_RDWR);

    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    setrlimit(RLIMIT_DATA, &memory);
    setrlimit(RLIMIT_FSIZE, &memory);
    setrlimit(RLIMIT_CORE, &none);
    if (limit > 0)
        setitimer(ITIMER_PROF, &timer, NULL);
    current = run;
    rvt_fault_active = fault;
    if (run->fixture != NULL && run->fixture->init != NULL)
        run->fixture->init();
    if (run->test->init != NULL)
        run->test->init();
    if (run->test->run != NULL) {
        run->test->run();
    } else {
        struct criterion_test_params rows = run->test->parameters();

        run->test->run_row((char *)rows.params + run->row * rows.size);
    }
    finish(run);
    _exit(0);
}

/* Runs a test in a child. Returns the outcome; *used: its microseconds of processor time. */
static const char *perform(const struct run *run, unsigned fault, unsigned long limit,
                           unsigned long *used)
{
    static char text[16];
    struct rusage usage;
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        execute(run, fault, limit);
    while (wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR)
            abort();
    *used = (unsigned long)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
            (unsigned long)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
        return "late";
    if (WIFSIGNALED(status)) {
        (void)snprintf(text, sizeof(text), "signal %d", WTERMSIG(status));
        return text;
    }
    return WEXITSTATUS(status) == 0 ? "passed" : "failed";
}

static void list(void)
{
    for (size_t i = 0; i < count; i++)
        printf("%zu\t%s\t%s.%s\t%zu\n", i, runs[i].test->file, runs[i].test->suite,
               runs[i].test->test, runs[i].row);
}

static void measure(void)
{
    rvt_fault_reached =
        mmap(NULL, RVT_FAULTS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (rvt_fault_reached == MAP_FAILED)
        abort();
    for (size_t i = 0; i < count; i++) {
        unsigned long used = 0;

        memset(rvt_fault_reached, 0, RVT_FAULTS_MAX);
        const char *outcome = perform(&runs[i], 0, 0, &used);
        printf("%zu\t%s\t%lu\t", i, outcome, used);
        for (size_t fault = 1; fault < RVT_FAULTS_MAX; fault++)
            if (rvt_fault_reached[fault])
                printf(" %zu", fault);
        printf("\n");
        fflush(stdout);
    }
}

static void hunt(void)
{
    static char line[LINE_BYTES];

    while (fgets(line, sizeof(line), stdin) != NULL) {
        char *at = line;
        unsigned fault = (unsigned)strtoul(at, &at, 10);
        bool caught = false;

        while (!caught && *at == ' ') {
            unsigned long expected = strtoul(at, &at, 10), used;
            size_t number = strtoul(at + 1, &at, 10);
            const char *outcome =
                perform(&runs[number], fault, LATE_TIMES * expected + LATE_LEAST, &used);

            caught = strcmp(outcome, "passed") != 0;
            if (caught)
                printf("%u\t%zu\t%s\n", fault, number, outcome);
        }
        if (!caught)
            printf("%u\t-\tpassed\n", fault);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
    find_runs();
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        list();
    else if (argc == 2 && strcmp(argv[1], "measure") == 0)
        measure();
    else if (argc == 2 && strcmp(argv[1], "hunt") == 0)
        hunt();
    else
        return 2;
    return 0;
}
