/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt decode: a stream and the program back to the instructions that retired. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draft/decoder_profile.h"
#include "tools/command.h"
#include "tools/decode_output.h"
#include "tools/program.h"

static const char HELP[] =
    "usage: rvt decode -c CFG -p PROGRAM... STREAM [-o OUT] [--as FORM] [--out pc|json]\n"
    "\n"
    "Decodes a stream with the help of the program. Each error is a finding: stderr shows its\n"
    "position, field and clause, and decoding resumes at the next sync packet.\n"
    "\n"
    "  -c, --config CFG   configuration (YAML)\n"
    "  -p, --program FILE ELF file, or ADDRESS:FILE for raw memory (address as 0x...); may be\n"
    "                     repeated, a later file overrides an earlier one\n"
    "      --zcm          the hart has Zcmp and Zcmt instead of Zcd\n"
    "  -o, --output OUT   output file; default: stdout\n"
    "      --as FORM      hex: one payload per line (default)\n"
    "                     encap: encapsulated bytes\n"
    "                     frame: encapsulated bytes in formatter frames\n"
    "                     stp: encapsulated bytes in SyS-T messages on STP\n"
    "                     (frame and stp: section transport of CFG)\n"
    "      --out FORM     pc: the address of each retired instruction, one per line, with lines\n"
    "                     '# trap ...' and '# data ...' (default)\n"
    "                     json: ranges, traps, events, accesses, findings\n"
    "      --limit N      stop after N findings; 0: never (default 100)\n"
    "      --steps N      maximum instructions per packet (default 16777216); more are a finding.\n"
    "                     A long, well-predicted loop takes a single packet\n"
    "  -h, --help         print this text\n"
    "\n"
    "exit: 0 success, 1 findings, 2 usage error or unreadable input\n";

enum { LIMIT_DEFAULT = 100 };

struct decode {
    struct rvt_config config;
    const char *config_path, *stream_path, *output_path;
    struct rvt_programs programs;
    enum rvt_stream_form form;
    uint64_t limit, steps;
    struct rvt_stream *stream;
    struct rvt_decoder *decoder;
    struct rvt_data_decoder data;
    struct rvt_decode_output out;
    uint64_t packets, foreign, findings;
};

static enum rvt_status report(struct decode *decode, struct rvt_diag *fault)
{
    const struct rvt_stream_item *item = decode->out.item;
    struct rvt_positions *positions = &decode->out.positions;

    if (fault->unit != NULL && strcmp(fault->unit, "packet") == 0)
        rvt_positions_lose(positions, fault->position);
    rvt_positions_place(positions, fault);
    rvt_diag_at(fault, item->unit, item->position);
    rvt_complain(decode->stream_path, fault);
    decode->findings++;
    return rvt_decode_finding(&decode->out, fault);
}

/* Decodes te_data of the traced source. A status is a fault of the output. */
static enum rvt_status take_data(struct decode *decode)
{
    const struct rvt_payload *payload = &decode->out.item->encap.payload;
    struct rvt_data_packet packet;
    struct rvt_data_report access;
    struct rvt_diag fault;
    bool told = false;

    rvt_diag_clear(&fault);
    decode->packets++;
    enum rvt_status status = rvt_data_read(&decode->config, payload->byte, payload->bytes,
                                           &decode->data.pending, &packet, &fault);
    if (status != RVT_OK)
        rvt_data_decoder_break(&decode->data);
    else
        status = rvt_data_decoder_packet(&decode->data, &packet, &access, &told, &fault);
    if (status != RVT_OK)
        return report(decode, &fault);
    return told ? rvt_decode_access(&decode->out, &access) : RVT_OK;
}

/* Tells the decoder that there is no packet where one should be. */
static void miss_packet(struct decode *decode)
{
    struct rvt_positions *positions = &decode->out.positions;

    rvt_decoder_break(decode->decoder);
    rvt_positions_lose(positions, positions->count - 1);
}

/* Decodes a packet of the traced source. A status is a fault of the output. */
static enum rvt_status take_packet(struct decode *decode)
{
    const struct rvt_payload *payload = &decode->out.item->encap.payload;
    struct rvt_packet packet;
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    decode->packets++;
    rvt_positions_add(&decode->out.positions, decode->out.item->unit, decode->out.item->position);
    enum rvt_status status = rvt_packet_read(rvt_decoder_config(decode->decoder), payload->byte,
                                             payload->bytes, &packet, &fault);
    if (status == RVT_OK)
        rvt_data_decoder_inst(&decode->data, &packet);
    if (status == RVT_OK)
        status = rvt_decoder_packet(decode->decoder, &packet, &fault);
    else
        miss_packet(decode);
    if (status == RVT_OK || status == RVT_ERR_SINK)
        return status;
    return report(decode, &fault);
}

/* What is left when the stream has ended. A status is a fault of the output. */
static enum rvt_status finish(struct decode *decode)
{
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    enum rvt_status status = rvt_decoder_finish(decode->decoder, &fault);
    return status == RVT_OK || status == RVT_ERR_SINK ? status : report(decode, &fault);
}

/* Takes the next item; *end tells that there was none. A fault in diag ends the decoding. */
static enum rvt_status step(struct decode *decode, bool *end, struct rvt_diag *diag)
{
    struct rvt_stream_item item = {0};
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    decode->out.item = &item;
    enum rvt_status status = rvt_stream_read(decode->stream, &item, end, &fault);
    if (status == RVT_ERR_IO || status == RVT_ERR_SYNTAX) {
        *diag = fault;
        return status;
    }
    if (status != RVT_OK) {
        rvt_positions_add(&decode->out.positions, fault.unit, fault.position);
        miss_packet(decode);
        rvt_data_decoder_break(&decode->data);
        return report(decode, &fault);
    }
    if (*end)
        return finish(decode);
    if (!rvt_stream_foreign(&decode->config, &item))
        return item.data ? take_data(decode) : take_packet(decode);
    decode->foreign += item.encap.kind == RVT_ENCAP_NORMAL;
    return RVT_OK;
}

/* A stream without a packet of the source was not decoded: that must not look like success. */
static void check_packets(struct decode *decode)
{
    struct rvt_diag fault;

    if (decode->packets || decode->findings)
        return;
    rvt_diag_clear(&fault);
    if (decode->foreign)
        (void)rvt_diag_set(&fault, RVT_ERR_SEQUENCE, "srcid", decode->config.encap.srcid, "ENC-015",
                           "none of the %" PRIu64 " packets is of this source and type",
                           decode->foreign);
    else if (!rvt_stream_elsewhere(decode->stream, &fault))
        (void)rvt_diag_set(&fault, RVT_ERR_SEQUENCE, NULL, 0, NULL, "the stream holds no packet");
    rvt_complain(decode->stream_path, &fault);
    decode->findings++;
}

static enum rvt_status run_stream(struct decode *decode, struct rvt_diag *diag)
{
    struct rvt_progress progress;
    bool end = false;
    enum rvt_status status = RVT_OK;

    rvt_progress_start(&progress, "packets");
    rvt_decode_begin(&decode->out);
    while (status == RVT_OK && !end && (!decode->limit || decode->findings < decode->limit)) {
        status = step(decode, &end, diag);
        rvt_progress_step(&progress);
    }
    rvt_progress_end(&progress);
    if (status == RVT_OK)
        check_packets(decode);
    rvt_decode_end(&decode->out, decode->findings);
    return status;
}

static void found_in_carrier(void *context, const struct rvt_finding *finding)
{
    struct decode *decode = context;

    decode->findings += rvt_complain_finding(decode->stream_path, finding);
}

static enum rvt_status open_all(struct decode *decode, struct rvt_diag *diag)
{
    struct rvt_decoder_output callbacks = rvt_decode_callbacks(&decode->out);

    rvt_data_decoder_init(&decode->data, &decode->config);
    enum rvt_status status =
        rvt_stream_open(decode->stream_path, &decode->config, decode->form, &decode->stream, diag);

    if (status == RVT_OK)
        rvt_stream_findings(decode->stream, found_in_carrier, decode);
    if (status == RVT_OK)
        status = rvt_decoder_profile_open(&decode->config, decode->out.image, &callbacks,
                                          decode->steps, &decode->decoder);
    decode->out.decoder = decode->decoder;
    decode->out.stream_path = decode->stream_path;
    return status;
}

static enum rvt_exit run(struct decode *decode)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (rvt_output_open(decode->output_path, &decode->out.output, &diag) != RVT_OK) {
        rvt_complain_output(decode->output_path, &diag);
        return RVT_EXIT_UNUSABLE;
    }
    enum rvt_status status = open_all(decode, &diag);
    if (status == RVT_OK)
        status = run_stream(decode, &diag);
    rvt_decoder_close(decode->decoder);
    rvt_stream_close(decode->stream);
    if (!rvt_settle(status, decode->out.output, decode->stream_path, decode->output_path, &diag))
        return RVT_EXIT_UNUSABLE;
    if (!decode->findings)
        return RVT_EXIT_GOOD;
    (void)fprintf(stderr, "rvt: %s: %" PRIu64 " finding%s%s\n", rvt_input_name(decode->stream_path),
                  decode->findings, decode->findings == 1 ? "" : "s",
                  decode->findings == decode->limit ? "; stopped there" : "");
    return RVT_EXIT_FINDINGS;
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct decode *decode, int option, const char *command)
{
    if (option == 'c')
        decode->config_path = optarg;
    else if (option == 'o')
        decode->output_path = optarg;
    else if (option == 'z')
        decode->programs.zcm = true;
    else if (option == 'p' && !rvt_programs_add(&decode->programs, optarg))
        return rvt_misuse(command, "more than %d programs", RVT_PROGRAMS_MAX) == RVT_EXIT_GOOD;
    else if (option == 'a' && !rvt_parse_form(optarg, &decode->form))
        return rvt_misuse(command, "--as takes hex, encap, frame or stp, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'l' && !rvt_parse_number(optarg, &decode->limit))
        return rvt_misuse(command, "--limit takes a number, not '%s'", optarg) == RVT_EXIT_GOOD;
    else if (option == 's' && !rvt_parse_number(optarg, &decode->steps))
        return rvt_misuse(command, "--steps takes a number, not '%s'", optarg) == RVT_EXIT_GOOD;
    else if (option == 'u' && strcmp(optarg, "json") == 0)
        decode->out.form = RVT_DECODE_JSON;
    else if (option == 'u' && strcmp(optarg, "pc") != 0)
        return rvt_misuse(command, "--out takes pc or json, not '%s'", optarg) == RVT_EXIT_GOOD;
    else if (option == '?')
        return rvt_misused(command) == RVT_EXIT_GOOD;
    return true;
}

enum rvt_exit rvt_command_decode(int argc, char **argv)
{
    static const struct option options[] = {
        {"config", required_argument, NULL, 'c'}, {"program", required_argument, NULL, 'p'},
        {"output", required_argument, NULL, 'o'}, {"as", required_argument, NULL, 'a'},
        {"out", required_argument, NULL, 'u'},    {"limit", required_argument, NULL, 'l'},
        {"steps", required_argument, NULL, 's'},  {"zcm", no_argument, NULL, 'z'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    struct decode decode = {.output_path = "-", .limit = LIMIT_DEFAULT};
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:p:o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(&decode, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    if (!decode.config_path)
        return rvt_misuse(argv[0], "-c CFG is missing");
    if (!decode.programs.count)
        return rvt_misuse(argv[0], "-p PROGRAM is missing");
    if (argc - optind != 1)
        return rvt_misuse(argv[0], "one STREAM is needed");
    decode.stream_path = argv[optind];
    decode.out.config = &decode.config;
    if (rvt_load_config(decode.config_path, &decode.config) &&
        rvt_programs_load(&decode.programs, &decode.config, &decode.out.image))
        verdict = run(&decode);
    rvt_image_close(decode.out.image);
    return verdict;
}
