/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The report of a run, in both forms; tests/foreign compares reports with what a scoreboard prints.
 */
#include "tests/unit/json_memory.h"
#include "tests/unit/scratch.h"

#include <jansson.h>

#include "io/report/lockstep_report.h"
#include "io/report/report_file.h"
#include "io/report/report_json.h"
#include "tests/unit/lockstep_fixture.h"

TestSuite(run_report, .init = scratch_init, .fini = scratch_fini);

/* Runs the loop; the hardware sends packet altered with another first byte. Returns the report. The
 * caller frees it. */
static char *reported(const struct rvt_lockstep_options *options, bool with_image, unsigned altered,
                      const char *instance, const char *name)
{
    struct rig *rig = malloc(sizeof *rig);
    struct rvt_diag diag;

    cr_assert(ne(ptr, rig, NULL));
    rig_defaults(rig);
    cr_assert(rig_open(rig, options, with_image));
    cr_assert(rig_session(rig, 4));
    if (altered < rig->sent_count)
        rig->sent[altered].payload.byte[0] ^= 0x10;
    rig_pass_packets(rig);
    rig_end(rig);
    const struct rvt_run_report report = rvt_lockstep_report(
        rig->lockstep, options->decode_exact ? RVT_VERDICT_DECODE_EXACT : RVT_VERDICT_PACKETS,
        instance, rig->cycle);
    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_report_file_write(&report, scratch_path(name), &diag), RVT_OK));
    rig_close(rig);
    free(rig);
    return scratch_read(scratch_path(name), NULL);
}

static void expect_part(char *text, const char *part)
{
    cr_expect(ne(ptr, strstr(text, part), NULL), "%s is not in %s", part, text);
}

static const struct rvt_lockstep_options counting = {.packets = true, .requirements = true};

Test(run_report, lists_what_packets_exercised)
{
    char *text = reported(&counting, true, UINT32_MAX, "tb", "report.json");

    expect_part(text, "\"passed\": true");
    /* the opening and the closing support packet */
    expect_part(text, "\"requirement\": \"ETR-SUP-001\",\n   \"packets\": 1");
    expect_part(text, "\"requirement\": \"ETR-FMT-005\",\n   \"packets\": 2");
    expect_part(text, "\"requirement\": \"ETR-ALG-028\",\n   \"packets\": 1");
    free(text);
}

/* A packet that differs exercises nothing, and without the option nothing is counted. */
Test(run_report, a_packet_that_differs_exercises_nothing)
{
    const struct rvt_lockstep_options plain = {.packets = true};
    char *text = reported(&counting, true, 0, "tb", "report.json");

    expect_part(text, "\"passed\": false");
    cr_expect(eq(ptr, strstr(text, "ETR-SUP-001\",\n   \"packets\""), NULL), "%s", text);
    free(text);
    text = reported(&plain, true, 0, "tb", "report.json");
    expect_part(text, "\"requirements\": null");
    free(text);
}

Test(run_report, without_a_program_has_one_verdict)
{
    char *text = reported(&counting, false, UINT32_MAX, "tb", "report.json");

    expect_part(text, "\"result\": \"not compared\"");
    expect_part(text, "\"instructions\": null");
    free(text);
    text = reported(&counting, false, UINT32_MAX, "tb", "report.xml");
    expect_part(text, "tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\"");
    expect_part(text, "<skipped message=\"not compared: there is no program\"/>");
    free(text);
}

/* The other verdict does not fail a test. */
Test(run_report, the_verdict_that_decides_fails)
{
    const struct rvt_lockstep_options decode = {
        .packets = true, .decode_exact = true, .early_max = 1};
    char *text = reported(&counting, true, 0, "tb", "report.xml");

    expect_part(text, "failures=\"1\" errors=\"0\" skipped=\"");
    expect_part(text, "<failure message=\"1 finding, the first: cycle ");
    free(text);
    text = reported(&decode, true, 0, "tb", "report.xml");
    expect_part(text, "name=\"bit-exact\">\n      <skipped message=\"failed, but the other");
    free(text);
}

/* Names that XML or JSON cannot hold as they are. */
Test(run_report, names_are_escaped)
{
    char *text = reported(&counting, true, UINT32_MAX, "a<b>&\"c\"\x01\xff", "report.xml");

    expect_part(text, "<testsuite name=\"a&lt;b&gt;&amp;&quot;c&quot;??\" ");
    free(text);
    text = reported(&counting, true, UINT32_MAX, "a\"b\\\xff", "report.json");
    expect_part(text, "\"instance\": \"a\\\"b\\\\?\"");
    free(text);
    text = reported(&counting, true, UINT32_MAX, "", "report.json");
    expect_part(text, "\"instance\": \"\"");
    free(text);
}

Test(run_report, an_unwritable_file_is_an_error)
{
    struct rig *rig = malloc(sizeof *rig);
    struct rvt_diag diag;

    cr_assert(ne(ptr, rig, NULL));
    rig_defaults(rig);
    cr_assert(rig_open(rig, &counting, true));
    const struct rvt_run_report report =
        rvt_lockstep_report(rig->lockstep, RVT_VERDICT_PACKETS, "tb", 0);
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_report_file_write(&report, "/dev/full", &diag), RVT_ERR_IO));
    cr_expect(eq(str, diag.text, TEXT("cannot write: No space left on device")));
    rig_close(rig);
    free(rig);
}

/* A tally has a fixed number of clauses; findings of the others are counted together. */
Test(run_report, no_finding_is_missing_from_the_clauses)
{
    const struct rvt_lockstep_options many = {.packets = true, .findings_max = 100};
    struct rig *rig = malloc(sizeof *rig);
    char message[64];
    struct rvt_diag diag;

    cr_assert(ne(ptr, rig, NULL));
    rig_defaults(rig);
    cr_assert(rig_open(rig, &many, true));
    for (unsigned i = 0; i < RVT_TALLY_CLAUSES + 3; i++) {
        (void)snprintf(message, sizeof message, "a fault [Rule%u]", i);
        rvt_lockstep_fault(rig->lockstep, rig_now(rig), message);
    }
    const struct rvt_run_report report =
        rvt_lockstep_report(rig->lockstep, RVT_VERDICT_PACKETS, "tb", 0);
    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_report_file_write(&report, scratch_path("report.json"), &diag), RVT_OK));
    json_t *root = json_load_file(scratch_path("report.json"), 0, NULL);
    cr_assert(ne(ptr, root, NULL));
    for (unsigned i = 0; i < RVT_VERDICTS; i++) {
        json_t *verdict = json_array_get(json_object_get(root, "verdicts"), i);
        json_t *others = json_object_get(verdict, "others");
        cr_expect(eq(sz, json_array_size(json_object_get(verdict, "clauses")), RVT_TALLY_CLAUSES));
        cr_expect(eq(i64, json_integer_value(others), 3));
    }
    json_decref(root);
    rig_close(rig);
    free(rig);
}

/* Writes a report of which allocation number `failing` fails. The caller frees *text. */
static enum rvt_status written(const struct rvt_run_report *report, char **text)
{
    struct rvt_output *output = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    allocations = 0;
    cr_assert(eq(int, rvt_output_open(scratch_path("report.json"), &output, &diag), RVT_OK));
    enum rvt_status status = rvt_report_json(output, report);
    cr_assert(eq(int, rvt_output_finish(output, &diag), RVT_OK));
    *text = scratch_read(scratch_path("report.json"), NULL);
    return status;
}

/* Whichever allocation fails: there is an error, or the report is whole. */
Test(run_report, without_memory_no_member_is_missing)
{
    struct rig *rig = malloc(sizeof *rig);
    unsigned refused = 0;
    char *whole;

    cr_assert(ne(ptr, rig, NULL));
    rig_defaults(rig);
    cr_assert(rig_open(rig, &counting, true));
    cr_assert(rig_session(rig, 4));
    rig->sent[0].payload.byte[0] ^= 0x10;
    rig_pass_packets(rig);
    rig_end(rig);
    const struct rvt_run_report report =
        rvt_lockstep_report(rig->lockstep, RVT_VERDICT_PACKETS, "tb\xff", 0);
    json_set_alloc_funcs(failing_malloc, free);
    failing = UINT32_MAX;
    cr_assert(eq(int, written(&report, &whole), RVT_OK));
    unsigned needed = allocations;
    for (failing = 0; failing < needed; failing++) {
        char *text;
        enum rvt_status status = written(&report, &text);
        if (status == RVT_OK)
            cr_expect(eq(str, text, whole), "allocation %u", failing);
        else
            cr_expect(eq(int, status, RVT_ERR_MEMORY));
        refused += status == RVT_ERR_MEMORY;
        free(text);
    }
    json_set_alloc_funcs(malloc, free);
    cr_expect(gt(u32, refused, 100));
    free(whole);
    rig_close(rig);
    free(rig);
}
