/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt dump: what a stream holds, packet by packet, without a program. */
#include <getopt.h>
#include <stdlib.h>

#include "decoder/data_decoder.h"
#include "io/dump.h"
#include "tools/command.h"
#include "tools/dump_why.h"
#include "tools/inputs.h"
#include "tools/json_list.h"
#include "tools/live.h"
#include "tools/null_run.h"
#include "tools/program_image.h"
#include "tools/progress.h"

static const char HELP[] =
    "usage: rvt dump -c CFG STREAM [-o OUT] [--as FORM] [--json | --why -p PROGRAM]\n"
    "\n"
    "Prints one line per packet: position, name, and every field in transmission order. The\n"
    "fields notify, updiscon and irreport are shown decoded: 1 means true, whichever value the\n"
    "bit in the packet has. Bytes that form no packet are a finding: the line shows '?' as the\n"
    "name, and stderr shows the reason. A privilege that no level has is a finding as well. Of\n"
    "more than 64 equal null packets in a row, the first and the last are shown, with their\n"
    "number. In form hex, a line that begins with d: is a te_data payload.\n"
    "\n"
    "  -c, --config CFG  configuration (YAML)\n"
    "  -o, --output OUT  output file; default: standard output\n"
    "      --as FORM     hex: one payload per line (default)\n"
    "                    encap: encapsulated bytes\n"
    "                    frame: encapsulated bytes in formatter frames\n"
    "                    stp: encapsulated bytes in SyS-T messages on STP\n"
    "                    (section transport of CFG describes frame and stp)\n"
    "      --json        print an array with one object per packet\n"
    "      --json-lines  print a line with the schema, then each of these objects as a line\n"
    "      --why         under each packet, print how its instruction was reached, what it\n"
    "                    proves, and the requirement that caused it; a packet that cannot be\n"
    "                    followed is a finding\n"
    "  -p, --program PROGRAM\n"
    "                    with --why: as for rvt decode; may be repeated\n"
    "      --zcm         with --why: as for rvt decode\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 success, 1 findings, 2 usage, input or output error\n";

struct dump {
    struct rvt_config config; /* with the modes of the latest support packet */
    const char *config_path, *stream_path, *output_path;
    enum rvt_trace_form form;
    struct rvt_json_list json;
    bool why;
    struct rvt_programs programs;
    struct rvt_image *image;
    struct rvt_dump_why *explained; /* null without --why */
    struct rvt_stream *stream;
    struct rvt_output *output;
    uint64_t items, findings;
    bool padding_reported;
    struct rvt_null_run nulls;    /* in text */
    struct rvt_data_decoder data; /* knows which split atomics are in progress */
};

/* is_packet: item is a packet, with a payload that cannot be read. */
static enum rvt_status put_fault(struct dump *dump, const struct rvt_stream_item *item,
                                 bool is_packet, const struct rvt_diag *fault)
{
    dump->findings++;
    rvt_complain(dump->stream_path, fault);
    if (dump->explained)
        return rvt_dump_why_other(dump->explained, item, NULL, fault);
    if (dump->json.on)
        return rvt_dump_json_fault(dump->output, &dump->config, item, is_packet, fault);
    rvt_dump_text_fault(dump->output, item, fault);
    return rvt_output_write(dump->output, NULL, 0);
}

/* True if the payload of item, which was read with status, has its fields; the first padding that
 * should not be there is a finding. */
static bool accept(struct dump *dump, const struct rvt_stream_item *item, enum rvt_status status,
                   struct rvt_diag *fault)
{
    if (!rvt_payload_only_padding(&dump->config, status))
        return status == RVT_OK;
    if (!dump->padding_reported) {
        rvt_diag_at(fault, item->unit, item->position);
        rvt_complain(dump->stream_path, fault);
        dump->findings++;
    }
    dump->padding_reported = true;
    return true;
}

/* te_data of the traced source. */
static enum rvt_status put_data(struct dump *dump, const struct rvt_stream_item *item)
{
    const struct rvt_payload *payload = &item->encap.payload;
    struct rvt_data_packet packet;
    struct rvt_data_report report;
    struct rvt_diag fault;
    bool reported = false;

    rvt_diag_clear(&fault);
    enum rvt_status status = rvt_data_read(&dump->config, payload->byte, payload->bytes,
                                           &dump->data.pending, &packet, &fault);
    if (!accept(dump, item, status, &fault)) {
        rvt_diag_at(&fault, item->unit, item->position);
        return put_fault(dump, item, true, &fault);
    }
    if (rvt_data_decoder_packet(&dump->data, &packet, &report, &reported, NULL) != RVT_OK)
        reported = false; /* a fault of decoding, not of this packet */
    if (dump->explained)
        return rvt_dump_why_other(dump->explained, item, &packet, NULL);
    if (dump->json.on)
        return rvt_dump_data_json(dump->output, &dump->config, item, &packet);
    rvt_dump_data_text(dump->output, &dump->config, item, &packet);
    return rvt_output_write(dump->output, NULL, 0);
}

/* A privilege that no level has is a finding; the packet counts. */
static void check_privilege(struct dump *dump, const struct rvt_stream_item *item,
                            const struct rvt_packet *packet)
{
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    if (rvt_packet_check_privilege(packet, &fault) == RVT_OK)
        return;
    rvt_diag_at(&fault, item->unit, item->position);
    rvt_complain(dump->stream_path, &fault);
    dump->findings++;
}

/* A fault of decoding is a finding; any other one ends the dump. */
static enum rvt_status classify(struct dump *dump, enum rvt_status status,
                                const struct rvt_diag *fault)
{
    if (status == RVT_OK || status == RVT_ERR_MEMORY || status == RVT_ERR_IO)
        return status;
    dump->findings++;
    rvt_complain(dump->stream_path, fault);
    return RVT_OK;
}

static enum rvt_status explain(struct dump *dump, const struct rvt_stream_item *item,
                               const struct rvt_packet *packet)
{
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    return classify(dump, rvt_dump_why_packet(dump->explained, item, packet, &fault), &fault);
}

/* The last packets of a stream are explained by its end. */
static enum rvt_status explain_end(struct dump *dump)
{
    struct rvt_diag fault;

    if (!dump->explained)
        return RVT_OK;
    rvt_diag_clear(&fault);
    return classify(dump, rvt_dump_why_finish(dump->explained, &fault), &fault);
}

/* The configuration to read packets with: where the stream is decoded, with the modes that it has
 * reported. */
static const struct rvt_config *mode_of(const struct dump *dump)
{
    return dump->explained ? rvt_dump_why_config(dump->explained) : &dump->config;
}

static enum rvt_status put_item(struct dump *dump, const struct rvt_stream_item *item)
{
    struct rvt_diag fault;
    struct rvt_packet packet;
    const struct rvt_payload *payload = &item->encap.payload;
    bool own = !rvt_stream_foreign(&dump->config, item);

    rvt_diag_clear(&fault);
    if (own && item->data)
        return put_data(dump, item);
    enum rvt_status status =
        own ? rvt_packet_read(mode_of(dump), payload->byte, payload->bytes, &packet, &fault)
            : RVT_OK;
    if (!accept(dump, item, status, &fault)) {
        rvt_diag_at(&fault, item->unit, item->position);
        return put_fault(dump, item, true, &fault);
    }
    if (own) {
        rvt_data_decoder_inst(&dump->data, &packet);
        check_privilege(dump, item, &packet);
    }
    if (dump->explained)
        return own ? explain(dump, item, &packet)
                   : rvt_dump_why_other(dump->explained, item, NULL, NULL);
    if (own && packet.format == RVT_FORMAT_SYNC && packet.subformat == RVT_SUBFORMAT_SUPPORT)
        rvt_support_adopt(&dump->config, &packet.support, &dump->config.options);
    if (dump->json.on)
        return rvt_dump_json(dump->output, &dump->config, item, own ? &packet : NULL);
    rvt_dump_text(dump->output, &dump->config, item, own ? &packet : NULL);
    return rvt_output_write(dump->output, NULL, 0);
}

/* Prints the next item; *end says that there was none. A fault in diag ends the dump. */
static enum rvt_status step(struct dump *dump, bool *end, struct rvt_diag *diag)
{
    struct rvt_stream_item item = {0};
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    enum rvt_status status = rvt_stream_read(dump->stream, &item, end, &fault);
    if (status == RVT_ERR_IO || status == RVT_ERR_SYNTAX) {
        *diag = fault;
        return status;
    }
    if (status == RVT_OK && *end) {
        rvt_null_run_end(&dump->nulls, &dump->config, dump->output);
        return explain_end(dump);
    }
    if (dump->json.on)
        rvt_json_list_next(&dump->json, dump->output);
    else if (!dump->why && status == RVT_OK &&
             rvt_null_run_take(&dump->nulls, &dump->config, dump->output, &item))
        return RVT_OK;
    else if (!dump->why && status != RVT_OK)
        rvt_null_run_end(&dump->nulls, &dump->config, dump->output);
    status = status == RVT_OK ? put_item(dump, &item) : put_fault(dump, &item, false, &fault);
    dump->items++;
    return status;
}

static enum rvt_status run_items(struct dump *dump, struct rvt_diag *diag)
{
    struct rvt_progress progress;
    struct rvt_live live;
    bool end = false;
    enum rvt_status status = RVT_OK;

    rvt_progress_start(&progress, "packets");
    rvt_progress_of(&progress, dump->stream_path);
    rvt_live_open(&live, dump->stream_path, dump->output, &dump->json);
    rvt_json_list_begin(&dump->json, dump->output, "rvt-dump/1");
    while (status == RVT_OK && !end) {
        status = step(dump, &end, diag);
        rvt_progress_at(&progress, rvt_stream_place(dump->stream));
        rvt_live_step(&live);
    }
    rvt_live_close(&live);
    rvt_json_list_end(&dump->json, dump->output);
    rvt_progress_clear();
    if (status == RVT_OK && dump->items == 0) {
        struct rvt_diag empty;
        rvt_diag_clear(&empty);
        if (!rvt_stream_elsewhere(dump->stream, &empty))
            (void)rvt_diag_set(&empty, RVT_ERR_SEQUENCE, NULL, 0, NULL,
                               "the file contains no packets");
        rvt_complain(dump->stream_path, &empty);
        dump->findings++;
    }
    return status;
}

static void found_in_carrier(void *context, const struct rvt_finding *finding)
{
    struct dump *dump = context;

    dump->findings += rvt_complain_finding(dump->stream_path, finding);
}

static enum rvt_exit run(struct dump *dump)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    dump->output = rvt_create_output(dump->output_path);
    if (dump->output == NULL)
        return RVT_EXIT_UNUSABLE;
    rvt_data_decoder_init(&dump->data, &dump->config);
    enum rvt_status status = rvt_stream_open(
        dump->stream_path, &dump->config, (enum rvt_stream_form)dump->form, &dump->stream, &diag);
    if (status == RVT_OK)
        rvt_stream_findings(dump->stream, found_in_carrier, dump);
    if (status == RVT_OK && dump->why)
        status = rvt_dump_why_open(&dump->config, dump->image, dump->output, &dump->explained);
    if (status == RVT_OK)
        status = run_items(dump, &diag);
    rvt_dump_why_close(dump->explained);
    rvt_stream_close(dump->stream);
    bool good = rvt_settle(status, dump->output, dump->stream_path, dump->output_path, &diag);
    if (good && dump->findings == 0)
        return RVT_EXIT_GOOD;
    if (dump->findings > 0 || status == RVT_ERR_SYNTAX)
        rvt_advise_form(dump->stream_path, dump->form);
    return good ? RVT_EXIT_FINDINGS : RVT_EXIT_UNUSABLE;
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct dump *dump, int option, const char *command)
{
    if (option == 'c')
        dump->config_path = optarg;
    else if (option == 'o')
        dump->output_path = optarg;
    else if (option == 'j')
        dump->json.on = true;
    else if (option == 'l')
        dump->json.on = dump->json.lines = true;
    else if (option == 'w')
        dump->why = true;
    else if (option == 'z')
        dump->programs.zcm = true;
    else if (option == 'p' && !rvt_programs_add(&dump->programs, optarg))
        return rvt_misuse(command, "-p may be given at most %d times", RVT_PROGRAMS_MAX) ==
               RVT_EXIT_GOOD;
    else if (option == 'a' && !rvt_parse_form(optarg, &dump->form))
        return rvt_misuse(command, "--as takes hex, encap, frame or stp, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == '?')
        return rvt_misused(command) == RVT_EXIT_GOOD;
    return true;
}

enum rvt_exit rvt_command_dump(int argc, char **argv)
{
    static const struct option options[] = {
        {"config", required_argument, NULL, 'c'}, {"output", required_argument, NULL, 'o'},
        {"as", required_argument, NULL, 'a'},     {"program", required_argument, NULL, 'p'},
        {"json", no_argument, NULL, 'j'},         {"json-lines", no_argument, NULL, 'l'},
        {"why", no_argument, NULL, 'w'},          {"zcm", no_argument, NULL, 'z'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    struct dump dump = {.output_path = "-", .form = RVT_TRACE_HEX};
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:o:p:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(&dump, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    if (!dump.config_path)
        return rvt_misuse(argv[0], "-c CFG is missing");
    if (dump.why && dump.json.on)
        return rvt_misuse(argv[0], "--why and --json cannot be used together");
    if (dump.why != (dump.programs.count > 0))
        return rvt_misuse(argv[0], "--why and -p PROGRAM must be given together");
    if (argc - optind != 1)
        return rvt_misuse(argv[0], "exactly one STREAM is needed");
    dump.stream_path = argv[optind];
    rvt_input_note(dump.stream_path);
    if (rvt_load_config(dump.config_path, &dump.config) &&
        (!dump.why || rvt_programs_image(&dump.programs, &dump.config, &dump.image)))
        verdict = run(&dump);
    rvt_image_close(dump.image);
    return verdict;
}
