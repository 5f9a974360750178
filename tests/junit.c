/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/junit.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
static const char TAIL[] = "</testsuites>\n"; /* scripts/lib/junit.py ends a report so, too */

void junit_open(struct junit *report, const char *suite)
{
    *report = (struct junit){.suite = suite};
    report->cases = open_memstream(&report->text, &report->size);
    if (report->cases == NULL)
        abort();
}

/* Text in an attribute. */
static void put(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '<')
            (void)fputs("&lt;", out);
        else if (*c == '&')
            (void)fputs("&amp;", out);
        else if (*c == '"')
            (void)fputs("&quot;", out);
        else if (*c == '\n')
            (void)fputs("&#10;", out);
        else
            (void)fputc(*c >= ' ' && *c <= '~' ? *c : '?', out);
    }
}

void junit_add(struct junit *report, const char *failure, const char *name, ...)
{
    char text[400];
    va_list more;

    va_start(more, name);
    (void)vsnprintf(text, sizeof text, name, more);
    va_end(more);
    (void)fputs("  <testcase classname=\"", report->cases);
    put(report->cases, report->suite);
    (void)fputs("\" name=\"", report->cases);
    put(report->cases, text);
    if (failure == NULL) {
        report->passed++;
        (void)fputs("\" />\n", report->cases);
        return;
    }
    report->failed++;
    (void)fputs("\"><failure message=\"", report->cases);
    put(report->cases, failure);
    (void)fputs("\" /></testcase>\n", report->cases);
}

/* Leaves the file where the suite goes: at its start, or after the last suite of a report. */
static bool find_end(FILE *file)
{
    char end[sizeof TAIL];
    const long tail = (long)sizeof TAIL - 1;

    if (fseek(file, 0, SEEK_END) != 0)
        return false;
    if (ftell(file) == 0)
        return fputs(HEAD, file) >= 0;
    if (fseek(file, -tail, SEEK_END) != 0 || fread(end, 1, (size_t)tail, file) != (size_t)tail ||
        memcmp(end, TAIL, (size_t)tail) != 0)
        return false;
    return fseek(file, -tail, SEEK_END) == 0;
}

static bool append(const struct junit *report, const char *path)
{
    FILE *file = fopen(path, "r+");
    bool good;

    if (file == NULL)
        file = fopen(path, "w+");
    if (file == NULL)
        return false;
    good = find_end(file);
    if (good) {
        (void)fputs("<testsuite name=\"", file);
        put(file, report->suite);
        good = fprintf(file, "\" tests=\"%u\" failures=\"%u\">\n%s</testsuite>\n%s",
                       report->passed + report->failed, report->failed, report->text, TAIL) > 0;
    }
    return fclose(file) == 0 && good;
}

bool junit_close(struct junit *report)
{
    const char *path = getenv("RVT_JUNIT");
    bool good = fclose(report->cases) == 0;

    if (path != NULL && path[0] != '\0' && !append(report, path)) {
        (void)fprintf(stderr, "%s: the report cannot be written\n", path);
        good = false;
    }
    free(report->text);
    (void)printf("%u passed, %u failed\n", report->passed, report->failed);
    return good && report->failed == 0 && report->passed > 0;
}
