/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Runs golden vectors, one test per file. Without RVT_GOLDEN in the environment all files below
 * the topics named here run, in folders of any depth; RVT_GOLDEN=packet/format3 runs those whose
 * path below vectors/ has that prefix. The files below tests/golden/refused are malformed, each in
 * one way, and must be rejected.
 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/cases/vector_run.h"

#define CONFIGS   "vectors/configs"
#define FILES_MAX 1024

struct files {
    struct rvt_golden_set *set;
    size_t count;
    size_t index[FILES_MAX]; /* in the set */
};

/* The files whose name starts with prefix: the same list in every process, so that an index names
 * a file. */
static const struct files *list(const char *root, const char *prefix)
{
    static struct files files;
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    rvt_golden_set_close(files.set);
    files.set = NULL;
    files.count = 0;
    if (rvt_golden_set_open(root, CONFIGS, &files.set, &diag) != RVT_OK)
        return &files;
    for (size_t i = 0; i < rvt_golden_set_count(files.set); i++) {
        if (strncmp(rvt_golden_set_name(files.set, i), prefix, strlen(prefix)) != 0)
            continue;
        if (files.count == FILES_MAX)
            abort();
        files.index[files.count++] = i;
    }
    return &files;
}

static const struct files *list_vectors(void)
{
    const char *prefix = getenv("RVT_GOLDEN");
    return list("vectors", prefix == NULL ? "" : prefix);
}

static const struct files *list_refused(void)
{
    return list("tests/golden/refused", "");
}

static void print_line(void *context, const char *text)
{
    (void)context;
    (void)fprintf(stderr, "%s\n", text);
}

/* Runs the file of that row. */
static enum rvt_status run(const struct files *files, size_t row, unsigned *passed,
                           unsigned *failed, struct rvt_diag *diag)
{
    static const struct rvt_golden_report report = {print_line, NULL};
    rvt_diag_clear(diag);
    return rvt_golden_run_file(files->set, files->index[row], &report, passed, failed, diag);
}

/* Rows are indexes: pointers are not valid in the test's process. */
static struct criterion_test_params indexes(size_t *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rows[i] = i;
    return cr_make_param_array(size_t, rows, count);
}

/* A prefix without a file, or a checkout without vectors, must not pass. */
Test(golden, there_are_vectors)
{
    cr_expect(list_vectors()->count > 0, "no vector file found");
    cr_expect(list_refused()->count > 0, "no file to be refused found");
}

ParameterizedTestParameters(golden, every_case_of_file_holds)
{
    static size_t rows[FILES_MAX];
    return indexes(rows, list_vectors()->count);
}

ParameterizedTest(size_t *index, golden, every_case_of_file_holds)
{
    const struct files *files = list_vectors();
    const char *path = rvt_golden_set_name(files->set, files->index[*index]);
    unsigned passed = 0, failed = 0;
    char text[320];
    struct rvt_diag diag;
    enum rvt_status status = run(files, *index, &passed, &failed, &diag);
    rvt_diag_format(&diag, text, sizeof(text));
    cr_assert(status == RVT_OK, "%s: refused: %s", path, text);
    cr_expect(failed == 0, "%s: %u cases passed, %u failed", path, passed, failed);
    cr_log_info("%s: %u cases passed, %u failed", path, passed, failed);
}

ParameterizedTestParameters(golden, malformed_file_is_refused)
{
    static size_t rows[FILES_MAX];
    return indexes(rows, list_refused()->count);
}

/* The file's first line gives, after "# refused: ", a part of the message. */
ParameterizedTest(size_t *index, golden, malformed_file_is_refused)
{
    static const char MARK[] = "# refused: ";
    const struct files *files = list_refused();
    unsigned passed = 0, failed = 0;
    char path[320], text[320], line[160] = "";
    struct rvt_diag diag;
    (void)snprintf(path, sizeof(path), "%s/%s", rvt_golden_set_root(files->set),
                   rvt_golden_set_name(files->set, files->index[*index]));
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL && fgets(line, sizeof(line), file) != NULL, "%s: not readable", path);
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    cr_assert(strncmp(line, MARK, strlen(MARK)) == 0, "%s: no reason in the first line", path);
    enum rvt_status status = run(files, *index, &passed, &failed, &diag);
    rvt_diag_format(&diag, text, sizeof(text));
    cr_expect(status == RVT_ERR_SYNTAX, "%s: %s", path, rvt_status_text(status));
    cr_expect(strstr(text, line + strlen(MARK)) != NULL, "%s: refused for another reason: %s", path,
              text);
}
