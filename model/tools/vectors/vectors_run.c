/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/vectors/vectors_run.h"

#include <stdio.h>
#include <string.h>

#include "golden/cases/topics.h"
#include "golden/exchange/answer.h"
#include "golden/exchange/command.h"
#include "golden/exchange/exchange.h"
#include "io/bytes/output.h"

enum { DIFFERENCE_BYTES = 512 };

struct run {
    struct rvt_command *command; /* or null */
    const char *task;            /* or null */
    struct rvt_output *output;   /* of export; else null */
    unsigned passed, failed, skipped;
};

static void print_line(void *context, const char *text)
{
    (void)context;
    (void)fprintf(stderr, "%s\n", text);
}

static enum rvt_status run_case(void *context, struct rvt_golden_case *c, struct rvt_diag *diag)
{
    struct run *run = context;
    enum rvt_status status = rvt_golden_run(c, diag);

    run->passed += status == RVT_OK && c->faults == 0;
    run->failed += status != RVT_OK || c->faults != 0;
    return status;
}

/* A vector that failed, and why. */
static void fail(struct run *run, const json_t *record, const char *why)
{
    (void)fprintf(stderr, "%s: %s\n", json_string_value(json_object_get(record, "case")), why);
    run->failed++;
}

static void settle(struct run *run, const json_t *record, const json_t *expect,
                   const json_t *answer)
{
    char why[DIFFERENCE_BYTES];
    struct rvt_text text;

    rvt_text_init(&text, why, sizeof why);
    if (json_object_get(answer, "skip") != NULL)
        run->skipped++;
    else if (rvt_golden_answers(expect, answer, &text))
        run->passed++;
    else
        fail(run, record, why);
}

/* Sends the record without what is expected, and compares the answer. A fault of the answer is one
 * of the vector; that no command can be started ends the run. */
static enum rvt_status ask(void *context, json_t *record, struct rvt_diag *diag)
{
    struct run *run = context;
    json_t *answer = NULL, *expect = json_incref(json_object_get(record, "expect"));
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    (void)json_object_del(record, "expect");
    enum rvt_status status = rvt_command_ask(run->command, record, &answer, &fault);
    if (status == RVT_OK)
        settle(run, record, expect, answer);
    else if (status != RVT_ERR_IO && status != RVT_ERR_MEMORY)
        fail(run, record, fault.text);
    else
        *diag = fault;
    json_decref(expect);
    json_decref(answer);
    return status == RVT_ERR_IO || status == RVT_ERR_MEMORY ? status : RVT_OK;
}

static enum rvt_status write_record(void *context, json_t *record, struct rvt_diag *diag)
{
    struct run *run = context;

    (void)diag; /* a write error stays in the output */
    run->passed++;
    return rvt_json_write(run->output, json_incref(record), JSON_COMPACT | JSON_PRESERVE_ORDER);
}

/* Passes a record of the wanted task on. */
static enum rvt_status take_record(void *context, json_t *record, struct rvt_diag *diag)
{
    struct run *run = context;
    const char *task = json_string_value(json_object_get(record, "task"));

    if (run->task != NULL && strcmp(run->task, task) != 0)
        return RVT_OK;
    return run->output != NULL ? write_record(run, record, diag) : ask(run, record, diag);
}

/* Passes the exchanges of a case on. The library runs it first, which refuses a malformed one. */
static enum rvt_status exchange_case(void *context, struct rvt_golden_case *c,
                                     struct rvt_diag *diag)
{
    const struct rvt_golden_exchanges to = {c, take_record, context};
    struct rvt_golden_case run = *c;

    run.report = NULL;
    enum rvt_status status = rvt_golden_run(&run, diag);
    return status == RVT_OK ? rvt_golden_exchange(&to, diag) : status;
}

enum rvt_exit rvt_vectors_run(const struct rvt_vectors_choice *choice,
                              const struct rvt_vectors_tool *tool, struct rvt_output *output)
{
    const char *command = tool->command;
    static const struct rvt_golden_report report = {print_line, NULL};
    struct run run = {.task = tool->task};
    const struct rvt_golden_visitor visitor = {command != NULL ? exchange_case : run_case, &run,
                                               &report};
    struct rvt_golden_set *set = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (!rvt_vectors_open(choice, &set))
        return RVT_EXIT_UNUSABLE;
    enum rvt_status status =
        command != NULL ? rvt_command_open(command, tool->seconds, &run.command, &diag) : RVT_OK;
    if (status == RVT_OK)
        status = rvt_vectors_visit(choice, set, &visitor);
    rvt_diag_clear(&diag);
    bool ended = rvt_command_close(run.command, &diag) == RVT_OK;
    if (!ended)
        (void)fprintf(stderr, "%s: %s\n", command, diag.text);
    rvt_golden_set_close(set);
    rvt_output_print(output, "%u passed, %u failed", run.passed, run.failed);
    rvt_output_print(output, command != NULL ? ", %u skipped\n" : "\n", run.skipped);
    if (status == RVT_ERR_IO || status == RVT_ERR_MEMORY)
        return RVT_EXIT_UNUSABLE;
    return status == RVT_OK && ended && run.failed == 0 && run.passed > 0 ? RVT_EXIT_GOOD
                                                                          : RVT_EXIT_FINDINGS;
}

enum rvt_exit rvt_vectors_export(const struct rvt_vectors_choice *choice, const char *task,
                                 struct rvt_output *output)
{
    struct run run = {.task = task, .output = output};
    const struct rvt_golden_visitor visitor = {exchange_case, &run, NULL};
    struct rvt_golden_set *set = NULL;

    if (!rvt_vectors_open(choice, &set))
        return RVT_EXIT_UNUSABLE;
    enum rvt_status status = rvt_vectors_visit(choice, set, &visitor);
    rvt_golden_set_close(set);
    if (status == RVT_OK && run.passed == 0)
        rvt_complain_empty(choice->path, "such vectors");
    return status == RVT_OK && run.passed > 0 ? RVT_EXIT_GOOD : RVT_EXIT_UNUSABLE;
}
