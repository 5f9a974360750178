/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt report: the reports of several runs under the scoreboard, merged. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes/file.h"
#include "io/report/report_set.h"
#include "tools/command.h"
#include "tools/progress.h"
#include "tools/inputs.h"

static const char HELP[] =
    "usage: rvt report REPORT... [-o OUT]\n"
    "\n"
    "Merges the JSON reports of runs under a scoreboard (+rvt_report=FILE.json): a line for each\n"
    "run, each distinct finding with its number and the first run that has it, and one verdict.\n"
    "Findings are the same if they have the same verdict, kind, clause, kind of packet and field,\n"
    "and, if their values are 0 and 1, the same values. Of reports in several folders, such as\n"
    "one for each bench, the first run in each of up to four is listed.\n"
    "The name of a run is that of its file. A REPORT that does not exist is a run that failed.\n"
    "\n"
    "  -o, --output OUT  also write the merged report, as JSON\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 every run passed, 1 a run failed, 2 usage, input or output error\n";

enum { REPORT_BYTES_MAX = 1 << 30, NAME_BYTES = 4096 };

/* The path of a report without its ending. */
static void name_of(const char *path, char name[NAME_BYTES])
{
    static const char ENDING[] = ".json";
    size_t length = strlen(path), ending = strlen(ENDING);

    if (length > ending && strcmp(path + length - ending, ENDING) == 0)
        length -= ending;
    (void)snprintf(name, NAME_BYTES, "%.*s", (int)length, path);
}

/* Adds the report at path; complains of one that is none. */
static bool add(struct rvt_report_set *set, const char *path)
{
    char name[NAME_BYTES];
    uint8_t *data = NULL;
    size_t bytes = 0;
    struct rvt_diag diag;

    name_of(path, name);
    rvt_diag_clear(&diag);
    rvt_input_note(path);
    enum rvt_status status = rvt_file_load(path, REPORT_BYTES_MAX, &data, &bytes, &diag);
    if (status == RVT_ERR_IO) {
        rvt_complain(path, &diag);
        return rvt_report_set_add_missing(set, name) == RVT_OK;
    }
    if (status == RVT_OK) {
        status = rvt_report_set_add(set, name, (const char *)data, bytes, &diag);
        free(data);
    }
    if (status != RVT_OK) {
        (void)rvt_diag_set(&diag, status, NULL, 0, NULL, "%s", rvt_status_text(status));
        rvt_complain(path, &diag);
    }
    return status == RVT_OK;
}

/* Writes the set to path by write, or complains. */
static bool put(const struct rvt_report_set *set, const char *path,
                enum rvt_status (*write)(const struct rvt_report_set *, struct rvt_output *))
{
    struct rvt_output *output = rvt_create_output(path);
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    return output != NULL && rvt_settle(write(set, output), output, path, path, &diag);
}

static enum rvt_exit merge(char *const paths[], int count, const char *output_path)
{
    struct rvt_report_set *set = NULL;
    struct rvt_progress progress;
    bool good = rvt_report_set_open(&set) == RVT_OK;

    rvt_progress_start(&progress, "reports");
    progress.total = (uint64_t)count;
    for (int i = 0; i < count && good; i++) {
        good = add(set, paths[i]);
        rvt_progress_step(&progress);
    }
    rvt_progress_clear();
    good = good && (output_path == NULL || put(set, output_path, rvt_report_set_write)) &&
           put(set, "-", rvt_report_set_print);
    bool passed = good && rvt_report_set_passed(set);
    rvt_report_set_close(set);
    if (!good)
        return RVT_EXIT_UNUSABLE;
    return passed ? RVT_EXIT_GOOD : RVT_EXIT_FINDINGS;
}

enum rvt_exit rvt_command_report(int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *output_path = NULL;
    int option;

    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        switch (option) {
        case 'h':
            return rvt_help(HELP);
        case 'o':
            output_path = optarg;
            break;
        default:
            return rvt_misused(argv[0]);
        }
    }
    if (optind == argc)
        return rvt_misuse(argv[0], "a REPORT is missing");
    return merge(argv + optind, argc - optind, output_path);
}
