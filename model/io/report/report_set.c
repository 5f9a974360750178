/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/report_set.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include <rvt/version.h>

#include "io/json_build.h"

struct rvt_report_set {
    json_t *runs;     /* of the JSON that rvt_report_set_write writes */
    json_t *findings; /* likewise, and in each as last the number of the last run that has it */
};

/* What makes findings the same, as members of a finding; each may be absent. The values come last,
 * and count only if they are those of a flag. */
static const char *const IDENTITY[] = {"verdict", "kind",     "clause",  "packet_kind",
                                       "field",   "expected", "observed"};
enum { IDENTITY_COUNT = sizeof IDENTITY / sizeof IDENTITY[0], VALUES = IDENTITY_COUNT - 2 };

/* Reports of a bench each are in few folders; those of a run each are in many. */
enum { ELSEWHERE_MAX = 3 };

enum rvt_status rvt_report_set_open(struct rvt_report_set **set)
{
    struct rvt_report_set *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->runs = json_array();
    made->findings = json_array();
    if (made->runs == NULL || made->findings == NULL) {
        rvt_report_set_close(made);
        return RVT_ERR_MEMORY;
    }
    *set = made;
    return RVT_OK;
}

void rvt_report_set_close(struct rvt_report_set *set)
{
    if (set == NULL)
        return;
    json_decref(set->runs);
    json_decref(set->findings);
    free(set);
}

/* --- reading ---------------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text != NULL ? text : "";
}

static json_int_t number_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* True if array is one, and all its elements have these two texts and this number. */
static bool have_members(const json_t *array, const char *const text[2], const char *number)
{
    const json_t *element;
    size_t i;

    json_array_foreach(array, i, element)
    {
        if (!json_is_string(json_object_get(element, text[0])) ||
            !json_is_string(json_object_get(element, text[1])) ||
            !json_is_integer(json_object_get(element, number)))
            return false;
    }
    return json_is_array(array);
}

/* Null: report is a report of a run; else what is wrong. */
static const char *fault_of(const json_t *report)
{
    static const char *const verdict[] = {"verdict", "result"}, *const finding[] = {"verdict",
                                                                                    "text"};
    const char *schema = text_of(report, "schema");

    if (strcmp(schema, "rvt-report/1") != 0 && strcmp(schema, "rvt-transport-report/1") != 0)
        return "the schema is none of a report of the scoreboard (+rvt_report=FILE.json)";
    if (!json_is_boolean(json_object_get(report, "passed")))
        return "the report has no verdict";
    if (!have_members(json_object_get(report, "verdicts"), verdict, "findings"))
        return "a verdict of the report is incomplete";
    if (!have_members(json_object_get(report, "findings"), finding, "cycle"))
        return "a finding of the report is incomplete";
    return NULL;
}

/* --- merging ---------------------------------------------------------------------------------- */

static bool is_bit(const char *value)
{
    return strcmp(value, "0x0") == 0 || strcmp(value, "0x1") == 0;
}

/* Member i of IDENTITY, "" if it does not count. */
static const char *identity_of(const json_t *finding, unsigned i)
{
    bool counts = i < VALUES ||
                  (is_bit(text_of(finding, "expected")) && is_bit(text_of(finding, "observed")));

    return counts ? text_of(finding, IDENTITY[i]) : "";
}

static bool is_same(const json_t *one, const json_t *other)
{
    for (unsigned i = 0; i < IDENTITY_COUNT; i++)
        if (strcmp(identity_of(one, i), identity_of(other, i)) != 0)
            return false;
    return true;
}

/* The same finding in the set; null: there is none. */
static json_t *find_known(const struct rvt_report_set *set, const json_t *finding)
{
    json_t *known;
    size_t i;

    json_array_foreach(set->findings, i, known)
    {
        if (is_same(known, finding))
            return known;
    }
    return NULL;
}

/* Where a finding is: in which run, in which cycle, and what it says. */
static void put_place(json_t **object, const json_t *finding, const char *name)
{
    rvt_json_put_text(object, "run", name);
    rvt_json_put_number(object, "cycle", (uint64_t)number_of(finding, "cycle"));
    rvt_json_put_text(object, "text", text_of(finding, "text"));
}

/* A finding that the set does not have yet, of the run called name. */
static json_t *make_known(const json_t *finding, const char *name)
{
    json_t *made = json_object();

    for (unsigned i = 0; i < IDENTITY_COUNT; i++)
        rvt_json_put_text(&made, IDENTITY[i], identity_of(finding, i));
    rvt_json_put_number(&made, "found", 0);
    rvt_json_put_number(&made, "runs", 0);
    put_place(&made, finding, name);
    return made;
}

/* True if both paths are in one folder. */
static bool are_together(const char *one, const char *other)
{
    const char *end = strrchr(one, '/'), *other_end = strrchr(other, '/');
    size_t length = end != NULL ? (size_t)(end - one) : 0;
    size_t other_length = other_end != NULL ? (size_t)(other_end - other) : 0;

    return length == other_length && strncmp(one, other, length) == 0;
}

/* Adds the finding of the run called name to those of other folders, if it is the first one of its
 * folder. */
static bool add_elsewhere(json_t *known, const json_t *finding, const char *name)
{
    json_t *elsewhere = json_object_get(known, "elsewhere");
    json_t *place = NULL;
    bool listed = are_together(name, text_of(known, "run"));
    size_t i;

    json_array_foreach(elsewhere, i, place)
    {
        listed = listed || are_together(name, text_of(place, "run"));
    }
    if (listed || json_array_size(elsewhere) == ELSEWHERE_MAX)
        return true;
    if (elsewhere == NULL && json_object_set_new(known, "elsewhere", json_array()) != 0)
        return false;
    place = json_object();
    put_place(&place, finding, name);
    return json_array_append_new(json_object_get(known, "elsewhere"), place) == 0;
}

/* Counts finding of run number run, called name. */
static bool count(struct rvt_report_set *set, const json_t *finding, const char *name, size_t run)
{
    json_t *known = find_known(set, finding);

    if (known == NULL) {
        known = make_known(finding, name);
        if (json_array_append_new(set->findings, known) != 0)
            return false;
    } else if (!add_elsewhere(known, finding, name)) {
        return false;
    }
    bool again = json_is_integer(json_object_get(known, "last")) &&
                 number_of(known, "last") == (json_int_t)run;
    return json_object_set_new(known, "found", json_integer(number_of(known, "found") + 1)) == 0 &&
           json_object_set_new(known, "runs", json_integer(number_of(known, "runs") + !again)) ==
               0 &&
           json_object_set_new(known, "last", json_integer((json_int_t)run)) == 0;
}

/* A run as the set lists it: without its findings. */
static json_t *make_run(const json_t *report, const char *name)
{
    json_t *run = json_object();
    json_t *verdicts = json_array();
    const json_t *verdict;
    size_t i;

    json_array_foreach(json_object_get(report, "verdicts"), i, verdict)
    {
        json_t *copy = json_object();
        rvt_json_put_text(&copy, "verdict", text_of(verdict, "verdict"));
        rvt_json_put_text(&copy, "result", text_of(verdict, "result"));
        rvt_json_put(&copy, "decides",
                     json_boolean(json_is_true(json_object_get(verdict, "decides"))));
        rvt_json_put_number(&copy, "findings", (uint64_t)number_of(verdict, "findings"));
        rvt_json_append(&verdicts, copy);
    }
    rvt_json_put(&run, "name", rvt_json_text(name));
    rvt_json_put(&run, "reported", json_boolean(report != NULL));
    rvt_json_put(&run, "passed", json_boolean(json_is_true(json_object_get(report, "passed"))));
    rvt_json_put(&run, "verdicts", verdicts);
    return run;
}

enum rvt_status rvt_report_set_add(struct rvt_report_set *set, const char *name, const char *data,
                                   size_t bytes, struct rvt_diag *diag)
{
    json_error_t error;
    json_t *report = json_loadb(data, bytes, 0, &error);
    const char *fault = report != NULL ? fault_of(report) : error.text;
    const json_t *finding;
    size_t i, run = json_array_size(set->runs);

    if (fault != NULL) {
        rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "%s", fault);
        if (report == NULL)
            rvt_diag_at(diag, "line", (uint64_t)error.line);
        json_decref(report);
        return RVT_ERR_SYNTAX;
    }
    bool added = json_array_append_new(set->runs, make_run(report, name)) == 0;
    json_array_foreach(json_object_get(report, "findings"), i, finding)
    {
        added = added && count(set, finding, name, run);
    }
    json_decref(report);
    return added ? RVT_OK : RVT_ERR_MEMORY;
}

enum rvt_status rvt_report_set_add_missing(struct rvt_report_set *set, const char *name)
{
    return json_array_append_new(set->runs, make_run(NULL, name)) == 0 ? RVT_OK : RVT_ERR_MEMORY;
}

static size_t passed_runs(const struct rvt_report_set *set)
{
    const json_t *run;
    size_t i, passed = 0;

    json_array_foreach(set->runs, i, run)
    {
        passed += json_is_true(json_object_get(run, "passed"));
    }
    return passed;
}

bool rvt_report_set_passed(const struct rvt_report_set *set)
{
    size_t runs = json_array_size(set->runs);

    return runs > 0 && passed_runs(set) == runs;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void print_run(struct rvt_output *output, const json_t *run)
{
    const json_t *verdict;
    size_t i;

    rvt_output_print(output, "%s: %s", text_of(run, "name"),
                     json_is_true(json_object_get(run, "passed")) ? "passed" : "FAILED");
    if (json_is_false(json_object_get(run, "reported")))
        rvt_output_print(output, ", no report");
    json_array_foreach(json_object_get(run, "verdicts"), i, verdict)
    {
        rvt_output_print(output, "%s %s %s", i == 0 ? ":" : ";", text_of(verdict, "verdict"),
                         text_of(verdict, "result"));
        if (number_of(verdict, "findings") > 0)
            rvt_output_print(output, ", findings: %lld", (long long)number_of(verdict, "findings"));
    }
    rvt_output_print(output, "\n");
}

/* The run, and the first line of what the finding says. */
static void print_place(struct rvt_output *output, const json_t *place)
{
    const char *text = text_of(place, "text");

    rvt_output_print(output, "%15s %s: %.*s\n", "", text_of(place, "run"), (int)strcspn(text, "\n"),
                     text);
}

/* The numbers, what is the same, and the first one of each folder. */
static void print_finding(struct rvt_output *output, const json_t *finding)
{
    const json_t *place;
    size_t i;

    rvt_output_print(output, "%7lld %6lld  %s", (long long)number_of(finding, "found"),
                     (long long)number_of(finding, "runs"), text_of(finding, IDENTITY[0]));
    for (unsigned same = 1; same < IDENTITY_COUNT; same++)
        if (text_of(finding, IDENTITY[same])[0] != '\0')
            rvt_output_print(output, ", %s%s%s", same < VALUES ? "" : IDENTITY[same],
                             same < VALUES ? "" : " ", text_of(finding, IDENTITY[same]));
    rvt_output_print(output, "\n");
    print_place(output, finding);
    json_array_foreach(json_object_get(finding, "elsewhere"), i, place)
    {
        print_place(output, place);
    }
}

enum rvt_status rvt_report_set_print(const struct rvt_report_set *set, struct rvt_output *output)
{
    const json_t *element;
    size_t i;

    json_array_foreach(set->runs, i, element)
    {
        print_run(output, element);
    }
    if (json_array_size(set->findings) > 0)
        rvt_output_print(output,
                         "%zu distinct findings, each with the first one:\n"
                         "  found   runs\n",
                         json_array_size(set->findings));
    json_array_foreach(set->findings, i, element)
    {
        print_finding(output, element);
    }
    rvt_output_print(output, "%s: %zu of %zu runs passed\n",
                     rvt_report_set_passed(set) ? "passed" : "FAILED", passed_runs(set),
                     json_array_size(set->runs));
    return rvt_output_failed(output) ? RVT_ERR_IO : RVT_OK;
}

enum rvt_status rvt_report_set_write(const struct rvt_report_set *set, struct rvt_output *output)
{
    json_t *root = json_object();
    json_t *findings = json_deep_copy(set->findings);
    json_t *finding;
    size_t i;

    json_array_foreach(findings, i, finding)
    {
        (void)json_object_del(finding, "last");
    }
    rvt_json_put_text(&root, "schema", "rvt-report-set/1");
    rvt_json_put_text(&root, "version", RVT_VERSION_STRING);
    rvt_json_put(&root, "passed", json_boolean(rvt_report_set_passed(set)));
    rvt_json_put(&root, "runs", json_deep_copy(set->runs));
    rvt_json_put(&root, "findings", findings);
    return rvt_json_write(output, root, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
}
