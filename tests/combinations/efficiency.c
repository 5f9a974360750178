/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The efficiency of the modes: bits of te_inst payload per instruction, and packets by format, for
 * every committed program and several sets of options. Every stream has been decoded and compared
 * with the rows. Exit: 0 if all modes together need at most half of the bits of plain
 * differential addresses, in the geometric mean (that of ratios) over all programs; 1 otherwise.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "round_trip.h"
#include "tests/junit.h"

enum { SETS = 9, ALL = 7, PER_CENT = 50 };

/* Over the programs. */
struct means {
    double bits[SETS];      /* sums of bits per instruction */
    double logarithm[SETS]; /* sums of their logarithms */
    uint64_t instructions;
    struct sum total[SETS];
};

struct set {
    const char *name;
    enum rvt_spec_profile profile;
    struct rvt_options options;
};

static const struct set sets[SETS] = {
    {"delta", RVT_PROFILE_V2_0_4, {.full_address = false}},
    {"full", RVT_PROFILE_V2_0_4, {.full_address = true}},
    {"return", RVT_PROFILE_V2_0_4, {.implicit_return = true}},
    {"predict", RVT_PROFILE_V2_0_4, {.branch_prediction = true}},
    {"cache", RVT_PROFILE_V2_0_4, {.jump_target_cache = true}},
    {"sijump", RVT_PROFILE_V2_0_4, {.sequentially_inferred_jumps = true}},
    {"except", RVT_PROFILE_V2_0_4, {.implicit_exception = true}},
    {"all",
     RVT_PROFILE_V2_0_4,
     {.implicit_return = true,
      .implicit_exception = true,
      .jump_target_cache = true,
      .branch_prediction = true,
      .sequentially_inferred_jumps = true}},
    {"all 2.0.5",
     RVT_PROFILE_V2_0_5_DRAFT,
     {.implicit_return = true,
      .implicit_exception = true,
      .jump_target_cache = true,
      .branch_prediction = true,
      .sequentially_inferred_jumps = true}},
};

/* The usual set-up: no context and time, tables of usual sizes, resynchronisation every 256
 * packets; the index of a cached target only where it is shorter (ETR-MODE-049). */
static void configure(struct rvt_config *config, const struct set *set, const struct trace *trace)
{
    traces_config(config, set->profile, trace->xlen);
    config->params.nocontext_p = true;
    config->params.notime_p = true;
    config->options = set->options;
    config->switches.jtc_choose = RVT_JTC_CHOOSE_SHORTER_BYTES;
    config->resync.mode = RVT_RESYNC_PACKETS;
    config->resync.max = 4;
    config->trap_vectors = (struct rvt_trap_vectors){
        .m_known = trace->handler[3] != 0,
        .s_known = trace->handler[1] != 0,
        .m = trace->handler[3],
        .s = trace->handler[1],
    };
}

/* One program under every set of options: a row of the table. */
static void measure(const struct trace *trace, struct means *means, struct junit *report)
{
    struct rvt_coverage unused;
    struct rvt_config config;
    struct expect expect;
    char text[400], fault[500] = "";

    rvt_coverage_init(&unused);
    configure(&config, &sets[0], trace);
    round_trip_expect(&expect, &config, trace, &unused);
    (void)printf("  %-19s %8llu", trace->name, (unsigned long long)expect.retired);
    for (unsigned i = 0; i < SETS; i++) {
        struct sum sum;
        sum_init(&sum);
        configure(&config, &sets[i], trace);
        if (!round_trip_trace(&config, trace, &expect, &sum, text, sizeof text)) {
            (void)printf("\n  FAILED %s: %s\n", sets[i].name, text);
            (void)snprintf(fault, sizeof fault, "%s: %s", sets[i].name, text);
        }
        double bits = 8.0 * (double)sum.bytes / (double)expect.retired;
        (void)printf(" %9.3f", bits);
        (void)fflush(stdout);
        means->bits[i] += bits;
        means->logarithm[i] += log(bits);
        sum_add(&means->total[i], &sum);
    }
    (void)printf("\n");
    means->instructions += expect.retired;
    expect_fini(&expect);
    junit_add(report, fault[0] == '\0' ? NULL : fault, "%s", trace->name);
}

/* Packets by format: the first points of the coverage. */
static void print_packets(const struct sum total[SETS])
{
    char name[80];

    for (unsigned kind = 0; kind < RVT_COVERAGE_KINDS; kind++) {
        rvt_coverage_name(kind, name, sizeof name);
        (void)printf("  %-28.28s", name);
        for (unsigned i = 0; i < SETS; i++)
            (void)printf(" %9llu", (unsigned long long)total[i].coverage.count[kind]);
        (void)printf("\n");
    }
}

static void print_head(void)
{
    (void)printf(
        "  bits of te_inst payload an instruction; return stack of 16, 64 predictor entries, "
        "32 cached targets, F3/0 every 256 packets\n  %-19s %8s",
        "program", "instr");
    for (unsigned i = 0; i < SETS; i++)
        (void)printf(" %9s", sets[i].name);
    (void)printf("\n");
}

static void print_means(const struct means *means, size_t programs)
{
    (void)printf("  %-28s", "arithmetic mean");
    for (unsigned i = 0; i < SETS; i++)
        (void)printf(" %9.3f", means->bits[i] / (double)programs);
    (void)printf("\n  %-28s", "geometric mean");
    for (unsigned i = 0; i < SETS; i++)
        (void)printf(" %9.3f", exp(means->logarithm[i] / (double)programs));
    (void)printf("\n  %-28s", "all instructions");
    for (unsigned i = 0; i < SETS; i++)
        (void)printf(" %9.3f", 8.0 * (double)means->total[i].bytes / (double)means->instructions);
    (void)printf("\n");
    print_packets(means->total);
    for (unsigned i = 0; i < SETS; i++)
        if (means->total[i].ambiguous > 0)
            (void)printf(
                "  %s: %llu programs cannot be decoded, irdepth does not determine the return "
                "(ETR-MODE-010)\n",
                sets[i].name, (unsigned long long)means->total[i].ambiguous);
}

static int run(const struct traces *traces)
{
    static struct means means;
    double programs = (double)traces->count;
    struct junit report;

    junit_open(&report, "efficiency");
    for (unsigned i = 0; i < SETS; i++)
        sum_init(&means.total[i]);
    print_head();
    for (size_t i = 0; i < traces->count; i++)
        measure(&traces->trace[i], &means, &report);
    print_means(&means, traces->count);
    double ratio = 100 * exp((means.logarithm[ALL] - means.logarithm[0]) / programs);
    bool met = ratio <= PER_CENT && means.instructions > 0;
    (void)printf(
        "efficiency: all modes need %.1f %% of the bits of delta in the geometric mean of all "
        "programs (bar: %d %%), %.1f %% in the arithmetic mean, %.1f %% over all instructions\n",
        ratio, PER_CENT, 100 * means.bits[ALL] / means.bits[0],
        100 * (double)means.total[ALL].bytes / (double)means.total[0].bytes);
    junit_add(&report, met ? NULL : "the bar is not met", "all modes: at most %d %% of the bits",
              PER_CENT);
    return junit_close(&report) ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct traces traces;

    if (argc != 2) {
        (void)fputs("usage: efficiency FOLDER\n", stderr);
        return 2;
    }
    if (!traces_load(&traces, argv[1], 0))
        return 2;
    int status = run(&traces);
    traces_fini(&traces);
    return status;
}
