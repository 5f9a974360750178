/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt frame: formatter frames to text, to the data of one source, to findings; and text to frames.
 */
#include "tools/frame.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/input.h"
#include "io/transport/frame_text.h"

static const char HELP[] =
    "usage: rvt frame [decode] [OPTION...] FILE   print frames as text, one event per line\n"
    "       rvt frame decode --id ID FILE         extract the data of one source\n"
    "       rvt frame check [OPTION...] FILE      list every broken rule by number\n"
    "       rvt frame encode [OPTION...] FILE     convert text (as decode prints it) to frames\n"
    "       rvt frame encode --source ID=FILE...  make frames from the data of sources\n"
    "\n"
    "Frames of the trace formatter (CoreSight, MIPI TWP).\n"
    "\n"
    "  -o, --output OUT      output file; default: stdout\n"
    "      --stream          FSYNC and HSYNC occur; default: frames at multiples of 16 bytes\n"
    "      --in-place        with --stream: the first byte starts a frame\n"
    "      --no-hsync        with --stream: HSYNC is a finding\n"
    "      --reset YES|NO    four FSYNC in a row reset the ID; default: yes; with --stream: no\n"
    "      --runs            print data by source instead of frames\n"
    "      --json            print an array with one object per event, run of data and finding\n"
    "      --id ID           only the data of that ID\n"
    "  encode:\n"
    "      --source ID=FILE  data of FILE under ID; several sources are served round-robin\n"
    "      --burst N         bytes from one source before the next is served; default: 32\n"
    "      --fsync N         FSYNC before the first frame and after every N frames\n"
    "      --hsync N         HSYNC after every N halfwords\n"
    "      --repeat N        repeat the ID after N frames without one\n"
    "      --id-after-fsync  repeat the ID after each FSYNC\n"
    "      --no-delay        no delayed IDs\n"
    "  -h, --help            print this text\n"
    "\n"
    "exit: 0 success, 1 findings (infos do not count), 2 usage error or unreadable input\n";

static bool parse_limited(const char *text, uint64_t limit, unsigned *value)
{
    uint64_t number = 0;
    bool good = rvt_parse_number(text, &number) && number <= limit;

    *value = (unsigned)number;
    return good;
}

static bool take_source(struct rvt_frame_command *command, char *text)
{
    struct rvt_frame_source *source = &command->source[command->sources];
    char *file = strchr(text, '=');

    if (file == NULL || command->sources == RVT_FRAME_SOURCES_MAX)
        return false;
    *file = '\0';
    source->path = file + 1;
    command->sources++;
    return parse_limited(text, RVT_FRAME_ID_MAX, &source->id);
}

static bool take_reset(struct rvt_frame_command *command, const char *text)
{
    command->reset_given = true;
    command->reset = strcmp(text, "yes") == 0;
    return command->reset || strcmp(text, "no") == 0;
}

enum {
    STREAM = 256,
    IN_PLACE,
    NO_HSYNC,
    RESET,
    RUNS,
    JSON,
    ID,
    SOURCE,
    BURST,
    FSYNC,
    HSYNC,
    REPEAT,
    ID_AFTER_FSYNC,
    NO_DELAY
};

/* False if argument is not what the option takes. */
static bool take_option(struct rvt_frame_command *command, int option, char *argument)
{
    struct rvt_formatter_config *formatter = &command->formatter;

    switch (option) {
    case 'o':
        command->output_path = argument;
        return true;
    case STREAM:
        return command->reader.streaming = true;
    case IN_PLACE:
        return command->reader.in_place = true;
    case NO_HSYNC:
        return !(command->reader.hsync = false);
    case RESET:
        return take_reset(command, argument);
    case RUNS:
        return command->runs = true;
    case JSON:
        return command->json = true;
    case ID:
        return parse_limited(argument, RVT_FRAME_ID_MAX, &command->id);
    case SOURCE:
        return take_source(command, argument);
    case BURST:
        return parse_limited(argument, UINT32_MAX, &command->burst) && command->burst > 0;
    case FSYNC:
        return parse_limited(argument, UINT32_MAX, &formatter->fsync_frames);
    case HSYNC:
        return parse_limited(argument, UINT32_MAX, &formatter->hsync_halfwords);
    case REPEAT:
        return parse_limited(argument, UINT32_MAX, &formatter->id_frames);
    case ID_AFTER_FSYNC:
        return formatter->id_after_fsync = true;
    default:
        return formatter->no_delay = true;
    }
}

static const struct option OPTIONS[] = {{"output", required_argument, NULL, 'o'},
                                        {"stream", no_argument, NULL, STREAM},
                                        {"in-place", no_argument, NULL, IN_PLACE},
                                        {"no-hsync", no_argument, NULL, NO_HSYNC},
                                        {"reset", required_argument, NULL, RESET},
                                        {"runs", no_argument, NULL, RUNS},
                                        {"json", no_argument, NULL, JSON},
                                        {"id", required_argument, NULL, ID},
                                        {"source", required_argument, NULL, SOURCE},
                                        {"burst", required_argument, NULL, BURST},
                                        {"fsync", required_argument, NULL, FSYNC},
                                        {"hsync", required_argument, NULL, HSYNC},
                                        {"repeat", required_argument, NULL, REPEAT},
                                        {"id-after-fsync", no_argument, NULL, ID_AFTER_FSYNC},
                                        {"no-delay", no_argument, NULL, NO_DELAY},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};

/* What the arguments contradict each other in; null: nothing. */
static const char *contradiction(const struct rvt_frame_command *command, int files)
{
    bool encode = command->verb == RVT_FRAME_ENCODE;

    if (command->sources > 0 && !encode)
        return "--source goes with encode";
    if (files != (command->sources == 0))
        return command->sources > 0 ? "--source and FILE exclude each other" : "one FILE is needed";
    if (command->verb != RVT_FRAME_DECODE && command->id != RVT_FRAME_ID_NONE)
        return "--id goes with decode";
    if (command->json + command->runs + (command->id != RVT_FRAME_ID_NONE) > 1)
        return "--json, --runs and --id exclude each other";
    if (!command->reader.streaming && (command->reader.in_place || !command->reader.hsync))
        return "--in-place and --no-hsync go with --stream";
    return NULL;
}

enum rvt_exit rvt_command_frame(int argc, char **argv)
{
    static const char *const verbs[] = {"decode", "check", "encode"};
    struct rvt_frame_command command = {.output_path = "-", .id = RVT_FRAME_ID_NONE, .burst = 32};
    int option = 0, which = 0;

    rvt_deformatter_defaults(&command.reader, false);
    for (unsigned verb = 0; argc > 1 && verb < sizeof verbs / sizeof verbs[0]; verb++)
        if (strcmp(argv[1], verbs[verb]) == 0) {
            command.verb = (enum rvt_frame_verb)verb;
            argv[1] = argv[0];
            argc--;
            argv++;
            break;
        }
    while ((option = getopt_long(argc, argv, "o:h", OPTIONS, &which)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == '?')
            return rvt_misused(argv[0]);
        if (!take_option(&command, option, optarg))
            return rvt_misuse(argv[0], "--%s does not take '%s'", OPTIONS[which].name, optarg);
    }
    const char *wrong = contradiction(&command, argc - optind);
    if (wrong != NULL)
        return rvt_misuse(argv[0], "%s", wrong);
    command.reader.reset_on_four = command.reset_given ? command.reset : !command.reader.streaming;
    command.input_path = command.sources > 0 ? command.source[0].path : argv[optind];
    return command.verb == RVT_FRAME_ENCODE ? rvt_frame_encode(&command)
                                            : rvt_frame_decode(&command);
}
