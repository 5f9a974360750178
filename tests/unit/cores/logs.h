/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the tests of logs share: the steps of a log of a few lines, as text. */
#ifndef RVT_TESTS_UNIT_CORES_LOGS_H
#define RVT_TESTS_UNIT_CORES_LOGS_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cores/core_log.h"
#include "tests/unit/checks.h"

/* The steps of a log as text, and the fault that ended it. */
struct logs_result {
    char text[4096];
    struct rvt_text steps;
    enum rvt_status status;
    struct rvt_diag diag;
    unsigned members;
};

/*
 * Appends "KIND pc insn privilege cause tval [next] [cycle] [context] [time]; " in hexadecimal; a
 * value that is unknown is '?'. KIND is r (retired), e, i or l (loss).
 */
static inline enum rvt_status logs_step(void *context, const struct rvt_step *step,
                                        struct rvt_diag *diag)
{
    struct logs_result *result = context;
    struct rvt_text *text = &result->steps;
    const struct {
        unsigned member;
        uint64_t value;
    } value[] = {{RVT_STEP_PC, step->pc},
                 {RVT_STEP_INSN, step->insn},
                 {RVT_STEP_PRIVILEGE, step->privilege},
                 {RVT_STEP_CAUSE, step->cause}};
    const struct {
        unsigned member;
        char mark;
        uint64_t value;
    } more[] = {{RVT_STEP_NEXT, 'n', step->next},
                {RVT_STEP_TAKEN, 'b', step->taken},
                {RVT_STEP_CYCLE, 'c', step->cycle},
                {RVT_STEP_CONTEXT, 'x', step->context},
                {RVT_STEP_TIME, 't', step->time}};

    (void)diag;
    rvt_text_add(text, "%c", "reil"[step->kind]);
    for (size_t i = 0; i < sizeof(value) / sizeof(value[0]); i++) {
        if (step->known & value[i].member)
            rvt_text_add(text, " %" PRIx64, value[i].value);
        else
            rvt_text_add(text, " ?");
    }
    rvt_text_add(text, " %" PRIx64, step->tval);
    for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++) {
        if (step->known & more[i].member)
            rvt_text_add(text, " %c%" PRIx64, more[i].mark, more[i].value);
    }
    rvt_text_add(text, " @%" PRIu64 "; ", step->line);
    return RVT_OK;
}

/* Reads a log, of lines that end with a newline. */
static inline void logs_read(const struct rvt_core_log_options *options, const char *log,
                             struct logs_result *result)
{
    struct rvt_core_log reader;

    rvt_text_init(&result->steps, result->text, sizeof(result->text));
    rvt_diag_clear(&result->diag);
    rvt_core_log_init(&reader, options, logs_step, result);
    result->status = RVT_OK;
    while (*log && result->status == RVT_OK) {
        size_t length = strcspn(log, "\n");
        result->status = rvt_core_log_line(&reader, log, length, &result->diag);
        log += length + (log[length] == '\n');
    }
    result->members = rvt_core_log_members(&reader);
    if (result->status == RVT_OK)
        result->status = rvt_core_log_end(&reader, &result->diag);
}

/* The log has these steps. */
static inline void logs_expect(const struct rvt_core_log_options *options, const char *log,
                               const char *steps)
{
    struct logs_result result;

    logs_read(options, log, &result);
    cr_expect(eq(int, (int)result.status, RVT_OK), "%s: %s", log, result.diag.text);
    cr_expect_str_eq(result.text, steps, "%s gives %s", log, result.text);
}

/* The log is refused at this line by this rule. */
static inline void logs_refuse(const struct rvt_core_log_options *options, const char *log,
                               uint64_t line, const char *rule)
{
    struct logs_result result;

    logs_read(options, log, &result);
    cr_expect(ne(int, (int)result.status, RVT_OK), "%s is read", log);
    cr_expect(eq(u64, result.diag.position, line), "%s: %s", log, result.diag.text);
    cr_expect_str_eq(result.diag.clause ? result.diag.clause : "none", rule, "%s: %s", log,
                     result.diag.text);
}

#endif
