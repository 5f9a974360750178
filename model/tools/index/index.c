/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt index: what a capture holds, and where. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include <rvt/index.h>
#include <rvt/source.h>

#include "io/bytes/output.h"
#include "tools/command.h"
#include "tools/index/index_check.h"
#include "tools/index/index_push.h"
#include "tools/index/index_show.h"
#include "tools/ring.h"

static const char HELP[] =
    "usage: rvt index build -c CFG -o INDEX [OPTION...] STREAM    make an index file\n"
    "       rvt index show [--check STREAM] [--json] INDEX        list its sources\n"
    "       rvt index find WHAT [--id ID] [--json] INDEX          look something up\n"
    "\n"
    "An index says where a capture has synchronisation packets, traps, times, support packets and\n"
    "losses, for each of its IDs. 'rvt decode --index' begins anywhere with it. All positions are\n"
    "bytes of the capture.\n"
    "\n"
    "  -o, --output OUT   output file; default of show and find: standard output\n"
    "      --json         print JSON\n"
    "      --check STREAM compare the capture with the checksums of the index; of a ring buffer,\n"
    "                     with the same --ring-write\n"
    "  build:\n"
    "  -c, --config CFG   configuration (YAML) of the encoders\n"
    "      --as FORM      encap: encapsulated bytes (default)\n"
    "                     frame: encapsulated bytes in formatter frames\n"
    "                     stp: encapsulated bytes in SyS-T messages on STP\n"
    "      --ring         STREAM is that of a ring buffer and may begin in the middle of a "
    "packet:\n"
    "                     the first packet is looked for; with --as encap\n"
    "      --ring-write BYTE\n"
    "                     the same, in the order of memory: BYTE is the one that would be\n"
    "                     written next, and the oldest one: all positions count from there\n"
    "      --id ID        with --as frame: an ID that has E-Trace; may be repeated; default:\n"
    "                     frame_id of section transport\n"
    "      --full         every event; default: for each block the number of events of each kind,\n"
    "                     and the first ones\n"
    "      --block N      bytes of a block, 4096 or more; default: 262144\n"
    "      --bytes N      index only the first N bytes of the capture; the rest can follow later\n"
    "      --extend INDEX go on with this index, which may be OUT; only -c, -o, --bytes and\n"
    "                     --ring-write apply\n"
    "  find:\n"
    "      --id ID        events of this ID; default: of the first ID that has packets; capture:\n"
    "                     of the capture itself, as losses without an ID and times of STP\n"
    "      --at BYTE      the latest synchronisation packet at or before this byte\n"
    "      --time T       the latest synchronisation packet that is not later\n"
    "      --address LOW[-HIGH]\n"
    "                     the first synchronisation packet with such an address\n"
    "      --event KIND   the first event: sync, trap, time, support, loss; or of the capture:\n"
    "                     frame-sync (FSYNC, or ASYNC of STP), trigger\n"
    "      --from BYTE    with --address and --event: look from this byte on\n"
    "  -h, --help         print this text\n"
    "\n"
    "exit: 0 success, 1 nothing was found, or the index is of another capture, 2 usage, input or\n"
    "output error\n";

enum verb { BUILD, SHOW, FIND };
enum look { LOOK_NOT, LOOK_AT, LOOK_TIME, LOOK_ADDRESS, LOOK_EVENT };
enum { IDS_MAX = 111 };

struct command {
    enum verb verb;
    const char *config_path, *output_path, *input_path, *extend_path, *check_path;
    struct rvt_configuration *configuration;
    struct rvt_index *index;
    struct rvt_output *output;
    enum rvt_trace_form form;
    struct rvt_ring ring;
    bool json, full, building; /* building: an option of build but -c and -o */
    unsigned id[IDS_MAX];
    size_t ids;
    uint64_t block, bytes;
    enum look look;
    enum rvt_index_kind kind;
    uint64_t wanted, high, from;
};

/* ---- build ---- */

static enum rvt_status open_index(struct command *command, struct rvt_diagnosis *diagnosis)
{
    struct rvt_index_options options;
    unsigned streaming = 0;

    if (command->extend_path != NULL)
        return rvt_index_load(command->extend_path, command->configuration, &command->index,
                              diagnosis);
    RVT_CLEAR(&options);
    if (command->form == RVT_TRACE_FRAME &&
        rvt_configuration_get(command->configuration, "transport.frame_stream", &streaming) !=
            RVT_OK)
        return RVT_ERR_PARAMETER;
    options.framing = command->form != RVT_TRACE_FRAME ? RVT_TREE_SINGLE
                      : streaming                      ? RVT_TREE_FRAME_STREAM
                                                       : RVT_TREE_FRAMES;
    options.stp = command->form == RVT_TRACE_STP;
    options.mid_packet = command->ring.given;
    options.full = command->full;
    options.granularity = command->block;
    options.id = command->ids > 0 ? command->id : NULL;
    options.ids = command->ids;
    return rvt_index_open(&options, command->configuration, &command->index, diagnosis);
}

static enum rvt_status build(struct command *command, struct rvt_diagnosis *diagnosis)
{
    struct rvt_source *source = NULL;
    struct rvt_index_counts counts;
    uint64_t end = command->bytes > 0 ? command->bytes : UINT64_MAX;
    enum rvt_status status =
        rvt_source_open_ring(command->input_path, command->ring.write, &source, diagnosis);

    RVT_CLEAR(&counts);
    if (status == RVT_OK)
        status = rvt_index_count(command->index, &counts);
    if (end < counts.covered)
        end = counts.covered;
    if (status == RVT_OK)
        status = rvt_index_push_source(command->index, command->input_path, source, end, diagnosis);
    rvt_source_close(source);
    return status;
}

static enum rvt_exit complain(const char *path, const struct rvt_diagnosis *diagnosis)
{
    rvt_complain_diagnosis(path, diagnosis);
    return diagnosis->status == RVT_ERR_CHECKSUM ? RVT_EXIT_FINDINGS : RVT_EXIT_UNUSABLE;
}

static enum rvt_exit run_build(struct command *command)
{
    struct rvt_diagnosis diagnosis;

    RVT_CLEAR(&diagnosis);
    if (!rvt_load_configuration(command->config_path, &command->configuration))
        return RVT_EXIT_UNUSABLE;
    if (open_index(command, &diagnosis) != RVT_OK)
        return complain(command->extend_path ? command->extend_path : command->config_path,
                        &diagnosis);
    if (build(command, &diagnosis) != RVT_OK)
        return complain(command->input_path, &diagnosis);
    if (rvt_index_save(command->index, command->output_path, &diagnosis) != RVT_OK)
        return complain(command->output_path, &diagnosis);
    return RVT_EXIT_GOOD;
}

/* ---- show and find ---- */

/* Compares the capture with the index. */
static enum rvt_status check(const struct command *command, struct rvt_diagnosis *diagnosis)
{
    struct rvt_source *source = NULL;
    enum rvt_status status =
        rvt_source_open_ring(command->check_path, command->ring.write, &source, diagnosis);

    if (status == RVT_OK)
        status = rvt_index_check_all(command->index, source, diagnosis);
    rvt_source_close(source);
    return status;
}

/* The first ID that has packets, or that of the option. */
static unsigned id_of(const struct command *command)
{
    struct rvt_index_source source;

    RVT_CLEAR(&source);
    if (command->look == LOOK_EVENT && command->kind >= RVT_INDEX_FRAME_SYNC)
        return RVT_INDEX_SOURCE;
    if (command->ids > 0)
        return command->id[0];
    for (size_t i = 0; rvt_index_describe(command->index, i, &source) == RVT_OK; i++)
        if (source.is_etrace)
            return source.id;
    return 0;
}

static enum rvt_status find(const struct command *command, struct rvt_index_event *event)
{
    unsigned id = id_of(command);

    switch (command->look) {
    case LOOK_AT:
        return rvt_index_find_sync(command->index, id, command->wanted, event);
    case LOOK_TIME:
        return rvt_index_find_time(command->index, id, command->wanted, event);
    case LOOK_ADDRESS:
        return rvt_index_find_address(command->index, id, command->wanted, command->high,
                                      command->from, event);
    case LOOK_EVENT:
        return rvt_index_find_event(command->index, id, command->kind, command->from, event);
    case LOOK_NOT:
        break;
    }
    return RVT_ERR_PARAMETER;
}

/* Prints, and says whether something was found. */
static enum rvt_status print(const struct command *command, bool *found)
{
    struct rvt_index_event event;

    RVT_CLEAR(&event);
    *found = true;
    if (command->verb == SHOW)
        return rvt_index_show(command->index, command->json, command->output);
    enum rvt_status status = find(command, &event);
    *found = event.found;
    return status == RVT_OK ? rvt_index_show_event(&event, command->json, command->output) : status;
}

static enum rvt_exit run_reader(struct command *command)
{
    struct rvt_diagnosis diagnosis;
    bool found = false;

    RVT_CLEAR(&diagnosis);
    if (rvt_index_load(command->input_path, NULL, &command->index, &diagnosis) != RVT_OK) {
        rvt_complain_diagnosis(command->input_path, &diagnosis);
        return RVT_EXIT_UNUSABLE;
    }
    if (command->check_path != NULL && check(command, &diagnosis) != RVT_OK)
        return complain(command->check_path, &diagnosis);
    command->output = rvt_create_output(command->output_path);
    if (command->output == NULL)
        return RVT_EXIT_UNUSABLE;
    enum rvt_status status = print(command, &found);
    if (!rvt_settle_diagnosis(status, command->output, command->input_path, command->output_path,
                              &diagnosis))
        return RVT_EXIT_UNUSABLE;
    return found ? RVT_EXIT_GOOD : RVT_EXIT_FINDINGS;
}

/* ---- arguments ---- */

enum {
    AS = 256,
    RING,
    RING_WRITE,
    ID,
    FULL,
    BLOCK,
    BYTES,
    EXTEND,
    JSON,
    CHECK,
    AT,
    TIME,
    ADDRESS,
    EVENT,
    FROM
};

static const struct option OPTIONS[] = {{"config", required_argument, NULL, 'c'},
                                        {"output", required_argument, NULL, 'o'},
                                        {"as", required_argument, NULL, AS},
                                        {"ring", no_argument, NULL, RING},
                                        {"ring-write", required_argument, NULL, RING_WRITE},
                                        {"id", required_argument, NULL, ID},
                                        {"full", no_argument, NULL, FULL},
                                        {"block", required_argument, NULL, BLOCK},
                                        {"bytes", required_argument, NULL, BYTES},
                                        {"extend", required_argument, NULL, EXTEND},
                                        {"json", no_argument, NULL, JSON},
                                        {"check", required_argument, NULL, CHECK},
                                        {"at", required_argument, NULL, AT},
                                        {"time", required_argument, NULL, TIME},
                                        {"address", required_argument, NULL, ADDRESS},
                                        {"event", required_argument, NULL, EVENT},
                                        {"from", required_argument, NULL, FROM},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};

static bool take_id(struct command *command, const char *text)
{
    uint64_t id = RVT_INDEX_SOURCE;
    bool good =
        (strcmp(text, "capture") == 0 || (rvt_parse_number(text, &id) && id <= UINT16_MAX)) &&
        command->ids < IDS_MAX;

    if (good)
        command->id[command->ids++] = (unsigned)id;
    return good;
}

static bool take_form(struct command *command, const char *text)
{
    command->building = true;
    return rvt_parse_form(text, &command->form) &&
           (command->form == RVT_TRACE_ENCAP || command->form == RVT_TRACE_FRAME ||
            command->form == RVT_TRACE_STP);
}

static bool take_address(struct command *command, char *text)
{
    char *high = strchr(text, '-');

    if (high != NULL)
        *high++ = '\0';
    return rvt_parse_number(text, &command->wanted) &&
           rvt_parse_number(high != NULL ? high : text, &command->high) &&
           command->wanted <= command->high;
}

static bool take_kind(struct command *command, const char *text)
{
    unsigned kind = 0;

    while (kind < RVT_INDEX_KINDS &&
           strcmp(text, rvt_index_kind_name((enum rvt_index_kind)kind)) != 0)
        kind++;
    command->kind = (enum rvt_index_kind)kind;
    return kind < RVT_INDEX_KINDS;
}

static bool take_lookup(struct command *command, int option, char *text)
{
    if (command->look != LOOK_NOT)
        return false;
    command->look = (enum look)(option - AT + LOOK_AT);
    if (option == ADDRESS)
        return take_address(command, text);
    return option == EVENT ? take_kind(command, text) : rvt_parse_number(text, &command->wanted);
}

/* False if argument is not what the option takes. */
static bool take_option(struct command *command, int option, char *argument)
{
    switch (option) {
    case 'c':
        command->config_path = argument;
        return true;
    case 'o':
        command->output_path = argument;
        return true;
    case AS:
        return take_form(command, argument);
    case RING:
        command->building = true;
        return rvt_ring_take(&command->ring, NULL);
    case RING_WRITE:
        return rvt_ring_take(&command->ring, argument);
    case ID:
        return take_id(command, argument);
    case FULL:
        return command->full = command->building = true;
    case BLOCK:
        command->building = true;
        return rvt_parse_number(argument, &command->block) && command->block >= 4096;
    case BYTES:
        return rvt_parse_number(argument, &command->bytes) && command->bytes > 0;
    case EXTEND:
        command->extend_path = argument;
        return true;
    case JSON:
        return command->json = true;
    case CHECK:
        command->check_path = argument;
        return true;
    case FROM:
        return rvt_parse_number(argument, &command->from);
    default:
        return take_lookup(command, option, argument);
    }
}

/* The values that the option accepts. */
static const char *accepted(int option)
{
    switch (option) {
    case AS:
        return "encap, frame or stp";
    case ID:
        return "0 to 65535 or capture, at most 111 times";
    case BLOCK:
        return "4096 or more";
    case BYTES:
        return "1 or more";
    case ADDRESS:
        return "an address or LOW-HIGH, and no other lookup";
    case EVENT:
        return "sync, trap, time, support, loss, frame-sync or trigger, and no other lookup";
    case AT:
    case TIME:
        return "a number, and no other lookup";
    default:
        return "a number";
    }
}

/* What the arguments contradict each other in; null: nothing. */
static const char *contradiction(const struct command *command, int files)
{
    bool build = command->verb == BUILD;
    bool from = command->from > 0 && command->look != LOOK_ADDRESS && command->look != LOOK_EVENT;

    if (files != 1)
        return build ? "exactly one STREAM is needed" : "exactly one INDEX is needed";
    if (build && !command->config_path)
        return "-c CFG is missing";
    if (build && strcmp(command->output_path, "-") == 0)
        return "-o INDEX is missing";
    if (build && command->extend_path && (command->building || command->ids > 0))
        return "with --extend, only -c, -o, --bytes and --ring-write apply";
    if (command->ring.given && command->form != RVT_TRACE_ENCAP)
        return "--ring and --ring-write go with --as encap";
    if (!build && (command->building || command->extend_path || command->bytes > 0))
        return "--as, --ring, --full, --block, --bytes and --extend are only valid with build";
    if (!build && command->ring.given && !command->check_path)
        return "--ring-write is only valid with build and --check";
    if ((command->verb == FIND) != (command->look != LOOK_NOT))
        return "find needs one of --at, --time, --address and --event; others take none";
    if (from)
        return "--from is only valid with --address and --event";
    if (build && (command->json || command->check_path))
        return "--json and --check are not valid with build";
    return NULL;
}

static bool take_verb(struct command *command, const char *text)
{
    static const char *const VERBS[] = {"build", "show", "find"};
    unsigned place = 0;
    bool good = rvt_parse_word(text, VERBS, sizeof VERBS / sizeof VERBS[0], &place);

    command->verb = (enum verb)place;
    return good;
}

enum rvt_exit rvt_command_index(int argc, char **argv)
{
    struct command command = {.output_path = "-", .form = RVT_TRACE_ENCAP};
    int option = 0, which = 0;
    bool verb = argc > 1 && take_verb(&command, argv[1]);

    if (verb) {
        argv[1] = argv[0];
        argc--;
        argv++;
    }
    while ((option = getopt_long(argc, argv, "c:o:h", OPTIONS, &which)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == '?')
            return rvt_misused(argv[0]);
        if (!take_option(&command, option, optarg))
            return rvt_misuse(argv[0], "--%s takes %s, not '%s'", OPTIONS[which].name,
                              accepted(option), optarg);
    }
    const char *wrong =
        verb ? contradiction(&command, argc - optind) : "the first argument is build, show or find";
    if (wrong != NULL)
        return rvt_misuse(argv[0], "%s", wrong);
    command.input_path = argv[optind];
    enum rvt_exit verdict = command.verb == BUILD ? run_build(&command) : run_reader(&command);
    rvt_index_close(command.index);
    rvt_configuration_free(command.configuration);
    return verdict;
}
