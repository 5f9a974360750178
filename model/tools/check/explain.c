/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt explain: what a rule says. */
#include <getopt.h>
#include <stddef.h>

#include "tools/check/check_rules.h"
#include "tools/command.h"

static const char HELP[] =
    "usage: rvt explain [--json] RULE...\n"
    "\n"
    "Prints what a rule of rvt check says: its sentence, clause, layer and severity, and golden\n"
    "vectors that obey and break it. 'rvt check --rules' lists all rules.\n"
    "\n"
    "  -o, --output OUT  output file; default: standard output\n"
    "      --json        print an array with one object per rule\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 success, 2 usage, input or output error\n";

enum rvt_exit rvt_command_explain(int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *output_path = "-";
    bool json = false;
    unsigned rule = 0;
    int option = 0;

    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == 'o')
            output_path = optarg;
        else if (option == 'j')
            json = true;
        else
            return rvt_misused(argv[0]);
    }
    if (optind == argc)
        return rvt_misuse(argv[0], "a RULE is missing");
    for (int i = optind; i < argc; i++)
        if (!rvt_compliance_rule_find(argv[i], &rule))
            return rvt_misuse(argv[0], "there is no rule '%s'; 'rvt check --rules' lists them",
                              argv[i]);
    return rvt_check_explain(output_path, json, argv + optind, (unsigned)(argc - optind));
}
