/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The report of an STP transmitter's comparison, in both forms; tests/cosim compares reports with
 * what scoreboards print. */
#include "tests/unit/scratch.h"

#include <jansson.h>

#include "io/report/report_file.h"
#include "io/report/transport_report.h"
#include "lockstep/transport/stp_scoreboard.h"
#include "lockstep/items/transport_scoreboard.h"

TestSuite(transport_report, .init = scratch_init, .fini = scratch_fini);

enum { WRITES = 40, NONE = WRITES };

/* Write number i. */
static struct rvt_stp_port_write write_of(unsigned i)
{
    return (struct rvt_stp_port_write){.kind = RVT_STP_WRITE_DATA,
                                       .size = 3,
                                       .master = 5,
                                       .channel = 2,
                                       .stamp = i == 0,
                                       .data = 0x1000 + i,
                                       .time = UINT64_C(0x123456789a)};
}

/* Compares a transmitter that sends write number data with another value and write number channel
 * in another channel, with the verdict decode-exact. The caller closes. */
static struct rvt_stp_scoreboard *compared(const struct rvt_waivers *waivers, unsigned data,
                                           unsigned channel)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};
    const struct rvt_transport_options options = {
        .decode_exact = true, .findings_max = 9, .waivers = waivers};
    struct rvt_stp_scoreboard *scoreboard = NULL;
    struct rvt_stp_encoder encoder;
    uint8_t byte[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes;

    cr_assert(eq(int, rvt_stp_scoreboard_open(&config, &scoreboard), RVT_OK));
    cr_assert(eq(int, rvt_transport_configure(scoreboard, &options), RVT_OK));
    cr_assert(eq(int, rvt_stp_encoder_init(&encoder, &config), RVT_OK));
    for (unsigned i = 0; i < WRITES; i++) {
        struct rvt_stp_port_write write = write_of(i);
        struct rvt_stp_record record;
        rvt_stp_scoreboard_write(scoreboard, 10 + i, &write, 0, 0);
        write.data ^= i == data;
        write.channel = (uint16_t)(write.channel + (i == channel));
        cr_assert(eq(int, rvt_stp_port_write_record(&write, &record), RVT_OK));
        cr_assert(
            eq(int, rvt_stp_encoder_put(&encoder, &record, byte, sizeof byte, &bytes), RVT_OK));
        rvt_stp_scoreboard_bytes(scoreboard, 10 + i, byte, bytes);
    }
    cr_assert(eq(int, rvt_stp_encoder_finish(&encoder, byte, 1, &bytes), RVT_OK));
    rvt_stp_scoreboard_flush(scoreboard, 90);
    if (bytes > 0)
        rvt_stp_scoreboard_bytes(scoreboard, 90, byte, bytes);
    rvt_transport_end(scoreboard, 99);
    return scoreboard;
}

/* Writes a report of scoreboard and closes this. The caller frees the text. */
static char *reported(struct rvt_stp_scoreboard *scoreboard, const char *name)
{
    const struct rvt_run_report report = rvt_transport_report(scoreboard, "tb.stp", 99);
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_report_file_write(&report, scratch_path(name), &diag), RVT_OK));
    rvt_transport_close(scoreboard);
    return scratch_read(scratch_path(name), NULL);
}

/* One waiver: of another channel. */
static const struct rvt_waivers *waive(void)
{
    static struct rvt_waivers waivers = {.count = 1};

    strcpy(waivers.waiver[0].clause, "STP-006");
    strcpy(waivers.waiver[0].reason, "known <channel>");
    rvt_waiver_print(&waivers.waiver[0]);
    return &waivers;
}

static void expect_part(char *text, const char *part)
{
    cr_expect(ne(ptr, strstr(text, part), NULL), "%s is not in %s", part, text);
}

static void expect_text(const json_t *object, const char *name, const char *value)
{
    cr_expect(eq(str, TEXT(json_string_value(json_object_get(object, name))), TEXT(value)), "%s",
              name);
}

static void expect_number(const json_t *object, const char *name, int value)
{
    cr_expect(eq(i64, json_integer_value(json_object_get(object, name)), value), "%s", name);
}

/* A clause of the verdict: how many findings, and how many of them are waived. */
static void expect_clause(const json_t *verdict, size_t index, const char *name, int waived)
{
    const json_t *clause = json_array_get(json_object_get(verdict, "clauses"), index);

    expect_text(clause, "clause", name);
    expect_number(clause, "found", 1);
    expect_number(clause, "waived", waived);
}

Test(transport_report, json_has_a_finding_and_a_waived_one)
{
    char *text = reported(compared(waive(), 20, 10), "report.json");
    json_t *root = json_loads(text, 0, NULL);

    cr_assert(ne(ptr, root, NULL));
    expect_text(root, "schema", "rvt-transport-report/1");
    expect_text(root, "instance", "tb.stp");
    expect_text(root, "summary", "40 writes, 38 of 40 packets compared, 0 flushes");
    cr_expect(eq(int, json_typeof(json_object_get(root, "passed")), JSON_FALSE));
    const json_t *verdicts = json_object_get(root, "verdicts");
    const json_t *verdict = json_array_get(verdicts, 0);
    cr_expect(eq(sz, json_array_size(verdicts), 1));
    expect_text(verdict, "verdict", "decode-exact");
    expect_text(verdict, "result", "failed");
    expect_number(verdict, "findings", 1);
    expect_clause(verdict, 0, "STP-006", 1);
    expect_clause(verdict, 1, "STP-003", 0);
    expect_number(json_object_get(root, "counts"), "cycles", 99);
    expect_number(json_object_get(root, "counts"), "comparisons", 38);
    const json_t *findings = json_object_get(root, "findings");
    cr_expect(eq(sz, json_array_size(findings), 1));
    expect_text(json_array_get(findings, 0), "kind", "differs");
    expect_text(json_array_get(findings, 0), "clause", "STP-003");
    const json_t *waiver = json_array_get(json_object_get(root, "waivers"), 0);
    expect_text(waiver, "waiver", "clause STP-006");
    expect_text(waiver, "reason", "known <channel>");
    expect_number(waiver, "decode_exact", 1);
    expect_number(waiver, "bit_exact", 0);
    json_decref(root);
    free(text);
}

Test(transport_report, junit_has_a_finding_and_a_waived_one)
{
    char *text = reported(compared(waive(), 20, 10), "report.xml");

    expect_part(text, "<testsuite name=\"tb.stp\" tests=\"1\" failures=\"1\" errors=\"0\" "
                      "skipped=\"0\">");
    expect_part(text, "<property name=\"comparisons\" value=\"38\"/>");
    expect_part(text, "name=\"decode-exact\">\n      <failure message=\"1 finding, the first: "
                      "cycle ");
    expect_part(text, "    <system-out>40 writes, 38 of 40 packets compared, 0 flushes\n"
                      "decode-exact: breaks by clause: STP-006 1 (1 waived), STP-003 1\n"
                      "waiver 1: waived decode-exact 1: clause STP-006 (known &lt;channel&gt;)\n"
                      "</system-out>");
    free(text);
}

Test(transport_report, a_run_passes_if_its_findings_are_waived)
{
    char *text = reported(compared(waive(), NONE, 10), "report.json");

    expect_part(text, "\"passed\": true");
    expect_part(text, "\"result\": \"passed\"");
    expect_part(text, "\"findings\": []");
    free(text);
    text = reported(compared(waive(), NONE, 10), "report.xml");
    expect_part(text, "tests=\"1\" failures=\"0\"");
    cr_expect(eq(ptr, strstr(text, "<failure"), NULL), "%s", text);
    free(text);
}

/* Such a run has no finding, and fails. */
Test(transport_report, a_run_that_compares_nothing_fails)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};
    const char *const names[] = {"report.json", "report.xml"};
    const char *const parts[] = {"\"result\": \"failed\",\n   \"decides\": true,\n"
                                 "   \"findings\": 0,",
                                 "<failure message=\"nothing was compared\"/>"};

    for (unsigned i = 0; i < 2; i++) {
        struct rvt_stp_scoreboard *scoreboard = NULL;
        cr_assert(eq(int, rvt_stp_scoreboard_open(&config, &scoreboard), RVT_OK));
        rvt_transport_end(scoreboard, 99);
        char *text = reported(scoreboard, names[i]);
        expect_part(text, parts[i]);
        free(text);
    }
}
