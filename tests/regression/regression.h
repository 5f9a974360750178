/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the library answers to random and damaged input, compared with what it answered when its
 * reference was written. A program notes each answer as a line of text. The lines of one group give
 * a digest, which must be that of the group in NAME.txt of this folder. The reference comes from
 * the model itself: a difference shows that an answer changed, not that it is wrong.
 *
 *   RVT_REGRESSION=write      writes NAME.txt anew
 *   RVT_REGRESSION=show:N     prints the lines of group N on stderr, to compare two builds
 */
#ifndef RVT_TESTS_REGRESSION_REGRESSION_H
#define RVT_TESTS_REGRESSION_REGRESSION_H

#include <criterion/criterion.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/finding.h"
#include "base/status.h"

#define REGRESSION_FOLDER "tests/regression/"

struct regression {
    const char *name;
    FILE *reference; /* read, or written */
    bool writes;
    long shown;     /* group whose lines are printed; -1: none */
    unsigned group; /* the present one, from 1 */
    uint64_t lines, digest;
    uint64_t compared; /* groups */
};

/* Opens the reference of name. The test fails if there is none. */
static inline void regression_open(struct regression *regression, const char *name)
{
    const char *mode = getenv("RVT_REGRESSION");
    char path[128];

    *regression = (struct regression){.name = name, .shown = -1};
    regression->writes = mode != NULL && strcmp(mode, "write") == 0;
    if (mode != NULL && strncmp(mode, "show:", 5) == 0)
        regression->shown = strtol(mode + 5, NULL, 10);
    (void)snprintf(path, sizeof(path), REGRESSION_FOLDER "%s.txt", name);
    regression->reference = fopen(path, regression->writes ? "w" : "r");
    cr_assert(regression->reference != NULL, "%s cannot be opened", path);
    if (regression->writes)
        fputs("# group lines digest (make regression-write)\n", regression->reference);
}

/* Begins the next group. */
static inline void regression_begin(struct regression *regression)
{
    regression->group++;
    regression->lines = 0;
    regression->digest = UINT64_C(0xcbf29ce484222325);
}

/* Notes an answer: a line without newline, of less than 400 characters. */
__attribute__((format(printf, 2, 3))) static inline void
regression_note(struct regression *regression, const char *format, ...)
{
    char text[400];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    cr_assert(length >= 0 && (size_t)length < sizeof(text));
    for (const char *at = text; *at != '\0'; at++)
        regression->digest = (regression->digest ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
    regression->digest = (regression->digest ^ '\n') * UINT64_C(0x100000001b3);
    regression->lines++;
    if (regression->shown == (long)regression->group)
        fprintf(stderr, "%s\n", text);
}

/* Notes a status with its diagnosis. */
static inline void regression_diag(struct regression *regression, const char *what,
                                   enum rvt_status status, const struct rvt_diag *diag)
{
    if (diag->status == RVT_OK) {
        regression_note(regression, "%s %s", what, rvt_status_text(status));
        return;
    }
    regression_note(regression, "%s %s: %s %" PRIu64 " bit %u %s %" PRIx64 " %s: %s", what,
                    rvt_status_text(status), diag->unit == NULL ? "-" : diag->unit, diag->position,
                    diag->bit, diag->field == NULL ? "-" : diag->field, diag->value,
                    diag->clause == NULL ? "-" : diag->clause, diag->text);
}

/* Notes a finding. */
static inline void regression_finding(struct regression *regression,
                                      const struct rvt_finding *finding)
{
    char text[300];

    rvt_finding_format(finding, text, sizeof(text));
    regression_note(regression, "%s", text);
}

/* Compares the group with the reference, or writes it. */
static inline void regression_end(struct regression *regression)
{
    unsigned group;
    uint64_t lines, digest;
    char line[80];

    cr_assert(regression->lines > 0, "%s: group %u has no answer", regression->name,
              regression->group);
    if (regression->writes) {
        fprintf(regression->reference, "%u %" PRIu64 " %016" PRIx64 "\n", regression->group,
                regression->lines, regression->digest);
        return;
    }
    do
        cr_assert(fgets(line, sizeof(line), regression->reference) != NULL,
                  "%s: the reference has no group %u", regression->name, regression->group);
    while (line[0] == '#');
    cr_assert(sscanf(line, "%u %" SCNu64 " %" SCNx64, &group, &lines, &digest) == 3 &&
                  group == regression->group,
              "%s: bad reference: %s", regression->name, line);
    cr_assert(lines == regression->lines && digest == regression->digest,
              "%s: group %u answers otherwise: %" PRIu64 " lines, not %" PRIu64
              "; RVT_REGRESSION=show:%u prints them",
              regression->name, group, regression->lines, lines, group);
    regression->compared++;
}

/* Closes the reference; each of its groups must have been compared. */
static inline void regression_close(struct regression *regression)
{
    char line[80];

    if (!regression->writes)
        cr_assert(regression->compared > 0 &&
                      fgets(line, sizeof(line), regression->reference) == NULL,
                  "%s: the reference has more groups than the test", regression->name);
    cr_assert(fclose(regression->reference) == 0);
}

#endif
