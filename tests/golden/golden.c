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
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"

#define CONFIGS   "vectors/configs"
#define FILES_MAX 1024

static const char *const TOPICS[] = {"packet", "encap", "data",     "flow",
                                     "syst",   "frame", "sequence", "stp"};

struct files {
    size_t count;
    char path[FILES_MAX][256];
};

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Adds the .yaml files of root/folder and its subfolders whose path below root starts with
 * prefix. */
static void add_folder(struct files *files, const char *root, const char *folder,
                       const char *prefix)
{
    char path[256];
    (void)snprintf(path, sizeof(path), "%s/%s", root, folder);
    DIR *directory = opendir(path);
    if (directory == NULL)
        return;
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        const char *end = strrchr(entry->d_name, '.');
        char full[sizeof(files->path[0])];
        int length = snprintf(full, sizeof(full), "%s/%s", path, entry->d_name);
        if (length < 0 || (size_t)length >= sizeof(full) || files->count == FILES_MAX - 1)
            abort();
        const char *below = full + strlen(root) + 1;
        if (end == NULL)
            add_folder(files, root, below, prefix);
        else if (strcmp(end, ".yaml") == 0 && strncmp(below, prefix, strlen(prefix)) == 0)
            memcpy(files->path[files->count++], full, sizeof(full));
    }
    closedir(directory);
}

/* The same list in every process, so that an index names a file. */
static const struct files *list(const char *root, const char *prefix)
{
    static struct files files;
    files.count = 0;
    for (size_t i = 0; i < sizeof(TOPICS) / sizeof(TOPICS[0]); i++)
        add_folder(&files, root, TOPICS[i], prefix);
    qsort(files.path, files.count, sizeof(files.path[0]), by_name);
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
    const char *path = list_vectors()->path[*index];
    unsigned passed = 0, failed = 0;
    char text[320];
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    enum rvt_status status = golden_file(path, CONFIGS, &passed, &failed, &diag);
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
    const char *path = list_refused()->path[*index];
    unsigned passed = 0, failed = 0;
    char text[320], line[160] = "";
    struct rvt_diag diag;
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL && fgets(line, sizeof(line), file) != NULL, "%s: not readable", path);
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    cr_assert(strncmp(line, MARK, strlen(MARK)) == 0, "%s: no reason in the first line", path);
    rvt_diag_clear(&diag);
    enum rvt_status status = golden_file(path, CONFIGS, &passed, &failed, &diag);
    rvt_diag_format(&diag, text, sizeof(text));
    cr_expect(status == RVT_ERR_SYNTAX, "%s: %s", path, rvt_status_text(status));
    cr_expect(strstr(text, line + strlen(MARK)) != NULL, "%s: refused for another reason: %s", path,
              text);
}
