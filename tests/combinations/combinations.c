/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Every combination of the run-time options, and combinations of all switches with every pair of
 * values: each encodes and decodes every committed program and many random ones without a
 * difference. Requires every coverage point to occur (check/coverage.h).
 * Shows: ETR-MODE-064, ETR-MODE-065, ETR-CMP-008, ETR-RSY-009
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/config_check.h"
#include "random/random.h"
#include "round_trip.h"
#include "space.h"
#include "tests/junit.h"

enum {
    JOBS_MAX = 64,
    FAULTS_SHOWN = 10, /* of each process */
    EXCUSED = 50,      /* at most one in this many round trips is not compared completely */
    LEFT_OUT = 1000,   /* at most one in this many packets is skipped */
    PROGRESS = 64,     /* combinations for each line */
};

struct task {
    struct traces traces;
    struct expect *expect; /* for each trace */
    struct space options, switches;
    unsigned random_programs; /* for each combination */
    unsigned jobs;
    bool quick;
};

/* The result of one combination. */
struct verdict {
    unsigned which; /* its index in the space */
    bool passed;
    char why[200]; /* it failed */
    struct sum sum;
};

static void use_handlers(struct rvt_config *config, const struct trace *trace)
{
    config->trap_vectors = (struct rvt_trap_vectors){
        .m_known = trace->handler[3] != 0,
        .s_known = trace->handler[1] != 0,
        .m = trace->handler[3],
        .s = trace->handler[1],
    };
}

static bool run_traces(struct task *task, const struct space *space, const struct point *point,
                       struct sum *sum, char *text, size_t capacity)
{
    for (size_t i = 0; i < task->traces.count; i++) {
        const struct trace *trace = &task->traces.trace[i];
        struct rvt_config config;
        char what[400];
        space_config(space, point, trace->xlen, &config);
        use_handlers(&config, trace);
        config.switches.jalr_x0 = RVT_JALR_X0_INFERABLE_ABSOLUTE; /* as the traces have it */
        if (!round_trip_trace(&config, trace, &task->expect[i], sum, what, sizeof what)) {
            (void)snprintf(text, capacity, "%s: %s", trace->name, what);
            return false;
        }
    }
    return true;
}

/* Samples the parameters that are independent of options and switches. */
static void vary(struct rvt_random *random, struct rvt_config *config)
{
    static const unsigned widths[] = {64, 64, 32, 39};
    struct rvt_params *p = &config->params;

    p->iaddress_width_p = widths[rvt_random_below(random, 4)];
    p->ecause_width_p = 1 + rvt_random_below(random, 8);
    p->privilege_width_p = 2 + rvt_random_below(random, 2);
    p->retires_p = rvt_random_chance(random, 80) ? 8 : 1;
    p->iretire_width_p = p->retires_p == 1 ? 1 : 2 + rvt_random_below(random, 7);
    p->blocks_p = rvt_random_chance(random, 60) ? 1 : 2 + rvt_random_below(random, 3);
}

static bool run_random(struct task *task, const struct space *space, unsigned which,
                       struct sum *sum, char *text, size_t capacity)
{
    for (unsigned i = 0; i < task->random_programs; i++) {
        uint64_t seed = (uint64_t)(space->factors * 10000 + which) * 1000 + i;
        struct rvt_random random;
        struct rvt_config config;
        bool disturb = i % 2 == 1;
        space_config(space, &space->point[which], 64, &config);
        rvt_random_seed(&random, seed);
        vary(&random, &config);
        if (config.options.implicit_return) /* an F3/0 reports no return: AMB-021 */
            config.switches.ir_flush_before_sync = true;
        if (rvt_config_check(&config, NULL) != RVT_OK) {
            (void)snprintf(text, capacity, "seed %llu: refused", (unsigned long long)seed);
            return false;
        }
        if (!round_trip_random(&config, seed, disturb, sum, text, capacity))
            return false;
    }
    return true;
}

static void check_result(struct task *task, const struct space *space, unsigned which,
                         struct verdict *verdict, unsigned *shown)
{
    char text[600] = "", name[1000];
    uint64_t before;

    sum_init(&verdict->sum);
    verdict->which = which;
    verdict->passed =
        run_traces(task, space, &space->point[which], &verdict->sum, text, sizeof text);
    before = verdict->sum.instructions;
    verdict->passed =
        verdict->passed && run_random(task, space, which, &verdict->sum, text, sizeof text);
    if (verdict->passed && (before == 0 || verdict->sum.instructions == before)) {
        (void)snprintf(text, sizeof text, "no %s was compared completely",
                       before == 0 ? "trace" : "random program");
        verdict->passed = false;
    }
    (void)snprintf(verdict->why, sizeof verdict->why, "%.*s", (int)sizeof verdict->why - 1, text);
    if (verdict->passed || (*shown)++ >= FAULTS_SHOWN)
        return;
    space_describe(space, &space->point[which], name, sizeof name);
    (void)printf("  FAILED %u: %s\n         %s\n", which, name, text);
    (void)fflush(stdout);
}

/* One of the processes: runs every jobs-th combination and writes each verdict. */
static void work(struct task *task, const struct space *space, unsigned job, int out)
{
    static struct verdict verdict; /* less than a pipe writes at once */
    unsigned shown = 0;

    for (unsigned i = job; i < space->points; i += task->jobs) {
        check_result(task, space, i, &verdict, &shown);
        if (write(out, &verdict, sizeof verdict) != (ssize_t)sizeof verdict)
            _exit(2);
    }
    _exit(0);
}

/* Adds up and prints the results of all processes. False if one of them ends early. */
static bool collect(int in, const struct space *space, const char *name, struct sum *sum,
                    struct junit *report)
{
    static struct verdict verdict;
    const unsigned points = space->points;
    unsigned passed = 0;

    for (unsigned done = 1; done <= points; done++) {
        size_t got = 0;
        while (got < sizeof verdict) {
            ssize_t count = read(in, (char *)&verdict + got, sizeof verdict - got);
            if (count <= 0)
                return false;
            got += (size_t)count;
        }
        sum_add(sum, &verdict.sum);
        passed += verdict.passed;
        char what[300];
        space_describe(space, &space->point[verdict.which], what, sizeof what);
        junit_add(report, verdict.passed ? NULL : verdict.why, "%s %u: %s", name, verdict.which,
                  what);
        if (done % PROGRESS == 0 || done == points) {
            (void)printf("  %s: %u of %u combinations, %u passed, %.1f M instructions compared\n",
                         name, done, points, passed, 1e-6 * (double)sum->instructions);
            (void)fflush(stdout);
        }
    }
    return true;
}

/* Runs all combinations of a space. */
static void run_space(struct task *task, const struct space *space, const char *name,
                      struct sum *sum, struct junit *report)
{
    bool good = true;
    int ends[2];
    pid_t child[JOBS_MAX];

    _Static_assert(sizeof(struct verdict) <= 4096, "a verdict is written in one piece");
    (void)fflush(stdout);
    if (pipe(ends) != 0) {
        junit_add(report, "no pipe can be made", "%s", name);
        return;
    }
    for (unsigned job = 0; job < task->jobs; job++) {
        child[job] = fork();
        if (child[job] == 0) {
            (void)close(ends[0]);
            work(task, space, job, ends[1]);
        }
    }
    (void)close(ends[1]);
    good = collect(ends[0], space, name, sum, report);
    (void)close(ends[0]);
    for (unsigned job = 0; job < task->jobs; job++) {
        int status = 0;
        good =
            child[job] > 0 && waitpid(child[job], &status, 0) == child[job] && status == 0 && good;
    }
    if (!good) {
        (void)printf("  FAILED %s: a process ended early\n", name);
        junit_add(report, "a process ended early", "%s: all processes", name);
    }
}

/* Prints how often each point occurred, and reports the missed points. */
static void report_coverage(const struct rvt_coverage *coverage, struct junit *report)
{
    unsigned hit = 0, impossible = 0, missed = 0;
    char name[80];

    for (unsigned i = 0; i < RVT_COVERAGE_POINTS; i++) {
        const char *reason = rvt_coverage_impossible(i);
        rvt_coverage_name(i, name, sizeof name);
        if (reason != NULL && coverage->count[i] == 0) {
            (void)printf("  never  %-36s %s\n", name, reason);
            impossible++;
        } else if (reason != NULL || coverage->count[i] == 0) {
            (void)printf("  %s %-36s %" PRIu64 "\n", reason != NULL ? "WRONG " : "MISSED", name,
                         coverage->count[i]);
            junit_add(report, reason != NULL ? "occurred, but cannot" : "did not occur",
                      "coverage: %s", name);
            missed++;
        } else {
            (void)printf("  ok     %-36s %" PRIu64 "\n", name, coverage->count[i]);
            hit++;
        }
    }
    (void)printf("coverage: %u points, %u occurred, %u cannot, %u missed\n", RVT_COVERAGE_POINTS,
                 hit, impossible, missed);
}

static bool prepare(struct task *task, const char *folder)
{
    struct rvt_config config;
    struct rvt_coverage coverage;

    space_every_option(&task->options);
    space_every_pair(&task->switches);
    if (!traces_load(&task->traces, folder, task->quick ? 300 : 0))
        return false;
    task->expect = calloc(task->traces.count, sizeof(*task->expect));
    if (task->expect == NULL)
        return false;
    rvt_coverage_init(&coverage);
    for (size_t i = 0; i < task->traces.count; i++) {
        traces_config(&config, RVT_PROFILE_V2_0_4, task->traces.trace[i].xlen);
        round_trip_expect(&task->expect[i], &config, &task->traces.trace[i], &coverage);
        if (task->expect[i].fault[0] != '\0') {
            (void)fprintf(stderr, "%s: %s\n", task->traces.trace[i].name, task->expect[i].fault);
            return false;
        }
    }
    return true;
}

static int run(struct task *task)
{
    struct sum sum;
    struct junit report;

    sum_init(&sum);
    junit_open(&report, "combinations");
    (void)printf("  options: %u combinations, %u more are not legal\n", task->options.points,
                 task->options.illegal);
    (void)printf("  switches: %u combinations of %u factors hold %u pairs of values, %u more pairs "
                 "are not legal\n",
                 task->switches.points, task->switches.factors, task->switches.pairs,
                 task->switches.impossible);
    space_list_left_out(stdout);
    run_space(task, &task->options, "options", &sum, &report);
    run_space(task, &task->switches, "switches", &sum, &report);
    report_coverage(&sum.coverage, &report);
    (void)printf("  %" PRIu64 " round trips: %" PRIu64 " passed, %" PRIu64 " differed, %" PRIu64
                 " with undecodable packets (ETR-MODE-004, ETR-MODE-010, AMB-105), with "
                 "%" PRIu64 " packets left out\n",
                 sum.runs, sum.passed, sum.failed, sum.ambiguous, sum.skipped);
    (void)printf("  %" PRIu64 " instructions and %" PRIu64 " states compared, %" PRIu64
                 " packets, %" PRIu64 " bytes\n",
                 sum.instructions, sum.states, sum.packets, sum.bytes);
    if (sum.instructions == 0)
        junit_add(&report, "no instruction was compared", "instructions compared");
    if (sum.ambiguous * EXCUSED > sum.runs || sum.skipped * LEFT_OUT > sum.packets) {
        (void)printf("  more than one round trip in %d, or packet in %d, is skipped\n", EXCUSED,
                     LEFT_OUT);
        junit_add(&report, "too many round trips or packets are skipped", "left out");
    }
    return junit_close(&report) ? 0 : 1;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"quick", no_argument, NULL, 'q'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"random", required_argument, NULL, 'r'},
                                            {NULL, 0, NULL, 0}};
    static struct task task = {.jobs = 1, .random_programs = 200};
    int option = 0;

    while ((option = getopt_long(argc, argv, "qj:r:", options, NULL)) != -1) {
        if (option == 'q') {
            task.quick = true;
            task.random_programs = 6;
        } else if (option == 'j') {
            task.jobs = (unsigned)strtoul(optarg, NULL, 10);
        } else if (option == 'r') {
            task.random_programs = (unsigned)strtoul(optarg, NULL, 10);
        } else {
            optind = argc;
        }
    }
    if (optind != argc - 1 || task.jobs < 1 || task.jobs > JOBS_MAX) {
        (void)fputs("usage: combinations [--quick] [--jobs N] [--random N] FOLDER\n", stderr);
        return 2;
    }
    if (!prepare(&task, argv[optind]))
        return 2;
    int status = run(&task);
    for (size_t i = 0; i < task.traces.count; i++)
        expect_fini(&task.expect[i]);
    free(task.expect);
    traces_fini(&task.traces);
    space_fini(&task.options);
    space_fini(&task.switches);
    return status;
}
