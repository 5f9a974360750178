/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt elements: a capture to generic trace elements. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <rvt/source.h>
#include <rvt/tree.h>

#include "io/bytes/output.h"
#include "tools/command.h"
#include "tools/inputs.h"
#include "tools/live.h"
#include "tools/program.h"
#include "tools/progress.h"
#include "tools/ring.h"

static const char HELP[] =
    "usage: rvt elements -c CFG -p PROGRAM STREAM [-o OUT] [--as FORM] [--out text|json]\n"
    "       rvt elements --stp STREAM [-o OUT] [--packets] [--out text|json]\n"
    "       rvt elements --tree TREE [STREAM] [-o OUT] [--out text|json]\n"
    "\n"
    "Decodes a capture to generic trace elements, one per line: ranges of instructions,\n"
    "exceptions, contexts, times, data, losses, data of software. Each has the byte of the\n"
    "capture where the packet begins that produced it. Bytes that cannot be decoded are elements,\n"
    "too: UNKNOWN, ADDR_NACC, NO_SYNC.\n"
    "\n"
    "  -c, --config CFG   configuration (YAML) of the encoder\n"
    "  -p, --program PROGRAM\n"
    "                     ELF file, or ADDRESS:FILE for raw memory (address as 0x...); may be\n"
    "                     repeated, a later file overrides an earlier one. After context=N:,\n"
    "                     privilege=N: or context=N,privilege=N: it is seen there alone\n"
    "      --zcm          the hart has Zcmp and Zcmt instead of Zcd\n"
    "      --as FORM      encap: encapsulated bytes (default)\n"
    "                     frame: encapsulated bytes in formatter frames\n"
    "                     stp: encapsulated bytes in SyS-T messages on STP\n"
    "                     (section transport of CFG describes frame and stp)\n"
    "      --stp          the capture is STP, with the data of software: SyS-T messages\n"
    "      --packets      with --stp: each STP packet with data instead of messages\n"
    "      --ring         the capture is that of a ring buffer and may begin in the middle of a\n"
    "                     packet: the first packet is looked for; with --as encap\n"
    "      --ring-write INDEX\n"
    "                     the same, in the order of memory: INDEX is the byte that would be\n"
    "                     written next, and the oldest one\n"
    "      --tree TREE    decode tree (YAML) with all sources of the capture; STREAM may be in it\n"
    "  -o, --output OUT   output file; default: standard output\n"
    "      --out FORM     text: words and values (default); json: one object per line\n"
    "      --steps N      maximum number of instructions that one packet may report (default\n"
    "                     16777216)\n"
    "  -h, --help         print this text\n"
    "\n"
    "exit: 0 success, 1 losses or findings, 2 usage, input or output error\n";

enum {
    LINE_BYTES = 1 << 18, /* the longest message of software, in hexadecimal, and more */
    PIECE_BYTES = 1 << 12 /* between two looks at the progress */
};

struct elements {
    struct rvt_configuration *configuration;
    struct rvt_program *program;
    const char *config_path, *tree_path, *stream_path, *output_path;
    struct rvt_programs programs;
    enum rvt_trace_form form;
    bool software, packets, json;
    struct rvt_ring ring;
    uint64_t steps;
    struct rvt_output *output;
    struct rvt_tree *tree;
    uint64_t findings;
    char line[LINE_BYTES];
};

/* True for an element that shows a fault of the capture. */
static bool is_fault(const struct rvt_element *element)
{
    if (element->kind == RVT_ELEMENT_NO_SYNC)
        return element->loss.reason > RVT_ELEMENT_LOSS_ENDED;
    return element->kind == RVT_ELEMENT_UNKNOWN || element->kind == RVT_ELEMENT_ADDR_NACC;
}

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct elements *elements = context;
    enum rvt_status status = elements->json
                                 ? rvt_element_format_json(element, elements->line, LINE_BYTES)
                                 : rvt_element_format(element, elements->line, LINE_BYTES);

    elements->findings += is_fault(element);
    if (status == RVT_OK)
        status = rvt_output_print(elements->output, "%s\n", elements->line);
    return status == RVT_OK ? RVT_RESP_CONT : RVT_RESP_FATAL;
}

/* A broken rule of the carrier. */
static void take_log(void *context, const struct rvt_log_entry *entry)
{
    struct elements *elements = context;

    if (rvt_output_failed(elements->output))
        return;
    elements->findings++;
    rvt_say(rvt_input_name(elements->stream_path), entry->text);
}

static enum rvt_status attach(struct elements *elements, unsigned carrier_id,
                              struct rvt_diagnosis *diagnosis)
{
    struct rvt_tree_hart hart;
    struct rvt_tree_software software;

    RVT_CLEAR(&hart);
    hart.carrier_id = carrier_id;
    hart.id = carrier_id;
    hart.tunnelled = elements->form == RVT_TRACE_STP;
    hart.step_limit = elements->steps;
    hart.mid_packet = elements->ring.given;
    hart.configuration = elements->configuration;
    hart.program = elements->program;
    RVT_CLEAR(&software);
    software.messages = !elements->packets;
    return elements->software ? rvt_tree_attach_software(elements->tree, &software, diagnosis)
                              : rvt_tree_attach_hart(elements->tree, &hart, diagnosis);
}

static struct rvt_tree_options tree_options(struct elements *elements)
{
    struct rvt_tree_options options;

    RVT_CLEAR(&options);
    options.context = elements;
    options.element = take_element;
    options.log = take_log;
    options.verbosity = RVT_LOG_WARNING;
    return options;
}

/* Opens a tree with the one source that the arguments describe. */
static enum rvt_status open_tree(struct elements *elements, struct rvt_diagnosis *diagnosis)
{
    struct rvt_tree_options options = tree_options(elements);
    unsigned frame_id = 0, streaming = 0;

    if (elements->form == RVT_TRACE_FRAME &&
        (rvt_configuration_get(elements->configuration, "transport.frame_id", &frame_id) !=
             RVT_OK ||
         rvt_configuration_get(elements->configuration, "transport.frame_stream", &streaming) !=
             RVT_OK))
        return RVT_ERR_PARAMETER;
    options.framing = elements->form != RVT_TRACE_FRAME ? RVT_TREE_SINGLE
                      : streaming                       ? RVT_TREE_FRAME_STREAM
                                                        : RVT_TREE_FRAMES;
    enum rvt_status status = rvt_tree_open(&options, &elements->tree);
    return status == RVT_OK ? attach(elements, frame_id, diagnosis) : status;
}

/* Opens the tree of a file. The capture is that of the arguments, or of the file. */
static enum rvt_status load_tree(struct elements *elements, struct rvt_diagnosis *diagnosis)
{
    const struct rvt_tree_options options = tree_options(elements);
    enum rvt_status status =
        rvt_tree_load(elements->tree_path, &options, &elements->tree, diagnosis);

    if (status != RVT_OK || elements->stream_path != NULL)
        return status;
    elements->stream_path = rvt_tree_capture(elements->tree);
    if (elements->stream_path != NULL)
        return RVT_OK;
    diagnosis->status = RVT_ERR_PARAMETER;
    (void)snprintf(diagnosis->text, sizeof diagnosis->text, "no capture, and no STREAM is given");
    return RVT_ERR_PARAMETER;
}

/* Processes the capture to its end. */
static enum rvt_status process(struct elements *elements, struct rvt_source *source,
                               struct rvt_diagnosis *diagnosis)
{
    struct rvt_progress progress;
    struct rvt_live live;
    const uint8_t *data = NULL;
    size_t bytes = 1, used = 0;
    enum rvt_response response = RVT_RESP_CONT;
    enum rvt_status status = RVT_OK;

    rvt_progress_start(&progress, "bytes");
    rvt_progress_of(&progress, elements->stream_path);
    rvt_live_open(&live, elements->stream_path, elements->output, NULL);
    while (status == RVT_OK && response == RVT_RESP_CONT && bytes > 0) {
        status = rvt_source_show(source, &data, &bytes, diagnosis);
        if (status == RVT_OK && bytes > 0) {
            response = rvt_tree_process(elements->tree, RVT_OP_DATA, rvt_source_index(source), data,
                                        bytes < PIECE_BYTES ? bytes : PIECE_BYTES, &used);
            rvt_source_skip(source, used);
            rvt_progress_to(&progress, rvt_source_index(source), rvt_source_place(source));
            rvt_live_step(&live);
        }
    }
    rvt_live_close(&live);
    if (status == RVT_OK && response == RVT_RESP_CONT)
        response = rvt_tree_process(elements->tree, RVT_OP_EOT, 0, NULL, 0, NULL);
    rvt_progress_clear();
    return status == RVT_OK && response != RVT_RESP_CONT ? RVT_ERR_IO : status;
}

static enum rvt_exit run(struct elements *elements)
{
    struct rvt_diagnosis diagnosis;
    struct rvt_source *source = NULL;
    const char *read = elements->tree_path != NULL ? elements->tree_path : elements->stream_path;

    RVT_CLEAR(&diagnosis);
    elements->output = rvt_create_output(elements->output_path);
    if (elements->output == NULL)
        return RVT_EXIT_UNUSABLE;
    enum rvt_status status = elements->tree_path != NULL ? load_tree(elements, &diagnosis)
                                                         : open_tree(elements, &diagnosis);
    if (status == RVT_OK) {
        read = elements->stream_path;
        status = rvt_source_open_ring(read, elements->ring.write, &source, &diagnosis);
    }
    if (status == RVT_OK)
        status = process(elements, source, &diagnosis);
    rvt_source_close(source);
    bool settled =
        rvt_settle_diagnosis(status, elements->output, read, elements->output_path, &diagnosis);
    rvt_tree_close(elements->tree);
    if (!settled)
        return RVT_EXIT_UNUSABLE;
    if (elements->findings == 0)
        return RVT_EXIT_GOOD;
    if (!elements->software && elements->tree_path == NULL)
        rvt_advise_form(elements->stream_path, elements->form);
    return RVT_EXIT_FINDINGS;
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct elements *elements, int option, const char *command)
{
    if (option == 'c')
        elements->config_path = optarg;
    else if (option == 'o')
        elements->output_path = optarg;
    else if (option == 't')
        elements->tree_path = optarg;
    else if (option == 'z')
        elements->programs.zcm = true;
    else if (option == 'S')
        elements->software = true;
    else if (option == 'k')
        elements->packets = true;
    else if (option == 'p' && !rvt_programs_add(&elements->programs, optarg))
        return rvt_misuse(command, "-p may be given at most %d times", RVT_PROGRAMS_MAX) ==
               RVT_EXIT_GOOD;
    else if (option == 'a' &&
             (!rvt_parse_form(optarg, &elements->form) || elements->form == RVT_TRACE_HEX))
        return rvt_misuse(command, "--as takes encap, frame or stp, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 's' && !rvt_parse_number(optarg, &elements->steps))
        return rvt_misuse(command, "--steps takes a number of instructions, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if ((option == 'r' || option == 'w') && !rvt_ring_take(&elements->ring, optarg))
        return rvt_misuse(command, "--ring-write takes a byte index, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'u' && strcmp(optarg, "json") == 0)
        elements->json = true;
    else if (option == 'u' && strcmp(optarg, "text") != 0)
        return rvt_misuse(command, "--out takes text or json, not '%s'", optarg) == RVT_EXIT_GOOD;
    else if (option == '?')
        return rvt_misused(command) == RVT_EXIT_GOOD;
    return true;
}

/* Why the arguments do not fit each other; null: they do. */
static const char *contradiction(const struct elements *elements)
{
    bool one = elements->config_path || elements->programs.count || elements->programs.zcm ||
               elements->software || elements->packets || elements->ring.given ||
               elements->steps > 0 || elements->form != RVT_TRACE_ENCAP;

    if (elements->tree_path)
        return one ? "--tree describes all sources: only -o and --out go with it" : NULL;
    if (elements->software && (elements->config_path || elements->programs.count))
        return "--stp needs neither -c nor -p";
    if (!elements->software && elements->packets)
        return "--packets needs --stp";
    if (elements->ring.given && (elements->software || elements->form != RVT_TRACE_ENCAP))
        return "--ring and --ring-write go with --as encap";
    if (!elements->software && !elements->config_path)
        return "-c CFG is missing";
    if (!elements->software && !elements->programs.count)
        return "-p PROGRAM is missing";
    return NULL;
}

enum rvt_exit rvt_command_elements(int argc, char **argv)
{
    static const struct option options[] = {
        {"config", required_argument, NULL, 'c'}, {"program", required_argument, NULL, 'p'},
        {"tree", required_argument, NULL, 't'},   {"output", required_argument, NULL, 'o'},
        {"as", required_argument, NULL, 'a'},     {"out", required_argument, NULL, 'u'},
        {"steps", required_argument, NULL, 's'},  {"zcm", no_argument, NULL, 'z'},
        {"stp", no_argument, NULL, 'S'},          {"packets", no_argument, NULL, 'k'},
        {"ring", no_argument, NULL, 'r'},         {"ring-write", required_argument, NULL, 'w'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    static struct elements elements;
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;
    int option = 0;

    elements = (struct elements){.output_path = "-", .form = RVT_TRACE_ENCAP};
    while ((option = getopt_long(argc, argv, "c:p:o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(&elements, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    const char *wrong = contradiction(&elements);
    if (wrong != NULL)
        return rvt_misuse(argv[0], "%s", wrong);
    if (argc - optind != 1 && (elements.tree_path == NULL || argc != optind))
        return rvt_misuse(argv[0], "exactly one STREAM is needed");
    elements.stream_path = argc > optind ? argv[optind] : NULL;
    if (elements.stream_path != NULL)
        rvt_input_note(elements.stream_path);
    if (elements.software || elements.tree_path != NULL ||
        (rvt_load_configuration(elements.config_path, &elements.configuration) &&
         rvt_programs_load(&elements.programs, elements.configuration, &elements.program)))
        verdict = run(&elements);
    rvt_program_free(elements.program);
    rvt_configuration_free(elements.configuration);
    return verdict;
}
