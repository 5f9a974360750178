/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt: the reference model on the command line. */
#include <stdio.h>
#include <string.h>

#include <rvt/version.h>

#include "tools/command.h"

struct command {
    const char *name;
    const char *summary;
    enum rvt_exit (*run)(int argc, char **argv);
};

static const struct command COMMANDS[] = {
    {"encode", "encode retired blocks to packets or bytes", rvt_command_encode},
    {"decode", "decode packets or bytes to executed instructions", rvt_command_decode},
    {"elements", "decode a capture to generic trace elements", rvt_command_elements},
    {"index", "index a capture: what it holds, and where", rvt_command_index},
    {"dump", "print every packet field by field", rvt_command_dump},
    {"check", "check every rule that a stream can obey or break", rvt_command_check},
    {"explain", "print what a rule of the check says", rvt_command_explain},
    {"stats", "count the packets of a stream", rvt_command_stats},
    {"identify", "say what a file is, and why", rvt_command_identify},
    {"config", "validate a configuration; print it, or parameters for RTL", rvt_command_config},
    {"kit", "write a bench for a trace encoder from its configuration", rvt_command_kit},
    {"report", "merge reports of the scoreboard: one verdict, distinct findings",
     rvt_command_report},
    {"tip", "convert an instruction log to a tip trace, or change the form of one",
     rvt_command_tip},
    {"frame", "decode, check and encode formatter frames", rvt_command_frame},
    {"stp", "decode, check and encode STP streams", rvt_command_stp},
    {"syst", "decode, check and encode SyS-T messages", rvt_command_syst},
    {"vectors", "list, run, export and make golden vectors", rvt_command_vectors},
    {"random", "make a random program and its retired blocks", rvt_command_random},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

/* The text of --help: a head, a line for each command, and a tail. */
static enum rvt_exit help(void)
{
    static const char HEAD[] =
        "usage: rvt COMMAND [ARGUMENT...]\n"
        "\n"
        "Golden reference for RISC-V trace hardware: E-Trace and what carries it\n"
        "(encapsulation, formatter frames, SyS-T, STP).\n"
        "\n"
        "commands:\n";
    static const char TAIL[] =
        "\n"
        "'rvt COMMAND --help' explains a command; 'rvt --version' prints the version.\n"
        "The file name '-' means standard input or output, except for the ELF of 'rvt tip'.\n"
        "An output file is compressed if its name ends in .gz.\n"
        "A long command shows on a terminal how far it is, from the third second on, or after as\n"
        "many seconds as the environment variable RVT_PROGRESS_AFTER says.\n"
        "exit: 0 success, 1 findings, 2 usage, input or output error\n";
    char text[2048];
    int length = snprintf(text, sizeof text, "%s", HEAD);

    for (int index = 0; index < COMMAND_COUNT; index++)
        length += snprintf(text + length, sizeof text - (size_t)length, "  %-8s %s\n",
                           COMMANDS[index].name, COMMANDS[index].summary);
    (void)snprintf(text + length, sizeof text - (size_t)length, "%s", TAIL);
    return rvt_help(text);
}

int main(int argc, char **argv)
{
    char name[32];

    if (argc < 2)
        return (int)rvt_misuse("rvt", "a command is missing");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return (int)help();
    if (strcmp(argv[1], "--version") == 0)
        return (int)rvt_help("rvt " RVT_VERSION_STRING " (E-Trace v2.0.4)\n");
    for (int index = 0; index < COMMAND_COUNT; index++)
        if (strcmp(argv[1], COMMANDS[index].name) == 0) {
            (void)snprintf(name, sizeof name, "rvt %s", argv[1]);
            argv[1] = name;
            return (int)COMMANDS[index].run(argc - 1, argv + 1);
        }
    return (int)rvt_misuse("rvt", "unknown command '%s'", argv[1]);
}
