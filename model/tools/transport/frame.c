/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt frame: formatter frames to text, to the data of one source, to findings; and text to frames.
 */
#include "tools/transport/frame.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/bytes/input.h"
#include "io/transport/frame_text.h"
#include "tools/inputs.h"

static const char HELP[] =
    "usage: rvt frame [decode] [OPTION...] FILE   print events as text, one per line\n"
    "       rvt frame decode --id ID FILE         extract the data of one source\n"
    "       rvt frame check [OPTION...] FILE      list the findings by rule number\n"
    "       rvt frame encode [OPTION...] FILE     convert text (as decode prints it) to frames\n"
    "       rvt frame encode --source ID=FILE...  make frames from the data of sources\n"
    "\n"
    "Reads and writes the frames of the trace formatter (CoreSight, MIPI TWP). An event is a\n"
    "frame, an incomplete frame, an FSYNC, an HSYNC, or bytes that belong to no frame. A run is a\n"
    "sequence of data bytes with the same ID.\n"
    "\n"
    "  -o, --output OUT      output file; default: standard output\n"
    "      --stream          the file contains FSYNC and HSYNC; default: the file contains only\n"
    "                        frames, each at a multiple of 16 bytes\n"
    "      --in-place        with --stream: the first byte of the file starts a frame;\n"
    "                        default: the first frame starts after the first FSYNC\n"
    "      --no-hsync        with --stream: HSYNC is a finding\n"
    "      --reset yes|no    four FSYNC in a row reset the ID; default: no with --stream,\n"
    "                        yes without it\n"
    "      --runs            print runs, one per line, instead of events\n"
    "      --json            print an array with one object per event, run and finding\n"
    "      --json-lines      print a line with the schema, then each object as a line\n"
    "      --id ID           with decode: extract only the data of that ID (0 to 0x7f)\n"
    "      --allow-empty     a file without frames is no finding\n"
    "  encode:\n"
    "      --source ID=FILE  data of FILE under ID (1 to 0x6f); may be repeated; the sources\n"
    "                        are served round-robin\n"
    "      --burst N         bytes from one source before the next is served; default: 32\n"
    "      --fsync N         FSYNC before the first frame and after every N frames\n"
    "      --hsync N         HSYNC after every N halfwords\n"
    "      --repeat N        repeat the ID after N frames without one\n"
    "      --id-after-fsync  repeat the ID after each FSYNC\n"
    "      --no-delay        send no delayed IDs\n"
    "  -h, --help            print this text\n"
    "\n"
    "exit: 0 success, 1 findings (infos do not count), 2 usage, input or output error\n";

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
    rvt_input_note(source->path);
    command->sources++;
    return parse_limited(text, RVT_FRAME_ID_MAX, &source->id) &&
           rvt_frame_id_class(source->id) == RVT_FRAME_CLASS_SOURCE;
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
    JSON_LINES,
    ID,
    SOURCE,
    BURST,
    FSYNC,
    HSYNC,
    REPEAT,
    ID_AFTER_FSYNC,
    NO_DELAY,
    ALLOW_EMPTY
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
        return command->json.on = true;
    case JSON_LINES:
        return command->json.on = command->json.lines = true;
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
    case ALLOW_EMPTY:
        return command->allow_empty = true;
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
                                        {"json-lines", no_argument, NULL, JSON_LINES},
                                        {"id", required_argument, NULL, ID},
                                        {"source", required_argument, NULL, SOURCE},
                                        {"burst", required_argument, NULL, BURST},
                                        {"fsync", required_argument, NULL, FSYNC},
                                        {"hsync", required_argument, NULL, HSYNC},
                                        {"repeat", required_argument, NULL, REPEAT},
                                        {"id-after-fsync", no_argument, NULL, ID_AFTER_FSYNC},
                                        {"no-delay", no_argument, NULL, NO_DELAY},
                                        {"allow-empty", no_argument, NULL, ALLOW_EMPTY},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};

/* The values that the option accepts. */
static const char *accepted(int option)
{
    switch (option) {
    case RESET:
        return "yes or no";
    case ID:
        return "0 to 0x7f";
    case SOURCE:
        return "ID=FILE with an ID of 1 to 0x6f, at most 16 times";
    case BURST:
        return "1 to 4294967295";
    default:
        return "0 to 4294967295";
    }
}

/* What the arguments contradict each other in; null: nothing. */
static const char *contradiction(const struct rvt_frame_command *command, bool has_file)
{
    bool encode = command->verb == RVT_VERB_ENCODE;

    if (command->sources > 0 && !encode)
        return "--source is only valid with encode";
    if (has_file && command->sources > 0)
        return "--source and FILE cannot be used together";
    if (command->verb != RVT_VERB_DECODE && command->id != RVT_FRAME_ID_NONE)
        return "--id is only valid with decode";
    if (command->json.on + command->runs + (command->id != RVT_FRAME_ID_NONE) > 1)
        return "--json, --runs and --id cannot be used together";
    if (!command->reader.streaming && (command->reader.in_place || !command->reader.hsync))
        return "--in-place and --no-hsync are only valid with --stream";
    return NULL;
}

enum rvt_exit rvt_command_frame(int argc, char **argv)
{
    struct rvt_frame_command command = {.output_path = "-", .id = RVT_FRAME_ID_NONE, .burst = 32};
    int option = 0, which = 0;

    rvt_deformatter_defaults(&command.reader, false);
    command.verb = rvt_verb_take(&argc, &argv);
    while ((option = getopt_long(argc, argv, "o:h", OPTIONS, &which)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == '?')
            return rvt_misused(argv[0]);
        if (!take_option(&command, option, optarg))
            return rvt_misuse(argv[0], "--%s takes %s, not '%s'", OPTIONS[which].name,
                              accepted(option), optarg);
    }
    const char *wrong = contradiction(&command, argc != optind);
    if (wrong != NULL)
        return rvt_misuse(argv[0], "%s", wrong);
    command.reader.reset_on_four = command.reset_given ? command.reset : !command.reader.streaming;
    command.input_path = command.sources > 0 ? command.source[0].path : rvt_verb_file(argc, argv);
    if (command.input_path == NULL)
        return RVT_EXIT_UNUSABLE;
    return command.verb == RVT_VERB_ENCODE ? rvt_frame_encode(&command)
                                           : rvt_frame_decode(&command);
}
