/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt vectors: golden vectors, for rvt and for other encoders and decoders. */
#include <getopt.h>
#include <string.h>

#include "golden/exchange/command.h"
#include "io/bytes/output.h"
#include "tools/command.h"
#include "tools/inputs.h"
#include "tools/vectors/vectors_list.h"
#include "tools/vectors/vectors_make.h"
#include "tools/vectors/vectors_run.h"

static const char HELP[] =
    "usage: rvt vectors list SET [OPTION...]                  a line for each vector\n"
    "       rvt vectors run SET [--with COMMAND] [OPTION...]  run the vectors\n"
    "       rvt vectors export SET [OPTION...]                vectors as JSON lines\n"
    "       rvt vectors make SET -c CFG [OPTION...]           write a vector, and run it\n"
    "\n"
    "Golden vectors are expected results that come from the specification. SET is a folder like\n"
    "vectors/, a bundle, or the folder of an unpacked bundle.\n"
    "\n"
    "'list' prints, separated by tabs: name, requirement numbers, whether the vector obeys them,\n"
    "lies at the border, or breaks them, kind of source, configuration, title. 'run' runs the\n"
    "vectors with the library. With --with, it asks COMMAND instead, which any decoder or encoder\n"
    "can be: it gets requests on its standard input, one JSON object a line (rvt-vector/1 without\n"
    "expect), and prints an answer to each, one JSON object a line. An answer with a member "
    "'skip'\n"
    "is counted apart. COMMAND is started anew if it ends, which it must do with exit code 0. "
    "'export'\n"
    "prints the requests with the answers that are expected. docs/files.md describes both.\n"
    "\n"
    "'make' writes a vector file into the folder SET, and CFG into its configs/. Its kind is\n"
    "regression: the model made it, so that it is no evidence of what the specification says.\n"
    "\n"
    "  -o, --output OUT     output file; default: standard output\n"
    "      --only PREFIX    vectors whose names begin so, such as packet/format-3\n"
    "      --configs DIR    configurations that the vectors name; default: configs/ of SET\n"
    "      --with COMMAND   run: a line for the shell\n"
    "      --timeout N      run --with: seconds that an answer, or the end, may take; default: 60\n"
    "      --task TASK      run --with, export: only this task, such as decode\n"
    "  make:\n"
    "  -c, --config CFG     configuration (YAML)\n"
    "      --tip TIP        a tip trace (text) for an encoder; all of its rows are traced\n"
    "      --packets LIST   te_inst payloads, one a line, for a decoder; without -p, only the "
    "first\n"
    "  -p, --program PROGRAM\n"
    "                       as for rvt decode; may be repeated\n"
    "      --name NAME      name of the file and the case\n"
    "      --number LIST    the requirements that it shows, as ETR-FMT-020,ETR-FMT-021\n"
    "      --title TITLE    what it shows; default: NAME\n"
    "  -h, --help           print this text\n"
    "\n"
    "exit: 0 success, 1 a vector failed or was refused, none passed, or COMMAND ended badly, 2 "
    "usage,\n"
    "input or output error\n";

enum verb { LIST, RUN, EXPORT, MAKE };

struct command {
    enum verb verb;
    struct rvt_vectors_choice choice;
    struct rvt_vectors_tool tool;
    const char *output_path;
    struct rvt_vectors_making making;
    bool has_seconds; /* of --timeout, as a number */
    uint64_t seconds;
};

static bool parse_verb(const char *text, enum verb *verb)
{
    static const char *const VERBS[] = {"list", "run", "export", "make"};
    unsigned place = 0;
    bool good = rvt_parse_word(text, VERBS, sizeof VERBS / sizeof VERBS[0], &place);

    *verb = (enum verb)place;
    return good;
}

static enum rvt_exit run(const struct command *command)
{
    struct rvt_diag diag;
    enum rvt_exit exit = RVT_EXIT_UNUSABLE;

    rvt_diag_clear(&diag);
    struct rvt_output *output = rvt_create_output(command->output_path);
    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    if (command->verb == LIST)
        exit = rvt_vectors_list(&command->choice, output);
    else if (command->verb == RUN)
        exit = rvt_vectors_run(&command->choice, &command->tool, output);
    else
        exit = rvt_vectors_export(&command->choice, command->tool.task, output);
    if (exit == RVT_EXIT_UNUSABLE) {
        rvt_output_discard(output);
        return exit;
    }
    return rvt_settle(RVT_OK, output, command->choice.path, command->output_path, &diag)
               ? exit
               : RVT_EXIT_UNUSABLE;
}

/* An option of make; false for one of the other verbs, or too many programs. */
static bool take_making(struct rvt_vectors_making *making, int option)
{
    switch (option) {
    case 'c':
        making->config_path = optarg;
        return true;
    case 'i':
        making->tip_path = optarg;
        return true;
    case 'l':
        making->list_path = optarg;
        return true;
    case 'p':
        return rvt_programs_add(&making->programs, optarg);
    case 'm':
        making->name = optarg;
        return true;
    case 'u':
        making->numbers = optarg;
        return true;
    case 'e':
        making->title = optarg;
        return true;
    default:
        return false;
    }
}

/* An option; false for one that is not for the verb. */
static bool take_option(struct command *command, int option)
{
    if (command->verb == MAKE)
        return take_making(&command->making, option);
    switch (option) {
    case 'o':
        command->output_path = optarg;
        return true;
    case 'n':
        command->choice.only = optarg;
        return true;
    case 'C':
        command->choice.configs = optarg;
        return true;
    case 'w':
        command->tool.command = optarg;
        return command->verb == RUN;
    case 's':
        command->has_seconds = rvt_parse_number(optarg, &command->seconds);
        return command->verb == RUN;
    case 't':
        command->tool.task = optarg;
        return command->verb != LIST;
    default:
        return false;
    }
}

/* Makes a vector, if the options name all that it needs. */
static enum rvt_exit make(struct command *command)
{
    struct rvt_vectors_making *making = &command->making;

    making->set = command->choice.path;
    if (making->config_path == NULL || making->name == NULL || making->numbers == NULL)
        return rvt_misuse("rvt vectors", "make needs -c CFG, --name and --number");
    if ((making->tip_path == NULL) == (making->list_path == NULL))
        return rvt_misuse("rvt vectors", "make needs either --tip or --packets");
    rvt_input_note(making->tip_path != NULL ? making->tip_path : making->list_path);
    rvt_input_note(making->config_path);
    return rvt_vectors_make(making);
}

enum rvt_exit rvt_command_vectors(int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"only", required_argument, NULL, 'n'},
                                            {"configs", required_argument, NULL, 'C'},
                                            {"with", required_argument, NULL, 'w'},
                                            {"task", required_argument, NULL, 't'},
                                            {"timeout", required_argument, NULL, 's'},
                                            {"config", required_argument, NULL, 'c'},
                                            {"tip", required_argument, NULL, 'i'},
                                            {"packets", required_argument, NULL, 'l'},
                                            {"program", required_argument, NULL, 'p'},
                                            {"name", required_argument, NULL, 'm'},
                                            {"number", required_argument, NULL, 'u'},
                                            {"title", required_argument, NULL, 'e'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct command command = {.output_path = "-", .has_seconds = true, .seconds = 60};
    int option = 0;

    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return rvt_help(HELP);
    if (argc < 2 || !parse_verb(argv[1], &command.verb))
        return rvt_misuse(argv[0], "list, run, export or make is needed");
    argv[1] = argv[0];
    while ((option = getopt_long(argc - 1, argv + 1, "o:c:p:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == '?')
            return rvt_misused(argv[0]);
        if (!take_option(&command, option))
            return rvt_misuse(argv[0], "an option is not for this verb");
    }
    if (argc - 1 - optind != 1)
        return rvt_misuse(argv[0], "exactly one SET is needed");
    if (command.tool.task != NULL && command.verb == RUN && command.tool.command == NULL)
        return rvt_misuse(argv[0], "--task needs --with");
    command.choice.path = argv[1 + optind];
    if (!command.has_seconds || command.seconds == 0 || command.seconds > RVT_COMMAND_SECONDS_MAX)
        return rvt_misuse(argv[0], "--timeout is no number of seconds from 1 to %d",
                          RVT_COMMAND_SECONDS_MAX);
    command.tool.seconds = (unsigned)command.seconds;
    if (command.verb == MAKE)
        return make(&command);
    rvt_input_note(command.choice.path);
    return run(&command);
}
