/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The report of a transport's comparison: what it says of a run, and where it cannot be written. */
#include "tests/unit/api/fixture.h"
#include "tests/unit/scratch.h"

TestSuite(transport_comparison_report, .init = scratch_init, .fini = scratch_fini);

/* An arbiter that takes a write and sends it, with another value if wrong. */
static struct rvt_transport_comparison *run_arbiter(bool wrong)
{
    struct rvt_transport_comparison *comparison = NULL;
    struct rvt_port_write write = {.size = sizeof write, .master = 5, .channel = 2, .data = 7};

    cr_assert_eq(rvt_arbiter_comparison_open(2, true, &comparison), RVT_OK);
    rvt_arbiter_comparison_offers(comparison, 10, 1, 1);
    cr_assert_eq(rvt_arbiter_comparison_take(comparison, 10, 0, &write), RVT_OK);
    write.data ^= wrong;
    cr_assert_eq(rvt_arbiter_comparison_write(comparison, 11, &write), RVT_OK);
    rvt_transport_comparison_end(comparison, 99);
    return comparison;
}

static enum rvt_status report(const struct rvt_transport_comparison *comparison, const char *path,
                              struct rvt_diagnosis *diagnosis)
{
    const struct rvt_comparison_report_options options = {
        .size = sizeof options, .path = path, .instance = "tb.arbiter"};

    return rvt_transport_comparison_report(comparison, &options, diagnosis);
}

/* The report of such a run has these parts. */
static void expect_parts(bool wrong, const char *name, const char *const parts[3])
{
    struct rvt_transport_comparison *comparison = run_arbiter(wrong);

    cr_assert_eq(report(comparison, scratch_path(name), NULL), RVT_OK);
    char *text = scratch_read(scratch_path(name), NULL);
    for (unsigned i = 0; i < 3; i++)
        cr_expect_not_null(strstr(text, parts[i]), "%s is not in %s", parts[i], text);
    free(text);
    rvt_transport_comparison_close(comparison);
}

Test(transport_comparison_report, says_what_was_found_and_compared)
{
    expect_parts(false, "report.json",
                 (const char *const[]){"\"passed\": true", "\"cycles\": 99,\n  \"comparisons\": 1",
                                       "\"summary\": \"2 sources, 1 of 1 writes compared\""});
    expect_parts(true, "report.json",
                 (const char *const[]){"\"passed\": false", "\"clause\": \"ArbiterWrite\"",
                                       "\"text\": \"cycle 11: "});
    expect_parts(false, "report.xml",
                 (const char *const[]){"<testsuite name=\"tb.arbiter\" tests=\"1\" failures=\"0\"",
                                       "name=\"bit-exact\"",
                                       "2 sources, 1 of 1 writes compared\n</system-out>"});
    expect_parts(true, "report.xml",
                 (const char *const[]){"failures=\"1\"", "1 finding, the first: cycle 11: ",
                                       "bit-exact: breaks by clause: ArbiterWrite 1"});
}

/* Neither in a folder that is not there or cannot be written, nor on a full device. */
Test(transport_comparison_report, that_cannot_be_written_is_an_error)
{
    struct rvt_transport_comparison *comparison = run_arbiter(false);
    struct rvt_diagnosis why;
    char text[128];

    RVT_CLEAR(&why);
    cr_expect_eq(report(comparison, scratch_path("no/report.json"), &why), RVT_ERR_IO);
    (void)rvt_diagnosis_format(&why, text, sizeof text);
    cr_expect_str_eq(text, "cannot create: No such file or directory");
    cr_expect_eq(report(comparison, "/dev/null/report.json", &why), RVT_ERR_IO);
    (void)rvt_diagnosis_format(&why, text, sizeof text);
    cr_expect_str_eq(text, "cannot create: Not a directory");
    cr_expect_eq(report(comparison, "/dev/full", &why), RVT_ERR_IO);
    (void)rvt_diagnosis_format(&why, text, sizeof text);
    cr_expect_str_eq(text, "cannot write: No space left on device");
    cr_expect_eq(scratch_count(), 0);
    rvt_transport_comparison_close(comparison);
}

Test(transport_comparison_report, refuses_null_and_other_sizes)
{
    struct rvt_transport_comparison *comparison = run_arbiter(false);
    struct rvt_comparison_report_options options = {
        .size = sizeof options, .path = scratch_path("report.json"), .instance = "tb"};

    cr_expect_eq(rvt_transport_comparison_report(NULL, &options, NULL), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_transport_comparison_report(comparison, NULL, NULL), RVT_ERR_PARAMETER);
    cr_expect_eq(report(comparison, NULL, NULL), RVT_ERR_PARAMETER);
    options.instance = NULL;
    cr_expect_eq(rvt_transport_comparison_report(comparison, &options, NULL), RVT_ERR_PARAMETER);
    options.instance = "tb";
    options.size = 0;
    cr_expect_eq(rvt_transport_comparison_report(comparison, &options, NULL), RVT_ERR_PARAMETER);
    cr_expect_eq(scratch_count(), 0);
    rvt_transport_comparison_close(comparison);
}
